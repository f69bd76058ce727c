"""No page shows, hides in an attribute, keeps or was sent a card that its reader may not know.

Random sessions of one deal: in one deal what somebody may know only grows, so every text can be
held against what the log says that he knew at that moment.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from random import Random

import pytest
from playwright.async_api import Browser, expect

from browser_evening import Evening, evening, slow
from browser_person import PATIENCE_MS
from cincinnati.store import TableId, decode
from cincinnati.tables.live import TableEvent
from known_cards import CARD, SUITS, TOLD_CARD, Known
from live_server import Live, live_server

pytestmark = pytest.mark.anyio

SESSIONS = [("liz", 1), ("hi-lo", 2), ("crisscross", 3)]

RANKS = [
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
]
SPOKEN_CARD = re.compile(rf"({'|'.join(RANKS)}) of (clubs|diamonds|hearts|spades)", re.I)
NO_CARD = re.compile(r'\sd="[^"]*"|\bAs(?= [a-z])')
"""What looks like one: the outline of a drawing, the first word of a sentence."""
DRAWN = """() => [...document.querySelectorAll('.card svg')].map(face =>
  face.querySelector('text').textContent.replace('10', 'T') + face.classList[0])"""
KEPT = "() => JSON.stringify([{...localStorage}, {...sessionStorage}, document.title])"


class Watch:
    """Every text that somebody could have read a card in, and the version at which he could."""

    def __init__(self, live: Live, table: Evening) -> None:
        self.live = live
        self.table = table
        self.texts: list[tuple[str, str, str, int]] = []

    async def look(self) -> None:
        """Keep what everybody sees now."""
        await asyncio.gather(*map(self.look_at, self.table.people))

    async def look_at(self, name: str) -> None:
        """Keep what stands on somebody's page, what it keeps, and what it has fetched."""
        version = (await self.live.house.open(TableId(self.table.table))).version
        person = self.table[name]
        self.keep(name, "page", NO_CARD.sub("", await person.page.content()), version)
        self.keep(name, "faces", " ".join(await person.page.evaluate(DRAWN)), version)
        self.keep(name, "storage", await person.page.evaluate(KEPT), version)
        for url, text in person.answers:
            self.keep(name, url, text, version)
        person.answers.clear()

    def keep(self, name: str, way: str, text: str, version: int) -> None:
        self.texts.append((name, way, text, version))

    def keep_frames(self) -> None:
        """Keep all that came by the socket; only a state may tell of cards."""
        for name, person in self.table.people.items():
            for frame in person.frames:
                message = json.loads(frame)
                self.keep(name, message["type"], frame, message.get("version", 1))

    async def known(self) -> Known:
        entries = await self.live.store.entries(TableId(self.table.table))
        return Known((one.version, decode(one.events, one.schema, TableEvent)) for one in entries)


def cards_in(text: str) -> Iterator[str]:
    """The cards that a text tells of: as a code, with a sign, in words."""
    yield from CARD.findall(text)
    for rank, suit in TOLD_CARD.findall(text):
        yield f"{'T' if rank == '10' else rank}{SUITS[suit]}"
    for rank, suit in SPOKEN_CARD.findall(text):
        yield "23456789TJQKA"[RANKS.index(rank.lower())] + suit[0].lower()


@pytest.mark.parametrize(("preset", "seed"), SESSIONS, ids=[preset for preset, _ in SESSIONS])
async def test_no_page_holds_a_card_that_its_reader_may_not_know(
    sqlite: str, browser: Browser, preset: str, seed: int
) -> None:
    settings = slow(preset, stack=40, deals=1)
    async with (
        live_server(sqlite) as live,
        evening(browser, live.url, "Ann Bob Cleo", settings) as table,
    ):
        await table.watch()
        watch = Watch(live, table)
        await watch.look()
        await table.start()
        await plays(table, watch, Random(seed))
        people = {name: person.view["you"] or "" for name, person in table.people.items()}
        await asyncio.gather(*(reads_the_hand_again(watch, name) for name in table.people))
        watch.keep_frames()
        known = await watch.known()
        found: dict[tuple[str, str], set[str]] = {}
        for name, way, text, version in watch.texts:
            cards = set(cards_in(text))
            surplus = cards - known.at(people[name], version).cards
            assert not surplus, f"{name} finds {sorted(surplus)} in {way} at {version}"
            found.setdefault((name, way), set()).update(cards)
        assert known.finished == 1
        for name, who in people.items():
            knows = known.of_deal(who, 1)
            assert found[name, "page"] == found[name, "faces"] == found[name, "state"] == knows
        assert len(known.of_deal("", 1)) == 5 + 5 * 2, "one hand has stayed a secret"


async def plays(table: Evening, watch: Watch, rng: Random) -> None:
    """People act as it comes and look at their pages; some load them again."""
    while True:
        await watch.look()
        name = rng.choice(list(table.people))
        if rng.random() < 0.15:
            await table[name].reload()
            await table[name].see()
            await watch.look()
        person = await table.whose_turn()
        view = person.view
        legal, chance = view["deal"]["legal"], rng.random()
        live = [player["live"] for player in view["deal"]["players"]].count(True)
        if legal["fold"] and live == 3 and chance < 0.6:
            await person.act("fold")
        elif legal["raise_to"] and chance < 0.3:
            await person.act(f"raise {legal['raise_to'][0]}")
        else:
            await person.act("call")
        await table.together(person.view["version"])
        if person.view["phase"] == "finished":
            return await watch.look()


async def reads_the_hand_again(watch: Watch, name: str) -> None:
    """The hand that is over, moment by moment."""
    person = watch.table[name]
    await person.go(f"{watch.table.path}/hand/1")
    moment = person.page.get_by_role("slider", name="Moment of the hand")
    await expect(moment).to_be_visible(timeout=PATIENCE_MS)
    last = int(await moment.get_attribute("max") or 0)
    assert last > 5
    for at in range(last + 1):
        await moment.fill(str(at))
        await watch.look_at(name)
