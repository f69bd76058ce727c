"""A player made of a `Spec`: from a view to an action, always a legal one.

The one idea: what it wants is one of five abstract actions; the chips that these mean here and now
are on the menu of its `story`. All chance comes from its seed and from what it sees, so the
same view gets the same answer, on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec import Struct

from cincinnati.bots import heuristics, menu
from cincinnati.bots.choice import blurred, picked, repriced
from cincinnati.bots.draws import MASK, advanced, below, mixed, spread, unit
from cincinnati.bots.levels import LEVELS, STYLES, YARDSTICKS, Spec
from cincinnati.bots.policy import Policy, Weights
from cincinnati.bots.shelf import SHIPPED, Shelf
from cincinnati.bots.situation import ATTEMPTS, other_price, taken_pot
from cincinnati.bots.story import Story, line_of, story_of
from cincinnati.bots.strength import MOST, RUNS, points
from cincinnati.engine.actions import Action, BringIn, Call, Fold, Raise
from cincinnati.engine.view import View
from cincinnati.rules import Limit

NOTHING: Weights = (0, 0, 0, 0, 0)
ODD, PASSIVE, FAVOURITE = 3, 7, 11
"""What keeps one chance apart from another."""


class Player:
    """A bot of ours; it may play by the policies of another folder than the package's."""

    def __init__(self, spec: Spec, seed: int, shelf: Shelf = SHIPPED) -> None:
        self.spec = spec
        self.seed = seed & MASK
        self.shelf = shelf

    def act(self, view: View) -> Action:
        """One of the legal actions; raises `ValueError` if it is not this player's turn."""
        story = story_of(view)
        chances = Chances.of(self.seed, story, len(view.moves))
        strength = self._points(view, story)
        action = -1
        if self.spec.table:
            action = self._by_policy(view, story, chances, strength)
        if action < 0:
            action = wished(self.spec.kind, strength / (MOST * RUNS), story, chances)
        if self.spec.size and action in (menu.HALF, menu.POT):
            return Raise(to=odd_size(self.spec.size, story, chances))
        return action_for(view, story, action)

    def choose(self, presets: Sequence[str]) -> str | None:
        """His favourite game, always the same one for a seed; a rookie knows no other."""
        if self.spec.kind == heuristics.ROOKIE or not presets:
            return None
        return presets[below(mixed(self.seed, FAVOURITE), len(presets))]

    def _points(self, view: View, story: Story) -> int:
        kind = self.spec.kind
        if kind in (heuristics.RANDOM, heuristics.STATION):
            return 0  # they never look at their cards
        opponents = story.opponents if kind in heuristics.COUNTING else 1
        return points(story.own, story.board, view.rules, opponents=opponents)

    def _by_policy(self, view: View, story: Story, chances: Chances, strength: int) -> int:
        """What a policy says, or -1 if there is none for this."""
        weights = weights_for(
            view, story, strength, self.seed, self.shelf, self.spec.blur, chances.state
        )
        if not any(weights):
            return -1
        limited = view.rules.limit is not Limit.NO
        parts = fitting(self.spec, story, weights, limited=limited)
        action = picked(*parts, purify=self.spec.purify, chance=chances.first)
        if action < 0:
            raising = any(weights[menu.HALF :])
            action = menu.CALL if raising or not story.call else menu.FOLD
        if action >= menu.HALF and 100 * chances.passive < self.spec.passive:
            return menu.CALL
        return action


class Chances(Struct, frozen=True):
    """The chance of one decision."""

    first: float
    second: float
    noise: float
    """Around 0 with standard deviation 1."""
    passive: float
    state: int

    @classmethod
    def of(cls, seed: int, story: Story, moves: int) -> Chances:
        """The same for equal seeds, cards and numbers of moves."""
        state = mixed(mixed(mixed(seed, story.own), sum(story.board)), moves)
        then = advanced(state)
        last = advanced(then)
        return cls(unit(state), unit(then), spread(last), unit(mixed(last, PASSIVE)), last)


class Row(Struct, frozen=True):
    """Where a policy has a decision."""

    policy: Policy
    cell: int
    taken: int
    """What there would be to win before a call if the bet were what it is taken for, in chips."""

    def weights(self, story: Story, strength: int, blur: int, state: int) -> Weights:
        """Those for a hand with so many points; all 0 if the policy does not know."""
        bucket = self.policy.bucket(story.turned, strength)
        if bucket is None:
            return NOTHING
        buckets = self.policy.header.buckets
        bucket = repriced(bucket, buckets, story.pot, self.taken)
        return self.policy.weights(self.cell, blurred(bucket, buckets, blur, state))


