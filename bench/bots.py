"""Matches between two bots: ``python -m bench.bots --seats 2 --deals 20000 regular casual``.

The one idea: luck is cancelled by playing every deck twice. Half of the seats belong to each
bot, and in the second deal they change places: the same cards, the same positions, the
other player. The mean of both is one observation, the decks are independent, so their
scatter gives the error. Everybody starts every deal with equal stacks.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain
from math import sqrt
from random import Random
from statistics import fmean, stdev

import msgspec
from msgspec.structs import replace

from cincinnati import Deal, Deck, Limit, Ruleset, presets
from cincinnati.bots import Bot, make, names

CHUNK = 50
"""Duplicate deals that a process plays at a time."""


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """What is played; the rules say how many seats there are."""

    first: str
    second: str
    rules: Ruleset
    deals: int
    seed: int


class Result(msgspec.Struct, frozen=True):
    """Chips that the first bot won a deal and seat, with half the 95 % confidence interval."""

    mean: float
    error: float


def play_match(match: Match, *, workers: int) -> Result:
    """Play all duplicate deals of a match; the result does not depend on ``workers``."""
    starts = range(0, match.deals, CHUNK)
    if workers == 1:
        gains = [gain for start in starts for gain in play_chunk(match, start)]
    else:
        with ProcessPoolExecutor(workers) as pool:
            gains = list(chain.from_iterable(pool.map(partial(play_chunk, match), starts)))
    return Result(fmean(gains), 1.96 * stdev(gains) / sqrt(len(gains)))


def play_chunk(match: Match, start: int) -> list[float]:
    """The results of some duplicate deals, from number ``start`` on."""
    return [
        duplicate_deal(match, number) for number in range(start, min(start + CHUNK, match.deals))
    ]


def duplicate_deal(match: Match, number: int) -> float:
    """One deck, played twice; the first bot's chips a deal and seat."""
    rng = Random(f"{match.seed}/{number}")
    deck = Deck.shuffled(rng)
    half = match.rules.players // 2
    seated = [match.first] * half + [match.second] * half
    rng.shuffle(seated)
    seeds = [rng.getrandbits(64) for _ in seated]
    exchanged = [match.second if name == match.first else match.first for name in seated]
    won = 0
    for order in (seated, exchanged):
        bots = [make(name, seed) for name, seed in zip(order, seeds, strict=True)]
        stacks = play_deal(match.rules, deck, bots)
        won += sum(
            stack - match.rules.stack
            for name, stack in zip(order, stacks, strict=True)
            if name == match.first
        )
    return won / match.rules.players


def play_deal(rules: Ruleset, deck: Deck, bots: Sequence[Bot]) -> tuple[int, ...]:
    """One deal between bots, by position; the stacks after it."""
    deal = Deal.start(rules, stacks=[rules.stack] * len(bots), deck=deck)
    while (position := deal.to_act) is not None:
        deal = deal.act(bots[position].act(deal.view(position)))
    return deal.stacks


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the matches that the command line asks for, and print a line for each."""
    parser = argparse.ArgumentParser(prog="python -m bench.bots", description=__doc__)
    parser.add_argument("first", choices=names())
    parser.add_argument("second", choices=names())
    parser.add_argument("--seats", type=int, choices=(2, 4, 6, 8), default=2)
    parser.add_argument("--deals", type=int, default=20_000, help="duplicate deals, 2 or more")
    parser.add_argument("--preset", choices=[*presets.PRESETS, "all"], default="cincinnati")
    parser.add_argument("--limit", choices=[limit.value for limit in Limit], default="no")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    for name in presets.PRESETS if asked.preset == "all" else [asked.preset]:
        rules = replace(
            presets.PRESETS[name], players=asked.seats, limit=Limit(asked.limit), stack=100, ante=1
        )
        match = Match(first=asked.first, second=asked.second, rules=rules, deals=asked.deals,
                      seed=asked.seed)  # fmt: skip
        began = time.perf_counter()
        result = play_match(match, workers=os.cpu_count() or 1)
        print(
            f"{match.first} v. {match.second}: {result.mean:+.3f} ± {result.error:.3f} chips a "
            f"deal and seat ({name}, {asked.limit} limit, {asked.seats} seats, {asked.deals:,} "
            f"duplicate deals, seed {asked.seed}, {time.perf_counter() - began:.0f} s)",
            flush=True,
        )


if __name__ == "__main__":
    main()
