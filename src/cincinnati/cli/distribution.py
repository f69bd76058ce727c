"""``cincinnati distribution``: how often each kind of hand comes, and how often it wins."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from cincinnati.cli.numbers import bar, percent, table
from cincinnati.cli.waiting import Waiting
from cincinnati.odds.kinds import HAND_CARDS, SAMPLES, Kinds, kinds_of
from cincinnati.ranking import Category
from cincinnati.rules.presets import preset as preset_named
from cincinnati.words import Words

COUNTED_PLACES, SAMPLED_PLACES = 3, 2
"""Decimals of a percentage that was counted, and of one that was sampled."""


def distribution(
    *,
    cards: int = HAND_CARDS,
    preset: str = "cincinnati",
    players: int | None = None,
    samples: int = SAMPLES,
    seed: int = 0,
    threads: int | None = None,
    json: bool = False,
    plot: Path | None = None,
) -> None:
    """Count how many hands of so many cards there are of each kind, and say which kinds win.

    Where cards are wild or lie in a cross, and for who wins, deals are sampled.

    Parameters
    ----------
    cards
        How many cards the best five are taken from, 5 to 10.
    preset
        The variant; `cincinnati rules` lists them.
    players
        Say also which kinds of hands win among so many, 2 to 8.
    samples
        How many deals are sampled.
    seed
        A number that gives the same samples again.
    threads
        How many threads work. [all cores]
    json
        Print one JSON object.
    plot
        Draw a picture into this file, .svg or .png.

    """
    if plot is not None:
        from cincinnati.cli.pictures import check_picture  # before the work

        check_picture(plot)
    words = Words.preferred(os.environ)
    with Waiting(words) as waiting:
        found = kinds_of(
            preset_named(preset),
            cards=cards,
            players=players,
            samples=samples,
            seed=seed,
            threads=threads,
            progress=waiting.told,
        )
    if json:
        print(msgspec.json.encode(_object(found, seed)).decode())
    else:
        print("\n".join(_lines(words, found)))
    if plot is not None:
        from cincinnati.cli.pictures import draw_kinds

        draw_kinds(plot, words, found)
        print(words.text("odds.picture", file=plot), file=sys.stderr)


def title(words: Words, found: Kinds) -> str:
    """What was counted: ``Cincinnati: the best five of 10 cards``."""
    return words.text("odds.distribution", game=words.preset(found.rules.preset), cards=found.cards)


def _lines(words: Words, found: Kinds) -> Iterator[str]:
    yield title(words, found)
    if found.players is not None:
        yield words.count("odds.title", found.players, game=words.preset(found.rules.preset))
    yield ""
    shown = [kind for kind in reversed(Category) if found.kinds[kind].chance]
    longest = max(found.kinds[kind].chance for kind in shown)
    heading, *rows = table([_heading(words, found), *(_row(words, found, kind) for kind in shown)])
    yield heading
    for kind, row in zip(shown, rows, strict=True):
        yield f"{row}  {bar(found.kinds[kind].chance, longest)}".rstrip()
    if found.hands is not None:
        yield from ("", f"  {words.text('odds.all')}: {words.number(found.hands)}")
        if found.lows is not None:
            share = percent(words, found.lows / found.hands)
            yield f"  {words.text('odds.with_low')}: {words.number(found.lows)} ({share})"
    if found.samples:
        error = percent(words, max(map(found.error_of, _sampled(found))), SAMPLED_PLACES)
        yield ""
        yield words.text("odds.deals", deals=found.samples, error=error)


def _sampled(found: Kinds) -> Iterator[float]:
    for kind in found.kinds.values():
        if kind.hands is None:
            yield kind.chance
        if kind.wins is not None:
            yield kind.wins


def _heading(words: Words, found: Kinds) -> list[str]:
    heading = ["", words.text("odds.chance")]
    if found.hands is not None:
        heading += [words.text("odds.hands"), words.text("odds.classes")]
    if found.players is not None:
        heading.append(words.text("odds.wins"))
    return heading


def _row(words: Words, found: Kinds, category: Category) -> list[str]:
    kind = found.kinds[category]
    places = COUNTED_PLACES if kind.hands is not None else SAMPLED_PLACES
    row = [words.category(category), percent(words, kind.chance, places)]
    if kind.hands is not None and kind.classes is not None:
        row += [words.number(kind.hands), words.number(kind.classes)]
    if kind.wins is not None:
        row.append(percent(words, kind.wins, SAMPLED_PLACES))
    return row


def _object(found: Kinds, seed: int) -> dict[str, Any]:
    """For programs; chances, shares and standard errors are 0 to 1, by_class[0] a royal flush."""
    return {
        "preset": found.rules.preset,
        "cards": found.cards,
        "players": found.players,
        "hands": found.hands,
        "low_hands": found.lows,
        "by_class": found.by_class,
        "samples": found.samples,
        "seed": seed if found.samples else None,
        "categories": {
            category.code: {
                "chance": kind.chance,
                "chance_error": 0.0 if kind.hands is not None else found.error_of(kind.chance),
                "hands": kind.hands,
                "classes": kind.classes,
                "wins": kind.wins,
                "wins_error": None if kind.wins is None else found.error_of(kind.wins),
            }
            for category, kind in reversed(list(found.kinds.items()))
        },
    }
