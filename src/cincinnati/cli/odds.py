"""``cincinnati odds``: what share of the pot a hand may expect, and what may become of it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from cincinnati.cards import Card
from cincinnati.cli.english import high_words
from cincinnati.cli.numbers import bar, change, decimal, percent, seconds_in, share_in, table
from cincinnati.cli.waiting import Waiting
from cincinnati.odds.equity import GOOD_ENOUGH, Equity, SeatEquity
from cincinnati.odds.question import UNKNOWN, Question
from cincinnati.odds.report import Report, alike, report
from cincinnati.odds.sampling import Stop
from cincinnati.ranking import Category, category_of, class_of, low_ranks
from cincinnati.rules import PRIVATE_CARDS, Split
from cincinnati.words import Words

SHOWN_CARDS = 5
"""How many of the best and of the worst next cards people are shown."""


def odds(
    *hands: str,
    board: str = "",
    dead: str = "",
    players: int | None = None,
    preset: str = "cincinnati",
    error: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None,
    time: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None,
    samples: int | None = None,
    exact: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    json: bool = False,
    plot: Annotated[Path | None, Parameter(name="--plot")] = None,
) -> None:
    """Say what share of the pot a hand may expect, what may become of it, and by which card.

    Parameters
    ----------
    hands
        The private cards of each known hand, one text a hand: AsAd3c4c6d, "Ks Kd ?? ?? ??".
    board
        The community cards turned so far, in their order: Ah,Kc.
    dead
        Cards that are out of play.
    players
        Players in all; the others hold unknown cards. [the hands, at least 2]
    preset
        The variant; `cincinnati rules` lists them.
    error
        Sample until the standard error of every share is so small: 0.1%. [0.1%]
    time
        Sample for so long: 2s, 500ms.
    samples
        Sample so many ends.
    exact
        Count all ends if there are no more than so many; 0 always samples. [about a second's]
    seed
        A number that gives the same samples again.
    threads
        How many threads work. [all cores]
    json
        Print one JSON object.
    plot
        Draw a picture into this file, .svg or .png.

    """
    question = Question.of(
        *hands,
        board=board,
        dead=dead,
        players=max(len(hands), 2) if players is None else players,
        rules=preset,
    )
    stop = _stop(error, time, samples)
    words = Words.preferred(os.environ)
    if plot is not None:
        from cincinnati.cli.pictures import check_picture  # matplotlib, asked for before the work

        check_picture(plot)
    with Waiting(words) as waiting:
        found = report(
            question,
            seed=seed,
            stop=stop,
            exact_ends=exact,
            threads=threads,
            progress=waiting.told,
        )
    if json:
        print(msgspec.json.encode(as_object(found, seed)).decode())
    else:
        print("\n".join(_lines(words, found, seed)))
    if plot is not None:
        from cincinnati.cli.pictures import draw_odds

        draw_odds(plot, words, found)
        print(words.text("odds.picture", file=plot), file=sys.stderr)


def _stop(error: str | None, time: str | None, samples: int | None) -> Stop:
    if error is None and time is None and samples is None:
        return GOOD_ENOUGH
    return Stop(
        error=None if error is None else share_in(error, "error"),
        seconds=None if time is None else seconds_in(time, "time"),
        samples=samples,
    )


# --- for people ---------------------------------------------------------------


def _lines(words: Words, found: Report, seed: int) -> Iterator[str]:
    question = found.now.question
    game = words.preset(question.rules.preset)
    yield words.count("odds.title", len(question.hands), game=game)
    if question.board:
        yield words.text("odds.board", cards=words.cards(question.board))
    if question.dead:
        yield words.text("odds.dead", cards=words.cards(question.dead))
    yield from _made(words, found)
    yield ""
    yield from _chances(words, question.rules.split, shown_seats(words, found.now))
    first = first_known(found.now)
    if found.after and first is not None:
        yield ""
        yield words.text("odds.next")
        yield from _next(words, found, first)
    yield ""
    yield _how(words, found.now, seed)


def hand_text(words: Words, hand: tuple[Card, ...]) -> str:
    """A hand as far as it is known: ``A♠ A♦ ?? ?? ??``."""
    return words.cards([*hand, *[None] * (PRIVATE_CARDS - len(hand))], UNKNOWN)


def shown_seats(words: Words, now: Equity) -> dict[str, SeatEquity]:
    """The seats by what they are called: by their cards, and the unknown ones together."""
    known, others = alike(now)
    columns = {hand_text(words, now.question.hands[seat]): now.seats[seat] for seat in known}
    if others is not None:
        columns[words.text("odds.others" if known else "terminal.odds.each")] = others
    return columns


def first_known(now: Equity) -> int | None:
    """The seat whose next cards are told; ``None``: nobody's are known, and a card helps nobody."""
    known, _ = alike(now)
    return known[0] if known else None


def _made(words: Words, found: Report) -> Iterator[str]:
    for hand, held in zip(found.now.question.hands, found.made, strict=True):
        if held is None:
            continue
        name = words.hand(held.high())
        if found.now.question.rules.split is Split.LOW8 and (low := held.low()) is not None:
            name = words.comma([name, words.low(low)])
        yield f"{hand_text(words, hand)}  {words.text('odds.now', hand=name)}"


def _chances(words: Words, split: Split, columns: dict[str, SeatEquity]) -> Iterator[str]:
    """The shares of each seat and its chances to end with each kind, bars for the first one."""
    kinds = [
        kind
        for kind in reversed(Category)
        if any(seat.categories[kind] for seat in columns.values())
    ]
    shares = _shares(words, split, columns)
    chances = {
        words.category(kind): [seat.categories[kind] for seat in columns.values()] for kind in kinds
    }
    written = table(
        [
            ["", *columns],
            *([name, *(percent(words, share) for share in row)] for name, row in shares.items()),
            [words.text("odds.end"), *[""] * len(columns)],
            *([name, *(percent(words, share) for share in row)] for name, row in chances.items()),
        ]
    )
    before = len(written) - len(kinds)
    yield from written[: before - 1]
    yield from ("", written[before - 1].strip())
    first = next(iter(columns.values()))
    longest = max(first.categories.values())
    for kind, line in zip(kinds, written[before:], strict=True):
        yield f"{line}  {bar(first.categories[kind], longest)}".rstrip()


def _shares(words: Words, split: Split, columns: dict[str, SeatEquity]) -> dict[str, list[float]]:
    seats = columns.values()
    rows = {
        words.text("odds.share"): [seat.share for seat in seats],
        words.text("odds.win"): [seat.win for seat in seats],
        words.text("odds.tie"): [seat.tie for seat in seats],
    }
    if split is not Split.NONE:
        other = words.text("odds.from_low" if split is Split.LOW8 else "odds.from_suit")
        rows[words.text("odds.from_high")] = [seat.from_high for seat in seats]
        rows[other] = [seat.from_other for seat in seats]
    return rows


def _next(words: Words, found: Report, seat: int) -> list[str]:
    """The best and the worst cards for a seat, with its share after them."""
    cards = found.next_cards(seat)
    shown = min(SHOWN_CARDS, len(cards) // 2)

    def told(card: Card) -> list[str]:
        share = found.after[card].seats[seat].share
        changed = share - found.now.seats[seat].share
        return [words.card(card), percent(words, share), f"({change(words, changed)})"]

    columns = [
        [(words.text(key) if not place else "", *told(card)) for place, card in enumerate(chosen)]
        for key, chosen in (
            ("odds.best", cards[:shown]),
            ("odds.worst", cards[: -shown - 1 : -1]),
        )
    ]
    return table([*left, *right] for left, right in zip(*columns, strict=True))


def _how(words: Words, now: Equity, seed: int) -> str:
    seconds = decimal(words, now.seconds)
    if now.exact:
        return words.text("odds.counted", ends=now.ends, seconds=seconds)
    error = percent(words, max(seat.share_error for seat in now.seats))
    return words.text("odds.sampled", ends=now.ends, seconds=seconds, error=error, seed=str(seed))


# --- for programs, which read English -----------------------------------------------


def as_object(found: Report, seed: int) -> dict[str, Any]:
    """A report as plain data; shares, probabilities and standard errors are 0 to 1."""
    now = found.now
    return {
        "preset": now.question.rules.preset,
        "board": [str(card) for card in now.question.board],
        "dead": [str(card) for card in now.question.dead],
        "exact": now.exact,
        "ends": now.ends,
        "seconds": now.seconds,
        "seed": None if now.exact else seed,
        "seats": [_seat(found, seat) for seat in range(len(now.seats))],
        "next": {
            str(card): {
                "exact": answer.exact,
                "shares": [seat.share for seat in answer.seats],
                "errors": [seat.share_error for seat in answer.seats],
            }
            for card, answer in found.after.items()
        },
    }


def _seat(found: Report, number: int) -> dict[str, Any]:
    seat, held = found.now.seats[number], found.made[number]
    hand = [str(card) for card in found.now.question.hands[number]]
    return {
        "hand": [*hand, *[None] * (PRIVATE_CARDS - len(hand))],
        "share": seat.share,
        "share_error": seat.share_error,
        "win": seat.win,
        "tie": seat.tie,
        "from_high": seat.from_high,
        "from_other": seat.from_other,
        "categories": {kind.code: chance for kind, chance in seat.categories.items()},
        "best_with": {kind.code: share for kind, share in seat.best_with.items()},
        "now": None
        if held is None
        else {
            "category": category_of(held.high()).code,
            "class": class_of(held.high()),
            "name": high_words(held.high()),
            "low": None if (low := held.low()) is None else low_ranks(low),
        },
    }
