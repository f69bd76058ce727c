"""``cincinnati attack``: what an attacker that is trained for it wins from a bot."""

from __future__ import annotations

import csv as csv_files
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from cyclopts import Parameter

from cincinnati.bots.menu import SIZES
from cincinnati.bots.policy import Kind
from cincinnati.cli.learning import (
    Interrupt,
    Watching,
    check_numba,
    check_place,
    sizes_in,
    usual_folder,
    whole_in,
)
from cincinnati.cli.results import CHIPS_PLACES, THOUSANDTHS_PLACES, gain_text
from cincinnati.errors import RulesError
from cincinnati.words import Words

if TYPE_CHECKING:
    from cincinnati.bots.policy import Header
    from cincinnati.training.siege import Outcome


def attack(
    bot: str,
    *,
    preset: str = "cincinnati",
    seats: int = 2,
    key: Kind | None = None,
    buckets: int = 50,
    sizes: str = "50,100",
    iterations: str = "1e6",
    deals: str = "250000",
    fresh: str = "20000",
    seed: int = 1,
    stack: int = 100,
    out: Path | None = None,
    csv: Path | None = None,
    json: Annotated[bool, Parameter(negative=())] = False,
    pools: Path | None = None,
) -> None:
    """Train an attacker against a bot that does not change, and say what it wins.

    The attacker is measured on deals that it was not trained on. What it wins is a lower bound of
    what the bot gives away: another attacker, or a longer training, may win more.

    Parameters
    ----------
    bot
        One of our own bots; with the policies of a folder it is NAME@FOLDER.
    preset
        The variant; `cincinnati rules` lists them.
    seats
        How many sit at the table, 2 to 8: one attacker, the others are copies of the bot.
    key
        What the attacker remembers of the betting: the whole line, or its situation alone.
        [line for 2 seats where the bot bets 50,100]
    buckets
        How many classes of strength the attacker tells apart: 25, 50 or 100.
    sizes
        Its two bets in percent of the pot; it may go all-in as well.
    iterations
        How long it is trained: 1000000 or 1e6.
    deals
        How many deals it is trained on.
    fresh
        How many other deals it is measured on.
    seed
        A number that gives the same attacker again.
    stack
        Chips to start with.
    out
        Write the attacker's own policy into this file; for 50 buckets and bets of 50,100.
    csv
        Write all figures into this file.
    json
        Print one JSON object.
    pools
        The folder in which deals are kept. [in your cache folder]

    """
    check_numba()
    check_place(out, "out")
    check_place(csv, "csv")
    from cincinnati.training.job import Plan
    from cincinnati.training.siege import Siege, lay, usual_key

    two = sizes_in(sizes)
    siege = Siege(
        bot=bot,
        plan=Plan(
            preset=preset,
            seats=seats,
            iterations=whole_in(iterations, "iterations"),
            seed=seed,
            deals=whole_in(deals, "deals"),
            stack=stack,
        ),
        key=key or usual_key(bot, seats),
        buckets=buckets,
        sizes=two,
        fresh=whole_in(fresh, "fresh"),
    )
    if out is not None and not siege.playable:
        raise RulesError("out", "a policy has 50 buckets and bets of 50,100")
    words = Words.preferred(os.environ)
    folder = usual_folder() if pools is None else pools
    with Interrupt() as interrupt, Watching(words, siege.plan.iterations, interrupt) as watching:
        outcome = lay(siege, folder, watching)
    if out is not None and outcome.file is not None:
        out.write_bytes(outcome.file)
    if csv is not None:
        _write_csv(csv, _figures(outcome))
        print(words.text("arena.file", file=csv), file=sys.stderr)
    if json:
        print(msgspec.json.encode(_figures(outcome)).decode())
    else:
        print("\n".join(_lines(words, outcome)))


# --- for people ----------------------------------------------------------------------


def _lines(words: Words, outcome: Outcome) -> Iterator[str]:
    siege, plan = outcome.siege, outcome.siege.plan
    others = siege.bot if plan.seats == 2 else f"{plan.seats - 1} × {siege.bot}"
    game = words.count("odds.title", plan.seats, game=words.preset(plan.preset))
    yield words.text("training.attack", game=game, others=others)
    for header in outcome.policies:
        small, large = header.sizes
        kind = header.kind.value if header.sizes == SIZES else "answers"
        yield words.text(
            f"training.policy.{kind}",
            small=small,
            large=large,
            iterations=header.iterations,
            seed=str(header.seed),
            game=words.preset(header.preset),
        )
    if not outcome.policies:
        yield words.text("training.by_heart")
    yield words.text(
        f"training.key.{siege.key.value}",
        buckets=siege.buckets,
        small=siege.sizes[0],
        large=siege.sizes[1],
    )
    yield words.text(
        "training.trained", iterations=plan.iterations, deals=plan.deals, seed=str(plan.seed)
    )
    yield words.text(
        "training.measured",
        deals=siege.fresh,
        hands=outcome.hands,
        stack=plan.stack,
        unit=siege.rules.min_bet,
        seed=str(siege.measuring_seed),
    )
    yield ""
    for key, gain, places in (
        ("arena.chips", outcome.chips, CHIPS_PLACES),
        ("arena.thousandths", outcome.thousandths, THOUSANDTHS_PLACES),
    ):
        yield f"  {gain_text(words, gain, places)}  {words.text(key)}"
    yield ""
    yield words.text("arena.interval")
    yield words.text("training.bound")


# --- for programs --------------------------------------------------------------------


def _policy(header: Header) -> dict[str, Any]:
    return {
        "kind": header.kind.value,
        "preset": header.preset,
        "seats": header.seats,
        "sizes": list(header.sizes),
        "iterations": header.iterations,
        "seed": header.seed,
        "sha256": header.sha256,
    }


def _figures(outcome: Outcome) -> dict[str, Any]:
    """All figures; a half is that of the 95 % interval's width."""
    siege, plan = outcome.siege, outcome.siege.plan
    return {
        "bot": siege.bot,
        "preset": plan.preset,
        "seats": plan.seats,
        "stack": plan.stack,
        "minimum_bet": siege.rules.min_bet,
        "key": siege.key.value,
        "buckets": siege.buckets,
        "sizes": list(siege.sizes),
        "iterations": plan.iterations,
        "deals": plan.deals,
        "seed": plan.seed,
        "nodes": outcome.nodes,
        "fresh_deals": siege.fresh,
        "fresh_seed": siege.measuring_seed,
        "hands": outcome.hands,
        "chips": outcome.chips.mean,
        "chips_half": outcome.chips.half,
        "thousandths": outcome.thousandths.mean,
        "thousandths_half": outcome.thousandths.half,
        "policies": [_policy(header) for header in outcome.policies],
    }


def _write_csv(file: Path, figures: dict[str, Any]) -> None:
    """One line; lists have spaces between."""
    flat = figures | {
        "sizes": " ".join(map(str, figures["sizes"])),
        "policies": " ".join(policy["sha256"] for policy in figures["policies"]),
    }
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv_files.DictWriter(out, flat)
        writer.writeheader()
        writer.writerow(flat)
