"""Kernels as numba compiles them, as plain Python, and without numba."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import comb
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from cincinnati.odds.kernels.arrays import values
from cincinnati.odds.kernels.chance import draw, next_word, seeded
from cincinnati.odds.kernels.folder import cache_folder
from cincinnati.odds.kernels.sampling import deal
from cincinnati.odds.kernels.value import value_of
from cincinnati.odds.library import numba_there
from cincinnati.odds.sets import CardSets
from kernel_answers import kernel_answers
from many_hands import in_another_process, random_sets

PLAIN_ANSWERS = """
import json
import numba
from kernel_answers import kernel_answers
assert numba.config.DISABLE_JIT
print(json.dumps(kernel_answers()))
"""

WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = None
import json
import numpy as np
from cincinnati.odds import evaluate, library
from cincinnati.odds.arrays import values
many = np.resize(np.array([0x1F, 0x3FF, 0x3E0F], dtype=np.uint64), library.WORTH_STARTING)
print(json.dumps([library.numba_there(), evaluate(many)[:5].tolist() == values(many[:5]).tolist()]))
"""

COMMANDS_WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = None
import io, json
from contextlib import redirect_stdout
from cincinnati.cli import main
from cincinnati.odds import engines, library

engines.WORTH_STARTING = library.WORTH_STARTING = 1
def told(*arguments):
    with redirect_stdout(io.StringIO()) as out:
        status = main([*arguments, "--json"])
    return [status, json.loads(out.getvalue())]

