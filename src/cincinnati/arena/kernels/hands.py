"""Whole hands between compiled players."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cincinnati.arena.kernels import betting
from cincinnati.arena.kernels.betting import LOOK, PLAIN, SEATS, WIDTH, Row
from cincinnati.arena.kernels.book import TREES, Book
from cincinnati.arena.kernels.choice import (
    BOOK,
    GIVE_UP,
    TURNED,
    UNKNOWN,
    begin,
    chosen_to,
    go_on,
)
from cincinnati.arena.kernels.compiled import kernel
from cincinnati.arena.kernels.strength import Cards, deal_cards, numbers_of

_mixed = PLAIN.mixed
_BOT = 2
"""As `arena.match.SEATS`: the state that bots' seeds are mixed from."""


@kernel
def play(
    cards: Cards,
    books: tuple[Book, Book],
    players: NDArray[np.int64],
    seatings: NDArray[np.int64],
    stakes: NDArray[np.int64],
    seed: int,
    first: int,
    last: int,
    chips: NDArray[np.int64],
    decisions: NDArray[np.int64],
) -> None:
    """Deals ``first`` to ``last`` - 1, each in all seatings: chips won by bot, shape (deals, bots).

    ``players``: a row a bot; ``seatings``: for each the bot at each position; ``stakes``: stack,
    ante, min_bet, rounds, cards turned before the first round, which the books' lines fit.
    """
    seats = seatings.shape[1]
    stack, ante, min_bet, rounds, turned_first = (
        stakes[0],
        stakes[1],
        stakes[2],
        stakes[3],
        stakes[4],
    )
    own, board = np.zeros(SEATS, dtype=np.uint64), np.zeros(5, dtype=np.uint64)
    highs, halves = np.zeros(SEATS, dtype=np.int32), np.zeros(SEATS, dtype=np.int32)
    known = np.zeros((SEATS, TURNED, SEATS), dtype=np.int16)
    stacks = np.full(seats, stack, dtype=np.int64)
    deal, look = np.zeros(WIDTH, dtype=np.int64), np.zeros(LOOK, dtype=np.int64)
    won = np.zeros(SEATS, dtype=np.int64)
    lines, seeds = np.zeros((SEATS, TREES, 2), dtype=np.int64), np.zeros(SEATS, dtype=np.int64)
    for number in range(first, last):
        deal_cards(seed, number, seats, own, board)
        numbers_of(cards, own[:seats], board, highs, halves)
        known[:] = UNKNOWN
        for seat in range(seats):
            seeds[seat] = _mixed(_mixed(_mixed(_BOT, seed), number), seat)
        for seating in range(len(seatings)):
            seated = seatings[seating]
            betting.start(deal, stacks, ante, min_bet, rounds)
            for seat in range(seats):
                player = players[seated[seat]]
                begin(player, books[player[BOOK]], seat, lines[seat])
            while deal[betting.OVER] == betting.RUNNING:
                betting.look(deal, turned_first, look)
                seat = deal[betting.TO_ACT]
                bot = seated[seat]
                player = players[bot]
                decisions[bot] += 1
                to = chosen_to(
                    player,
                    books[player[BOOK]],
                    seeds[seat],
                    deal,
                    look,
                    lines[seat],
                    cards,
                    own[seat],
                    board,
                    deal[betting.ROUND] + turned_first,
                    known[seat],
                )
                make(books, players, seated, lines, seeds, deal, look, to, min_bet, rounds)
            betting.settle(deal, highs, halves, won)
            for seat in range(seats):
                chips[number - first, seated[seat]] += won[seat]


@kernel
def make(
    books: tuple[Book, Book],
    players: NDArray[np.int64],
    seated: NDArray[np.int64],
    lines: NDArray[np.int64],
    seeds: NDArray[np.int64],
    deal: Row,
    look: Row,
    to: int,
    min_bet: int,
    rounds: int,
) -> None:
    """Make a move, and let everybody who follows the line go on."""
    for seat in range(deal[betting.PLAYERS]):
        book = books[players[seated[seat], BOOK]]
        go_on(book, lines[seat], seat, seeds[seat], deal, look, to)
    if to == GIVE_UP:
        betting.fold(deal, min_bet, rounds)
    else:
        betting.put_in_to(deal, to, min_bet, rounds)
