"""``cincinnati play`` from a pipe: whole sessions, leaving and coming back, wrong input."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cincinnati.records import read_records
from cincinnati.tables.saved import read_saved
from cincinnati.words import LANGUAGES, Words


def played(folder: Path, given: str, *options: str) -> subprocess.CompletedProcess[str]:
    """A session with scripted answers, and nothing kept outside a folder of the test."""
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "LANG": "C.UTF-8"}
    return subprocess.run(  # noqa: S603  (our own command)
        [sys.executable, "-m", "cincinnati", "play", *options],
        input=given,
        capture_output=True,
        check=False,
        encoding="utf-8",
        env={**os.environ, **home},
        timeout=60,
    )


@pytest.mark.parametrize(
    "options",
    [
        ["--preset", "liz", "--limit", "fixed"],
        ["--preset", "hi-lo", "--players", "8", "--blinds", "1", "2"],
        ["--preset", "crisscross", "--bring-in", "1"],
        ["--dealers-choice", "--players", "2"],
    ],
)
def test_a_session_to_its_end(options: list[str], tmp_path: Path) -> None:
    # Whatever is asked: check or call is "c" (twice for the last chips), the bring-in is "b",
    # and a game is "liz". What does not fit is asked again.
    done = played(tmp_path, "c\nc\nb\nliz\n" * 400, *options, "--deals", "3", "--seed", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"final|places", done.stdout, re.IGNORECASE)


def test_the_same_seed_and_the_same_answers_tell_the_same_session(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
    told = [played(folder, "c\n" * 400, "--deals", "2", "--seed", "5") for folder in folders]
    assert told[0].returncode == told[1].returncode == 0
    assert told[0].stdout.replace("one", "two") == told[1].stdout.replace("one", "two")


@pytest.mark.parametrize("given", ["", "c\n", "c\nc", "nonsense\n\n?\n", "q\n", "c\nq\n"])
def test_the_end_of_the_input_is_no_error(given: str, tmp_path: Path) -> None:
    done = played(tmp_path, given, "--seed", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Traceback" not in done.stdout


@pytest.mark.parametrize(
    "options", [["--players", "9"], ["--preset", "hold-em"], ["--deals", "0"], ["--ante", "101"]]
)
def test_a_table_that_cannot_be_is_refused(options: list[str], tmp_path: Path) -> None:
    done = played(tmp_path, "", *options)
    assert done.returncode == 2
    assert done.stderr.strip()
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--bots", "casual,genius"], "genius"),
        (["--bots", ""], "there are"),
        (["--language", "de"], "'de'"),
        (["--pace", "-1"], "pace"),
        (["--pace", "nan"], "pace"),
        (["--name", "  "], "name"),
        (["--name", "a" * 13], "name"),
        (["--name", "A\x1b[2J"], "name"),
        (["--limit", "spread"], "spread"),
        (["--seed", "x"], "x"),
    ],
)
def test_wrong_input_is_named(options: list[str], words: str, tmp_path: Path) -> None:
    done = played(tmp_path, "", *options)
    assert done.returncode == 2
    assert words in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert not saved(tmp_path).exists()


def saved(folder: Path) -> Path:
    return folder / "cincinnati" / "session.json"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_through_a_pipe(language: str, tmp_path: Path) -> None:
    options = ("--language", language, "--deals", "2", "--seed", "4", "--preset", "hi-lo")
    done = played(tmp_path, "c\n" * 400, *options)
    assert (done.returncode, done.stderr) == (0, "")
    places = {each: Words.of(each).text("table.final_places") for each in LANGUAGES}
    assert [each for each, text in places.items() if text in done.stdout] == [language]
    for key in ("table.showdown", "terminal.guest"):
        assert Words.of(language).text(key) in done.stdout


def test_a_name_of_ones_own_and_no_other_of_that_name(tmp_path: Path) -> None:
    done = played(tmp_path, "q\n", "--name", "Ada", "--players", "8", "--seed", "1")
    assert "Ada" in done.stdout
    assert "Guest" not in done.stdout
    table, _ = read_saved(saved(tmp_path))
    assert (table.name, "Ada" in table.names.values()) == ("Ada", False)


def test_bots_sit_round_the_table(tmp_path: Path) -> None:
    played(tmp_path, "q\n", "--bots", "rookie, regular", "--players", "6")
    table, _ = read_saved(saved(tmp_path))
    assert list(table.bots.values()) == ["rookie", "regular", "rookie", "regular", "rookie"]


def test_a_session_that_was_left_goes_on(tmp_path: Path) -> None:
    options = ("--preset", "liz", "--players", "3", "--deals", "3", "--seed", "8")
    whole = played(tmp_path, "c\n" * 400, *options, "--file", str(tmp_path / "whole.json"))
    told: list[str] = []
    left = 0
    while not told or "Final places" not in told[-1]:
        done = played(tmp_path, "c\nc\nc\n", *(() if told else options))
        assert (done.returncode, done.stderr) == (0, "")
        assert ("Your session goes on" in done.stdout) == bool(told)
        left += "The session is kept in" in done.stdout
        told.append(done.stdout)
    assert left == len(told) - 1 > 1
    ends = [text.rsplit("Final places", 1)[1] for text in (told[-1], whole.stdout)]
    assert ends[0] == ends[1]
    assert read_saved(saved(tmp_path))[1] == read_saved(tmp_path / "whole.json")[1]


def test_after_the_end_another_session_begins(tmp_path: Path) -> None:
    for seed in ("1", "2"):
        done = played(tmp_path, "c\n" * 400, "--deals", "1", "--seed", seed)
        assert "goes on" not in done.stdout
        assert "Final places" in done.stdout


@pytest.mark.parametrize(
    "options",
    [
        ["--players", "4"],
        ["--preset", "cincinnati"],
        ["--stack", "200"],
        ["--ante", "2"],
        ["--limit", "pot"],
        ["--deals", "10"],
        ["--seed", "9"],
        ["--bots", "rookie"],
        ["--dealers-choice"],
        ["--blinds", "1", "2"],
    ],
)
def test_what_contradicts_the_session_that_was_left_is_refused(
    options: list[str], tmp_path: Path
) -> None:
    first = ("--preset", "liz", "--players", "3", "--deals", "3", "--seed", "8")
    played(tmp_path, "c\n", *first, "--bots", "casual")
    before = saved(tmp_path).read_bytes()
    done = played(tmp_path, "c\n", *options)
    assert done.returncode == 2
    assert options[0] in done.stderr
    assert "--new" in done.stderr
    assert saved(tmp_path).read_bytes() == before


def test_what_says_the_same_is_no_contradiction(tmp_path: Path) -> None:
    first = ("--preset", "liz", "--players", "3", "--seed", "8", "--bots", "casual")
    played(tmp_path, "c\n", *first)
    again = played(tmp_path, "q\n", *first, "--language", "it", "--name", "Ugo")
    assert again.returncode == 0
    assert Words.of("it").text("table.deal", n=1, deals=10) in again.stdout
    assert "Ugo" in again.stdout
    # The language stays until another one is asked for.
    assert Words.of("it").preset("classic") != "Classic Cincinnati"
    assert "Mano 1 di 10" in played(tmp_path, "q\n").stdout


def test_new_keeps_the_old_session_beside_it(tmp_path: Path) -> None:
    played(tmp_path, "c\n", "--seed", "1")
    old = saved(tmp_path).read_bytes()
    done = played(tmp_path, "q\n", "--new", "--preset", "liz")
    aside = saved(tmp_path).with_name("session.json.bak")
    assert str(aside) in done.stdout
    assert aside.read_bytes() == old
    assert read_saved(saved(tmp_path))[1].rules.preset == "liz"


@pytest.mark.parametrize("data", [b"", b"{", b"nothing of ours", bytes(1000)])
def test_a_broken_file_is_moved_aside_and_named(data: bytes, tmp_path: Path) -> None:
    saved(tmp_path).parent.mkdir()
    saved(tmp_path).write_bytes(data)
    done = played(tmp_path, "q\n")
    aside = saved(tmp_path).with_name("session.json.broken")
    assert (done.returncode, done.stderr) == (0, "")
    assert str(aside) in done.stdout
    assert aside.read_bytes() == data
    assert read_saved(saved(tmp_path))


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    played(tmp_path, "q\n")
    newer = saved(tmp_path).read_bytes().replace(b'"version":1', b'"version":99')
    saved(tmp_path).write_bytes(newer)
    done = played(tmp_path, "q\n")
    assert done.returncode == 2
    assert "newer version" in done.stderr
    assert saved(tmp_path).read_bytes() == newer


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for file in (tmp_path, tmp_path / "file" / "session.json"):
        done = played(tmp_path, "q\n", "--file", str(file))
        assert done.returncode == 2
        assert str(file.parent) in done.stderr
        assert "Traceback" not in done.stderr


def test_the_finished_deals_are_recorded(tmp_path: Path) -> None:
    record = tmp_path / "deals.phhs"
    options = ("--record", str(record), "--deals", "3", "--seed", "3", "--stack", "1000")
    told = ""
    while "Final places" not in told:
        done = played(tmp_path, "c\n" * 9, *options)
        assert (done.returncode, done.stderr) == (0, "")
        told = done.stdout
        session = read_saved(saved(tmp_path))[1]
        assert record.exists() == (session.number > session.playing)
    records = read_records(record.read_text(encoding="utf-8"))
    assert len(records) == 3
    again = played(tmp_path, "c\n", "--new", "--record", str(record))
    assert again.returncode == 2
    assert "another file" in again.stderr
    assert read_records(record.read_text(encoding="utf-8")) == records
    assert not saved(tmp_path).with_name("session.json.bak").exists()


def test_ctrl_c_at_a_question(tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "LANG": "C.UTF-8"}
    process = subprocess.Popen(
        [sys.executable, "-m", "cincinnati", "play", "--seed", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **home},
    )
    assert process.stdout is not None
    told = b""
    while b"[c] " not in told:
        told += process.stdout.read(1)
    process.send_signal(signal.SIGINT)
    rest, wrong = process.communicate(timeout=60)
    assert (process.returncode, wrong) == (130, b"")
    assert b"The session is kept" in rest
    assert read_saved(saved(tmp_path))[1].playing


def test_a_reader_who_has_enough_is_no_error(tmp_path: Path) -> None:
    play = f"yes c | {sys.executable} -m cincinnati play --seed 1"
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "LANG": "C.UTF-8"}
    done = subprocess.run(  # noqa: S603
        ["/bin/bash", "-c", f"{play} | head -3 >/dev/null; exit ${{PIPESTATUS[1]}}"],
        capture_output=True,
        check=False,
        env={**os.environ, **home},
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert read_saved(saved(tmp_path))
