"""The compiled engine: bots of which there is a compiled twin, many thousand hands a second.

The one idea: nothing is decided here that the plain engine would decide otherwise. It takes the
bots of this package under rules that their policies are trained for, and leaves everything else.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from cincinnati.arena.decks import deck_of
from cincinnati.arena.match import Match
from cincinnati.arena.played import Engine, Log, Played
from cincinnati.bots.levels import Spec, spec_of
from cincinnati.bots.shelf import SHIPPED, Shelf
from cincinnati.engine import Deal
from cincinnati.odds.library import numba_compiles
from cincinnati.rules import BOARD_CARDS, Limit, Ruleset

if TYPE_CHECKING:
    from cincinnati.arena.kernels.book import Book

MOST_BOOKS = 2
"""Shelves of policies that may meet in a match."""


def compiled_engine(match: Match) -> Engine | None:
    """The engine that plays this match in compiled code, or ``None`` if there is none for it.

    What is asked for is the same in every process: nothing is compiled before it plays.
    """
    if not numba_compiles() or not _simple(match.rules):
        return None
    specs = [_spec(entrant.name) for entrant in match.bots if entrant.source is None]
    shelves = {_folder(entrant.name) for entrant in match.bots}
    if None in specs or len(specs) < len(match.bots) or len(shelves) > MOST_BOOKS:
        return None
    return FastEngine()


def _simple(rules: Ruleset) -> bool:
    return (
        rules.limit is Limit.NO
        and not rules.blinds
        and not rules.bring_in
        and rules.max_raises is None
    )


def _spec(name: str) -> Spec | None:
    return spec_of(name.partition("@")[0])


def _folder(name: str) -> str:
    """The folder of a bot's policies; empty for those that come with the package."""
    return name.partition("@")[2]


class FastEngine(Struct, frozen=True):
    """Plays in this process."""

    def play(self, match: Match, first: int, last: int) -> Played:
        """As `Engine.play`."""
        choice = import_module("cincinnati.arena.kernels.choice")
        hands = import_module("cincinnati.arena.kernels.hands")
        strength = import_module("cincinnati.arena.kernels.strength")
        folders = sorted({_folder(entrant.name) for entrant in match.bots})
        books = [_book(folder, match.rules) for folder in folders]
        players = np.stack(
            [
                choice.row_of(_spec(each.name), folders.index(_folder(each.name)))
                for each in match.bots
            ]
        )
        chips = np.zeros((last - first, len(match.bots)), dtype=np.int64)
        decisions = np.zeros(len(match.bots), dtype=np.int64)
        hands.play(
            strength.cards_of_rules(match.rules),
            tuple(books[min(at, len(books) - 1)] for at in range(MOST_BOOKS)),
            players,
            np.array(match.seatings),
            _stakes(match.rules),
            match.seed,
            first,
            last,
            chips,
            decisions,
        )
        return Played(chips, tuple(Log(decisions=int(count)) for count in decisions))


def _stakes(rules: Ruleset) -> NDArray[np.int64]:
    turned_first = BOARD_CARDS + 1 - rules.rounds
    return np.array([rules.stack, rules.ante, rules.min_bet, rules.rounds, turned_first])


_books: dict[tuple[str, Ruleset], Any] = {}


def _book(folder: str, rules: Ruleset) -> Book:
    """The book that a shelf has for these rules, made once a process."""
    if (folder, rules) not in _books:
        shelf = Shelf(Path(folder)) if folder else SHIPPED
        stacks = [rules.stack] * rules.players
        view = Deal.start(rules, stacks=stacks, deck=deck_of(0, 0)).view(0)
        book = import_module("cincinnati.arena.kernels.book")
        _books[folder, rules] = book.book_of(
            shelf.situations(rules, rules.players), shelf.lines(view)
        )
    made: Book = _books[folder, rules]
    return made
