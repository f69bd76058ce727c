"""The bots of this package, compiled: from what a seat may know to a bet.

The one idea: a player is a row of numbers, the `Spec` of `bots.levels`, and this is the compiled
twin of `bots.player.Player`, decision for decision. It is given the numbers of its own cards only.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cincinnati.arena.kernels import betting
from cincinnati.arena.kernels.betting import Row
from cincinnati.arena.kernels.book import BUCKETS, Book
from cincinnati.arena.kernels.compiled import kernel, twins
from cincinnati.arena.kernels.strength import Cards, points_of
from cincinnati.bots import choice, draws, heuristics, menu, situation
from cincinnati.bots.levels import Spec
from cincinnati.bots.strength import MOST, RUNS
from cincinnati.odds.sets import CardSets

KIND, TABLE, PURIFY, BLUR, PASSIVE, FOLDS, CALLS, RAISES, SIZE, BOOK = range(10)
PLAYER = 10
"""How many numbers make a player."""
GIVE_UP = -1
UNKNOWN = -1
NODE, MISSING = range(2)
"""A seat's lines, shape (`TREES`, 2): where it stands on the tree of each policy, and as
`bots.story.Step.missing` for the last move."""
OFF = -1
"""In a seat's node: the betting is no longer on the tree of lines."""
TURNED = 6

_NOISE = np.array(heuristics.NOISE)
_WHOLE = MOST * RUNS
_P = twins(draws, menu, situation, choice, heuristics)
_other_price, _taken_pot, _repriced = _P.other_price, _P.taken_pot, _P.repriced
_mixed, _advanced, _unit, _spread = _P.mixed, _P.advanced, _P.unit, _P.spread
_decided, _picked, _blurred = _P.decided, _P.picked, _P.blurred
_fitted, _mapped, _percent_to = _P.fitted, _P.mapped, _P.percent_to


def row_of(spec: Spec, book: int) -> NDArray[np.int64]:
    """The numbers of a player who looks things up in the book of this number."""
    numbers = {
        KIND: spec.kind,
        TABLE: spec.table,
        PURIFY: spec.purify,
        BLUR: spec.blur,
        PASSIVE: spec.passive,
        FOLDS: spec.folds,
        CALLS: spec.calls,
        RAISES: spec.raises,
        SIZE: spec.size,
        BOOK: book,
    }
    return np.array([int(numbers[at]) for at in range(PLAYER)], dtype=np.int64)


@kernel
def known_points(
    known: NDArray[np.int16],
    cards: Cards,
    own: np.uint64,
    board: CardSets,
    turned: int,
    opponents: int,
) -> int:
    """A hand's `points_of`, worked out once; ``known``: shape (6, 8), -1 where it is not yet."""
    if known[turned, opponents] == UNKNOWN:
        known[turned, opponents] = points_of(cards, own, board, turned, opponents, RUNS)
    return np.int64(known[turned, opponents])  # type: ignore[return-value]


@kernel
def chosen_to(
    player: NDArray[np.int64],
    book: Book,
    seed: int,
    deal: Row,
    look: Row,
    lines: Row,
    cards: Cards,
    own: np.uint64,
    board: CardSets,
    turned: int,
    known: NDArray[np.int16],
) -> int:
    """What the player to act has put in this round after his move, or `GIVE_UP`."""
    held = np.uint64(0)
    for place in range(turned):
        held |= board[place]
    state = _mixed(_mixed(_mixed(seed, np.int64(own)), np.int64(held)), deal[betting.MOVES])
    then = _advanced(state)
    last = _advanced(then)
    action = -1
    if player[TABLE]:
        points = known_points(known, cards, own, board, turned, 1)
        action = _from_book(player, book, look, lines, turned, points, state, last)
    if action < 0:
        action = _by_heart(player, deal, look, cards, own, board, turned, known, state, then, last)
    if action == menu.FOLD:
        return GIVE_UP
    if action == menu.CALL:
        return look[betting.OWN_BET] + look[betting.CALL_CHIPS]
    if player[SIZE] != 0 and action != menu.ALL_IN:
        return _odd_size(player[SIZE], deal, look, _unit(_mixed(last, 3)))
    if action == menu.HALF:
        return look[betting.HALF_TO]
    return look[betting.POT_TO] if action == menu.POT else look[betting.ALL_IN_TO]


@kernel
def _odd_size(size: int, deal: Row, look: Row, chance: float) -> int:
    """A bet of ``size`` percent of the pot, or of any part of it from a fifth to four pots (-1)."""
    if size < 0:
        size = 20 + int(chance * 380)
    to = deal[betting.LEVEL] + (look[betting.AFTER] * size + 99) // 100
    return min(max(to, look[betting.LEAST]), look[betting.TOP])


@kernel
def _by_heart(
    player: NDArray[np.int64],
    deal: Row,
    look: Row,
    cards: Cards,
    own: np.uint64,
    board: CardSets,
    turned: int,
    known: NDArray[np.int16],
    state: int,
    then: int,
    last: int,
) -> int:
    """What a simple player does."""
    kind = player[KIND]
    opponents = look[betting.OPPONENTS]
    share = 0.0
    if kind not in (heuristics.RANDOM, heuristics.STATION):
        against = opponents if kind in heuristics.COUNTING else 1
        share = known_points(known, cards, own, board, turned, against) / _WHOLE
    share += _NOISE[kind] * _spread(last)
    beaten = deal[betting.AGAINST] >= 0 and deal[betting.AGAINST] != deal[betting.TO_ACT]
    wish = _decided(
        kind,
        share,
        look[betting.CALL_CHIPS],
        look[betting.WINNABLE],
        deal[betting.RAISES],
        1 if beaten else 0,
        opponents,
        _unit(state),
        _unit(then),
    )
    return _on_menu(wish, look)


