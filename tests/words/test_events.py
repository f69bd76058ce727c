"""What happens in a deal, event by event."""

from __future__ import annotations

from typing import get_args

import pytest

from cincinnati.cards import Card, parse_cards
from cincinnati.engine import Position
from cincinnati.engine.seen import (
    AntesPosted,
    Bet,
    BlindsPosted,
    BringInPosted,
    Called,
    CardTurned,
    Checked,
    DealEnded,
    DealOpened,
    Folded,
    HandShown,
    HandsReceived,
    PotAwarded,
    Public,
    Raised,
    Refunded,
    Seen,
    Share,
    Win,
)
from cincinnati.ranking import Low, Value
from cincinnati.rules import Ruleset
from cincinnati.rules.presets import LIZ
from cincinnati.words import LANGUAGES, Words
from home_game import deal_of, play

ADA, BRUNO, CHIARA = (Position(number) for number in range(3))
NAMES: dict[int, str] = {ADA: "Ada", BRUNO: "Bruno"}
FIVE = parse_cards("As Ks Qs Js Ts")
ROYAL = Value(8 << 26 | 1 << 25)
WHEEL = Low(31)


def won(pot: int, share: Share, *cards: Card) -> PotAwarded:
    return PotAwarded(pot, share, 12, (Win(ADA, 12, cards),))


EVENTS: dict[str, Seen] = {
    "opened": DealOpened(LIZ, (100, 98)),
    "antes": AntesPosted((1, 1)),
    "a short ante": AntesPosted((3, 2)),
    "blinds": BlindsPosted((1, 2, 0)),
    "dealt": HandsReceived(((None,) * 5, (None,) * 5)),
    "holds": HandsReceived((FIVE, (None,) * 5)),
    "bring-in": BringInPosted(ADA, 1, 99),
    "bring-in all-in": BringInPosted(ADA, 1, 0),
    "fold": Folded(ADA),
    "check": Checked(CHIARA),
    "call": Called(ADA, 4, 90),
    "call all-in": Called(ADA, 4, 0),
    "bet": Bet(ADA, 6, 90),
    "bet all-in": Bet(ADA, 6, 0),
    "raise": Raised(ADA, 10, 90),
    "raise all-in": Raised(ADA, 1000, 0),
    "turned": CardTurned(Card("Th")),
    "refund": Refunded(ADA, 5),
    "shown": HandShown(ADA, FIVE, ROYAL, None),
    "shown with a low": HandShown(ADA, FIVE, ROYAL, WHEEL),
    "pot": won(0, Share.WHOLE, *FIVE),
    "unopposed": won(0, Share.WHOLE),
    "side pot": won(2, Share.WHOLE, *FIVE),
    "high half": won(0, Share.HIGH, *FIVE),
    "high half of a side pot": won(1, Share.HIGH, *FIVE),
    "low half": won(0, Share.LOW, *FIVE),
    "low half of a side pot": won(1, Share.LOW, *FIVE),
    "suit's half": won(0, Share.SUIT, FIVE[0]),
    "suit's half of a side pot": won(1, Share.SUIT, FIVE[0]),
    "ended": DealEnded((1107, 0)),
}

ENGLISH = {
    "opened": "Cincinnati Liz: no limit, ante 1, minimum bet 2. / Chips: Ada 100, Bruno 98. / "
    "Bruno deals.",
    "antes": "Everybody antes 1.",
    "a short ante": "Everybody antes 3. / Bruno antes only 2 and is all-in.",
    "blinds": "Ada posts a blind of 1. / Bruno posts a blind of 2.",
    "dealt": "Everybody has five private cards.",
    "holds": "Ada holds A♠ K♠ Q♠ J♠ 10♠.",
    "bring-in": "Ada brings it in for 1.",
    "bring-in all-in": "Ada brings it in for 1 and is all-in.",
    "fold": "Ada folds.",
    "check": "p3 checks.",
    "call": "Ada calls 4.",
    "call all-in": "Ada calls 4 and is all-in.",
    "bet": "Ada bets 6.",
    "bet all-in": "Ada bets 6 and is all-in.",
    "raise": "Ada raises to 10.",
    "raise all-in": "Ada raises to 1,000 and is all-in.",
    "turned": "The next card is the 10♥.",
    "refund": "Ada takes back 5 that nobody matched.",
    "shown": "Ada shows A♠ K♠ Q♠ J♠ 10♠: royal flush.",
    "shown with a low": "Ada shows A♠ K♠ Q♠ J♠ 10♠: royal flush; low hand 5-4-3-2-A.",
    "pot": "Ada wins 12 chips from the pot with A♠ K♠ Q♠ J♠ 10♠.",
    "unopposed": "Ada wins 12 chips from the pot, unopposed.",
    "side pot": "Ada wins 12 chips from side pot 2 with A♠ K♠ Q♠ J♠ 10♠.",
    "high half": "Ada wins 12 chips from the high half with A♠ K♠ Q♠ J♠ 10♠.",
    "high half of a side pot": "Ada wins 12 chips from the high half of side pot 1 "
    "with A♠ K♠ Q♠ J♠ 10♠.",
    "low half": "Ada wins 12 chips from the low half with A♠ K♠ Q♠ J♠ 10♠.",
    "low half of a side pot": "Ada wins 12 chips from the low half of side pot 1 "
    "with A♠ K♠ Q♠ J♠ 10♠.",
    "suit's half": "Ada wins 12 chips from the suit's half with A♠.",
    "suit's half of a side pot": "Ada wins 12 chips from the suit's half of side pot 1 with A♠.",
    "ended": "Chips now: Ada 1,107, Bruno 0.",
}

