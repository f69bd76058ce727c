"""The wheel as a machine without Node builds it; installed elsewhere it serves the page.

It is built once a run, from a copy of the checkout that has nothing built in it, as ``pip`` builds
it for anybody: in an environment of its own, into which Node comes as a build requirement.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest
from filelock import FileLock

ROOT = Path(__file__).parents[2]
NEEDED = ("sh", "env")
"""What npm starts its scripts with."""
LEFT_OUT = shutil.ignore_patterns(
    ".*", "node_modules", "static", "__pycache__", "*.mo", "tests", "bench", "mutants"
)


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built by the first process of the run that needs it."""
    run = tmp_path_factory.getbasetemp()
    folder = (run if "PYTEST_XDIST_WORKER" not in os.environ else run.parent) / "wheel"
    folder.mkdir(exist_ok=True)
    with FileLock(folder / "lock"):
        if not list(folder.glob("*.whl")):
            build(folder)
    [built] = folder.glob("*.whl")
    return built


def build(folder: Path) -> None:
    shutil.copytree(ROOT, folder / "checkout", ignore=LEFT_OUT)
    shutil.copy(ROOT / ".gitignore", folder / "checkout")
    shutil.copy(ROOT / "client" / ".npmrc", folder / "checkout" / "client")
    tools = folder / "bin"
    tools.mkdir()
    for name in NEEDED:
        found = shutil.which(name)
        assert found is not None
        (tools / name).symlink_to(found)
    assert shutil.which("node", path=str(tools)) is None
    done = subprocess.run(  # noqa: S603  (pip, with our own words)
        [sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", str(folder / "out"), "."],
        cwd=folder / "checkout",
        env={**os.environ, "PATH": str(tools)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-4000:]
    [built] = (folder / "out").glob("*.whl")
    built.rename(folder / built.name)


def test_the_wheel_holds_the_page_and_the_catalogues(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        page = archive.read("cincinnati/web/static/index.html").decode()
    for language in ("en", "fr", "it", "pt"):
        assert f"cincinnati/words/locales/{language}/LC_MESSAGES/cincinnati.mo" in names
    linked = re.findall(r'(?:src|href)="/([^"]+)"', page)
    assert any(name.startswith("assets/") and name.endswith(".js") for name in linked)
    for name in linked:
        assert f"cincinnati/web/static/{name}" in names
    assert "cincinnati/web/static/index.html.br" in names
    assert not [name for name in names if "node_modules" in name or name.startswith("client")]
    with zipfile.ZipFile(wheel) as packed:
        sizes = {each.filename: each.compress_size for each in packed.infolist()}
    policies = sum(size for name, size in sizes.items() if name.endswith(".policy"))
    assert 0 < policies < 8_000_000
    assert wheel.stat().st_size - policies < 3_000_000


def test_what_was_installed_serves_the_page(wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "venv"
    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    [packages] = home.glob("lib/python*/site-packages")
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", "--no-deps"]
    subprocess.run([*pip, str(wheel)], check=True, timeout=120)  # noqa: S603
    # What it depends on is there already, where the tests run; the checkout is not on that path.
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    where = subprocess.run(  # noqa: S603
        [python, "-c", "import cincinnati; print(cincinnati.__file__)"],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert where.startswith(str(packages))
    own = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "LANG": "C.UTF-8"}
    server = subprocess.Popen(  # noqa: S603
        [home / "bin" / "cincinnati", "--no-browser", "--port", "0"],
        cwd=tmp_path,
        env={**os.environ, **own},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        told = next(line for line in iter(server.stdout.readline, "") if "http://" in line)
        port = re.findall(r":(\d+)/", told)[0]
        page = get(f"http://127.0.0.1:{port}/")
        script = re.findall(r'src="(/assets/[^"]+\.js)"', page)[0]
        assert get(f"http://127.0.0.1:{port}{script}")
        assert get(f"http://127.0.0.1:{port}/t/whatever") == page
    finally:
        server.send_signal(signal.SIGINT)
        server.communicate(timeout=30)
    assert server.returncode == 0
    assert (tmp_path / "cincinnati" / "tables.db").exists()


def get(url: str) -> str:
    with urllib.request.urlopen(url, timeout=20) as answer:  # noqa: S310  (our own server)
        return str(answer.read().decode())
