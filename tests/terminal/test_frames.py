"""The moments of an update: nothing is shown before it is told, and no chip is lost."""

from __future__ import annotations

import asyncio
from collections import Counter
from itertools import pairwise

import pytest

from cincinnati.engine.actions import Position
from cincinnati.engine.seen import CardTurned, HandShown, PotAwarded, Refunded
from cincinnati.engine.view import View
from cincinnati.errors import IllegalAction
from cincinnati.rules.presets import PRESETS
from cincinnati.session import Session
from cincinnati.tables import Update, play_session
from cincinnati.terminal.frames import Frame, frames
from terminal.driver import SCRIPT, YOU, Chance, Reference, sitting


class Watcher(Reference):
    """A person who notes what he is told."""

    def __init__(self) -> None:
        super().__init__(SCRIPT)
        self.updates: list[Update] = []

    async def watch(self, update: Update) -> None:
        self.updates.append(update)

    async def refused(self, error: IllegalAction) -> None:
        raise error


def updates(preset: str, seed: int, **rules: object) -> list[Update]:
    table, session = sitting(preset, players=5, seed=seed, **rules)
    watcher = Watcher()
    told = [session]
    asyncio.run(
        play_session(
            session,
            {YOU: watcher, **{seat: Chance(seat) for seat in table.bots}},
            new_deck=lambda: table.deck(told[-1].number + 1),
            keep=told.append,
        )
    )
    return watcher.updates


def chips(view: View) -> int:
    """All chips on the table and in the stacks."""
    return sum(player.stack + player.bet for player in view.players) + sum(
        pot.amount for pot in view.pots
    )


ALL = [
    *((preset, seed, {}) for preset in PRESETS for seed in (1, 2, 3)),
    ("hi-lo", 4, {"blinds": (1, 2), "ante": 0}),
    ("last-suit", 5, {"bring_in": 1}),
]


@pytest.mark.parametrize(("preset", "seed", "rules"), ALL)
def test_moments_add_up_to_what_happened(preset: str, seed: int, rules: dict[str, object]) -> None:
    for update in updates(preset, seed, **rules):
        moments = list(frames(update))
        if update.view is None:
            assert not moments
            continue
        assert tuple(event for frame in moments for event in frame.told) == update.happened
        assert not moments or moments[-1].view == update.view


@pytest.mark.parametrize(("preset", "seed", "rules"), ALL)
def test_no_chip_is_lost_in_any_moment(preset: str, seed: int, rules: dict[str, object]) -> None:
    for update in updates(preset, seed, **rules):
        moments = list(frames(update))
        assert len({chips(frame.view) for frame in moments}) <= 1
        # Two neighbours differ by what is told in the later one, and by nothing else.
        for earlier, later in pairwise(moments):
            gone = sum(award.chips for award in [later.award] if award)
            pots = [sum(pot.amount for pot in frame.view.pots) for frame in (earlier, later)]
            back = sum(event.chips for event in later.told if isinstance(event, Refunded))
            if later.award is not None:
                assert pots[0] - pots[1] == gone + back


@pytest.mark.parametrize(("preset", "seed", "rules"), ALL)
def test_cards_are_seen_when_they_are_told_and_not_before(
    preset: str, seed: int, rules: dict[str, object]
) -> None:
    turned: list[object] = []
    shown: set[Position] = set()
    number = 0
    for update in updates(preset, seed, **rules):
        if update.number != number:
            number, turned, shown = update.number, [], set()
        for frame in frames(update):
            for event in frame.told:
                if isinstance(event, CardTurned):
                    turned.append(event.card)
                if isinstance(event, HandShown):
                    shown.add(event.position)
            known = [card for card in frame.view.board if card is not None]
            assert known == turned
            for position, player in enumerate(frame.view.players):
                mine = position == frame.view.position
                assert (None not in player.cards) == (mine or position in shown)


def test_the_pots_before_a_showdown_are_those_that_are_divided() -> None:
    compared = 0
    for seed in range(1, 30):
        for update in updates("cincinnati", seed, stack=20, deals=2):
            shown = [frame for frame in frames(update) if frame.shown and not frame.view.awards]
            if update.view is None or not shown:
                continue
            reached = {player.put_in for player in update.view.players if player.live}
            wanted, below = [], 0
            for level in sorted(reached):
                at_least = [p for p in update.view.players if p.put_in > below]
                eligible = tuple(
                    position
                    for position, player in enumerate(update.view.players)
                    if player.live and player.put_in >= level
                )
                top = max(p.put_in for p in at_least) if level == max(reached) else level
                amount = sum(min(p.put_in, top) - below for p in at_least)
                wanted.append((amount, eligible))
                below = level
            awarded = Counter[int]()
            for award in update.view.awards:
                awarded[award.pot] += award.chips
            assert [amount for amount, _ in wanted] == [awarded[pot] for pot in sorted(awarded)]
            assert [(pot.amount, pot.eligible) for pot in shown[0].view.pots] == wanted
            compared += 1
    assert compared > 10


def test_pots_name_those_who_contest_them() -> None:
    found = 0
    for seed in range(1, 30):
        for update in updates("classic", seed, stack=20):
            for frame in frames(update):
                found += _contested(frame)
    assert found > 5


def _contested(frame: Frame) -> int:
    if frame.award is None or not frame.shown:
        return 0
    winners = {win.position for win in frame.award.winners}
    assert winners <= {hand.position for hand in frame.contestants}
    assert isinstance(frame.award, PotAwarded)
    return int(len(frame.contestants) < len(frame.shown))


def test_nothing_is_shown_before_the_first_deal() -> None:
    table, session = sitting("liz")
    assert isinstance(session, Session)
    assert table.person == YOU
    first, *_ = updates("liz", 1)
    assert list(frames(first)) == []
