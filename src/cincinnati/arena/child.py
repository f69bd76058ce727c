"""A worker process: ``python -m cincinnati.arena.child FILE`` plays what it is sent.

The one idea: bots run here and nowhere else, so whatever one of them does, loop for ever, crash
or exit, happens to a process that can be ended. Its standard input and output belong to its keeper;
what bots print goes to the error stream.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import BinaryIO

from cincinnati.arena.marks import Marks
from cincinnati.arena.messages import (
    Answer,
    Check,
    Checked,
    Done,
    NotHere,
    Piece,
    Request,
    next_request,
    send,
)
from cincinnati.arena.plain import PlainEngine


def main() -> None:
    """Answer requests until nobody is there any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the keeper says when it is over
    marks = Marks(Path(sys.argv[1]))
    with os.fdopen(os.dup(0), "rb") as requests, os.fdopen(os.dup(1), "wb") as answers:
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.dup2(2, 1)
        serve(requests, answers, marks)


def serve(requests: BinaryIO, answers: BinaryIO, marks: Marks) -> None:
    """One answer for each request."""
    while (request := next_request(requests)) is not None:
        send(answers, answer(request, marks))


def answer(request: Request, marks: Marks) -> Answer:
    """What there is to say to a request; bots are asked under their marks."""
    match request:
        case Check(bots):
            return Checked(PlainEngine(mark=marks.ask).faults(bots))
        case Piece(match, first, last, slow):
            engine = PlainEngine(slow, marks.ask)
            faults = engine.faults(match.bots)  # on a cluster another machine may have been asked
            return NotHere(faults[0]) if faults else Done.of(engine.play(match, first, last))


if __name__ == "__main__":
    main()
