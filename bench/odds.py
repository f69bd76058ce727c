"""Odds beside everybody else's: `python -m bench.odds`, and `--short` for a quick look.

The peers are installed into ``.venv/peers``, an environment of their own, at the versions
that ``bench/peers/requirements.txt`` pins. There one process measures us and them in turns,
and the table goes to ``bench/ODDS.md``.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

HOME = Path(__file__).resolve().parents[1]
PEERS = HOME / ".venv" / "peers"
REQUIREMENTS = Path(__file__).with_name("peers") / "requirements.txt"
RESULTS = Path(__file__).with_name("ODDS.md")


def main() -> None:
    """Install what is missing, measure, and write the results (but not those of a short run)."""
    short = "--short" in sys.argv[1:]
    python = _environment()
    paths = os.pathsep.join((str(HOME / "src"), str(HOME)))
    measured = subprocess.run(  # noqa: S603 - ours
        [python, "-m", "bench.peers", *(["--short"] if short else [])],
        env=os.environ | {"PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    ).stdout
    print(measured)
    if not short:
        RESULTS.write_text(measured, encoding="utf-8")


def _environment() -> Path:
    """The interpreter of the peers' environment, which is made when its pins have changed."""
    python = PEERS / ("Scripts" if os.name == "nt" else "bin") / "python"
    stamp, pinned = PEERS / "installed.txt", REQUIREMENTS.read_text(encoding="utf-8")
    if stamp.exists() and stamp.read_text(encoding="utf-8") == pinned:
        return python
    print("Installing the peers (once) …", file=sys.stderr)
    venv.create(PEERS, with_pip=True, clear=True)
    install = ["-m", "pip", "install", "-q", "--disable-pip-version-check", "--require-hashes"]
    subprocess.run([python, *install, "-r", REQUIREMENTS], check=True)  # noqa: S603 - pinned
    stamp.write_text(pinned, encoding="utf-8")
    return python


if __name__ == "__main__":
    main()
