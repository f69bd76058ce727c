"""Whole deals in words: every recorded deal, for every seat, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cincinnati.cards import Card
from cincinnati.engine import Deal, Position
from cincinnati.records import read_records, replay
from cincinnati.rules import Limit, Wild
from cincinnati.words import LANGUAGES, Words, transcript
from cincinnati.words.telling import Contributions
from home_game import check_down, deal_of, play
from vector_files import load

NAMES = {0: "Ada", 1: "Bruno", 2: "Chiara"}
GOLDEN = Path(__file__).parent / "golden"
CARD = re.compile(r"(?:10|[2-9JQKA])[♠♥♦♣]")


@cache
def recorded() -> tuple[Deal, ...]:
    """The deals of the vectors, as far as their cards are all known."""
    deals = (replay(read_records(line["phh"])[0]).deal for line in load("deals.jsonl"))
    return tuple(deal for deal in deals if deal is not None)


def known_to(deal: Deal, position: int) -> set[str]:
    """What a seat may know: his own cards, the board, and the hands that were shown."""
    seats = {position, *deal.state.shown}
    hands = [deal.state.hands[Position(seat)] for seat in seats]
    cards = [card for hand in (*hands, deal.board) for card in hand]
    return {card.symbol for card in cards if isinstance(card, Card)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_recorded_deal_can_be_told_to_every_seat(language: str) -> None:
    words = Words.of(language)
    assert len(recorded()) > 400
    for deal in recorded():
        for position in range(len(deal.stacks)):
            told = transcript(deal.seen(position), words, NAMES)
            assert "{" not in told
            assert "}" not in told
            assert set(CARD.findall(told)) <= known_to(deal, position)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_pot_of_a_recorded_showdown_has_a_reason(language: str) -> None:
    words = Words.of(language)
    for deal in recorded():
        if deal.state.shown:
            told = transcript(deal.seen(None), words, NAMES)
            assert len(re.findall(r"^  \S", told, re.MULTILINE)) == len(deal.awards)


def test_two_seats_are_told_the_same_but_for_their_cards() -> None:
    deal = check_down(deal_of(stacks=[100, 100, 100]))
    one, two = (transcript(deal.seen(seat), Words.of("en"), NAMES) for seat in (0, 1))
    assert one != two
    assert [line for line in one.splitlines() if "holds" not in line] == [
        line for line in two.splitlines() if "holds" not in line
    ]


# --- what the teller knows besides the single event --------------------------------


def lines(deal: Deal, seat: int | None = 0, language: str = "en") -> list[str]:
    return transcript(deal.seen(seat), Words.of(language), NAMES).splitlines()


@pytest.mark.rule("R27")
def test_in_liz_each_lower_card_is_announced_and_the_last_rank_decides() -> None:
    deal = check_down(deal_of("liz", stacks=[100, 100], board="9c Jd 5h 7s 5d"))
    assert [line for line in lines(deal) if "wild" in line] == [
        "Nines are wild for the moment.",
        "Fives are wild for the moment.",
        "Fives are wild.",
    ]


@pytest.mark.rule("R28")
def test_the_last_card_is_announced_when_it_lies_there() -> None:
    deal = check_down(deal_of("last-card-wild", stacks=[100, 100], board="9c Jd 5h 7s Kd"))
    assert [line for line in lines(deal) if "wild" in line] == ["Kings are wild."]


@pytest.mark.rule("R29")
def test_ones_own_low_card_is_announced_to_oneself_and_at_the_showdown() -> None:
    hands = "4s4hKdQcJc 7d8d9hTcKc"
    deal = check_down(deal_of("low-hole", stacks=[100, 100], hands=hands, board="2c 3d 5h 6s Ad"))
    own, other = "Fours are wild for Ada.", "Sevens are wild for Bruno."
    assert [line for line in lines(deal, 0) if "wild" in line] == [own, own, other]
    assert [line for line in lines(deal, 1) if "wild" in line] == [other, own, other]
    assert [line for line in lines(deal, None) if "wild" in line] == [own, other]


@pytest.mark.rule("R26")
def test_ranks_that_are_always_wild_are_named_once() -> None:
    deal = check_down(
        deal_of(stacks=[100, 100], wild=Wild.RANKS, wild_ranks=(Card("2c").rank, Card("Jc").rank))
    )
    assert [line for line in lines(deal) if "wild" in line] == ["Always wild: twos and jacks."]


@pytest.mark.rule("R32")
def test_in_a_cross_every_card_has_its_place() -> None:
    deal = check_down(deal_of("crisscross", stacks=[100, 100], board="9c Jd 5h 7s Kd"))
    assert [line for line in lines(deal) if line.startswith("The card")] == [
        "The card at the top is the 9♣.",
        "The card on the right is the J♦.",
        "The card at the bottom is the 5♥.",
        "The card on the left is the 7♠.",
        "The card in the centre is the K♦.",
    ]


@pytest.mark.parametrize(
    ("changes", "script"),
    [
        ({}, "bet 2, call, all-in 4, raise 40, call"),
        ({"blinds": (1, 2)}, "all-in 4, raise 40, call"),
        ({"bring_in": 1}, "bring-in, call, all-in 4, raise 40, call"),
        ({"opening_round": True}, "check, bet 2, all-in 4, raise 40, call"),
    ],
)
@pytest.mark.rule("R15")
def test_a_side_pot_is_won_against_those_who_paid_for_it(
    changes: dict[str, Any], script: str
) -> None:
    hands = "KsKd9h8h2c QsQd4c9d8d AsAdTc2d6c"
    deal = deal_of(stacks=[100, 100, 5], hands=hands, board="Ac 7h 3s Jc 5s", **changes)
    told = lines(check_down(play(deal, script)))
    assert [line for line in told if line.startswith("  ")] == [
        "  Three aces beat a pair of kings.",
        "  A pair of kings beats a pair of queens.",
    ]


@pytest.mark.rule("R15")
def test_the_teller_knows_who_contests_each_pot() -> None:
    raised = deal_of(stacks=[40, 41, 100], blinds=(1, 2))
    for deal in (*recorded(), check_down(play(raised, "call 2, all-in 39, all-in 40, call 38"))):
        contributions = Contributions()
        for event in deal.seen(None):
            contributions.note(event, opening_round=deal.rules.opening_round)
        told = [contributions.contestants(number) for number in range(len(deal.pots))]
        assert told == [set(pot.eligible) for pot in deal.pots]


@pytest.mark.rule("R15")
def test_who_folded_contests_no_pot() -> None:
    hands = "KsKd9h8h2c QsQd4c9d8d AsAdTc2d6c"
    deal = deal_of(stacks=[100, 100, 5], hands=hands, board="Ac 7h 3s Jc 5s")
    deal = play(deal, "bet 2, call, all-in 4, raise 40, call | bet 10, fold")
    assert [line for line in lines(deal) if line.startswith("  ")] == [
        "  Three aces beat a pair of kings.",
        "  Nobody else contests this pot.",
    ]


# --- golden transcripts ------------------------------------------------------------


def golden_deals() -> Iterator[Deal]:
    """A showdown between two; a shared pot with a side pot and an all-in; a bluff in a cross."""
    worked = deal_of(stacks=[100, 100], hands="AsAd3c4c6d KsKd5h7h9d", board="Ah Kc 8c 2d Qs")
    yield play(worked, "bet 4, call | check, check | check, check | check, check | check, check")
    hi_lo = deal_of(
        "hi-lo",
        stacks=[1200, 20, 1100],
        hands="KsKd9s9d2h As3d6h7c7s QdTs8s8cJc",
        board="4h 5c 8d Qs Qh",
    )
    yield play(
        hi_lo,
        "check, check, bet 4, call, call | bet 15, call 15, call | check, bet 40, raise 120, call "
        "| bet 1000, call",
    )
    liz = deal_of("crisscross", stacks=[50, 50, 50], wild=Wild.LOWEST_BOARD, limit=Limit.POT,
                  hands="7s7h4d4cKh", board="9c Jd 5h 7d Kd")  # fmt: skip
    yield play(liz, "bet 3, call, fold | check, bet 5, raise 20, fold")


@pytest.mark.parametrize("language", LANGUAGES)
def test_golden_transcripts(language: str, request: pytest.FixtureRequest) -> None:
    told = "\n".join(transcript(deal.seen(0), Words.of(language), NAMES) for deal in golden_deals())
    file = GOLDEN / f"{language}.txt"
    if request.config.getoption("--accept"):
        file.write_text(told, encoding="utf-8")
    assert told == file.read_text(encoding="utf-8")
