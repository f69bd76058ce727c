"""Learn: the same pages in four languages, links that lead somewhere, and examples that are true.

The one idea: what the prose and the pictures say about cards is asked of the engine, so that a
page cannot promise five kings where there are four.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random

import msgspec
import pytest

from cincinnati.cards import PACK, Card, card_set, parse_cards
from cincinnati.engine.hands import hand_view, suit_card
from cincinnati.ranking import Category, best_low, best_value, category_of, high_value, name_of
from cincinnati.rules import Layout, Ruleset, Split, Wild, presets
from cincinnati.tables.live import Clock
from cincinnati.tables.live.house import HOST_GONE_MS
from cincinnati.words import LANGUAGES

CLIENT = Path(__file__).parents[2] / "client"
CONTENT = CLIENT / "content"
RULES = Path(__file__).parents[2] / "docs" / "rules.md"
READING = ("index", "glossary", "questions", "strategy", "history")
PAGES = sorted([*READING, *presets.PRESETS])
OTHERS = [language for language in LANGUAGES if language != "en"]

HEADING = re.compile(r"^## (.+) \{#([a-z-]+)\}$", re.MULTILINE)
LINK = re.compile(r"\]\(([^)]*)\)")
CARDS = re.compile(r"\{((?:[2-9TJQKA][cdhs]!? ?)+)\}")
MARKS = re.compile(r"^(\d+\.|-|##)", re.MULTILINE)


def written(language: str, page: str) -> str:
    return (CONTENT / language / f"{page}.md").read_text(encoding="utf-8")


def anchors(language: str, page: str) -> list[str]:
    return [anchor for _, anchor in HEADING.findall(written(language, page))]


def plain(text: str) -> str:
    """The words alone: without anchors and the targets of links, and X for cards."""
    return LINK.sub("]", re.sub(r" \{#[^}]*\}", "", CARDS.sub("X", text)))


# --- four languages --------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_page(language: str) -> None:
    assert sorted(path.stem for path in (CONTENT / language).iterdir()) == PAGES


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("language", OTHERS)
def test_a_page_is_built_alike_in_every_language(language: str, page: str) -> None:
    here, there = written(language, page), written("en", page)
    assert anchors(language, page) == anchors("en", page)
    assert [len(part.split("\n\n")) for part in re.split(r"^## .*$", here, flags=re.M)] == [
        len(part.split("\n\n")) for part in re.split(r"^## .*$", there, flags=re.M)
    ]
    assert MARKS.findall(here) == MARKS.findall(there)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("language", OTHERS)
def test_a_page_has_the_same_links_and_cards_in_every_language(language: str, page: str) -> None:
    here, there = written(language, page), written("en", page)
    assert LINK.findall(here) == LINK.findall(there)
    assert CARDS.findall(here) == CARDS.findall(there)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("language", OTHERS)
def test_no_paragraph_is_left_in_english(language: str, page: str) -> None:
    def paragraphs(text: str) -> set[str]:
        return {line for line in text.splitlines() if len(line.split()) > 4}

    assert paragraphs(written(language, page)) & paragraphs(written("en", page)) == set()


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_only_french_sets_signs_apart(language: str, page: str) -> None:
    text = plain(written(language, page))
    if language == "fr":
        # The build makes the space a narrow one.
        assert re.findall(r".{9}\S[:;?!»]|«\S", text) == []
    else:
        assert re.findall(r".{9}\s[:;?!»]|«\s", text) == []


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_written_in_a_form_that_the_build_reads(language: str, page: str) -> None:
    text = written(language, page)
    assert len(HEADING.findall(text)) == len(re.findall(r"^#", text, re.MULTILINE))
    assert len(set(anchors(language, page))) == len(anchors(language, page))
    left = HEADING.sub("", CARDS.sub("", text))
    assert not re.search(r"[{}<>]", left)


# --- what is pointed at ----------------------------------------------------------


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_to_a_page_and_an_anchor(page: str) -> None:
    for link in LINK.findall(written("en", page)):
        path, _, anchor = link.partition("#")
        assert path == "" or path.startswith("/learn/"), link
        target = path.removeprefix("/learn/") or page
        assert target in PAGES, link
        assert not anchor or anchor in anchors("en", target), link


def test_no_rule_is_cited_that_is_not_there() -> None:
    there = set(re.findall(r"R\d+", RULES.read_text(encoding="utf-8")))
    cited = {
        number
        for language in LANGUAGES
        for page in PAGES
        for number in re.findall(r"\bR\d+\b", plain(written(language, page)))
    }
    assert cited <= there


def test_the_times_of_the_questions_are_those_of_a_table() -> None:
    clock = Clock()
    assert "half a minute for each decision" in written("en", "questions")
    assert "a time bank of one minute" in written("en", "questions")
    assert "the host is away for two minutes" in written("en", "questions")
    assert (clock.action_ms, clock.bank_ms, HOST_GONE_MS) == (30_000, 60_000, 120_000)


# --- what is said of cards -------------------------------------------------------

SHOWN = [
    # page, private cards, community cards, what is played (wild cards marked), its kind
    ("cincinnati", "Ah 7h 9s 9d Qc", "9h Jh 4c Qd 2h", "9s 9d 9h Qc Qd", "full-house"),
    ("liz", "4c 4h Kh Jc 8d", "Kd 9c 4s Qh", "Kh Kd 4c! 4h! 4s!", "five-of-a-kind"),
    ("liz", "4c 4h Kh Jc 8d", "Kd 9c 4s Qh 2d", "4c 4h 4s 2d! Kh", "four-of-a-kind"),
    ("hi-lo", "Ah 2c 4d 9s 9c", "5h 7d 9h Kc Qs", "9s 9c 9h Ah Kc", "three-of-a-kind"),
    ("crisscross", "8s 5s 5d Kc 2h", "Qs 8d Qd 8c 5h", "8s 8c 8d 5s 5d", "full-house"),
    ("last-card-wild", "9s 9h As Kd 4c", "Ad 7c 3h Jc 9d", "As Ad 9s! 9h! 9d!", "five-of-a-kind"),
    ("low-hole", "3c 3h Jd Js 8s", "", "3c! 3h! Jd Js 8s", "four-of-a-kind"),
    ("low-hole", "3c 3h Jd Js 8s", "3d 6h Jc Qs 2h", "Jd Js Jc 3c! 3h!", "five-of-a-kind"),
    ("last-suit", "Ks 7s 5c 5d 2h", "5h 9c Jd 4h 8s", "5c 5d 5h Ks Jd", "three-of-a-kind"),
]


def wild_in(text: str) -> tuple[Card, ...]:
    return parse_cards(" ".join(card[:2] for card in text.split() if card.endswith("!")))


@pytest.mark.parametrize(("page", "own", "board", "played", "kind"), SHOWN)
def test_the_example_of_a_game_is_true(
    page: str, own: str, board: str, played: str, kind: str
) -> None:
    assert played in CARDS.findall(written("en", page))
    private, turned = parse_cards(own), parse_cards(board)
    view = hand_view(presets.preset(page), private, turned)
    wild = wild_in(played)
    five = parse_cards(played.replace("!", ""))
    assert category_of(view.high).code == kind
    assert best_value(card_set(five), card_set(wild)) == view.high
    assert set(five) <= {*private, *turned}
    assert {card for card in five if card.rank in view.wild} == set(wild)


def test_what_the_examples_say_beside() -> None:
    flush, low = parse_cards("Ah Jh 9h 7h 2h"), parse_cards("7d 5h 4d 2c Ah")
    assert category_of(high_value(card_set(flush))) is Category.FLUSH
    hi_lo = hand_view(presets.HI_LO, parse_cards("Ah 2c 4d 9s 9c"), parse_cards("5h 7d 9h Kc Qs"))
    assert hi_lo.low == best_low(card_set(low))
    before = hand_view(
        presets.LAST_CARD_WILD, parse_cards("9s 9h As Kd 4c"), parse_cards("Ad 7c 3h Jc")
    )
    assert category_of(before.high) is Category.TWO_PAIR
    column = parse_cards("5s 5d 5h Qs Qd")
    row = parse_cards("8s 8c 8d 5s 5d")
    assert high_value(card_set(column)) < high_value(card_set(row))
    seven_five, seven_six = parse_cards("7s 5h 4d 2c As"), parse_cards("7c 6h 3d 2h Ah")
    assert (best_low(card_set(seven_five)) or 0) < (best_low(card_set(seven_six)) or 0)


def test_what_questions_and_glossary_say_of_cards() -> None:
    asked = written("en", "questions")
    with_wild = "9h 8h 4c! 6h 5h"
    assert with_wild in asked
    value = best_value(
        card_set(parse_cards(with_wild.replace("!", ""))), card_set(wild_in(with_wild))
    )
    assert name_of(value).category is Category.STRAIGHT_FLUSH
    assert name_of(value).ranks[0] == 9
    assert "Qs Kd Ah 2c 3d" in asked
    assert category_of(high_value(card_set(parse_cards("Qs Kd Ah 2c 3d")))) is Category.HIGH_CARD
    kings, queens = CARDS.findall(written("en", "glossary"))[:2]
    assert high_value(card_set(parse_cards(kings))) > high_value(card_set(parse_cards(queens)))


def test_flushes_and_full_houses_come_out_more_often_than_straights() -> None:
    assert "dealt itself thirty thousand hands of ten cards" in written("en", "questions")
    rng, pack = Random(5), list(PACK)
    counts = dict.fromkeys(Category, 0)
    for _ in range(30_000):
        counts[category_of(high_value(card_set(rng.sample(pack, 10))))] += 1
    assert counts[Category.STRAIGHT] < counts[Category.FULL_HOUSE]
    assert counts[Category.STRAIGHT] < counts[Category.FLUSH]


# --- the cards of the pictures ---------------------------------------------------


class Picture(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    layout: Layout
    wild: Wild
    split: Split
    own: str
    board: str
    ranks: tuple[int, ...]
    best: str
    category: str
    half: str = ""

    @property
    def rules(self) -> Ruleset:
        return Ruleset(layout=self.layout, wild=self.wild, split=self.split)


class Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    category: str
    cards: str
    wild: str = ""


class Examples(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    deals: tuple[Picture, ...]
    hands: tuple[Shown, ...]
    lows: tuple[str, ...]


@cache
def examples() -> Examples:
    text = (CLIENT / "src" / "learn" / "examples.json").read_bytes()
    return msgspec.json.decode(text, type=Examples)


def test_every_game_has_a_picture_of_its_own_cards() -> None:
    drawn = {(deal.layout, deal.wild, deal.split) for deal in examples().deals}
    assert {(rules.layout, rules.wild, rules.split) for rules in presets.PRESETS.values()} == drawn
    assert len(drawn) == len(examples().deals)


@pytest.mark.parametrize("number", range(7))
def test_a_picture_shows_what_the_engine_finds(number: int) -> None:
    deal = examples().deals[number]
    own, board = parse_cards(deal.own), parse_cards(deal.board)
    assert (len(own), len(board), len({*own, *board})) == (5, 5, 10)
    view = hand_view(deal.rules, own, board)
    wild = card_set(card for card in PACK if card.rank in view.wild)
    assert sorted(view.wild) == sorted(deal.ranks)
    assert set(parse_cards(deal.best)) <= {*own, *board}
    assert best_value(card_set(parse_cards(deal.best)), wild) == view.high
    assert category_of(view.high).code == deal.category
    match deal.split:
        case Split.LOW8:
            assert best_low(card_set(parse_cards(deal.half))) == view.low
        case Split.LAST_SUIT:
            assert parse_cards(deal.half) == (suit_card(deal.rules, own, board),)
        case Split.NONE:
            assert deal.half == ""


def test_the_order_of_hands_is_the_engines() -> None:
    values = []
    for hand in examples().hands:
        value = best_value(
            card_set(parse_cards(hand.cards)), card_set(parse_cards(hand.wild) if hand.wild else ())
        )
        name = name_of(value)
        assert ("royal-flush" if name.royal else name.category.code) == hand.category
        values.append(value)
    assert values == sorted(values, reverse=True)
    assert {category_of(value) for value in values} == set(Category)


def test_the_low_hands_go_from_the_best_to_the_last() -> None:
    lows = [best_low(card_set(parse_cards(cards))) or 0 for cards in examples().lows]
    assert lows == sorted(lows)
    assert lows[0] == best_low(card_set(parse_cards("Ac 2d 3h 4s 5c")))
    higher = (parse_cards(f"{high}h 7d 6h 5c 4s") for high in "9TJQK")
    assert all(best_low(card_set(cards)) is None for cards in higher)
