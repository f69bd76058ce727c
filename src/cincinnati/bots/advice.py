"""What the expert would do in somebody's place, and why: numbers and codes, no sentences.

The one idea: the expert's own look-up, without its chance. What it would do now and then has its
probability beside it, and the reasons are read off the numbers that a player can check:
his share of the pot, and the price of a call.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from cincinnati.bots import heuristics, menu
from cincinnati.bots.levels import LEVELS
from cincinnati.bots.player import Chances, action_for, fitting, weights_for, wished
from cincinnati.bots.shelf import SHIPPED, Shelf
from cincinnati.bots.story import Story, story_of
from cincinnati.bots.strength import MOST, RUNS, points
from cincinnati.engine.actions import Action
from cincinnati.engine.view import View
from cincinnati.rules import BOARD_CARDS, Limit

SEED = 0
"""Whoever asks twice is told the same."""
_EXPERT = LEVELS["expert"]
_BLUFF_BELOW = 0.4
_SELDOM = 0.15


class Reason(Enum):
    """Why an action may be right; codes for the catalogues."""

    VALUE = "value"
    """A bet or raise with a hand that wins more than its part."""
    BLUFF = "bluff"
    """A bet or raise with a hand that would lose more often than not."""
    POT_ODDS_GOOD = "pot_odds_good"
    """The hand wins more than a call costs."""
    POT_ODDS_BAD = "pot_odds_bad"
    FREE_CARD = "free_card"
    """Checking costs nothing, and a card is to come."""
    NO_TABLE = "no_table"
    """No policy knows this decision: it is what a simple tight player does."""


class Option(Struct, frozen=True):
    """An action that the expert knows here, and how often it takes it, 0 to 1."""

    action: Action
    chance: float


class Advice(Struct, frozen=True, kw_only=True):
    """What there is to say of a decision; shares and probabilities from 0 to 1."""

    options: tuple[Option, ...]
    """Folding first, then by the chips that they put in; not every amount is among them."""
    best: Action
    """The most frequent one."""
    share_of_one: float
    """The part of the pot that the hand wins against one random hand."""
    share_of_all: float
    """The same against as many as are still in."""
    opponents: int
    pot: int
    """What there is to win before a call, in chips."""
    call: int
    """What a call costs, in chips."""
    pot_odds: float
    """The share from which on a call pays for itself, 0 if it is free."""
    reasons: tuple[Reason, ...]


def advise(view: View, shelf: Shelf = SHIPPED) -> Advice:
    """The expert's advice; raises `ValueError` if it is not the viewer's turn."""
    story = story_of(view)
    strength = points(story.own, story.board, view.rules)
    share_of_one = share_of_all = strength / (MOST * RUNS)
    if story.opponents > 1:
        share_of_all = points(story.own, story.board, view.rules, opponents=story.opponents) / (
            MOST * RUNS
        )
    parts = _by_policy(view, story, strength, shelf)
    known = any(parts)
    if not known:
        chances = Chances.of(SEED, story, len(view.moves))
        parts[wished(heuristics.TIGHT, share_of_one, story, chances)] = 1
    options = _options(view, story, parts)
    best = max(range(menu.ACTIONS), key=parts.__getitem__)
    due = view.legal is not None and view.legal.bring_in
    reasons = _reasons(story, parts, share_of_one, share_of_all, due=due)
    return Advice(
        options=options,
        best=action_for(view, story, best),
        share_of_one=share_of_one,
        share_of_all=share_of_all,
        opponents=story.opponents,
        pot=story.pot,
        call=story.call,
        pot_odds=story.odds,
        reasons=reasons if known else (*reasons, Reason.NO_TABLE),
    )


def _by_policy(view: View, story: Story, strength: int, shelf: Shelf) -> list[int]:
    """The weights of the five actions after purification; all 0 if no policy knows."""
    weights = weights_for(view, story, strength, SEED, shelf)
    parts = fitting(_EXPERT, story, weights, limited=view.rules.limit is not Limit.NO)
    if any(weights) and not any(parts):
        call_only = any(weights[menu.HALF :]) or not story.call
        return [0 if call_only else 1, 1 if call_only else 0, 0, 0, 0]
    whole = sum(parts)
    return [part if 100 * part >= _EXPERT.purify * whole else 0 for part in parts]


def _options(view: View, story: Story, parts: list[int]) -> tuple[Option, ...]:
    """Every action of the menu, those included that the expert never takes here."""
    there = [
        action
        for action in range(menu.ACTIONS)
        if action == menu.CALL or (action == menu.FOLD and story.call) or story.size(action)
    ]
    whole = sum(parts)
    return tuple([Option(action_for(view, story, each), parts[each] / whole) for each in there])


def _reasons(
    story: Story, parts: list[int], share_of_one: float, share_of_all: float, *, due: bool
) -> tuple[Reason, ...]:
    """What speaks for the actions that the expert takes more than seldom."""
    whole = sum(parts)
    reasons = []
    if sum(parts[menu.HALF :]) > _SELDOM * whole:
        if share_of_all > 1 / (1 + story.opponents):
            reasons.append(Reason.VALUE)
        elif share_of_one < _BLUFF_BELOW:
            reasons.append(Reason.BLUFF)
    if story.call:
        good = share_of_all > story.odds
        reasons.append(Reason.POT_ODDS_GOOD if good else Reason.POT_ODDS_BAD)
    elif not due and parts[menu.CALL] > _SELDOM * whole and story.turned < BOARD_CARDS:
        reasons.append(Reason.FREE_CARD)
    return tuple(reasons)
