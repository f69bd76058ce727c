"""One training: from its plan to its file, however it is cut into pieces."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from cincinnati.bots.menu import ALL_IN, CALL, FOLD, HALF, POT, SIZES
from cincinnati.bots.policy import Kind, Policy, header_of, policy_of
from cincinnati.bots.situation import COUNTS, DEPTHS, FACING, OPPONENTS, SITUATIONS, STORIES
from cincinnati.bots.strength import RUNS
from cincinnati.errors import PolicyError, RulesError
from cincinnati.rules.presets import PRESETS
from cincinnati.training import job as jobs
from cincinnati.training.job import Job, Plan
from cincinnati.training.pool import Pool, pool_of
from cincinnati.training.quantized import LEAST, visits_of
from many_hands import in_another_process

LINES = Plan(preset="cincinnati", seats=2, iterations=900, deals=100, stack=12)
SITUATIONS_OF_FOUR = Plan(preset="classic", seats=4, iterations=150, deals=100, seed=3)
SITUATIONS_OF_TWO = Plan(
    preset="cincinnati", seats=2, key=Kind.SITUATION, iterations=300, deals=100, stack=40
)
ANSWERS = replace(LINES, sizes=(33, 150), iterations=400)
"""Beside what `LINES` have learned."""
PLANS = [LINES, ANSWERS, SITUATIONS_OF_FOUR, SITUATIONS_OF_TWO]
every_kind = pytest.mark.parametrize(
    "plan", PLANS, ids=["lines", "answers", "situations", "any size"]
)


@pytest.fixture(autouse=True)
def few_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkpoint of all rows has 80 megabytes."""
    monkeypatch.setattr(jobs, "ROWS", 12_000)


@cache
def deals_of(preset: str) -> Pool:
    return pool_of(PRESETS[preset], seed=1, deals=100)


@cache
def known() -> Policy:
    return trained(LINES).policy()


def job_of(plan: Plan) -> Job:
    return Job(plan, deals_of(plan.preset), None if plan.sizes == SIZES else known())


def trained(plan: Plan, *pieces: int) -> Job:
    job = job_of(plan)
    for piece in pieces or (plan.iterations,):
        job.train(piece)
    return job


# --- the same again -----------------------------------------------------------------------------


@every_kind
def test_a_training_that_was_interrupted_goes_on_as_if_it_had_not_been(
    plan: Plan, tmp_path: Path
) -> None:
    whole, first, second = trained(plan), trained(plan, 120), job_of(plan)
    first.save(tmp_path / "kept.npz")
    second.resume(tmp_path / "kept.npz")
    assert second.trainer.done == 120
    assert second.file() == first.file()
    second.train(plan.iterations)
    assert second.trainer.done == plan.iterations
    assert second.trainer.learned.tobytes() == whole.trainer.learned.tobytes()
    assert second.file() == whole.file()


@every_kind
def test_pieces_do_not_matter(plan: Plan) -> None:
    assert trained(plan, 1, 99, 0, plan.iterations).file() == trained(plan).file()


@every_kind
def test_no_iteration_beyond_the_plan(plan: Plan) -> None:
    job = trained(plan, 10**9)
    assert job.trainer.done == plan.iterations
    before = job.trainer.learned.copy()
    assert job.train(5) == 0
    assert np.array_equal(job.trainer.learned, before)


@every_kind
def test_another_seed_is_another_training(plan: Plan) -> None:
    other = replace(plan, seed=plan.seed + 1)
    assert not np.array_equal(trained(plan).trainer.learned, trained(other).trainer.learned)


DIGESTS = """
import json
from hashlib import sha256
import msgspec
from cincinnati.rules.presets import PRESETS
from cincinnati.training.job import Job, Plan
from cincinnati.training.pool import pool_of

digests, known = [], None
for plan in msgspec.json.decode({plans!r}, type=list[Plan]):
    lines = None if plan.sizes == (50, 100) else known
    job = Job(plan, pool_of(PRESETS[plan.preset], seed=1, deals=100), lines)
    job.train(plan.iterations)
    known = known or job.policy()
    digests.append(sha256(job.file()).hexdigest())
print(json.dumps(digests))
"""


