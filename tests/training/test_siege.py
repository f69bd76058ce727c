"""An attacker learns to beat a bot that does not change, and is measured on other deals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from cincinnati.arena.results import NORMAL_95
from cincinnati.bots import menu
from cincinnati.bots.levels import LEVELS, STYLES, YARDSTICKS
from cincinnati.bots.policy import Kind, policy_of
from cincinnati.errors import PolicyError, RulesError
from cincinnati.training import siege as sieges
from cincinnati.training.attack import measure
from cincinnati.training.job import Job, Plan
from cincinnati.training.kept import MEASURING, pool_in
from cincinnati.training.pool import buckets_of, cuts_of, pool_of
from cincinnati.training.run import Gains, Report
from cincinnati.training.siege import Attacker, Siege, attackable, lay, usual_key, victim_of

PLAN = Plan(preset="cincinnati", seats=2, iterations=1500, deals=100, stack=12)
SIEGE = Siege(
    bot="station",
    plan=PLAN,
    key=Kind.LINE,
    buckets=50,
    sizes=(50, 100),
    fresh=200,
)
SEEN = replace(SIEGE, key=Kind.SITUATION, buckets=25)


class Silent:
    """Somebody who watches, and stops it after so many chunks."""

    def __init__(self, chunks: int = 10**9) -> None:
        self.chunks = chunks

    def dealt(self, done: int, deals: int) -> None: ...

    def resumed(self, done: int) -> None: ...

    def trained(self, report: Report) -> None:
        self.chunks -= 1

    def saved(self, report: Report, gains: Gains) -> None: ...

    def stopped(self) -> bool:
        return self.chunks <= 0


@pytest.fixture(autouse=True)
def few_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sieges, "ROWS", 5000)


@pytest.fixture(scope="module")
def pools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pools")


@pytest.mark.parametrize(
    "siege",
    [SIEGE, SEEN, replace(SEEN, sizes=(30, 250)), replace(SEEN, plan=replace(PLAN, seats=3))],
    ids=["line", "situation", "odd sizes", "three seats"],
)
def test_an_attacker_learns_to_beat_who_always_calls(siege: Siege, pools: Path) -> None:
    outcome = lay(siege, pools, Silent())
    assert outcome.chips.low > 0.5
    assert outcome.thousandths.mean == pytest.approx(500 * outcome.chips.mean)
    assert outcome.policies == ()
    assert outcome.hands == siege.fresh * (8 if siege.plan.seats == 2 else 6)
    assert outcome.nodes > 10 * siege.plan.iterations
    assert (outcome.file is not None) == siege.playable


def test_the_same_attack_gives_the_same_answer(pools: Path, tmp_path: Path) -> None:
    assert lay(SIEGE, pools, Silent()) == lay(SIEGE, tmp_path, Silent())
    other = replace(SIEGE, plan=replace(PLAN, seed=2))
    assert lay(other, pools, Silent()).chips != lay(SIEGE, pools, Silent()).chips


def test_every_choice_makes_another_attacker(pools: Path) -> None:
    attackers = [
        SEEN,
        replace(SEEN, sizes=(30, 250)),
        replace(SEEN, buckets=100),
        replace(SEEN, key=Kind.LINE),
        replace(SEEN, plan=replace(PLAN, seats=3)),
        replace(SEEN, plan=replace(PLAN, preset="liz")),
        replace(SEEN, plan=replace(PLAN, stack=15)),
    ]
    assert len({lay(siege, pools, Silent()).chips.mean for siege in attackers}) == len(attackers)


def test_longer_is_better(pools: Path) -> None:
    short = replace(SIEGE, plan=replace(PLAN, iterations=20))
    assert lay(short, pools, Silent()).chips.high < lay(SIEGE, pools, Silent()).chips.low


@pytest.mark.parametrize("siege", [SIEGE, SEEN], ids=["line", "situation"])
def test_who_has_learned_nothing_checks_and_folds(siege: Siege, pools: Path) -> None:
    maniac = replace(siege, bot="maniac")
    pool = pool_in(pools, siege.rules, seed=siege.measuring_seed, deals=200, listener=Silent())
    found = Attacker(siege, pool).measured(victim_of(maniac)[0], pool)
    assert -1 < found.mean < -0.8  # the ante, and now and then a pot that nobody bets at


@pytest.mark.parametrize("seats", [2, 3])
def test_a_deal_is_one_observation(seats: int, pools: Path) -> None:
    siege = replace(SEEN, bot="maniac", plan=replace(PLAN, seats=seats))
    pool = pool_in(pools, siege.rules, seed=1, deals=100, listener=Silent())
    victim, attacker, gains = victim_of(siege)[0], Attacker(siege, pool), np.zeros(100)
    attacker.train(victim, 100)
    found = attacker.measured(victim, pool)
    buckets = buckets_of(pool.points, cuts_of(pool.points, siege.buckets))
    measure(victim, attacker.exploiter, pool, buckets, siege.measuring_seed, gains)
    assert found.mean == pytest.approx(gains.mean())
    assert found.half == pytest.approx(NORMAL_95 * np.std(gains, ddof=1) / 10)


def test_it_is_measured_on_deals_that_it_was_not_trained_on(pools: Path) -> None:
    siege = replace(SIEGE, plan=replace(PLAN, seed=17))
    lay(siege, pools, Silent())
    assert siege.measuring_seed == 17 + MEASURING
    trained = pool_of(siege.rules, seed=17, deals=100)
    fresh = pool_of(siege.rules, seed=siege.measuring_seed, deals=200)
    assert not np.isin(trained.own, fresh.own).all()
    kept = {file.name for file in pools.glob("*.npz")}
    assert any(f"-seed-{siege.measuring_seed}-count-200" in name for name in kept)
    assert any("-seed-17-count-100" in name for name in kept)


def test_who_stops_it_gets_nothing(pools: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        lay(replace(SIEGE, plan=replace(PLAN, iterations=10**9)), pools, Silent(chunks=2))


# --- whom -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Policies for two and for three seats."""
    folder = tmp_path_factory.mktemp("policies")
    for seats in (2, 3):
        plan = replace(PLAN, seats=seats, iterations=400)
        job = Job(plan, pool_of(plan.rules, seed=1, deals=100))
        job.train(plan.iterations)
        (folder / f"{plan.name}.policy").write_bytes(job.file())
    return folder


