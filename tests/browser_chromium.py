"""The browser that the page is tested in, and the page itself, built.

The one idea: whoever runs the tests should not have to install anything by hand. A Chromium of
the machine will do; where there is none, the system's own is installed if we may, else the one
that Playwright brings; and only if that fails too is there a sentence that says what to do.
"""

from __future__ import annotations

import os
import runpy
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import gettempdir

import pytest
from filelock import FileLock
from playwright.async_api import Browser, BrowserType, async_playwright

ROOT = Path(__file__).parents[1]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
INSTALL_WITHIN_S = 600
FLAGS = (
    "--no-sandbox",  # tests may run as root, in a container
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WHAT_TO_DO = (
    "The tests of the page need a Chromium: there is none on PATH ({names}), the system's could "
    "not be installed ({system}), nor Playwright's own ({playwright}). Install one, for example "
    "with: sudo apt-get install chromium"
)


class NoBrowser(Exception):
    """There is no Chromium and none can be had; the message says what to do."""


# --- Chromium ---------------------------------------------------------------------------


@asynccontextmanager
async def running_chromium() -> AsyncIterator[Browser]:
    """A browser while the block runs; every test makes contexts of its own in it."""
    async with async_playwright() as playwright:
        browser = await launched(playwright.chromium)
        try:
            yield browser
        finally:
            await browser.close()


async def launched(kind: BrowserType) -> Browser:
    """Start the machine's Chromium, or the first one that can be had; raises `NoBrowser`."""
    with FileLock(Path(gettempdir()) / "cincinnati-chromium.lock", timeout=INSTALL_WITHIN_S):
        path = found() or kind.executable_path
        if not Path(path).exists():
            path = installed(kind.executable_path)
    return await kind.launch(executable_path=path, args=list(FLAGS))


def found() -> str | None:
    """The Chromium on PATH."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def installed(own: str) -> str:
    """Install one and say where it is; ``own`` is where Playwright keeps its own."""
    system = _from_system()
    if system == "" and (path := found()):
        return path
    playwright = _tried([sys.executable, "-m", "playwright", "install", "chromium"])
    if playwright == "" and Path(own).exists():
        return own
    raise NoBrowser(
        WHAT_TO_DO.format(
            names=", ".join(NAMES),
            system=system or "it is not there all the same",
            playwright=playwright or "it is not there all the same",
        )
    )


def _from_system() -> str:
    """Install Debian's, if we may; why not, or nothing."""
    if shutil.which("apt-get") is None:
        return "there is no apt-get"
    before = []
    if os.geteuid() != 0:
        if shutil.which("sudo") is None or _tried(["sudo", "-n", "true"]):
            return "that takes the rights of root"
        before = ["sudo", "-n"]
    install = [*before, "apt-get", "install", "-y", "-q", "--no-install-recommends", "chromium"]
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    if why := _tried(install, **quiet):
        _tried([*before, "apt-get", "update", "-q"], **quiet)
        why = _tried(install, **quiet)
    return why


def _tried(command: list[str], **environment: str) -> str:
    """Run a command; nothing if it succeeded, else the last that it said."""
    try:
        done = subprocess.run(  # noqa: S603  (our own words)
            command,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=INSTALL_WITHIN_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    said = (done.stderr or done.stdout).strip().splitlines() or [f"status {done.returncode}"]
    return "" if done.returncode == 0 else said[-1]


# --- the page ---------------------------------------------------------------------------


def build_page(factory: pytest.TempPathFactory) -> None:
    """Have the page built from the sources as they are; the first worker builds for all."""
    run = factory.getbasetemp()
    shared = run.parent if "PYTEST_XDIST_WORKER" in os.environ else run
    with FileLock(shared / "page.lock", timeout=INSTALL_WITHIN_S):
        runpy.run_path(str(ROOT / "hatch_build.py"))["build_page"](ROOT)