def test_the_same_plan_gives_the_same_file_in_another_process() -> None:
    plans = msgspec.json.encode(PLANS).decode()
    digests = in_another_process(DIGESTS.format(plans=plans), PYTHONHASHSEED="5")
    assert digests == [sha256(trained(plan).file()).hexdigest() for plan in PLANS]


# --- checkpoints --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "changes", [{"seed": 2}, {"stack": 13}, {"deals": 101}, {"preset": "classic"}, {"seats": 3}]
)
def test_a_checkpoint_of_another_plan_is_refused(changes: dict[str, Any], tmp_path: Path) -> None:
    trained(LINES, 5).save(tmp_path / "kept.npz")
    other = job_of(replace(LINES, **changes))
    with pytest.raises(RulesError, match=r"kept\.npz is of another training"):
        other.resume(tmp_path / "kept.npz")
    assert other.trainer.done == 0
    assert not other.trainer.learned.any()


def test_the_key_that_a_plan_has_anyway_is_no_other_plan(tmp_path: Path) -> None:
    trained(LINES, 5).save(tmp_path / "kept.npz")
    job = job_of(replace(LINES, key=Kind.LINE))
    job.resume(tmp_path / "kept.npz")
    assert job.trainer.done == 5
    with pytest.raises(RulesError, match="another training"):
        job_of(replace(LINES, key=Kind.SITUATION)).resume(tmp_path / "kept.npz")


def test_answers_to_other_bets_are_another_training(tmp_path: Path) -> None:
    trained(LINES, 5).save(tmp_path / "lines.npz")
    trained(ANSWERS, 5).save(tmp_path / "answers.npz")
    for plan, file in (
        (ANSWERS, "lines.npz"),
        (LINES, "answers.npz"),
        (replace(ANSWERS, sizes=(33, 149)), "answers.npz"),
    ):
        with pytest.raises(RulesError, match="another training"):
            job_of(plan).resume(tmp_path / file)


def test_answers_go_on_beside_the_lines_that_they_began_with(tmp_path: Path) -> None:
    trained(ANSWERS, 5).save(tmp_path / "answers.npz")
    others = trained(replace(LINES, seed=2)).policy()
    job = Job(ANSWERS, deals_of(ANSWERS.preset), others)
    with pytest.raises(RulesError, match=r"answers\.npz was trained beside other lines"):
        job.resume(tmp_path / "answers.npz")
    assert job.trainer.done == 0


def test_a_longer_plan_goes_on_from_a_shorter_one(tmp_path: Path) -> None:
    longer = replace(LINES, iterations=2 * LINES.iterations)
    trained(LINES).save(tmp_path / "kept.npz")
    job = job_of(longer)
    job.resume(tmp_path / "kept.npz")
    job.train(10**9)
    assert job.file() == trained(longer).file()


def power_fails(fresh: Path, **arrays: Any) -> None:
    fresh.write_bytes(b"half of it")
    raise KeyboardInterrupt


def test_an_older_checkpoint_stays_until_the_new_one_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, job = tmp_path / "kept.npz", trained(LINES, 5)
    job.save(file)
    job.train(5)
    with monkeypatch.context() as power:
        power.setattr(np, "savez", power_fails)
        with pytest.raises(KeyboardInterrupt):
            job.save(file)
    other = job_of(LINES)
    other.resume(file)
    assert other.trainer.done == 5
    job.save(file)
    other.resume(file)
    assert other.trainer.done == 10


