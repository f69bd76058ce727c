"""A decision as a policy sees it, apart from the cards: one number, the *situation*.

The one idea: what went before is forgotten but for what matters most. Kept are who is left, how
many cards are turned, where one sits, what a call costs against the pot, how deep the stacks
are, how often this round was raised, who had the initiative, and on how many earlier rounds
each side bet or raised. The function is plain Python on whole numbers, so that the arena and
the trainer can compile it as it stands.
"""

from __future__ import annotations

OPPONENTS = 6
CARDS_TURNED = 6
PLACES = 6
FACING = 7
DEPTHS = 8
STORIES = 8
COUNTS = 9
SITUATIONS = OPPONENTS * CARDS_TURNED * PLACES * FACING * DEPTHS * STORIES * COUNTS
"""More than there are numbers of situations; few thousand of them come up."""

NOBODY, ME, OTHER = 0, 1, 2
"""Who bet or raised last, in the whole deal."""


def opponents_class(opponents: int, dealt_in: int) -> int:
    """Heads-up from the start, heads-up since, two, three, four or five, six or seven."""
    if opponents == 1:
        return 0 if dealt_in == 2 else 1
    if opponents <= 3:
        return opponents
    return 4 if opponents <= 5 else 5


def facing_class(call: int, pot: int) -> int:
    """The price of a call against the pot, overbets split: 0 is free."""
    if call == 0:
        return 0
    part = 100 * call
    if part <= 25 * pot:
        return 1
    if part <= 42 * pot:
        return 2
    if part <= 55 * pot:
        return 3
    if part <= 70 * pot:
        return 4
    return 5 if part <= 85 * pot else 6


def depth_class(left: int, after: int) -> int:
    """What can still be bet after a call, against the pot then."""
    if left <= 0:
        return 0
    part = 100 * left
    if part <= 35 * after:
        return 1
    if part <= 80 * after:
        return 2
    if part <= 170 * after:
        return 3
    if part <= 350 * after:
        return 4
    if part <= 700 * after:
        return 5
    return 6 if part <= 1500 * after else 7


def story_class(raises: int, raised: int, initiative: int) -> int:
    """Nobody bet yet this round: who had the initiative; else how often, and whether I did."""
    if raises == 0:
        return initiative
    if raises == 1:
        return 3 if raised == 0 else 4
    if raises == 2:
        return 4 + raised
    return 6 + raised


def counts_class(opponents: int, mine: int, theirs: int) -> int:
    """Earlier rounds with a bet of mine, of anybody else's: the fewer opponents, the finer."""
    if opponents == 1:
        return 3 * min(mine, 2) + min(theirs, 2)
    return 3 * min(mine, 1) + min(theirs, 1) if opponents == 2 else 0


def situation(
    opponents: int,
    dealt_in: int,
    turned: int,
    last: int,
    behind: int,
    call: int,
    pot: int,
    left: int,
    raises: int,
    raised: int,
    initiative: int,
    mine: int,
    theirs: int,
) -> int:
    """The number of a situation, 0 to ``SITUATIONS`` - 1; amounts in chips.

    ``last``: 1 if nobody with chips sits behind in later rounds; ``behind``: how many may still
    act in this one after a call; ``pot``: what there is to win before a call; ``left``: what could
    be bet after it; ``raises`` of this round, ``raised``: 1 if one of them was mine;
    ``mine``, ``theirs``: earlier rounds with a bet or raise of mine, of anybody else.
    """
    kind = opponents_class(opponents, dealt_in)
    place = 3 * last + min(behind, 2)
    facing, depth = facing_class(call, pot), depth_class(left, pot + call)
    story = story_class(min(raises, 3), raised, initiative)
    counts = counts_class(opponents, mine, theirs)
    number = kind * CARDS_TURNED + turned
    number = number * PLACES + place
    number = number * FACING + facing
    number = number * DEPTHS + depth
    number = number * STORIES + story
    return number * COUNTS + counts


def other_price(number: int, attempt: int) -> int:
    """A situation like this one, but for the price of a call, or -1 if there is none.

    Sizes that nobody bets in training leave situations that no policy knows: they are taken for
    the next smaller size, for that of the pot if they are larger, and if there is no smaller one
    for the next larger; `choice.repriced` makes up for it.
    """
    facing = number // _PRICE % FACING
    if facing == 0:
        return -1
    smaller = min(facing - 1, POT_PRICE)
    other = smaller - attempt if attempt < smaller else attempt + 1 + (facing <= POT_PRICE)
    if other > POT_PRICE:
        return -1
    return number + (other - facing) * _PRICE


def taken_pot(number: int, met: int, any_size: int, call: int, pot: int) -> int:
    """What there would be to win if the bet were of the size that it is taken for, in chips.

    ``met`` is the situation with a row that is taken for this one. Heads-up with chips behind
    all bets of a class are of one size in training, if it was not with ``any_size``; elsewhere a
    situation is what it is.
    """
    price = met // _PRICE % FACING
    if number == met:
        if any_size:
            return pot
        heads_up = number < 2 * CARDS_TURNED * PLACES * FACING * _PRICE
        deep = number // (STORIES * COUNTS) % DEPTHS > 0
        if price not in (HALF_PRICE, POT_PRICE) or not heads_up or not deep:
            return pot
    before = pot - call
    if before <= 0:
        return pot
    parts = POT_PRICE + 1 - price
    return before + (before + parts - 1) // parts


_PRICE = DEPTHS * STORIES * COUNTS
HALF_PRICE, POT_PRICE = 2, 3
"""The classes of `facing_class` that bets of half the pot and of the pot are in, heads-up."""
ATTEMPTS = POT_PRICE
"""Of `other_price`."""
