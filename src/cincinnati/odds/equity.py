"""What share of the pot each seat may expect (R17, R18, R26-R32).

The one idea: exact and sampled answers are the same counts (`Tally`), read in the same way; only
where a sample was taken there are standard errors above 0.

>>> answer = equity(Question.of("AsAd3c4c6d", "KsKd5h7h9d", board="AhKc8c"))
>>> answer.exact, answer.ends, round(answer.seats[0].share, 4)
(True, 741, 0.7004)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from time import perf_counter

from msgspec import Struct

from cincinnati.cards import Card
from cincinnati.errors import RulesError
from cincinnati.odds.engines import Engine, chosen, dealing_by, hands_an_end
from cincinnati.odds.exact import enumerate_all
from cincinnati.odds.pieces import cores, in_order
from cincinnati.odds.question import Question
from cincinnati.odds.sampling import Stop, sample
from cincinnati.odds.shares import (
    chance_error,
    high_shares,
    largest_error,
    mean_of,
    other_shares,
    share_error,
    won_alone,
    won_some,
)
from cincinnati.odds.spot import Tally
from cincinnati.ranking import Category

EXACT_HANDS = 80_000_000
"""What an exact answer may cost in hands, unless the caller says otherwise: about a second."""
MOST_ENDS = 10**15
"""No machine counts more in a lifetime."""
MOST_SEED = 2**64
GOOD_ENOUGH = Stop(error=0.001)
"""Where sampling stops when nothing is said."""
_ENDS_A_SECOND = 4_000_000


class SeatEquity(Struct, frozen=True):
    """What one seat may expect; every number is a share or a probability, 0 to 1."""

    share: float
    """Its mean share of the pot: the equity. ``from_high`` + ``from_other``."""
    win: float
    """How often it takes the whole pot."""
    tie: float
    """How often it takes a part of the pot: it shares, or wins one half."""
    from_high: float
    """The part of the share that comes with the best hand."""
    from_other: float
    """The part that comes from the other half, low (R30) or suit (R31)."""
    categories: Mapping[Category, float]
    """How often its best hand is of each kind in the end, in the order of `Category`."""
    best_with: Mapping[Category, float]
    """Its mean share of the contest for the best hand, by the kind of hand that wins it."""
    share_error: float
    """The standard error of ``share``; 0 when the answer is exact."""


class Equity(Struct, frozen=True):
    """The answer to a question, seat by seat."""

    question: Question
    seats: tuple[SeatEquity, ...]
    exact: bool
    """Whether all ends were counted, or a sample of them."""
    ends: int
    """How many ends were counted."""
    engine: Engine
    """Who counted them, NumPy or numba."""
    seconds: float

    def error_of(self, chance: float) -> float:
        """The standard error of a probability in this answer; 0 when it is exact."""
        return 0.0 if self.exact else chance_error(chance, self.ends)


class Progress(Struct, frozen=True):
    """How far a calculation is."""

    ends: int
    """Ends counted so far."""
    of: int | None
    """Of how many; ``None`` where an error or a time decides."""
    error: float
    """The largest standard error of a seat's share so far; 0 when all ends are counted."""


