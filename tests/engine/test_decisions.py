"""Each decision of a deal, as the one who made it knew it."""

from __future__ import annotations

import pytest

from cincinnati.engine import BringIn, Call, Fold, Position, Raise
from cincinnati.engine.decisions import decisions
from cincinnati.errors import RulesError
from home_game import check_down, deal_of, play

ALL = [Position(position) for position in range(3)]
SCRIPT = "check, bet 2, raise 6, fold, call | check, bet 20, call"


def test_what_was_done_in_order() -> None:
    deal = play(deal_of(stacks=[100] * 3), SCRIPT)
    assert [(made.position, made.done) for made in decisions(deal.events, ALL)] == [
        (0, Call()),
        (1, Raise(to=2)),
        (2, Raise(to=6)),
        (0, Fold()),
        (1, Call()),
        (1, Call()),
        (2, Raise(to=20)),
        (1, Call()),
    ]


def test_the_view_is_the_players_own_before_he_moved() -> None:
    """Move by move: what the deal showed him when it was his turn, though it has ended since."""
    deal = deal_of(stacks=[100] * 3)
    shown = []
    for move in SCRIPT.replace("|", ",").split(","):
        shown.append(deal.view(deal.to_act))
        deal = play(deal, move)
    ended = check_down(deal)
    made = list(decisions(ended.events, ALL))
    assert [each.view for each in made[: len(shown)]] == shown
    for each in made:
        assert each.view.legal is not None
        hidden = [cards.cards for at, cards in enumerate(each.view.players) if at != each.position]
        assert set(hidden) == {(None,) * 5}


def test_only_of_whom_it_is_asked() -> None:
    deal = play(deal_of(stacks=[100] * 3), SCRIPT)
    assert {made.position for made in decisions(deal.events, [Position(1)])} == {1}
    assert list(decisions(deal.events, [])) == []


def test_a_posted_bring_in_is_a_decision() -> None:
    deal = play(deal_of(stacks=[100] * 3, bring_in=1), "bring-in, complete 2, fold, fold")
    first, *_ = decisions(deal.events, ALL)
    assert (first.position, first.done) == (0, BringIn())
    assert type(deal.events[first.at]).__name__ == "BringInPosted"


def test_a_deal_is_told_from_its_beginning() -> None:
    deal = deal_of(stacks=[100] * 3)
    for events in ((), deal.events[1:]):
        with pytest.raises(RulesError, match="DealStarted"):
            list(decisions(events, ALL))
