"""How good a hand is: the share of the pot that it wins, by seeded run-outs (R17, R26-R32).

The one idea: what a seat does not see is equally likely to be any card that it does not see. So
deal the rest at random many times, see each time what part of the pot the hand takes, and
average. Variants need nothing of their own here, `holding` knows them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from cincinnati.cards import PACK, Card
from cincinnati.engine.hands import LINES, Holding, holding, suit_card
from cincinnati.engine.view import View
from cincinnati.rules import BOARD_CARDS, PRIVATE_CARDS, Ruleset, Split, SuitShare, Wild


def final_share(view: View, *, opponents: int, runs: int, rng: Random) -> float:
    """The mean share, 0 to 1, against 1 to 7 random hands when all cards are turned.

    ``runs`` ≥ 1 is how often the rest is dealt. Raises `ValueError` for a spectator's view.
    """
    return _mean_share(view, opponents, runs, rng, BOARD_CARDS)


def share_now(view: View, *, opponents: int, runs: int, rng: Random) -> float:
    """The same if no further card were turned."""
    return _mean_share(view, opponents, runs, rng, len(_board(view)))


def _mean_share(view: View, opponents: int, runs: int, rng: Random, turned: int) -> float:
    own, board = _own_cards(view), _board(view)
    known = {*own, *board}
    unseen = [card for card in PACK if card not in known]
    to_come = turned - len(board)
    drawn = to_come + PRIVATE_CARDS * opponents
    total = 0.0
    for _ in range(runs):
        dealt = rng.sample(unseen, drawn)
        others = [
            dealt[start : start + PRIVATE_CARDS] for start in range(to_come, drawn, PRIVATE_CARDS)
        ]
        total += pot_share(view.rules, own, others, board + dealt[:to_come])
    return total / runs


def pot_share(
    rules: Ruleset, own: Sequence[Card], others: Sequence[Sequence[Card]], board: Sequence[Card]
) -> float:
    """The share of a pot, 0 to 1, that a hand takes from the others on this board."""
    mine = holding(rules, own, board)
    if rules.split is Split.NONE:
        return _part(mine.high(), (holding(rules, hand, board).high() for hand in others))
    theirs = [holding(rules, hand, board) for hand in others]
    high = _part(mine.high(), (held.high() for held in theirs))
    scores = [
        score
        for held, hand in zip(theirs, others, strict=True)
        if (score := _second_score(rules, held, hand, board)) is not None
    ]
    my_score = _second_score(rules, mine, own, board)
    if my_score is None:
        return high / 2 if scores else high
    return (high + _part(my_score, scores)) / 2


def _part(mine: int, theirs: Iterable[int]) -> float:
    """1 for the best score, a fraction of it when others tie, 0 when one is better."""
    best = 1
    for score in theirs:
        if score > mine:
            return 0.0
        best += score == mine
    return 1 / best


def _second_score(
    rules: Ruleset, held: Holding, private: Sequence[Card], board: Sequence[Card]
) -> int | None:
    """What competes for the other half, the higher the better; ``None`` takes no part in it."""
    if rules.split is Split.LOW8:
        low = held.low()
        return None if low is None else -low
    card = suit_card(rules, private, board)
    if card is None:
        return None
    return card.rank if rules.suit_share is SuitShare.HIGHEST else -card.rank


def cost(rules: Ruleset, opponents: int) -> int:
    """What one run-out costs, in units of about a microsecond (2.6 GHz)."""
    lines = len(LINES[rules.layout])
    high = 8 if rules.wild is not Wild.NONE else 1
    low = 2 if rules.split is Split.LOW8 else 0
    return (1 + opponents) * (4 + lines * (high + low))


def _own_cards(view: View) -> list[Card]:
    """The viewer's private cards."""
    if view.position is None:
        raise ValueError("a spectator has no cards")
    return [card for card in view.players[view.position].cards if card is not None]


def _board(view: View) -> list[Card]:
    return [card for card in view.board if card is not None]
