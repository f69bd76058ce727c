"""``cincinnati`` alone: tables for everybody in the house, and their page in the browser."""

from __future__ import annotations

import asyncio
import io
import logging
import os
import sys
import threading
import webbrowser
from pathlib import Path

import segno

from cincinnati.cli.serve import default_database
from cincinnati.errors import StoreError
from cincinnati.web.about import addresses, only_this_machine
from cincinnati.web.serve import serve, set_up_logs
from cincinnati.web.site import Site
from cincinnati.words import Words

EVERYWHERE = "0.0.0.0"  # noqa: S104  (phones in the house shall come in)
PORT = 8000
TRIES = 20
"""How many ports are tried, from the first one on."""

_DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")


def start(*, host: str, port: int | None, database: str | None, browser: bool) -> None:
    """Serve tables, open the page, and say how phones come in; until it is stopped."""
    set_up_logs(logging.WARNING)
    words = Words.preferred(os.environ)
    address = database or f"sqlite:///{default_database()}"

    def opened(site: Site) -> None:
        for line in greeting(site, words):
            print(line, flush=True)
        if browser and _has_browser():
            # A browser may take its time, or the whole terminal; the tables do not wait for it.
            here = f"http://127.0.0.1:{site.listens[1]}/" if host == EVERYWHERE else _page(site)
            threading.Thread(target=webbrowser.open, args=[here], daemon=True).start()

    try:
        asyncio.run(
            serve(
                host=host,
                port=PORT if port is None else port,
                tries=TRIES if port is None else 1,
                database=address,
                open_to=opened,
            )
        )
    except StoreError as error:
        if error.code != "locked":
            raise
        where = Path(address.removeprefix("sqlite:///"))
        raise StoreError("locked", words.text("terminal.serve.locked", file=where)) from None
    print(words.text("terminal.serve.stopped"))


def greeting(site: Site, words: Words) -> list[str]:
    """What stands in the terminal once the tables are open: where, and how to come in."""
    page = _page(site)
    lines = ["", words.text("terminal.serve.open", url=page)]
    if only_this_machine(site):
        lines.append(words.text("terminal.serve.only_here"))
    elif code := _code(page):
        lines += [words.text("terminal.serve.phones_code"), "", *code]
    else:
        lines.append(words.text("terminal.serve.phones"))
    return [*lines, "", words.text("terminal.serve.stop"), ""]


def _page(site: Site) -> str:
    return f"{addresses(site)[0]}/"


def _code(url: str) -> list[str]:
    """A QR code of the address, where somebody looks at a terminal that can draw it."""
    if not sys.stdout.isatty():
        return []
    drawn = io.StringIO()
    segno.make(url, micro=False, error="m").terminal(drawn, border=2, compact=True)
    try:
        drawn.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return []
    return drawn.getvalue().splitlines()


def _has_browser() -> bool:
    """Whether there is a screen for a browser; one in the terminal would be in the way."""
    if os.name == "nt" or sys.platform == "darwin" or os.environ.get("BROWSER"):
        return True
    return any(os.environ.get(name) for name in _DISPLAYS)
