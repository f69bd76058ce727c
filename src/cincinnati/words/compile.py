"""Catalogues from text (``.po``) to what reads them: `gettext`, and the browser's types.

::

    python -m cincinnati.words.compile
    python -m cincinnati.words.compile --keys client/src/words/keys.gen.ts

The first writes the ``.mo`` files; it is run when the package is built (``hatch_build.py``)
and by hand after a catalogue has been edited. The second writes what TypeScript has to know
of the browser's texts: their keys, and which values each of them needs. Nothing else of the
package is imported, so that a build needs Babel only.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)
"""Babel writes the time of day into a catalogue that names none; builds shall be the same."""

LOCALES = Path(__file__).parent / "locales"

SHARED, BROWSER = "cincinnati.po", "browser.po"
"""What terminal, server and browser say; what only the browser says."""

NOT_IN_BROWSER = (
    "arena.",
    "error.card",
    "error.duplicate_card",
    "error.hidden_cards",
    "error.record",
    "error.store",
    "terminal.",
    "training.",
)
"""How the keys of texts begin that the browser has no use for."""


def compiled(catalogue: Path) -> bytes:
    """What belongs into the ``.mo`` file beside this ``.po`` file."""
    with catalogue.open("rb") as text:
        messages = read_po(text, abort_invalid=True)
    messages.creation_date = messages.revision_date = NO_DATE
    out = BytesIO()
    write_mo(out, messages)
    return out.getvalue()


def compile_catalogues(locales: Path = LOCALES) -> list[Path]:
    """Write every ``.mo`` file below a folder; gives the files written."""
    written = []
    for catalogue in sorted(locales.glob(f"*/LC_MESSAGES/{SHARED}")):
        target = catalogue.with_suffix(".mo")
        target.write_bytes(compiled(catalogue))
        written.append(target)
    return written


def keys(locales: Path = LOCALES) -> str:
    """The TypeScript module with the keys of the browser's texts and their placeholders."""
    texts: list[str] = []
    counts: list[str] = []
    for message in _for_browser(locales / "en" / "LC_MESSAGES"):
        match message.id, message.string:
            case (str(key), str(text)):
                texts.append(f"  {_quoted(key)}: {_values(text)};")
            case ((str(key), *_), (*_, str(text))):
                counts.append(f"  {_quoted(key)}: {_values(text, given='n')};")
            case unknown:
                raise ValueError(f"not a text of a catalogue: {unknown}")
    left_out = "\n".join(f"  {_quoted(start)}," for start in NOT_IN_BROWSER)
    return _MODULE.format(texts="\n".join(texts), counts="\n".join(counts), left_out=left_out)


def _for_browser(folder: Path) -> Iterator[Message]:
    for name in (SHARED, BROWSER):
        with (folder / name).open("rb") as text:
            messages = read_po(text, abort_invalid=True)
        for message in messages:
            key = message.id if isinstance(message.id, str) else message.id[0]
            if key and not key.startswith(NOT_IN_BROWSER):
                yield message


def _values(text: str, given: str = "") -> str:
    named = dict.fromkeys(name for _, name, _, _ in Formatter().parse(text) if name)
    wanted = "; ".join(f"{name}: Value" for name in named if name != given)
    return f"{{ {wanted} }}" if wanted else "{}"


def _quoted(key: str) -> str:
    return f'"{key}"'


_MODULE = """\
// Made from the English catalogues by `make generate`: do not edit, change them and run it again.

/** What may stand for a placeholder; whole numbers are written as the language writes them. */
export type Value = string | number;

/** The texts, and the values that each of them needs. */
export interface Texts {{
{texts}
}}

/** The texts with plural forms: beside the number, the values that each of them needs. */
export interface Counts {{
{counts}
}}

/** How the keys begin of texts that the browser has no use for. */
export const NOT_IN_BROWSER = [
{left_out}
] as const;
"""


def main(arguments: list[str]) -> None:
    """Compile the catalogues, or write the browser's keys into a file."""
    match arguments:
        case []:
            for file in compile_catalogues():
                print(file.relative_to(LOCALES))
        case ["--keys", target]:
            Path(target).write_text(keys(), encoding="utf-8")
        case _:
            sys.exit("usage: python -m cincinnati.words.compile [--keys FILE]")


if __name__ == "__main__":
    main(sys.argv[1:])
