"""Nothing leaks: what anybody is sent holds no card that he may not know, nor depends on one.

The long run: ``SEEDS=1000-1019 pytest tests/web/test_leaks.py`` plays as many other sessions, of
every preset and with dealer's choice, on both databases.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import NamedTuple, Protocol

import pytest

from cincinnati.cards import Deck
from cincinnati.rules.presets import PRESETS
from known_cards import Known, Watched, exchanged, too_much, who_knows
from live_database import drop_schema, new_schema, sqlite_in
from watched_pages import described
from watched_session import LOOKER, watched_session

pytestmark = pytest.mark.anyio

EVERYBODY = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", LOOKER)
SEEDS = os.environ.get("SEEDS")


class Evening(NamedTuple):
    """A session to be played: ``seed`` is of what people do."""

    preset: str
    seed: int
    database: str = "sqlite"
    dealers_choice: bool = False

    def __str__(self) -> str:
        choice = "dealer's choice, " if self.dealers_choice else ""
        return f"{choice}{self.preset}, {self.database}, {self.seed}"


def drawn(seeds: str) -> Iterator[Evening]:
    """An evening for each seed from the first to the last, ``1000-1019``."""
    first, _, last = seeds.partition("-")
    for seed in range(int(first), int(last or first) + 1):
        rng = Random(seed)
        preset, database = rng.choice(list(PRESETS)), rng.choice(["sqlite", "postgresql"])
        yield Evening(preset, seed, database, dealers_choice=rng.random() < 0.25)


EVENINGS = (
    list(drawn(SEEDS))
    if SEEDS
    else [
        Evening("liz", 1),
        Evening("hi-lo", 2),
        Evening("crisscross", 3, database="postgresql"),
        Evening("low-hole", 4, dealers_choice=True),
    ]
)
every_evening = pytest.mark.parametrize("evening", EVENINGS, ids=map(str, EVENINGS))


KEPT: dict[Evening, Watched] = {}


class Play(Protocol):
    """Plays an evening in a database of its own."""

    def __call__(
        self, evening: Evening, *, decks: Sequence[Deck] = (), until: int = 10**9
    ) -> Awaitable[Watched]: ...


@pytest.fixture
def play(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Play]:
    schemas = []

    def fresh(database: str) -> str:
        if database == "sqlite":
            return sqlite_in(Path(mkdtemp(dir=tmp_path)))
        schemas.append(new_schema(request.getfixturevalue("postgresql_server")))
        return schemas[-1]

    async def played(
        evening: Evening, *, decks: Sequence[Deck] = (), until: int = 10**9
    ) -> Watched:
        return await watched_session(
            fresh(evening.database),
            evening.preset,
            evening.seed,
            dealers_choice=evening.dealers_choice,
            decks=decks,
            until=until,
        )

    yield played
    for schema in schemas:
        drop_schema(schema)


async def as_dealt(evening: Evening, play: Play) -> Watched:
    """The evening as it is, which is played only once."""
    if evening not in KEPT:
        KEPT[evening] = await play(evening)
    return KEPT[evening]


@every_evening
async def test_nobody_is_sent_a_card_that_he_may_not_know(evening: Evening, play: Play) -> None:
    watched = await as_dealt(evening, play)
    assert set(watched.sent) == set(EVERYBODY), "everybody was there"
    ways = {sent.way for texts in watched.sent.values() for sent in texts}
    assert ways >= {"State", "Done", "Refused", "Welcome", "Pong", "/metrics"}
    assert ways >= {path or "page" for path in described()}, "a page that nobody has asked for"
    assert 1 <= Known(watched.log).finished == len(watched.decks) <= 3
    assert [each for name in EVERYBODY for each in too_much(watched, name)] == []


@every_evening
async def test_with_the_hidden_cards_exchanged_all_is_the_same(
    evening: Evening, play: Play
) -> None:
    watched = await as_dealt(evening, play)
    rng = Random(evening.seed)
    for name in EVERYBODY if evening == EVENINGS[0] else rng.sample(EVERYBODY, 2):
        decks, moved = exchanged(watched, name, rng)
        assert all(moved)
        again = await play(evening, decks=decks)
        hidden = f"what is hidden from {name} shows in what he is sent"
        assert again.texts(name) == watched.texts(name), hidden
        others = [other for other in EVERYBODY if again.texts(other) != watched.texts(other)]
        assert others == who_knows(watched, EVERYBODY, moved), (
            "who has one of them, and nobody else"
        )


@every_evening
async def test_what_is_still_to_come_shows_nowhere(evening: Evening, play: Play) -> None:
    """The same in the middle of a deal: cards still to be turned, hands still to be shown."""
    watched = await as_dealt(evening, play)
    rng = Random(evening.seed)
    name = rng.choice(("Ann", "Bob", "Cleo", LOOKER))
    versions = [sent.version for sent in watched.sent[name] if sent.way == "State"]
    at = versions[len(versions) // 2]
    decks, moved = exchanged(watched, name, rng, at=at)
    assert any(moved)
    half = await play(evening, decks=decks, until=at)
    count = len(half.texts(name))
    assert count > len(versions) // 2
    assert half.texts(name) == watched.texts(name)[:count]
