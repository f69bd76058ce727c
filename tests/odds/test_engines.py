"""NumPy or numba: the same exact answers, and who takes a sample depends on the question."""

from __future__ import annotations

import pytest

from cincinnati import RulesError
from cincinnati.odds import engines, library
from cincinnati.odds.engines import Engine, chosen, dealing_by, hands_an_end
from cincinnati.odds.equity import EXACT_HANDS, after_next_card, equity
from cincinnati.odds.library import WORTH_STARTING
from cincinnati.odds.question import Question
from cincinnati.odds.sampling import Stop
from cincinnati.rules import Ruleset
from many_hands import in_another_process
from odds_rules import RULES

HANDS = ("AsAd3c4c6d", "KsKd5h7h9d", "2c 3d 9h Tc ??")


def asked(rules: Ruleset) -> Question:
    return Question.of(*HANDS, board="AhKc8c", rules=rules)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_exact_answers_are_the_same_by_both(rules: Ruleset) -> None:
    by_numpy, by_numba = (
        equity(asked(rules), engine=engine) for engine in (Engine.NUMPY, Engine.NUMBA)
    )
    assert (by_numpy.engine, by_numba.engine) == (Engine.NUMPY, Engine.NUMBA)
    assert by_numpy.exact
    assert by_numpy.ends == by_numba.ends
    assert by_numpy.seats == by_numba.seats


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_both_take_good_samples(rules: Ruleset) -> None:
    truth = equity(asked(rules))
    sample = equity(asked(rules), exact_ends=0, stop=Stop(samples=20_000), engine=Engine.NUMBA)
    for seat, right in zip(sample.seats, truth.seats, strict=True):
        assert abs(seat.share - right.share) <= 4 * seat.share_error
        for kind, chance in right.categories.items():
            assert abs(seat.categories[kind] - chance) <= 4 * sample.error_of(chance) + 1e-12


@pytest.mark.parametrize("engine", [Engine.NUMPY, Engine.NUMBA])
def test_who_takes_the_sample_does_not_depend_on_what_ran_before(engine: Engine) -> None:
    question, stop = asked(RULES["cincinnati"]), Stop(samples=2000)
    first = equity(question, exact_ends=0, stop=stop)
    equity(question, engine=engine)
    again = equity(question, exact_ends=0, stop=stop)
    assert first.engine is again.engine is Engine.NUMPY
    assert first.seats == again.seats


@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize("engine", [Engine.NUMPY, Engine.NUMBA])
def test_threads_change_nothing_by_either(engine: Engine, threads: int) -> None:
    question, stop = asked(RULES["liz"]), Stop(samples=30_000)
    alone, together = (
        equity(question, exact_ends=0, stop=stop, engine=engine, threads=count, seed=5)
        for count in (1, threads)
    )
    assert alone.seats == together.seats


def test_the_next_cards_are_counted_by_whom_one_names() -> None:
    answers = after_next_card(asked(RULES["cincinnati"]), engine=Engine.NUMBA).values()
    assert {answer.engine for answer in answers} == {Engine.NUMBA}


@pytest.mark.parametrize(
    ("engine", "hands", "there", "who"),
    [
        (Engine.BY_SIZE, WORTH_STARTING, True, Engine.NUMBA),
        (Engine.BY_SIZE, WORTH_STARTING - 1, True, Engine.NUMPY),
        (Engine.BY_SIZE, WORTH_STARTING, False, Engine.NUMPY),
        (Engine.NUMPY, WORTH_STARTING, True, Engine.NUMPY),
        (Engine.NUMBA, 1, True, Engine.NUMBA),
    ],
)
def test_the_size_of_the_work_decides(
    engine: Engine, hands: int, who: Engine, *, there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "numba_there", lambda: there)
    assert chosen(engine, hands) is who


WITHOUT_COMPILATION = """
import json
import numpy as np
from cincinnati.odds import Engine, library
from cincinnati.odds.engines import chosen

def takes(hands):
    return [chosen(engine, hands).value for engine in (Engine.BY_SIZE, Engine.NUMBA)]

before = [takes(library.WORTH_STARTING), library.arrays_for(library.WORTH_STARTING).__name__]
import cincinnati.odds.kernels.arrays
print(json.dumps([before, [takes(library.WORTH_STARTING), library.arrays_for(1).__name__]]))
"""


@pytest.mark.parametrize(("off", "by_size"), [("1", "numpy"), ("0", "numba")])
def test_numba_that_may_not_compile_has_to_be_named(off: str, by_size: str) -> None:
    arrays = "cincinnati.odds.arrays" if off == "1" else "cincinnati.odds.kernels.arrays"
    found = in_another_process(WITHOUT_COMPILATION, NUMBA_DISABLE_JIT=off)
    assert found == [[[by_size, "numba"], arrays]] * 2


def test_numba_that_is_not_there_cannot_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "numba_there", lambda: False)
    with pytest.raises(RulesError, match=r"engine: numba is not installed: pip install"):
        equity(asked(RULES["cincinnati"]), engine=Engine.NUMBA)
    assert equity(asked(RULES["cincinnati"]), exact_ends=10**9).engine is Engine.NUMPY


@pytest.mark.parametrize(
    ("name", "hands", "board", "exact"),
    [
        ("cincinnati", HANDS[:2], "", True),
        ("cincinnati", HANDS[:1], "AhKc8c2d", True),
        ("cincinnati", HANDS[:1], "AhKc8c", False),
        ("liz", HANDS[:2], "", True),
        ("liz", HANDS[:1], "AhKc8c2d", False),
        ("crisscross", HANDS[:2], "Ah", True),
        ("crisscross", HANDS[:2], "", False),
    ],
)
def test_what_would_take_long_is_sampled(
    name: str, hands: tuple[str, ...], board: str, *, exact: bool
) -> None:
    question = Question.of(*hands, board=board, rules=name, players=2)
    ends = dealing_by(Engine.NUMPY).count(question.spot)
    assert (ends * hands_an_end(question) <= EXACT_HANDS) == exact
