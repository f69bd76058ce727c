"""How the simple players decide: the yardsticks of the arena and the lower levels.

The one idea: each knows one number, ``share``: how much of the pot it would win against hands at
random (ties half). What it does with it and with the price of a call is its whole character. The
function is plain Python on numbers, so that the arena can compile it as it stands.
"""

from __future__ import annotations

from cincinnati.bots.menu import ALL_IN, CALL, FOLD, HALF, POT

RANDOM, STATION, TIGHT, POT_ODDS, MANIAC, HEURISTIC, MULTIWAY = range(7)
ROOKIE, CASUAL, REGULAR = range(7, 10)
COUNTING = (MULTIWAY, REGULAR)
"""Those who set their hand against all who are still in, not against one."""
NOISE = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.25, 0.10, 0.15)
"""How far each misjudges its share, as a standard deviation."""


def decided(
    kind: int,
    share: float,
    call: int,
    pot: int,
    raises: int,
    against: int,
    opponents: int,
    first: float,
    second: float,
) -> int:
    """The abstract action wished for; `menu.fitted` makes it possible.

    ``pot`` is what there is to win before a call; ``raises``: bets and raises of this round;
    ``against``: 1 if somebody else bet or raised last in the round before; ``first`` and ``second``
    are two chances from 0 to 1.
    """
    odds = call / (pot + call) if call > 0 else 0.0
    if kind == RANDOM:
        return min(int(first * 5), 4)
    if kind == STATION:
        return CALL
    if kind in (TIGHT, MULTIWAY, REGULAR):
        return _tight(kind, share, odds, call, opponents)
    if kind in (POT_ODDS, CASUAL):
        return _pot_odds(share, odds, call, first, second)
    if kind == MANIAC:
        if call > 0:
            if share > 0.35 and first < 0.6:
                return POT
            return CALL if share > odds else FOLD
        return POT if (first < 0.6 if share > 0.35 else first < 0.3) else CALL
    if kind == HEURISTIC:
        return _heuristic(share - 0.10 * raises - 0.05 * against, odds, call, first)
    return _rookie(share, odds, call, first)


def _tight(kind: int, share: float, odds: float, call: int, opponents: int) -> int:
    """Tight-aggressive; against many, what it asks for shrinks with the fair share."""
    bets, raises, calls = 0.62, 0.80, 0.50
    if kind != TIGHT and opponents > 1:
        # The same part of the way from a fair share of the pot to all of it.
        fair = 1.0 / (1 + opponents)
        bets, raises = fair + 0.24 * (1 - fair), fair + 0.60 * (1 - fair)
        calls = fair
    if call == 0:
        return POT if share > bets else CALL
    if share > raises:
        return POT
    return CALL if share > max(odds + 0.12, calls) else FOLD


def _pot_odds(share: float, odds: float, call: int, first: float, second: float) -> int:
    if call == 0:
        if share > 0.55:
            if first < 0.7:
                return HALF if second < 0.5 else POT
            return CALL
        return HALF if first < 0.08 else CALL
    if share > 0.72 and first < 0.6:
        return POT
    return CALL if share > odds + 0.05 else FOLD


def _heuristic(share: float, odds: float, call: int, first: float) -> int:
    if call == 0:
        if share > 0.58:
            return POT if first < 0.7 else HALF
        return POT if share < 0.25 and first < 0.15 else CALL
    if share > 0.74:
        return POT
    return CALL if share > odds else FOLD


def _rookie(share: float, odds: float, call: int, first: float) -> int:
    """Calls too much, and hardly ever dares to raise."""
    if call == 0:
        return HALF if share > 0.75 and first < 0.3 else CALL
    if share > 0.95 and first < 0.3:
        return ALL_IN
    return CALL if share > 0.4 * odds else FOLD
