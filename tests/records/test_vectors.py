"""Deals whose course and end were worked out apart from the project, as hand records."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from cincinnati.engine import Deal, Legal
from cincinnati.engine.seen import Refunded
from cincinnati.errors import RecordError
from cincinnati.records import (
    full_record,
    read_records,
    record_for,
    replay,
    write_record,
)
from vector_files import load


@cache
def finished_deals() -> list[tuple[dict[str, Any], Deal]]:
    """The vectors, each with the deal that its record was replayed to."""
    found = []
    for vector in load("deals.jsonl"):
        replayed = replay(read_records(vector["phh"])[0])
        assert replayed.deal is not None, vector["name"]
        assert not replayed.differs, vector["name"]
        assert (replayed.to_act, replayed.legal) == (None, None)
        found.append((vector, replayed.deal))
    return found


def test_deals_end_with_the_right_chips() -> None:
    for vector, deal in finished_deals():
        assert deal.over
        assert list(deal.stacks) == vector["finishing_stacks"], vector["name"]


@pytest.mark.rule(14)
@pytest.mark.rule(15)
@pytest.mark.rule(16)
@pytest.mark.rule(18)
def test_pots_refunds_awards_and_who_shows() -> None:
    for vector, deal in finished_deals():
        pots = [{"amount": pot.amount, "eligible": list(pot.eligible)} for pot in deal.pots]
        assert pots == vector["pots"], vector["name"]
        back, taken = [0] * len(deal.stacks), [0] * len(deal.stacks)
        for event in deal.events:
            if isinstance(event, Refunded):
                back[event.position] += event.chips
        for award in deal.awards:
            for win in award.winners:
                taken[win.position] += win.chips
        assert back == vector["refund"], vector["name"]
        assert taken == vector["awards"], vector["name"]
        assert list(deal.state.shown) == vector["shown"], vector["name"]


def test_a_deal_is_written_as_it_was_read() -> None:
    for vector, deal in finished_deals():
        read = tomllib.loads(vector["phh"])
        assert tomllib.loads(write_record(full_record(deal))) == read, vector["name"]
        assert tomllib.loads(write_record(read_records(vector["phh"])[0])) == read


def test_what_one_seat_wrote_down_gives_the_same_chips() -> None:
    for vector, deal in finished_deals():
        for viewer in (None, *range(len(deal.stacks))):
            text = write_record(record_for(deal, viewer))
            replayed = replay(read_records(text)[0])
            assert replayed.deal is not None
            assert replayed.deal.over
            assert not replayed.differs
            assert list(replayed.deal.stacks) == vector["finishing_stacks"], vector["name"]


@pytest.mark.rule(6)
@pytest.mark.rule(10)
@pytest.mark.rule(12)
def test_what_a_player_may_do() -> None:
    for vector in load("legal.jsonl"):
        replayed = replay(read_records(vector["phh"])[0])
        assert replayed.to_act is not None, vector
        assert f"p{replayed.to_act + 1}" == vector["to_act"], vector
        assert replayed.legal == legal_of(vector["legal"]), vector


def legal_of(answer: dict[str, Any]) -> Legal:
    bounds = answer["raise"]
    return Legal(
        fold=answer["fold"],
        call=answer["call"],
        raise_to=None if bounds is None else (bounds[0], bounds[1]),
        bring_in=answer["bring_in"],
    )


def test_what_a_player_may_not_do_is_refused_where_it_stands() -> None:
    for vector in load("illegal.jsonl"):
        record = read_records(vector["phh"])[0]
        before = replay(replace(record, actions=record.actions[: vector["at"]]))
        with pytest.raises(RecordError) as caught:
            replay(record)
        error = caught.value
        assert error.at == vector["at"], vector
        assert error.action == record.actions[vector["at"]]
        assert error.allowed == (before.deal.legal if before.deal else None), vector
        assert record == read_records(vector["phh"])[0]
