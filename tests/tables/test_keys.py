"""Random names can be given to a command as they are."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cincinnati.tables.keys import new_key


def test_a_key_is_new_each_time_and_as_long_as_its_bytes() -> None:
    made = {new_key(24) for _ in range(200)}
    assert len(made) == 200
    assert {len(key) for key in made} == {32}


def test_a_key_never_begins_with_a_hyphen(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: Iterator[str] = iter(["-abc", "--", "a-bc"])
    monkeypatch.setattr("secrets.token_urlsafe", lambda _: next(drawn))
    assert new_key(3) == "a-bc"
