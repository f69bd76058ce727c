"""A table on the disk: written whole or not at all, read back as it was, or clearly refused."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from cincinnati.engine import Deal
from cincinnati.errors import SessionError
from cincinnati.records import read_records, record_for, write_record
from cincinnati.rules.presets import PRESETS
from cincinnati.session import DealBegan, InDeal, Session
from cincinnati.tables.saved import (
    Keeper,
    Recorder,
    Table,
    read_saved,
    set_aside,
    write_safely,
)
from terminal.driver import SCRIPT, YOU, Reference, sits, sitting, without


def steps(preset: str, **rules: object) -> tuple[Table, list[Session]]:
    """Every step of a session."""
    table, session = sitting(preset, **rules)  # type: ignore[arg-type]
    told: list[Session] = []
    asyncio.run(sits(table, session, told)(Reference(SCRIPT)))
    return table, told


@pytest.mark.parametrize("preset", PRESETS)
def test_every_step_comes_back_as_it_was(preset: str, tmp_path: Path) -> None:
    table, told = steps(preset, dealers_choice=preset == "classic")
    keeper = Keeper(tmp_path / "deeper" / "session.json")
    for session in told:
        keeper.keep(table, session)
        assert read_saved(keeper.path) == (table, session)
    assert os.listdir(keeper.path.parent) == ["session.json"]


def test_a_session_left_in_the_middle_goes_on_to_the_same_end(tmp_path: Path) -> None:
    table, told = steps("liz")
    path = tmp_path / "session.json"
    whole = without(*sitting("liz"), "stay")
    for at in range(0, len(told), 3):
        Keeper(path).keep(table, told[at])
        _, session = read_saved(path)
        again = without(table, session, "stay")
        assert again.events[: len(session.events)] == session.events
        assert again.over
        path.unlink()
    Keeper(path).keep(table, sitting("liz")[1])
    assert without(table, read_saved(path)[1], "stay").events == whole.events


Damage = Callable[[bytes], bytes]
DAMAGES: dict[str, Damage] = {
    "empty": lambda _: b"",
    "cut short": lambda data: data[: len(data) // 2],
    "last byte gone": lambda data: data[:-1],
    "not text": lambda _: bytes(range(256)),
    "nested": lambda _: b"[" * 100_000,
    "another program's": lambda _: b'{"format": "chess", "version": 1}',
    "a list": lambda _: b"[1, 2]",
    "a chip more": lambda data: data.replace(b'"to":', b'"to":1', 1),
    "another card": lambda data: data.replace(b'"As"', b'"Ad"', 1),
    "another name": lambda data: data.replace(b"Bruno", b"Mario", 1),
    "another digest": lambda data: data.replace(b'"sha256":"', b'"sha256":"0', 1),
    "another format": lambda data: data.replace(b"cincinnati-session", b"cincinnati-sessions"),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_broken_file_is_refused(damage: Damage, tmp_path: Path) -> None:
    table, told = steps("cincinnati")
    keeper = Keeper(tmp_path / "session.json")
    keeper.keep(table, told[-1])
    whole = keeper.path.read_bytes()
    broken = damage(whole)
    assert broken != whole
    keeper.path.write_bytes(broken)
    with pytest.raises(SessionError) as refused:
        read_saved(keeper.path)
    assert refused.value.code == "broken"
    assert keeper.path.read_bytes() == broken


def test_every_cut_of_a_file_is_refused(tmp_path: Path) -> None:
    table, session = sitting("cincinnati")
    keeper = Keeper(tmp_path / "session.json")
    keeper.keep(table, session)
    whole = keeper.path.read_bytes()
    for length in range(len(whole)):
        keeper.path.write_bytes(whole[:length])
        with pytest.raises(SessionError):
            read_saved(keeper.path)


def resealed(path: Path, change: Callable[[dict[str, object]], None]) -> None:
    """Change a file's content and make its digest right again."""
    from hashlib import sha256

    file = msgspec.json.decode(path.read_bytes(), type=dict)
    change(file["content"])
    content = msgspec.json.encode(file["content"])
    file["sha256"] = sha256(content).hexdigest()
    path.write_bytes(msgspec.json.encode(file))


@pytest.mark.parametrize(
    "change",
    [
        lambda content: content.update(events=[]),
        lambda content: content.update(events=content["events"][1:]),
        lambda content: content["events"].insert(1, content["events"][0]),
        lambda content: content["events"].pop(2),
        lambda content: content["events"].append({"type": "no_such_event"}),
        lambda content: content["table"].update(person=7),
        lambda content: content["table"].update(bots={}),
        lambda content: content["table"].pop("seed"),
    ],
)
def test_a_content_that_makes_no_session_is_refused(
    change: Callable[[dict[str, object]], None], tmp_path: Path
) -> None:
    table, told = steps("cincinnati")
    keeper = Keeper(tmp_path / "session.json")
    keeper.keep(table, told[4])
    resealed(keeper.path, lambda _: None)
    assert read_saved(keeper.path) == (table, told[4])
    resealed(keeper.path, change)
    with pytest.raises(SessionError) as refused:
        read_saved(keeper.path)
    assert refused.value.code == "broken"


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path / "session.json")
    keeper.keep(*sitting("cincinnati"))
    newer = keeper.path.read_bytes().replace(b'"version":1', b'"version":2')
    keeper.path.write_bytes(newer)
    with pytest.raises(SessionError) as refused:
        read_saved(keeper.path)
    assert refused.value.code == "newer"


