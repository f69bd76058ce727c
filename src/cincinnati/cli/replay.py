"""``cincinnati replay``: play recorded deals again and say how they end."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from cincinnati.bots.advice import advise
from cincinnati.cli.advising import advice_object, known_hands, short_line
from cincinnati.engine import Deal, Legal
from cincinnati.engine.decisions import decisions
from cincinnati.engine.events import DealStarted, Event, HandsDealt
from cincinnati.engine.seen import DealOpened, HandsReceived, PotAwarded, Refunded, Seen
from cincinnati.errors import RecordError
from cincinnati.records import Record, Replayed
from cincinnati.records import replay as replay_record
from cincinnati.records.phh import read_each
from cincinnati.words import Words
from cincinnati.words.telling import told

REFUSED = 2
DIFFERS = 1


def _no_option(_: object, file: str) -> None:
    """A dash alone is a file; with more behind it, it is an option that there is not."""
    if file.startswith("-") and file != "-":
        raise ValueError(f'unknown option "{file}"; a file of that name is ./{file}')


def replay(
    *files: Annotated[str, Parameter(allow_leading_hyphen=True, validator=_no_option)],
    json: bool = False,
    advice: bool = False,
    odds: bool = False,
) -> int:
    """Play recorded deals again and give the right chips.

    Exit status: 0 if all went well, 2 if a record was refused, 1 if one states other finishing
    stacks than the rules give. A refused record does not stop the others.

    Parameters
    ----------
    files
        Records in the poker hand history format (.phh, .phhs), or .jsonl with such a text
        in the field "phh" of each line; - is the standard input.
    json
        Print one JSON object a deal.
    advice
        Say after each move of a known hand what the expert would have done; `cincinnati advise`
        says more of it.
    odds
        Say what share of the pot each known hand may expect, after each card and each fold, and how
        that has changed.

    """
    status = 0
    for place, record in records_in(files):
        try:
            if isinstance(record, RecordError):
                raise record
            replayed = replay_record(record)
        except RecordError as error:
            status = REFUSED
            print_error(place, error, as_json=json)
            continue
        if replayed.differs:
            status = max(status, DIFFERS)
            print(f"{place}: the record states other finishing stacks", file=sys.stderr)
        _print_deal(place, replayed, as_json=json, advice=advice, odds=odds)
    return status


def records_in(files: tuple[str, ...]) -> Iterator[tuple[str, Record | RecordError]]:
    """Every deal of every file, or what is wrong with it, and where it stands."""
    if not files:
        yield "replay", RecordError("no_file", "name a file, or - for the standard input")
    for file in files:
        try:
            data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        except OSError as error:
            yield file, RecordError("unreadable", f"cannot be read: {error.strerror}")
            continue
        if file.endswith(".jsonl") or (file == "-" and data.lstrip().startswith(b"{")):
            yield from _jsonl(file, data)
            continue
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            yield file, RecordError("not_utf8", f"line {line}: not UTF-8 text")
        else:
            yield from _phh(file, text)


def _jsonl(file: str, data: bytes) -> Iterator[tuple[str, Record | RecordError]]:
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        place = f"{file}, line {number}"
        try:
            phh = msgspec.json.decode(line).get("phh")
        except (msgspec.DecodeError, AttributeError, RecursionError):
            phh = None
        if not isinstance(phh, str):
            message = f"line {number}: a JSON object with a text in the field phh is needed"
            yield place, RecordError("not_json", message)
            continue
        deals = list(_phh(place, phh))
        if len(deals) == 1:
            yield deals[0]
        else:
            message = f"line {number}: one deal a line is needed, not {len(deals)}"
            yield place, RecordError("several_deals", message)


def _phh(place: str, text: str) -> Iterator[tuple[str, Record | RecordError]]:
    try:
        records = list(read_each(text))
    except RecordError as error:
        yield place, error
        return
    for number, record in enumerate(records, 1):
        yield (place if len(records) == 1 else f"{place}, deal {number}"), record


def print_error(place: str, error: RecordError, *, as_json: bool) -> None:
    """Say what is wrong with a record, and where."""
    where = "" if error.at is None else f"action {error.at + 1} ({error.action}): "
    print(f"{place}: {where}{error}", file=sys.stderr)
    if as_json:
        _print_json(
            {
                "error": {
                    "at": error.at,
                    "action": error.action,
                    "code": error.code,
                    "message": str(error),
                    "allowed": legal_object(error.allowed),
                }
            }
        )


def _print_deal(place: str, replayed: Replayed, *, as_json: bool, advice: bool, odds: bool) -> None:
    deal = replayed.deal
    made = list(decisions(deal.events, known_hands(deal))) if advice and deal else []
    if as_json:
        advised = [advice_object(each.view, advise(each.view), each.done) for each in made]
        told_odds = {"odds": _odds_object(deal)} if odds else {}
        _print_json(deal_object(replayed) | ({"advice": advised} if advice else {}) | told_odds)
        return
    words = Words.preferred(os.environ)
    print(f"{place}:")
    if deal is None:
        print(f"  {words.text('terminal.replay.not_dealt')}")
        return
    by_event = {each.at: each.view for each in made}
    chances = _odds_lines(words, deal) if odds else {}
    for at, lines in enumerate(told(map(laid_open, deal.events), words, {})):
        for line in "\n".join(lines).splitlines():
            print(f"  {line}".rstrip())
        if view := by_event.get(at):
            print(f"    {short_line(words, view, advise(view))}")
        if chance := chances.get(at):
            print(f"    {chance}")
    if replayed.to_act is not None and replayed.legal is not None:
        to_act = words.text("table.to_act", name=f"p{replayed.to_act + 1}")
        print(f"  {to_act}: {words.allowed(replayed.legal, deal.state.level)}")
    print()


def _odds_lines(words: Words, deal: Deal) -> dict[int, str]:
    from cincinnati.cli.replayed_odds import odds_in, odds_lines  # NumPy, and the server's room

    return odds_lines(words, odds_in(deal))


def _odds_object(deal: Deal | None) -> list[dict[str, Any]]:
    from cincinnati.cli.replayed_odds import odds_in, odds_object

    return [] if deal is None else odds_object(odds_in(deal))


def laid_open(event: Event) -> Seen:
    """An event as somebody sees it who may see all cards that are recorded."""
    match event:
        case DealStarted(rules, stacks):
            return DealOpened(rules, stacks, event.commitment)
        case HandsDealt(hands):
            return HandsReceived(hands)
        case _:
            return event


def deal_object(replayed: Replayed) -> dict[str, Any]:
    """The answer of ``replay --json`` to a record that can be played."""
    deal = replayed.deal
    if deal is None or not deal.over:
        to_act = replayed.to_act
        return {
            "to_act": None if to_act is None else f"p{to_act + 1}",
            "legal": legal_object(replayed.legal),
        }
    back, taken = [0] * len(deal.stacks), [0] * len(deal.stacks)
    for event in deal.events:
        if isinstance(event, Refunded):
            back[event.position] += event.chips
    for award in deal.awards:
        for win in award.winners:
            taken[win.position] += win.chips
    return {
        "finishing_stacks": deal.stacks,
        "pots": [
            {
                "amount": pot.amount,
                "eligible": pot.eligible,
                "winners": [
                    winner
                    for award in deal.awards
                    if award.pot == number
                    for winner in _winners(award)
                ],
            }
            for number, pot in enumerate(deal.pots)
        ],
        "refund": back,
        "awards": taken,
        "shown": deal.state.shown,
    }


def _winners(award: PotAwarded) -> list[dict[str, Any]]:
    return [
        {
            "position": win.position,
            "amount": win.chips,
            "share": award.share.value,
            "five": [str(card) for card in win.cards],
        }
        for win in award.winners
    ]


def legal_object(legal: Legal | None) -> dict[str, Any] | None:
    """What is allowed, in the form that programs read."""
    if legal is None:
        return None
    return {
        "fold": legal.fold,
        "bring_in": legal.bring_in,
        "call": legal.call,
        "raise": legal.raise_to,
    }


def _print_json(answer: object) -> None:
    print(msgspec.json.encode(answer).decode())
