"""How good a hand is: what part of the pot it wins on run-outs (R17, R26-R32).

The one idea: what a seat does not see is equally likely to be any card that it does not see. So the
rest is dealt many times, and it is counted how often the hand wins. Counts are whole numbers and
chance comes from the cards themselves, so the same cards have the same strength everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from cincinnati.bots.draws import INCREMENT, MASK, MULTIPLIER, mixed
from cincinnati.bots.worth import low_score, lowest_rank, suit_score, wild_value
from cincinnati.cards import NO_CARDS, PACK, CardSet, cards_of_ranks
from cincinnati.engine.hands import LINES, wild_ranks
from cincinnati.ranking import high_value
from cincinnati.rules import BOARD_CARDS, PRIVATE_CARDS, Layout, Ruleset, Split, SuitShare, Wild

RUNS = 300
"""Run-outs of a decision."""
MOST = 4
"""Points of a run-out that is won outright."""
_REMEMBERED = 64
"""Hands: a player is asked more than once a round, with the same cards."""


def share(
    own: CardSet, board: Sequence[CardSet], rules: Ruleset, *, opponents: int = 1, runs: int = RUNS
) -> float:
    """The part of the pot, 0 to 1, that a hand wins; as `points`, in which ties count half."""
    return points(own, board, rules, opponents=opponents, runs=runs) / (MOST * runs)


def points(
    own: CardSet, board: Sequence[CardSet], rules: Ruleset, *, opponents: int = 1, runs: int = RUNS
) -> int:
    """What a hand gets in all against 1 to 7 random hands, 0 to 4 a run-out.

    ``own`` are the five private cards, ``board`` the community cards in the order turned.
    """
    return _points(own, tuple(board), rules, opponents, runs)


@lru_cache(maxsize=_REMEMBERED)
def _points(
    own: CardSet, board: tuple[CardSet, ...], rules: Ruleset, opponents: int, runs: int
) -> int:
    turned = sum(board)
    state = mixed(mixed(mixed(0, own), turned), opponents)
    deck = [card.bit for card in PACK if not card.bit & (own | turned)]
    to_come = BOARD_CARDS - len(board)
    need = to_come + PRIVATE_CARDS * opponents
    hands = [slice(at, at + PRIVATE_CARDS) for at in range(to_come, need, PRIVATE_CARDS)]
    dealt = _run_outs(state, deck, need, runs)
    plain = rules.wild is Wild.NONE and rules.layout is Layout.ROW
    if plain and rules.split is Split.NONE:
        return 2 * _plain_points(own, turned, to_come, hands, dealt)
    return _any_points(rules, own, board, hands, dealt)


def _run_outs(state: int, deck: list[CardSet], need: int, runs: int) -> Iterator[list[CardSet]]:
    """The deck with its first cards dealt anew, so many times; it is always the same list."""
    draws = tuple((place, len(deck) - place) for place in range(need))
    for _ in range(runs):
        for place, left in draws:
            # `draws.advanced` and `draws.below`; calling them would take twice the time.
            state = (state * MULTIPLIER + INCREMENT) & MASK
            other = place + ((state >> 31) * left >> 32)
            deck[place], deck[other] = deck[other], deck[place]
        yield deck


def _plain_points(
    own: CardSet, turned: int, to_come: int, hands: list[slice], dealt: Iterator[list[CardSet]]
) -> int:
    """2 for each run-out won and 1 for each tie, where the best hand takes all of it."""
    total = 0
    for deck in dealt:
        board = turned | sum(deck[:to_come])
        mine = high_value(CardSet(own | board))
        score = 2
        for hand in hands:
            theirs = high_value(CardSet(board | sum(deck[hand])))
            if theirs >= mine:
                score = 1
                if theirs > mine:
                    score = 0
                    break
        total += score
    return total


def _any_points(
    rules: Ruleset,
    own: CardSet,
    board: Sequence[CardSet],
    hands: list[slice],
    dealt: Iterator[list[CardSet]],
) -> int:
    """What `points` says, by any rules."""
    to_come, places = BOARD_CARDS - len(board), LINES[rules.layout]
    low_hole, split = rules.wild is Wild.LOW_HOLE, rules.split is not Split.NONE
    total = 0
    for deck in dealt:
        cards = [*board, *deck[:to_come]]
        lines = [sum([cards[place] for place in line]) for line in places]
        common = _common_wild(rules, cards)
        wild = lowest_rank(own) if low_hole else common
        mine = _high(own, lines, wild)
        mine_too = _half(rules, own, lines, wild, cards[-1]) if split else 0
        high, half = 2, 2 if split else 0
        for hand in hands:
            theirs = CardSet(sum(deck[hand]))
            wild = lowest_rank(theirs) if low_hole else common
            if high:
                high = min(high, _against(mine, _high(theirs, lines, wild)))
            if half:
                other = _half(rules, theirs, lines, wild, cards[-1])
                half = min(half, _against(mine_too, other) if other else 2)
            if not high and not half:
                break
        # If nobody has a hand for the other half, the best hand takes both (R30, R31).
        shared = split and (mine_too or not half)
        total += high + half if shared else 2 * high
    return total


def _against(mine: int, theirs: int) -> int:
    """2 for the better of two, 1 for a tie, 0 for the worse."""
    return 2 if mine > theirs else int(mine == theirs)


def _high(own: CardSet, lines: Sequence[int], wild: CardSet) -> int:
    """The best value over the lines."""
    if wild:
        return max([wild_value(CardSet(own | line), wild) for line in lines])
    return max([high_value(CardSet(own | line)) for line in lines])


def _half(rules: Ruleset, own: CardSet, lines: Sequence[int], wild: CardSet, last: CardSet) -> int:
    """What a hand has for the other half of the pot, 0 for nothing."""
    if rules.split is Split.LOW8:
        return max([low_score(CardSet(own | line), wild) for line in lines])
    return suit_score(own, last, highest=rules.suit_share is SuitShare.HIGHEST)


def _common_wild(rules: Ruleset, board: Sequence[CardSet]) -> CardSet:
    """All cards that are wild for everybody, with the whole board turned."""
    match rules.wild:
        case Wild.LOWEST_BOARD:
            return lowest_rank(sum(board))
        case Wild.LAST_BOARD:
            return lowest_rank(board[-1])
        case Wild.RANKS:
            return cards_of_ranks(wild_ranks(rules, (), ()))
        case _:
            return NO_CARDS
