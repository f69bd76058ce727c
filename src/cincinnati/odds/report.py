"""What people ask of a hand: what it is now, what it may become, what the next card does.

The one idea: a report is the answer to one question, and to the same question after every card
that may be turned next. Programs get it as plain data; `cincinnati odds` puts it into words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from cincinnati.cards import Card
from cincinnati.engine.hands import Holding, holding
from cincinnati.odds.engines import Engine, hands_an_end
from cincinnati.odds.equity import (
    Equity,
    Progress,
    SeatEquity,
    after_next_card,
    equity,
)
from cincinnati.odds.question import Question
from cincinnati.odds.sampling import Stop
from cincinnati.rules import PRIVATE_CARDS

NEXT_SAMPLES = 4_000
"""Samples for each next card, unless the answer is to be better than usual."""
NEXT_EXACT_HANDS = 250_000
"""What an exact answer after a next card may cost in hands: four cards to come for two."""


class Report(Struct, frozen=True):
    """The answer to a question, and the answers after each next card."""

    now: Equity
    made: tuple[Holding | None, ...]
    """What each seat's hand is now; ``None`` where not all five private cards are known."""
    after: Mapping[Card, Equity]
    """By the card that may be turned next; empty when all five lie there."""

    def next_cards(self, seat: int) -> tuple[Card, ...]:
        """The cards that may be turned next, the best for a seat first."""
        return tuple(sorted(self.after, key=lambda card: -self.after[card].seats[seat].share))


def report(
    question: Question,
    *,
    seed: int,
    stop: Stop,
    exact_ends: int | None = None,
    threads: int | None = None,
    engine: Engine = Engine.BY_SIZE,
    progress: Callable[[Progress], None] | None = None,
) -> Report:
    """The answer to a question with all that belongs to it; the options are those of `equity`.

    The answers after the next card are less exact, as there are so many of them.
    """
    next_ends = NEXT_EXACT_HANDS // hands_an_end(question)
    now = equity(
        question,
        seed=seed,
        stop=stop,
        exact_ends=exact_ends,
        threads=threads,
        engine=engine,
        progress=progress,
    )
    return Report(
        now=now,
        made=tuple(_made(question, hand) for hand in question.hands),
        after=after_next_card(
            question,
            seed=seed,
            stop=Stop(samples=NEXT_SAMPLES),
            exact_ends=next_ends if exact_ends is None else min(exact_ends, next_ends),
            threads=threads,
            engine=now.engine,  # what has started may go on
        ),
    )


def _made(question: Question, hand: Sequence[Card]) -> Holding | None:
    if len(hand) < PRIVATE_CARDS:
        return None
    return holding(question.rules, hand, question.board)


def alike(equity: Equity) -> tuple[tuple[int, ...], SeatEquity | None]:
    """The seats to show one by one, and what the others, all unknown, have in common.

    Seats of which nothing is known are equal; sampled answers differ by chance only, so their
    mean is the better number for each of them.
    """
    known = tuple(seat for seat, hand in enumerate(equity.question.hands) if hand)
    unknown = [seat for place, seat in enumerate(equity.seats) if place not in known]
    if not unknown:
        return known, None
    return known, mean_seat(unknown)


def mean_seat(seats: Sequence[SeatEquity]) -> SeatEquity:
    """The mean of seats that are equal but for chance; the error stays that of one seat."""

    def mean(numbers: Sequence[float]) -> float:
        return sum(numbers) / len(numbers)

    return replace(
        seats[0],
        share=mean([seat.share for seat in seats]),
        win=mean([seat.win for seat in seats]),
        tie=mean([seat.tie for seat in seats]),
        from_high=mean([seat.from_high for seat in seats]),
        from_other=mean([seat.from_other for seat in seats]),
        categories={
            kind: mean([seat.categories[kind] for seat in seats]) for kind in seats[0].categories
        },
        best_with={
            kind: mean([seat.best_with[kind] for seat in seats]) for kind in seats[0].best_with
        },
    )