print(json.dumps([
    told("odds", "AsAd3c4c6d", "KsKd5h7h9d", "--board", "AhKc8c"),
    told("odds", "AsAd3c4c6d", "--preset", "liz", "--samples", "300", "--exact", "0"),
    told("distribution", "--cards", "6"),
    told("distribution", "--preset", "crisscross", "--players", "3", "--samples", "300"),
    told("arena", "strong", "casual", "--deals", "2", "--workers", "0"),
]))
"""

TESTS = str(Path(__file__).parents[1])


def test_without_compilation_the_answers_are_the_same() -> None:
    plain = in_another_process(PLAIN_ANSWERS, PYTHONPATH=TESTS, NUMBA_DISABLE_JIT="1")
    assert plain == kernel_answers()


def test_without_numba_numpy_does_all_the_work() -> None:
    assert in_another_process(WITHOUT_NUMBA) == [False, True]
    assert numba_there()


def test_without_numba_the_commands_work() -> None:
    statuses, told = zip(*in_another_process(COMMANDS_WITHOUT_NUMBA), strict=True)
    assert statuses == (0,) * 5
    exact, sampled, counted, kinds, arena = told
    assert (exact["exact"], exact["ends"]) == (True, 741)
    assert exact["seats"][0]["share"] == pytest.approx(0.7004, abs=5e-5)
    assert (sampled["exact"], sampled["ends"]) == (False, 300)
    assert counted["hands"] == comb(52, 6)
    assert kinds["samples"] == 300
    assert arena["matches"][0]["engine"] == "plain"


LOADED = """
import json, sys
import cincinnati
loaded = [sorted({"numpy", "numba"} & {*sys.modules})]
import numpy as np
from cincinnati.odds import counting, dealing, evaluate
evaluate(np.full(1000, 0x3FF))
print(json.dumps([*loaded, "numba" in sys.modules]))
"""


def test_cincinnati_loads_neither_and_small_work_does_not_start_numba() -> None:
    assert in_another_process(LOADED) == [[], False]


def test_compiled_code_is_kept_where_the_user_says(tmp_path: Path) -> None:
    script = (
        "import json; import numpy as np; from cincinnati.odds import library;"
        "from cincinnati.odds.kernels.folder import compiled_before;"
        "before = [library.has_to_compile(), compiled_before('value.size_of')];"
        "from cincinnati.odds.kernels import value;"
        "size = int(value.size_of(np.uint64(31)));"
        "print(json.dumps([*before, size, compiled_before('value.size_of')]))"
    )
    found = in_another_process(script, NUMBA_CACHE_DIR=str(tmp_path))
    assert found == [True, False, 5, True]
    assert list(tmp_path.rglob("*.nbi"))


def test_compiled_code_is_kept_outside_the_installation(tmp_path: Path) -> None:
    script = (
        "import json, os; os.environ.pop('NUMBA_CACHE_DIR', None); import numpy as np;"
        "from cincinnati.odds.kernels import value, folder; import numba.core.config as config;"
        "value.size_of(np.uint64(31));"
        "print(json.dumps([str(folder.cache_folder()), config.CACHE_DIR]))"
    )
    folder, others = in_another_process(script, XDG_CACHE_HOME=str(tmp_path), HOME=str(tmp_path))
    assert list(Path(folder).rglob("*.nbi"))
    assert others == ""
    assert folder.startswith(str(tmp_path))
    assert cache_folder().name == Path(folder).name


def test_where_nothing_can_be_kept_kernels_work_all_the_same() -> None:
    script = (
        "import json; import numpy as np; from cincinnati.odds.kernels import value;"
        "print(json.dumps(int(value.size_of(np.uint64(31)))))"
    )
    nowhere = "/dev/null/nowhere"
    assert in_another_process(script, XDG_CACHE_HOME=nowhere, NUMBA_CACHE_DIR="") == 5


def test_a_caller_s_own_kernel_can_value_hands() -> None:
    def best(sets: CardSets) -> int:
        found = np.int32(0)
        for cards in sets:
            found = max(found, value_of(cards))
        return int(found)

    own: Any = numba.njit(best)
    sets = random_sets(500, 10)
    assert own(sets) == values(sets).max()


def test_a_caller_s_own_kernel_can_deal() -> None:
    def share(deck: CardSets, deals: int) -> float:
        state, order = seeded(np.uint64(1), np.uint64(0)), deck.copy()
        hands = np.empty((2, deals), dtype=np.uint64)
        lacking = np.array([5, 5, 5])
        private = np.zeros(2, dtype=np.uint64)
        deal(private, np.uint64(0), lacking, order, state, hands)
        won = np.zeros(deals)
        for number in range(deals):
            won[number] = value_of(hands[0, number]) > value_of(hands[1, number])
        return float(won.mean())

    own: Any = numba.njit(share)
    deck = np.uint64(1) << np.arange(52, dtype=np.uint64)
    assert own(deck, 20_000) == pytest.approx(0.5, abs=0.02)


def test_the_generator_is_xoshiro() -> None:
    """The first numbers from the state 1, 2, 3, 4, as its authors' program gives them."""
    state = np.array([1, 2, 3, 4], dtype=np.uint64)
    assert [int(next_word(state)) for _ in range(4)] == [11520, 0, 1509978240, 1215971899390074240]


def test_all_orders_are_drawn_alike() -> None:
    state, deck = seeded(np.uint64(9), np.uint64(1)), np.arange(4, dtype=np.uint64)
    drawn: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        draw(state, deck, 3)
        drawn[tuple(int(card) for card in deck[:3])] += 1
    assert set(drawn) == set(permutations(range(4), 3))
    assert all(abs(count - 1000) < 5 * 32 for count in drawn.values())


def test_a_draw_keeps_the_deck_together() -> None:
    state, deck = seeded(np.uint64(2), np.uint64(2)), np.arange(52, dtype=np.uint64)
    for count in (0, 1, 5, 6, 45, 52):
        draw(state, deck, count)
        assert sorted(deck.tolist()) == list(range(52))


def test_blocks_start_apart() -> None:
    starts = {
        tuple(seeded(np.uint64(seed), np.uint64(block)).tolist())
        for seed in range(40)
        for block in range(40)
    }
    assert len(starts) == 1600
