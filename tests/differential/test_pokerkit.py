"""PokerKit, an engine by others, plays our base game card by card and agrees (R1-R19).

Random deals with many short stacks; and, pinned one by one, the places where PokerKit is known
not to play the rules. Of these the three short all-ins in a row do not come up in the random
deals, and are not excused there.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from cincinnati.cards import Deck
from cincinnati.engine import Call, Fold, Legal, Raise
from differential.lockstep import Excuse, Lockstep, Move, pokerkit_shares
from home_game import deck_for

CHUNKS = 9
DEALS_A_CHUNK = 40


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_deals_are_played_alike(chunk: int) -> None:
    rng = Random(f"cincinnati and pokerkit {chunk}")
    excused: Counter[Excuse] = Counter()
    wholly = 0
    for _ in range(DEALS_A_CHUNK):
        excuses = played_in_both(rng)
        excused.update(excuses)
        wholly += not excuses
    why = ", ".join(f"{excuse.value}: {excused[excuse]}" for excuse in Excuse)
    print(f"{wholly} of {DEALS_A_CHUNK} deals agree wholly; excused by {why}")
    assert wholly >= 0.9 * DEALS_A_CHUNK


def played_in_both(rng: Random) -> set[Excuse]:
    """Play a random deal to its end; what had to be excused."""
    players = rng.randint(2, 8)
    stacks = [rng.choice([rng.randint(1, 4), rng.randint(5, 40), 100]) for _ in range(players)]
    boldness = rng.choice([0.1, 0.3, 0.5])
    both = Lockstep(stacks, Deck.shuffled(rng))
    both.compare()
    while (legal := both.ours.legal) is not None:
        both.act(random_move(legal, rng, boldness))
        both.compare()
    return both.excuses


def random_move(legal: Legal, rng: Random, boldness: float) -> Move:
    """A bet or raise as often as bold, of the least, a little more, or everything; else call."""
    if legal.raise_to is not None and rng.random() < boldness:
        least, most = legal.raise_to
        return Raise(to=rng.choice([least, min(most, least + rng.randint(1, 9)), most]))
    return Fold() if legal.fold and rng.random() < 0.2 else Call()


@pytest.mark.rule(12)
@pytest.mark.parametrize(
    ("stacks", "actions", "ours", "theirs"),
    [
        # checked, then faces an all-in of 1, which is no full bet
        ([100, 2, 100], [Call(), Raise(to=1), Call()], None, (3, 99)),
        # called an all-in of 1, then faces one of 2
        ([2, 100, 3, 100], [Raise(to=1), Call(), Raise(to=2), Call()], None, (4, 99)),
        # bet 10, then faces three short all-ins: the first two make a full raise together
        (
            [101, 17, 23, 28, 101],
            [Raise(to=10), Raise(to=16), Raise(to=22), Raise(to=27), Call()],
            (37, 100),
            None,
        ),
    ],
)
def test_pokerkit_reopens_at_other_moments(
    stacks: list[int],
    actions: list[Move],
    ours: tuple[int, int] | None,
    theirs: tuple[int, int] | None,
) -> None:
    both = Lockstep(stacks, deck_for(len(stacks)))
    both.act(*actions)
    assert both.our_offer().raise_to == ours
    assert both.their_offer() == both.our_offer()._replace(raise_to=theirs)


@pytest.mark.rule(18)
def test_pokerkit_gives_all_odd_chips_to_one_winner() -> None:
    """A pot of 11 among three who play the board."""
    both = Lockstep([100] * 5, deck_for(5, board="TsJsQsKsAs"))
    both.act(Raise(to=2), Call(), Call(), Fold(), Fold(), *[Call()] * 12)
    assert both.ours.stacks == (101, 101, 100, 99, 99)
    assert tuple(both.theirs.stacks) == pokerkit_shares(both.ours) == (102, 100, 100, 99, 99)


@pytest.mark.rule(18)
def test_pokerkit_divides_pots_together_when_the_losers_have_mucked() -> None:
    """Pots of 5 and 3, and the first two share both with a straight."""
    hands = "Tc4c5d6d7h Th4d5h6c7c 2c3d3h8c9d 4h5s7s8d9c 3s4s6h8h9h"
    both = Lockstep([100, 100, 1, 1, 2], deck_for(5, hands, "AsKsQdJh2d"))
    both.act(Call(), Call(), Raise(to=1), Call(), Call(), *[Call()] * 8)
    assert both.ours.stacks == (103, 101, 0, 0, 0)
    assert tuple(both.theirs.stacks) == pokerkit_shares(both.ours) == (102, 102, 0, 0, 0)
