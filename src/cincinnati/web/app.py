"""The web application: routes, headers, and what becomes of errors."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState
from uvicorn.protocols.utils import ClientDisconnected

from cincinnati.errors import code_of
from cincinnati.store import OutOfReach, TableId
from cincinnati.web.about import about
from cincinnati.web.api import REFUSALS, Api, Problem, answer, problem
from cincinnati.web.messages import Refused
from cincinnati.web.openapi import openapi
from cincinnati.web.security import ASSET_HEADERS, HEADERS, address_of, origin_allowed
from cincinnati.web.site import Limits, Site
from cincinnati.web.socket import Connection
from cincinnati.web.static import Client

logger = logging.getLogger(__name__)

Handler = Callable[[Request], Awaitable[Response]]
POLICY_VIOLATION = 1008
BROKEN = 1011
LATER = 1013
TOO_OFTEN = 429
LENGTHS = {b"content-length", b"transfer-encoding"}
"""Who has both may hide a request within another one from a proxy before us."""


def make_app(site: Site, client: Client | None = None) -> Starlette:
    """The application of one server process; ``client`` is the page, the built one if not given."""
    api, page = Api(site), client or Client.built()
    site.house.heard_chat.append(site.connections.hear)
    site.house.heard_device.append(site.connections.hear_device)
    site.house.store.reach.heard.append(site.connections.out_of_reach)

    async def socket(websocket: WebSocket) -> None:
        await _serve(websocket, site)

    async def describe(_: Request) -> Response:
        return answer(openapi())

    async def tell_about(_: Request) -> Response:
        return answer(about(site))

    async def missing(request: Request, error: Exception) -> Response:
        known = error if isinstance(error, HTTPException) else HTTPException(404)
        if not request.url.path.startswith("/api/"):
            response = page.page(request, known.status_code)
        elif known.status_code == 405:
            response = answer(Problem("bad_request", "not with this method"), 405)
        else:
            response = answer(Problem("not_found", "there is nothing of that name here"), 404)
        response.headers.update(known.headers or {})  # which methods there are
        return response

    table = "/api/tables/{table}"
    routes = [
        Route("/api/tables", _guarded(api.make, site), methods=["POST"]),
        Route(table, _guarded(api.look, site)),
        Route(f"{table}/join", _guarded(api.join, site), methods=["POST"]),
        Route(f"{table}/link", _guarded(api.link, site), methods=["POST"]),
        Route(f"{table}/claim", _guarded(api.claim, site), methods=["POST"]),
        Route(f"{table}/odds", _guarded(api.odds, site)),
        Route(f"{table}/deals", _guarded(api.deals, site)),
        Route(f"{table}/deals/{{deal}}", _guarded(api.deal, site)),
        Route(f"{table}/deals/{{deal}}/odds", _guarded(api.deal_odds, site)),
        Route(f"{table}/deals/{{deal}}/advice", _guarded(api.deal_advice, site)),
        Route(f"{table}/records", _guarded(api.records, site)),
        Route(f"{table}/transcript", _guarded(api.transcript, site)),
        WebSocketRoute(f"{table}/socket", socket),
        Route("/api/worked/{preset}", _guarded(api.worked, site)),
        Route("/api/worked/{preset}/odds", _guarded(api.worked_odds, site)),
        Route("/api/worked/{preset}/advice", _guarded(api.worked_advice, site)),
        Route("/api/presets", _guarded(api.presets, site)),
        Route("/api/about", _guarded(tell_about, site)),
        Route("/api/health", _guarded(api.health, site)),
        Route("/api/openapi.json", _guarded(describe, site)),
        Route("/metrics", _guarded(api.metrics, site)),
        *page.routes(),
    ]

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with site.house.running():
            yield

    elsewhere = {404: missing, 405: missing}
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers=elsewhere)
    app.add_middleware(Unhurried, limits=site.limits)
    app.add_middleware(SafeHeaders)
    return app


def _guarded(handler: Handler, site: Site) -> Handler:
    """Refusals become answers; of anything unexpected a client learns nothing but that."""

    async def guarded(request: Request) -> Response:
        try:
            return await handler(request)
        except REFUSALS as error:
            return problem(error)
        except ClientDisconnect:  # in the middle of what he asked; nobody reads the answer
            return Response(status_code=400)
        except Exception:
            site.measures.faults.inc()
            logger.exception("a request failed")
            return answer(Problem("fault", "something went wrong here; try again"), 500)

    return guarded


async def _serve(websocket: WebSocket, site: Site) -> None:
    denied = _denial(websocket, site)
    if denied is not None:
        address = address_of(websocket)
        if denied.status_code == TOO_OFTEN or not site.limits.asked.allows(address):
            await site.limits.slowly.wait(address)
        await websocket.send_denial_response(denied)
        # If it just returned, the server would take that for a forgotten handshake, and log it.
        raise ClientDisconnected
    with site.limits.sockets.one(address_of(websocket)):
        await websocket.accept()
        await _accepted(websocket, site)


def _denial(socket: WebSocket, site: Site) -> Response | None:
    """What a page of this origin, from this address, is answered instead of a connection now."""
    headers = socket.headers
    if not origin_allowed(headers.get("origin"), headers.get("host"), site.public_url):
        return answer(Problem("foreign_page", "pages of another origin may not connect"), 403)
    if site.closing:
        return answer(Problem("closing", "the server stops; connect again in a moment"), 503)
    address = address_of(socket)
    if site.limits.sockets.full(address) or not site.limits.connect.allows(address):
        return answer(Problem("too_often", "too many connections; wait a little"), 429)
    return None


async def _accepted(websocket: WebSocket, site: Site) -> None:
    try:
        table = await site.house.open(TableId(websocket.path_params["table"]))
        with site.measures.sockets.track_inprogress():
            await Connection(websocket, site, table).run()
    except WebSocketDisconnect:
        return
    except OutOfReach as error:
        await _refuse(websocket, Refused(code_of(error), str(error)), LATER)
    except REFUSALS as error:
        await _refuse(websocket, Refused(code_of(error), str(error)), POLICY_VIOLATION)
    except Exception:
        site.measures.faults.inc()
        logger.exception("a connection failed")
        fault = Refused("fault", "something went wrong here; connect again")
        await _refuse(websocket, fault, BROKEN)


async def _refuse(websocket: WebSocket, refused: Refused, code: int) -> None:
    if websocket.application_state is WebSocketState.CONNECTED:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await websocket.send_text(msgspec.json.encode(refused).decode())
            await websocket.close(code)


class Unhurried:
    """Answers an address slowly that asks for very much, whatever it asks for."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app = app
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; refuse it if too many of the same address wait already."""
        refused = await self._refused(scope) if scope["type"] == "http" else None
        await (refused or self._app)(scope, receive, send)

    async def _refused(self, scope: Scope) -> Response | None:
        if {name for name, _ in scope["headers"]} >= LENGTHS:
            refused = answer(Problem("bad_request", "the body's length is told twice"), 400)
            refused.headers["connection"] = "close"
            return refused
        address = address_of(HTTPConnection(scope))
        if self._limits.asked.allows(address) or await self._limits.slowly.wait(address):
            return None
        return answer(Problem("too_often", "too many requests; wait a little"), TOO_OFTEN)


class SafeHeaders:
    """Puts the security headers on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and the headers with its answer."""

        async def with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                # What belongs to a page is of no use to a script or a font of it.
                part = scope["path"].startswith("/assets/")
                for name, value in (ASSET_HEADERS if part else HEADERS).items():
                    headers[name] = value
            await send(message)

        await self._app(scope, receive, with_headers)
