"""Events are kept as JSON and stay readable for ever."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec import Struct

from cincinnati.engine.events import Event
from cincinnati.errors import StoreError
from cincinnati.session import InDeal, SessionEvent
from cincinnati.store import SCHEMA, Entry, decode, encode
from cincinnati.store.events import UPCASTERS
from cincinnati.tables.live import TableEvent
from cincinnati.tables.live.events import InSession
from cincinnati.tables.live.table import Phase, Table, fold
from golden_evening import golden_evening

HERE = Path(__file__).parent
GOLDEN = sorted(HERE.glob("golden_log_v*.json"))


class Gift(Struct, frozen=True, tag="gift"):
    """An event of a made-up log, as it is now."""

    seat: int
    chips: int
    reason: str


class Toast(Struct, frozen=True, tag="toast"):
    """Another one, which has not changed."""

    words: str


Made = Gift | Toast


def test_events_are_read_as_they_were_written() -> None:
    events = (Gift(1, 5, "why not"), Toast("cheers"))
    assert decode(encode(events), SCHEMA, Made) == events
    assert decode(encode([]), SCHEMA, Made) == ()


def test_an_older_log_is_read_step_by_step() -> None:
    """Version 1 had no reasons, and in version 2 a seat was called a place."""

    def with_reason(event: dict[str, Any]) -> dict[str, Any]:
        return {**event, "reason": ""} if event["type"] == "gift" else event

    def with_seat(event: dict[str, Any]) -> dict[str, Any]:
        if event["type"] != "gift":
            return event
        return {("seat" if key == "place" else key): value for key, value in event.items()}

    old = '[{"type":"gift","place":3,"chips":7},{"type":"toast","words":"cheers"}]'
    read = decode(old, 1, Made, newest=3, upcasters={1: with_reason, 2: with_seat})
    assert read == (Gift(3, 7, ""), Toast("cheers"))
    second = '[{"type":"gift","place":3,"chips":7,"reason":"so"}]'
    read = decode(second, 2, Made, newest=3, upcasters={1: with_reason, 2: with_seat})
    assert read == (Gift(3, 7, "so"),)


def test_a_newer_log_is_refused_and_not_misread() -> None:
    with pytest.raises(StoreError, match="newer version") as refused:
        decode("[]", SCHEMA + 1, Made)
    assert refused.value.code == "newer"


@pytest.mark.parametrize("text", ['[{"type":"gift"}]', '[{"type":"gone"}]', '{"type":"gift"}'])
def test_what_does_not_fit_its_schema_is_refused(text: str) -> None:
    with pytest.raises(StoreError) as refused:
        decode(text, SCHEMA, Made)
    assert refused.value.code == "unreadable"


def test_every_older_version_has_an_upcaster() -> None:
    assert set(UPCASTERS) == set(range(1, SCHEMA))


# --- golden logs ----------------------------------------------------------------------------


def read(path: Path) -> tuple[list[Entry], list[tuple[TableEvent, int]]]:
    """The rows of a golden log, and its events with their moments."""
    rows = [
        Entry(**{**row, "events": json.dumps(row["events"])})
        for row in json.loads(path.read_text(encoding="utf-8"))
    ]
    events = [
        (event, row.at) for row in rows for event in decode(row.events, row.schema, TableEvent)
    ]
    return rows, events


def outcome(table: Table) -> dict[str, Any]:
    """What an evening has come to, in plain words."""
    session = table.session
    assert session is not None
    return {
        "phase": table.phase.value,
        "host": table.people[table.host].name,
        "people": sorted(person.name for person in table.people.values()),
        "chips": session.chips,
        "places": session.places,
        "corrected": {seat: there.corrected for seat, there in session.seats.items()},
        "deals": session.number,
        "preset": session.deal.state.rules.preset if session.deal else None,
    }


def write(path: Path) -> None:
    """Write the golden log of this version, once, before it is released."""
    rows = [
        {
            "version": number,
            "command_id": f"c{number}",
            "author": "table",
            "at": at,
            "schema": SCHEMA,
            "events": json.loads(encode([event])),
        }
        for number, (event, at) in enumerate(golden_evening().log, 1)
    ]
    lines = (json.dumps(row, ensure_ascii=False) for row in rows)
    path.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
    _, events = read(path)
    text = json.dumps(outcome(fold(events)), ensure_ascii=False, indent=1)
    _outcome_of(path).write_text(f"{text}\n", encoding="utf-8")


def _outcome_of(path: Path) -> Path:
    return path.with_name(path.name.replace("log", "outcome"))


def test_this_version_has_a_golden_log(request: pytest.FixtureRequest) -> None:
    path = HERE / f"golden_log_v{SCHEMA}.json"
    if request.config.getoption("--accept"):
        write(path)
    assert path.exists()


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_log_stays_readable(path: Path) -> None:
    _, events = read(path)
    expected = json.loads(_outcome_of(path).read_text(encoding="utf-8"))
    found = json.loads(json.dumps(outcome(fold(events)), ensure_ascii=False))
    assert found == expected
    assert fold(events).phase is Phase.CLOSED


def test_the_golden_log_of_this_version_has_every_kind_of_event() -> None:
    _, events = read(HERE / f"golden_log_v{SCHEMA}.json")
    found: set[object] = set()
    for event, _ in events:
        found.add(type(event))
        if isinstance(event, InSession):
            found.add(type(event.event))
            if isinstance(event.event, InDeal):
                found.add(type(event.event.event))
    there: set[object] = {*get_args(TableEvent), *get_args(SessionEvent), *get_args(Event)}
    assert there - found == set()


def test_events_are_still_written_as_in_the_golden_log() -> None:
    """If this fails the form of an event has changed: SCHEMA goes up and needs an upcaster."""
    rows, _ = read(HERE / f"golden_log_v{SCHEMA}.json")
    for row in rows:
        events: tuple[TableEvent, ...]
        events = decode(row.events, row.schema, TableEvent)
        assert json.loads(encode(events)) == json.loads(row.events)