# --- the plan -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"preset": "poker"}, "preset"),
        ({"seats": 1}, "seats"),
        ({"seats": 9}, "seats"),
        ({"iterations": 0}, "iterations"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**62 + 1}, "seed"),
        ({"deals": 99}, "deals"),
        ({"stack": 3}, "stack"),
        ({"key": Kind.LINE, "seats": 3}, "key"),
        ({"sizes": (0, 50)}, "sizes"),
        ({"sizes": (150, 33)}, "sizes"),
        ({"sizes": (75, 75)}, "sizes"),
        ({"sizes": (50, 1001)}, "sizes"),
        ({"sizes": (33, 150), "seats": 3}, "sizes"),
        ({"sizes": (33, 150), "key": Kind.SITUATION}, "sizes"),
    ],
)
def test_what_cannot_be_trained_is_refused(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(RulesError) as refused:
        replace(LINES, **changes)
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("preset", "seats", "key", "name", "kind", "turned_first"),
    [
        ("cincinnati", 2, None, "cincinnati-heads-up", Kind.LINE, 1),
        ("cincinnati", 2, Kind.LINE, "cincinnati-heads-up", Kind.LINE, 1),
        ("cincinnati", 2, Kind.SITUATION, "cincinnati-2-seats", Kind.SITUATION, 1),
        ("cincinnati", 8, None, "cincinnati-8-seats", Kind.SITUATION, 1),
        ("hi-lo", 3, Kind.SITUATION, "hi-lo-3-seats", Kind.SITUATION, 0),
    ],
)
def test_what_a_plan_is_for(
    preset: str, seats: int, key: Kind | None, name: str, kind: Kind, turned_first: int
) -> None:
    plan = Plan(preset=preset, seats=seats, key=key, iterations=1)
    assert (plan.name, plan.kind, plan.turned_first) == (name, kind, turned_first)


def test_a_plan_of_answers_is_named_after_the_bets() -> None:
    for sizes, name in (((33, 150), "-33-150"), ((50, 150), "-50-150"), ((50, 100), "")):
        plan = replace(LINES, sizes=sizes)
        assert (plan.name, plan.kind) == (f"cincinnati-heads-up{name}", Kind.LINE)


# --- the file -----------------------------------------------------------------------------------


@every_kind
def test_the_header_tells_how_it_was_made(plan: Plan) -> None:
    job = trained(plan, 50)
    header = header_of(job.file())
    assert header.kind is plan.kind
    assert (header.preset, header.seats, header.seed) == (plan.preset, plan.seats, plan.seed)
    assert (header.iterations, header.deals) == (50, 100)
    assert header.stack == (12 if plan.kind is Kind.LINE else None)
    assert header.sizes == plan.sizes
    assert (header.ante, header.min_bet, header.rounds) == (1, 2, plan.rules.rounds)
    assert (header.buckets, header.runs) == (50, RUNS)
    assert header.versions.keys() == {"cincinnati", "numba", "numpy"}
    played = [bool(cuts) for cuts in header.cuts]
    assert played == [plan.turned_first == 0, True, True, True, True, True]
    assert all(list(cuts) == job.cuts[at].tolist() for at, cuts in enumerate(header.cuts) if cuts)


@every_kind
def test_only_the_lines_for_both_are_finer_than_fifths(plan: Plan) -> None:
    packed = trained(plan).policy().packed_weights()
    found = {half for byte in packed for half in (byte & 15, byte >> 4)}
    assert found == (set(range(16)) if plan == LINES else {0, 3, 6, 9, 12, 15})


def test_situations_that_were_hardly_met_are_left_out() -> None:
    job = trained(SITUATIONS_OF_FOUR)
    kept = job.policy().situations()
    state = job.trainer.state()
    visits = {
        number: visits_of(job.trainer.learned[[row]], job.trainer.done).sum()
        for number, row in enumerate(state["index"].tolist())
        if row >= 0
    }
    assert 50 < len(kept) < len(visits) == state["used"][0]
    assert set(kept) == {number for number, count in visits.items() if count >= LEAST}
    assert max(visits) < SITUATIONS


