"""The plain engine: any bot, any rules, the game's own engine (R1-R32).

The one idea: a hand is what a table would play, without a table. Whatever a bot does wrong is
counted, and it plays as if it were away (R33); how long it takes is measured and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter_ns
from typing import cast

import numpy as np
from msgspec import Struct

from cincinnati.arena.decks import deck_of
from cincinnati.arena.entrants import Entrant, Factory
from cincinnati.arena.match import Match
from cincinnati.arena.played import Log, Played
from cincinnati.bots import Bot
from cincinnati.bots.contained import NOTHING, Contained, asked
from cincinnati.cards import Deck
from cincinnati.engine import Action, Deal, View
from cincinnati.session import idle_action

SLOW = 1.0
"""Seconds that a decision may take, if nobody says otherwise."""
TOO_SLOW = "slow"
"""The fault of a decision that took longer."""

Mark = Callable[[int], None]
"""Is told the number of the bot that is asked next, or `NOBODY` when it has answered."""
NOBODY = -1


def nowhere(bot: int) -> None:
    """No mark is made."""


class PlainEngine(Struct, frozen=True):
    """Plays here, in this process: nothing can end a bot that never answers."""

    slow: float = SLOW
    """Seconds of a decision above which it counts as slow; the answer stands."""
    mark: Mark = nowhere

    def faults(self, bots: Sequence[Entrant]) -> tuple[str, ...]:
        """Why bots cannot be made, one text for each that cannot."""
        found = []
        for number, bot in enumerate(bots):
            self.mark(number)
            found.append(bot.fault())
            self.mark(NOBODY)
        return tuple(fault for fault in found if fault is not None)

    def play(self, match: Match, first: int, last: int) -> Played:
        """As `Engine.play`; raises what loading a bot raises."""
        factories = [entrant.factory() for entrant in match.bots]
        logs = tuple(Log() for _ in match.bots)
        chips = np.zeros((last - first, len(match.bots)), np.int64)
        for row, number in enumerate(range(first, last)):
            deck = deck_of(match.seed, number)
            seeds = [match.bot_seed(number, position) for position in range(len(match.line_up))]
            for seated in match.seatings:
                players = [
                    _Player(self, bot, factories[bot], seed, logs[bot])
                    for bot, seed in zip(seated, seeds, strict=True)
                ]
                stacks = _hand(match, deck, players)
                for bot, stack in zip(seated, stacks, strict=True):
                    chips[row, bot] += stack - match.rules.stack
        return Played(chips, logs)


def _hand(match: Match, deck: Deck, players: Sequence[_Player]) -> tuple[int, ...]:
    """One hand, the players by position; the stacks after it."""
    deal = Deal.start(match.rules, stacks=[match.rules.stack] * len(players), deck=deck)
    while (position := deal.to_act) is not None:
        deal = deal.act(players[position].act(deal.view(position)))
    return deal.stacks


class _Player:
    """A bot for one hand; one that could not be made is away."""

    def __init__(
        self, engine: PlainEngine, number: int, factory: Factory, seed: int, log: Log
    ) -> None:
        self._engine, self._number, self._log = engine, number, log
        engine.mark(number)
        bot = asked(lambda: factory(seed), log.blame)
        engine.mark(NOBODY)
        self._bot = None if bot is NOTHING else Contained(cast(Bot, bot), log.blame)

    def act(self, view: View) -> Action:
        """What the bot does, or what is done for it."""
        if view.legal is None:
            raise ValueError("it is not this player's turn")
        action = None if self._bot is None else self._asked(self._bot, view)
        return idle_action(view.legal) if action is None else action

    def _asked(self, bot: Contained, view: View) -> Action | None:
        self._engine.mark(self._number)
        began = perf_counter_ns()
        action = bot.act(view)
        took = perf_counter_ns() - began
        self._engine.mark(NOBODY)
        self._log.took(took)
        if took > self._engine.slow * 1e9:
            self._log.blame(TOO_SLOW, f"{took * 1e-9:.3f} s")
        return action
