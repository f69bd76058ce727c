"""One language's catalogue: texts by key, plurals, numbers, lists.

The one idea: a key such as ``event.called`` is a message id of gettext, English has a
catalogue like every other language, and nothing falls back silently: an unknown key or a
missing value is an error at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files

from cincinnati.errors import CincinnatiError

LOCALES: Mapping[str, str] = {"en": "en", "fr": "fr", "it": "it", "pt": "pt_PT"}
"""The languages there are, and the locale whose numbers each of them uses."""

_GROUPED_FROM = {"pt": 10_000}
"""Where four digits stay together; elsewhere thousands are set apart from 1,000 on."""

COMPILE = "python -m cincinnati.words.compile"


class CatalogueError(CincinnatiError, LookupError):
    """A catalogue, a key or a value for a placeholder is missing; the message names it."""


class Catalogue:
    """The texts of one language; values that are whole numbers are written as its readers do."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._texts = _load(language)

    def text(self, key: str, /, **values: object) -> str:
        """The text of a key with its placeholders filled; values it does not name are ignored.

        Raises `CatalogueError` for an unknown key or a placeholder without a value.
        """
        return self._fill(key, self._texts.gettext(key), values)

    def count(self, key: str, n: int, /, **values: object) -> str:
        """The text of a key that has plural forms, the one for ``n``, which fills ``{n}``."""
        return self._fill(key, self._texts.ngettext(key, key, n), {"n": n, **values})

    def knows(self, key: str) -> bool:
        """Whether there is a text of this key, without plural forms."""
        try:
            self._texts.gettext(key)
        except CatalogueError:
            return False
        return True

    def number(self, n: int) -> str:
        """A whole number with its thousands apart: ``1,000``, ``1 000``, ``1.000``."""
        if abs(n) < _GROUPED_FROM.get(self.language, 1000):
            return str(n)
        from babel.numbers import format_decimal  # it costs more than all the rest to load

        return format_decimal(n, locale=LOCALES[self.language])

    def all_of(self, items: Iterable[str]) -> str:
        """A list that ends with "and"; empty without items."""
        return self._joined(items, "list.and")

    def one_of(self, items: Iterable[str]) -> str:
        """A list that ends with "or"; empty without items."""
        return self._joined(items, "list.or")

    def comma(self, items: Iterable[str]) -> str:
        """A list with commas only."""
        return ", ".join(items)

    def _joined(self, items: Iterable[str], key: str) -> str:
        match list(items):
            case [*before, last] if before:
                return self.text(key, before=self.comma(before), last=last)
            case alone:
                return "".join(alone)

    def _fill(self, key: str, template: str, values: Mapping[str, object]) -> str:
        shown = {
            name: self.number(value) if type(value) is int else value
            for name, value in values.items()
        }
        try:
            return template.format_map(shown)
        except KeyError as error:
            given = ", ".join(values) or "nothing"
            raise CatalogueError(f"{key} needs a value for {error}; given: {given}") from None


def capital(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


class _Unknown(NullTranslations):
    """What gettext asks when a key is not in the catalogue."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language = language

    def gettext(self, message: str) -> str:
        raise CatalogueError(
            f"no text {message!r} in the catalogue {self.language}; add it to all catalogues and "
            f"run: {COMPILE}"
        )

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        raise CatalogueError(
            f"no plural forms of {msgid1!r} in the catalogue {self.language}; add them to all "
            f"catalogues and run: {COMPILE}"
        )


def _load(language: str) -> GNUTranslations:
    file = files("cincinnati.words") / "locales" / language / "LC_MESSAGES" / "cincinnati.mo"
    try:
        with file.open("rb") as compiled:
            texts = GNUTranslations(compiled)
    except FileNotFoundError:
        raise CatalogueError(f"the catalogue {language} is not compiled; run: {COMPILE}") from None
    texts.add_fallback(_Unknown(language))
    return texts
