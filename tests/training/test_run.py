"""A training as it goes on: interrupted, resumed, watched, and beside others."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from filelock import FileLock
from msgspec.structs import replace

from cincinnati.arena.entrants import Entrant
from cincinnati.arena.fast import FastEngine
from cincinnati.arena.match import Direction, Match
from cincinnati.arena.results import gain
from cincinnati.bots.policy import header_of, policy_of
from cincinnati.bots.shelf import SHIPPED, Shelf
from cincinnati.errors import RulesError
from cincinnati.training import job as jobs
from cincinnati.training import run
from cincinnati.training.job import Job, Plan
from cincinnati.training.kept import MEASURING
from cincinnati.training.pool import pool_of
from cincinnati.training.run import (
    FIRST,
    Pace,
    Report,
    checkpoint_in,
    lines_for,
    paced,
    plan_of,
    standing,
    train,
)
from training_watcher import Watcher

PLAN = Plan(preset="cincinnati", seats=2, iterations=2000, deals=100, stack=12)
SEVERAL = Plan(preset="cincinnati", seats=3, iterations=600, deals=100, stack=60)
ANSWERS = replace(PLAN, sizes=(33, 150))
every_kind = pytest.mark.parametrize(
    "plan", [PLAN, ANSWERS, SEVERAL], ids=["lines", "answers", "situations"]
)


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """Where answers find the lines that they go with; there are answers, too."""
    folder = tmp_path_factory.mktemp("there")
    lines = straight(PLAN)
    (folder / "b.policy").write_bytes(lines)
    answers = Job(ANSWERS, pool_of(PLAN.rules, seed=1, deals=100), policy_of(lines))
    answers.train(20)
    (folder / "a.policy").write_bytes(answers.file())
    return Shelf(folder)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch, there: Shelf) -> None:
    """Short chunks and matches, and small checkpoints."""
    monkeypatch.setattr(run, "lines_for", partial(lines_for, shelf=there))
    monkeypatch.setattr(run, "CHUNK", 1e-3)
    monkeypatch.setattr(run, "MATCH_DEALS", 20)
    monkeypatch.setattr(jobs, "ROWS", 9000)


def straight(plan: Plan) -> bytes:
    """The file of a training in one go."""
    pool = pool_of(plan.rules, seed=plan.seed, deals=plan.deals)
    job = Job(plan, pool, run.lines_for(plan))
    job.train(plan.iterations)
    return job.file()


# --- stopped, and gone on with ------------------------------------------------------------------


@every_kind
def test_a_plan_is_trained_to_its_end(plan: Plan, tmp_path: Path) -> None:
    watcher = Watcher()
    assert train(plan, tmp_path, watcher) == straight(plan)
    assert [report.done for report in watcher.reports][-1] == plan.iterations
    assert all(report.speed > 0 for report in watcher.reports)
    assert watcher.reports[-1].seconds == 0
    assert (watcher.again, [done for done, _ in watcher.checkpoints]) == ([], [plan.iterations])


@every_kind
def test_however_often_it_is_stopped_it_goes_on_as_if_nothing_had_been(
    plan: Plan, tmp_path: Path
) -> None:
    done = []
    while (made := train(plan, tmp_path, watcher := Watcher(chunks=2))) is None:
        assert watcher.checkpoints == []
        done.append(watcher.reports[-1].done)
        assert len(done) < 100
    assert len(done) >= 2
    assert watcher.again == done[-1:]
    assert made == straight(plan)


def test_more_iterations_go_on_from_what_is_finished(tmp_path: Path) -> None:
    train(PLAN, tmp_path, Watcher())
    longer, watcher = replace(PLAN, iterations=2500), Watcher()
    assert train(longer, tmp_path, watcher) == straight(longer)
    assert watcher.again == [2000]


def test_what_is_finished_is_written_again_without_training(tmp_path: Path) -> None:
    made, watcher = train(PLAN, tmp_path, Watcher()), Watcher()
    assert train(PLAN, tmp_path, watcher) == made
    assert (watcher.again, watcher.reports, watcher.made) == ([2000], [], [])


def test_fewer_iterations_than_are_done_are_refused(tmp_path: Path) -> None:
    train(PLAN, tmp_path, Watcher())
    shorter = replace(PLAN, iterations=1999)
    with pytest.raises(RulesError, match="iterations: 2000 are done already"):
        train(shorter, tmp_path, Watcher())
    assert train(shorter, tmp_path, Watcher(), anew=True) == straight(shorter)


@pytest.mark.parametrize("iterations", [1, 2])
def test_a_training_of_one_or_two_iterations(iterations: int, tmp_path: Path) -> None:
    for plan in (PLAN, SEVERAL):
        made = train(replace(plan, iterations=iterations), tmp_path, Watcher())
        assert made is not None
        assert header_of(made).iterations == iterations


def test_who_stops_while_deals_are_made_keeps_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    plan = replace(PLAN, deals=1000)
    with pytest.raises(KeyboardInterrupt):
        train(plan, tmp_path, Watcher(deals=500))
    assert [file.name for file in tmp_path.iterdir() if file.suffix != ".lock"] == []


@pytest.mark.parametrize("name", ["seats", "seed", "deals", "stack", "preset", "sizes"])
def test_every_plan_has_its_own_checkpoint(name: str, tmp_path: Path) -> None:
    other = {"seats": 3, "seed": 2, "deals": 101, "stack": 13, "preset": "classic",
             "sizes": (33, 150)}[name]  # fmt: skip
    changed = replace(PLAN, **{name: other})
    assert checkpoint_in(tmp_path, changed) != checkpoint_in(tmp_path, PLAN)
    longer = replace(PLAN, iterations=9)
    assert checkpoint_in(tmp_path, longer) == checkpoint_in(tmp_path, PLAN)


@pytest.mark.parametrize("left", [0, 5, 3000])
def test_a_damaged_checkpoint_is_named_and_can_be_replaced(left: int, tmp_path: Path) -> None:
    train(PLAN, tmp_path, Watcher())
    file = checkpoint_in(tmp_path, PLAN)
    file.write_bytes(file.read_bytes()[:left])
    with pytest.raises(RulesError, match=rf"checkpoint: .*{file.name} cannot be read.*begin anew"):
        train(PLAN, tmp_path, Watcher())
    assert train(PLAN, tmp_path, Watcher(), anew=True) == straight(PLAN)


def test_a_checkpoint_with_something_else_in_it_is_named(tmp_path: Path) -> None:
    with checkpoint_in(tmp_path, PLAN).open("wb") as file:
        np.savez(file, plan=np.frombuffer(b'{"preset": 7}', dtype=np.uint8), done=np.array([1]))
    with pytest.raises(RulesError, match=r"checkpoint: .* cannot be read"):
        train(PLAN, tmp_path, Watcher())


def test_nobody_trains_the_same_at_the_same_time(tmp_path: Path) -> None:
    file = checkpoint_in(tmp_path, PLAN)
    with (
        FileLock(f"{file}.lock"),
        pytest.raises(RulesError, match=rf"another process is at it: .*{file.name}"),
    ):
        train(PLAN, tmp_path, Watcher())
    assert train(PLAN, tmp_path, Watcher()) is not None


# --- what the clock decides ---------------------------------------------------------------------


def test_checkpoints_come_by_the_clock_and_change_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seconds = itertools.count()
    monkeypatch.setattr(run, "perf_counter", lambda: float(next(seconds)))
    monkeypatch.setattr(run, "CHUNK", 1.0)
    monkeypatch.setattr(run, "BETWEEN", 20.0)
    watcher = Watcher()
    assert train(PLAN, tmp_path, watcher) == straight(PLAN)
    # Chunks of a hundred, three looks at the clock each, which goes on by a second at a look.
    assert [done for done, _ in watcher.checkpoints] == [701, 1401, 2000]


def test_a_process_that_is_killed_loses_what_came_after_its_checkpoint(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Killed(Watcher):
        def trained(self, report: Report) -> None:
            super().trained(report)
            if len(self.reports) == 3:
                raise SystemError

    monkeypatch.setattr(run, "BETWEEN", 0.0)
    watcher, again = Killed(), Watcher()
    with pytest.raises(SystemError):
        train(PLAN, tmp_path, watcher)
    assert train(PLAN, tmp_path, again) == straight(PLAN)
    assert again.again == [watcher.reports[1].done]


def ticking(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """A clock that goes on when it is told to."""
    now = [0.0]
    monkeypatch.setattr(run, "perf_counter", lambda: now[0])

    def wait(seconds: float) -> None:
        now[0] += seconds

    return wait


def test_chunks_take_about_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "CHUNK", 1.0)
    wait, chunks = ticking(monkeypatch), list[int]()

    def step(iterations: int) -> int:
        chunks.append(iterations)
        wait(iterations / 1000 if len(chunks) > 1 else 60.0)  # the first one is compiled
        return 7 * iterations

    reports = list(paced(step, 0, 10_000, lambda: False))
    assert chunks[:4] == [1, FIRST, 4 * FIRST, 1000]
    assert set(chunks[3:-1]) == {1000}
    assert sum(chunks) == 10_000
    assert [round(report.speed) for report in reports] == [7000] * len(reports)
    assert [round(report.seconds, 2) for report in reports[:3]] == [9.9, 9.5, 8.5]


def test_a_slow_step_is_taken_one_by_one() -> None:
    pace = Pace()
    pace.took(100, 1, 1e6)
    assert pace.chunk == 1


# --- how strong it is by now --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plan", "seats"),
    [(PLAN, [2]), (ANSWERS, []), (SEVERAL, [2, 3]), (replace(SEVERAL, seats=8), [2, 6])],
)
def test_the_running_strength_is_what_the_arena_says(
    plan: Plan, seats: list[int], tmp_path: Path
) -> None:
    plan = replace(plan, iterations=300)
    made = straight(plan)
    (tmp_path / "now.policy").write_bytes(made)
    found = standing(policy_of(made), plan)
    assert list(found) == seats
    for count, interval in found.items():
        rules = replace(plan.rules, players=count, stack=plan.stack)
        match = Match.between(
            Entrant.of(f"expert@{tmp_path}"),
            Entrant.of("tight-aggressive"),
            Direction.ONE,
            rules,
            deals=run.MATCH_DEALS,
            seed=MEASURING + plan.seed,
        )
        chips = FastEngine().play(match, 0, match.deals).chips
        assert interval == gain(match, chips, 0).times(1000 / rules.min_bet)


@every_kind
def test_a_policy_says_by_which_plan_it_was_made(plan: Plan) -> None:
    plan = replace(plan, seed=5, iterations=300)
    found = plan_of(header_of(straight(plan)))
    if plan.seats > 2:  # half of the deals have other stacks, and the header names none
        found = replace(found, stack=plan.stack)
    assert found == plan


# --- the lines that answers go with -------------------------------------------------------------


def test_lines_are_needed_for_answers_alone(there: Shelf, tmp_path: Path) -> None:
    assert lines_for(PLAN, Shelf(tmp_path)) is None
    assert lines_for(SEVERAL, there) is None
    found = lines_for(ANSWERS, there)
    assert found is there.policy("b.policy")


@pytest.mark.parametrize(
    "changes", [{"stack": 13}, {"stack": 50}, {"preset": "classic"}, {"preset": "last-suit"}]
)
def test_answers_without_lines_for_their_stakes_are_refused(
    changes: dict[str, Any], there: Shelf, tmp_path: Path
) -> None:
    """Those of a stack nearby, which would serve at a table, do not."""
    for shelf in (there, Shelf(tmp_path)):
        with pytest.raises(RulesError, match="no lines for bets of 50,100 are there") as refused:
            lines_for(replace(ANSWERS, **changes), shelf)
        assert refused.value.field == "sizes"
    with pytest.raises(RulesError, match="no lines for bets of 50,100"):
        train(replace(ANSWERS, **changes), tmp_path, watcher := Watcher())
    assert (watcher.made, list(tmp_path.iterdir())) == ([], [])


def test_the_lines_that_come_with_the_package_serve() -> None:
    found = lines_for(replace(ANSWERS, stack=100))
    assert found is SHIPPED.policy("cincinnati-heads-up.policy")
