"""The examples in README.md and in the docstrings are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import cincinnati

README = Path(__file__).parents[1] / "README.md"
NAMES = sorted(
    module.name
    for module in pkgutil.walk_packages(cincinnati.__path__, "cincinnati.")
    if not module.name.endswith("__main__")
)


def sessions(page: str) -> list[str]:
    """The ```python blocks that are written as sessions, with empty lines kept for the place."""
    return [
        "\n" * page.count("\n", 0, block.start()) + block.group(1)
        for block in re.finditer(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    ]


def test_the_examples_of_the_readme() -> None:
    page = README.read_text(encoding="utf-8")
    blocks = sessions(page)
    assert blocks, "README.md has examples"
    assert all(">>> " in block for block in blocks), "each example is a session"
    names: dict[str, object] = {}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for block in blocks:
        test = doctest.DocTestParser().get_doctest(block, names, "README.md", str(README), 0)
        runner.run(test, clear_globs=False)
        names |= test.globs
    result = runner.summarize(verbose=False)
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("name", ["cincinnati", *NAMES])
def test_the_examples_of_the_docstrings(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert result.failed == 0


def test_there_are_examples_in_the_docstrings() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    assert any(test.examples for test in finder.find(cincinnati))
