"""The fields of a record: rules, stacks, many deals in a file, and what is wrong where."""

from __future__ import annotations

import re
import tomllib

import pytest

from cincinnati.cards import Rank
from cincinnati.errors import RecordError
from cincinnati.records import Record, read_records, write_record
from cincinnati.records.phh import read_each
from cincinnati.rules import Layout, Limit, Ruleset, ShortAnte, Split, SuitShare, Wild, presets
from worked_hand import WORKED

WRONG_FIELDS = [
    ("variant", '"NCIN"', '"NLHE"', 1, "NCIN, PCIN or FCIN, with /8 for hi-lo, not 'NLHE'"),
    ("variant", '"NCIN"', '"NCIN/9"', 1, "with /8"),
    ("variant", '"NCIN"', "7", 1, "not 7"),
    ("variant", '"NCIN"', '"NCIN/8"', 1, "/8 goes with split = low8"),
    ("antes", "[1, 1]", "[1, 2]", 2, "the same for all 2 players (R1)"),
    ("antes", "[1, 1]", "[1]", 2, "2 amounts, one a player, not 1"),
    ("antes", "[1, 1]", "1", 2, "a list of whole numbers is needed"),
    ("antes", "[1, 1]", "[-1, -1]", 2, "whole numbers from 0 to 1000000000000, not -1"),
    ("antes", "[1, 1]", "[1.0, 1.0]", 2, "whole numbers"),
    ("antes", "[1, 1]", "[true, true]", 2, "whole numbers"),
    ("ante", "[1, 1]", "[0, 0]", 2, "at least 1 without blinds and bring-in"),
    ("blinds_or_straddles", "[0, 0]", "[2, 1]", 3, "is not in order: [1, 2] (small, big)"),
    ("blinds_or_straddles", "[0, 0]", "[0, 2]", 3, "is not in order: [2, 0]"),
    ("blinds_or_straddles", "[0, 0]", "[0, 0, 0]", 3, "2 amounts"),
    ("blinds_or_straddles", "[0, 0]", '"none"', 3, "a list of whole numbers"),
    ("min_bet", "min_bet = 2", "min_bet = 0", 4, "whole numbers from 1"),
    ("min_bet", "min_bet = 2", "min_bet = 2.0", 4, "not 2.0"),
    ("min_bet", "min_bet = 2", "min_bet = nan", 4, "not nan"),
    ("min_bet", "min_bet = 2", "min_bet = inf", 4, "not inf"),
    ("min_bet", "min_bet = 2", 'min_bet = "2"', 4, "not '2'"),
    ("min_bet", "min_bet = 2", f"min_bet = {10**30}", 4, f"not {10**30}"),
    ("min_bet", "min_bet = 2", f"min_bet = 0x{'f' * 5000}", 4, "not what stands there"),
    ("min_bet", "min_bet = 2", f"min_bet.{'.'.join('a' * 3000)} = 2", 4, "not what stands there"),
    ("min_bet", "min_bet = 2", "smallest_bet = 2", 1, "it is missing"),
    ("starting_stacks", "[100, 100]", "[100]", 5, "2 to 8 players, not 1"),
    ("starting_stacks", "[100, 100]", "[]", 5, "2 to 8 players, not 0"),
    ("starting_stacks", "[100, 100]", str([100] * 9), 5, "2 to 8 players, not 9"),
    ("starting_stacks", "[100, 100]", "[100, 0]", 5, "whole numbers from 1"),
    ("starting_stacks", "[100, 100]", "[100, '']", 5, "whole numbers from 1"),
    ("starting_stacks", "starting_stacks", "stacks", 1, "a list of whole numbers is needed"),
    ("actions", "actions = [", "steps = [", 1, "a list of texts is needed"),
    ("finishing_stacks", "[105, 95]", "[105]", 17, "2 amounts are needed"),
    ("finishing_stacks", "[105, 95]", "[201, -1]", 17, "whole numbers from 0"),
    ("_cincinnati", '{ preset = "cincinnati" }', '"liz"', 18, "a table of options is needed"),
    ("preset", '"cincinnati"', '"hold-em"', 18, "no 'hold-em'; there are cincinnati, classic"),
    ("_cincinnati", '"cincinnati"', "7", 18, "preset: a text is needed, not 7"),
    ("_cincinnati", "{ preset", "{ colour = 1, preset", 18, "no option 'colour'; there are preset"),
    ("_cincinnati", "{ preset", '{ wild = "deuces", preset', 18, "wild: Invalid enum value"),
    ("_cincinnati", "{ preset", "{ opening_round = 1, preset", 18, "Expected `bool`"),
    ("_cincinnati", "{ preset", '{ wild_ranks = "1", preset', 18, "wild_ranks: no rank '1'"),
    ("wild_ranks", "{ preset", '{ wild_ranks = "2", preset', 18, 'wild = "ranks" only'),
    ("max_raises", "{ preset", "{ max_raises = -1, preset", 18, "None or a whole number"),
    ("bets", "{ preset", "{ bets = [2, 4], preset", 18, "only fixed limit"),
]


