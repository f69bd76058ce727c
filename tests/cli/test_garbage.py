"""Garbage is refused with a message that names the line or the action, never with a traceback."""

from __future__ import annotations

import io
import json
import re
from contextlib import redirect_stderr, redirect_stdout
from datetime import UTC
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cincinnati.cli import main
from cincinnati.records import full_record, record_for, write_record
from cincinnati.records.toml import toml_line, toml_value
from random_deals import deals
from worked_hand import WORKED


def run(command: str, name: str, data: bytes) -> tuple[int, list[Any]]:
    """Exit status and JSON answers of a command for a file; both ways of telling must work."""
    out, words, err = io.StringIO(), io.StringIO(), io.StringIO()
    with TemporaryDirectory() as folder, redirect_stderr(err):
        file = Path(folder) / name
        file.write_bytes(data)
        with redirect_stdout(words):
            first = main([command, str(file)])
        with redirect_stdout(out):
            status = main([command, str(file), "--json"])
    assert first == status
    assert "Traceback" not in err.getvalue()
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


def check_replay(data: bytes, name: str = "deal.phh") -> int:
    status, answers = run("replay", name, data)
    errors = [answer["error"] for answer in answers if "error" in answer]
    assert status in (0, 1, 2)
    assert (status == 2) == bool(errors)
    for error in errors:
        named = re.match(r"line \d+\b", error["message"])
        assert named or (error["at"] is not None and error["action"] is not None), error
    return status


def check_hand(data: bytes) -> None:
    status, answers = run("hand", "hands.jsonl", data)
    errors = [answer["error"] for answer in answers if "error" in answer]
    assert status == (2 if errors else 0)
    assert all(error["message"] for error in errors)


@given(st.binary(max_size=300))
def test_bytes(data: bytes) -> None:
    assert check_replay(data) == 2
    check_hand(data)


@given(st.text(max_size=200))
def test_text(text: str) -> None:
    assert check_replay(text.encode("utf-8", "surrogatepass")) == 2


PIECES = st.sampled_from(
    [
        *"[]{}=.\"'\n,#-_ \t\0\\1a",
        *[
            '"""',
            "\r\n",
            "[1]",
            "[[a]]",
            "0x",
            "1e9",
            "nan",
            "inf",
            "true",
            "1979-05-27",
            "07:32:00",
        ],
        *["variant", '"NCIN"', "antes", "actions", "starting_stacks", "_cincinnati", "preset"],
    ]
)


@given(st.lists(PIECES, max_size=40).map("".join))
def test_what_looks_like_a_record(text: str) -> None:
    assert check_replay(text.encode()) == 2


def test_a_record_that_breaks_off_at_any_place() -> None:
    whole = [WORKED.index("\nfinishing"), WORKED.index("\n_cincinnati"), len(WORKED) - 1]
    for end in range(len(WORKED)):
        assert (check_replay(WORKED[:end].encode()) == 0) == (end in whole or end - 1 in whole)


@given(deals(), st.data())
def test_a_record_that_was_damaged(deal: Any, data: st.DataObject) -> None:
    viewer = data.draw(st.none() | st.just(0))
    record = full_record(deal) if viewer is None else record_for(deal, viewer)
    text = write_record(record).encode()
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 40)))
    instead = data.draw(st.binary(max_size=8) | st.just(text[start:end] * 2) | st.just(b""))
    check_replay(text[:start] + instead + text[end:])


NUMBERS = st.sampled_from([-1, 0, 1, 2, 7, 10**12, 10**12 + 1, 2**63, 10**30, -(10**30)])
VALUES = st.recursive(
    NUMBERS
    | st.integers()
    | st.floats()
    | st.booleans()
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
    | st.sampled_from(["NCIN/8", "liz", "??????????", "p1 cc", "d db As", "low8", "cross", "2J"])
    | st.datetimes()
    | st.datetimes(timezones=st.just(UTC))
    | st.dates()
    | st.times(),
    lambda values: (
        st.lists(values, max_size=9)
        | st.dictionaries(st.sampled_from(["preset", "wild", "bets", "a"]), values, max_size=3)
    ),
    max_leaves=12,
).map(toml_value)
EXTREMES = st.sampled_from(
    [
        "9" * 5000,
        "-0x" + "f" * 5000,
        "0x" + "f" * 5000,
        "[" * 2000 + "]" * 2000,
        "{a = " * 2000 + "1" + "}" * 2000,
        "[0x" + "f" * 5000 + ", 1]",
        '["' + "x" * 5000 + '"]',
        "nan",
        "[nan, inf]",
        "-inf",
        "[" + "1, " * 9 + "]",
        "[1]",
        "[]",
        "{}",
        "",
    ]
)
FIELDS = [
    "variant",
    "antes",
    "blinds_or_straddles",
    "min_bet",
    "starting_stacks",
    "actions",
    "finishing_stacks",
    "_cincinnati",
    "bring_in",
    "small_bet",
    "big_bet",
]
OPTIONS = [
    "preset",
    "layout",
    "wild",
    "wild_ranks",
    "split",
    "opening_round",
    "max_raises",
    "short_ante",
    "suit_share",
    "bets",
    "colour",
]


