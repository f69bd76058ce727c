"""A deal's betting in compiled code: no limit, antes, two to eight players (R5-R15, R18).

The one idea: a deal is one row of whole numbers, so a copy of it is a copy of a row, and a search
can go back. Only what shipped policies are trained for is here; everything else is
played by the `engine`, with which this must agree move by move and chip by chip.
"""

from __future__ import annotations

from typing import cast

import numpy as np
from numpy.typing import NDArray

from cincinnati.arena.kernels.compiled import kernel, twins
from cincinnati.bots import draws, menu, situation

Row = NDArray[np.int64]
"""A deal, shape (`WIDTH`,), or what a player looks at, shape (`LOOK`,)."""

SEATS = 8
PLAYERS, ROUND, TO_ACT, LEVEL, INCREMENT, RAISES = range(6)
RAISER, ROUND_RAISER, AGAINST, MOVES, OVER = range(6, 11)
"""Whole numbers about the deal: ``RAISER`` made the last raise of the deal, ``ROUND_RAISER`` of
this round, ``AGAINST`` of the round before (-1: nobody)."""
STACK, BET, PUT, LIVE, ACTED, RAISED, MINE, THEIRS = (16 + SEATS * at for at in range(8))
"""Where the numbers by position begin: ``ACTED`` is the level at the last action (-1: none)."""
WIDTH = 16 + 8 * SEATS

RUNNING, FOLDED, SHOWDOWN = 0, 1, 2

CALL_CHIPS, WINNABLE, AFTER, LEAST, TOP, HALF_TO, POT_TO, ALL_IN_TO = range(8)
SITUATION, OPPONENTS, OWN_BET, LEFT, FREE = 8, 9, 10, 11, 12
LOOK = 16
"""What a player sees of the chips: amounts of a call, of the pot, and of the sizes on the menu;
from ``FREE`` on there is room for others."""

PLAIN = twins(draws, menu, situation)
_size_to, _percent_to, _situation = PLAIN.size_to, PLAIN.percent_to, PLAIN.situation
_FAR = cast(int, np.int64(1 << 60))


@kernel
def start(deal: Row, stacks: NDArray[np.int64], ante: int, min_bet: int, rounds: int) -> None:
    """A new deal: the antes are paid, the first player who is asked is to act."""
    deal[:] = 0
    players = len(stacks)
    deal[PLAYERS] = players
    deal[RAISER], deal[ROUND_RAISER], deal[AGAINST] = -1, -1, -1
    deal[INCREMENT] = min_bet
    for seat in range(players):
        paid = min(ante, stacks[seat])
        deal[STACK + seat] = stacks[seat] - paid
        deal[PUT + seat] = paid
        deal[LIVE + seat] = 1
        deal[ACTED + seat] = -1
    _ask(deal, 0, min_bet, rounds)


@kernel
def _asked(deal: Row, seat: int) -> bool:
    """Whether the player still has to act in this round (R7, R9)."""
    if deal[LIVE + seat] == 0 or deal[STACK + seat] == 0:
        return False
    if deal[LEVEL] > deal[BET + seat]:
        return True
    if deal[ACTED + seat] >= 0:
        return False
    for other in range(deal[PLAYERS]):
        if other != seat and deal[LIVE + other] and deal[STACK + other] > 0:
            return True
    return False


@kernel
def _ask(deal: Row, first: int, min_bet: int, rounds: int) -> None:
    """Ask the next player; when nobody has to act, go on to the next round or the showdown."""
    players = deal[PLAYERS]
    while True:
        for step in range(players):
            seat = (first + step) % players
            if _asked(deal, seat):
                deal[TO_ACT] = seat
                return
        if deal[ROUND] + 1 == rounds:
            deal[OVER] = SHOWDOWN
            return
        _next_round(deal, min_bet)
        first = 0


