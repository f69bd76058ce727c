"""A bot at a table: whatever it does wrong, the table gets a legal action (R33)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from cincinnati.bots import make
from cincinnati.cards import Deck
from cincinnati.engine import Action, BringIn, Call, Fold, Legal, Raise, View
from cincinnati.engine.actions import Seat
from cincinnati.errors import IllegalAction, Refusal
from cincinnati.rules.presets import PRESETS
from cincinnati.session import Session
from cincinnati.tables import Update, play_session, update_for
from cincinnati.tables.bots import LONGEST_FAULT, BotPlayer, permitted
from home_game import moves, next_deal, rules_of

FREE, FACING_A_BET, BRING_IN_DUE = "", "bet 2", "due"


class Says:
    """A bot with one answer to everything."""

    def __init__(self, answer: Callable[[], object]) -> None:
        self.answer = answer

    def act(self, view: View) -> Action:
        return self.answer()  # type: ignore[return-value]

    def choose(self, presets: Sequence[str]) -> str | None:
        return self.answer()  # type: ignore[return-value]


class Unprintable:
    def __repr__(self) -> str:
        raise RuntimeError("no name")


class Masked(Struct, frozen=True, tag="call"):
    """Looks like a call, to a machine."""


class Better(Call, frozen=True, tag="better"):
    """A call with ideas of its own."""


def raises(error: BaseException) -> Callable[[], object]:
    def answer() -> object:
        raise error

    return answer


def update(moment: str) -> Update:
    """The moment before the first player's answer: all is free, a bet, a bring-in is due."""
    rules = rules_of(bring_in=1 if moment == BRING_IN_DUE else 0)
    session = Session.start(rules, seats=[0, 1], dealer=1)
    session = next_deal(session, "" if moment == BRING_IN_DUE else moment)
    return update_for(session, session.to_act, len(session.events))


def act(player: BotPlayer, moment: str) -> Action:
    return asyncio.run(player.act(update(moment)))


@pytest.mark.parametrize(
    ("moment", "answer"),
    [(FREE, Call()), (FREE, Raise(to=2)), (FREE, Raise(to=99)), (FACING_A_BET, Fold()),
     (FACING_A_BET, Call()), (FACING_A_BET, Raise(to=4)), (BRING_IN_DUE, BringIn())],
)  # fmt: skip
def test_a_legal_action_is_passed_on(moment: str, answer: Action) -> None:
    player = BotPlayer(Says(lambda: answer))
    assert act(player, moment) == answer
    assert player.faults == []


@pytest.mark.rule("R33")
@pytest.mark.parametrize(
    ("moment", "idle"), [(FREE, Call()), (FACING_A_BET, Fold()), (BRING_IN_DUE, BringIn())]
)
@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (raises(ZeroDivisionError("oops")), "failed: ZeroDivisionError: oops"),
        (raises(RecursionError()), "failed: RecursionError"),
        (raises(StopIteration()), "failed: StopIteration"),
        (raises(SystemExit(3)), "failed: SystemExit: 3"),
        (raises(asyncio.CancelledError()), "failed: CancelledError"),
        (lambda: None, "illegal: None"),
        (lambda: "call", "illegal: 'call'"),
        (lambda: Call, "illegal: <class"),
        (Masked, "illegal: Masked"),
        (Better, "illegal: Better"),
        (Unprintable, "illegal: Unprintable; allowed"),
        (lambda: Raise(to=0), "illegal: Raise(to=0)"),
        (lambda: Raise(to=100), "illegal: Raise(to=100)"),
        (lambda: Raise(to=-5), "illegal: Raise(to=-5)"),
        (lambda: Raise(to=10.0), "illegal: Raise(to=10.0)"),  # type: ignore[arg-type]
        (lambda: Raise(to=True), "illegal: Raise(to=True)"),
        (lambda: Raise(to="10"), "illegal: Raise(to='10')"),  # type: ignore[arg-type]
        (lambda: Raise(to=Unprintable()), "illegal: Raise; allowed"),  # type: ignore[arg-type]
        (lambda: Raise(to=10**5000), "illegal: Raise"),
    ],
)
def test_everything_else_becomes_check_or_fold(
    moment: str, idle: Action, answer: Callable[[], object], fault: str
) -> None:
    player = BotPlayer(Says(answer))
    assert act(player, moment) == idle
    assert len(player.faults) == 1
    assert player.faults[0].startswith(fault)
    assert len(player.faults[0]) <= LONGEST_FAULT


@pytest.mark.parametrize(
    ("moment", "answer", "allowed"),
    [(FREE, Fold(), "check, raise to 2 up to 99"), (FREE, BringIn(), "check, raise to 2 up to 99"),
     (FACING_A_BET, Raise(to=3), "fold, call 2, raise to 4 up to 99"),
     (BRING_IN_DUE, Call(), "post the bring-in, raise to 2 up to 99"),
     (BRING_IN_DUE, Fold(), "post the bring-in, raise to 2 up to 99")],
)  # fmt: skip
def test_a_fault_says_what_was_allowed(moment: str, answer: Action, allowed: str) -> None:
    player = BotPlayer(Says(lambda: answer))
    act(player, moment)
    assert player.faults[0].endswith(f"allowed: {allowed}")