def test_the_newest_window_plays(tmp_path: Path) -> None:
    table, told = steps("cincinnati")
    path = tmp_path / "session.json"
    old, new = Keeper(path), Keeper(path)
    old.keep(table, told[0])
    old.keep(table, told[1])
    new.keep(table, told[2])
    with pytest.raises(SessionError) as refused:
        old.keep(table, told[2])
    assert refused.value.code == "continued_elsewhere"
    new.keep(table, told[3])
    assert read_saved(path)[1] == told[3]


def test_a_file_that_was_deleted_is_written_again(tmp_path: Path) -> None:
    table, told = steps("cincinnati")
    keeper = Keeper(tmp_path / "session.json")
    keeper.keep(table, told[0])
    keeper.path.unlink()
    keeper.keep(table, told[1])
    assert read_saved(keeper.path)[1] == told[1]


def test_whoever_reads_while_it_is_written_reads_a_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    contents = [bytes([letter]) * 100_000 for letter in b"ab"]
    write_safely(path, contents[0])
    done = threading.Event()

    def write() -> None:
        for number in range(200):
            write_safely(path, contents[number % 2])
        done.set()

    writer = threading.Thread(target=write)
    writer.start()
    while not done.is_set():
        assert path.read_bytes() in contents
    writer.join()


def test_a_write_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    write_safely(path, b"old")

    def full(_: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space left"):
        write_safely(path, b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["file"]


def test_what_is_set_aside_never_takes_the_place_of_something_else(tmp_path: Path) -> None:
    path = tmp_path / "session.json"
    names = []
    for number in range(3):
        path.write_text(str(number))
        names.append(set_aside(path, "broken"))
    assert [name.read_text() for name in names] == ["0", "1", "2"]
    assert names[0].name == "session.json.broken"
    assert not path.exists()


def deals(session: Session) -> list[tuple[Deal, int | None]]:
    """The deals of a session, each with the position of the person."""
    found: list[tuple[list[object], int | None]] = []
    for event in session.events:
        if isinstance(event, DealBegan):
            found.append(([], event.order.index(YOU) if YOU in event.order else None))
        elif isinstance(event, InDeal):
            found[-1][0].append(event.event)
    return [(Deal.replay(events), position) for events, position in found]  # type: ignore[arg-type]


@pytest.mark.parametrize("preset", PRESETS)
def test_deals_are_recorded_when_they_have_ended_as_the_person_saw_them(
    preset: str, tmp_path: Path
) -> None:
    _, told = steps(preset)
    recorder = Recorder(tmp_path / "deals.phhs", YOU)
    recorder.begin(told[0])
    for session in told:
        recorder.note(session)
        ended = [(deal, position) for deal, position in deals(session) if deal.over]
        if not ended:
            assert not recorder.path.exists()
            continue
        records = read_records(recorder.path.read_text(encoding="utf-8"))
        assert [write_record(record) for record in records] == [
            write_record(record_for(deal, position)) for deal, position in ended
        ]


def test_recording_goes_on_in_the_same_file(tmp_path: Path) -> None:
    _, told = steps("cincinnati", stack=1000)
    path = tmp_path / "deals.phhs"
    half = next(at for at, step in enumerate(told) if step.number == 2)
    for part in (told[:half], told[half:]):
        recorder = Recorder(path, YOU)
        recorder.begin(part[0])
        for session in part:
            recorder.note(session)
    assert len(read_records(path.read_text(encoding="utf-8"))) == told[-1].number


@pytest.mark.parametrize("there", [b"something else", b"\xff\xfe", b"[1]\nvariant = 'NT'\n"])
def test_another_file_is_never_written_over(there: bytes, tmp_path: Path) -> None:
    path = tmp_path / "deals.phhs"
    path.write_bytes(there)
    with pytest.raises(SessionError) as refused:
        Recorder(path, YOU).begin(sitting("cincinnati")[1])
    assert refused.value.code == "other_records"
    assert path.read_bytes() == there


def test_chance_follows_from_the_seed() -> None:
    table, _ = sitting("cincinnati", seed=3)
    again, _ = sitting("cincinnati", seed=3)
    other, _ = sitting("cincinnati", seed=4)
    assert [table.deck(number) for number in (1, 2)] == [again.deck(number) for number in (1, 2)]
    assert table.deck(1) != table.deck(2)
    assert table.deck(1) != other.deck(1)
    assert len({table.bot_seed(seat) for seat in table.bots}) == len(table.bots)
    unseeded = msgspec.structs.replace(table, seeded=False)
    assert unseeded.deck(1) != unseeded.deck(1)
    assert unseeded.bot_seed(YOU) == table.bot_seed(YOU)
