"""One training, from its plan to its policy file.

The one idea: everything is counted in iterations, never in seconds, and iteration n draws its
chance from the seed and from n alone. So a training that was interrupted goes on as if it had not
been, and the same plan gives the same policy on the same kind of machine.
"""

from __future__ import annotations

import os
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol

import msgspec
import numba
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from cincinnati.arena.kernels.book import unpacked
from cincinnati.bots import menu
from cincinnati.bots.policy import Header, Kind, Policy, file_of, policy_of
from cincinnati.bots.situation import SITUATIONS
from cincinnati.bots.strength import MOST, RUNS
from cincinnati.errors import RulesError
from cincinnati.rules import BOARD_CARDS, MOST_PLAYERS, Limit, Ruleset
from cincinnati.rules.presets import preset
from cincinnati.training import lines, situations
from cincinnati.training.pool import Pool, buckets_of, cuts_of
from cincinnati.training.quantized import (
    FIFTEENTHS,
    FIFTHS,
    LEAST,
    packed,
    visits_of,
    weights_of,
)
from cincinnati.training.regrets import ROW, Learned
from cincinnati.training.tree import BOTH, NONE, Stakes, Tree, answering, built

BUCKETS = 50
ROWS = 60_000
"""More situations than ever came up; those hardly met are left out of the file."""
MOST_KEPT = 19_999
"""Situations in a file: those that are met most often. What is left out is less than one decision
in a thousand."""
SKEW = 1.5
"""See `cuts_of`: at tables of several seats the winner is mostly among the best hands."""
SEAT_WEIGHTS = (1.0, 1.0, 1.0, 1.0, 1.5, 2.0, 2.5)
"""How often 2, 3, ... 8 seats are trained: the more there are, the slower it is learned."""
SIZES = ((50, 100), (33, 150), (75, 300), (20, 200))
"""Pairs of bets, in percent of the pot, that situations are trained with at a table of two; the
menu's first. Larger tables know no others."""
LARGEST_SIZE = 1000
SHORTEST, DEEPEST = 10, 300
"""Stacks of half the deals at tables of several seats, in chips at a minimum bet of 2."""


class Plan(Struct, frozen=True, kw_only=True):
    """What is trained; raises `RulesError` if it cannot be."""

    preset: str
    seats: int = MOST_PLAYERS
    """Situations are trained at 2 to so many seats, whole betting lines at 2 alone."""
    sizes: tuple[int, int] = menu.SIZES
    """The other's bets in percent of the pot, on lines; with others than the menu's it is learned
    how to answer them, and until he makes one the hand is played by the lines' own policy."""
    key: Kind | None = None
    """By what decisions are found: lines heads-up and situations else, if it does not say. Heads-up
    situations are trained with bets of any size, for hands that leave the lines."""
    iterations: int
    seed: int = 1
    deals: int = 250_000
    stack: int = 100

    def __post_init__(self) -> None:
        for option, value, least, most in (
            ("seats", self.seats, 2, MOST_PLAYERS),
            ("iterations", self.iterations, 1, 10**10),
            ("seed", self.seed, 0, 2**62),
            ("deals", self.deals, 100, 5_000_000),
            ("stack", self.stack, 4, 1_000),
        ):
            if not least <= value <= most:
                raise RulesError(option, f"{least} to {most}, not {value}")
        check_sizes(self.sizes)
        if self.sizes != menu.SIZES and self.kind is not Kind.LINE:
            raise RulesError("sizes", "other bets are learned to be answered on lines, by 2 seats")
        if self.key is Kind.LINE and self.seats != 2:
            raise RulesError("key", "whole betting lines are for 2 seats; take situation")
        if self.rules.limit is not Limit.NO or self.rules.blinds or self.rules.bring_in:
            raise RulesError("preset", "policies are trained without limit, blinds and bring-in")

    @property
    def rules(self) -> Ruleset:
        """The preset's; raises `RulesError` if there is none."""
        return preset(self.preset)

    @property
    def turned_first(self) -> int:
        """Community cards turned before the first betting round, 0 or 1."""
        return BOARD_CARDS + 1 - self.rules.rounds

    @property
    def kind(self) -> Kind:
        """By what decisions are found."""
        return self.key or (Kind.LINE if self.seats == 2 else Kind.SITUATION)

    @property
    def name(self) -> str:
        """The policy's file name without the suffix."""
        if self.kind is not Kind.LINE:
            return f"{self.preset}-{self.seats}-seats"
        sizes = "" if self.sizes == menu.SIZES else "-{}-{}".format(*self.sizes)
        return f"{self.preset}-heads-up{sizes}"


