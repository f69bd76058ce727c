"""The compiled players against the plain ones: the same chips from every deal.

The plain engine works out the strength of hands with the compiled function here, which takes a
hundredth of the time; `test_strength` shows that it is the same, and one test does without.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from cincinnati.arena import fast
from cincinnati.arena.entrants import Entrant
from cincinnati.arena.fast import FastEngine, compiled_engine
from cincinnati.arena.kernels.strength import cards_of_rules, points_of
from cincinnati.arena.match import Match
from cincinnati.arena.plain import PlainEngine
from cincinnati.arena.played import Played
from cincinnati.bots import LEVELS, STYLES, YARDSTICKS, player
from cincinnati.bots.menu import ACTIONS, CALL, SIZES
from cincinnati.bots.player import Row
from cincinnati.bots.policy import Kind, Policy, Weights
from cincinnati.bots.story import Story
from cincinnati.bots.strength import RUNS
from cincinnati.cards import CardSet
from cincinnati.rules import Limit, Ruleset, ShortAnte
from cincinnati.rules.presets import PRESETS
from cincinnati.training.job import Job, Plan
from cincinnati.training.pool import Pool, pool_of
from home_game import rules_of

THIRD, DEEP = (33, 150), (75, 300)
"""Another's bets, in percent of the pot."""
PLANS = {
    "small": [
        Plan(preset="cincinnati", seats=2, iterations=2_000, deals=300, stack=30),
        Plan(preset="cincinnati", seats=8, iterations=1_500, deals=300),
        Plan(preset="classic", seats=6, iterations=800, deals=100),
    ],
    "other": [
        Plan(preset="cincinnati", seats=2, iterations=900, deals=300, stack=30, seed=2),
        Plan(preset="cincinnati", seats=3, iterations=500, deals=300, seed=2),
    ],
    "answers": [
        Plan(preset="cincinnati", seats=2, iterations=1_000, deals=300, stack=30),
        Plan(preset="cincinnati", seats=2, sizes=THIRD, iterations=1_000, deals=300, stack=30),
        Plan(preset="cincinnati", seats=2, sizes=DEEP, iterations=1_000, deals=300, stack=30),
        Plan(preset="cincinnati", seats=8, iterations=1_500, deals=300),
    ],
    "wild": [
        Plan(preset="cincinnati", seats=2, iterations=50, deals=300, stack=12),
        Plan(preset="cincinnati", seats=2, sizes=THIRD, iterations=50, deals=300, stack=12),
        Plan(preset="cincinnati", seats=6, iterations=900, deals=300),
    ],
}
"""Folders of policies; other variants are played by those of the plain game."""
CALLING = {"wild": 0.0, "answers": 0.7}
"""Those that are made to `forget` what they have learned."""


@cache
def deals_of(preset: str, deals: int) -> Pool:
    return pool_of(PRESETS[preset], seed=1, deals=deals)


