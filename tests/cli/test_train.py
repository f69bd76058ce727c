"""``cincinnati train``: a policy from nothing."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace
from platformdirs import user_cache_path

from cincinnati.arena.results import Interval
from cincinnati.bots.policy import Kind, Policy, header_of, policy_of
from cincinnati.bots.shelf import SHIPPED, Shelf
from cincinnati.cli import main, waiting
from cincinnati.cli.learning import Interrupt, Watching, clock, usual_folder, whole_in
from cincinnati.errors import RulesError
from cincinnati.training import run, shipped
from cincinnati.training.job import Job, Plan
from cincinnati.training.pool import pool_of
from cincinnati.training.run import Report
from cincinnati.words import LANGUAGES, Words

HOWTO = Path(__file__).parents[2] / "docs" / "howto" / "train-a-policy.md"
PLAN = Plan(preset="cincinnati", seats=2, iterations=1500, deals=100, stack=12)
SMALL = ["--stack", "12", "--deals", "100", "--checkpoints", "kept"]


@pytest.fixture(autouse=True)
def somewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A working folder of one's own, and short matches."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setattr(run, "MATCH_DEALS", 20)


def straight(plan: Plan, known: Policy | None = None) -> bytes:
    job = Job(plan, pool_of(plan.rules, seed=plan.seed, deals=plan.deals), known)
    job.train(plan.iterations)
    return job.file()


def test_a_policy_is_trained_and_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "--iterations", "1.5e3", *SMALL]) == 0
    made = Path("cincinnati-heads-up.policy").read_bytes()
    assert made == straight(PLAN)
    policy, told = policy_of(made), capsys.readouterr()
    assert told.out.splitlines() == [
        f"cincinnati-heads-up.policy: {len(made):,} bytes, {policy.header.cells} cells",
        f"SHA-256 of what is in it: {policy.header.sha256}",
    ]
    assert re.fullmatch(
        r"1,500 of 1,500 iterations, \d+\.\d million nodes a second, wins from tight-aggressive, "
        r"in 1/1000 of a minimum bet a hand: 2 players [+-]?[\d,]+ ± [\d,]+\n",
        told.err,
    )


def test_heads_up_situations_are_a_policy_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "--key", "situation", "--iterations", "200", *SMALL]) == 0
    made = header_of(Path("cincinnati-2-seats.policy").read_bytes())
    assert (made.kind, made.seats, made.iterations) == (Kind.SITUATION, 2, 200)
    like = ["train", "--like", "cincinnati-2-seats.policy", "--iterations", "300", *SMALL]
    assert main([*like, "--force"]) == 0
    assert header_of(Path("cincinnati-2-seats.policy").read_bytes()).iterations == 300
    assert "goes on after 200" in capsys.readouterr().err


@pytest.fixture
def there(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Policy:
    """The lines of `PLAN`, to learn answers beside them."""
    folder = tmp_path_factory.mktemp("there")
    (folder / "a.policy").write_bytes(straight(PLAN))
    monkeypatch.setattr(run, "lines_for", partial(run.lines_for, shelf=Shelf(folder)))
    return policy_of(straight(PLAN))


def test_answers_to_other_bets_are_a_policy_too(
    there: Policy, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", "--sizes", "33,150", "--iterations", "200", *SMALL]) == 0
    made = Path("cincinnati-heads-up-33-150.policy").read_bytes()
    plan = replace(PLAN, sizes=(33, 150), iterations=200)
    assert made == straight(plan, there)
    header = header_of(made)
    assert (header.kind, header.sizes, header.stack) == (Kind.LINE, (33, 150), 12)
    like = ["train", "--like", "cincinnati-heads-up-33-150.policy", "--iterations", "300", *SMALL]
    assert main([*like, "--force"]) == 0
    longer = Path("cincinnati-heads-up-33-150.policy").read_bytes()
    assert longer == straight(replace(plan, iterations=300), there)
    assert "goes on after 200" in capsys.readouterr().err


def test_the_menus_bets_are_the_lines_for_both(there: Policy) -> None:
    assert main(["train", "--sizes", "50, 100", "--iterations", "1500", *SMALL]) == 0
    assert Path("cincinnati-heads-up.policy").read_bytes() == straight(PLAN)


def test_answers_without_lines_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """At 12 chips none come with the package."""
    assert main(["train", "--sizes", "33,150", "--iterations", "10", *SMALL]) == 2
    told = capsys.readouterr()
    message = "sizes: no lines for bets of 50,100 are there to go with these stakes"
    assert told.err == f"cincinnati: {message}\n"
    assert list(Path().glob("**/*.npz")) == list(Path().glob("*.policy")) == []


def test_the_same_command_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "--iterations", "700", *SMALL]) == 0
    assert main(["train", "--iterations", "1500", *SMALL, "--force"]) == 0
    assert "goes on after 700 iterations\n1,500 of 1,500" in capsys.readouterr().err
    assert Path("cincinnati-heads-up.policy").read_bytes() == straight(PLAN)
    assert main(["train", "--iterations", "700", *SMALL, "--force"]) == 2
    assert "iterations: 1500 are done already" in capsys.readouterr().err
    assert main(["train", "--iterations", "700", *SMALL, "--force", "--anew"]) == 0
    assert header_of(Path("cincinnati-heads-up.policy").read_bytes()).iterations == 700


def test_a_file_that_is_there_stays_there(capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine.policy").write_text("mine", encoding="utf-8")
    assert main(["train", "--iterations", "10", *SMALL, "--out", "mine.policy"]) == 2
    told = capsys.readouterr().err
    assert told == "cincinnati: out: 'mine.policy' is there; --force replaces it\n"
    assert Path("mine.policy").read_text(encoding="utf-8") == "mine"
    assert not Path("kept").exists()


def test_a_policy_can_be_made_again(capsys: pytest.CaptureFixture[str]) -> None:
    Path("one.policy").write_bytes(straight(PLAN))
    again = ["train", "--like", "one.policy", "--checkpoints", "kept"]
    assert main([*again, "--out", "two.policy"]) == 0
    assert Path("two.policy").read_bytes() == Path("one.policy").read_bytes()
    assert main([*again, "--seed", "2", "--iterations", "1e2", "--out", "three.policy"]) == 0
    header = header_of(Path("three.policy").read_bytes())
    assert (header.seed, header.iterations, header.deals, header.stack) == (2, 100, 100, 12)
    assert "goes on" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "iterations: how many?"),
        (["--iterations", "many"], "iterations: a whole number such as 2000000 or 2e6, not 'many'"),
        (["--iterations", "1.5"], "iterations: a whole number"),
        (["--iterations", "nan"], "iterations: a whole number"),
        (["--iterations", "1e999999999"], "iterations: a whole number"),
        (["--iterations", "0"], "iterations: 1 to 10000000000, not 0"),
        (["--iterations", "1", "--preset", "hold'em"], 'preset: no "hold\'em"; there are cinc'),
        (["--iterations", "1", "--seats", "9"], "seats: 2 to 8, not 9"),
        (["--iterations", "1", "--seed", "-1"], "seed: 0 to"),
        (["--iterations", "1", "--stack", "3"], "stack: 4 to"),
        (["--iterations", "1", "--deals", "5"], "deals: 100 to"),
        (["--iterations", "1", "--sizes", "33"], "sizes: two bets in percent of the pot such as"),
        (["--iterations", "1", "--sizes", "33,"], "sizes: two bets in percent of the pot such as"),
        (["--iterations", "1", "--sizes", "33,50,150"], "50,100, not '33,50,150'"),
        (["--iterations", "1", "--sizes", "33,1e3"], "50,100, not '33,1e3'"),
        (["--iterations", "1", "--sizes", "150,33"], "the smaller first, 1 to 1000, not 150,33"),
        (["--iterations", "1", "--sizes", "33,1001"], "sizes: two, the smaller first, 1 to 1000"),
        (["--iterations", "1", "--sizes", "33,150", "--seats", "3"], "on lines, by 2 seats"),
        (["--iterations", "1", "--sizes", "33,150", "--key", "situation"], "on lines, by 2 seats"),
        (["--iterations", "1", "--out", "no/file"], "out: there is no folder 'no'"),
        (["--iterations", "1", "--out", "."], "out: '.' is a folder"),
        (["--like", "no.policy"], "No such file or directory: 'no.policy'"),
        (["--like", __file__], "test_train.py: not a policy"),
    ],
)
def test_what_cannot_be_is_refused_before_the_work(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["train", *options, "--checkpoints", "kept"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert message in told.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", [["train", "--iterations", "1"], ["attack", "expert"]])
def test_without_numba_nothing_is_trained(
    command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    assert main(command) == 2
    message = "cincinnati: training: numba is not installed: pip install 'cincinnati[speed]'\n"
    assert capsys.readouterr().err == message


def test_whole_numbers() -> None:
    for text in ("2000000", "2e6", "2_000_000", "2.0E6", "+2000000"):
        assert whole_in(text, "iterations") == 2_000_000
    with pytest.raises(RulesError, match=r"deals: .* not ''"):
        whole_in("", "deals")


def test_deals_and_checkpoints_are_kept_outside_of_the_checkout(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert usual_folder() == user_cache_path("cincinnati") / "training"


# --- Ctrl-C -------------------------------------------------------------------------------------


def test_ctrl_c_keeps_what_is_trained_and_says_how_to_go_on(tmp_path: Path) -> None:
    process = subprocess.Popen(  # noqa: S603  (our own command)
        [sys.executable, "-m", "cincinnati", "train", "--iterations", "1e9", *SMALL],
        env={**os.environ, "LANGUAGE": "en"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        until = time.monotonic() + 120
        while not list(tmp_path.glob("kept/*count-100.npz")) and time.monotonic() < until:
            time.sleep(0.05)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
    finally:
        process.kill()
    assert (process.returncode, out) == (130, "")
    (file,) = tmp_path.glob("kept/cincinnati-*.npz")
    assert err.endswith(
        f"stopped; what is trained is kept in {file.relative_to(tmp_path)}, "
        "and the same command goes on from there\n"
    )
    endless = replace(PLAN, iterations=10**9)
    kept, straight_on = (Job(endless, pool_of(PLAN.rules, seed=1, deals=100)) for _ in range(2))
    kept.resume(file)
    assert 0 < kept.trainer.done < endless.iterations
    straight_on.train(kept.trainer.done)
    assert kept.trainer.learned.tobytes() == straight_on.trainer.learned.tobytes()


def test_a_first_ctrl_c_asks_and_a_second_one_stops() -> None:
    before = signal.getsignal(signal.SIGINT)
    with Interrupt() as interrupt:
        assert not interrupt.asked
        signal.raise_signal(signal.SIGINT)
        assert interrupt.asked
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_who_stops_it_while_deals_are_made_is_told_that_nothing_is_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Watching, "stopped", lambda _: True)
    assert main(["train", "--iterations", "10", *SMALL]) == 130
    assert capsys.readouterr().err.startswith("stopped at once; nothing is kept")


# --- how far it is ------------------------------------------------------------------------------


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def last_line(stream: io.StringIO) -> str:
    return stream.getvalue().rpartition("\r\x1b[K")[2]


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal that hears everything."""
    monkeypatch.setattr(waiting, "OFTEN", 0.0)
    return Terminal()