def weights_for(
    view: View, story: Story, strength: int, seed: int, shelf: Shelf, blur: int = 0, state: int = 0
) -> Weights:
    """How often a policy takes each of the five actions; all 0 if none knows this decision.

    ``blur`` and ``state`` as for `blurred`.
    """
    for row in rows_of(view, story, seed, shelf):
        weights = row.weights(story, strength, blur, state)
        if any(weights):
            return weights
    return NOTHING


def rows_of(view: View, story: Story, seed: int, shelf: Shelf) -> Iterator[Row]:
    """The rows that serve a decision: by its betting line if it can be, then by its situation."""
    for lines in shelf.lines(view):
        steps = list(line_of(view, seed, lines.header.sizes))
        node = lines.node((step.action for step in steps), view.position or 0)
        if node is not None:
            yield Row(lines, node, story.pot + (steps[-1].missing if steps else 0))
    situations = shelf.situations(view.rules, story.dealt_in)
    if situations is None:
        return
    asked = story.situation
    others = [other_price(asked, attempt) for attempt in range(ATTEMPTS)]
    for number in (asked, *others):
        if number >= 0 and (cell := situations.cell(number)) is not None:
            taken = taken_pot(asked, number, situations.any_size, story.call, story.pot)
            yield Row(situations, cell, taken)
            return


def fitting(spec: Spec, story: Story, weights: Weights, *, limited: bool) -> Weights:
    """The weights in the player's style, without what is not on the menu.

    Policies are trained without a limit. Where there is one (``limited``) a size that is too large
    or too small becomes the nearest that there is, else nobody would ever bet.
    """
    factors = (spec.folds, spec.calls, spec.raises, spec.raises, spec.raises)
    parts = [weight * factor for weight, factor in zip(weights, factors, strict=True)]
    if not story.call:
        parts[menu.CALL] += parts[menu.FOLD]
        parts[menu.FOLD] = 0
    for action in (menu.HALF, menu.POT, menu.ALL_IN):
        if not story.size(action):
            part, parts[action] = parts[action], 0
            if limited and (nearest := story.fitted(action)) != menu.CALL:
                parts[nearest] += part
    fold, call, half, pot, all_in = parts
    return fold, call, half, pot, all_in


def wished(kind: int, share: float, story: Story, chances: Chances) -> int:
    """What one of the simple players does, who may misjudge his share of the pot."""
    wish = heuristics.decided(
        kind,
        share + heuristics.NOISE[kind] * chances.noise,
        story.call,
        story.pot,
        story.raises,
        story.against,
        story.opponents,
        chances.first,
        chances.second,
    )
    return story.fitted(wish)


def odd_size(size: int, story: Story, chances: Chances) -> int:
    """What a bet of ``size`` percent of the pot makes of the level, or, for -1, of any part of it.

    Any part is from a fifth to four pots.
    """
    if size < 0:
        size = 20 + int(unit(mixed(chances.state, ODD)) * 380)
    to = story.level + (story.after * size + 99) // 100
    return min(max(to, story.least), story.all_in)


def action_for(view: View, story: Story, action: int) -> Action:
    """An abstract action of the menu as a legal one."""
    if action == menu.FOLD:
        return Fold()
    if action == menu.CALL:
        due = view.legal is not None and view.legal.bring_in
        return BringIn() if due else Call()
    return Raise(to=story.size(action))


rookie = partial(Player, LEVELS["rookie"])
casual = partial(Player, LEVELS["casual"])
regular = partial(Player, LEVELS["regular"])
strong = partial(Player, LEVELS["strong"])
expert = partial(Player, LEVELS["expert"])
expert_tight = partial(Player, STYLES["expert-tight"])
expert_loose = partial(Player, STYLES["expert-loose"])
expert_aggressive = partial(Player, STYLES["expert-aggressive"])
expert_timid = partial(Player, STYLES["expert-timid"])
random = partial(Player, YARDSTICKS["random"])
station = partial(Player, YARDSTICKS["station"])
tight_aggressive = partial(Player, YARDSTICKS["tight-aggressive"])
pot_odds = partial(Player, YARDSTICKS["pot-odds"])
maniac = partial(Player, YARDSTICKS["maniac"])
heuristic = partial(Player, YARDSTICKS["heuristic"])
multi_way = partial(Player, YARDSTICKS["multi-way"])
third_pot = partial(Player, YARDSTICKS["third-pot"])
three_quarters = partial(Player, YARDSTICKS["three-quarters"])
pot_and_half = partial(Player, YARDSTICKS["pot-and-half"])
three_pots = partial(Player, YARDSTICKS["three-pots"])
any_size = partial(Player, YARDSTICKS["any-size"])
