"""Attacks on a frozen bot, from what is tried to what it wins.

The one idea: an attacker is trained on some deals and measured on others, so what is told is what
it would win at a table. It is a lower bound of what the bot gives away, nothing more.
"""

from __future__ import annotations

from functools import partial
from importlib.metadata import version
from pathlib import Path

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from cincinnati.arena.decks import deck_of
from cincinnati.arena.kernels.betting import SEATS
from cincinnati.arena.kernels.book import book_of, first_children
from cincinnati.arena.kernels.choice import row_of
from cincinnati.arena.kernels.strength import cards_of_rules
from cincinnati.arena.results import Interval
from cincinnati.bots import menu
from cincinnati.bots.levels import LEVELS, STYLES, YARDSTICKS, Spec, spec_of
from cincinnati.bots.policy import Header, Kind, Policy, file_of
from cincinnati.bots.shelf import SHIPPED, Shelf
from cincinnati.bots.situation import SITUATIONS
from cincinnati.bots.strength import RUNS
from cincinnati.engine import Deal
from cincinnati.errors import RulesError
from cincinnati.rules import Ruleset
from cincinnati.training.attack import Exploiter, Victim, iterate, measure
from cincinnati.training.job import BUCKETS, ROWS, Plan, check_sizes
from cincinnati.training.kept import MEASURING, pool_in
from cincinnati.training.pool import Pool, buckets_of, cuts_of
from cincinnati.training.quantized import FIFTEENTHS, FIFTHS, packed, weights_of
from cincinnati.training.regrets import ROW
from cincinnati.training.run import Listener, paced
from cincinnati.training.tree import Stakes, answering, built

CLASSES = (25, BUCKETS, 100)
"""Classes of strength that an attacker may tell apart."""
MOST_FRESH = 1_000_000


class Siege(Struct, frozen=True, kw_only=True):
    """What is tried against whom; raises `RulesError` if it cannot be."""

    bot: str
    """One of `attackable`, as ``NAME`` or ``NAME@FOLDER``."""
    plan: Plan
    """The table, and how long it is trained on what."""
    key: Kind
    """What the attacker remembers of the betting: the whole line, or its situation alone."""
    buckets: int
    """Classes of strength that it tells apart."""
    sizes: tuple[int, int]
    """Its two bets in percent of the pot; all-in it may go in any case."""
    fresh: int
    """Deals on which it is measured."""

    def __post_init__(self) -> None:
        spec = _spec(self.bot)
        if self.buckets not in CLASSES:
            raise RulesError("buckets", f"{', '.join(map(str, CLASSES))}, not {self.buckets}")
        check_sizes(self.sizes)
        if self.key is Kind.LINE and self.plan.seats != 2:
            raise RulesError("key", "whole betting lines are for 2 seats; take situation")
        if self.key is Kind.LINE and spec.size:
            raise RulesError("key", f"{self.bot!r} leaves the betting lines; take situation")
        if not 2 <= self.fresh <= MOST_FRESH:
            raise RulesError("fresh", f"2 to {MOST_FRESH}, not {self.fresh}")

    @property
    def rules(self) -> Ruleset:
        """Those of the table."""
        return replace(self.plan.rules, players=self.plan.seats, stack=self.plan.stack)

    @property
    def playable(self) -> bool:
        """Whether the attacker plays as the bots do, so that it can have a policy file."""
        return self.buckets == BUCKETS and self.sizes == menu.SIZES

    @property
    def measuring_seed(self) -> int:
        """The seed of the deals on which it is measured."""
        return self.plan.seed + MEASURING


class Outcome(Struct, frozen=True, kw_only=True):
    """What came out of it."""

    siege: Siege
    policies: tuple[Header, ...]
    """Those that the bot played by; without any it plays by heart."""
    nodes: int
    """That were visited in training."""
    chips: Interval
    """What the attacker wins a hand, in chips."""
    file: bytes | None
    """The attacker's own policy, if it is `Siege.playable`."""

    @property
    def thousandths(self) -> Interval:
        """The same in thousandths of a minimum bet."""
        return self.chips.times(1000 / self.siege.rules.min_bet)

    @property
    def hands(self) -> int:
        """Hands on which it was measured."""
        return self.siege.fresh * _hands_a_deal(self.siege.plan.seats)


def attackable() -> tuple[str, ...]:
    """Who can be attacked: all bots of which there is a compiled twin."""
    return (*LEVELS, *STYLES, *YARDSTICKS)