def equity(
    question: Question,
    *,
    seed: int = 0,
    stop: Stop = GOOD_ENOUGH,
    exact_ends: int | None = None,
    threads: int | None = None,
    engine: Engine = Engine.BY_SIZE,
    clock: Callable[[], float] = perf_counter,
    progress: Callable[[Progress], None] | None = None,
) -> Equity:
    """What each seat of a question may expect.

    Deals with at most ``exact_ends`` ends are answered exactly (0 for never; if left out, those
    that cost no more than `EXACT_HANDS`), others by sampling until ``stop``, by default a standard
    error of 0.1% of the pot. The same ``seed`` (≥ 0) gives the same answer on any number of
    ``threads`` (all cores if left out), unless a time stopped it; NumPy and numba take different
    samples. ``progress`` is called often, from the caller's thread.
    Raises `RulesError` for numbers that cannot be, and for numba where it is not installed.
    """
    begun = clock()
    _check(seed, exact_ends, threads)
    spot, seats, an_end = question.spot, len(question.hands), hands_an_end(question)
    threads = threads or cores()
    ends = dealing_by(Engine.NUMPY).count(spot)
    exact = ends <= (EXACT_HANDS // an_end if exact_ends is None else exact_ends)
    engine = chosen(engine, an_end * (ends if exact else _expected_ends(stop)))
    tell = progress or _unheard
    if exact:
        tally = enumerate_all(
            spot,
            dealing=dealing_by(engine),
            threads=threads,
            told=lambda done: tell(Progress(done, ends, 0.0)),
        )
    else:
        tally = sample(
            spot,
            dealing=dealing_by(engine),
            seed=seed,
            stop=stop,
            threads=threads,
            clock=clock,
            told=lambda so_far: tell(Progress(so_far.deals, stop.samples, largest_error(so_far))),
        )
    return Equity(
        question=question,
        seats=tuple(seat_equity(tally, seat, exact=exact) for seat in range(seats)),
        exact=exact,
        ends=tally.deals,
        engine=engine,
        seconds=clock() - begun,
    )


def _unheard(progress: Progress) -> None:
    """Nobody wants to know how far it is."""


def seat_equity(tally: Tally, seat: int, *, exact: bool) -> SeatEquity:
    """What the counts of ends say of one seat."""
    outcomes, highs = tally.outcomes[seat], tally.highs[seat]
    from_high, from_other = (mean_of(outcomes, table()) for table in (high_shares, other_shares))
    best = highs @ high_shares()[:, 0] / tally.deals
    return SeatEquity(
        share=from_high + from_other,
        win=won_alone(outcomes),
        tie=won_some(outcomes),
        from_high=from_high,
        from_other=from_other,
        categories={kind: float(highs[kind].sum() / tally.deals) for kind in Category},
        best_with={kind: float(best[kind]) for kind in Category},
        share_error=0.0 if exact else share_error(tally, seat),
    )


def _check(seed: int, exact_ends: int | None, threads: int | None) -> None:
    if not 0 <= seed < MOST_SEED:
        raise RulesError("seed", f"a whole number from 0 to {MOST_SEED - 1}, not {seed}")
    if exact_ends is not None and not 0 <= exact_ends <= MOST_ENDS:
        raise RulesError("exact", f"0 to {MOST_ENDS} ends, not {exact_ends}")
    if threads is not None and threads < 1:
        raise RulesError("threads", f"1 or more, not {threads}")


def _expected_ends(stop: Stop) -> int:
    """About how many ends will be sampled before the rule says stop."""
    bounds = [
        stop.samples,
        None if stop.error is None else int(0.25 / stop.error**2),
        None if stop.seconds is None else int(stop.seconds * _ENDS_A_SECOND),
    ]
    return min(bound for bound in bounds if bound is not None)


def after_next_card(
    question: Question,
    *,
    seed: int = 0,
    stop: Stop = GOOD_ENOUGH,
    exact_ends: int | None = None,
    threads: int | None = None,
    engine: Engine = Engine.BY_SIZE,
) -> dict[Card, Equity]:
    """The answers after each card that may be turned next, in the order of the pack.

    The options are those of `equity`, for each of the answers. All take the same seed, so that
    what differs between sampled ones is the card rather than chance. Empty when all five lie there.
    """
    _check(seed, exact_ends, threads)
    if not question.to_turn:
        return {}
    cards = question.unseen
    answers = in_order(
        (
            partial(
                equity,
                question.turned(card),
                seed=seed,
                stop=stop,
                exact_ends=exact_ends,
                threads=1,
                engine=engine,
            )
            for card in cards
        ),
        threads or cores(),
    )
    return dict(zip(cards, answers, strict=True))