def check_sizes(sizes: tuple[int, int]) -> None:
    """Two bets in percent of the pot; raises `RulesError` if they cannot be."""
    small, large = sizes
    if not 1 <= small < large <= LARGEST_SIZE:
        raise RulesError(
            "sizes", f"two, the smaller first, 1 to {LARGEST_SIZE}, not {small},{large}"
        )


class Trainer(Protocol):
    """A training under way."""

    done: int
    """Iterations so far."""
    learned: Learned

    def train(self, iterations: int) -> int:
        """So many more; returns the nodes that were visited."""

    def index(self) -> tuple[NDArray[np.int64], bytes]:
        """Which rows go into the file, and the index that finds them."""

    def state(self) -> dict[str, NDArray[np.generic]]:
        """What a checkpoint keeps beside ``learned``."""

    def restore(self, kept: dict[str, NDArray[np.generic]], done: int) -> None:
        """Go on from a checkpoint."""


class LineTrainer:
    """Heads-up: the tree of all lines, or the trees of those with another's bets."""

    def __init__(
        self, plan: Plan, pool: Pool, cuts: NDArray[np.int16], known: Policy | None
    ) -> None:
        self.plan, self.pool, self.done = plan, pool, 0
        rules = plan.rules
        stakes = Stakes(plan.stack, rules.ante, rules.min_bet, rules.rounds)
        self.tree: Tree = built(stakes)
        if known is not None:
            self.tree = answering(self.tree, plan.sizes, stakes)
        self.learned: Learned = np.zeros((len(self.tree.player), BUCKETS, ROW), dtype=np.float32)
        if known is not None:
            own = np.flatnonzero((self.tree.hero == self.tree.player) & (self.tree.known != NONE))
            self.learned[own] = lines.fixed(unpacked(known)[self.tree.known[own]])
        self._buckets = buckets_of(pool.points, cuts)

    def train(self, iterations: int) -> int:
        """See `Trainer`."""
        visited = lines.iterate(
            self.tree,
            self.learned,
            self._buckets,
            self.pool.highs,
            self.pool.halves,
            self.plan.turned_first,
            self.plan.seed,
            self.done,
            self.done + iterations,
        )
        self.done += iterations
        return visited

    def index(self) -> tuple[NDArray[np.int64], bytes]:
        """See `Trainer`: nodes with two bytes each; on trees of a hero those that he came to."""
        if self.tree.hero[0] == BOTH:
            rows, inner = np.arange(len(self.learned)), self.tree.inner_mask
        else:
            visits = visits_of(self.learned, self.done).sum(axis=1)
            rows, inner = self.tree.met(visits >= LEAST)
        return rows, self.tree.menu_mask[rows].tobytes() + inner.tobytes()

    def state(self) -> dict[str, NDArray[np.generic]]:
        """See `Trainer`."""
        return {"learned": self.learned}

    def restore(self, kept: dict[str, NDArray[np.generic]], done: int) -> None:
        """See `Trainer`."""
        self.learned[:] = kept["learned"]
        self.done = done


class SituationTrainer:
    """Two to eight seats: situations."""

    def __init__(self, plan: Plan, pool: Pool, cuts: NDArray[np.int16]) -> None:
        self.plan, self.done = plan, 0
        rules = plan.rules
        weights = np.array(SEAT_WEIGHTS[: plan.seats - 1])
        self._stakes = situations.Stakes(
            rules.ante,
            rules.min_bet,
            rules.rounds,
            plan.turned_first,
            plan.stack,
            SHORTEST,
            DEEPEST,
            np.cumsum(weights / weights.sum()),
            np.array(SIZES if plan.seats == 2 else SIZES[:1]),
        )
        self._hands = situations.Hands(buckets_of(pool.points, cuts), pool.highs, pool.halves)
        kinds = len(self._stakes.sizes)
        rows = ROWS if kinds == 1 else 2 * ROWS
        self.learned: Learned = np.zeros((rows, BUCKETS, ROW), dtype=np.float32)
        self._index = np.full(SITUATIONS * kinds, -1, dtype=np.int32)
        self._used = np.zeros(1, dtype=np.int64)

    def train(self, iterations: int) -> int:
        """See `Trainer`."""
        visited = situations.iterate(
            self._stakes,
            self.learned,
            self._index,
            self._hands,
            self.plan.seed,
            self.done,
            self.done + iterations,
            self._used,
        )
        self.done += iterations
        return visited

    def index(self) -> tuple[NDArray[np.int64], bytes]:
        """See `Trainer`: the situations that were met often enough, ascending."""
        numbers = np.flatnonzero(self._index[:SITUATIONS] >= 0)
        rows = self._index[numbers].astype(np.int64)
        visits = visits_of(self.learned[rows], self.done).sum(axis=1)
        often = np.zeros(len(rows), dtype=np.bool_)
        often[np.argsort(-visits, kind="stable")[:MOST_KEPT]] = True
        kept = often & (visits >= LEAST)
        return rows[kept], numbers[kept].astype("<u4").tobytes()

    def state(self) -> dict[str, NDArray[np.generic]]:
        """See `Trainer`."""
        return {"learned": self.learned, "index": self._index, "used": self._used}

    def restore(self, kept: dict[str, NDArray[np.generic]], done: int) -> None:
        """See `Trainer`."""
        learned = kept["learned"]  # of fewer rows, if an older version has kept it
        self.learned[: len(learned)] = learned
        self._index[:] = kept["index"]
        self._used[:] = kept["used"]
        self.done = done


