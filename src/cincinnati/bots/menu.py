"""The five things that a policy knows: fold, check or call, half the pot, the pot, all-in.

The one idea: few sizes are enough to play well, and every size is a part of the pot as it
would be after a call. A size below the least legal raise is not on the menu, and one that
takes two thirds of what can still be played for is the same as all of it. The functions are
plain Python on whole numbers, so that the arena and the trainer can compile them as they stand.

Foreign sizes are mapped by the pseudo-harmonic rule of S. Ganzfried and T. Sandholm, "Action
Translation in Extensive-Form Games with Large Action Spaces" (IJCAI 2013).
"""

from __future__ import annotations

FOLD, CALL, HALF, POT, ALL_IN = range(5)
ACTIONS = 5
SIZES = (50, 100)
"""Half the pot and the pot, in percent."""
MOST_RAISES = 3
"""Bets and raises of one round that a policy knows; after them it folds or calls."""
NEAR = 1.2
"""A foreign size further than this factor from the one it is mapped to is off the line."""


def size_to(action: int, level: int, after: int, bet: int, least: int, top: int) -> int:
    """What a bet of this kind makes of the level, in chips; 0 if it is not on the menu.

    ``after`` is the pot after a call, ``bet`` what the player has put in this round, ``least`` the
    least legal raise (0: raising is not open) and ``top`` all that can be played for.
    """
    if least == 0:
        return 0
    if action == ALL_IN:
        return top
    to = level + (after if action == POT else (after + 1) // 2)
    if to < least or 3 * (to - bet) >= 2 * (top - bet):
        return 0
    return to


def percent_to(size: int, level: int, after: int, least: int, top: int) -> int:
    """What a bet of so many percent of the pot makes of the level; 0 where it cannot be made.

    As in `size_to`, but for anybody's bets: it may leave as little behind as he likes.
    """
    to = level + (after * size + 99) // 100
    return to if 0 < least <= to < top else 0


def fitted(action: int, call: int, half: int, pot: int, all_in: int) -> int:
    """The action itself or the nearest one on the menu; 0 stands for a size that is not on it."""
    if action == FOLD and call == 0:
        return CALL
    if action == HALF and half == 0:
        action = POT
    if action == POT and pot == 0:
        action = HALF if half > 0 and all_in == 0 else ALL_IN
    if action == ALL_IN and all_in == 0:
        return CALL
    return action


def part_of(to: int, level: int, after: int) -> float:
    """What part of the pot (after a call) a bet or raise to so much is."""
    return (to - level) / after


def mapped(to: int, level: int, after: int, half: int, pot: int, all_in: int, chance: float) -> int:
    """The abstract action that stands for a bet or raise to ``to``, or -1 if there is none.

    ``chance``, from 0 to 1, decides between the two neighbours with the pseudo-harmonic
    probabilities. Sizes that are 0 are not on the menu.
    """
    below, above = -1, -1
    low, high = 0, 0
    for action in range(HALF, ACTIONS):
        size = half if action == HALF else (pot if action == POT else all_in)
        if size == 0:
            continue
        if size <= to and size > low:
            below, low = action, size
        if size >= to and (high == 0 or size < high):
            above, high = action, size
    if below < 0 and above < 0:
        return -1
    chosen, size = below, low
    if below < 0:
        chosen, size = above, high
    elif above >= 0 and above != below:
        x, a, b = (to - level) / after, (low - level) / after, (high - level) / after
        if chance >= (b - x) * (1 + a) / ((b - a) * (1 + x)):
            chosen, size = above, high
    if (to - level) > NEAR * (size - level) or NEAR * (to - level) < (size - level):
        return -1
    return chosen
