"""The four catalogues say the same things, and exactly what is used.

A catalogue is two files: ``cincinnati.po``, which terminal, server and browser share, and
``browser.po``, what only the browser says.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from cincinnati.engine.actions import Call
from cincinnati.errors import IllegalAction, Refusal, TableError
from cincinnati.words import LANGUAGES, CatalogueError, Words
from cincinnati.words.compile import (
    BROWSER,
    LOCALES,
    NOT_IN_BROWSER,
    SHARED,
    compile_catalogues,
    compiled,
    keys,
    main,
)

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "cincinnati"
CLIENT = ROOT / "client" / "src"
FILES = (SHARED, BROWSER)
OTHERS = [language for language in LANGUAGES if language != "en"]

FOR_OTHER_ROOMS = ("low.none", "session.", "standings.corrected", "table.")
"""Keys that are there for the terminal and the web, used or not."""

LIKE_ENGLISH = {
    "hand.kickers": "fr it pt",
    "standings.line": "fr it pt",
    "event.game": "it pt",
    "preset.cincinnati": "fr it pt",
    "preset.liz": "fr it pt",
    "preset.hi-lo": "fr it pt",
    "option.ante": "fr it pt",
    "option.blinds": "fr pt",
    "option.bring_in": "fr it pt",
    "stakes.ante": "fr it pt",
    "stakes.blinds": "fr pt",
    "stakes.blind": "fr pt",
    "stakes.bring_in": "fr it pt",
    "action.bring_in": "fr it pt",
    "action.all_in": "it pt",
    "table.all_in": "it pt",
    "table.pot": "fr",
    "table.showdown": "it",
    "category.royal-flush": "pt",
    "category.full-house": "pt",
    "hand.royal-flush": "pt",
    "advice.half": "fr",
    "advice.percent": "it pt",
    "advice.pot": "fr",
    "advice.pot_odds": "it",
}
"""Where another language has the English word (§8), or nothing to translate."""


@cache
def messages(language: str, file: str = SHARED) -> dict[str, Message]:
    with (LOCALES / language / "LC_MESSAGES" / file).open("rb") as text:
        catalogue = read_po(text, abort_invalid=True)
    return {key_of(message): message for message in catalogue if message.id}


def key_of(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def forms(message: Message) -> tuple[str, ...]:
    string = message.string or ""
    return (string,) if isinstance(string, str) else tuple(string)


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("file", FILES)
def test_every_language_has_the_same_keys_in_the_same_order(language: str, file: str) -> None:
    assert list(messages(language, file)) == list(messages("en", file))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_is_there_twice(language: str) -> None:
    written = [
        line
        for file in FILES
        for line in (LOCALES / language / "LC_MESSAGES" / file).read_text("utf-8").splitlines()
        if line.startswith("msgid ") and line != 'msgid ""'
    ]
    assert [line for line, times in Counter(written).items() if times > 1] == []


def test_what_only_the_browser_says_is_known_by_its_keys() -> None:
    assert [key for key in messages("en", BROWSER) if not key.startswith("browser.")] == []
    assert [key for key in messages("en") if key.startswith("browser.")] == []


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("file", FILES)
def test_every_text_has_the_placeholders_of_the_english_one(language: str, file: str) -> None:
    there = {
        key: (len(forms(message)), [placeholders(form) for form in forms(message)])
        for key, message in messages("en", file).items()
    }
    here = {
        key: (len(forms(message)), [placeholders(form) for form in forms(message)])
        for key, message in messages(language, file).items()
    }
    assert here == there


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", FILES)
def test_no_text_is_empty_or_marked_as_doubtful(language: str, file: str) -> None:
    for key, message in messages(language, file).items():
        assert all(form.strip() == form != "" for form in forms(message)), key
        assert not message.fuzzy, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_msgid_plural_repeats_the_key(language: str) -> None:
    texts = [message for file in FILES for message in messages(language, file).values()]
    plurals = [message for message in texts if message.pluralizable]
    assert len(plurals) > 10
    assert [message.id for message in plurals if message.id[0] != message.id[1]] == []


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(language: str) -> None:
    same = {
        key
        for key, message in messages(language).items()
        if forms(message) == forms(messages("en")[key])
    }
    assert same == {key for key, where in LIKE_ENGLISH.items() if language in where.split()}


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_of_the_browser_is_left_in_english(language: str) -> None:
    """Single words and names may be the same; several words in a row never are."""
    same = {
        key
        for key, message in messages(language, BROWSER).items()
        if forms(message) == forms(messages("en", BROWSER)[key])
        and re.search(r"[a-z]{2,} [a-z]{2,}", forms(message)[0])
    }
    assert same == set()


def all_texts(language: str) -> list[str]:
    return [
        form
        for file in FILES
        for message in messages(language, file).values()
        for form in forms(message)
    ]


# A question mark before a colon is a key that one may press.


def test_french_sets_its_signs_apart_with_a_narrow_space() -> None:
    help_page = Words.of("fr").help().replace("| --- | --- |", "")
    texts = all_texts("fr")
    for text in [*texts, help_page]:
        assert re.search(r"(?<!\u202f)([:;!»]|\?(?!\u202f?:))", text) is None, text
        assert re.search(r"«(?!\u202f)", text) is None, text


@pytest.mark.parametrize("language", ["en", "it", "pt"])
def test_the_others_do_not(language: str) -> None:
    texts = all_texts(language)
    for text in [*texts, Words.of(language).help()]:
        assert re.search(r"\s([:;!»]|\?(?!:))", text) is None, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_compiled_is_what_is_written(language: str) -> None:
    written = LOCALES / language / "LC_MESSAGES" / "cincinnati.po"
    assert written.with_suffix(".mo").read_bytes() == compiled(written), (
        "run: python -m cincinnati.words.compile"
    )


def test_compiling_writes_each_catalogue_beside_its_text(tmp_path: Path) -> None:
    folder = tmp_path / "xx" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "browser.po").write_text('msgid "browser.a"\nmsgstr "b"\n', encoding="utf-8")
    (folder / "cincinnati.po").write_text('msgid "a.b"\nmsgstr "c"\n', encoding="utf-8")
    assert compile_catalogues(tmp_path) == [folder / "cincinnati.mo"]
    assert b"a.b" in (folder / "cincinnati.mo").read_bytes()


# --- what the browser knows of them ------------------------------------------------


def test_the_keys_of_the_browser_are_those_of_the_catalogues() -> None:
    written = (CLIENT / "words" / "keys.gen.ts").read_text(encoding="utf-8")
    assert written == keys(), "run: make generate"


def test_a_key_stands_with_the_values_that_its_text_needs(tmp_path: Path) -> None:
    folder = tmp_path / "en" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    plural = (
        'msgid "{0}"\nmsgid_plural "{0}"\n'
        'msgstr[0] "{{n}} by {{who}}"\nmsgstr[1] "{{n}}s by {{who}}"\n'
    )
    header = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n != 1);"\n\n'
    (folder / SHARED).write_text(
        header
        + 'msgid "a.b"\nmsgstr "{who} has {what}, {who}"\n\nmsgid "terminal.c"\nmsgstr "c"\n\n'
        + plural.format("chips"),
        encoding="utf-8",
    )
    (folder / BROWSER).write_text(header + 'msgid "browser.d"\nmsgstr "d"\n', encoding="utf-8")
    module = keys(tmp_path)
    assert '  "a.b": { who: Value; what: Value };\n  "browser.d": {};\n}' in module
    assert 'interface Counts {\n  "chips": { who: Value };\n}' in module
    assert "terminal.c" not in module


def test_the_command_writes_them_where_it_is_told(tmp_path: Path) -> None:
    target = tmp_path / "keys.ts"
    main(["--keys", str(target)])
    assert target.read_text(encoding="utf-8") == keys()
    with pytest.raises(SystemExit, match=r"usage: .*--keys FILE"):
        main(["--key"])


def test_every_text_of_the_browser_is_used() -> None:
    named = {
        re.sub(r"\\\$\\{.*?\\}", r"[a-z0-9_.-]*", re.escape(key))
        for path in sorted(CLIENT.rglob("*"))
        if path.suffix in (".ts", ".svelte") and not path.name.endswith(".gen.ts")
        for key in re.findall(
            r"[\"'`](browser\.[^\"'`\s]*)[\"'`]", path.read_text(encoding="utf-8")
        )
    }
    used = re.compile("|".join(f"(?:{key})" for key in named))
    assert [key for key in messages("en", BROWSER) if not used.fullmatch(key)] == []


def test_what_the_browser_never_says_begins_a_key() -> None:
    assert [
        start
        for start in NOT_IN_BROWSER
        if not any(key.startswith(start) for key in messages("en"))
    ] == []


def refusal_codes() -> list[str]:
    """The codes in the protocol's table of refusals."""
    _, text = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8").split("\n## Refusals\n")
    rows = re.findall(r"^\| (`[^|]*) \|", text.split("\n## ")[0], re.MULTILINE)
    return [code for row in rows for code in re.findall(r"`(\w+)`", row)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_of_the_protocol_has_a_sentence(language: str) -> None:
    words, codes = Words.of(language), refusal_codes()
    of_rules = {code.value for code in Refusal}
    assert len(codes) > 60
    assert of_rules < set(codes)
    for code in codes:
        if code in of_rules:
            assert words.refusal(IllegalAction(Refusal(code), Call(), None, "")), code
        else:
            assert words.error(TableError(code, "")) != words.text("error.table"), code


# --- which keys the program uses ---------------------------------------------------

_KEY = re.compile(r"[a-z_]+(\.[a-z0-9_-]+)+")


def asked_for(path: Path) -> Iterator[ast.expr]:
    """What stands first in every ``….text(…)``, ``….count(…)`` or ``….knows(…)``."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Attribute(attr="text" | "count" | "knows"), args=[key, *_]):
                yield from branches(key)
            case _:
                pass


def branches(key: ast.expr) -> Iterator[ast.expr]:
    if isinstance(key, ast.IfExp):
        yield from branches(key.body)
        yield from branches(key.orelse)
    else:
        yield key


def pattern(key: ast.expr) -> str | None:
    """A regular expression for the keys that an expression stands for."""
    match key:
        case ast.Constant(value=str(text)) if _KEY.fullmatch(text) or text == "chips":
            return re.escape(text)
        case ast.JoinedStr(values=[ast.Constant(value=str(first)), *_] as parts) if "." in first:
            return "".join(
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[a-z0-9_.-]*"
                for part in parts
            )
        case _:
            return None


def sources() -> list[Path]:
    """Every module that may ask for a text."""
    return [
        path
        for path in sorted(SOURCES.rglob("*.py"))
        if "cincinnati.words" in path.read_text(encoding="utf-8")
    ]


def test_every_key_that_is_used_is_there() -> None:
    keys = list(messages("en"))
    missing = [
        f"{path.name}: {wanted}"
        for path in sources()
        for key in asked_for(path)
        if (wanted := pattern(key)) is not None
        and not any(re.fullmatch(wanted, known) for known in keys)
    ]
    assert missing == []


def test_every_key_that_is_there_is_used() -> None:
    literals = [
        wanted
        for path in sorted(SOURCES.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.expr) and (wanted := pattern(node)) is not None
    ]
    used = re.compile("|".join(f"(?:{literal})" for literal in literals))
    unused = [
        key
        for key in messages("en")
        if not used.fullmatch(key) and not key.startswith(FOR_OTHER_ROOMS)
    ]
    assert unused == []


@pytest.mark.parametrize("key", ["table.chairs", "rank", "Rank.ACE"])
def test_an_unknown_key_is_an_error_that_names_it(key: str) -> None:
    with pytest.raises(CatalogueError, match=re.escape(repr(key))):
        Words.of("fr").text(key)
    with pytest.raises(CatalogueError, match=re.escape(repr(key))):
        Words.of("fr").count(key, 2)
    assert not Words.of("fr").knows(key)


def test_a_missing_value_is_an_error_that_names_it() -> None:
    with pytest.raises(CatalogueError, match=r"event\.called .*'chips'.*name"):
        Words.of("it").text("event.called", name="Ada")


def test_a_value_is_never_read_as_a_template() -> None:
    name = "{chips} %(x)s {0}"
    assert Words.of("en").text("event.folded", name=name) == f"{name} folds."