def test_only_so_many_situations_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that were met most often, in the order of their numbers."""
    job = trained(SITUATIONS_OF_FOUR)
    every = job.policy()
    visits = dict(zip(every.situations(), _visits(job, every), strict=True))
    monkeypatch.setattr(jobs, "MOST_KEPT", 20)
    few = job.policy()
    assert len(every.situations()) > few.header.cells == 20
    assert list(few.situations()) == sorted(few.situations())
    left_out = visits.keys() - set(few.situations())
    assert min(visits[each] for each in few.situations()) >= max(visits[each] for each in left_out)
    for each in few.situations():
        assert few.weights(few.cell(each) or 0, 25) == every.weights(every.cell(each) or 0, 25)


def _visits(job: Job, policy: Policy) -> list[float]:
    rows, _ = job.trainer.index()
    assert len(rows) == policy.header.cells
    return [float(each) for each in visits_of(job.trainer.learned[rows], job.trainer.done).sum(1)]


def test_the_worst_hands_fold_to_an_all_in_and_the_best_call() -> None:
    """It has learned something, even from a hundred deals."""
    policy = trained(replace(LINES, iterations=20_000)).policy()
    first, facing = policy.node([]), policy.node([ALL_IN])
    assert (first, facing) == (0, 3)
    weak, strong = range(9), range(44, 50)
    assert np.mean([policy.weights(0, bucket)[CALL] for bucket in weak]) > 12
    assert np.mean([policy.weights(3, bucket)[FOLD] for bucket in weak]) > 12
    assert np.mean([policy.weights(3, bucket)[CALL] for bucket in strong]) > 12


def test_answers_are_kept_where_somebody_came_to_need_them() -> None:
    """With the ways there; the strength of hands is divided as the lines for both have it."""
    job = trained(ANSWERS)
    policy, all_nodes = job.policy(), len(job.trainer.learned)
    assert 50 < policy.header.cells < all_nodes
    assert policy.header.cuts == known().header.cuts
    assert (policy.node([], 0), policy.node([], 1)) == (0, 1)
    too_much = policy.node([POT], 1)
    assert too_much is not None, "three halves of the pot"
    assert any(any(policy.weights(too_much, bucket)) for bucket in range(50))
    checked = policy.node([CALL, POT], 0)
    assert checked is not None
    assert any(any(policy.weights(checked, bucket)) for bucket in range(50))
    first = policy.node([CALL], 0)  # the other's turn
    assert first is not None
    assert not any(any(policy.weights(first, bucket)) for bucket in range(50))
    assert policy.node([HALF], 1) is None, "a third of two chips is no bet"


def test_the_worst_hands_fold_to_three_halves_of_the_pot_and_the_best_do_not() -> None:
    policy = trained(replace(ANSWERS, iterations=20_000)).policy()
    for line, position in (([POT], 1), ([CALL, POT], 0)):
        node = policy.node(line, position)
        assert node is not None
        weak, strong = (
            [policy.weights(node, bucket)[FOLD] for bucket in buckets]
            for buckets in (range(9), range(41, 50))
        )
        assert np.mean(weak) > 6
        assert np.mean(strong) < 2


def test_situations_of_two_know_what_to_do_against_bets_of_any_size() -> None:
    """At larger tables nobody bets more than the pot unless it is all that he has."""

    def prices(job: Job) -> set[int]:
        """Classes of prices that may be paid heads-up with chips behind."""
        numbers = np.frombuffer(job.trainer.index()[1], dtype="<u4")
        assert numbers.max() < SITUATIONS
        heads_up = numbers < SITUATIONS // OPPONENTS
        deep = numbers // (STORIES * COUNTS) % DEPTHS > 0
        return set((numbers // (DEPTHS * STORIES * COUNTS) % FACING)[heads_up & deep].tolist())

    many = {"iterations": 2_000, "stack": 100}
    assert prices(trained(replace(SITUATIONS_OF_TWO, **many))) >= {0, 1, 2, 3, 4, 5}
    assert not prices(trained(replace(SITUATIONS_OF_FOUR, **many))) & {4, 5, 6}


@every_kind
def test_a_damaged_file_is_refused(plan: Plan) -> None:
    """The magic, the header's length, its first brace, or anything of what is compressed."""
    data = trained(plan).file()
    policy_of(data)
    for place in (0, 9, 12, -1_000, -1):
        damaged = bytearray(data)
        damaged[place] ^= 0x10
        with pytest.raises(PolicyError):
            policy_of(bytes(damaged))
    with pytest.raises(PolicyError):
        policy_of(data[:-3])