@pytest.mark.parametrize(("code", "old", "new", "line", "words"), WRONG_FIELDS)
def test_a_wrong_field_is_named_with_its_line(
    code: str, old: str, new: str, line: int, words: str
) -> None:
    text = WORKED.replace(old, new, 1)
    with pytest.raises(RecordError) as caught:
        read_records(text)
    assert caught.value.code == code
    assert str(caught.value).startswith(f"line {line}: {code}")
    assert words in str(caught.value)
    assert (caught.value.at, caught.value.action) == (None, None)


@pytest.mark.rule(22)
@pytest.mark.parametrize(
    ("fields", "code", "words"),
    [
        ("small_bet = 2", "big_bet", "it is missing"),
        ("big_bet = 4", "small_bet", "it is missing"),
        ("small_bet = 2\nbig_bet = 0", "big_bet", "whole numbers from 1"),
        ("small_bet = 2\nbig_bet = 4\nbring_in = 2", "bring_in", "less than a full bet of 2"),
    ],
)
def test_a_wrong_field_of_a_fixed_limit_deal_is_named(fields: str, code: str, words: str) -> None:
    text = WORKED.replace('"NCIN"', '"FCIN"').replace("min_bet = 2", fields)
    with pytest.raises(RecordError) as caught:
        read_records(text)
    assert caught.value.code == code
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("variant = NCIN", 1),
        (WORKED.replace("min_bet = 2", "min_bet = "), 4),
        (WORKED.replace("min_bet = 2", "min_bet = 2\nmin_bet = 2"), 5),
        (WORKED[: WORKED.index("]\nfinishing")], 16),
        (WORKED.replace("min_bet = 2", f"min_bet = {'9' * 5000}"), 4),
        (WORKED.replace("min_bet = 2", f"x = {'[' * 3000}{']' * 3000}"), 4),
        (WORKED + "x = " + "{a = " * 3000, 19),
        ("\x00", 1),
        ("", 1),
        ("# nothing but a comment\n\n", 1),
    ],
)
def test_what_is_no_record_at_all_is_named_with_its_line(text: str, line: int) -> None:
    with pytest.raises(RecordError, match=f"^line {line}: ") as caught:
        read_records(text)
    assert caught.value.code in ("not_toml", "empty")


def three_deals(second: str) -> str:
    return f"[1]\n{WORKED}\n[2]\n{second}\n[3]\n{WORKED}"


def test_numbered_deals_are_read_in_their_order() -> None:
    records = read_records(three_deals(WORKED.replace("[100, 100]", "[50, 60]")))
    assert [record.starting_stacks[0] for record in records] == [100, 50, 100]


