"""Which engine plays: engines agree on every chip, so it is a matter of speed alone."""

from __future__ import annotations

import numpy as np
import pytest

from arena_bots import one_against_many
from cincinnati.arena import fast
from cincinnati.arena.engines import (
    WORTH,
    EngineKind,
    Terms,
    chosen,
    faults_of,
    piece_size,
    play_piece,
)
from cincinnati.arena.keeper import KeptEngine
from cincinnati.arena.match import Match
from cincinnati.arena.plain import PlainEngine
from cincinnati.arena.played import Log, Played
from cincinnati.errors import BotError, RulesError

AUTO, PLAIN, COMPILED = EngineKind.AUTO, EngineKind.PLAIN, EngineKind.COMPILED
LONG, SHORT = one_against_many("calls", "bets", deals=WORTH), one_against_many("calls", "bets")


class Always:
    """An engine in which the first bot wins a chip a deal."""

    def play(self, match: Match, first: int, last: int) -> Played:
        chips = np.tile(np.array([1, -1]), (last - first, 1))
        return Played(chips, tuple(Log(decisions=last - first) for _ in match.bots))


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "compiled_engine", lambda _: Always())


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize(
    ("match", "wanted", "kind"),
    [(LONG, AUTO, COMPILED), (SHORT, AUTO, PLAIN), (SHORT, COMPILED, COMPILED),
     (LONG, PLAIN, PLAIN)],
)  # fmt: skip
def test_the_compiled_one_where_it_can_and_it_pays(
    match: Match, wanted: EngineKind, kind: EngineKind
) -> None:
    assert chosen(match, wanted) is kind


def test_no_compiled_engine_plays_a_bot_of_somebody_else() -> None:
    assert chosen(LONG, AUTO) is PLAIN
    with pytest.raises(RulesError, match=r"engine: the compiled one cannot play hero\.py:Bot, oth"):
        chosen(SHORT, COMPILED)


@pytest.mark.usefixtures("compiled")
def test_the_chosen_one_plays() -> None:
    terms = Terms(patience=None)
    assert play_piece(COMPILED, terms, SHORT, 1, 4).chips.tolist() == [[1, -1]] * 3
    assert play_piece(PLAIN, terms, SHORT, 1, 4).chips.tolist() == [[0, 0]] * 3


def test_a_machine_without_the_compiled_engine_says_so() -> None:
    with pytest.raises(BotError, match="not on every machine"):
        play_piece(COMPILED, Terms(), SHORT, 0, 2)


def test_bots_play_apart_if_there_is_any_patience() -> None:
    assert Terms(slow=0.1, patience=3.0).plain() == KeptEngine(0.1, 3.0)
    assert Terms(slow=0.1, patience=None).plain() == PlainEngine(0.1)
    assert faults_of(Terms(patience=None), SHORT.bots) == ()


def test_pieces_are_smaller_at_larger_tables_and_never_empty() -> None:
    large = one_against_many("calls", "bets", seats=8)
    assert piece_size(PLAIN, SHORT) == 4 * piece_size(PLAIN, large)
    assert piece_size(COMPILED, large) > piece_size(PLAIN, large) > 0
