"""Random deals by random rules, written down and played again."""

from __future__ import annotations

import tomllib
from datetime import UTC, date, datetime, time, timedelta, timezone
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cincinnati.cards import PACK, Card
from cincinnati.engine import Deal
from cincinnati.engine.events import HandsDealt
from cincinnati.records import (
    Record,
    full_record,
    read_records,
    record_for,
    replay,
    write_record,
    write_records,
)
from random_deals import deals


def again(record: Record) -> Record:
    (read,) = read_records(write_record(record))
    return read


@given(deals())
def test_the_whole_truth_is_played_again_event_for_event(deal: Deal) -> None:
    replayed = replay(again(full_record(deal)))
    assert replayed.deal is not None
    assert replayed.deal.events[1:] == deal.events[1:]
    assert replayed.deal.stacks == deal.stacks
    assert (replayed.to_act, replayed.legal) == (deal.to_act, deal.legal)
    assert not replayed.differs


@given(deals(), st.integers(0, 8))
def test_what_a_viewer_wrote_down_is_what_he_sees_again(deal: Deal, number: int) -> None:
    viewer = number if number < len(deal.stacks) else None
    replayed = replay(again(record_for(deal, viewer)))
    assert replayed.deal is not None
    assert replayed.deal.seen(viewer)[1:] == deal.seen(viewer)[1:]
    assert replayed.deal.stacks == deal.stacks
    assert (replayed.to_act, replayed.legal) == (deal.to_act, deal.legal)


@given(deals())
def test_what_a_viewer_wrote_down_names_no_card_that_he_did_not_see(deal: Deal) -> None:
    for viewer in (None, *range(len(deal.stacks))):
        text = write_record(record_for(deal, viewer))
        seen = {card for card in PACK if str(card) in text}
        assert seen == seen_by(deal, viewer)


def seen_by(deal: Deal, viewer: int | None) -> set[Card]:
    """The board that was turned, the viewer's own hand, and the hands that were shown."""
    (dealt,) = [event for event in deal.events if isinstance(event, HandsDealt)]
    open_hands = [
        hand
        for position, hand in enumerate(dealt.hands)
        if position == viewer or position in deal.state.shown
    ]
    return {*deal.board, *(card for hand in open_hands for card in hand if card is not None)}


@given(st.lists(deals(), min_size=1, max_size=4))
def test_many_deals_stand_in_one_file(played: list[Deal]) -> None:
    records = [full_record(deal) for deal in played]
    read = read_records(write_records(records))
    assert [replay(record).deal is not None for record in read] == [True] * len(played)
    assert [record.actions for record in read] == [record.actions for record in records]
    assert [record.finishing_stacks for record in read] == [
        deal.stacks if deal.over else None for deal in played
    ]


@given(deals())
def test_a_record_that_was_read_is_the_same_after_writing_and_reading(deal: Deal) -> None:
    once = again(full_record(deal))
    assert again(once) == once


TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
ZONES = st.integers(-23 * 60, 23 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
VALUES = st.recursive(
    TEXTS
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False)
    | st.dates()
    | st.times()
    | st.datetimes()
    | st.datetimes(timezones=st.just(UTC) | ZONES),
    lambda values: st.lists(values, max_size=3) | st.dictionaries(TEXTS, values, max_size=3),
    max_leaves=6,
)


@settings(max_examples=100)
@given(st.dictionaries(TEXTS.map("x {}".format), VALUES, max_size=4))
def test_fields_that_are_not_ours_are_kept(extra: dict[str, Any]) -> None:
    record = replace(read_records(PLAIN)[0], extra=extra)
    assert again(record) == record
    (first, second) = read_records(write_records([record, record]))
    assert first == second == record


def test_the_usual_fields_of_other_tools_are_kept() -> None:
    text = PLAIN + (
        'players = ["Ada", "Bruno \\"the cat\\""]\n'
        "day = 7\n"
        "time = 20:15:00\n"
        "date = 2024-05-01\n"
        "when = 2024-05-01T20:15:00+02:00\n"
        "rake = 0.05\n"
        '_table = { name = "kitchen", seats = [1, 4] }\n'
    )
    (record,) = read_records(text)
    assert record.extra == {
        "players": ["Ada", 'Bruno "the cat"'],
        "day": 7,
        "time": time(20, 15),
        "date": date(2024, 5, 1),
        "when": datetime(2024, 5, 1, 20, 15, tzinfo=timezone(timedelta(hours=2))),
        "rake": 0.05,
        "_table": {"name": "kitchen", "seats": [1, 4]},
    }
    assert tomllib.loads(write_record(record)) == tomllib.loads(text)


PLAIN = """\
variant = "NCIN"
antes = [1, 1]
blinds_or_straddles = [0, 0]
min_bet = 2
starting_stacks = [10, 10]
actions = []
_cincinnati = { preset = "cincinnati" }
"""
