"""Which language is chosen, and how it writes numbers, plurals and lists."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cincinnati.cards import Rank, parse_cards
from cincinnati.errors import RulesError
from cincinnati.words import LANGUAGES, CatalogueError, Words
from cincinnati.words import catalogue as catalogue_module


def test_there_are_four_languages() -> None:
    assert LANGUAGES == ("en", "fr", "it", "pt")
    assert [Words.of(language).language for language in LANGUAGES] == list(LANGUAGES)


def test_a_language_is_loaded_once() -> None:
    assert Words.of("it") is Words.of("it")


@pytest.mark.parametrize("language", ["de", "", "EN", "pt_PT"])
def test_an_unknown_language_is_refused_with_those_there_are(language: str) -> None:
    with pytest.raises(RulesError, match="language: one of en, fr, it, pt, not"):
        Words.of(language)


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "pt_PT"}, "pt"),
        ({"LANG": "pt-BR"}, "pt"),
        ({"LANG": "it@euro"}, "it"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "frr_DE"}, "en"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "it_IT"}, "it"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "it_IT", "LC_ALL": "C"}, "en"),
        ({"LANG": "fr_FR", "LC_ALL": "pt_PT", "LANGUAGE": "de:it:fr"}, "it"),
        ({"LANG": "fr_FR", "LANGUAGE": ""}, "fr"),
    ],
)
def test_the_environment_says_which_language(environment: dict[str, str], language: str) -> None:
    assert Words.preferred(environment).language == language


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", ["0", "999", "1,000", "1,234,567", "-1,000"]),
        ("fr", ["0", "999", "1\u202f000", "1\u202f234\u202f567", "-1\u202f000"]),
        ("it", ["0", "999", "1.000", "1.234.567", "-1.000"]),
        ("pt", ["0", "999", "1000", "1\u00a0234\u00a0567", "-1000"]),
    ],
)
def test_thousands_are_set_apart(language: str, written: list[str]) -> None:
    words = Words.of(language)
    assert [words.number(n) for n in (0, 999, 1000, 1_234_567, -1000)] == written


def test_whole_numbers_in_a_text_are_written_so_too() -> None:
    assert Words.of("it").call(12_000) == "Pareggia 12.000"
    assert Words.of("pt").call(12_000) == "Igualar 12\u00a0000"


@pytest.mark.parametrize(
    ("language", "counted"),
    [
        ("en", ["0 chips", "1 chip", "2 chips", "1,000 chips"]),
        ("fr", ["0 jeton", "1 jeton", "2 jetons", "1\u202f000 jetons"]),
        ("it", ["0 fiches", "1 fiche", "2 fiches", "1.000 fiches"]),
        ("pt", ["0 fichas", "1 ficha", "2 fichas", "1000 fichas"]),
    ],
)
def test_plurals_follow_the_language(language: str, counted: list[str]) -> None:
    words = Words.of(language)
    assert [words.count("chips", n) for n in (0, 1, 2, 1000)] == counted


@pytest.mark.parametrize(
    ("language", "ranks", "one"),
    [
        ("en", "fives, jacks and aces", "ace"),
        ("fr", "cinq, valets et as", "as"),
        ("it", "cinque, jack e assi", "asso"),
        ("pt", "cincos, valetes e ases", "ás"),
    ],
)
def test_ranks_alone_and_in_a_list(language: str, ranks: str, one: str) -> None:
    words = Words.of(language)
    assert words.ranks([Rank.FIVE, Rank.JACK, Rank.ACE]) == ranks
    assert words.rank(Rank.ACE) == one
    assert words.ranks([]) == ""


def test_cards_look_the_same_everywhere() -> None:
    cards = parse_cards("Ts Ah")
    for language in LANGUAGES:
        words = Words.of(language)
        assert words.card(cards[0]) == "10♠"
        assert words.cards([cards[0], None, cards[1]]) == "10♠ ▒▒ A♥"
        assert words.cards([None], hidden="??") == "??"


def test_a_catalogue_that_is_not_compiled_names_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue_module, "files", lambda _: tmp_path)
    with pytest.raises(CatalogueError, match=r"run: python -m cincinnati\.words\.compile"):
        Words("fr")


def test_every_directory_will_do(tmp_path: Path) -> None:
    script = (
        "from cincinnati.words import Words; "
        "print(Words.of('it').fold(), len(Words.of('pt').help()))"
    )
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("Abbandona ")


def test_babel_is_loaded_only_for_thousands() -> None:
    script = (
        "import sys; from cincinnati.words import Words; words = Words.of('fr'); words.call(999); "
        "assert 'babel' not in sys.modules; words.call(1000); assert 'babel' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True)  # noqa: S603