@kernel
def _next_round(deal: Row, min_bet: int) -> None:
    players = deal[PLAYERS]
    raisers = 0
    for seat in range(players):
        raisers += deal[RAISED + seat]
    for seat in range(players):
        mine = deal[RAISED + seat]
        deal[MINE + seat] += mine
        deal[THEIRS + seat] += 1 if raisers > mine else 0
        deal[RAISED + seat] = 0
        deal[BET + seat] = 0
        deal[ACTED + seat] = -1
    deal[ROUND] += 1
    deal[LEVEL] = 0
    deal[INCREMENT] = min_bet
    deal[RAISES] = 0
    deal[AGAINST] = deal[ROUND_RAISER]
    deal[ROUND_RAISER] = -1


@kernel
def look(deal: Row, turned_first: int, seen: Row) -> None:
    """Write what the player to act sees of the chips; ``turned_first``: cards before round one."""
    seat = deal[TO_ACT]
    stack, bet, put = deal[STACK + seat], deal[BET + seat], deal[PUT + seat]
    level = deal[LEVEL]
    call = min(level - bet, stack)
    reach, opponents, last, behind = 0, 0, 1, 0
    pot, can_answer = put, False
    for other in range(deal[PLAYERS]):
        if other == seat:
            continue
        pot += min(deal[PUT + other], put + call)
        if deal[LIVE + other] == 0:
            continue
        opponents += 1
        most = deal[BET + other] + deal[STACK + other]
        reach = max(reach, most)
        can_answer = can_answer or most > level
        if deal[STACK + other] > 0:
            if other > seat:
                last = 0
            if deal[ACTED + other] < 0 or deal[BET + other] < level:
                behind += 1
    open_ = can_answer and bet + stack > level and deal[RAISES] < menu.MOST_RAISES
    if deal[ACTED + seat] >= 0 and level - deal[ACTED + seat] < deal[INCREMENT]:
        open_ = False
    least, top = 0, 0
    if open_:
        least = min(level + deal[INCREMENT], bet + stack)
        top = max(least, min(bet + stack, reach))
    after = pot + call
    seen[CALL_CHIPS], seen[WINNABLE], seen[AFTER] = call, pot, after
    seen[LEAST], seen[TOP] = least, top
    seen[HALF_TO] = _size_to(menu.HALF, level, after, bet, least, top)
    seen[POT_TO] = _size_to(menu.POT, level, after, bet, least, top)
    seen[ALL_IN_TO] = _size_to(menu.ALL_IN, level, after, bet, least, top)
    left = max(0, min(stack - call, reach - bet - call))
    raiser = deal[RAISER]
    initiative = situation.NOBODY
    if raiser >= 0:
        initiative = situation.ME if raiser == seat else situation.OTHER
    seen[SITUATION] = _situation(
        opponents,
        deal[PLAYERS],
        deal[ROUND] + turned_first,
        last,
        behind,
        call,
        pot,
        left,
        deal[RAISES],
        deal[RAISED + seat],
        initiative,
        deal[MINE + seat],
        deal[THEIRS + seat],
    )
    seen[OPPONENTS], seen[OWN_BET], seen[LEFT] = opponents, bet, left


@kernel
def resize(deal: Row, seen: Row, small: int, large: int) -> None:
    """Put two bets of so many percent of the pot in the place of the menu's."""
    level, after, least, top = deal[LEVEL], seen[AFTER], seen[LEAST], seen[TOP]
    seen[HALF_TO] = _percent_to(small, level, after, least, top)
    seen[POT_TO] = _percent_to(large, level, after, least, top)


@kernel
def fold(deal: Row, min_bet: int, rounds: int) -> None:
    """The player to act gives up."""
    seat = deal[TO_ACT]
    deal[LIVE + seat] = 0
    deal[MOVES] += 1
    live = 0
    for other in range(deal[PLAYERS]):
        live += deal[LIVE + other]
    if live == 1:
        deal[OVER] = FOLDED
    else:
        _ask(deal, seat + 1, min_bet, rounds)


