"""``cincinnati arena``: matches between bots, measured."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from dataclasses import replace as changed
from enum import Enum
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from cincinnati.arena.engines import PATIENCE, EngineKind, Terms
from cincinnati.arena.entrants import Entrant
from cincinnati.arena.match import Direction, Match
from cincinnati.arena.plain import SLOW
from cincinnati.arena.play import Progress, Stopped, play_all
from cincinnati.arena.results import Result
from cincinnati.arena.workers import Workers
from cincinnati.cli.learning import check_place
from cincinnati.cli.numbers import seconds_in
from cincinnati.cli.options import TableOptions
from cincinnati.cli.results import as_json, gain_text, lines_of, title, write_csv
from cincinnati.cli.waiting import StatusLine
from cincinnati.errors import RulesError
from cincinnati.odds.pieces import cores
from cincinnati.rules import MOST_PLAYERS, Limit, Ruleset  # noqa: F401  (as in `play`)
from cincinnati.rules.presets import PRESETS
from cincinnati.words import Words

DEALS = 1000
SEED = 7
"""Not the seed that trainings have, unless told: its decks are the deals of their pools."""
ALL = "all"
NEW_LINE_UP = "the bots of a line-up are the seats: leave --seats and --direction out"


class Directions(Enum):
    """What ``--direction`` may be."""

    ONE = "one"
    MANY = "many"
    BOTH = "both"

    def each(self, seats: int) -> tuple[Direction, ...]:
        """The directions meant; two players are one against one either way."""
        if self is not Directions.BOTH:
            return (Direction(self.value),)
        return (Direction.ONE,) if seats == 2 else (Direction.ONE, Direction.MANY)


@Parameter(name="*")
@dataclass(frozen=True)
class ArenaOptions(TableOptions):
    """What is played; the seats are said apart."""

    preset: str = "cincinnati"
    "The variants, several with commas, or all."
    players: Annotated[int, Parameter(parse=False)] = 2
    "As many as there are seats."

    def each(self, seats: Sequence[int]) -> Iterator[Ruleset]:
        """The rules of each table: all variants with all numbers of seats."""
        presets = list(PRESETS) if self.preset == ALL else _parts(self.preset)
        for preset in presets:
            for players in seats:
                yield changed(self, preset=preset, players=players).ruleset()


def arena(
    *bots: str,
    table: ArenaOptions = ArenaOptions(),
    seats: str | None = None,
    direction: Directions | None = None,
    line_up: Annotated[bool, Parameter(negative=())] = False,
    deals: int = DEALS,
    seed: int = SEED,
    workers: str | None = None,
    engine: EngineKind = EngineKind.AUTO,
    slow: str = f"{SLOW:g}s",
    patience: str = f"{PATIENCE:g}s",
    csv: Path | None = None,
    json: Annotated[bool, Parameter(negative=())] = False,
    plot: Path | None = None,
) -> int:
    """Let bots play each other, and say what the first one wins, with its 95% interval.

    Everybody plays the same cards: each deal is dealt once for each seating, until every bot has
    had every place. Stacks are the same before each hand. The first bot plays against copies of
    each of the others in turn, or with --line-up all of them play at one table.

    Parameters
    ----------
    bots
        Who plays, two or more: names of installed bots, module:factory, path/to/file.py:factory.
    seats
        How many sit at the table, 2 to 8; several with commas are one match each. [2]
    direction
        one: the first bot against copies of another; many: copies of the first bot against one of
        another; both: one match each. [one]
    line_up
        All bots sit at one table, in the order in which they are named; a name may come twice.
    deals
        How many decks, 2 or more; each is played in every seating.
    seed
        A number that gives the same decks, and the same chance to the bots, again.
    workers
        How many processes work, or the address of a dask cluster's scheduler, tcp://HOST:PORT. With
        0 bots play in this process, as a debugger wants it. [all cores]
    engine
        plain plays any bot; compiled is for bots that have a compiled twin; auto takes the
        fastest that there is for a match.
    slow
        A decision that takes longer counts as slow: 1s, 20ms.
    patience
        A process in which a bot has not answered for so long is ended, and the match is stopped.
    csv
        Write all figures into this file, one line a bot and match.
    json
        Print one JSON object.
    plot
        Draw a picture into this file, .svg or .png.

    """
    _check_files(csv, plot)
    words = Words.preferred(os.environ)
    matches = list(_matches(_entrants(bots), table, seats, direction, deals, seed, line_up=line_up))
    work = Workers(cores()) if workers is None else Workers.of(workers)
    terms = Terms(slow=_time(slow, "slow"), patience=_time(patience, "patience"))
    results, failed = _played(words, matches, work, engine, terms, csv)
    if csv is not None:
        print(words.text("arena.file", file=csv), file=sys.stderr)
    if json:
        print(as_json(results, failed))
    else:
        print("\n".join(lines_of(words, results)))
    if plot is not None and results:
        from cincinnati.cli.pictures import draw_gains

        draw_gains(plot, words, results)
        print(words.text("odds.picture", file=plot), file=sys.stderr)
    return 1 if failed else 0


def _check_files(csv: Path | None, plot: Path | None) -> None:
    """Refuse files that cannot be written before anything is played."""
    check_place(csv, "csv")
    if plot is not None:
        from cincinnati.cli.pictures import check_picture  # matplotlib, asked for before the work

        check_picture(plot)


# --- who plays whom -----------------------------------------------------------------


def _entrants(bots: Sequence[str]) -> list[Entrant]:
    if len(bots) < 2:
        raise RulesError("bots", f"two or more play, not {len(bots)}")
    return [Entrant.of(bot) for bot in bots]


def _matches(
    bots: Sequence[Entrant],
    table: ArenaOptions,
    seats: str | None,
    direction: Directions | None,
    deals: int,
    seed: int,
    *,
    line_up: bool,
) -> Iterator[Match]:
    if line_up:
        if seats is not None or direction is not None:
            raise RulesError("line-up", NEW_LINE_UP)
        if len(bots) > MOST_PLAYERS:
            raise RulesError("line-up", f"2 to {MOST_PLAYERS} bots, not {len(bots)}")
        for rules in table.each([len(bots)]):
            yield Match.table(bots, rules, deals=deals, seed=seed)
        return
    hero, *others = bots
    for rules in table.each(_seats("2" if seats is None else seats)):
        for way in (direction or Directions.ONE).each(rules.players):
            for other in others:
                yield Match.between(hero, other, way, rules, deals=deals, seed=seed)


def _seats(text: str) -> list[int]:
    numbers = _parts(text)
    if not numbers or not all(number in "2345678" and len(number) == 1 for number in numbers):
        raise RulesError("seats", f"2 to {MOST_PLAYERS}, several with commas, not {text!r}")
    return [int(number) for number in numbers]


def _parts(text: str) -> list[str]:
    return [part for part in (part.strip() for part in text.split(",")) if part]


def _time(text: str, option: str) -> float:
    seconds = seconds_in(text, option)
    if not 0 < seconds <= 86_400:
        raise RulesError(option, f"more than nothing, a day at most, not {text!r}")
    return seconds


# --- while they play ----------------------------------------------------------------


def _played(
    words: Words,
    matches: Sequence[Match],
    work: Workers,
    engine: EngineKind,
    terms: Terms,
    csv: Path | None,
) -> tuple[list[Result], list[Stopped]]:
    """What was played, and what was stopped; both are told after each match."""
    results, failed = list[Result](), list[Stopped]()
    terms = terms if work.apart else Terms(slow=terms.slow, patience=None)
    with StatusLine(words, "arena.starting") as line, work.executor() as (executor, ahead):

        def told(progress: Progress) -> None:
            if line.due():
                line.say(_progress_text(words, progress))

        for result in play_all(
            matches, executor, ahead=ahead, wanted=engine, terms=terms, progress=told
        ):
            if isinstance(result, Result):
                results.append(result)
                if csv is not None:
                    write_csv(csv, results)
                continue
            failed.append(result)
            line.say("")
            why = words.text("arena.stopped", match=title(words, result.match), why=result.error)
            print(why, file=sys.stderr)
    return results, failed


def _progress_text(words: Words, progress: Progress) -> str:
    match = progress.match
    left = (match.deals - progress.deals) * progress.seconds / progress.deals
    return words.text(
        "arena.working",
        match=title(words, match),
        deals=progress.deals,
        all=match.deals,
        gain=gain_text(words, progress.gain, 0),
        seconds=round(left),
    )
