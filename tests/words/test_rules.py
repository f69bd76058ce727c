"""Presets, options, rules, standings and the help page in four languages."""

from __future__ import annotations

import re
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from cincinnati.cards import Rank
from cincinnati.errors import RulesError
from cincinnati.ranking import Category
from cincinnati.rules import Layout, Limit, Ruleset, ShortAnte, Split, SuitShare, Wild
from cincinnati.rules.presets import PRESETS
from cincinnati.words import LANGUAGES, Words
from cincinnati.words.compile import LOCALES
from cincinnati.words.rulesets import Choice
from home_game import check_down, deal_of, play, rules_of

CHOICES: list[Choice] = [
    value for kind in (Layout, Limit, ShortAnte, Split, SuitShare, Wild) for value in kind
]
RULES = Path(__file__).parents[2] / "docs" / "rules.md"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_preset_has_a_title_and_a_sentence(language: str) -> None:
    words = Words.of(language)
    titles = [words.preset(name) for name in PRESETS]
    about = [words.about(name) for name in PRESETS]
    assert len(set(titles)) == len(set(about)) == len(PRESETS) == 8
    assert all(re.fullmatch(r"[^.]+\.", sentence) for sentence in about)


def test_there_is_nothing_to_say_about_a_preset_that_is_none() -> None:
    assert Words.of("fr").preset("grandma") == "grandma"
    with pytest.raises(RulesError, match="no 'grandma'"):
        Words.of("fr").about("grandma")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_and_every_choice_has_words(language: str) -> None:
    words = Words.of(language)
    options = [words.option(field) for field in Ruleset.__struct_fields__]
    assert len(set(options)) == len(options)
    choices = [words.choice(value) for value in CHOICES]
    assert len(set(choices)) == len(choices)


def test_the_choices_of_this_test_are_all_there_are() -> None:
    kinds = {type(getattr(Ruleset(), field)) for field in Ruleset.__struct_fields__}
    assert {kind for kind in kinds if issubclass(kind, Enum)} == {type(each) for each in CHOICES}


def test_the_rules_of_liz_in_english() -> None:
    assert Words.of("en").rules(PRESETS["liz"]) == (
        "Cincinnati Liz",
        "Five private cards, five community cards; the best five of ten make the hand.",
        "Six betting rounds, one before the first community card and one after each.",
        "The community cards lie in a row; everybody uses any of them.",
        "The lowest rank among the community cards is wild for everybody.",
        "The best hand takes the pot.",
        "Everybody antes 1.",
        "A player who cannot pay the full ante is out.",
        "No limit; an opening bet is at least 2.",
        "Up to 8 players with 100 chips each; 10 deals.",
    )


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({}, "Five betting rounds, one after each community card."),
        ({"deals": 1}, "Up to 8 players with 100 chips each; 1 deal."),
        ({"layout": Layout.CROSS}, "The community cards lie in a cross; you use its row or its "
                                   "column."),
        ({"wild": Wild.NONE}, "No wild cards."),
        ({"wild": Wild.LAST_BOARD}, "The rank of the fifth community card is wild for everybody."),
        ({"wild": Wild.LOW_HOLE}, "Your own lowest private rank is wild, for you alone."),
        ({"wild": Wild.RANKS, "wild_ranks": (Rank.TWO, Rank.JACK)}, "Always wild: twos and "
                                                                    "jacks."),
        ({"split": Split.LOW8}, "Half of each pot goes to the best low hand of eight or better, "
                                "if there is one."),
        ({"split": Split.LAST_SUIT}, "Half of each pot goes to the highest private card of the "
                                     "last card's suit."),
        ({"split": Split.LAST_SUIT, "suit_share": SuitShare.LOWEST},
         "Half of each pot goes to the lowest private card of the last card's suit."),
        ({"limit": Limit.POT}, "Pot limit; an opening bet is at least 2."),
        ({"limit": Limit.FIXED}, "Fixed limit: 2 a bet, 4 from the third community card on."),
        ({"limit": Limit.FIXED}, "At most 3 raises a round."),
        ({"limit": Limit.FIXED, "bets": (2, 2, 3, 3, 1000)},
         "Fixed limit; the bets, round by round: 2, 2, 3, 3, 1,000."),
        ({"max_raises": 1}, "At most 1 raise a round."),
        ({"blinds": (1, 2)}, "Blinds of 1 and 2."),
        ({"blinds": (2,)}, "A blind of 2."),
        ({"bring_in": 1}, "The first player must open, for the bring-in of 1 or more."),
        ({"short_ante": ShortAnte.ALL_IN}, "A player who cannot pay the full ante posts what "
                                           "is left and is all-in."),
        ({"dealers_choice": True}, "Dealer's choice: the dealer names the game before each deal."),
        ({"latecomers": True}, "Latecomers may sit down between deals."),
    ],
)  # fmt: skip
def test_each_rule_has_its_line(changes: dict[str, Any], line: str) -> None:
    assert line in Words.of("en").rules(rules_of(**changes))


