"""Nothing leaks: what anybody is sent holds no card that he may not know, nor depends on one."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from known_cards import Known, Watched, exchanged, too_much
from live_database import sqlite_in
from watched_session import LOOKER, watched_session

pytestmark = pytest.mark.anyio

SESSIONS = [("liz", 1), ("hi-lo", 2)]
EVERYBODY = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", LOOKER)


async def played(folder: Path, name: str, *session: object, **options: object) -> Watched:
    """A session in a database of its own."""
    (folder / name).mkdir()
    return await watched_session(sqlite_in(folder / name), *session, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(("preset", "seed"), SESSIONS, ids=[preset for preset, _ in SESSIONS])
async def test_nobody_is_sent_a_card_that_he_may_not_know(
    tmp_path: Path, preset: str, seed: int
) -> None:
    watched = await played(tmp_path, "session", preset, seed)
    assert set(watched.sent) == set(EVERYBODY), "everybody was there"
    ways = {sent.way for texts in watched.sent.values() for sent in texts}
    assert ways >= {"State", "Done", "Refused", "Said", "Welcome", "/records", "/transcript"}
    assert Known(watched.log).finished == len(watched.decks) == 3
    assert [each for name in EVERYBODY for each in too_much(watched, name)] == []


@pytest.mark.parametrize(("preset", "seed"), SESSIONS, ids=[preset for preset, _ in SESSIONS])
async def test_with_the_hidden_cards_exchanged_all_is_the_same(
    tmp_path: Path, preset: str, seed: int
) -> None:
    watched = await played(tmp_path, "session", preset, seed)
    rng = Random(seed)
    for name in EVERYBODY:
        decks, moved = exchanged(watched, name, rng)
        assert moved > 40
        again = await played(tmp_path, f"again for {name}", preset, seed, decks=decks)
        hidden = f"what is hidden from {name} shows in what he is sent"
        assert again.texts(name) == watched.texts(name), hidden
        others = [other for other in EVERYBODY if again.texts(other) != watched.texts(other)]
        assert others, "somebody saw that the cards were exchanged"


@pytest.mark.parametrize(("preset", "seed"), SESSIONS, ids=[preset for preset, _ in SESSIONS])
async def test_what_is_still_to_come_shows_nowhere(tmp_path: Path, preset: str, seed: int) -> None:
    """The same in the middle of a deal: cards still to be turned, hands still to be shown."""
    watched = await played(tmp_path, "session", preset, seed)
    rng = Random(seed)
    name = rng.choice(("Ann", "Bob", "Cleo", LOOKER))
    versions = [sent.version for sent in watched.sent[name] if sent.way == "State"]
    at = versions[len(versions) // 2]
    decks, moved = exchanged(watched, name, rng, at=at)
    assert moved > 20
    half = await played(tmp_path, "half", preset, seed, decks=decks, until=at)
    count = len(half.texts(name))
    assert count > 20
    assert half.texts(name) == watched.texts(name)[:count]
