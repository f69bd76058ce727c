"""The vectors through the command, a whole file at a time: every answer in its place."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from vector_files import VECTORS, load


def answers(command: str, name: str, status: int) -> list[dict[str, Any]]:
    """What ``python -m cincinnati`` answers to a file, one object for each of its lines."""
    done = subprocess.run(  # noqa: S603  (our own command)
        [sys.executable, "-m", "cincinnati", command, str(VECTORS / name), "--json"],
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == status, done.stderr.decode()
    assert (done.stderr == b"") == (status == 0)
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def test_deals() -> None:
    vectors = load("deals.jsonl")
    told = answers("replay", "deals.jsonl", 0)
    for vector, answer in zip(vectors, told, strict=True):
        for field in ("finishing_stacks", "refund", "awards", "shown"):
            assert answer[field] == vector[field], (vector["name"], field)
        pots = [{name: pot[name] for name in ("amount", "eligible")} for pot in answer["pots"]]
        assert pots == vector["pots"], vector["name"]
        check_winners(answer)


def check_winners(answer: dict[str, Any]) -> None:
    """Each pot is given out whole, to players who may win it."""
    taken = [0] * len(answer["awards"])
    for pot in answer["pots"]:
        assert sum(win["amount"] for win in pot["winners"]) == pot["amount"]
        for win in pot["winners"]:
            assert win["position"] in pot["eligible"]
            assert win["share"] in ("whole", "high", "low", "suit")
            cards = 1 if win["share"] == "suit" else 5 if answer["shown"] else 0
            assert len(win["five"]) == cards
            taken[win["position"]] += win["amount"]
    assert taken == answer["awards"]


def test_legal_actions() -> None:
    vectors = load("legal.jsonl")
    told = answers("replay", "legal.jsonl", 0)
    expected = [{"to_act": vector["to_act"], "legal": vector["legal"]} for vector in vectors]
    assert told == expected


def test_illegal_actions() -> None:
    vectors = load("illegal.jsonl")
    told = answers("replay", "illegal.jsonl", 2)
    for vector, answer in zip(vectors, told, strict=True):
        assert answer.keys() == {"error"}
        error = answer["error"]
        assert error.keys() == {"at", "action", "code", "message", "allowed"}
        assert error["at"] == vector["at"], vector
        assert error["action"] in vector["phh"]
        assert error["message"]


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("ten-card-hands.jsonl", ["class", "category"]),
        ("wild-hands.jsonl", ["order", "category"]),
        ("low-hands.jsonl", ["low"]),
    ],
)
def test_hands(name: str, fields: list[str]) -> None:
    vectors = load(name)
    told = answers("hand", name, 0)
    for vector, answer in zip(vectors, told, strict=True):
        assert [answer[field] for field in fields] == [vector[field] for field in fields], vector
        cards = vector.get("cards") or f"{vector['private']} {vector['board']}"
        assert set(answer["five"]) <= set(cards.split())
        assert len(set(answer["five"])) == 5
        assert answer["wild"] == vector.get("wild_rank", "")
        assert answer["class"] == (answer["order"] - 13 if answer["order"] > 13 else None)
