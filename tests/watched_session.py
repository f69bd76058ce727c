"""A session in which everything that anybody is sent is kept, and which can be played again.

Decks, clock, ids and secrets are known, and what people do depends on a seed and on the chips,
never on a card; nor does what the bot does, which always calls. So two sessions with the same seed
differ in what a viewer is sent only if the cards that he may know differ.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from cincinnati.cards import Deck
from cincinnati.engine import Call, Fold, Legal, Raise
from cincinnati.rules.presets import PRESETS
from cincinnati.session import Seat
from cincinnati.store import decode
from cincinnati.tables.live import Clock, OpenTable, PersonId, Phase, TableEvent
from cincinnati.tables.live.commands import (
    Act,
    AddBot,
    Leave,
    NamePreset,
    Remove,
    Sit,
    SitIn,
    SitOut,
    Start,
)
from cincinnati.web.api import Admitted
from cincinnati.web.messages import Refused
from cincinnati.words.words import LANGUAGES
from known_cards import Sent, Watched
from live_client import Company, Device, bearer, company, link
from live_evening import Luck
from live_server import Live, live_server
from live_settings import quick
from watched_pages import Page, answers, pages_of_table

LOOKER = "somebody without a name"
STACK, DEALS = 60, 3
KEY = "the-only-table"
BLIND_BOT = "station"


class KnownLuck(Luck):
    """Keeps the decks that it gave."""

    def __init__(self, decks: Iterable[Deck]) -> None:
        super().__init__(5, decks)
        self.given: list[Deck] = []

    def deck(self) -> Deck:
        self.given.append(super().deck())
        return self.given[-1]


def known_secrets(patch: pytest.MonkeyPatch) -> None:
    """Names of tables and tokens that are the same each time."""
    numbers = itertools.count(1)

    class Secrets:
        @staticmethod
        def randbelow(most: int) -> int:
            return most // 3

    patch.setattr("cincinnati.tables.live.house.secrets", Secrets)
    patch.setattr("cincinnati.tables.live.house.new_key", lambda _: KEY)
    patch.setattr("cincinnati.web.doors.new_secret", lambda: f"token-{next(numbers)}")


def quick_odds(patch: pytest.MonkeyPatch) -> None:
    """Of fewer deals: what matters is what is asked, not how exact the answer is."""
    patch.setattr("cincinnati.odds.seen.SAMPLES", 64)
    patch.setattr("cincinnati.odds.seen.MOST_HANDS", 2000)


async def watched_session(
    database: str,
    preset: str,
    seed: int,
    *,
    dealers_choice: bool = False,
    decks: Sequence[Deck] = (),
    until: int = 10**9,
) -> Watched:
    """Play a session and keep everything; ``until`` stops it at a version."""
    luck = KnownLuck(decks)
    now = [1_000_000_000_000]
    settings = quick(
        preset,
        clock=Clock(between_ms=1000, show_ms=0),
        odds=True,
        stack=STACK,
        deals=DEALS,
        latecomers=True,
        dealers_choice=dealers_choice,
    )
    with pytest.MonkeyPatch.context() as patch:
        known_secrets(patch)
        quick_odds(patch)
        async with (
            live_server(database, chance=luck, clock=lambda: now[0]) as live,
            company(live.url, "Ann Bob Cleo Dan", settings) as table,
        ):
            assert table.table == KEY, "where names are made has moved: two sessions would differ"
            await table.together(await table.host.done(AddBot(BLIND_BOT)))
            opened = await live.house.open(table.table)
            play = _Play(live, table, opened, Random(seed), now)
            await play.whole(until)
            watched = play.watched
            watched.people = {name: table.id(name) for name in table.people}
            watched.decks = luck.given
            watched.log = [
                (entry.version, decode(entry.events, entry.schema, TableEvent))
                for entry in await live.store.entries(table.table)
            ]
    return watched


class _Play:
    """What people do, by a seed."""

    def __init__(
        self, live: Live, table: Company, opened: OpenTable, rng: Random, now: list[int]
    ) -> None:
        self.live = live
        self.table = table
        self.opened = opened
        self.rng = rng
        self.now = now
        self.watched = Watched()
        self.looker: Device | None = None
        self.lines = 0
        self.kept: dict[Device, tuple[int, int]] = {}
        self.once = {"remove", "late", "away"}

    async def whole(self, until: int) -> None:
        self.looker = await self.table.spectator()
        await self.looker.view()
        await self.looker.refused(Start())
        await self.table.host.done(Start())
        for _ in range(1000):
            await self._settle()
            if self.opened.version >= until or self.opened.table.phase is Phase.FINISHED:
                break
            await self._step()
        assert self.opened.version >= until or self.opened.table.phase is Phase.FINISHED
        if self.opened.table.phase is Phase.FINISHED:
            await self._late("")  # unless she has been there
            await self._settle()
            await self._chairs_change()
            await self._settle()
        self._keep_all()
        await self.looker.close()

    async def _step(self) -> None:
        session = self.opened.table.session
        assert session is not None
        asked, chooses = (
            self._person_at(session.to_act),
            self._person_at(self.opened.table.choosing),
        )
        if chooses is not None and self.rng.random() < 0.8:
            named = self.rng.choice([None, *PRESETS])
            await self.table[chooses].done(NamePreset(named))
        elif asked is None or session.deal is None or session.deal.legal is None:
            self._time_passes()
        elif self.rng.random() < 0.6:
            await self.table[asked].done(self._act(_any_move(session.deal.legal, self.rng)))
        else:
            await self._something_else()

    def _person_at(self, seat: Seat | None) -> str | None:
        """Who sits there, if it is no bot."""
        who = self.opened.table.seats.get(seat) if seat is not None else None
        return next((name for name in self.table.people if self.table.id(name) == who), None)

    def _act(self, action: Call | Fold | Raise) -> Act:
        table = self.opened.table
        assert table.session is not None
        assert table.session.deal is not None
        legal = table.session.deal.legal
        return Act(table.session.number, table.turn, legal.call if legal else 0, action)

    async def _something_else(self) -> None:
        name = self.rng.choice([*self.table.devices, LOOKER])
        things: list[Callable[[str], Any]] = [
            self._wrong, self._talk, self._reconnect, self._reconnect, self._look_up, self._look_up,
            self._late, self._away, self._remove, self._other_phone,
        ]  # fmt: skip
        await self.rng.choice(things)(name)

    async def _wrong(self, name: str) -> None:
        """Commands that are refused: too much, too late, not his."""
        for action in (Raise(10**6), Fold(), Call()):
            command = self._act(action)
            wrong = self.rng.choice(
                [command, Act(command.deal, command.turn - 1, command.price, action)]
            )
            device = self._device(name)
            person = self.opened.table.people.get(PersonId(self._id(name)))
            session = self.opened.table.session
            mine = session is not None and person is not None and person.seat == session.to_act
            if wrong is command and mine and not isinstance(action, Raise):
                continue
            assert isinstance(await device.do(wrong), Refused)

    async def _talk(self, name: str) -> None:
        self.lines += 1
        await self._device(name).say(f"line {self.lines}")
        if name != LOOKER:
            for each in self._devices():
                await each.hears(f"line {self.lines}")

    async def _reconnect(self, name: str) -> None:
        device = self._device(name)
        self._keep(name, device)
        since = self.rng.choice([0, 0, 1, self.opened.version, max(1, self.opened.version - 2)])
        await device.drop()
        if name == LOOKER:
            self.looker = await Device.open(self.live.url, self.table.table, since=since)
            await self.looker.view()
        else:
            device = await self.table.connect(name, since=since)
        self.kept[self._device(name)] = (0, since)

    async def _other_phone(self, name: str) -> None:
        """A personal link: the seat moves to another device, and the older ones are cut off."""
        if name == LOOKER:
            return
        device = self._device(name)
        secret = await link(self.table.http, self.table.people[name])
        url = f"/api/tables/{self.table.table}/claim"
        answer = await self.table.http.post(url, json={"secret": secret})
        self.table.http.cookies.clear()
        self._page(name, "/claim", answer.text + answer.headers["set-cookie"])
        self.table.people[name] = msgspec.json.decode(answer.content, type=Admitted)
        await device.end()
        self._keep(name, device)
        self.kept[await self.table.connect(name)] = (0, 0)

    async def _look_up(self, name: str) -> None:
        """Some pages of the table, in the middle of it."""
        await self._read(name, self.rng.sample(list(self._pages()), 6))

    def _pages(self) -> Iterator[Page]:
        session = self.opened.table.session
        other = self.rng.choice(list(self.opened.table.people))
        return pages_of_table(session.number if session else 0, other, self.rng.choice(LANGUAGES))

    async def _read(self, name: str, pages: Iterable[Page]) -> None:
        headers = {} if name == LOOKER else bearer(self.table.people[name])
        async for page, text in answers(self.table.http, self.table.table, headers, pages):
            self._page(name, page.path, text, page.deal)
        for way in ("/metrics", "/api/health"):
            self._page(name, way, (await self.table.http.get(way, headers=headers)).text)

    def _page(self, name: str, way: str, text: str, deal: int | None = None) -> None:
        version = self.opened.version
        sent = Sent(way or "page", text, version, version, deal)
        self._sent(name, sent)

    async def _late(self, name: str) -> None:
        if "late" in self.once:
            self.once.discard("late")
            await self.table.come("Eve")

    async def _away(self, name: str) -> None:
        if "away" in self.once and self.opened.table.seats.get(Seat(2)):
            self.once.discard("away")
            await self.table["Cleo"].done(SitOut())
            await self._settle()
            await self.table["Cleo"].do(SitIn())

    async def _remove(self, name: str) -> None:
        session = self.opened.table.session
        if "remove" in self.once and session is not None and session.number == 2:
            self.once.discard("remove")
            await self.table["Ann"].done(Remove(self.table.id("Dan")))

    def _time_passes(self) -> None:
        due = self.opened.table.due
        assert due is not None
        self.now[0] = due.at

    async def _chairs_change(self) -> None:
        """After the session others sit where cards still lie, and look at everything."""
        await self.table["Bob"].done(Leave())
        await self._settle()
        await self.table.join("Fay")
        fay = await self.table.connect("Fay", since=1)
        self.kept[fay] = (0, 1)
        await fay.done(Sit(Seat(1)))
        await self._settle()
        for name in ("Fay", "Bob"):
            for since in (0, 1):
                device = self._device(name)
                self._keep(name, device)
                await device.close()
                device = await self.table.connect(name, since=since)
                self.kept[device] = (0, since)
        for name in ("Fay", "Bob", "Ann", "Dan", LOOKER):
            await self._read(name, self._pages())

    # --- keeping ------------------------------------------------------------------------------

    async def _settle(self) -> None:
        """Everybody has been sent everything up to here, and nothing more is on its way."""
        while (due := self.opened.table.due) is not None and due.at <= self.now[0]:
            await self.opened.happen()  # unless the server's own timer is quicker
            await self.live.house.changed(self.opened)
        for device in self._devices():
            await device.version(self.opened.version)
            await device.ping(self.opened.version)
        self._keep_all()

    def _keep_all(self) -> None:
        for name in (*self.table.devices, LOOKER):
            self._keep(name, self._device(name))

    def _keep(self, name: str, device: Device) -> None:
        taken, since = self.kept.get(device, (0, 0))
        for text, message in list(zip(device.frames, device.received, strict=True))[taken:]:
            version = getattr(message, "version", None)
            way = type(message).__name__
            if way == "State":
                assert version is not None
                self._sent(name, Sent(way, text, since, version))
                since = version
            else:
                self._sent(name, Sent(way, text, 0, 0))
        self.kept[device] = (len(device.frames), since)

    def _sent(self, name: str, sent: Sent) -> None:
        self.watched.sent.setdefault(name, []).append(sent)

    def _devices(self) -> list[Device]:
        return [self._device(name) for name in (*self.table.devices, LOOKER)]

    def _device(self, name: str) -> Device:
        if name == LOOKER:
            assert self.looker is not None
            return self.looker
        return self.table[name]

    def _id(self, name: str) -> str:
        return "" if name == LOOKER else self.table.id(name)


def _any_move(legal: Legal, rng: Random) -> Call | Fold | Raise:
    if legal.raise_to and rng.random() < 0.25:
        least, most = legal.raise_to
        return Raise(rng.choice([least, least, min(most, least + rng.randrange(9)), most]))
    return Fold() if legal.fold and rng.random() < 0.3 else Call()
