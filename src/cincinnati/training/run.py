"""A training as it goes on: its deals, its checkpoints, how fast it is and how strong by now.

The one idea: the clock decides when something is told and saved, and never what is trained. So it
does not matter how often a training is interrupted, or how busy the machine is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from typing import Protocol
from zipfile import BadZipFile, is_zipfile

import numpy as np
from filelock import FileLock, Timeout
from msgspec import MsgspecError, Struct
from msgspec.structs import replace

from cincinnati.arena.decks import deck_of
from cincinnati.arena.entrants import Entrant
from cincinnati.arena.kernels.book import book_of
from cincinnati.arena.kernels.choice import row_of
from cincinnati.arena.kernels.hands import play
from cincinnati.arena.kernels.strength import cards_of_rules
from cincinnati.arena.match import Direction, Match
from cincinnati.arena.results import Interval, gain
from cincinnati.bots.levels import LEVELS, YARDSTICKS
from cincinnati.bots.menu import SIZES
from cincinnati.bots.policy import Header, Kind, Policy, policy_of
from cincinnati.bots.shelf import SHIPPED, Shelf
from cincinnati.engine import Deal
from cincinnati.errors import RulesError
from cincinnati.training.job import Job, Plan
from cincinnati.training.kept import MEASURING, Dealing, pool_in

CHUNK = 1.0
"""Seconds between two reports, about."""
FIRST = 100
"""Iterations of the first chunk, when it is not known how fast they are."""
BETWEEN = 300.0
"""Seconds between two checkpoints."""
MATCH_DEALS = 3000
"""Deals of a match that says how strong a training is by now."""
HERO, OPPONENT = "expert", "tight-aggressive"
LARGE = 6
"""Seats of the larger table at which a policy for several is measured."""

Gains = Mapping[int, Interval]
"""By number of seats: what a policy wins from copies of `OPPONENT`, in thousandths of a minimum bet
a hand."""


class Report(Struct, frozen=True, kw_only=True):
    """How far it is."""

    done: int
    """Iterations so far."""
    speed: float
    """Nodes a second."""
    seconds: float
    """To the end, at this pace."""


class Listener(Dealing, Protocol):
    """Who watches a training."""

    def resumed(self, done: int) -> None:
        """A checkpoint of so many iterations was there."""

    def trained(self, report: Report) -> None:
        """A chunk was trained."""

    def saved(self, report: Report, gains: Gains) -> None:
        """A checkpoint was written; the policy was as strong as this then."""


class Pace(Struct):
    """How fast it goes."""

    iterations: int = 0
    nodes: int = 0
    seconds: float = 0.0

    def took(self, iterations: int, nodes: int, seconds: float) -> None:
        """Count a chunk."""
        self.iterations += iterations
        self.nodes += nodes
        self.seconds += seconds

    @property
    def chunk(self) -> int:
        """Iterations that will take `CHUNK` seconds; approached in steps, as it may be slower."""
        if not self.iterations:
            return FIRST
        return max(1, min(4 * self.iterations, int(CHUNK * self.iterations / self.seconds)))

    def report(self, done: int, iterations: int) -> Report:
        """How far it is with ``done`` of so many iterations."""
        return Report(
            done=done,
            speed=self.nodes / self.seconds,
            seconds=(iterations - done) * self.seconds / self.iterations,
        )


def paced(
    step: Callable[[int], int], done: int, iterations: int, stopped: Callable[[], bool]
) -> Iterator[Report]:
    """Take ``step`` with the number of iterations of a chunk again and again; reports after each.

    A step returns the nodes that it visited. The end is when all iterations are done, or when it
    is stopped.
    """
    if done < iterations and not stopped():
        step(1)  # it is compiled first, which says nothing about the pace
        done += 1
    pace = Pace()
    while done < iterations and not stopped():
        chunk = min(pace.chunk, iterations - done)
        began = perf_counter()
        nodes = step(chunk)
        pace.took(chunk, nodes, perf_counter() - began)
        done += chunk
        yield pace.report(done, iterations)


def train(plan: Plan, folder: Path, listener: Listener, *, anew: bool = False) -> bytes | None:
    """The file of a policy that is trained to the end of its plan; ``None`` if it was stopped.

    Goes on from a checkpoint in the folder if there is one, unless it begins ``anew``; leaves one
    in any case. Raises `RulesError` if the checkpoint cannot be used or somebody else is training
    the same, `KeyboardInterrupt` if it is stopped before there is anything to keep.
    """
    known = lines_for(plan)
    folder.mkdir(parents=True, exist_ok=True)
    file = checkpoint_in(folder, plan)
    try:
        with FileLock(f"{file}.lock", timeout=0):
            return _train(plan, known, folder, file, listener, anew=anew)
    except Timeout:
        raise RulesError("checkpoint", f"another process is at it: {file}") from None


def checkpoint_in(folder: Path, plan: Plan) -> Path:
    """Where the checkpoint of a plan is; plans that differ in iterations alone share it."""
    parts = f"stack-{plan.stack}-seed-{plan.seed}-deals-{plan.deals}-{version('cincinnati')}"
    return folder / f"{plan.name}-{parts}.npz"


def _train(
    plan: Plan, known: Policy | None, folder: Path, file: Path, listener: Listener, *, anew: bool
) -> bytes | None:
    pool = pool_in(folder, plan.rules, seed=plan.seed, deals=plan.deals, listener=listener)
    job = Job(plan, pool, known)
    if file.exists() and not anew:
        _resume(job, file)
        listener.resumed(job.trainer.done)
    last, report = perf_counter(), Report(done=job.trainer.done, speed=0.0, seconds=0.0)
    for report in paced(job.train, job.trainer.done, plan.iterations, listener.stopped):
        listener.trained(report)
        if perf_counter() - last >= BETWEEN and report.done < plan.iterations:
            job.save(file)
            listener.saved(report, standing(job.policy(), plan))
            last = perf_counter()
    job.save(file)
    if job.trainer.done < plan.iterations:
        return None
    made = job.file()
    listener.saved(replace(report, done=job.trainer.done), standing(policy_of(made), plan))
    return made


def lines_for(plan: Plan, shelf: Shelf = SHIPPED) -> Policy | None:
    """The policy beside which answers are learned; ``None`` if none are.

    Raises `RulesError` if there is none for these stakes.
    """
    if plan.sizes == SIZES:
        return None
    rules = replace(plan.rules, players=2, stack=plan.stack)
    opening = Deal.start(rules, stacks=[plan.stack] * 2, deck=deck_of(0, 0))
    for policy in shelf.lines(opening.view(0)):
        if policy.header.sizes == SIZES and policy.header.stack == plan.stack:
            return policy
    raise RulesError(
        "sizes", f"no lines for bets of {SIZES[0]},{SIZES[1]} are there to go with these stakes"
    )


def _resume(job: Job, file: Path) -> None:
    try:
        if not is_zipfile(file):  # NumPy would leave it open
            raise BadZipFile("it is cut off")
        job.resume(file)
    except RulesError:
        raise
    except (OSError, ValueError, KeyError, EOFError, BadZipFile, MsgspecError) as error:
        raise RulesError(
            "checkpoint", f"{file} cannot be read ({error}); begin anew, which replaces it"
        ) from None
    if job.trainer.done > job.plan.iterations:
        raise RulesError(
            "iterations",
            f"{job.trainer.done} are done already; so many or more, or begin anew",
        )


def standing(policy: Policy, plan: Plan) -> dict[int, Interval]:
    """How strong a policy is: heads-up, and one for several seats at a larger table too.

    Nothing for one that answers other bets, which nobody makes here.
    """
    if plan.sizes != SIZES:
        return {}
    lines = plan.kind is Kind.LINE
    seats = (2,) if lines else dict.fromkeys((2, min(LARGE, plan.seats)))
    book = book_of(None, [policy]) if lines else book_of(policy)
    players = np.stack([row_of(LEVELS[HERO], 0), row_of(YARDSTICKS[OPPONENT], 0)])
    gains = {}
    for count in seats:
        rules = replace(plan.rules, players=count, stack=plan.stack)
        match = Match.between(
            Entrant(HERO),
            Entrant(OPPONENT),
            Direction.ONE,
            rules,
            deals=MATCH_DEALS,
            seed=plan.seed + MEASURING,
        )
        chips = np.zeros((match.deals, len(match.bots)), dtype=np.int64)
        play(
            cards_of_rules(rules),
            (book, book),
            players,
            np.array(match.seatings),
            np.array([rules.stack, rules.ante, rules.min_bet, rules.rounds, plan.turned_first]),
            match.seed,
            0,
            match.deals,
            chips,
            np.zeros(len(match.bots), dtype=np.int64),
        )
        gains[count] = gain(match, chips, 0).times(1000 / match.unit)
    return gains


def plan_of(header: Header) -> Plan:
    """The plan that a policy was made by."""
    plan = Plan(
        preset=header.preset,
        seats=header.seats,
        sizes=header.sizes,
        key=Kind.SITUATION if header.seats == 2 and header.stack is None else None,
        iterations=header.iterations,
        seed=header.seed,
        deals=header.deals,
    )
    return plan if header.stack is None else replace(plan, stack=header.stack)
