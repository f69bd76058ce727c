"""Which policy serves which rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cincinnati.bots.menu import CALL
from cincinnati.bots.policy import Policy
from cincinnati.bots.shelf import SHIPPED, Shelf
from cincinnati.cards import Rank
from cincinnati.errors import PolicyError
from cincinnati.rules import Limit, Split, SuitShare, Wild
from home_game import deal_of, play, rules_of
from made_policies import CALLS, answers, lines, shelf, situations

SIX = {"rounds": 6, "cuts": [[]] * 6}
FIVE = {"rounds": 5, "cuts": [[]] * 6}


def titled(policy: Policy | None) -> str | None:
    """The policies of these tests carry their names as a version."""
    return None if policy is None else policy.header.versions["title"]


@pytest.fixture
def full(tmp_path: Path) -> Shelf:
    presets: list[tuple[str, dict[str, Any]]] = [
        ("cincinnati", FIVE), ("classic", SIX), ("liz", SIX), ("hi-lo", SIX)
    ]  # fmt: skip
    return shelf(
        tmp_path,
        **{
            name: situations({1: CALLS}, preset=name, versions={"title": name}, **more)
            for name, more in presets
        },
        duel=situations({1: CALLS}, seats=2, versions={"title": "duel"}, **FIVE),
    )


@pytest.mark.parametrize(
    ("preset", "changes", "dealt_in", "served"),
    [
        ("cincinnati", {}, 8, "cincinnati"),
        ("cincinnati", {}, 2, "duel"),
        ("cincinnati", {}, 3, "cincinnati"),
        ("cincinnati", {"opening_round": True}, 3, "classic"),
        ("cincinnati", {"limit": Limit.FIXED, "blinds": (1, 2)}, 3, "cincinnati"),
        ("classic", {}, 3, "classic"),
        ("classic", {}, 2, "classic"),
        ("liz", {}, 3, "liz"),
        ("liz", {"opening_round": False}, 3, "liz"),
        ("hi-lo", {}, 3, "hi-lo"),
        ("last-card-wild", {}, 3, "cincinnati"),
        ("last-card-wild", {"opening_round": True}, 3, "classic"),
        ("last-suit", {"suit_share": SuitShare.LOWEST}, 3, "cincinnati"),
        ("liz", {"split": Split.LOW8}, 3, "classic"),
        ("cincinnati", {"wild": Wild.RANKS, "wild_ranks": (Rank.TWO,)}, 3, "cincinnati"),
    ],
)
def test_a_table_plays_by_its_cards(
    full: Shelf, preset: str, changes: dict[str, Any], dealt_in: int, served: str
) -> None:
    assert titled(full.situations(rules_of(preset, **changes), dealt_in)) == served


def test_without_one_there_is_none(tmp_path: Path) -> None:
    only = shelf(tmp_path, liz=situations({1: CALLS}, preset="liz", versions={"title": "liz"}))
    assert only.situations(rules_of("hi-lo"), 3) is None
    assert titled(only.situations(rules_of("liz"), 3)) == "liz"
    assert Shelf(tmp_path / "nowhere").headers == {}
    assert Shelf(tmp_path / "nowhere").situations(rules_of(), 3) is None


@pytest.mark.parametrize(
    ("preset", "stacks", "changes", "served"),
    [
        ("cincinnati", (100, 100), {}, True),
        ("cincinnati", (110, 300), {}, True),
        ("cincinnati", (111, 300), {}, False),
        ("cincinnati", (90, 300), {}, True),
        ("cincinnati", (300, 89), {}, False),
        ("cincinnati", (1000, 1000), {"ante": 10, "min_bet": 20}, True),
        ("cincinnati", (100, 100), {"ante": 2}, False),
        ("cincinnati", (100, 100, 100), {}, False),
        ("cincinnati", (100, 100), {"limit": Limit.POT}, False),
        ("cincinnati", (100, 100), {"blinds": (1, 2)}, False),
        ("cincinnati", (100, 100), {"bring_in": 1}, False),
        ("classic", (100, 100), {}, False),
        ("last-suit", (100, 100), {}, False),
    ],
)
def test_lines_serve_what_they_were_trained_for(
    tmp_path: Path, preset: str, stacks: tuple[int, ...], changes: dict[str, Any], served: bool
) -> None:
    of_100 = shelf(tmp_path, a=lines({CALL: None}, lambda _: CALLS, stack=100))
    view = deal_of(preset, stacks=stacks, **changes).view(0)
    assert bool(of_100.lines(view)) == served


def test_chips_that_were_put_in_still_count(tmp_path: Path) -> None:
    of_100 = shelf(tmp_path, a=lines({CALL: None}, lambda _: CALLS, stack=100))
    deal = play(deal_of(stacks=[100, 100]), "bet 60, call | check")
    assert of_100.lines(deal.view(1))


def test_of_several_depths_the_nearest_serves(tmp_path: Path) -> None:
    several = shelf(
        tmp_path,
        **{f"of{stack}": lines({CALL: None}, lambda _: CALLS, stack=stack)
           for stack in (95, 100, 105)},
    )  # fmt: skip
    for stack, served in ((94, 95), (97, 95), (98, 100), (103, 105), (99, 100)):
        (policy,) = several.lines(deal_of(stacks=[stack, 300]).view(0))
        assert policy.header.stack == served


ANSWERS = [{CALL: None}, {CALL: None}]


def test_lines_for_both_come_before_answers(tmp_path: Path) -> None:
    """Then by name; those of another depth do not come at all."""
    several = shelf(
        tmp_path,
        a=answers(ANSWERS, lambda *_: CALLS, versions={"title": "thirds"}),
        b=answers(ANSWERS, lambda *_: CALLS, sizes=[75, 300], versions={"title": "deep"}),
        c=lines({CALL: None}, lambda _: CALLS, versions={"title": "both"}),
        d=answers(ANSWERS, lambda *_: CALLS, stack=95, versions={"title": "95"}),
    )
    for stack, titles in ((100, ["both", "thirds", "deep"]), (110, ["both", "thirds", "deep"]),
                          (96, ["95"]), (80, [])):  # fmt: skip
        served = several.lines(deal_of(stacks=[stack, 300]).view(0))
        assert [titled(policy) for policy in served] == titles


def test_answers_alone_serve_too(tmp_path: Path) -> None:
    alone = shelf(tmp_path, a=answers(ANSWERS, lambda *_: CALLS, versions={"title": "alone"}))
    assert [titled(policy) for policy in alone.lines(deal_of(stacks=[100, 100]).view(1))] == [
        "alone"
    ]
    assert alone.situations(rules_of(), 2) is None


def test_a_file_is_read_once(full: Shelf) -> None:
    assert full.situations(rules_of("liz"), 3) is full.situations(rules_of("liz"), 8)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"CINCPOL", r"bad\.policy: not a policy"),
        (situations({1: CALLS}, preset="chess"), r"bad\.policy: .*no 'chess'"),
        (situations({1: CALLS})[:-9], r"bad\.policy: damaged"),
    ],
    ids=["magic", "preset", "payload"],
)
def test_a_bad_file_is_named(tmp_path: Path, data: bytes, why: str) -> None:
    with pytest.raises(PolicyError, match=why):
        shelf(tmp_path, bad=data).situations(rules_of(), 3)


def test_all_that_is_shipped_can_be_read() -> None:
    for name in SHIPPED.headers:
        assert SHIPPED.policy(name).header == SHIPPED.headers[name]
