"""`join_table`: a player in this process at a table on another machine."""

from __future__ import annotations

import asyncio
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cincinnati.engine.actions import Action, BringIn, Call, Fold, Raise
from cincinnati.errors import IllegalAction, Refusal, TableError
from cincinnati.tables.live import Phase, TableView
from cincinnati.tables.protocol import Update
from cincinnati.web.client import Notice, join_table
from cincinnati.web.door_keys import Address, DoorKeys
from web_docs.server_process import AT_ONCE, Host, LiveServer, seated, server_process

BOTS = ({"type": "add_bot", "bot": "rookie"}, {"type": "add_bot", "bot": "casual"})
START = {"type": "start"}
NOBODY_OUT = {"limit": "fixed", "stack": 1000}
"""Stakes at which every session has all its deals."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with server_process(tmp_path_factory.mktemp("server")) as running:
        yield running


class Scripted:
    """Checks and calls, unless the script of the test says something else."""

    def __init__(self, script: Callable[[Update], Action | None] = lambda _: None) -> None:
        self.script = script
        self.updates: list[Update] = []
        self.asked: list[Update] = []
        self.refusals: list[Refusal] = []

    async def watch(self, update: Update) -> None:
        self.updates.append(update)

    async def act(self, update: Update) -> Action:
        self.asked.append(update)
        assert update.view is not None
        assert update.view.legal is not None
        return self.script(update) or (BringIn() if update.view.legal.bring_in else Call())

    async def refused(self, error: IllegalAction) -> None:
        self.refusals.append(error.code)

    async def choose(self, update: Update) -> str | None:
        return "liz"


def play(
    host: Host, player: Scripted, *script: Callable[[], object], **options: object
) -> TableView:
    """The player joins, then the steps of the script are taken, then the session is played."""

    async def session() -> TableView:
        options.setdefault("name", "Pia")
        joined = asyncio.create_task(join_table(host.link, player, **options))  # type: ignore[arg-type]
        for step in script:
            await asyncio.to_thread(step)
        return await asyncio.wait_for(joined, 60)

    return asyncio.run(session())


def ready(host: Host, name: str = "Pia") -> Callable[[], object]:
    return lambda: host.waits(lambda view: name in seated(view))


def test_a_whole_session_against_bots(server: LiveServer) -> None:
    host = Host(server, rules={"deals": 4, "players": 3, **NOBODY_OUT})
    host.says(*BOTS)
    player = Scripted()
    view = play(host, player, ready(host), lambda: host.says(START))
    last = player.updates[-1]
    assert (view.phase, view.number, last.over, last.seat) == (Phase.FINISHED, 4, True, 2)
    assert sum(last.chips.values()) == 3000
    assert view.places == last.standings


def test_updates_are_those_of_a_local_table(server: LiveServer) -> None:
    """Every deal is told from its opening to its end, each event once."""
    host = Host(server, rules={"deals": 3, "players": 2, **NOBODY_OUT})
    host.says(BOTS[0])
    player = Scripted()
    play(host, player, ready(host), lambda: host.says(START))
    told: dict[int, list[str]] = {}
    for update in player.updates:
        names = [type(event).__name__ for event in update.happened]
        told.setdefault(update.number, []).extend(names)
    assert told.pop(0) == []
    assert sorted(told) == [1, 2, 3]
    for events in told.values():
        assert (events[0], events.count("DealOpened")) == ("DealOpened", 1)
        assert (events[-1], events.count("DealEnded")) == ("DealEnded", 1)
        assert events.count("CardTurned") in range(6)


def test_what_the_rules_refuse_is_asked_again(server: LiveServer) -> None:
    host = Host(server, rules={"deals": 1, "players": 2, **NOBODY_OUT})
    host.says(BOTS[0])
    tried: list[Action] = [Raise(to=1), Fold()]
    player = Scripted(lambda _: tried.pop(0) if tried else None)
    play(host, player, ready(host), lambda: host.says(START))
    assert player.refusals[0] is Refusal.RAISE_TOO_SMALL
    assert player.asked[0] == player.asked[1]


def test_the_dealer_names_the_game(server: LiveServer) -> None:
    host = Host(server, rules={"deals": 2, "players": 2, "dealers_choice": True, **NOBODY_OUT})
    host.says(BOTS[0])
    player = Scripted()
    play(host, player, ready(host), lambda: host.says(START))
    own_deals = [u.view for u in player.updates if u.view and u.order[-1] == u.seat]
    assert {view.rules.preset for view in own_deals} == {"liz"}


def test_a_server_that_is_killed_is_joined_again(tmp_path: Path) -> None:
    """The answer that was on its way is neither lost nor done twice, and no event is told twice."""
    with server_process(tmp_path) as server:
        host = Host(server, rules={"deals": 3, "players": 2, **NOBODY_OUT})
        host.says(BOTS[0])
        crashed: list[int] = []

        def crash_in_the_second_deal(update: Update) -> None:
            if update.number == 2 and not crashed:
                crashed.append(update.number)
                server.kill()
                server.start()

        player, notices = Scripted(crash_in_the_second_deal), list[Notice]()
        view = play(host, player, ready(host), lambda: host.says(START), notice=notices.append)
        assert (view.phase, crashed, notices) == (Phase.FINISHED, [2], [Notice.LOST, Notice.BACK])
        assert sum(player.updates[-1].chips.values()) == 2000
        opened = [e for u in player.updates for e in u.happened if type(e).__name__ == "DealOpened"]
        assert len(opened) == 3


def test_coming_back_is_the_same_seat(server: LiveServer, tmp_path: Path) -> None:
    host = Host(server, rules={"deals": 2, "players": 3, **NOBODY_OUT})
    host.says(BOTS[0])
    keys = tmp_path / "folder" / "seats.json"

    class Gone(Exception):
        """The person got up."""

    def gets_up(_: Update) -> None:
        raise Gone

    with pytest.raises(Gone):
        play(host, Scripted(gets_up), ready(host), lambda: host.says(START), keys=keys)
    away = host.waits(lambda view: any(seat["presence"] == "away" for seat in view["seats"]))
    assert stat.S_IMODE(keys.stat().st_mode) == 0o600
    player = Scripted()
    view = play(host, player, name="Somebody else", keys=keys)
    assert [one.name for one in view.people if one.bot is None] == ["Hanna", "Pia"]
    assert seated(away)["Pia"] == player.updates[-1].seat


def test_an_answer_after_the_clock_counts_for_nothing(server: LiveServer) -> None:
    """He sits out, so the table waits for him; his late answer shows that he is there again."""
    clock = AT_ONCE | {"action_ms": 400, "bank_ms": 0}
    host = Host(server, rules={"deals": 2, "players": 2, **NOBODY_OUT}, clock=clock)
    host.says(BOTS[0])
    asked: list[int] = []

    async def overslept(update: Update) -> Action:
        asked.append(update.number)
        if len(asked) == 1:
            await asyncio.sleep(1)
        return Call()

    player, notices = Scripted(), list[Notice]()
    player.act = overslept  # type: ignore[method-assign]
    view = play(host, player, ready(host), lambda: host.says(START), notice=notices.append)
    assert (view.phase, view.number, notices) == (Phase.FINISHED, 2, [Notice.LATE])
    assert (asked[0], set(asked[1:])) == (1, {2})


def test_the_newest_device_plays(server: LiveServer, tmp_path: Path) -> None:
    host = Host(server, rules={"deals": 1, "players": 2, **NOBODY_OUT})
    keys = DoorKeys(tmp_path / "seats.json")

    async def two_devices() -> None:
        options = {"name": "Pia", "keys": tmp_path / "seats.json"}
        first = asyncio.create_task(join_table(host.link, Scripted(), **options))  # type: ignore[arg-type]
        await asyncio.to_thread(ready(host))
        token = keys.token(Address.of(host.link))
        second = asyncio.create_task(join_table(host.link, Scripted(), name="x", token=token))
        with pytest.raises(TableError, match="another device"):
            await asyncio.wait_for(first, 20)
        second.cancel()
        await asyncio.gather(second, return_exceptions=True)

    asyncio.run(two_devices())


def test_a_host_who_decides_who_sits(server: LiveServer) -> None:
    host = Host(server, rules={"deals": 1, "players": 2, **NOBODY_OUT}, approve=True)
    host.says(BOTS[0])
    notices: list[Notice] = []

    def answer(code: str) -> Callable[[], None]:
        def step() -> None:
            asked = host.waits(lambda view: any(p["asked"] is not None for p in view["people"]))
            person = next(p["person"] for p in asked["people"] if p["asked"] is not None)
            host.says({"type": code, "person": person})

        return step

    with pytest.raises(TableError) as refused:
        play(host, Scripted(), answer("refuse"), notice=notices.append)
    assert (refused.value.code, notices) == ("seat_refused", [Notice.ASKED])
    view = play(host, Scripted(), answer("approve"), lambda: host.says(START), name="Quim")
    assert view.phase is Phase.FINISHED


def test_who_is_removed_is_told(server: LiveServer) -> None:
    host = Host(server)

    def remove() -> None:
        view = host.waits(lambda view: "Pia" in seated(view))
        person = next(p["person"] for p in view["people"] if p["name"] == "Pia")
        host.says({"type": "remove", "person": person})

    with pytest.raises(TableError) as removed:
        play(host, Scripted(), remove)
    assert removed.value.code == "removed"


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"pin": None}, "pin_needed"),
        ({"pin": "1111"}, "bad_pin"),
        ({"pin": "2468", "name": "hanna"}, "name_taken"),
        ({"pin": "2468"}, "full"),
        ({"token": "not-a-token"}, "stranger"),
    ],
)
def test_why_one_cannot_join(server: LiveServer, options: dict[str, str], code: str) -> None:
    host = Host(server, pin="2468", rules={"players": 2})
    host.says(*BOTS)
    with pytest.raises(TableError) as refused:
        play(host, Scripted(), **options)
    assert refused.value.code == code


def test_a_token_that_is_worth_nothing_any_more_is_forgotten(
    server: LiveServer, tmp_path: Path
) -> None:
    host = Host(server, rules={"deals": 1, "players": 2, **NOBODY_OUT})
    host.says(BOTS[0])
    keys = DoorKeys(tmp_path / "seats.json")
    keys.keep(Address.of(host.link), "of a database that was lost")
    options = {"keys": tmp_path / "seats.json"}
    view = play(host, Scripted(), ready(host), lambda: host.says(START), **options)
    assert view.phase is Phase.FINISHED
    assert keys.token(Address.of(host.link)) != "of a database that was lost"


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:1/abcdefghijklmnopqrstuv", "https://localhost:1/t/" + "a" * 22]
)
def test_a_server_that_is_not_there(url: str) -> None:
    with pytest.raises(TableError) as gone:
        asyncio.run(join_table(url, Scripted(), name="Pia"))
    assert gone.value.code == "unreachable"


@pytest.mark.parametrize(
    ("url", "api", "socket"),
    [
        ("http://h:8000/T", "http://h:8000/api/tables/T", "ws://h:8000/api/tables/T/socket"),
        ("https://h/t/T#top", "https://h/api/tables/T", "wss://h/api/tables/T/socket"),
        ("https://h/sub/api/tables/T", "https://h/sub/api/tables/T", "wss://h/sub/api/tables/T/socket"),
        ("http://h/api/tables/T/socket", "http://h/api/tables/T", "ws://h/api/tables/T/socket"),
    ],
)  # fmt: skip
def test_links_that_lead_to_a_table(url: str, api: str, socket: str) -> None:
    table = "-Ab3_" + "x" * 17
    address = Address.of(url.replace("T", table))
    assert (address.api, address.socket) == (api.replace("T", table), socket.replace("T", table))


@pytest.mark.parametrize("url", ["", "h/T", "ftp://h/" + "a" * 22, "http://h/", "http://h/short"])
def test_links_that_lead_nowhere(url: str) -> None:
    with pytest.raises(TableError):
        Address.of(url)


def test_a_broken_file_of_tokens_is_an_empty_one(tmp_path: Path) -> None:
    file, table = tmp_path / "seats.json", Address.of("http://h/" + "a" * 22)
    file.write_text("{", encoding="utf-8")
    keys = DoorKeys(file)
    assert keys.token(table) is None
    keys.keep(table, "secret")
    assert keys.token(table) == "secret"
    keys.forget(table)
    assert keys.token(table) is None
