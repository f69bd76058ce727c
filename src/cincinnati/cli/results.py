"""The results of matches: as a table for people, as CSV and JSON for programs."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from cincinnati.arena.match import Match
from cincinnati.arena.plain import TOO_SLOW
from cincinnati.arena.play import Stopped
from cincinnati.arena.results import Interval, Result, Row
from cincinnati.bots.contained import FAILED, ILLEGAL
from cincinnati.cli.numbers import table
from cincinnati.words import Words

FAULTS = (FAILED, ILLEGAL, TOO_SLOW)
CHIPS_PLACES, THOUSANDTHS_PLACES = 3, 0

# --- for people ----------------------------------------------------------------------


def title(words: Words, match: Match) -> str:
    """Who plays what against whom: ``Cincinnati, 6 players: expert against 5 × rookie``."""
    game = words.count("odds.title", len(match.line_up), game=words.preset(match.rules.preset))
    seated = [seats_text(match, bot) for bot in range(len(match.bots))]
    who = (
        words.text("arena.against", one=seated[0], others=seated[1])
        if len(seated) == 2
        else words.comma(seated)
    )
    return f"{game}: {who}"


def seats_text(match: Match, bot: int) -> str:
    """A bot with the number of its seats: ``5 × rookie``."""
    seats, name = match.line_up.count(bot), match.bots[bot].name
    return name if seats == 1 else f"{seats} × {name}"


def gain_text(words: Words, gain: Interval, places: int) -> str:
    """A gain with its interval: ``+0.340 ± 0.026``."""
    return f"{_signed(words, gain.mean, places)} ± {_decimal(words, gain.half, places)}"


def lines_of(words: Words, results: Sequence[Result]) -> Iterator[str]:
    """All matches, each a block; then what the figures are."""
    rows = [row for result in results for row in result.rows]
    written = iter(table([_heading(words), *(_row(words, row) for row in rows)]))
    heading = next(written)
    for result in results:
        match, blank = result.match, ""
        yield title(words, match)
        yield words.text(
            "arena.pool",
            deals=match.deals,
            hands=match.hands,
            stack=match.rules.stack,
            unit=match.unit,
            seed=str(match.seed),
        )
        yield heading
        for _ in result.rows:
            yield next(written)
        yield from _faults(words, result)
        yield words.text(
            "arena.speed",
            seconds=_decimal(words, result.seconds, 1),
            speed=round(result.speed),
            engine=words.text(f"arena.engine.{result.engine.value}"),
        )
        yield blank
    if results:
        yield words.text("arena.interval")


def _heading(words: Words) -> list[str]:
    keys = ("seats", "chips", "thousandths", "decisions", "median", "p99", "faults")
    return ["", *(words.text(f"arena.{key}") for key in keys)]


def _row(words: Words, row: Row) -> list[str]:
    return [
        row.bot,
        str(row.seats),
        gain_text(words, row.chips, CHIPS_PLACES),
        gain_text(words, row.thousandths, THOUSANDTHS_PLACES),
        words.number(row.log.decisions),
        _milliseconds(words, row.log.quantile(0.5)),
        _milliseconds(words, row.log.quantile(0.99)),
        words.number(sum(row.log.faults.values())),
    ]


def _faults(words: Words, result: Result) -> Iterator[str]:
    for row in result.rows:
        for kind in FAULTS:
            if times := row.log.faults.get(kind):
                example = row.log.examples[kind]
                yield words.count(f"arena.fault.{kind}", times, bot=row.bot, example=example)


def _milliseconds(words: Words, seconds: float | None) -> str:
    if seconds is None:
        return "–"
    few = "<" if seconds < 1e-5 else ""  # never 0.00 for a little
    return f"{few}{_decimal(words, max(seconds, 1e-5) * 1000, 2)} ms"


def _signed(words: Words, number: float, places: int) -> str:
    text = _decimal(words, abs(number), places)
    return text if round(number, places) == 0 else f"{'-' if number < 0 else '+'}{text}"


def _decimal(words: Words, number: float, places: int) -> str:
    """A number ≥ 0 with so many decimals."""
    whole, rest = divmod(round(number * 10**places), 10**places)
    if not places:
        return words.number(whole)
    return words.text("odds.decimal", whole=whole, tenths=f"{rest:0{places}}")


# --- for programs --------------------------------------------------------------------


def _figures(match: Match, row: Row) -> dict[str, Any]:
    """The figures of one bot, flat; a half is that of the 95 % interval's width."""
    return {
        "bot": row.bot,
        "bot_seats": row.seats,
        "chips": row.chips.mean,
        "chips_half": row.chips.half,
        "thousandths": row.thousandths.mean,
        "thousandths_half": row.thousandths.half,
        "hands": match.hands,
        "deals": match.deals,
        "decisions": row.log.decisions,
        "median_seconds": row.log.quantile(0.5),
        "p99_seconds": row.log.quantile(0.99),
        **{kind: row.log.faults.get(kind, 0) for kind in FAULTS},
    }


def _terms(match: Match) -> dict[str, Any]:
    """What was played, flat."""
    rules = match.rules
    return {
        "preset": rules.preset,
        "seats": rules.players,
        "line_up": " ".join(match.bots[bot].name for bot in match.line_up),
        "seed": match.seed,
        "stack": rules.stack,
        "ante": rules.ante,
        "blinds": " ".join(map(str, rules.blinds)),
        "bring_in": rules.bring_in,
        "limit": rules.limit.value,
        "minimum_bet": match.unit,
    }


def write_csv(file: Path, results: Sequence[Result]) -> None:
    """One line for each bot of each match."""
    lines = [
        _terms(result.match) | _figures(result.match, row) | {"engine": result.engine.value}
        for result in results
        for row in result.rows
    ]
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, lines[0] if lines else ())
        writer.writeheader()
        writer.writerows(lines)


def as_json(results: Sequence[Result], stopped: Sequence[Stopped]) -> str:
    """All matches as one object; seconds and hands a second are the only figures that vary."""
    played = [
        {
            **_terms(result.match),
            "engine": result.engine.value,
            "seconds": result.seconds,
            "hands_per_second": result.speed,
            "bots": [
                _figures(result.match, row) | {"first_faults": row.log.examples}
                for row in result.rows
            ],
        }
        for result in results
    ]
    ended = [_terms(each.match) | {"why": str(each.error)} for each in stopped]
    return msgspec.json.encode({"matches": played, "stopped": ended}).decode()