def test_without_antes_nothing_is_said_about_them() -> None:
    lines = Words.of("en").rules(rules_of(ante=0, blinds=(1, 2)))
    assert not any("ante" in line for line in lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_preset_can_be_described(language: str) -> None:
    described = [Words.of(language).rules(rules) for rules in PRESETS.values()]
    assert len({lines[1:] for lines in described}) == len(PRESETS)


@pytest.mark.parametrize(
    ("language", "standings"),
    [
        ("en", "1st Duarte, 1,200 chips\n2nd Bruno, 1 chip\n2nd Chiara, 1 chip\n4th Ada, 0 chips"),
        ("fr", "1er Duarte, 1\u202f200 jetons\n2e Bruno, 1 jeton\n2e Chiara, 1 jeton\n"
               "4e Ada, 0 jeton"),
        ("it", "1º Duarte, 1.200 fiches\n2º Bruno, 1 fiche\n2º Chiara, 1 fiche\n4º Ada, 0 fiches"),
        ("pt", "1.º Duarte, 1200 fichas\n2.º Bruno, 1 ficha\n2.º Chiara, 1 ficha\n"
               "4.º Ada, 0 fichas"),
    ],
)  # fmt: skip
@pytest.mark.rule("R21")
def test_standings_share_places(language: str, standings: str) -> None:
    places = {"Bruno": 2, "Ada": 4, "Duarte": 1, "Chiara": 2}
    chips = {"Duarte": 1200, "Bruno": 1, "Chiara": 1, "Ada": 0}
    assert Words.of(language).standings(places, chips) == standings


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_a_word_for_every_place(language: str) -> None:
    words = Words.of(language)
    assert len({words.place(number) for number in range(1, 9)}) == 8


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["", "Nines are wild for the moment.", "Fives are wild."]),
        ("fr", ["", "Jokers pour le moment : neuf.", "Jokers : cinq."]),
        ("it", ["", "Jolly per ora: nove.", "Jolly: cinque."]),
        ("pt", ["", "Jóqueres por agora: noves.", "Jóqueres: cincos."]),
    ],
)
@pytest.mark.rule("R27")
def test_a_view_says_what_is_wild(language: str, said: list[str]) -> None:
    deal = deal_of("liz", stacks=[100, 100], board="9c Jd Th 7s 5d")
    views = [stage.view(0) for stage in (deal, play(deal, "check, check"), check_down(deal))]
    assert [Words.of(language).wild(view).replace("\u202f", " ") for view in views] == said


@pytest.mark.rule("R29")
def test_a_view_names_only_ones_own_wild_cards() -> None:
    deal = deal_of("low-hole", stacks=[9, 9], hands="4s4hKdQcJc 7d8d9hTcKc")
    words = Words.of("en")
    assert words.wild(deal.view(0)) == "Fours are wild for you."
    assert words.wild(deal.view(1)) == "Sevens are wild for you."
    assert words.wild(deal.view(None)) == ""
    assert words.wild(deal_of(stacks=[9, 9]).view(0)) == ""


# --- the help page, and the words of §8 -------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_page_tells_of_everything(language: str) -> None:
    words = Words.of(language)
    page = words.help()
    assert len(re.findall("^#+ ", page, re.MULTILINE)) == 6
    for name in PRESETS:
        assert words.preset(name).split(" (")[0] in page, name
    for kind in Category:
        assert f"| {words.category(kind)} " in page, kind
    assert 60 <= len(page.splitlines()) <= 90
    assert max(map(len, page.splitlines())) <= 110


def vocabulary() -> list[list[list[str]]]:
    """The table of §8: in each row the terms of the four languages, ``a (b)`` as both."""
    text = RULES.read_text(encoding="utf-8")
    table = text.split("## 8 ")[1].split("## 9 ")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("|")]
    return [
        [[re.sub(r" ?\(.*?\)", "", term) for term in cell.split(" · ")] for cell in row]
        for row in rows[2:]
    ]


def stem(term: str) -> str:
    """A term without its ending: verbs are inflected."""
    return term.lower()[: max(5, len(term) - 2)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_the_rules_are_the_words_that_are_used(language: str) -> None:
    catalogue = (LOCALES / language / "LC_MESSAGES" / "cincinnati.po").read_text(encoding="utf-8")
    said = " ".join(re.findall(r'^msgstr.*?"(.*)"$', catalogue, re.MULTILINE)).lower()
    said += Words.of(language).help().lower()
    place = LANGUAGES.index(language)
    missing = [term for row in vocabulary() for term in row[place] if stem(term) not in said]
    assert missing == []
