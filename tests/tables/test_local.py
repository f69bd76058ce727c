"""The local loop: who is told what, who is asked, and going on with a session that was left."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random

import pytest
from msgspec.structs import replace

from cincinnati.cards import Deck
from cincinnati.engine import Action, Call, Fold, Raise
from cincinnati.engine.actions import Seat
from cincinnati.engine.seen import HandsReceived
from cincinnati.errors import IllegalAction
from cincinnati.rules import Ruleset
from cincinnati.rules.presets import CINCINNATI
from cincinnati.session import Session
from cincinnati.tables import Player, Update, play_session


class Scripted:
    """A player who does what a script says and then calls; notes all that he is told."""

    def __init__(self, *script: Action | str | None) -> None:
        self.script = list(script)
        self.updates: list[Update] = []
        self.asked: list[Update] = []
        self.refusals: list[IllegalAction] = []

    async def watch(self, update: Update) -> None:
        self.updates.append(update)

    async def act(self, update: Update) -> Action:
        self.asked.append(update)
        action = self.script.pop(0) if self.script else Call()
        assert isinstance(action, Call | Fold | Raise)
        return action

    async def refused(self, error: IllegalAction) -> None:
        self.refusals.append(error)

    async def choose(self, update: Update) -> str | None:
        game = self.script.pop(0)
        assert game is None or isinstance(game, str)
        return game


class Leaves(Exception):
    """The session is left."""


def begun(players: int = 3, **rules: object) -> Session:
    ruleset: Ruleset = replace(CINCINNATI, players=players, deals=2)
    ruleset = replace(ruleset, **rules)
    return Session.start(ruleset, seats=range(players), dealer=players - 1)


def played(session: Session, *players: Player, steps: int = 10**9) -> list[Session]:
    """Every step that was kept, up to some number of them."""
    kept = [session]
    decks = Random(1)

    def keep(step: Session) -> None:
        kept.append(step)
        if len(kept) > steps:
            raise Leaves

    async def run() -> None:
        await play_session(
            session,
            {Seat(seat): player for seat, player in enumerate(players)},
            new_deck=lambda: Deck.shuffled(decks),
            keep=keep,
        )

    with suppress(Leaves):
        asyncio.run(run())
    return kept[1:]


def test_everybody_is_told_everything_once() -> None:
    players = [Scripted(), Scripted(Raise(4)), Scripted(Fold())]
    last = played(begun(), *players)[-1]
    assert last.over
    for seat, player in enumerate(players):
        assert player.updates[-1].over
        assert all(update.seat == seat for update in player.updates)
        told = [event for update in player.updates for event in update.happened]
        dealt = [event for event in told if isinstance(event, HandsReceived)]
        assert len(dealt) == 2
        for update in player.updates[1:]:
            assert update.view is not None
            assert update.order[update.view.position or 0] == seat
        for event in dealt:
            assert sum(None not in hand for hand in event.hands) == 1


def test_only_he_whose_turn_it_is_is_asked() -> None:
    players = [Scripted(), Scripted(), Scripted()]
    played(begun(), *players)
    for player in players:
        assert len(player.asked) == 10  # five rounds in two deals
        assert all(update.view and update.view.legal for update in player.asked)
        assert all(update.happened == () for update in player.asked)


def test_an_illegal_action_is_refused_and_he_is_asked_again() -> None:
    player = Scripted(Raise(1), Fold(), Raise(4))
    played(begun(2), player, Scripted())
    assert [error.tried for error in player.refusals] == [Raise(1), Fold()]
    assert player.asked[0] == player.asked[1] == player.asked[2]


@pytest.mark.rule(38)
@pytest.mark.parametrize(
    ("named", "played_as"), [("liz", "liz"), (None, "cincinnati"), ("hold-em", "cincinnati")]
)
def test_the_dealer_names_the_game(named: str | None, played_as: str) -> None:
    session = begun(2, dealers_choice=True, deals=1)
    kept = played(session, Scripted(), Scripted(named))
    assert kept[-1].deal is not None
    assert kept[-1].deal.rules.preset == played_as


@pytest.mark.parametrize("at", [1, 2, 3, 7, 12, 15])
def test_who_comes_back_is_told_the_deal_so_far(at: int) -> None:
    kept = played(begun(), Scripted(), Scripted(), Scripted(), steps=at)
    left = kept[-1]
    back = Scripted()
    goes_on = played(Session.resume(left.events), back, Scripted(), Scripted())
    assert goes_on[0].events == left.events
    first = back.updates[0]
    assert first.number == left.number
    if left.deal is not None:
        assert first.happened == left.deal.seen(left.order.index(Seat(0)))
        assert first.view == left.view(0)
    assert goes_on[-1].over


def test_a_step_is_kept_before_anybody_is_told() -> None:
    order: list[str] = []

    class Notes(Scripted):
        async def watch(self, update: Update) -> None:
            order.append("told")

    async def run() -> None:
        await play_session(
            begun(2, deals=1),
            {Seat(0): Notes(), Seat(1): Scripted()},
            new_deck=lambda: Deck.shuffled(Random(1)),
            keep=lambda _: order.append("kept"),
        )

    asyncio.run(run())
    assert order == ["kept", "told"] * (len(order) // 2)
