"""Tiny policies made by hand: what a player does is written down, row by row.

The one idea: the bytes are put together here from the description of the format, not by the code
that reads them.
"""

from __future__ import annotations

import hashlib
import json
import lzma
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from cincinnati.bots.policy import Weights
from cincinnati.bots.shelf import Shelf

BUCKETS = 50
CUTS = [24 * cut for cut in range(1, BUCKETS)]
"""Even: bucket b begins with 24 b of the 1,200 points."""
Tree = Mapping[int, "Tree | None"]
"""A decision's menu; ``None`` where the line ends."""
Rows = Callable[[int], Weights]
"""The weights by bucket."""

FOLDS: Weights = (15, 0, 0, 0, 0)
CALLS: Weights = (0, 15, 0, 0, 0)
HALVES: Weights = (0, 0, 15, 0, 0)
POTS: Weights = (0, 0, 0, 15, 0)
ALL_INS: Weights = (0, 0, 0, 0, 15)


def header(**changes: Any) -> dict[str, Any]:
    """The header of a policy for the plain game, with some fields changed."""
    return {
        "kind": "situation",
        "preset": "cincinnati",
        "rounds": 5,
        "seats": 8,
        "stack": None,
        "ante": 1,
        "min_bet": 2,
        "seed": 1,
        "iterations": 10,
        "deals": 10,
        "versions": {"cincinnati": "0", "numba": "0", "numpy": "0"},
        "buckets": BUCKETS,
        "runs": 300,
        "cuts": [[], *[CUTS] * 5],
        **changes,
    }


def situations(rows: Mapping[int, Weights | Rows], **changes: Any) -> bytes:
    """A policy file with a row for each of these situations."""
    index = b"".join(number.to_bytes(4, "little") for number in sorted(rows))
    return _file(header(**changes), index, [rows[number] for number in sorted(rows)])


def lines(tree: Tree, rows: Callable[[tuple[int, ...]], Weights | Rows], **changes: Any) -> bytes:
    """A policy file of a tree of lines; ``rows`` is told by which actions a decision is reached."""
    return _of_trees([tree], lambda _, path: rows(path), changes)


def answers(
    trees: Sequence[Tree],
    rows: Callable[[int, tuple[int, ...]], Weights | Rows],
    **changes: Any,
) -> bytes:
    """A policy file that answers bets of 33 and 150 % of the pot, a tree for each place.

    ``rows`` is told the place too. With ``sizes`` the bets are others.
    """
    return _of_trees(trees, rows, {"sizes": [33, 150], **changes})


def _of_trees(
    trees: Sequence[Tree],
    rows: Callable[[int, tuple[int, ...]], Weights | Rows],
    changes: dict[str, Any],
) -> bytes:
    nodes: list[tuple[int, tuple[int, ...], Tree]] = [
        (place, (), tree) for place, tree in enumerate(trees)
    ]
    for place, path, menu in nodes:  # grows while it is gone through
        following = [action for action in sorted(menu) if menu[action]]
        nodes += [(place, (*path, action), menu[action] or {}) for action in following]
    menus = bytes(sum(1 << action for action in menu) for *_, menu in nodes)
    inner = bytes(sum(1 << action for action in menu if menu[action]) for *_, menu in nodes)
    changes = {"kind": "line", "seats": 2, "stack": 100, **changes}
    cells = [rows(place, path) for place, path, _ in nodes]
    return _file(header(**changes), menus + inner, cells)


def packed(head: dict[str, Any], payload: bytes) -> bytes:
    """A file of a header and a payload."""
    text = json.dumps({"sha256": hashlib.sha256(payload).hexdigest(), **head}).encode()
    return b"CINCPOL1" + len(text).to_bytes(4, "little") + text + lzma.compress(payload)


def shelf(folder: Path, **files: bytes) -> Shelf:
    """A folder with these policies."""
    for name, data in files.items():
        (folder / f"{name}.policy").write_bytes(data)
    return Shelf(folder)


def _file(head: dict[str, Any], index: bytes, rows: list[Weights | Rows]) -> bytes:
    nibbles = [
        (row(bucket) if callable(row) else row)[action]
        for action in range(5)
        for row in rows
        for bucket in range(BUCKETS)
    ]
    nibbles += [0] * (len(nibbles) % 2)
    weights = bytes(low | high << 4 for low, high in zip(nibbles[::2], nibbles[1::2], strict=True))
    return packed({**head, "cells": len(rows)}, index + weights)
