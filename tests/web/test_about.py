"""What a server says of itself, and under which addresses it is reached."""

from __future__ import annotations

import socket

import httpx
import pytest

from cincinnati import __version__
from cincinnati.bots import names
from cincinnati.cli.start import greeting
from cincinnati.store import Store
from cincinnati.tables.live import House
from cincinnati.web.about import addresses, only_this_machine
from cincinnati.web.serve import Server, listening
from cincinnati.web.site import Site
from cincinnati.words import LANGUAGES, Words
from live_server import live_server

pytestmark = pytest.mark.anyio


async def test_about_over_http(sqlite: str) -> None:
    async with live_server(sqlite) as live, httpx.AsyncClient(base_url=live.url) as http:
        told = (await http.get("/api/about")).json()
        assert told["version"] == __version__
        assert told["addresses"] == [live.url]
        assert told["languages"] == list(LANGUAGES)
        assert told["bots"][:5] == ["rookie", "casual", "regular", "strong", "expert"]
        assert sorted(told["bots"]) == list(names())


async def test_a_public_address_comes_first_of_all(sqlite: str) -> None:
    async with (
        live_server(sqlite, public_url="https://cards.example.org/") as live,
        httpx.AsyncClient(base_url=live.url) as http,
    ):
        assert (await http.get("/api/about")).json()["addresses"] == ["https://cards.example.org"]


class Way:
    """A datagram socket of a machine that has one way out; sending is an error."""

    def __init__(self, own: dict[str, str]) -> None:
        self.own = own
        self.to = ""

    def __call__(self, *_: object) -> Way:
        return self

    def __enter__(self) -> Way:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def connect(self, to: tuple[str, int]) -> None:
        self.to = to[0]
        if self.to not in self.own:
            raise OSError("no route to host")

    def getsockname(self) -> tuple[str, int]:
        return self.own[self.to], 40000


HOME = {
    "192.0.2.1": "192.168.1.20",
    "192.168.255.254": "192.168.1.20",
    "10.255.255.254": "10.8.0.2",
}
REACHED = ("http://192.168.1.20:8000", "http://10.8.0.2:8000")
HERE = ("http://127.0.0.1:8000",)


@pytest.mark.parametrize(
    ("own", "host", "reached", "alone"),
    [
        (HOME, "0.0.0.0", REACHED, False),  # noqa: S104
        ({}, "0.0.0.0", HERE, True),  # noqa: S104
        (HOME | {"192.0.2.1": "127.0.0.1"}, "0.0.0.0", REACHED, False),  # noqa: S104
        ({"192.0.2.1": "127.0.0.1"}, "0.0.0.0", HERE, True),  # noqa: S104
        (HOME, "127.0.0.1", HERE, True),
        (HOME, "localhost", ("http://localhost:8000",), True),
        (HOME, "192.168.1.20", ("http://192.168.1.20:8000",), False),
        ({"2001:db8::1": "fd00::7"}, "::", ("http://[fd00::7]:8000",), False),
        (HOME, "::1", ("http://[::1]:8000",), True),
    ],
)
async def test_where_a_server_is_reached(
    own: dict[str, str],
    host: str,
    reached: tuple[str, ...],
    alone: bool,
    sqlite: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = await Store.open(sqlite)
    site = Site(House(store))
    await store.close()
    site.listens = host, 8000
    with monkeypatch.context() as patched:
        patched.setattr(socket, "socket", Way(own))
        assert addresses(site) == reached
        assert only_this_machine(site) is alone
        told = "\n".join(greeting(site, Words.of("en")))
    assert f"{reached[0]}/" in told
    assert ("Only this machine" in told) is alone
    assert ("Phones" in told) is not alone


async def test_the_server_knows_at_which_port_it_listens(sqlite: str) -> None:
    async with live_server(sqlite) as live:
        assert live.site.listens == ("127.0.0.1", int(live.url.rpartition(":")[2]))


def test_the_next_free_port_is_taken() -> None:
    with listening("127.0.0.1", 0) as [first]:
        port = first.getsockname()[1]
        with pytest.raises(OSError, match=f"port {port} is taken by other programs"):
            listening("127.0.0.1", port).__enter__()
        with listening("127.0.0.1", port, 20) as [second]:
            assert port < second.getsockname()[1] < port + 20


def test_an_address_that_this_machine_has_not_is_said() -> None:
    with pytest.raises(OSError, match=r"cannot listen at 192\.0\.2\.77, port 8000"):
        listening("192.0.2.77", 8000).__enter__()


def test_all_addresses_of_a_name_get_the_same_port(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 0)),
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.2", 0)),
    ]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    with listening("two", 0) as sockets:
        names = [each.getsockname() for each in sockets]
    assert [name[0] for name in names] == ["127.0.0.1", "127.0.0.2"]
    assert names[0][1] == names[1][1]


@pytest.mark.parametrize(
    ("trusted", "secure"), [("127.0.0.1", True), ("127.0.0.0/8", True), ("192.0.2.9", False)]
)
async def test_only_proxies_that_are_trusted_are_believed(
    trusted: str, secure: bool, sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is believed that the browser came by HTTPS gets a cookie for HTTPS only."""
    made = Server.__init__

    def trusting(self: Server, *arguments: object, **_: object) -> None:
        made(self, *arguments, trusted=trusted)  # type: ignore[arg-type]

    monkeypatch.setattr(Server, "__init__", trusting)
    async with live_server(sqlite) as live, httpx.AsyncClient(base_url=live.url) as http:
        proxy = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.5"}
        answer = await http.post("/api/tables", json={"name": "Ann"}, headers=proxy)
        assert ("Secure" in answer.headers["set-cookie"]) is secure
