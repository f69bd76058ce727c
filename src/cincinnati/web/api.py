"""The HTTP side: making, finding and joining tables, past deals, health, measurements."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.requests import Request
from starlette.responses import Response

from cincinnati.errors import (
    CincinnatiError,
    IllegalAction,
    RulesError,
    SessionError,
    TableError,
    code_of,
)
from cincinnati.records import record_of, write_record, write_records
from cincinnati.rules.presets import CINCINNATI, PRESETS, preset
from cincinnati.store import OutOfReach, TableId
from cincinnati.tables.live import OpenTable, PersonId, Phase, Settings, past_deals
from cincinnati.tables.live.commands import Join
from cincinnati.tables.live.past import past_deal, past_decisions
from cincinnati.tables.live.view import PersonView
from cincinnati.web.advice import deal_advice
from cincinnati.web.chances import deal_odds, own_odds
from cincinnati.web.doors import set_cookie
from cincinnati.web.past import chosen, number_in, past_of, replay_of
from cincinnati.web.security import Rate
from cincinnati.web.site import Site
from cincinnati.web.worked import worked_deal, worked_decisions
from cincinnati.words import Words, transcript

logger = logging.getLogger(__name__)

_PLACE = re.compile(r" - at `\$\.(\S+)`$")

LARGEST_BODY = 16_384
BODY_WITHIN_S = 10
LONGEST_PIN = 32


class Make(Struct, frozen=True):
    """Make a table: the host's name, and the settings (a preset alone will do)."""

    name: str
    preset: str | None = None
    settings: Settings | None = None
    pin: str | None = None


class JoinTable(Struct, frozen=True):
    """Join a table under a name."""

    name: str
    pin: str | None = None


class Link(Struct, frozen=True):
    """Ask for a personal link: one's own, or as the host for somebody else."""

    person: PersonId | None = None


class Claim(Struct, frozen=True):
    """Use a personal link's secret."""

    secret: str


class Admitted(Struct, frozen=True):
    """Who one is now; browsers get the same token as a cookie."""

    table: TableId
    person: PersonId
    token: str


class Summary(Struct, frozen=True):
    """What anybody who has a table's link may know before joining it."""

    table: TableId
    title: str
    preset: str
    phase: Phase
    players: int
    people: tuple[PersonView, ...]


class Health(Struct, frozen=True):
    """``well``, ``closing`` or ``no_database``."""

    status: str


class Problem(Struct, frozen=True):
    """Why a request was refused; nothing changed."""

    code: str
    message: str
    field: str | None = None
    """Where in the body, such as ``settings.rules.bring_in``, if it is one place."""


REFUSALS = (TableError, SessionError, IllegalAction, RulesError, OutOfReach)
"""The errors that are meant for who asked; any other says something about the inside."""

STATUS = {
    "no_table": 404,
    "no_past_deal": 404,
    "not_found": 404,
    "stranger": 401,
    "bad_pin": 403,
    "pin_needed": 403,
    "no_spectators": 403,
    "no_odds": 403,
    "bad_link": 403,
    "not_the_host": 403,
    "too_often": 429,
    "too_large": 413,
    "busy": 503,
    "no_database": 503,
}


class BadBody(TableError):
    """A body that does not fit; ``field`` says where, if it is one place."""

    def __init__(self, message: str, field: str | None) -> None:
        super().__init__("bad_request", f"the body does not fit: {message}")
        self.field = field


def answer(body: object, status: int = 200) -> Response:
    """A JSON answer."""
    return Response(msgspec.json.encode(body), status, media_type="application/json")


def problem(error: CincinnatiError) -> Response:
    """The answer to a refused request; only our own words reach a client."""
    code = code_of(error)
    field = error.field if isinstance(error, BadBody) else None
    return answer(Problem(code, str(error), field), STATUS.get(code, 400))