@kernel
def _on_menu(action: int, look: Row) -> int:
    return _fitted(
        action,
        look[betting.CALL_CHIPS],
        look[betting.HALF_TO],
        look[betting.POT_TO],
        look[betting.ALL_IN_TO],
    )


@kernel
def _met(book: Book, number: int) -> int:
    """The situation itself if it has a row, or that of the nearest price that has one, or -1."""
    if book.rows[number] >= 0:
        return number
    for attempt in range(situation.ATTEMPTS):
        other = _other_price(number, attempt)
        if other >= 0 and book.rows[other] >= 0:
            return other
    return -1


@kernel
def _from_book(
    player: NDArray[np.int64],
    book: Book,
    look: Row,
    lines: Row,
    turned: int,
    points: int,
    state: int,
    last: int,
) -> int:
    """What the policy does, -1 if it has nothing to say."""
    pot = look[betting.WINNABLE]
    for tree in range(len(book.roots)):
        if lines[tree, NODE] >= 0:
            taken = pot + lines[tree, MISSING]
            bucket = _bucket_of(book.line_cuts[tree, turned], points, pot, taken, player, last)
            cell = book.line_weights[lines[tree, NODE], bucket]
            if cell.any():
                return _weighed(player, cell, look, state, last)
    number = look[betting.SITUATION]
    met = _met(book, number)
    if met < 0:
        return -1
    taken = _taken_pot(number, met, book.any_size, look[betting.CALL_CHIPS], pot)
    bucket = _bucket_of(book.cuts[turned], points, pot, taken, player, last)
    return _weighed(player, book.weights[book.rows[met], bucket], look, state, last)


@kernel
def _bucket_of(
    cuts: NDArray[np.int64], points: int, pot: int, taken: int, player: NDArray[np.int64], last: int
) -> int:
    """The bucket that a hand counts as."""
    bucket = np.searchsorted(cuts, points, side="right")
    return _blurred(_repriced(bucket, BUCKETS, pot, taken), BUCKETS, player[BLUR], last)


@kernel
def _weighed(
    player: NDArray[np.int64], cell: NDArray[np.uint8], look: Row, state: int, last: int
) -> int:
    """One of the actions of a cell, -1 if it has none."""
    fold = np.int64(cell[menu.FOLD]) * player[FOLDS]
    call = np.int64(cell[menu.CALL]) * player[CALLS]
    half = np.int64(cell[menu.HALF]) * player[RAISES]
    whole = np.int64(cell[menu.POT]) * player[RAISES]
    all_in = np.int64(cell[menu.ALL_IN]) * player[RAISES]
    if fold + call + half + whole + all_in == 0:
        return -1
    raising = half + whole + all_in > 0
    if look[betting.CALL_CHIPS] == 0:
        call += fold
        fold = 0
    half = half if look[betting.HALF_TO] > 0 else 0
    whole = whole if look[betting.POT_TO] > 0 else 0
    all_in = all_in if look[betting.ALL_IN_TO] > 0 else 0
    action = _picked(fold, call, half, whole, all_in, player[PURIFY], _unit(state))
    if action < 0:
        return menu.CALL if raising or look[betting.CALL_CHIPS] == 0 else menu.FOLD
    if action >= menu.HALF and 100 * _unit(_mixed(last, 7)) < player[PASSIVE]:
        return menu.CALL
    return action


@kernel
def begin(player: NDArray[np.int64], book: Book, seat: int, lines: Row) -> None:
    """Where the lines of a player stand before the first move."""
    lines[:, NODE], lines[:, MISSING] = OFF, 0
    if player[TABLE]:
        for tree in range(len(book.roots)):
            lines[tree, NODE] = book.roots[tree, seat]


@kernel
def go_on(book: Book, lines: Row, seat: int, seed: int, deal: Row, look: Row, to: int) -> None:
    """A seat's lines after a move of the player to act, as somebody with this seed sees it."""
    for tree in range(len(book.roots)):
        if lines[tree, NODE] >= 0:
            small, large = book.sizes[tree, 0], book.sizes[tree, 1]
            half, pot = look[betting.HALF_TO], look[betting.POT_TO]
            if seat != deal[betting.TO_ACT] and (small != menu.SIZES[0] or large != menu.SIZES[1]):
                level, after = deal[betting.LEVEL], look[betting.AFTER]
                least, top = look[betting.LEAST], look[betting.TOP]
                half = _percent_to(small, level, after, least, top)
                pot = _percent_to(large, level, after, least, top)
            _step(book, lines[tree], seed, deal, look, half, pot, to)


@kernel
def _step(
    book: Book, line: Row, seed: int, deal: Row, look: Row, half: int, pot: int, to: int
) -> None:
    """One line, on which these are the bets."""
    node = line[NODE]
    line[NODE], line[MISSING] = OFF, 0
    level = deal[betting.LEVEL]
    if to == GIVE_UP:
        action = menu.FOLD
    elif to <= level:
        action = menu.CALL
    else:
        all_in = look[betting.ALL_IN_TO]
        most = min(to, all_in) if all_in > 0 else to
        action = _mapped(
            most,
            level,
            look[betting.AFTER],
            half,
            pot,
            all_in,
            _unit(_mixed(_mixed(seed, deal[betting.MOVES]), to)),
        )
        if action >= 0:
            taken = all_in
            if action != menu.ALL_IN:
                taken = half if action == menu.HALF else pot
            line[MISSING] = taken - most
    inner = np.int64(book.inner[node])
    if action < 0 or not inner >> action & 1:
        return
    child = np.int64(book.first[node])
    for other in range(action):
        child += inner >> other & 1
    line[NODE] = child
