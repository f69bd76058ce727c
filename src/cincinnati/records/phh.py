"""Hand records in the poker hand history format, PHH: reading and writing.

The format is TOML, one deal a file (``.phh``) or many in numbered tables
(``.phhs``). The variants are ours: ``NCIN``, ``PCIN`` or ``FCIN`` (no, pot, fixed
limit), with ``/8`` for hi-lo; the user field ``_cincinnati`` names the preset and what
differs from it. ``docs/records.md`` lists the fields.

The one idea: a record is made from *events as somebody saw them*, so one that is meant for
a seat cannot hold what the seat did not see (`record_for`); the whole truth has to be
asked for by name (`full_record`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from cincinnati.engine import Deal
from cincinnati.engine.actions import BringIn, Call, Fold, Position, Raise
from cincinnati.engine.events import DealStarted, Event, HandsDealt
from cincinnati.engine.seen import (
    Bet,
    BringInPosted,
    Called,
    CardTurned,
    Checked,
    DealEnded,
    DealOpened,
    Folded,
    HandShown,
    HandsReceived,
    Raised,
    Seen,
)
from cincinnati.errors import RecordError
from cincinnati.records.fields import read_rules, rules_fields, stacks_field
from cincinnati.records.lines import Lines, not_toml
from cincinnati.records.steps import Act, DealHand, Step, TurnCard, format_step
from cincinnati.records.toml import toml_line
from cincinnati.rules import Ruleset


class Record(Struct, frozen=True):
    """A deal on paper: the rules, the stacks, and what was dealt and done, in order.

    ``actions`` are lines as `records.steps` describes them. ``finishing_stacks`` is what the
    record says of the end, ``None`` for an unfinished deal. Chips by position.
    """

    rules: Ruleset
    starting_stacks: tuple[int, ...]
    actions: tuple[object, ...]
    finishing_stacks: tuple[int, ...] | None = None
    extra: dict[str, Any] = {}
    """Fields that are not ours (players' names, venue, …), kept as they were."""


def read_records(text: str) -> list[Record]:
    """The deals of a ``.phh`` or ``.phhs`` text.

    Raises `RecordError`, which names the line, when the text is not TOML, a field is missing or
    wrong, or the rules contradict themselves. The actions are checked by `replay` alone.
    """
    records = []
    for record in read_each(text):
        if isinstance(record, RecordError):
            raise record
        records.append(record)
    return records


def read_each(text: str) -> Iterator[Record | RecordError]:
    """Every deal of a text, or what is wrong with it: one fault does not hide the other deals.

    Raises `RecordError` when the text as a whole cannot be read.
    """
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise not_toml(text, error) from None
    lines = Lines(text)
    if not table:
        raise RecordError("empty", "line 1: no deal here; a record begins with variant = …")
    many = all(name.isdecimal() and isinstance(deal, dict) for name, deal in table.items())
    for name, deal in table.items() if many else [("", table)]:
        try:
            yield _record(deal, lines, name)
        except RecordError as error:
            yield error


_OURS = frozenset(
    [
        "variant",
        "antes",
        "blinds_or_straddles",
        "bring_in",
        "min_bet",
        "small_bet",
        "big_bet",
        "starting_stacks",
        "actions",
        "finishing_stacks",
        "_cincinnati",
    ]
)


def _record(table: dict[str, Any], lines: Lines, section: str) -> Record:
    with lines.named(section):
        stacks = stacks_field(table, "starting_stacks")
        rules = read_rules(table, len(stacks))
        actions = table.get("actions")
        if not isinstance(actions, list):
            raise RecordError("actions", "actions: a list of texts is needed")
        finishing = None
        if "finishing_stacks" in table:
            finishing = stacks_field(table, "finishing_stacks", least=0)
            if len(finishing) != len(stacks):
                raise RecordError(
                    "finishing_stacks", f"finishing_stacks: {len(stacks)} amounts are needed"
                )
    extra = {name: value for name, value in table.items() if name not in _OURS}
    return Record(rules, stacks, tuple(actions), finishing, extra)


def record_for(deal: Deal, position: int | None) -> Record:
    """What a position (``None``: a spectator) may write down of a deal.

    Private cards that he did not see are ``??``; hands that were shown are in it.
    """
    return record_of(deal.seen(position))


def full_record(deal: Deal) -> Record:
    """The whole deal with all private cards: only for those who may know them."""
    return record_of(deal.events)


def record_of(events: Iterable[Seen | Event]) -> Record:
    """The record of a deal from its events, as somebody saw them or as they were."""
    told = tuple(events)
    first = told[0] if told else None
    if not isinstance(first, DealOpened | DealStarted):
        raise RecordError("events", "a record is made from all events of a deal, from the first on")
    shown = {event.position: event.cards for event in told if isinstance(event, HandShown)}
    steps = [step for event in told for step in _steps(event, shown)]
    ended = [event.stacks for event in told if isinstance(event, DealEnded)]
    return Record(
        rules=first.rules,
        starting_stacks=first.stacks,
        actions=tuple(format_step(step) for step in steps),
        finishing_stacks=ended[0] if ended else None,
    )


def _steps(event: Seen | Event, shown: dict[Position, tuple[Any, ...]]) -> Iterator[Step]:
    match event:
        case HandsReceived(hands) | HandsDealt(hands):
            for number, cards in enumerate(hands):
                position = Position(number)
                yield DealHand(position, shown.get(position, cards))
        case CardTurned(card):
            yield TurnCard(card)
        case Folded(position):
            yield Act(position, Fold())
        case Checked(position) | Called(position):
            yield Act(position, Call())
        case Bet(position, to) | Raised(position, to):
            yield Act(position, Raise(to))
        case BringInPosted(position):
            yield Act(position, BringIn())
        case _:  # a record says only what was dealt and done; the rest follows from it
            pass


def write_record(record: Record) -> str:
    """The record as PHH text; `read_records` gives it back."""
    fields: dict[str, Any] = dict(rules_fields(record.rules, len(record.starting_stacks)))
    ours = fields.pop("_cincinnati")
    fields["starting_stacks"] = list(record.starting_stacks)
    fields["actions"] = list(record.actions)
    if record.finishing_stacks is not None:
        fields["finishing_stacks"] = list(record.finishing_stacks)
    fields |= record.extra
    fields["_cincinnati"] = ours
    return "".join(toml_line(name, value) + "\n" for name, value in fields.items())


def write_records(records: Sequence[Record]) -> str:
    """Many deals as ``.phhs`` text, numbered from 1."""
    return "\n".join(
        f"[{number}]\n{write_record(record)}" for number, record in enumerate(records, 1)
    )
