"""The right answers in tests/vectors, which were worked out apart from the project."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).parent / "vectors"


def load(name: str) -> list[dict[str, Any]]:
    """The objects of a file with one in each line."""
    lines = (VECTORS / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def load_one(name: str) -> dict[str, Any]:
    """The object of a file that holds just one."""
    answer: dict[str, Any] = json.loads((VECTORS / name).read_text(encoding="utf-8"))
    return answer
