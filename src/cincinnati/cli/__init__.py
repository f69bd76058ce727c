"""The ``cincinnati`` command: one module a subcommand, loaded when it is called."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError

from cincinnati._version import __version__
from cincinnati.errors import CincinnatiError

app = App(
    name="cincinnati",
    help="Play, replay and study Cincinnati, the home-poker game: the best five of ten.",
    version=__version__,
    result_action="return_value",
)
for name in (
    "play", "join", "serve", "tables", "replay", "advise", "hand", "odds", "distribution", "rules",
    "simulate", "arena", "train", "attack", "schema",
):  # fmt: skip
    app.command(f"cincinnati.cli.{name}:{name}", name=name)


@app.default
def start(
    *,
    host: str = "0.0.0.0",  # noqa: S104  (phones in the house shall come in)
    port: int | None = None,
    database: str | None = None,
    browser: bool = True,
) -> None:
    """Without a command: open tables for everybody in the house, and the page in the browser.

    Parameters
    ----------
    host
        The address to listen at; with 127.0.0.1 only this machine comes in.
    port
        The port; 0 takes any free one. [8000, or the next one that is free]
    database
        Where the tables are kept, sqlite:///PATH; in your data folder if you do not say.
    browser
        Open the page in this machine's browser.

    """
    from cincinnati.cli.start import start as open_tables  # a server, which no command needs

    open_tables(host=host, port=port, database=database, browser=browser)


USAGE_ERROR = 2
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit status: 0 well, 2 wrong input, 130 interrupted."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal without Unicode shows a question mark for ♠ rather than nothing at all.
        sys.stdout.reconfigure(errors="replace")
    try:
        status = app(arguments, exit_on_error=False, print_error=True)
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except CycloptsError:
        return USAGE_ERROR
    except (CincinnatiError, OSError) as error:
        if isinstance(error, BrokenPipeError):
            # Whoever read our output has enough; nothing more can be said to him.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        print(f"cincinnati: {error}", file=sys.stderr)
        return USAGE_ERROR
    except KeyboardInterrupt:
        return INTERRUPTED


def run() -> None:
    """The console script."""
    sys.exit(main())