def test_faults_are_counted() -> None:
    player = BotPlayer(Says(raises(ValueError("a" * 1000))))
    for _ in range(3):
        act(player, FREE)
    assert [len(fault) for fault in player.faults] == [LONGEST_FAULT] * 3


def test_ctrl_c_is_not_the_bots_affair() -> None:
    player = BotPlayer(Says(raises(KeyboardInterrupt())))
    with pytest.raises(KeyboardInterrupt):
        act(player, FREE)
    assert player.faults == []


def test_out_of_turn_nobody_is_asked() -> None:
    session = next_deal(Session.start(rules_of(), seats=[0, 1], dealer=1))
    player = BotPlayer(Says(Call))
    for seat in (Seat(1), None):
        with pytest.raises(ValueError, match="turn"):
            asyncio.run(player.act(update_for(session, seat, 0)))


def test_who_is_refused_is_not_asked_again_this_time() -> None:
    player = BotPlayer(Says(lambda: Raise(to=50)))
    legal = Legal(fold=True, call=2, raise_to=(4, 99), bring_in=False)
    error = IllegalAction(Refusal.RAISE_TOO_LARGE, Raise(to=50), legal, "a raise to 50")
    asyncio.run(player.refused(error))
    assert [act(player, FACING_A_BET) for _ in range(2)] == [Fold(), Raise(to=50)]
    assert player.faults == ["refused: IllegalAction: a raise to 50"]


@given(
    fold=st.booleans(),
    call=st.none() | st.integers(0, 9),
    bounds=st.none()
    | st.tuples(st.integers(0, 9), st.integers(0, 9)).map(lambda two: (min(two), max(two))),
    bring_in=st.booleans(),
)
def test_permitted_is_what_is_legal(
    fold: bool, call: int | None, bounds: tuple[int, int] | None, bring_in: bool
) -> None:
    legal = Legal(fold=fold, call=call, raise_to=bounds, bring_in=bring_in)
    every: list[Action] = [Fold(), Call(), BringIn(), *(Raise(to) for to in range(-1, 12))]
    assert [each for each in every if permitted(legal, each)] == [
        each for each in every if each in list(moves(legal))
    ]


def test_true_is_not_a_chip() -> None:
    legal = Legal(fold=False, call=0, raise_to=(1, 9), bring_in=False)
    assert permitted(legal, Raise(to=1)) == Raise(to=1)
    assert permitted(legal, Raise(to=True)) is None


@pytest.mark.parametrize(
    ("answer", "chosen", "faults"),
    [
        (lambda: "liz", "liz", []),
        (lambda: None, None, []),
        (lambda: "stud", None, ["no preset: 'stud'"]),
        (lambda: 3, None, ["no preset: 3"]),
        (lambda: ["liz"], None, ["no preset: ['liz']"]),
        (raises(KeyError("liz")), None, ["failed: KeyError: 'liz'"]),
    ],
)
def test_a_game_that_there_is_or_the_tables_own(
    answer: Callable[[], object], chosen: str | None, faults: list[str]
) -> None:
    player = BotPlayer(Says(answer))
    assert asyncio.run(player.choose(update(FREE))) == chosen
    assert player.faults == faults


def test_the_bot_is_told_which_games_there_are() -> None:
    offered: list[Sequence[str]] = []

    class Listens(Says):
        def choose(self, presets: Sequence[str]) -> str | None:
            offered.append(presets)
            return None

    asyncio.run(BotPlayer(Listens(Call)).choose(update(FREE)))
    assert offered == [tuple(PRESETS)]


def play(players: dict[Seat, BotPlayer], *, deals: int = 4) -> Session:
    rng = Random(5)
    rules = rules_of(deals=deals, dealers_choice=True)
    return asyncio.run(
        play_session(
            Session.start(rules, seats=players, dealer=0),
            players,
            new_deck=lambda: Deck.shuffled(rng),
            keep=lambda _: None,
        )
    )


def test_a_session_of_bots_comes_to_its_end() -> None:
    players = {
        Seat(seat): BotPlayer(make(name, seat))
        for seat, name in enumerate(("rookie", "casual", "regular", "casual"))
    }
    session = play(players)
    assert session.over
    assert [player.faults for player in players.values()] == [[], [], [], []]


def test_broken_bots_do_not_stop_a_session() -> None:
    players = {
        Seat(0): BotPlayer(make("regular", 1)),
        Seat(1): BotPlayer(Says(raises(RuntimeError("broken")))),
        Seat(2): BotPlayer(Says(lambda: Raise(to=10**9))),
        Seat(3): BotPlayer(Says(Unprintable)),
    }
    session = play(players)
    assert session.over
    assert sum(session.chips.values()) == 400
    assert [bool(player.faults) for player in players.values()] == [False, True, True, True]


def test_a_bot_gets_a_view_and_nothing_else() -> None:
    got: list[object] = []

    class Watched(Says):
        def act(self, view: View) -> Action:
            got.append(view)
            return super().act(view)

    act(BotPlayer(Watched(Call)), FREE)
    assert [type(each) for each in got] == [View]