class Api:
    """The handlers; each answers one request."""

    def __init__(self, site: Site) -> None:
        self.site = site

    async def make(self, request: Request) -> Response:
        """POST /api/tables: a new table, and the asker is its host."""
        self._limit(self.site.limits.create, _address(request))
        wish = await _body(request, Make, _by_preset)
        settings = wish.settings or Settings(rules=preset(wish.preset or CINCINNATI.preset))
        _check_pin(wish.pin)
        house = self.site.house
        table, host = await house.make(settings, wish.name)
        if wish.pin:
            await self.site.doors.set_pin(table, wish.pin, house.now())
        return await self._admit(request, table, host, 201)

    async def look(self, request: Request) -> Response:
        """GET /api/tables/{table}: what one sees before joining."""
        opened = await self._table(request)
        view = opened.view(None)
        rules = view.settings.rules
        summary = Summary(
            table=opened.name,
            title=view.settings.title,
            preset=rules.preset,
            phase=view.phase,
            players=rules.players,
            people=view.people,
        )
        return answer(summary)

    async def join(self, request: Request) -> Response:
        """POST /api/tables/{table}/join: be somebody at the table."""
        self._limit(self.site.limits.join, _address(request))
        opened = await self._table(request)
        wish = await _body(request, JoinTable)
        known = await self.site.doors.person(opened.name, request)
        if known is not None:
            # Who comes back with his cookie is the same person, whatever he types.
            return await self._admit(request, opened.name, known, 200)
        _check_pin(wish.pin)
        if wish.pin:
            self._limit(self.site.limits.pin, f"{opened.name} {_address(request)}")
        await self.site.doors.check_pin(opened.name, wish.pin)
        person = self.site.house.around.chance.person()
        await opened.command(person, "join", Join(wish.name))
        await self.site.house.changed(opened)
        return await self._admit(request, opened.name, person, 201)

    async def link(self, request: Request) -> Response:
        """POST /api/tables/{table}/link: a personal link that moves a seat to another device."""
        opened = await self._table(request)
        asker = await self.site.doors.person(opened.name, request)
        wish = await _body(request, Link)
        person = wish.person or asker
        if asker is None or person is None:
            raise TableError("stranger", "join the table first")
        if person != asker and asker != opened.table.host:
            raise TableError("not_the_host", "only the host makes links for others")
        there = opened.table.people.get(person)
        if there is None or there.bot:  # who speaks for a bot would see its cards
            raise TableError("nobody", "there is nobody of that name")
        secret = await self.site.doors.link_for(opened.name, person, self.site.house.now())
        return answer(Claim(secret), 201)

    async def claim(self, request: Request) -> Response:
        """POST /api/tables/{table}/claim: exchange a personal link for a secret of one's own."""
        self._limit(self.site.limits.join, _address(request))
        opened = await self._table(request)
        wish = await _body(request, Claim)
        now = self.site.house.now()
        person, secret = await self.site.doors.claim(opened.name, wish.secret, now)
        # His devices hear of it, wherever they are connected: their secrets are worthless now.
        await self.site.house.newer_device(opened.name, person)
        return _admitted(request, opened.name, person, secret, 200)

    async def odds(self, request: Request) -> Response:
        """GET /api/tables/{table}/odds: the asker's own chance against the players left."""
        opened = await self._table(request)
        person = await self.site.doors.person(opened.name, request)
        self._limit(self.site.limits.odds, person or _address(request))
        return answer(await own_odds(self.site.chances, opened.view(person)))

    async def deals(self, request: Request) -> Response:
        """GET /api/tables/{table}/deals: all finished deals in short."""
        opened, person = await self._watched(request)
        return answer(past_of(past_deals(opened.told(), person), person))

    async def deal(self, request: Request) -> Response:
        """GET /api/tables/{table}/deals/{deal}: one finished deal, moment by moment."""
        opened, person = await self._watched(request)
        number = number_in(request.path_params["deal"])
        deal, frames = past_deal(opened.told(), person, number)
        return answer(replay_of(deal, frames))

    async def deal_odds(self, request: Request) -> Response:
        """GET /api/tables/{table}/deals/{deal}/odds: the chances at each moment of it."""
        opened, person = await self._watched(request)
        self._limit(self.site.limits.odds, person or _address(request))
        number = number_in(request.path_params["deal"])
        _, frames = past_deal(opened.told(), person, number)
        return answer(await deal_odds(self.site.chances, frames))

    async def deal_advice(self, request: Request) -> Response:
        """GET /api/tables/{table}/deals/{deal}/advice: what the expert would have done in it."""
        opened, person = await self._watched(request)
        self._limit(self.site.limits.odds, person or _address(request))
        number = number_in(request.path_params["deal"])
        made = past_decisions(opened.told(), person, number)
        return answer(await deal_advice(self.site.experts, made))

    async def worked(self, request: Request) -> Response:
        """GET /api/worked/{preset}: a deal to learn from, moment by moment."""
        return answer(worked_deal(request.path_params["preset"]))

    async def worked_odds(self, request: Request) -> Response:
        """GET /api/worked/{preset}/odds: the chances at each moment of a deal to learn from."""
        self._limit(self.site.limits.odds, _address(request))
        deal = worked_deal(request.path_params["preset"])
        return answer(await deal_odds(self.site.chances, deal.frames))

    async def worked_advice(self, request: Request) -> Response:
        """GET /api/worked/{preset}/advice: what the expert would have done in it."""
        self._limit(self.site.limits.odds, _address(request))
        made = worked_decisions(request.path_params["preset"])
        return answer(await deal_advice(self.site.experts, made))

    async def records(self, request: Request) -> Response:
        """GET /api/tables/{table}/records: past deals as the asker saw them (.phhs).

        With ``?deal=3`` that one alone (.phh).
        """
        opened, person = await self._watched(request)
        deals, alone = chosen(past_deals(opened.told(), person), request)
        records = [record_of(deal.events) for deal in deals]
        text = write_record(records[0]) if alone else write_records(records)
        return Response(text, media_type="application/toml")

    async def transcript(self, request: Request) -> Response:
        """GET /api/tables/{table}/transcript?language=fr: past deals in words (``?deal=3``)."""
        opened, person = await self._watched(request)
        words = Words.of(request.query_params.get("language", "en"))
        deals, _ = chosen(past_deals(opened.told(), person), request)
        text = "\n\n".join(transcript(deal.events, words, deal.names) for deal in deals)
        return Response(text, media_type="text/plain; charset=utf-8")

    async def presets(self, _: Request) -> Response:
        """GET /api/presets: the games there are."""
        return answer(list(PRESETS.values()))

    async def health(self, _: Request) -> Response:
        """GET /api/health: whether the server can read its database, and write it."""
        store = self.site.house.store
        try:
            await store.now()
            if not store.reach.well:
                await store.try_to_write()
        except OutOfReach:  # the log says why, once
            return answer(Health("no_database"), 503)
        except Exception:
            logger.exception("the database is out of reach")
            return answer(Health("no_database"), 503)
        return answer(Health("closing" if self.site.closing else "well"))

    async def metrics(self, _: Request) -> Response:
        """GET /metrics: measurements for Prometheus; no names, no cards."""
        text = generate_latest(self.site.measures.registry)
        return Response(text, media_type=CONTENT_TYPE_LATEST)

    # --- what they share -------------------------------------------------------------

    def _limit(self, rate: Rate, key: str) -> None:
        if not rate.allows(key):
            raise TableError("too_often", "too many requests; wait a little")

    async def _table(self, request: Request) -> OpenTable:
        self._limit(self.site.limits.request, _address(request))
        return await self.site.house.open(TableId(request.path_params["table"]))

    async def _watched(self, request: Request) -> tuple[OpenTable, PersonId | None]:
        """The table, and who asks for its past; raises `TableError` if he may not see it."""
        opened = await self._table(request)
        person = await self.site.doors.person(opened.name, request)
        await self.site.doors.check_watching(opened, person)
        return opened, person

    async def _admit(
        self, request: Request, table: TableId, person: PersonId, status: int
    ) -> Response:
        secret = await self.site.doors.admit(table, person, self.site.house.now())
        return _admitted(request, table, person, secret, status)