def test_a_fault_in_one_of_many_deals_is_named_and_does_not_hide_the_others() -> None:
    text = three_deals(WORKED.replace("antes = [1, 1]", "antes = [1, 2]"))
    line = text.split("\n").index("antes = [1, 2]") + 1
    with pytest.raises(RecordError, match=f"^line {line}, deal 2: antes: the same for all"):
        read_records(text)
    first, second, third = read_each(text)
    assert isinstance(first, Record)
    assert isinstance(second, RecordError)
    assert first == third


def test_options_may_stand_under_a_header_of_their_own() -> None:
    for text in (
        WORKED.replace("_cincinnati = {", "[_cincinnati]\n").replace(" }", ""),
        f"[1]\n{WORKED}".replace("_cincinnati = {", "[1._cincinnati]\n").replace(" }", ""),
    ):
        (record,) = read_records(text.replace('"cincinnati"', '"liz"'))
        assert record.rules == presets.LIZ
        wrong = text.replace('"cincinnati"', '"hold-em"')
        with pytest.raises(RecordError, match=r"^line (18|19)\b.* no 'hold-em'"):
            read_records(wrong)


@pytest.mark.parametrize(
    ("variant", "fields", "options", "expected"),
    [
        ("NCIN", "min_bet = 2", "", Ruleset()),
        ("NCIN/8", "min_bet = 2", "", Ruleset(split=Split.LOW8)),
        ("NCIN/8", "min_bet = 2", 'preset = "hi-lo"', presets.HI_LO),
        ("PCIN", "min_bet = 3", "", Ruleset(limit=Limit.POT, min_bet=3)),
        ("FCIN", "small_bet = 2\nbig_bet = 5", "", Ruleset(limit=Limit.FIXED, bets=(2, 5))),
        (
            "FCIN",
            "small_bet = 1\nbig_bet = 5",
            "bets = [1, 2, 3, 4, 5]",
            Ruleset(limit=Limit.FIXED, min_bet=1, bets=(1, 2, 3, 4, 5)),
        ),
        ("NCIN", "min_bet = 2\nbring_in = 1", "", Ruleset(bring_in=1)),
        (
            "NCIN",
            "min_bet = 2",
            'layout = "cross", wild = "ranks", wild_ranks = "2J", split = "last_suit", '
            'opening_round = true, max_raises = 3, short_ante = "all_in", suit_share = "lowest"',
            Ruleset(
                layout=Layout.CROSS,
                wild=Wild.RANKS,
                wild_ranks=(Rank.TWO, Rank.JACK),
                split=Split.LAST_SUIT,
                opening_round=True,
                max_raises=3,
                short_ante=ShortAnte.ALL_IN,
                suit_share=SuitShare.LOWEST,
            ),
        ),
    ],
)
def test_the_rules_are_read_from_the_fields(
    variant: str, fields: str, options: str, expected: Ruleset
) -> None:
    text = WORKED.replace('"NCIN"', f'"{variant}"').replace("min_bet = 2", fields)
    text = re.sub(r"_cincinnati = \{.*\}", f"_cincinnati = {{ {options} }}", text)
    (record,) = read_records(text)
    assert record.rules == expected
    assert read_records(write_record(record))[0].rules == expected


@pytest.mark.rule(24)
@pytest.mark.parametrize(
    ("posted", "blinds"), [("[1, 2]", (1, 2)), ("[2, 0]", (2,)), ("[2, 2]", (2, 2))]
)
def test_blinds_are_listed_small_and_big(posted: str, blinds: tuple[int, ...]) -> None:
    (record,) = read_records(WORKED.replace("[0, 0]", posted))
    assert record.rules == Ruleset(blinds=blinds)
    assert tomllib.loads(write_record(record))["blinds_or_straddles"] == eval(posted)  # noqa: S307


def test_the_big_blind_is_the_smallest_bet() -> None:
    text = WORKED.replace("[0, 0]", "[1, 3]")
    with pytest.raises(RecordError, match=r"^line 4: min_bet: .* the big blind, 3 \(R10\)"):
        read_records(text)
