"""How long one waits: a program from its start to its end, as one waits at the prompt."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

import msgspec

from bench.replaying import DEALS
from bench.rounds import Contestant, Section, Series, interleaved, under

ROUNDS = 15


def measure() -> Section:
    """Milliseconds of the empty program, of an import, of a command."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "one.phh"
        with DEALS.open("rb") as lines:
            file.write_text(msgspec.json.decode(next(lines))["phh"], encoding="utf-8")
        command = Path(sys.executable).with_name("cincinnati")
        python = (sys.executable, "-c")
        series = interleaved(
            [
                Contestant("`python -c pass`", partial(_wait, *python, "pass")),
                Contestant("`import cincinnati`", partial(_wait, *python, "import cincinnati")),
                Contestant("`import clubs`", partial(_wait, *python, "import clubs")),
                Contestant("`import pokerkit`", partial(_wait, *python, "import pokerkit")),
                Contestant("`cincinnati replay one.phh`", partial(_wait, command, "replay", file)),
            ],
            rounds=ROUNDS,
        )
    return Section(
        title="Start",
        unit="ms",
        comparison="beyond the empty program",
        compare=_beyond,
        series=series,
        targets=(
            under("`import cincinnati`, ms", series[1].median, goal=100),
            under("`cincinnati replay` of one file, ms", series[4].median, goal=400),
        ),
        notes=(
            "Whole processes, by the wall clock. `PYTHONDONTWRITEBYTECODE` is unset for them and "
            "one run before does not count, so that Python finds its compiled files as it does "
            "in daily use."
        ),
    )


def _wait(*command: str | Path) -> float:
    env = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    subprocess.run(command, check=True, env=env, stdout=subprocess.DEVNULL)  # noqa: S603 - ours
    return 1000 * (time.perf_counter() - start)


def _beyond(series: Series, first: Series) -> str:
    return f"{series.median - first.median:+.0f} ms" if series is not first else ""