@pytest.mark.parametrize(
    ("seats", "stack", "kinds"),
    [(2, 12, [Kind.LINE, Kind.SITUATION]), (2, 50, [Kind.SITUATION]), (3, 12, [Kind.SITUATION])],
)
def test_the_bot_plays_by_the_policies_of_its_folder(
    seats: int, stack: int, kinds: list[Kind], folder: Path
) -> None:
    plan = replace(PLAN, seats=seats, stack=stack)
    siege = replace(SEEN, bot=f"expert@{folder}", plan=plan)
    victim, policies = victim_of(siege)
    assert [header.kind for header in policies] == kinds
    assert len(victim.books[0].roots) == (Kind.LINE in kinds)
    by_heart, nothing = victim_of(replace(siege, bot="regular"))
    assert (len(by_heart.books[0].roots), nothing) == (0, ())


def test_a_policy_is_harder_to_attack_than_who_always_calls(folder: Path, pools: Path) -> None:
    outcome = lay(replace(SIEGE, bot=f"expert@{folder}"), pools, Silent())
    assert [header.kind for header in outcome.policies] == [Kind.LINE, Kind.SITUATION]
    assert outcome.chips.high < lay(SIEGE, pools, Silent()).chips.low


def test_a_damaged_policy_is_named(folder: Path, pools: Path, tmp_path: Path) -> None:
    data = (folder / "cincinnati-heads-up.policy").read_bytes()
    (tmp_path / "half.policy").write_bytes(data[:-9])
    with pytest.raises(PolicyError, match=r"half\.policy: damaged"):
        lay(replace(SIEGE, bot=f"expert@{tmp_path}"), pools, Silent())


def test_all_of_ours_can_be_attacked() -> None:
    assert set(attackable()) == {*LEVELS, *STYLES, *YARDSTICKS}
    for bot in attackable():
        siege = replace(SEEN, bot=bot, key=usual_key(bot, 2))
        assert victim_of(siege)[0].player.any()


@pytest.mark.parametrize(
    ("bot", "seats", "key"),
    [
        ("expert", 2, Kind.LINE),
        ("expert", 3, Kind.SITUATION),
        ("any-size", 2, Kind.SITUATION),
    ],
)
def test_whole_lines_are_followed_where_they_can_be(bot: str, seats: int, key: Kind) -> None:
    assert usual_key(bot, seats) is key


def test_who_bets_other_sizes_is_attacked_by_situation(pools: Path) -> None:
    outcome = lay(replace(SEEN, bot="any-size"), pools, Silent())
    assert outcome.hands == 8 * SEEN.fresh


# --- the attacker's own policy ------------------------------------------------------------------


def test_the_policy_of_an_attacker_who_follows_the_line(pools: Path, tmp_path: Path) -> None:
    made = lay(SIEGE, pools, Silent()).file
    assert made is not None
    policy, plain = policy_of(made), Job(PLAN, pool_of(SIEGE.rules, seed=1, deals=100)).policy()
    assert replace(policy.header, sha256="", iterations=0) == replace(plain.header, sha256="")
    assert policy.index == plain.index
    assert policy.header.iterations == PLAN.iterations
    (tmp_path / "attacker.policy").write_bytes(made)
    siege = replace(SIEGE, bot=f"expert@{tmp_path}")
    assert len(victim_of(siege)[0].books[0].roots) == 1


def test_the_policy_of_an_attacker_who_sees_situations(pools: Path) -> None:
    siege = replace(SEEN, buckets=50)
    made = lay(siege, pools, Silent()).file
    assert made is not None
    policy = policy_of(made)
    assert (policy.header.kind, policy.header.seats) == (Kind.SITUATION, 2)
    assert policy.header.stack is None
    assert list(policy.situations()) == sorted(policy.situations())
    strongest = [policy.weights(cell, 49) for cell in range(policy.header.cells)]
    taken = np.array([weights for weights in strongest if any(weights)])
    assert taken[:, menu.HALF :].sum() > 10 * taken[:, menu.FOLD].sum()


# --- what cannot be -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"bot": "parrot"}, r"bot: 'parrot' cannot be attacked: .* rookie, .*, multi-way"),
        ({"bot": "file.py:Bot"}, r"'file\.py:Bot' cannot be attacked"),
        ({"bot": "expert@nowhere"}, "there is no folder 'nowhere'"),
        ({"buckets": 30}, "buckets: 25, 50, 100, not 30"),
        ({"sizes": (100, 50)}, "sizes: two, the smaller first"),
        ({"sizes": (0, 50)}, "sizes: .* not 0,50"),
        ({"sizes": (50, 1001)}, "sizes: .* not 50,1001"),
        ({"bot": "three-pots"}, "key: 'three-pots' leaves the betting lines; take situation"),
        ({"plan": replace(PLAN, seats=3)}, "key: whole betting lines are for 2 seats"),
        ({"fresh": 1}, "fresh: 2 to 1000000, not 1"),
    ],
)
def test_what_cannot_be_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        replace(SIEGE, **changes)
