"""Bots: how fast policies are trained, matches are played, and one decision is made."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

import numpy as np
from msgspec.structs import replace

from bench.rounds import Contestant, Section, Series, interleaved, rate, times_as_fast, under
from cincinnati import Deal, Deck, View
from cincinnati.arena.entrants import Entrant
from cincinnati.arena.fast import FastEngine
from cincinnati.arena.match import Direction, Match
from cincinnati.arena.plain import PlainEngine
from cincinnati.arena.played import Engine
from cincinnati.bots import make
from cincinnati.rules.presets import PRESETS
from cincinnati.training.job import Job, Plan
from cincinnati.training.pool import pool_of

ROUNDS = 5
POOL = 5_000
"""Deals that the trainers take their hands from."""


def training() -> Section:
    """Decisions a second that training visits, on one core."""
    pool = pool_of(PRESETS["cincinnati"], seed=1, deals=POOL)
    jobs = {
        "betting lines, 2 seats": (2, 20_000),
        "situations, 2 to 8 seats": (8, 3_000),
    }
    series = interleaved(
        [
            Contestant(name, partial(rate, partial(_job(seats, pool), iterations)))
            for name, (seats, iterations) in jobs.items()
        ],
        rounds=ROUNDS,
    )
    return Section(
        title="Training",
        unit="decisions/s",
        comparison="the first is × as fast",
        compare=times_as_fast,
        series=series,
        targets=(),
        notes=f"Decisions that the walks of `cincinnati train` visit, one core, {POOL:,} deals. "
        "No other trainer plays Cincinnati, so there is nobody to compare with.",
    )


def _job(seats: int, pool: object) -> Callable[[int], int]:
    plan = Plan(preset="cincinnati", seats=seats, iterations=10**9, deals=POOL)
    return Job(plan, pool).train  # type: ignore[arg-type]


def arena() -> Section:
    """Hands a second, both engines."""
    contestants = []
    for seats in (2, 6):
        for name, engine, deals in (
            ("compiled", FastEngine(), 3_000),
            ("plain", PlainEngine(slow=1.0), 20),
        ):
            match = Match.between(
                Entrant("expert"),
                Entrant("tight-aggressive"),
                Direction.ONE,
                replace(PRESETS["cincinnati"], players=seats),
                deals=deals,
                seed=1,
            )
            measured = partial(rate, partial(_hands, engine, match))
            contestants.append(Contestant(f"{name}, {seats} seats", measured))
    return Section(
        title="Arena",
        unit="hands/s",
        comparison="the first is × as fast",
        compare=times_as_fast,
        series=interleaved(contestants, rounds=ROUNDS),
        targets=(),
        notes="`cincinnati arena expert tight-aggressive`, one core: whole hands, the same "
        "decisions in both engines.",
    )


def _hands(engine: Engine, match: Match) -> int:
    engine.play(match, 0, match.deals)
    return match.hands


def decisions() -> Section:
    """Milliseconds that 99 of 100 decisions take, in plain Python."""
    contestants = [
        Contestant(f"{bot}, {preset}", partial(_slowest, bot, list(_views(preset, 150))))
        for preset in ("cincinnati", "liz", "hi-lo", "crisscross")
        for bot in ("regular", "expert")
    ]
    series = interleaved(contestants, rounds=ROUNDS)
    worst = max(each.median for each in series)
    return Section(
        title="Decisions",
        unit="µs",
        comparison="× the first",
        compare=_ratio,
        series=series,
        targets=(under("the slowest of these, µs", worst, goal=20_000),),
        notes="How long 99 of 100 decisions of a bot take at most, in processor time, plain "
        "Python, four and six at the table. The browser, the terminal and servers use these.",
    )


def _ratio(series: Series, first: Series) -> str:
    return "1" if series is first else f"{series.median / first.median:.2f}"


def _slowest(bot: str, views: list[View]) -> float:
    player = make(bot, 1)
    player.act(views[0])  # the policy is read
    times = []
    for view in views:
        began = time.process_time_ns()
        player.act(view)
        times.append((time.process_time_ns() - began) / 1000)
    return float(np.quantile(times, 0.99))


def _views(preset: str, count: int) -> Iterator[View]:
    """Decisions of games between regulars."""
    rng = Random(5)
    made = 0
    player = make("regular", 2)
    while True:
        seats = rng.choice((4, 6))
        deal = Deal.start(PRESETS[preset], stacks=[100] * seats, deck=Deck.shuffled(rng))
        while deal.to_act is not None:
            view = deal.view(deal.to_act)
            yield view
            made += 1
            if made == count:
                return
            deal = deal.act(player.act(view))
