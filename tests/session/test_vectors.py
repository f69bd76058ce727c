"""Whole sessions that another program played by the rules (R2, R20, R21, R24)."""

from typing import Any

import pytest

from cincinnati.cards import Deck, parse_cards
from cincinnati.engine import Action, BringIn, Call, Fold, Raise
from cincinnati.session import Seat, Session
from home_game import rules_of
from vector_files import load

CASES = load("sessions.jsonl")


def deck_of(session: Session, deal: dict[str, Any]) -> Deck:
    """The deck that deals what the vector says: by position, from the dealer's left."""
    dealt_in, dealer = session.dealt_in, session.dealer
    order = [seat for seat in dealt_in if seat > dealer]
    order += [seat for seat in dealt_in if seat <= dealer]
    hands = [parse_cards(deal["private"][str(seat)]) for seat in order]
    private = [hand[place] for place in range(5) for hand in hands]
    turned = [line.split()[-1] for line in deal["actions"] if line.startswith("d db")]
    return Deck((*private, *parse_cards(" ".join(turned))))


def action_of(text: str) -> Action:
    match text.split():
        case ["f"]:
            return Fold()
        case ["cc"]:
            return Call()
        case ["pb"]:
            return BringIn()
        case ["cbr", to]:
            return Raise(to=int(to))
        case _:
            raise AssertionError(text)


@pytest.mark.rule("R2")
@pytest.mark.rule("R20")
@pytest.mark.rule("R21")
@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_whole_sessions_of_another_program(case: dict[str, Any]) -> None:
    seats = range(case["seats"])
    rules = rules_of(case["preset"], stack=case["starting_stack"])
    session = Session.start(rules, seats=seats, dealer=case["first_dealer"])
    for deal in case["deals"]:
        assert (session.dealer, list(session.dealt_in)) == (deal["dealer"], deal["dealt_in"])
        session = session.start_deal(deck_of(session, deal))
        for line in deal["actions"]:
            if not line.startswith("d "):
                seat, text = line.removeprefix("seat ").split(": ")
                assert session.to_act == int(seat), line
                session = session.act(action_of(text))
        assert not session.playing
        assert [session.chips[Seat(seat)] for seat in seats] == deal["stacks_after"]
    assert session.over
    assert [session.chips[Seat(seat)] for seat in seats] == case["final_stacks"]
    assert session.places is not None
    assert [session.places[Seat(seat)] for seat in seats] == case["places"]
    assert Session.resume(session.events) == session