def fields_of(text: str) -> dict[str, str]:
    """The fields of a record that was written on one line each."""
    return dict(line.split(" = ", 1) for line in text.splitlines())


@given(deals(), st.sampled_from(FIELDS), VALUES | EXTREMES)
def test_a_field_that_holds_anything(deal: Any, field: str, value: str) -> None:
    fields = fields_of(write_record(full_record(deal)))
    fields[field] = value
    check_replay("".join(f"{name} = {text}\n" for name, text in fields.items()).encode())


@given(st.sampled_from(OPTIONS), VALUES | EXTREMES, st.booleans())
def test_an_option_that_holds_anything(option: str, value: str, fixed: Any) -> None:
    text = WORKED.replace('{ preset = "cincinnati" }', f"{{ {option} = {value} }}")
    if fixed:
        text = text.replace('"NCIN"', '"FCIN"').replace("min_bet = 2", "small_bet=2\nbig_bet=4")
    check_replay(text.encode())


@settings(max_examples=50)
@given(st.sampled_from(FIELDS), st.integers(1, 1500))
def test_a_field_of_tables_in_tables(field: str, depth: int) -> None:
    lines = [line for line in WORKED.splitlines() if not line.startswith(field)]
    deep = ".".join(["a"] * depth)
    check_replay("\n".join([f"{field}.{deep} = 1", *lines]).encode())
    check_replay("\n".join([*lines, f"[{field}.{deep}]"]).encode())


WORDS = st.sampled_from(
    [
        *["d", "dh", "db", "p1", "p2", "p3", "p0", "p", "f", "cc", "cbr", "sm", "pb", "6", "-1"],
        *["1e3", "9" * 5000, "As", "Kc", "??", "AsAd3c4c6d", "KsKd5h7h9d", "#", "10♠", "\0", "é"],
        "\x1b[2J",
    ]
)
ACTIONS = st.lists(WORDS, max_size=5).map(" ".join).map(toml_value) | VALUES | EXTREMES


@given(st.integers(0, 18), st.lists(ACTIONS, min_size=1, max_size=3), st.integers(0, 2))
def test_actions_that_hold_anything(start: int, wrong: list[str], dropped: int) -> None:
    played = re.findall(r'"[^"]*"', WORKED[WORKED.index("actions") : WORKED.index("]\nfin")])
    actions = [*played[:start], *wrong, *played[start + dropped :]]
    fields = [line for line in WORKED.splitlines() if " = " in line and "actions" not in line]
    check_replay("\n".join([f"actions = [{', '.join(actions)}]", *fields]).encode())


@pytest.mark.parametrize("players", [1, 9, 100])
def test_too_few_or_too_many_players(players: int) -> None:
    lines = [
        'variant = "NCIN"',
        toml_line("antes", [1] * players),
        toml_line("blinds_or_straddles", [0] * players),
        "min_bet = 2",
        toml_line("starting_stacks", [100] * players),
        "actions = []",
    ]
    assert check_replay("\n".join(lines).encode()) == 2


def test_duplicate_cards() -> None:
    assert check_replay(WORKED.replace("KsKd", "KsAd").encode()) == 2
    assert check_replay(WORKED.replace("KsKd", "KsKs").encode()) == 2
    assert check_replay(WORKED.replace("d db Kc", "d db Ks").encode()) == 2


LINES = st.lists(
    st.binary(max_size=40)
    | st.dictionaries(
        st.sampled_from(["phh", "cards", "private", "board", "wild", "wild_ranks", "layout"]),
        st.recursive(
            st.none()
            | st.booleans()
            | st.integers()
            | st.floats(allow_nan=False, allow_infinity=False)
            | st.text(max_size=8)
            | st.sampled_from(["AsKdQhJcTs", "2c3c4c5c7d", "AsKdQh", "ranks", "2J", "cross"])
            | st.sampled_from(["low_hole", "last_board", "lowest_board", "row", "10", WORKED]),
            lambda values: st.lists(values, max_size=3),
            max_leaves=4,
        ),
        max_size=5,
    ).map(lambda question: json.dumps(question).encode()),
    max_size=4,
)


@given(LINES)
def test_lines_that_hold_anything(lines: list[bytes]) -> None:
    data = b"\n".join(lines)
    check_hand(data)
    check_replay(data, "deals.jsonl")


@given(
    st.lists(st.text(st.characters(exclude_characters="\0"), max_size=8), max_size=4),
    st.sampled_from(["hand", "replay", "rules", "simulate", ""]),
)
def test_arguments_that_hold_anything(words: list[str], command: str) -> None:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        assert main([*filter(None, [command]), "--colour", *words]) in (0, 2)
