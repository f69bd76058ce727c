"""What ``train`` and ``attack`` have in common: numbers, Ctrl-C, and how far it is."""

from __future__ import annotations

import shutil
import signal
import sys
from decimal import Decimal, InvalidOperation
from pathlib import Path
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Self

from platformdirs import user_cache_path

from cincinnati.cli.numbers import bar, decimal, percent
from cincinnati.cli.results import gain_text
from cincinnati.cli.waiting import StatusLine
from cincinnati.errors import RulesError
from cincinnati.odds.library import numba_there
from cincinnati.words import Words

if TYPE_CHECKING:
    from cincinnati.training.run import Gains, Report

LARGEST_EXPONENT = 18


def whole_in(text: str, option: str) -> int:
    """A whole number such as ``2000000``, ``2_000_000`` or ``2e6``; raises `RulesError`."""
    try:
        number = Decimal(text)
        if number.is_finite() and number.adjusted() <= LARGEST_EXPONENT and number == int(number):
            return int(number)
    except InvalidOperation:
        pass
    raise RulesError(option, f"a whole number such as 2000000 or 2e6, not {text!r}")


def check_numba() -> None:
    """Raises `RulesError` where numba is not installed, without which nothing is trained."""
    if not numba_there():
        raise RulesError("training", "numba is not installed: pip install 'cincinnati[speed]'")


def check_place(file: Path | None, option: str) -> None:
    """Refuse a file that cannot be written, with `RulesError`, before the work."""
    if file is not None and not file.parent.is_dir():
        raise RulesError(option, f"there is no folder {str(file.parent)!r}")
    if file is not None and file.is_dir():
        raise RulesError(option, f"{str(file)!r} is a folder")


def usual_folder() -> Path:
    """Where deals and checkpoints are kept if nobody says otherwise."""
    return user_cache_path("cincinnati") / "training"


class Interrupt:
    """Ctrl-C asks to stop, where the work can be stopped; a second one stops at once."""

    def __init__(self) -> None:
        self.asked = False

    def __enter__(self) -> Self:
        self._before = signal.signal(signal.SIGINT, self._ask)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _ask(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True


class Watching(StatusLine):
    """Tells how far a training is: a line that changes, and one that stays for each checkpoint."""

    def __init__(self, words: Words, iterations: int, interrupt: Interrupt) -> None:
        super().__init__(words, "training.starting")
        self._iterations, self._interrupt = iterations, interrupt
        self._gains = ""

    def stopped(self) -> bool:
        """Whether somebody has pressed Ctrl-C."""
        return self._interrupt.asked

    def dealt(self, done: int, deals: int) -> None:
        """Say how many deals are made; 0 while another process makes them."""
        if done == deals:
            self.say(self.words.text("training.starting"))  # what comes next may take its time
        elif self.due():
            if done:
                self._say(done / deals, self.words.text("training.dealing", done=done, all=deals))
            else:
                self.say(self.words.text("training.waiting"))

    def resumed(self, done: int) -> None:
        """Say that it goes on from a checkpoint."""
        self._stay(self.words.text("training.resumed", done=done))

    def trained(self, report: Report) -> None:
        """Say how far it is."""
        if self.due():
            left = self.words.text("training.left", time=clock(report.seconds))
            parts = [self._done(report), left, *([self._gains] if self._gains else [])]
            self._say(report.done / self._iterations, self.words.comma(parts))

    def saved(self, report: Report, gains: Gains) -> None:
        """Say how strong it is by now, if that was measured."""
        self._gains = self.words.comma(
            self.words.count("training.gain", seats, gain=gain_text(self.words, gain, 0))
            for seats, gain in gains.items()
        )
        parts = [self._done(report)]
        if gains:
            parts.append(self.words.text("training.strength", gains=self._gains))
        self._stay(self.words.comma(parts))

    def _done(self, report: Report) -> str:
        return self.words.text(
            "training.done",
            done=report.done,
            all=self._iterations,
            speed=decimal(self.words, report.speed / 1e6),
        )

    def _say(self, share: float, text: str) -> None:
        line = f"{bar(share / 2, 1):12} {percent(self.words, share):>6}  {text}"
        self.say(line[: shutil.get_terminal_size().columns - 1])

    def _stay(self, line: str) -> None:
        self.say("")
        print(line, file=sys.stderr, flush=True)


def clock(seconds: float) -> str:
    """A time as hours, minutes and seconds: ``1:05:20``, ``5:20``."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def sizes_in(text: str) -> tuple[int, int]:
    """Two bets in percent of the pot, such as 50,100; raises `RulesError`."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2 or not all(part.isascii() and part.isdecimal() for part in parts):
        raise RulesError("sizes", f"two bets in percent of the pot such as 50,100, not {text!r}")
    return whole_in(parts[0], "sizes"), whole_in(parts[1], "sizes")