class Attacker:
    """What is trained."""

    def __init__(self, siege: Siege, pool: Pool) -> None:
        plan = siege.plan
        self.siege, self.done, self.nodes = siege, 0, 0
        self._pool, self._cuts = pool, cuts_of(pool.points, siege.buckets)
        self._buckets = buckets_of(pool.points, self._cuts)
        self._menus, inner = np.zeros(0, dtype=np.uint8), np.zeros(0, dtype=np.uint8)
        rows, roots = ROWS, np.zeros(1, dtype=np.int64)
        if siege.key is Kind.LINE:
            ante, min_bet = siege.rules.ante, siege.rules.min_bet
            stakes = Stakes(plan.stack, ante, min_bet, siege.rules.rounds)
            tree = built(stakes)
            if siege.sizes != menu.SIZES:
                tree = answering(tree, siege.sizes, stakes)
            self._menus, inner = tree.menu_mask, tree.inner_mask
            rows = len(inner)
            roots = tree.roots[::-1].copy()  # the hero is the bot, in the other position
        self.exploiter = Exploiter(
            learned=np.zeros((rows, siege.buckets, ROW), dtype=np.float32),
            rows=np.full(SITUATIONS, -1, dtype=np.int32),
            used=np.zeros(1, dtype=np.int64),
            inner=inner,
            first=first_children(inner, roots.max() + 1),
            roots=roots,
            sizes=np.array(siege.sizes, dtype=np.int64),
        )

    def train(self, victim: Victim, iterations: int) -> int:
        """So many more iterations; returns the nodes that were visited."""
        visited = iterate(
            victim,
            self.exploiter,
            self._pool,
            self._buckets,
            self.siege.plan.seed,
            self.done,
            self.done + iterations,
        )
        self.done += iterations
        self.nodes += visited
        return visited

    def measured(self, victim: Victim, pool: Pool) -> Interval:
        """What it wins a hand on these deals, in chips."""
        gains = np.zeros(len(pool.own))
        buckets = buckets_of(pool.points, self._cuts)
        measure(victim, self.exploiter, pool, buckets, self.siege.measuring_seed, gains)
        hands = _hands_a_deal(self.siege.plan.seats)
        return Interval.of(np.rint(gains * hands).astype(np.int64), hands)

    def file(self) -> bytes:
        """Its policy file."""
        plan, rules = self.siege.plan, self.siege.rules
        lines = self.siege.key is Kind.LINE
        if lines:
            rows = np.arange(len(self.exploiter.learned))
            index = self._menus.tobytes() + self.exploiter.inner.tobytes()
        else:
            met = np.flatnonzero(self.exploiter.rows >= 0)
            rows, index = self.exploiter.rows[met].astype(np.int64), met.astype("<u4").tobytes()
        header = Header(
            kind=self.siege.key,
            preset=plan.preset,
            rounds=rules.rounds,
            seats=plan.seats,
            stack=plan.stack if lines else None,
            ante=rules.ante,
            min_bet=rules.min_bet,
            seed=plan.seed,
            iterations=self.done,
            deals=plan.deals,
            versions={name: version(name) for name in ("cincinnati", "numba", "numpy")},
            buckets=self.siege.buckets,
            runs=RUNS,
            cuts=tuple(
                tuple(cuts.tolist()) if turned >= plan.turned_first else ()
                for turned, cuts in enumerate(self._cuts)
            ),
            cells=len(rows),
        )
        parts = FIFTEENTHS if lines else FIFTHS
        weights = weights_of(self.exploiter.learned[rows], self.done, parts)
        return file_of(header, index, packed(weights))


def usual_key(bot: str, seats: int) -> Kind:
    """Whole betting lines where they can be followed; raises `RulesError` as `Siege` does."""
    follows = seats == 2 and not _spec(bot).size
    return Kind.LINE if follows else Kind.SITUATION


def lay(siege: Siege, folder: Path, listener: Listener) -> Outcome:
    """Train the attacker and measure it; pools of deals are kept in the folder.

    Raises `KeyboardInterrupt` if the listener stops it, `PolicyError` for a policy that is damaged.
    """
    folder.mkdir(parents=True, exist_ok=True)
    plan = siege.plan
    victim, policies = victim_of(siege)
    pool = partial(pool_in, folder, plan.rules, listener=listener)
    attacker = Attacker(siege, pool(seed=plan.seed, deals=plan.deals))
    fresh = pool(seed=siege.measuring_seed, deals=siege.fresh)
    for report in paced(partial(attacker.train, victim), 0, plan.iterations, listener.stopped):
        listener.trained(report)
    if attacker.done < plan.iterations:
        raise KeyboardInterrupt
    return Outcome(
        siege=siege,
        policies=policies,
        nodes=attacker.nodes,
        chips=attacker.measured(victim, fresh),
        file=attacker.file() if siege.playable else None,
    )


def victim_of(siege: Siege) -> tuple[Victim, tuple[Header, ...]]:
    """The bot at its table, and the policies that it plays by there."""
    plan, rules = siege.plan, siege.rules
    spec = _spec(siege.bot)
    folder = siege.bot.partition("@")[2]
    shelf = Shelf(Path(folder)) if folder else SHIPPED
    situations: Policy | None = None
    lines: tuple[Policy, ...] = ()
    if spec.table:
        opening = Deal.start(rules, stacks=[plan.stack] * plan.seats, deck=deck_of(0, 0))
        situations = shelf.situations(rules, plan.seats)
        lines = shelf.lines(opening.view(0))
    book = book_of(situations, lines)
    victim = Victim(
        player=row_of(spec, 0),
        books=(book, book),
        cards=cards_of_rules(rules),
        seats=plan.seats,
        stack=plan.stack,
        ante=rules.ante,
        min_bet=rules.min_bet,
        rounds=rules.rounds,
        turned_first=plan.turned_first,
    )
    return victim, tuple(policy.header for policy in (*lines, situations) if policy is not None)


def _spec(bot: str) -> Spec:
    name, at, folder = bot.partition("@")
    spec = spec_of(name)
    if spec is None:
        raise RulesError(
            "bot",
            f"{bot!r} cannot be attacked: it takes a bot of which there is a compiled twin, "
            f"{', '.join(attackable())}; with other policies it is NAME@FOLDER",
        )
    if at and not Path(folder).is_dir():
        raise RulesError("bot", f"{bot!r}: there is no folder {folder!r}")
    return spec


def _hands_a_deal(seats: int) -> int:
    """As `attack.measure` plays them: the eight hands in groups, each in every seating."""
    return SEATS // seats * seats
