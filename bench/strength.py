"""How strong the bots are: ``python -m bench.strength`` plays what ``docs/strength.md`` shows.

The one idea: every line of the page is a command that anybody can run, and this runs all of them
with the seed that stands there, which no training has used. ``--quick`` plays a fortieth of the
hands and prints only; ``--policies FOLDER`` measures policies in the making.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from itertools import pairwise
from pathlib import Path
from time import perf_counter

from msgspec import Struct
from msgspec.structs import replace

from bench.pages import markdown, written
from cincinnati.arena.entrants import Entrant
from cincinnati.arena.match import Direction, Match
from cincinnati.arena.play import play
from cincinnati.arena.results import Interval
from cincinnati.arena.workers import Workers
from cincinnati.bots.levels import LEVELS, STYLES, spec_of
from cincinnati.bots.policy import Kind
from cincinnati.cli.learning import usual_folder
from cincinnati.rules.presets import PRESETS
from cincinnati.training.job import Plan
from cincinnati.training.siege import Siege, lay

PAGE = Path(__file__).parents[1] / "docs" / "strength.md"
SEED = 20261130
QUICK = 40
EXPERT = "expert"
WEAKEST_FIRST = tuple(LEVELS)


class Bout(Struct, frozen=True):
    """A match of the page: one seat of ``hero`` against copies of ``other``."""

    hero: str
    other: str
    seats: int
    deals: int
    preset: str = "cincinnati"
    least: int | None = None
    """What the mean should be at least, in thousandths of a minimum bet a hand."""
    most_half: int | None = None
    """How wide half of the interval may be."""
    most: int | None = None
    """What the mean should be at most."""

    def match(self, folder: str | None) -> Match:
        """The match, with the policies of a folder if one is given."""
        hero, other = (Entrant(_name(each, folder)) for each in (self.hero, self.other))
        rules = replace(PRESETS[self.preset], players=self.seats)
        return Match.between(hero, other, Direction.ONE, rules, deals=self.deals, seed=SEED)

    def met(self, found: Interval) -> bool | None:
        """Whether it came out as it should; ``None`` where nothing was asked."""
        checks = []
        if self.least is not None:
            checks.append(found.low > 0 if self.least == 0 else found.mean >= self.least)
        if self.most_half is not None:
            checks.append(found.half <= self.most_half)
        if self.most is not None:
            checks.append(found.high < self.most)
        return all(checks) if checks else None

    @property
    def wanted(self) -> str:
        """The goal in words."""
        parts = []
        if self.least is not None:
            clear = "above 0, interval clear"
            parts.append(f"at least {self.least:+}" if self.least else clear)
        if self.most_half is not None:
            parts.append(f"± at most {self.most_half}")
        if self.most is not None:
            parts.append("below 0, interval clear")
        return ", ".join(parts)

    @property
    def command(self) -> str:
        """How to play it again."""
        return (
            f"cincinnati arena {self.hero} {self.other} --seats {self.seats} --deals {self.deals} "
            f"--seed {SEED} --preset {self.preset}"
        )


TARGETS = (
    Bout(EXPERT, "tight-aggressive", 2, 300_000, least=160, most_half=20),
    Bout(EXPERT, "heuristic", 2, 380_000, least=200, most_half=20),
    Bout(EXPERT, "pot-odds", 2, 380_000, least=500, most_half=25),
    Bout(EXPERT, "tight-aggressive", 3, 180_000, least=300, most_half=40),
    Bout(EXPERT, "heuristic", 3, 260_000, least=535, most_half=40),
    Bout(EXPERT, "tight-aggressive", 6, 60_000, least=1150, most_half=80),
    Bout(EXPERT, "heuristic", 6, 90_000, least=1750, most_half=100),
    Bout(EXPERT, "tight-aggressive", 8, 75_000, least=700, most_half=80),
    Bout(EXPERT, "heuristic", 8, 75_000, least=0),
)
OTHERS = tuple(
    Bout(EXPERT, other, seats, deals)
    for seats, deals in ((2, 60_000), (3, 40_000), (6, 20_000), (8, 15_000))
    for other in ("multi-way", "station", "random", "maniac")
)
INTRUDERS = tuple(
    Bout(other, EXPERT, seats, deals, most=0)
    for seats, deals in ((2, 100_000), (3, 60_000), (4, 40_000), (6, 30_000), (8, 25_000))
    for other in ("tight-aggressive", "heuristic", "multi-way")
)
OFF_TREE = tuple(
    Bout(other, EXPERT, seats, deals)
    for seats, deals in ((2, 100_000), (6, 20_000))
    for other in ("third-pot", "three-quarters", "pot-and-half", "three-pots", "any-size")
)


def ladder(presets: Sequence[str], seats: Sequence[int]) -> tuple[Bout, ...]:
    """Each level against the one below it; the two best are nearest to each other heads-up."""
    return tuple(
        Bout(better, worse, count, _hands(better, count) // count, preset, least=0)
        for preset in presets
        for count in seats
        for worse, better in pairwise(WEAKEST_FIRST)
    )


def _hands(better: str, seats: int) -> int:
    return 240_000 if (better, seats) == (EXPERT, 2) else 60_000


ATTACKS = (
    ("line", 100, (50, 100), 1_000_000),
    ("line", 25, (50, 100), 1_000_000),
    ("situation", 50, (50, 100), 1_000_000),
    ("line", 25, (33, 150), 500_000),
    ("situation", 50, (33, 150), 500_000),
    ("line", 25, (75, 300), 500_000),
    ("situation", 50, (75, 300), 500_000),
)
"""What attackers see, how finely, their two bets in percent of the pot, and their iterations."""
ATTACK_DEALS, FRESH_DEALS = 250_000, 40_000

VARIANTS = ("classic", "liz", "hi-lo", "crisscross")
PARTS = {
    "targets": TARGETS,
    "others": OTHERS,
    "intruders": INTRUDERS,
    "off-tree": OFF_TREE,
    "levels": ladder(("cincinnati",), (2, 4, 6, 8)),
    "variants": ladder(VARIANTS, (2, 6)),
    "styles": tuple(Bout(style, EXPERT, seats, 60_000) for seats in (2, 6) for style in STYLES),
}


def main() -> None:
    """Play the parts that are named, all by default, and write them into the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, "attackers", []], default=[])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--policies", metavar="FOLDER")
    parser.add_argument("--workers", default="2")
    chosen = parser.parse_args()
    with Workers.of(chosen.workers).executor() as (executor, ahead):
        for part in [each for each in chosen.parts or PARTS if each in PARTS]:
            rows = list(_rows(part, executor, ahead, chosen.quick, chosen.policies))
            heading = ["", "against", "seats", "game", "hands", "thousandths", "goal", ""]
            if not chosen.quick and chosen.policies is None:
                _write(part, heading, rows)
        if "attackers" in (chosen.parts or ["attackers"]) and not chosen.quick:
            heading = ["sees", "classes", "bets", "iterations", "hands", "wins"]
            _write("attackers", heading, list(executor.map(_attacker, *zip(*ATTACKS, strict=True))))


