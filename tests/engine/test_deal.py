"""The face of the engine: a deal as an immutable value with its events behind it."""

from typing import Any

import pytest

from cincinnati import presets
from cincinnati.cards import PACK, Deck
from cincinnati.engine import Action, BringIn, Call, Deal, Fold, Legal, Position, Raise
from cincinnati.engine.decide import decide
from cincinnati.engine.events import DealStarted
from cincinnati.engine.evolve import evolve
from cincinnati.engine.seen import Called, DealOpened, HandsReceived, PotAwarded
from cincinnati.errors import IllegalAction, Refusal, RulesError
from home_game import check_down, deal_of, names, play


def test_an_action_makes_a_new_deal_and_leaves_the_old_one() -> None:
    deal = deal_of(stacks=[100] * 3)
    before = deal.events
    after = deal.act(Raise(to=6))
    assert deal.events == before
    assert (deal.to_act, after.to_act) == (0, 1)
    assert after.events[: len(before)] == before


def test_decide_gives_the_events_and_evolve_folds_them() -> None:
    deal = deal_of(stacks=[100] * 3)
    events = decide(deal.state, Raise(to=6))
    state = deal.state
    for event in events:
        state = evolve(state, event)
    assert state == deal.act(Raise(to=6)).state


def test_replay_adds_the_events_up_to_the_same_deal() -> None:
    deal = check_down(play(deal_of("liz", stacks=[100, 7, 50]), "bet 2, all-in 6, call, call"))
    for told in range(1, len(deal.events) + 1):
        assert Deal.replay(deal.events[:told]).events == deal.events[:told]
    assert Deal.replay(deal.events) == deal
    # The first event may be folded like any other.
    assert evolve(deal.state, deal.events[0]) == Deal.replay(deal.events[:1]).state


def test_a_replayed_deal_goes_on() -> None:
    deal = deal_of(stacks=[100] * 3)
    assert Deal.replay(deal.events).act(Call()) == deal.act(Call())


@pytest.mark.parametrize("events", [(), (Called(Position(0), 1, 0),)])
def test_a_replay_begins_with_the_first_event(events: tuple[Called, ...]) -> None:
    with pytest.raises(RulesError, match="replayed from its DealStarted event"):
        Deal.replay(events)


@pytest.mark.parametrize(
    ("changes", "script", "action", "code", "message"),
    [
        ({}, "", Fold(), Refusal.NOTHING_TO_MATCH,
         "a fold, but there is nothing to match (R6); allowed: check, raise to 2 up to 99"),
        ({}, "", BringIn(), Refusal.NO_BRING_IN,
         "a bring-in, but none is due (R25); allowed: check, raise to 2 up to 99"),
        ({}, "bet 4", Raise(to=5), Refusal.RAISE_TOO_SMALL,
         "a raise to 5, less than 8; allowed: fold, call 4, raise to 8 up to 9"),
        ({}, "bet 4", Raise(to=10), Refusal.RAISE_TOO_LARGE,
         "a raise to 10, more than 9; allowed: fold, call 4, raise to 8 up to 9"),
        ({"bring_in": 1}, "", Fold(), Refusal.BRING_IN_DUE,
         "a fold, but the bring-in is due (R25); "
         "allowed: post the bring-in, raise to 2 up to 99"),
        ({"bring_in": 1}, "", Call(), Refusal.BRING_IN_DUE,
         "a check or call, but the bring-in is due (R25); "
         "allowed: post the bring-in, raise to 2 up to 99"),
        ({"max_raises": 1}, "bet 2, raise 4", Raise(to=6), Refusal.RAISE_CLOSED,
         "a raise to 6, but the 1 raises of this round are made (R22); allowed: fold, call 4"),
        ({}, "check, bet 8, all-in 9, fold", Raise(to=99), Refusal.RAISE_CLOSED,
         "a raise to 99, but no live opponent could put in more (R13); allowed: fold, call 9"),
        ({}, "check, check, check, all-in 1, call", Raise(to=9), Refusal.RAISE_CLOSED,
         "a raise to 9, but nobody has made a full raise since he acted (R12); "
         "allowed: fold, call 1"),
        ({}, "bet 9", Raise(to=10), Refusal.RAISE_CLOSED,
         "a raise to 10, but he has no more than the 9 that he must put in; "
         "allowed: fold, call 9"),
    ],
)  # fmt: skip
def test_a_refusal_has_a_code_a_reason_and_what_is_allowed(
    changes: dict[str, Any], script: str, action: Action, code: Refusal, message: str
) -> None:
    deal = play(deal_of(stacks=[100, 10, 10, 2], **changes), script)
    with pytest.raises(IllegalAction) as refused:
        deal.act(action)
    assert refused.value.code is code
    assert str(refused.value) == message
    assert refused.value.allowed == deal.legal
    assert refused.value.tried == action


