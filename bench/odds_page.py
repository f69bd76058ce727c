"""``python -m bench.odds_page``: the tables and pictures of docs/odds.md, counted anew.

The one idea: the text of the page is written by hand, and between two marks stands what this
command writes. The samples have a seed, so that the same program writes the same page.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bench.pages import markdown, written
from cincinnati.cli.distribution import COUNTED_PLACES, SAMPLED_PLACES
from cincinnati.cli.numbers import percent
from cincinnati.cli.pictures import draw_kinds
from cincinnati.odds.kinds import HAND_CARDS, LEAST_CARDS, Kinds, kinds_of
from cincinnati.ranking import Category
from cincinnati.rules.presets import PRESETS
from cincinnati.words import Words

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "odds.md"
SAMPLES = 4_000_000
KINDS = list(reversed(Category))
CHANGED = ("crisscross", "liz", "last-card-wild", "low-hole")
"""The presets in which hands are of other kinds than in the plain game."""


def main() -> None:
    """Count and sample everything, and write it into the page."""
    words = Words.of("en")
    counted = [
        kinds_of(PRESETS["cincinnati"], cards=cards) for cards in range(LEAST_CARDS, HAND_CARDS + 1)
    ]
    changed = [kinds_of(PRESETS[name], samples=SAMPLES) for name in CHANGED]
    plain_wins = [
        kinds_of(PRESETS["cincinnati"], players=players, samples=SAMPLES) for players in range(2, 9)
    ]
    other_wins = [kinds_of(PRESETS[name], players=5, samples=SAMPLES) for name in CHANGED]
    low = kinds_of(PRESETS["hi-lo"])
    assert low.lows is not None
    assert low.hands is not None
    page = PAGE.read_text(encoding="utf-8")
    for mark, text in {
        "counted": counted_table(words, counted),
        "hands": hands_table(words, counted[-1]),
        "low": f"{low.lows:,} of the {low.hands:,} ten-card hands "
        f"({percent(words, low.lows / low.hands)}) have a low hand, eight or better.",
        "changed": chances_table(words, [counted[-1], *changed], ["plain", *CHANGED]),
        "players": wins_table(words, plain_wins, [str(each.players) for each in plain_wins]),
        "five": wins_table(words, [plain_wins[3], *other_wins], ["plain", *CHANGED]),
    }.items():
        page = written(page, mark, text, by="bench.odds_page")
    PAGE.write_text(page, encoding="utf-8")
    draw_kinds(DOCS / "odds-plain.svg", words, plain_wins[3])
    draw_kinds(DOCS / "odds-liz.svg", words, other_wins[1])


def counted_table(words: Words, found: Sequence[Kinds]) -> str:
    """The chance of each kind by the number of cards."""
    return chances_table(words, found, [f"{each.cards} cards" for each in found])


def chances_table(words: Words, found: Sequence[Kinds], names: Sequence[str]) -> str:
    """The chance of each kind, a column each."""
    return markdown(
        ["", *names],
        (
            [words.category(kind), *(_chance(words, each, kind) for each in found)]
            for kind in KINDS
            if any(each.kinds[kind].chance for each in found)
        ),
    )


def _chance(words: Words, found: Kinds, kind: Category) -> str:
    places = SAMPLED_PLACES if found.hands is None else COUNTED_PLACES
    return percent(words, found.kinds[kind].chance, places)


def hands_table(words: Words, found: Kinds) -> str:
    """Every hand of ten cards, counted."""
    kinds = [kind for kind in KINDS if found.kinds[kind].hands]
    rows = [
        [words.category(kind), f"{found.kinds[kind].hands:,}", f"{found.kinds[kind].classes:,}"]
        for kind in kinds
    ]
    classes = sum(found.kinds[kind].classes or 0 for kind in kinds)
    return markdown(
        ["", "hands", "different values"], [*rows, ["all", f"{found.hands:,}", f"{classes:,}"]]
    )


def wins_table(words: Words, found: Sequence[Kinds], names: Sequence[str]) -> str:
    """The share of the contests for the best hand that each kind wins, a column each."""
    return markdown(
        ["", *names],
        (
            [
                words.category(kind),
                *(percent(words, each.kinds[kind].wins or 0, SAMPLED_PLACES) for each in found),
            ]
            for kind in KINDS
            if any(each.kinds[kind].wins for each in found)
        ),
    )


if __name__ == "__main__":
    main()