@kernel
def put_in_to(deal: Row, to: int, min_bet: int, rounds: int) -> None:
    """The player to act checks, calls, bets or raises: he has put in ``to`` this round then."""
    seat = deal[TO_ACT]
    level = deal[LEVEL]
    chips = to - deal[BET + seat]
    deal[STACK + seat] -= chips
    deal[PUT + seat] += chips
    deal[BET + seat] = to
    deal[MOVES] += 1
    if to > level:
        rise = to - level
        if rise >= deal[INCREMENT]:
            deal[INCREMENT] = rise
        deal[LEVEL] = to
        deal[RAISES] += 1
        deal[RAISER], deal[ROUND_RAISER] = seat, seat
        deal[RAISED + seat] = 1
    deal[ACTED + seat] = deal[LEVEL]
    _ask(deal, seat + 1, min_bet, rounds)


@kernel
def move(deal: Row, action: int, seen: Row, min_bet: int, rounds: int) -> None:
    """One of the five actions that the menu in ``seen`` has."""
    if action == menu.FOLD:
        fold(deal, min_bet, rounds)
    elif action == menu.CALL:
        put_in_to(deal, seen[OWN_BET] + seen[CALL_CHIPS], min_bet, rounds)
    elif action == menu.HALF:
        put_in_to(deal, seen[HALF_TO], min_bet, rounds)
    elif action == menu.POT:
        put_in_to(deal, seen[POT_TO], min_bet, rounds)
    else:
        put_in_to(deal, seen[ALL_IN_TO], min_bet, rounds)


@kernel
def settle(
    deal: Row, highs: NDArray[np.int32], halves: NDArray[np.int32], won: NDArray[np.int64]
) -> None:
    """Chips that each position wins or loses in the whole deal, all pots and halves divided.

    ``highs`` and ``halves`` by position: the higher wins, 0 is nothing (for the second half).
    """
    players = deal[PLAYERS]
    for seat in range(players):
        won[seat] = -deal[PUT + seat]
    below = 0
    while True:
        level, highest = _FAR, 0
        for seat in range(players):
            put = deal[PUT + seat]
            if deal[LIVE + seat]:
                highest = max(highest, put)
                if put > below:
                    level = min(level, put)
        if level == _FAR:
            return
        top = level if level < highest else _FAR
        amount = 0
        for seat in range(players):
            amount += min(deal[PUT + seat], top) - min(deal[PUT + seat], below)
        _divide(deal, level, amount, highs, halves, won)
        below = level


@kernel
def _divide(
    deal: Row,
    level: int,
    amount: int,
    highs: NDArray[np.int32],
    halves: NDArray[np.int32],
    won: NDArray[np.int64],
) -> None:
    """One pot among those who are live and have put in so much."""
    best, best_half, alone = -1, 0, -1
    contenders = 0
    for seat in range(deal[PLAYERS]):
        if deal[LIVE + seat] and deal[PUT + seat] >= level:
            contenders += 1
            alone = seat
            best = max(best, highs[seat])
            best_half = max(best_half, halves[seat])
    if contenders == 1:
        won[alone] += amount
        return
    same = True
    for seat in range(deal[PLAYERS]):
        if deal[LIVE + seat] and deal[PUT + seat] >= level:
            same = same and (highs[seat] == best) == (halves[seat] == best_half)
    if best_half == 0 or same:
        _share(deal, level, amount, highs, best, won)
    else:
        _share(deal, level, amount - amount // 2, highs, best, won)
        _share(deal, level, amount // 2, halves, best_half, won)


@kernel
def _share(
    deal: Row,
    level: int,
    amount: int,
    numbers: NDArray[np.int32],
    best: int,
    won: NDArray[np.int64],
) -> None:
    """Equal parts; odd chips go one each, from the dealer's left (R18)."""
    count = 0
    for seat in range(deal[PLAYERS]):
        if deal[LIVE + seat] and deal[PUT + seat] >= level and numbers[seat] == best:
            count += 1
    part, odd = amount // count, amount % count
    for seat in range(deal[PLAYERS]):
        if deal[LIVE + seat] and deal[PUT + seat] >= level and numbers[seat] == best:
            won[seat] += part
            if odd > 0:
                won[seat] += 1
                odd -= 1
