"""``cincinnati train``: a policy from nothing, by play against itself."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from msgspec.structs import replace

from cincinnati.bots.policy import Kind, header_of
from cincinnati.bots.shelf import SUFFIX
from cincinnati.cli.learning import (
    Interrupt,
    Watching,
    check_numba,
    check_place,
    sizes_in,
    usual_folder,
    whole_in,
)
from cincinnati.errors import PolicyError, RulesError
from cincinnati.words import Words

if TYPE_CHECKING:
    from cincinnati.training.job import Plan

SEATS, PRESET = 2, "cincinnati"
STOPPED = 130


def train(
    *,
    preset: str | None = None,
    seats: int | None = None,
    key: Kind | None = None,
    sizes: str | None = None,
    iterations: str | None = None,
    seed: int | None = None,
    deals: str | None = None,
    stack: int | None = None,
    like: Path | None = None,
    out: Path | None = None,
    checkpoints: Path | None = None,
    force: Annotated[bool, Parameter(negative=())] = False,
    anew: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Train a policy, which is what the bots strong and expert play by, and write it into a file.

    The same command gives the same policy. It may be stopped with Ctrl-C at any time; the same
    command, with more iterations if you like, goes on then.

    Parameters
    ----------
    preset
        The variant; `cincinnati rules` lists them. [cincinnati]
    seats
        2 for a heads-up table, more for tables of 2 to so many. [2]
    key
        By what decisions are found: all betting lines of a heads-up table, or situations. Those of
        2 seats are trained with bets of any size, for hands that leave the lines. [line for 2
        seats, situation for more]
    sizes
        Learn to answer another's bets of so many percent of the pot, such as 33,150, beside the
        lines for 50,100 that are there; heads-up only. [50,100: learn these lines]
    iterations
        How long: 2000000 or 2e6.
    seed
        A number that gives the same policy again. [1]
    deals
        How many deals are trained on. [250000]
    stack
        Chips to start with; with situations those of half the deals. [100]
    like
        A policy file: train what it was trained by, but for the options that are given.
    out
        The file to write. [the variant and the seats .policy]
    checkpoints
        The folder for deals and checkpoints. [in your cache folder]
    force
        Replace the file to write if it is there.
    anew
        Begin anew, though there is a checkpoint.

    """
    check_numba()
    plan = _plan(
        like,
        preset=preset,
        seats=seats,
        key=key,
        sizes=None if sizes is None else sizes_in(sizes),
        iterations=None if iterations is None else whole_in(iterations, "iterations"),
        seed=seed,
        deals=None if deals is None else whole_in(deals, "deals"),
        stack=stack,
    )
    out = Path(f"{plan.name}{SUFFIX}") if out is None else out
    check_place(out, "out")
    if out.exists() and not force:
        raise RulesError("out", f"{str(out)!r} is there; --force replaces it")
    from cincinnati.training.run import checkpoint_in
    from cincinnati.training.run import train as trained

    folder = usual_folder() if checkpoints is None else checkpoints
    words = Words.preferred(os.environ)
    try:
        with Interrupt() as interrupt, Watching(words, plan.iterations, interrupt) as watching:
            made = trained(plan, folder, watching, anew=anew)
    except KeyboardInterrupt:
        print(words.text("training.nothing"), file=sys.stderr)
        return STOPPED
    if made is None:
        print(words.text("training.stopped", file=checkpoint_in(folder, plan)), file=sys.stderr)
        return STOPPED
    out.write_bytes(made)
    header = header_of(made)
    print(words.text("training.written", file=out, bytes=len(made), cells=header.cells))
    print(words.text("training.digest", digest=header.sha256))
    return 0


def _plan(like: Path | None, **given: Any) -> Plan:
    """What is to be trained; what is given counts more than what a file says."""
    said = {name: value for name, value in given.items() if value is not None}
    if like is None and "iterations" not in said:
        raise RulesError("iterations", "how many? A million takes about a minute heads-up: 1e6")
    from cincinnati.training.job import Plan
    from cincinnati.training.run import plan_of

    if like is not None:
        try:
            return replace(plan_of(header_of(like.read_bytes())), **said)
        except PolicyError as error:
            raise PolicyError(f"{like}: {error}") from None
    return Plan(**{"preset": PRESET, "seats": SEATS, **said})