def _admitted(
    request: Request, table: TableId, person: PersonId, secret: str, status: int
) -> Response:
    response = answer(Admitted(table, person, secret), status)
    set_cookie(response, request, table, secret)
    return response


async def _body(
    request: Request, kind: type[Any], fill: Callable[[Any], Any] = lambda body: body
) -> Any:
    """The request's JSON body, filled up; raises `TableError` if too large or not of its kind."""
    body = b""
    try:
        async with asyncio.timeout(BODY_WITHIN_S):
            async for piece in request.stream():
                body += piece
                if len(body) > LARGEST_BODY:
                    raise TableError("too_large", f"at most {LARGEST_BODY} bytes")
    except TimeoutError:
        raise TableError("too_slow", f"a request takes {BODY_WITHIN_S} seconds at most") from None
    try:
        return msgspec.convert(fill(msgspec.json.decode(body or b"{}")), kind)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadBody(str(error), field_in(error)) from None


def field_in(error: Exception) -> str | None:
    """The place in a message or body that an error is about, if it is one place.

    Settings that contradict each other have no place of their own but that of the whole; which of
    them it is, the rules say.
    """
    found = _PLACE.search(str(error))
    place = found[1] if found else ""
    inner = error.__cause__.field if isinstance(error.__cause__, RulesError) else ""
    return ".".join(filter(None, (place, inner))) or None


def _by_preset(body: Any) -> Any:
    """The wish for a table; what its rules leave out is as in the game that they name."""
    match body:
        case {"settings": {"rules": {"preset": str(name), **rules}, **settings}} if name in PRESETS:
            whole = msgspec.to_builtins(PRESETS[name]) | rules
            return {**body, "settings": {**settings, "rules": whole}}
    return body


def _check_pin(pin: str | None) -> None:
    if pin is not None and len(pin) > LONGEST_PIN:
        raise TableError("bad_pin", f"a PIN has at most {LONGEST_PIN} characters")


def _address(request: Request) -> str:
    return request.client.host if request.client else "unknown"
