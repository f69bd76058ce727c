"""From the weights of a policy to one action.

The one idea: a policy keeps five small whole numbers a cell, and all that a level or a style
changes is these weights. Plain Python on numbers: the arena compiles it as it stands.
"""

from __future__ import annotations

from cincinnati.bots.menu import ALL_IN, CALL, FOLD, HALF, POT


def picked(
    fold: int, call: int, half: int, pot: int, all_in: int, purify: int, chance: float
) -> int:
    """One of the five actions, with probabilities like the weights (whole, ≥ 0), -1 if all are 0.

    Actions with less than ``purify`` percent of the whole are left out, but never the most
    frequent ones; ``chance`` is 0 to 1.
    """
    whole = fold + call + half + pot + all_in
    if whole == 0:
        return -1
    least = min(purify * whole, 100 * max(fold, call, half, pot, all_in))
    fold = fold if 100 * fold >= least else 0
    call = call if 100 * call >= least else 0
    half = half if 100 * half >= least else 0
    pot = pot if 100 * pot >= least else 0
    all_in = all_in if 100 * all_in >= least else 0
    at = int(chance * (fold + call + half + pot + all_in))
    if at < fold:
        return FOLD
    at -= fold
    if at < call:
        return CALL
    at -= call
    if at < half:
        return HALF
    return POT if at - half < pot else ALL_IN


def blurred(bucket: int, buckets: int, by: int, state: int) -> int:
    """A bucket at most ``by`` off; ``state`` is a state of `draws`."""
    if by == 0:
        return bucket
    off = ((state >> 31) * (2 * by + 1) >> 32) - by
    return min(max(bucket + off, 0), buckets - 1)


def repriced(bucket: int, buckets: int, pot: int, taken: int) -> int:
    """The bucket that a hand counts as where a bet is taken for one of another size.

    To keep a bet of x pots from winning at once, 1 in 1 + x has to stand against it: against a
    larger bet than it is taken for a hand must be nearer to the top by as much, against a smaller
    one it may be further from it. ``pot`` is what there is to win before the call, in chips, and
    ``taken`` what there would be if the bet were what it is taken for.
    """
    if pot == taken:
        return bucket
    from_top = (2 * (buckets - bucket) - 1) * pot // (2 * taken)
    return max(buckets - 1 - from_top, 0)
