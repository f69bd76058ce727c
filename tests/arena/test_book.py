"""A policy laid out for compiled players: whatever is looked up is what the policy says."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from random import Random

import numpy as np
import pytest

from cincinnati.arena.kernels.book import TREES, Book, book_of
from cincinnati.bots.menu import ACTIONS, ALL_IN, CALL, POT
from cincinnati.bots.policy import Policy, policy_of
from cincinnati.bots.situation import SITUATIONS
from cincinnati.errors import PolicyError
from cincinnati.rules.presets import PRESETS
from cincinnati.training.job import Job, Plan
from cincinnati.training.pool import pool_of
from made_policies import CALLS, FOLDS, HALVES, POTS, Tree, answers, lines, situations

BUCKETS = 50
TREE: Tree = {
    CALL: {CALL: None, ALL_IN: {0: None, CALL: {CALL: None}}},
    POT: {0: None},
    ALL_IN: None,
}


@cache
def trained(seats: int) -> Policy:
    """By lines for two, by situations for more."""
    plan = Plan(preset="cincinnati", seats=seats, iterations=300, deals=100, stack=20)
    job = Job(plan, pool_of(PRESETS["cincinnati"], seed=1, deals=100))
    job.train(300)
    return job.policy()


@cache
def answering(small: int, large: int) -> Policy:
    """Beside the trained lines, against these bets."""
    sizes = small, large
    plan = Plan(preset="cincinnati", seats=2, sizes=sizes, iterations=300, deals=100, stack=20)
    job = Job(plan, pool_of(PRESETS["cincinnati"], seed=1, deals=100), trained(2))
    job.train(300)
    return job.policy()


def bucket_in(book: Book, turned: int, points: int, *, by_lines: bool) -> int:
    cuts = book.line_cuts[0] if by_lines else book.cuts
    return int(np.searchsorted(cuts[turned], points, side="right"))


def test_every_weight_of_every_situation() -> None:
    policy = trained(4)
    book = book_of(policy)
    numbers = policy.situations()
    assert len(numbers) > 30
    assert np.flatnonzero(book.rows >= 0).tolist() == list(numbers)
    assert book.rows.shape == (SITUATIONS,)
    for number in numbers:
        cell = policy.cell(number)
        assert cell is not None
        assert book.rows[number] == cell
        for bucket in range(BUCKETS):
            assert tuple(book.weights[cell, bucket].tolist()) == policy.weights(cell, bucket)


def test_every_weight_of_every_line() -> None:
    policy = trained(2)
    book = book_of(None, [policy])
    assert len(book.inner) == len(book.first) == policy.header.cells > 1_000
    for node in range(0, policy.header.cells, 7):
        for bucket in range(BUCKETS):
            assert tuple(book.line_weights[node, bucket].tolist()) == policy.weights(node, bucket)


def by_hand() -> Policy:
    return policy_of(lines(TREE, lambda _: CALLS))


@pytest.mark.parametrize("made", [partial(trained, 2), by_hand], ids=["trained", "by hand"])
def test_lines_lead_to_the_same_nodes(made: Callable[[], Policy]) -> None:
    policy, chance = made(), Random(1)
    book = book_of(None, [policy])
    for _ in range(300):
        node, line = 0, list[int]()
        while book.inner[node]:
            actions = [a for a in range(ACTIONS) if book.inner[node] >> a & 1]
            action = chance.choice(actions)
            below = int(book.inner[node]) & ((1 << action) - 1)
            node = int(book.first[node]) + below.bit_count()
            line.append(action)
            assert policy.node(line) == node


def by_hand_for_both_places() -> Policy:
    other: Tree = {CALL: None, POT: {0: None, CALL: {CALL: None}}, ALL_IN: {CALL: None}}
    return policy_of(answers([TREE, other], lambda place, _: (HALVES, FOLDS)[place]))


def test_several_policies_of_lines_stand_in_one_book() -> None:
    """Each with its roots, its sizes, its classes of strength, and its own rows."""
    policies = [
        trained(2), answering(33, 150), by_hand_for_both_places(), answering(75, 300)
    ]  # fmt: skip
    book, chance, before = book_of(None, policies), Random(2), 0
    assert book.sizes.tolist() == [[50, 100], [33, 150], [33, 150], [75, 300]]
    for at, policy in enumerate(policies):
        assert book.roots[at].tolist() == [before, before + policy.roots - 1]
        for turned in range(1, 6):
            cuts = list(policy.header.cuts[turned])
            assert book.line_cuts[at, turned].tolist() == cuts
        for position in [0, 1] * 60:
            line, node = list[int](), int(book.roots[at, position])
            while True:
                found = policy.node(line, position)
                assert found == node - before
                bucket = chance.randrange(BUCKETS)
                weights = book.line_weights[node, bucket]
                assert tuple(weights.tolist()) == policy.weights(found, bucket)
                actions = [a for a in range(ACTIONS) if book.inner[node] >> a & 1]
                if not actions:
                    break
                line.append(chance.choice(actions))
                below = int(book.inner[node]) & ((1 << line[-1]) - 1)
                node = int(book.first[node]) + below.bit_count()
        before += policy.header.cells
    assert len(book.inner) == len(book.first) == len(book.line_weights) == before


def test_there_is_room_for_some_policies_of_lines_alone() -> None:
    many = [by_hand_for_both_places()] * TREES
    assert len(book_of(None, many).roots) == TREES
    with pytest.raises(
        PolicyError, match=f"{TREES + 1} policies of lines for the same stakes, not {TREES}"
    ):
        book_of(None, [*many, by_hand()])


@pytest.mark.parametrize("seats", [2, 4])
def test_classes_of_strength(seats: int) -> None:
    policy = trained(seats)
    book = book_of(None, [policy]) if seats == 2 else book_of(policy)
    for turned in range(1, 6):
        for points in range(1_201):
            bucket = bucket_in(book, turned, points, by_lines=seats == 2)
            assert bucket == policy.bucket(turned, points)


def test_a_part_that_is_not_there_is_empty() -> None:
    book = book_of(None)
    assert (book.rows == -1).all()
    assert len(book.weights) == len(book.inner) == len(book.first) == len(book.line_weights) == 0
    assert book.roots.shape == book.sizes.shape == (0, 2)


def test_both_parts_stand_side_by_side() -> None:
    book = book_of(
        policy_of(situations({7: FOLDS, 9: CALLS})),
        [policy_of(lines({CALL: None}, lambda _: POTS))],
    )
    assert book.weights[book.rows[9], 0].tolist() == [0, 15, 0, 0, 0]
    assert book.weights[book.rows[7], 49].tolist() == [15, 0, 0, 0, 0]
    assert book.line_weights[0, 20].tolist() == [0, 0, 0, 15, 0]
