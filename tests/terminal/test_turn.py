"""A turn at the keyboard: whatever is pressed, only legal actions come out."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cincinnati.engine import Action, BringIn, Call, Deal, Fold, Raise
from cincinnati.engine.view import View
from cincinnati.rules import Limit
from cincinnati.terminal.entry import Entry
from cincinnati.terminal.turn import Turn
from cincinnati.words import LANGUAGES, Words
from home_game import deck_for, rules_of

KEYS = [
    *"0123456789fcbramhpxq",
    *("left", "right", "up", "down", "minus", "plus"),
    *("enter", "enter", "escape", "backspace", "space", "tab"),
]


def facing(
    script: str = "", stacks: tuple[int, ...] = (100, 100, 100), **rules: Any
) -> tuple[Deal, View]:
    """The view of whoever is to act after a few actions."""
    deal = Deal.start(rules_of(**rules), stacks=stacks, deck=deck_for(len(stacks)))
    for word in script.split():
        deal = deal.act(Raise(int(word)) if word.isdigit() else Call())
    return deal, deal.view(deal.to_act)


def pressed(view: View, keys: str) -> Turn:
    turn = Turn(view)
    for key in keys.split():
        turn.press(key)
    return turn


@pytest.mark.parametrize(
    ("script", "keys", "action"),
    [
        ("", "c", Call()),
        ("", "f", None),  # nothing to match
        ("6", "f", Fold()),
        ("6", "c", Call()),
        ("6", "r enter", Raise(12)),
        ("6", "b enter", Raise(12)),
        ("6", "r h enter", Raise(6 + (3 + 6 + 6) // 2)),
        ("6", "r p enter", Raise(6 + 3 + 6 + 6)),
        ("6", "r right right left enter", Raise(13)),
        ("6", "r up up down enter", Raise(14)),
        ("6", "r plus minus minus enter", Raise(12)),
        ("6", "r 4 5 enter", Raise(45)),
        ("6", "r 4 5 backspace 7 enter", Raise(47)),
        ("6", "r 4 enter", Raise(12)),  # 4 is less than the least
        ("6", "r 9 9 9 escape r 3 0 enter", Raise(30)),
        ("6", "r 4 5 p 3 3 enter", Raise(33)),
        ("6", "r 4 5 escape", None),
        ("6", "a", None),  # an all-in is confirmed
        ("6", "a enter", Raise(99)),
        ("6", "a escape", None),
        ("6", "a escape c", Call()),
        ("6", "a a", None),
        ("6", "r 9 9 9 enter", None),
        ("6", "r 9 9 9 enter enter", Raise(99)),
        ("6", "r a enter enter", Raise(99)),
        ("99", "c", None),
        ("99", "c enter", Call()),
        ("99", "r a b", None),  # nobody could put in more
    ],
)
def test_keys_become_an_action(script: str, keys: str, action: Action | None) -> None:
    assert pressed(facing(script)[1], keys).action == action


def test_limits_have_their_own_keys() -> None:
    fixed = facing(limit=Limit.FIXED)[1]
    assert pressed(fixed, "b").action == Raise(2)
    assert pressed(fixed, "a").action is None
    pot = facing("2", limit=Limit.POT)[1]
    assert pressed(pot, "r a enter").action == Raise(9)
    assert pressed(pot, "a enter").action is None
    due = facing(bring_in=1)[1]
    assert pressed(due, "c").action == BringIn()
    assert pressed(due, "b enter").action == Raise(2)
    assert pressed(due, "f").action is None


def test_the_bring_in_can_be_the_last_chip() -> None:
    view = facing(bring_in=1, stacks=(2, 100))[1]
    assert pressed(view, "c").action is None
    assert pressed(view, "c enter").action == BringIn()


@given(
    st.lists(st.sampled_from(KEYS), max_size=30),
    st.sampled_from(["", "2", "6 c", "6 12", "50 c"]),
    st.sampled_from([{}, {"limit": Limit.POT}, {"limit": Limit.FIXED}, {"bring_in": 1}]),
    st.integers(3, 120),
)
def test_nothing_illegal_can_be_pressed(
    keys: list[str], script: str, rules: dict[str, object], stack: int
) -> None:
    if rules:
        script = ""
    deal, view = facing(script, (100, 100, stack), **rules)
    turn = Turn(view)
    for key in keys:
        turn.press(key)
        for language in LANGUAGES:
            turn.said(Words.of(language))
            turn.keys(Words.of(language))
        if turn.action is not None:
            deal.act(turn.action)
            break


@given(
    st.tuples(st.integers(1, 200), st.integers(0, 200)),
    st.lists(st.sampled_from(["type", "erase", "move", "preset"]), max_size=40),
    st.data(),
)
def test_an_amount_stays_between_its_bounds(
    bounds: tuple[int, int], steps: list[str], data: st.DataObject
) -> None:
    least, most = bounds[0], sum(bounds)
    entry = Entry(least, most, step=2, presets=(("m", "", least), ("a", "", most)), to=least)
    for step in steps:
        match step:
            case "type":
                entry = entry.type(data.draw(st.sampled_from("0123456789")))
            case "erase":
                entry = entry.erased()
            case "move":
                entry = entry.moved(data.draw(st.integers(-300, 300)))
            case _:
                entry = entry.preset(data.draw(st.sampled_from("mhpa")))
        assert least <= entry.to <= most
        assert entry.typed == "" or int(entry.typed) <= most


def test_every_amount_can_be_typed() -> None:
    for amount in range(10, 100):
        entry = replace(Entry(10, 99, step=2, presets=(), to=10))
        for digit in str(amount):
            entry = entry.type(digit)
        assert entry.to == amount


def test_presets_outside_the_bounds_are_not_offered() -> None:
    view = facing("6", (100, 9, 100))[1]
    entry = Entry.of(view, view.legal) if view.legal else None
    assert entry is not None
    assert [key for key, _, _ in entry.presets] == ["m", "a"] or entry.least == entry.most