SOME = {
    "fr": {
        "check": "p3 fait parole.",
        "call all-in": "Ada suit pour 4 et fait tapis.",
        "raise": "Ada relance à 10.",
        "fold": "Ada abandonne.",
        "refund": "Ada reprend 5 : personne n'a suivi.",
        "shown": "Ada montre A♠ K♠ Q♠ J♠ 10♠ : quinte flush royale.",
        "low half of a side pot": "Ada gagne 12 jetons dans la moitié basse du pot secondaire 1 "
        "avec A♠ K♠ Q♠ J♠ 10♠.",
    },
    "it": {
        "check": "p3 fa check.",
        "call all-in": "Ada pareggia con 4 e va all-in.",
        "raise": "Ada rilancia a 10.",
        "fold": "Ada abbandona.",
        "refund": "Ada riprende 5: nessuno ha pareggiato.",
        "shown": "Ada mostra A♠ K♠ Q♠ J♠ 10♠: scala reale massima.",
        "side pot": "Ada vince 12 fiches dal piatto secondario 2 con A♠ K♠ Q♠ J♠ 10♠.",
    },
    "pt": {
        "check": "p3 passa.",
        "call all-in": "Ada iguala com 4 e fica all-in.",
        "raise": "Ada aumenta para 10.",
        "fold": "Ada desiste.",
        "refund": "Ada recupera 5: ninguém igualou.",
        "unopposed": "Ada ganha 12 fichas do pote, sem oposição.",
        "suit's half": "Ada ganha 12 fichas da metade do naipe com A♠.",
    },
}


def said(language: str, what: str) -> str:
    return " / ".join(Words.of(language).event(EVENTS[what], NAMES)).replace("\u202f", " ")


def test_the_table_has_every_kind_of_event() -> None:
    kinds = {DealOpened, HandsReceived, *get_args(Public)}
    assert {type(event) for event in EVENTS.values()} == kinds


@pytest.mark.parametrize("what", EVENTS)
def test_an_event_in_english(what: str) -> None:
    assert said("en", what) == ENGLISH[what]


@pytest.mark.parametrize(
    ("language", "what"), [(language, what) for language in SOME for what in SOME[language]]
)
def test_an_event_in_the_other_languages(language: str, what: str) -> None:
    assert said(language, what) == SOME[language][what]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_a_sentence_of_its_own(language: str) -> None:
    lines = [said(language, what) for what in EVENTS]
    assert len(set(lines)) == len(EVENTS)
    assert all(line.endswith(".") and "{" not in line for line in lines)


def test_nothing_is_said_where_no_ante_is_paid() -> None:
    assert Words.of("en").event(AntesPosted((0, 0)), NAMES) == ()


def test_a_game_that_departs_from_its_preset_says_how() -> None:
    deal = deal_of("liz", stacks=[100, 100], layout=LIZ.layout, opening_round=False, ante=0,
                   blinds=(1, 2))  # fmt: skip
    lines = Words.of("en").event(deal.seen(None)[0], NAMES)
    assert lines[:2] == (
        "Cincinnati Liz: no limit, blinds 1/2.",
        "Five betting rounds, one after each community card.",
    )


def test_a_preset_that_nobody_knows_keeps_its_name() -> None:
    opened = DealOpened(Ruleset(preset="Grandma's game"), (9, 9))
    assert Words.of("pt").event(opened, {})[0].startswith("Grandma's game: sem limite")


@pytest.mark.rule("R16")
def test_a_spectator_is_told_no_private_card() -> None:
    deal = play(deal_of(stacks=[100, 100]), "check, check")
    lines = [line for event in deal.seen(None) for line in Words.of("en").event(event, {})]
    assert lines[4] == "Everybody has five private cards."
