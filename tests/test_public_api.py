"""The public names: sorted, complete, documented."""

from __future__ import annotations

import inspect
import re
import types

import pytest

import cincinnati
from cincinnati import errors


def order(name: str) -> tuple[int, str]:
    """Constants, then classes, then the rest, each by the alphabet."""
    return 0 if name.isupper() else 1 if name[0].isupper() else 2, name


def test_the_list_is_sorted_and_names_nothing_twice() -> None:
    assert cincinnati.__all__ == sorted(set(cincinnati.__all__), key=order)


def test_the_list_is_what_is_public() -> None:
    public = {
        name
        for name, value in vars(cincinnati).items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType)
    }
    assert set(cincinnati.__all__) == public | {"__version__", "presets"}


@pytest.mark.parametrize("name", cincinnati.__all__)
def test_every_public_name_is_documented(name: str) -> None:
    value = getattr(cincinnati, name)
    if inspect.isclass(value) or inspect.isroutine(value):
        assert value.__doc__, name
    if inspect.isclass(value):
        for member, method in vars(value).items():
            if not member.startswith("_") and isinstance(
                method, types.FunctionType | classmethod | staticmethod | property
            ):
                assert method.__doc__, f"{name}.{member}"


def test_every_exception_stands_in_the_tree() -> None:
    tree = re.findall(r"(\w+)  ", errors.__doc__.split("::")[1].split("All carry")[0])
    raised = {
        name: value
        for name, value in vars(errors).items()
        if inspect.isclass(value) and issubclass(value, Exception)
    }
    assert set(tree) | {"CincinnatiError"} == set(raised)
    assert all(issubclass(value, cincinnati.CincinnatiError) for value in raised.values())


def test_the_version_is_a_version() -> None:
    numbers = cincinnati.__version__.split(".")
    assert len(numbers) == 3
    assert all(number.isdecimal() for number in numbers[:2])
