"""Every numbered rule has a test that is marked with its number.

The numbers are read from ``docs/rules.md`` and from the source of the tests, so that it
makes no difference which tests run, and in how many processes.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
RULES = TESTS.parent / "docs" / "rules.md"


def defined() -> list[str]:
    """The rules in the order of the page: ``R12. …``, alone or behind another one."""
    return re.findall(r"(?:^|(?<=\. ))(R\d+)\. ", RULES.read_text(encoding="utf-8"), re.MULTILINE)


def marked() -> Iterator[tuple[str, str]]:
    """Each ``pytest.mark.rule("R12")`` or ``rule(12)``, wherever it stands, with its file."""
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="mark"), attr="rule")):
                    (number,) = (ast.literal_eval(argument) for argument in node.args)
                    yield f"R{str(number).removeprefix('R')}", path.name
                case _:
                    pass


def test_the_page_defines_each_rule_once() -> None:
    assert defined() == [f"R{number}" for number in range(1, 39)]


def test_every_rule_has_a_test() -> None:
    found = {number for number, _ in marked()}
    assert [number for number in defined() if number not in found] == []


def test_every_marker_names_a_rule_that_there_is() -> None:
    there = set(defined())
    assert [(number, path) for number, path in marked() if number not in there] == []