REPORT = Report(done=250_000, speed=6_940_000, seconds=4321)


@pytest.mark.parametrize("columns", [40, 200])
def test_a_terminal_shows_how_far_it_is(
    columns: int, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr("sys.stderr", terminal)
    with Watching(Words.of("en"), 1_000_000, Interrupt()) as told:
        told.dealt(0, 1000)
        assert last_line(terminal) == "another process is making the deals…"
        told.dealt(500, 1000)
        assert last_line(terminal).startswith("██████        50.0%  500 of 1,000 d")
        told.dealt(1000, 1000)
        assert last_line(terminal).startswith("the trainer is compiled")
        told.trained(REPORT)
        line = "███           25.0%  250,000 of 1,000,000 iterations, 6.9 million nodes a second"
        assert last_line(terminal) == f"{line}, 1:12:01 left"[: columns - 1]
        told.saved(REPORT, {2: Interval(123.4, 98.1), 6: Interval(-5.0, 20.0)})
        assert (
            terminal.getvalue()
            .splitlines()[-1]
            .endswith("in 1/1000 of a minimum bet a hand: 2 players +123 ± 98, 6 players -5 ± 20")
        )
        told.trained(REPORT)
        gains = ", 1:12:01 left, 2 players +123 ± 98, 6 players -5 ± 20"
        assert last_line(terminal) == f"{line}{gains}"[: columns - 1]
    assert last_line(terminal) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told_in_every_language(
    language: str, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr", terminal)
    with Watching(Words.of(language), 1_000_000, Interrupt()) as told:
        told.dealt(0, 1000)
        told.dealt(500, 1000)
        told.resumed(100_000)
        told.trained(REPORT)
        told.saved(REPORT, {2: Interval(123.4, 98.1)})
    assert "+123 ± 98" in terminal.getvalue()
    assert "{" not in terminal.getvalue()


def test_a_log_has_the_checkpoints_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    log = io.StringIO()
    monkeypatch.setattr("sys.stderr", log)
    monkeypatch.setattr(waiting, "OFTEN", 0.0)
    with Watching(Words.of("en"), 1_000_000, Interrupt()) as told:
        told.dealt(500, 1000)
        told.resumed(7)
        told.trained(REPORT)
        told.saved(REPORT, {2: Interval(1.0, 2.0)})
    assert [line.split(",")[0] for line in log.getvalue().splitlines()] == [
        "goes on after 7 iterations",
        "250",
    ]


def test_times() -> None:
    assert [clock(seconds) for seconds in (0, 59.6, 61, 3600, 86_399)] == [
        "0:00", "1:00", "1:01", "1:00:00", "23:59:59",
    ]  # fmt: skip


# --- the page -----------------------------------------------------------------------------------


def test_the_table_of_the_page_is_what_the_files_say() -> None:
    page = HOWTO.read_text(encoding="utf-8")
    table = shipped.table_of(SHIPPED.headers)
    assert shipped.with_table(page, table) == page, (
        "run: python -m cincinnati.training.shipped docs/howto/train-a-policy.md"
    )


def test_the_table_says_how_a_policy_was_made(capsys: pytest.CaptureFixture[str]) -> None:
    header = header_of(straight(PLAN))
    row = shipped.table_of({"a.policy": header}).splitlines()[-1]
    cells = f"{header.cells:,}"
    digest = header.sha256
    assert row == f"| `a.policy` | `cincinnati` | 2 | 1,500 | 100 | 1 | {cells} | `{digest}` |"
    Path("page.md").write_text(f"# A\n{shipped.BEGIN}old\n{shipped.END}\nB\n", encoding="utf-8")
    shipped.main(["page.md"])
    table = shipped.table_of(SHIPPED.headers)
    assert Path("page.md").read_text(encoding="utf-8") == (
        f"# A\n{shipped.BEGIN}{table}{shipped.END}\nB\n"
    )
    shipped.main([])
    assert capsys.readouterr().out == table
    with pytest.raises(ValueError, match="no <!-- shipped -->"):
        shipped.with_table("# A page without one", table)
    with pytest.raises(SystemExit, match="usage"):
        shipped.main(["a", "b"])


def test_the_commands_of_the_page_have_options_that_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = HOWTO.read_text(encoding="utf-8")
    used = re.findall(r"^cincinnati (train|attack|arena)\b(.*?)(?:#.*)?$", page, re.MULTILINE)
    assert {command for command, _ in used} == {"train", "attack", "arena"}
    for command, rest in used:
        assert main([command, "--help"]) == 0
        told = capsys.readouterr().out
        assert [option for option in re.findall(r"--[a-z-]+", rest) if option not in told] == []
    assert main(["train", "--help"]) == 0
    told = capsys.readouterr().out
    table = re.findall(r"^\| (`--.*?) \|", page, re.MULTILINE)
    described = {option for row in table for option in re.findall(r"--[a-z-]+", row)}
    assert described <= set(re.findall(r"--[a-z-]+", told))
    assert len(described) == 11
