"""Messages as clients send them to a table, whole and broken, for Hypothesis to make."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from cincinnati.rules.presets import PRESETS
from cincinnati.tables.live import TableView
from cincinnati.tables.live.table import Table
from wire_legal import legal_commands

ODD_NUMBERS = st.sampled_from(
    [-1, 0, 1, 2, 8, 9, 40, 41, 10**6, 2**31, 2**53 + 1, 2**63 - 1, -(2**63), 2**64, 10**40]
)
ODD_TEXTS = st.text(max_size=30) | st.sampled_from(
    ["", " ", "\x00", "\u202eevil", "\ud800", "<b>", "\x1b[2J", "e" + "\u0301" * 40, "x" * 5000]
)
JSON = st.recursive(
    st.none() | st.booleans() | ODD_NUMBERS | st.floats() | ODD_TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=4,
)


@dataclass(frozen=True)
class Now:
    """Stands for what is so at the table when the message is sent."""

    what: str
    more: int = 0

    def at(self, table: Table) -> Any:
        """What is meant."""
        session = table.session
        legal = session.deal.legal if session and session.deal else None
        match self.what:
            case "person":
                return ([*table.people, "p999"] * 9)[self.more]
            case "deal":
                return session.number if session else 0
            case "turn":
                return table.turn - self.more
            case "price":
                return legal.call if legal else 0
            case _:
                return ((legal and legal.raise_to) or (2, 40))[self.more % 2] + self.more // 2


def meant_at(table: Table, value: Any) -> Any:
    """The message with what it means at the table now."""
    match value:
        case Now():
            return value.at(table)
        case dict():
            return {name: meant_at(table, inner) for name, inner in value.items()}
        case _:
            return value


SEATS = st.none() | st.integers(0, 8)
PEOPLE = st.builds(Now, st.just("person"), st.integers(0, 8))
ACTIONS = st.sampled_from([{"type": "call"}, {"type": "fold"}, {"type": "bring_in"}]) | (
    st.fixed_dictionaries(
        {"type": st.just("raise"), "to": st.builds(Now, st.just("raise"), st.integers(-2, 3))}
    )
)
SETTINGS = st.fixed_dictionaries(
    {
        "rules": st.fixed_dictionaries(
            {"players": st.integers(2, 8), "ante": st.integers(0, 3), "deals": st.just(50)}
        ),
        "clock": st.just({"think_ms": [0, 0], "between_ms": 0}),
        "title": ODD_TEXTS,
        "spectators": st.booleans(),
        "approve": st.booleans(),
    }
)


def of(kind: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Objects of this type."""
    return st.fixed_dictionaries({"type": st.just(kind), **fields})


ACT = of(
    "act",
    deal=st.just(Now("deal")),
    turn=st.builds(Now, st.just("turn"), st.sampled_from([0, 0, 0, 1, 3])),
    price=st.just(Now("price")),
    action=ACTIONS,
)
COMMANDS = st.one_of(
    ACT,
    ACT,
    *(of(kind) for kind in ("leave", "sit_out", "sit_in", "start", "pause", "resume", "unknown")),
    *(of(kind, person=PEOPLE) for kind in ("approve", "refuse", "remove", "hand_over")),
    of("sit", seat=SEATS),
    of("join", name=ODD_TEXTS),
    of("name_preset", preset=st.sampled_from([None, *PRESETS, "x"])),
    of("add_bot", bot=st.sampled_from(["rookie", "god"]), seat=SEATS),
    of("change", settings=SETTINGS),
    of("correct", seat=st.integers(0, 8), chips=st.integers(-50, 50), reason=ODD_TEXTS),
)
IDS = st.integers(0, 40).map("c{}".format)
DO = of("do", id=st.one_of(*[IDS] * 9, ODD_TEXTS), command=COMMANDS)
WHOLE = st.one_of(
    *[DO] * 6,
    of("say", text=ODD_TEXTS),
    of("emote", code=st.sampled_from(["nice", "wow", "gun", ""])),
    of("take_back"),
    of("ping", number=st.integers(0, 99)),
    of("hello", protocol=st.just(1), token=st.none()),
)
"""What clients send."""


def broken(draw: st.DrawFn, value: dict[str, Any]) -> dict[str, Any]:
    """The same with one thing wrong somewhere."""
    name = draw(st.sampled_from([*value, "more"]))
    inner = value.get(name)
    if isinstance(inner, dict) and draw(st.booleans()):
        return {**value, name: broken(draw, inner)}
    if draw(st.booleans()):
        return {field: each for field, each in value.items() if field != name}
    return {**value, name: draw(JSON)}


@dataclass(frozen=True)
class Script:
    """A message that somebody sends, as soon as the table is known."""

    device: int
    message: dict[str, Any]
    damage: tuple[int, int, str] = (0, 0, "")
    """At this place so many characters are replaced by these."""
    raw: str | bytes | None = None
    pick: int | None = None
    """Which of the commands that are open to him he chooses instead; his is whose turn it is."""

    def said(self, table: Table, view: TableView, id_: str) -> str | bytes:
        """What goes over the line; a command that is picked has this id."""
        if self.raw is not None:
            return self.raw
        legal = legal_commands(view) if self.pick is not None else []
        if legal:
            command = legal[(self.pick or 0) % len(legal)]
            return json.dumps({"type": "do", "id": id_, "command": command})
        text = json.dumps(meant_at(table, self.message))
        at, length, instead = self.damage
        at %= len(text)
        return text[:at] + instead + text[at + length :]


@st.composite
def scripts(draw: st.DrawFn) -> Script:
    """Anything that may come out of a frame; half of it what a good client would send."""
    device = draw(st.sampled_from([0, 0, 0, 1, 2, 3]))
    if draw(st.booleans()):
        return Script(device, {"type": "ping"}, pick=draw(st.integers(0, 99)))
    if draw(st.integers(0, 9)) == 0:
        return Script(device, {}, raw=draw(st.text() | st.binary()))
    message = draw(WHOLE)
    for _ in range(draw(st.sampled_from([0, 0, 0, 1, 1, 2]))):
        message = broken(draw, message)
    if draw(st.integers(0, 9)):
        return Script(device, message)
    damage = draw(st.tuples(st.integers(0, 999), st.integers(0, 3), st.text(max_size=3)))
    return Script(device, message, damage)


evenings = st.builds(
    lambda sent, last: [*sent, *last],
    st.lists(scripts(), min_size=30, max_size=50),
    st.lists(
        st.builds(Script, st.just(0), of("do", id=st.just("end"), command=of("end"))), max_size=1
    ),
)
"""What is sent in an example; the host closes the table at the end, if ever."""
