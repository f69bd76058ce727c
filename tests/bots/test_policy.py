"""Policy files: read as the format says, refused when they are damaged."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cincinnati.bots.menu import ALL_IN, CALL, FOLD, HALF, POT
from cincinnati.bots.policy import Header, Kind, Policy, Weights, file_of, header_of, policy_of
from cincinnati.errors import PolicyError
from made_policies import (
    CALLS,
    CUTS,
    FOLDS,
    Rows,
    Tree,
    answers,
    header,
    lines,
    packed,
    situations,
)

TREE: Tree = {
    CALL: {CALL: {CALL: None, ALL_IN: None}, POT: {FOLD: None, CALL: {CALL: None}}},
    HALF: {FOLD: None, CALL: {CALL: None, POT: None}, ALL_IN: {FOLD: None, CALL: None}},
}
LINES = [(), (CALL,), (HALF,), (CALL, CALL), (CALL, POT), (HALF, CALL), (HALF, ALL_IN),
         (CALL, POT, CALL)]  # fmt: skip


def by_bucket(bucket: int) -> tuple[int, int, int, int, int]:
    return bucket % 16, 15 - bucket % 16, 1, 2, bucket // 16


@pytest.mark.parametrize("count", [1, 2, 3])
def test_situations_have_rows(count: int) -> None:
    rows: dict[int, Weights | Rows] = {7: by_bucket, 70_000: CALLS, 1_000_000: FOLDS}
    data = situations({number: rows[number] for number in list(rows)[:count]})
    policy = policy_of(data)
    assert policy.situations() == tuple(rows)[:count]
    assert [policy.cell(number) for number in rows] == [*range(count), *[None] * (3 - count)]
    assert [policy.cell(number) for number in (0, 8, 69_999, 2**31)] == [None] * 4
    assert [policy.weights(0, bucket) for bucket in range(50)] == [*map(by_bucket, range(50))]
    if count == 3:
        assert {policy.weights(1, bucket) for bucket in range(50)} == {CALLS}
        assert {policy.weights(2, bucket) for bucket in range(50)} == {FOLDS}


def test_lines_have_rows() -> None:
    policy = policy_of(lines(TREE, lambda path: (len(path), 0, 0, 0, 15)))
    assert [policy.node(line) for line in LINES] == list(range(8))
    assert [policy.weights(node, 9) for node in range(8)] == [
        (len(line), 0, 0, 0, 15) for line in LINES
    ]
    for off in ((FOLD,), (CALL, ALL_IN), (-1,), (CALL, CALL, CALL), (HALF, -1), (CALL, POT, FOLD)):
        assert policy.node(off) is None
    assert list(policy.inner_masks()) == [
        1 << CALL | 1 << HALF, 1 << CALL | 1 << POT, 1 << CALL | 1 << ALL_IN, 0, 1 << CALL, 0, 0, 0
    ]  # fmt: skip


FIRST: Tree = {CALL: {CALL: None, HALF: {FOLD: None, CALL: {CALL: None}}}, POT: {CALL: None}}
SECOND: Tree = {CALL: {CALL: None}, ALL_IN: {CALL: {FOLD: None}}}


def test_answers_are_found_by_the_line_and_the_place() -> None:
    """Level by level, the first player's before the second's."""
    policy = policy_of(answers([FIRST, SECOND], lambda place, path: (place, len(path), 0, 0, 15)))
    assert (policy.roots, policy.header.sizes) == (2, (33, 150))
    first = {(): 0, (CALL,): 2, (POT,): 3, (CALL, HALF): 6, (CALL, HALF, CALL): 8}
    second = {(): 1, (CALL,): 4, (ALL_IN,): 5, (ALL_IN, CALL): 7}
    assert policy.header.cells == len(first) + len(second)
    for place, nodes in enumerate((first, second)):
        for line, node in nodes.items():
            assert policy.node(line, place) == node
            assert policy.weights(node, 11) == (place, len(line), 0, 0, 15)
    assert policy.node((CALL, HALF), 1) is None
    assert policy.node((ALL_IN,), 0) is None


def test_lines_for_both_are_the_same_in_both_places() -> None:
    """So say files that were written before there were others, and files that say it."""
    for changes in ({}, {"sizes": [50, 100]}):
        policy = policy_of(lines(TREE, lambda _: CALLS, **changes))
        assert (policy.roots, policy.header.sizes) == (1, (50, 100))
        assert [policy.node(line, 1) for line in LINES] == list(range(8))
    assert header_of(situations({1: CALLS})).sizes == (50, 100)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (lines(TREE, lambda _: CALLS, sizes=[33, 150]), "a tree of 9 nodes, not 8"),
        (answers([FIRST, SECOND], lambda *_: CALLS, sizes=[50, 100]), "a tree of 8 nodes, not 9"),
        (answers([FIRST, SECOND], lambda *_: CALLS, sizes=[33]), "damaged header: .*sizes"),
    ],
)
def test_there_is_a_root_for_each_place_or_one_for_both(data: bytes, why: str) -> None:
    with pytest.raises(PolicyError, match=why):
        policy_of(data)


def test_a_bucket_begins_at_its_cut() -> None:
    policy = policy_of(situations({1: CALLS}))
    assert [policy.bucket(1, points) for points in (0, 23, 24, 47, 48, 1175, 1176, 1200)] == [
        0, 0, 1, 1, 2, 48, 49, 49
    ]  # fmt: skip
    assert policy.bucket(0, 600) is None


def test_a_header_says_how_it_was_made() -> None:
    head = header_of(situations({1: CALLS}, seed=5, preset="liz", versions={"numba": "0.68"}))
    assert (head.kind, head.preset, head.seed) == (Kind.SITUATION, "liz", 5)
    assert head.versions == {"numba": "0.68"}
    assert head.cuts == ((), *[tuple(CUTS)] * 5)
    assert header_of(lines(TREE, lambda _: CALLS, stack=50)).stack == 50


def test_what_is_written_is_read() -> None:
    made = policy_of(lines(TREE, lambda _: by_bucket))
    index = bytes(8) + made.inner_masks()
    written = file_of(made.header, index, made.packed_weights())
    again = policy_of(written)
    assert again.packed_weights() == made.packed_weights()
    assert [again.node(line) for line in LINES] == list(range(8))
    assert again.header.sha256 != made.header.sha256  # the menus were not written
    assert file_of(made.header, index, made.packed_weights()) == written


def test_what_is_not_consistent_is_not_written() -> None:
    made = policy_of(situations({1: CALLS}))
    with pytest.raises(PolicyError, match="1 rows do not make 258 bytes"):
        file_of(made.header, bytes(8), bytes(250))


# --- damage -------------------------------------------------------------------------------------


def cut_short(data: bytes) -> bytes:
    return data[:-20]


def one_bit_other(data: bytes) -> bytes:
    return data[:-40] + bytes([data[-40] ^ 1]) + data[-39:]


def of_another_kind(data: bytes) -> bytes:
    return b"CINCPOL2" + data[8:]


def without_header(data: bytes) -> bytes:
    return data[:8] + bytes(4) + data[12:]


def cut_in_the_header(data: bytes) -> bytes:
    return data[:100]


def other_payload(_: bytes) -> bytes:
    head = header(cells=1, sha256="0" * 64)
    return packed(head, bytes(4 + 125))


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (cut_short, "damaged"),
        (one_bit_other, "damaged"),
        (of_another_kind, "not a policy: begins with b'CINCPOL2', not b'CINCPOL1'"),
        (without_header, "damaged header"),
        (cut_in_the_header, "damaged header"),
        (other_payload, "damaged: SHA-256 [0-9a-f]{64}, not 0{64}"),
        (lambda _: b"", "not a policy"),
    ],
)
def test_a_damaged_file_is_refused(damage: Callable[[bytes], bytes], why: str) -> None:
    with pytest.raises(PolicyError, match=why):
        policy_of(damage(situations({1: by_bucket, 2: CALLS})))


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"kind": "magic"}, "damaged header: .*magic"),
        ({"runs": 150}, "strength by 150 run-outs, not 300"),
        ({"cuts": [CUTS] * 5}, "cuts: 6 ascending lists of 49 or none"),
        ({"cuts": [CUTS[1:]] * 6}, "cuts: 6 ascending lists"),
        ({"cuts": [CUTS[::-1]] * 6}, "cuts: 6 ascending lists"),
        ({"buckets": 25}, "1 rows do not make 129 bytes"),
        ({"colour": "green"}, "damaged header: .*colour"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_header_that_cannot_be_is_refused(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(PolicyError, match=why):
        policy_of(situations({1: CALLS}, **changes))


def test_a_tree_must_be_as_large_as_it_says() -> None:
    made = policy_of(lines(TREE, lambda _: CALLS))
    inner = bytearray(made.inner_masks())
    inner[0] |= 1 << ALL_IN
    with pytest.raises(PolicyError, match="a tree of 9 nodes, not 8"):
        file_of(made.header, bytes(8) + bytes(inner), made.packed_weights())


def test_the_header_is_text_that_people_can_read(tmp_path: Path) -> None:
    made = policy_of(situations({1: CALLS}))
    data = file_of(made.header, (1).to_bytes(4, "little"), made.packed_weights())
    text = data[12 : 12 + int.from_bytes(data[8:12], "little")]
    told = json.loads(text)
    assert set(told) == set(Header.__struct_fields__)
    assert told["sha256"] == made.header.sha256
    assert Policy(made.header, (1).to_bytes(4, "little") + made.packed_weights()).cell(1) == 0