def test_what_is_legal_in_words() -> None:
    assert str(Legal(fold=False, call=0, raise_to=None, bring_in=False)) == "check"
    assert str(Legal(fold=True, call=3, raise_to=(6, 6), bring_in=False)) == (
        "fold, call 3, raise to 6"
    )
    assert str(Legal(fold=False, call=None, raise_to=(2, 9), bring_in=True)) == (
        "post the bring-in, raise to 2 up to 9"
    )


def test_the_events_of_a_deal_in_order() -> None:
    deal = check_down(play(deal_of("classic", stacks=[100] * 2, blinds=(1, 2)), "call, check"))
    assert names(deal) == [
        "DealStarted", "AntesPosted", "BlindsPosted", "HandsDealt", "Called", "Checked",
        *["CardTurned", "Checked", "Checked"] * 5,
        "HandShown", "HandShown", "PotAwarded", "DealEnded",
    ]  # fmt: skip


def test_the_chips_of_a_deal_and_its_awards() -> None:
    deal = play(deal_of(stacks=[100] * 2), "bet 2")
    assert deal.stacks == (97, 99)
    assert [(pot.amount, pot.eligible) for pot in deal.pots] == [(2, (0, 1)), (2, (0,))]
    assert deal.awards == ()
    ended = deal.act(Fold())
    assert ended.over
    assert ended.legal is None
    assert all(isinstance(award, PotAwarded) for award in ended.awards)


@pytest.mark.parametrize("position", [-1, 3])
def test_there_is_no_view_for_a_position_that_is_not_there(position: int) -> None:
    deal = deal_of(stacks=[100] * 3)
    with pytest.raises(IndexError, match="positions 0 to 2"):
        deal.view(position)
    with pytest.raises(IndexError, match="positions 0 to 2"):
        deal.seen(position)


@pytest.mark.rule("R3")
def test_what_a_position_sees_of_the_secret_events() -> None:
    deal = Deal.start(presets.CINCINNATI, stacks=[100, 90], deck=Deck(PACK), commitment="a promise")
    first = deal.events[0]
    assert isinstance(first, DealStarted)
    opened, _, received, *_ = deal.seen(1)
    assert opened == DealOpened(presets.CINCINNATI, (100, 90), "a promise")
    assert received == HandsReceived(((None,) * 5, deal.state.hands[1]))
    assert deal.seen(None)[2] == HandsReceived(((None,) * 5,) * 2)


@pytest.mark.parametrize(
    ("stacks", "message"),
    [
        ([100, 2.5], "p2 has 2.5"),
        ([100, True], "p2 has True"),
        ([10**13, 100], "p1 has 10000000000000"),
    ],
)
def test_stacks_are_whole_chips_within_bounds(stacks: list[int], message: str) -> None:
    with pytest.raises(RulesError, match=message) as refused:
        deal_of(stacks=stacks)
    assert refused.value.field == "stacks"


def test_a_table_for_three_takes_no_fourth() -> None:
    with pytest.raises(RulesError, match="2 to 3 are dealt in, not 4"):
        deal_of(stacks=[100] * 4, players=3)