class Job:
    """A plan with its pool of deals; `train` it, and take the policy."""

    def __init__(self, plan: Plan, pool: Pool, known: Policy | None = None) -> None:
        self.plan = plan
        self._beside = known.header.sha256 if known else ""
        if plan.kind is Kind.LINE:
            self.cuts = cuts_of(pool.points, BUCKETS) if known is None else _cuts(known)
            self.trainer: Trainer = LineTrainer(plan, pool, self.cuts, known)
        else:
            self.cuts = cuts_of(pool.points, BUCKETS, SKEW)
            self.trainer = SituationTrainer(plan, pool, self.cuts)

    def train(self, iterations: int) -> int:
        """So many more iterations, but none beyond the plan; returns the nodes visited."""
        return self.trainer.train(min(iterations, self.plan.iterations - self.trainer.done))

    def file(self) -> bytes:
        """The policy as it is now, as the bytes of its file."""
        rows, index = self.trainer.index()
        fine = self.plan.kind is Kind.LINE and self.plan.sizes == menu.SIZES
        parts = FIFTEENTHS if fine else FIFTHS
        weights = weights_of(self.trainer.learned[rows], self.trainer.done, parts)
        return file_of(self._header(len(rows)), index, packed(weights))

    def policy(self) -> Policy:
        """The same, to be played."""
        return policy_of(self.file())

    def _header(self, cells: int) -> Header:
        plan = self.plan
        played = range(plan.turned_first, BOARD_CARDS + 1)
        return Header(
            kind=plan.kind,
            preset=plan.preset,
            rounds=plan.rules.rounds,
            seats=plan.seats,
            stack=plan.stack if plan.kind is Kind.LINE else None,
            sizes=plan.sizes,
            ante=plan.rules.ante,
            min_bet=plan.rules.min_bet,
            seed=plan.seed,
            iterations=self.trainer.done,
            deals=plan.deals,
            versions={
                "cincinnati": version("cincinnati"),
                "numba": numba.__version__,
                "numpy": np.__version__,
            },
            buckets=BUCKETS,
            runs=RUNS,
            cuts=tuple(
                tuple(int(cut) for cut in self.cuts[turned]) if turned in played else ()
                for turned in range(BOARD_CARDS + 1)
            ),
            cells=cells,
        )

    def save(self, file: Path) -> None:
        """Write a checkpoint; an older one is replaced only when the new one is whole."""
        plan = np.frombuffer(msgspec.json.encode(self.plan), dtype=np.uint8)
        fresh = file.with_suffix(".new.npz")
        kept: dict[str, Any] = {"plan": plan, "done": np.array([self.trainer.done])}
        kept["beside"] = np.array([self._beside])
        np.savez(fresh, **(kept | self.trainer.state()))
        os.replace(fresh, file)

    def resume(self, file: Path) -> None:
        """Go on from a checkpoint; raises `RulesError` if it is another plan's.

        More iterations than the checkpoint's plan had are welcome.
        """
        with np.load(file) as kept:
            plan = msgspec.json.decode(kept["plan"].tobytes(), type=Plan)
            if _alike(plan) != _alike(self.plan):
                raise RulesError("checkpoint", f"{file.name} is of another training: {plan}")
            if self._beside and kept["beside"][0] != self._beside:
                raise RulesError("checkpoint", f"{file.name} was trained beside other lines")
            self.trainer.restore(dict(kept), int(kept["done"][0]))


def _cuts(policy: Policy) -> NDArray[np.int16]:
    """Those of a policy; the last of all where no round has so few cards turned."""
    empty = (MOST * RUNS,) * (BUCKETS - 1)
    return np.array([cuts or empty for cuts in policy.header.cuts], dtype=np.int16)


def _alike(plan: Plan) -> Plan:
    """The same for plans that may share a checkpoint."""
    return msgspec.structs.replace(plan, iterations=1, key=plan.kind)