def _write(part: str, heading: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    page = PAGE.read_text(encoding="utf-8")
    text = markdown(heading, rows)
    PAGE.write_text(written(page, part, text, by="bench.strength"), encoding="utf-8")


class _Silent:
    """Watches a training and says nothing."""

    stopped = staticmethod(lambda: False)
    resumed = dealt = trained = saved = staticmethod(lambda *_: None)


def _attacker(key: str, buckets: int, sizes: tuple[int, int], iterations: int) -> list[str]:
    """Train and measure an attacker; ten minutes of one core for a million iterations."""
    siege = Siege(
        bot=EXPERT,
        plan=Plan(preset="cincinnati", seats=2, iterations=iterations, deals=ATTACK_DEALS),
        key=Kind(key),
        buckets=buckets,
        sizes=sizes,
        fresh=FRESH_DEALS,
    )
    outcome = lay(siege, usual_folder(), _Silent())
    found = outcome.thousandths
    bets = " and ".join(f"{size} %" for size in sizes)
    wins = f"{found.mean:+.0f} ± {found.half:.0f}"
    row = [key, str(buckets), f"{bets} of the pot", f"{iterations:,}", f"{outcome.hands:,}", wins]
    print(f"attackers: {' | '.join(row)}", flush=True)
    return row


def _rows(
    part: str, executor: Executor, ahead: int, quick: bool, folder: str | None
) -> Iterator[list[str]]:
    for bout in PARTS[part]:
        if quick:
            bout = replace(bout, deals=max(bout.deals // QUICK, 100))
        began = perf_counter()
        match = bout.match(folder)
        found = play(match, executor, ahead=ahead).rows[0].thousandths
        met = bout.met(found)
        row = [
            bout.hero,
            bout.other,
            str(bout.seats),
            bout.preset,
            f"{match.hands:,}",
            f"{found.mean:+.0f} ± {found.half:.0f}",
            bout.wanted,
            "" if met is None else "met" if met else "**missed**",
        ]
        print(f"{part}: {' | '.join(row)} ({perf_counter() - began:.0f} s)", flush=True)
        yield row


def _name(bot: str, folder: str | None) -> str:
    spec = spec_of(bot)
    return f"{bot}@{folder}" if folder and spec is not None and spec.table else bot


if __name__ == "__main__":
    main()