@pytest.fixture(scope="module")
def shelves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the folders are."""
    here = tmp_path_factory.mktemp("shelves")
    for name, plans in PLANS.items():
        (here / name).mkdir()
        known: Policy | None = None
        for plan in plans:
            beside = known if plan.sizes != SIZES else None
            job = Job(plan, deals_of(plan.preset, plan.deals), beside)
            job.train(plan.iterations)
            if name in CALLING:
                forget(job, CALLING[name])
            (here / name / f"{plan.name}.policy").write_bytes(job.file())
            known = known or job.policy()
    return here


def forget(job: Job, calling: float) -> None:
    """Have it do anything at all, mostly always the same, also what is not on the menu.

    In a part of the cells, ``calling``, that is to check or call.
    """
    learned, chance = job.trainer.learned, np.random.default_rng(job.plan.sizes[0])
    sums = chance.random((*learned.shape[:2], ACTIONS), dtype=np.float32) ** 20
    sums[:, :, CALL] += chance.random(learned.shape[:2]) < calling
    met = learned[:, :, ACTIONS:].any(axis=(1, 2))
    learned[met, :, ACTIONS:] = sums[met] * 1e6


def quick_points(
    own: CardSet, board: Sequence[CardSet], rules: Ruleset, *, opponents: int = 1, runs: int = RUNS
) -> int:
    turned = np.zeros(5, dtype=np.uint64)
    turned[: len(board)] = board
    cards = cards_of_rules(rules)
    return int(points_of(cards, np.uint64(own), turned, len(board), opponents, runs))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "points", quick_points)


@pytest.fixture(autouse=True)
def fresh_books() -> Iterator[None]:
    yield
    fast._books.clear()


def same(rules: Ruleset, names: Sequence[str], deals: int, seed: int) -> Played:
    """Play the same match in both engines."""
    match = Match.table([Entrant(name) for name in names], rules, deals=deals, seed=seed)
    assert isinstance(compiled_engine(match), FastEngine)
    compiled, plain = FastEngine().play(match, 0, deals), PlainEngine(1e9).play(match, 0, deals)
    wrong = np.flatnonzero((compiled.chips != plain.chips).any(axis=1))
    assert not len(wrong), f"{names}: deals {wrong[:5]} of seed {seed}"
    assert not any(log.faults for log in plain.logs), [log.examples for log in plain.logs]
    decisions = [log.decisions for log in compiled.logs]
    assert decisions == [log.decisions for log in plain.logs]
    return compiled


def seated(names: Sequence[str], seats: int) -> list[list[str]]:
    """Tables at which everybody sits once at least, mixed anew for each number of seats."""
    order = Random(seats).sample(names, len(names))
    order += order[: -len(order) % seats]
    return [order[at : at + seats] for at in range(0, len(order), seats)]


def with_policies(name: str, shelves: Path, folder: str = "small") -> str:
    return f"{name}@{shelves / folder}"


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("preset", ["cincinnati", "classic", "liz", "hi-lo", "crisscross"])
@pytest.mark.parametrize(("seats", "deals"), [(2, 12), (3, 6), (6, 3), (8, 2)])
def test_everybody_plays_alike(preset: str, seats: int, deals: int, shelves: Path) -> None:
    table_bots = [with_policies(name, shelves) for name in (*LEVELS, *STYLES)]
    everybody = [*table_bots, *YARDSTICKS]
    rules = rules_of(preset, players=seats)
    for seed, names in enumerate(seated(everybody, seats)):
        same(rules, names, deals, seed)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("name", ["expert", "strong", "expert-loose"])
def test_whole_lines_are_followed_alike(name: str, shelves: Path) -> None:
    """Heads-up at the depth that was trained for, also after bets that are not on the tree."""
    rules = rules_of(players=2, stack=30)
    mine, theirs = with_policies(name, shelves), with_policies("expert-aggressive", shelves)
    played = same(rules, [mine, theirs], 60, 4)
    assert len(np.unique(played.chips[:, 0])) > 8
    for other in ("maniac", "random", "third-pot", "pot-and-half", "any-size"):
        same(rules, [mine, other], 25, 5)


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[int, int]]:
    """How often policies of lines for which sizes have decided at the plain table."""
    seen, weights = Counter[tuple[int, int]](), Row.weights

    def watched(row: Row, story: Story, strength: int, blur: int, state: int) -> Weights:
        found = weights(row, story, strength, blur, state)
        if any(found) and row.policy.header.kind is Kind.LINE:
            seen[row.policy.header.sizes] += 1
        return found

    monkeypatch.setattr(Row, "weights", watched)
    return seen


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("other", "answers"),
    [
        ("third-pot", {THIRD}),
        ("pot-and-half", {THIRD}),
        ("three-quarters", {DEEP}),
        ("three-pots", {DEEP}),
        ("any-size", {THIRD, DEEP}),
        ("maniac", set()),
        ("random", set()),
    ],
)
def test_anothers_sizes_are_answered_alike(
    other: str,
    answers: set[tuple[int, int]],
    shelves: Path,
    served: Counter[tuple[int, int]],
) -> None:
    """By the first policy that knows what to do after his odd bet, the next one, or none."""
    rules = rules_of(players=2, stack=30)
    for name, seed in (("expert", 12), ("expert-loose", 13)):
        same(rules, [with_policies(name, shelves, "answers"), other], 25, seed)
    assert served[SIZES] > 50
    assert all(served[sizes] > 3 for sizes in answers)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("stack", [27, 28, 33])
def test_answers_are_given_alike_at_a_depth_nearby(stack: int, shelves: Path) -> None:
    rules = rules_of(players=2, stack=stack)
    mine = with_policies("expert", shelves, "answers")
    for other in ("third-pot", "any-size"):
        same(rules, [mine, other], 15, stack)


@pytest.mark.usefixtures("quick")
def test_folders_with_answers_and_without_meet(shelves: Path) -> None:
    rules = rules_of(players=2, stack=30)
    mine, theirs = (with_policies("expert", shelves, folder) for folder in ("answers", "other"))
    same(rules, [mine, theirs], 40, 14)
    same(rules, [mine, with_policies("strong", shelves, "answers")], 40, 15)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("stack", [1, 2, 3, 10, 27, 33, 34, 300])
def test_any_depth(stack: int, shelves: Path) -> None:
    """From 27 to 33 chips the lines of 30 serve, beyond that situations."""
    for seats in (2, 5):
        rules = rules_of(players=seats, stack=stack)
        names = [with_policies("expert", shelves), *["maniac", "random", "casual", "regular"]]
        same(rules, names[:seats], 12 if seats == 2 else 4, stack)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("ante", "min_bet", "stack"), [(2, 4, 60), (1, 1, 30), (5, 2, 100), (3, 20, 150), (4, 2, 3)]
)
def test_any_stakes(ante: int, min_bet: int, stack: int, shelves: Path) -> None:
    """Lines serve at the same stakes in other chips too."""
    for seats in (2, 4):
        rules = rules_of(
            players=seats, ante=ante, min_bet=min_bet, stack=stack, short_ante=ShortAnte.ALL_IN
        )
        names = [with_policies("expert", shelves), "heuristic", "random", "multi-way"]
        same(rules, names[:seats], 20 if seats == 2 else 6, ante)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_whatever_a_policy_says(seats: int, shelves: Path) -> None:
    rules = rules_of(players=seats, stack=12 if seats == 2 else 60)
    bots = ("expert", "strong", "expert-timid", "expert-aggressive", "expert-loose", "expert-tight")
    names = [with_policies(name, shelves, "wild") for name in bots]
    same(rules, names[:seats], 200 if seats == 2 else 20, 6)
    for seed, other in ((7, "any-size"), *((8, "third-pot"), (9, "pot-and-half"))[: 4 - seats]):
        same(rules, [*names[: seats - 1], other], 100 if seats == 2 else 10, seed)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(("preset", "seats"), [("cincinnati", 2), ("cincinnati", 6), ("liz", 4)])
def test_the_policies_that_come_with_the_package(preset: str, seats: int) -> None:
    names = ["expert", "strong", "three-quarters", "expert-timid", "regular", "casual"]
    same(rules_of(preset, players=seats), names[:seats], 30 if seats == 2 else 4, 9)
    same(rules_of(preset, players=seats), ["expert", "three-pots", *names[2:seats]], 6, 10)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("seats", [2, 4])
def test_two_folders_of_policies_meet(seats: int, shelves: Path) -> None:
    rules = rules_of(players=seats, stack=30)
    mine = with_policies("expert", shelves)
    theirs = with_policies("expert", shelves, "other")
    names = [
        mine,
        theirs,
        with_policies("strong", shelves, "other"),
        with_policies("maniac", shelves),
    ]
    played = same(rules, names[:seats], 60 if seats == 2 else 12, 8)
    again = same(rules, [mine] * seats, 4, 8)
    assert not again.chips.any()
    assert played.chips[:, 0].any()


def test_their_strength_is_their_own(shelves: Path) -> None:
    """Nothing is exchanged here: plain players from the cards to the chips."""
    names = [with_policies("expert", shelves), "tight-aggressive", "multi-way"]
    same(rules_of(players=3), names, 2, 11)
    same(rules_of("liz", players=2), names[:2], 2, 12)


@pytest.mark.usefixtures("quick")
def test_a_piece_is_a_piece_of_the_whole(shelves: Path) -> None:
    """And whoever sits where, each position has had the same cards."""
    entrants = [Entrant(with_policies("expert", shelves)), Entrant("maniac"), Entrant("random")]
    match = Match.table(entrants, rules_of(players=3), deals=9, seed=3)
    whole = FastEngine().play(match, 0, 9)
    pieces = [FastEngine().play(match, *piece) for piece in ((0, 4), (4, 5), (5, 9))]
    assert np.array_equal(np.concatenate([piece.chips for piece in pieces]), whole.chips)
    assert not whole.chips.sum(axis=1).any()
    other = FastEngine().play(replace(match, seed=4), 0, 9)
    assert not np.array_equal(other.chips, whole.chips)


@pytest.mark.parametrize(
    ("names", "rules"),
    [
        (["expert", "shark"], rules_of(players=2)),
        (["expert", "station"], rules_of(players=2, limit=Limit.POT)),
        (["expert", "station"], rules_of(players=2, limit=Limit.FIXED)),
        (["expert", "station"], rules_of(players=2, blinds=(1, 2))),
        (["expert", "station"], rules_of(players=2, bring_in=1)),
        (["expert", "station"], rules_of(players=2, max_raises=2)),
        (["expert@a", "expert@b", "expert"], rules_of(players=3)),
        (["expert", "bots:mine"], rules_of(players=2)),
    ],
)
def test_everything_else_is_left_to_the_plain_engine(names: list[str], rules: Ruleset) -> None:
    entrants = [Entrant(name) for name in names]
    assert compiled_engine(Match.table(entrants, rules, deals=2, seed=1)) is None


def test_a_bot_that_came_from_a_file_is_not_ours() -> None:
    entrants = [Entrant("expert", source="def expert(seed): ..."), Entrant("station")]
    assert compiled_engine(Match.table(entrants, rules_of(players=2), deals=2, seed=1)) is None
