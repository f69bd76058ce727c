"""``cincinnati advise``: what the expert would do, in a recorded hand or in a spot in words."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from cincinnati.bots.advice import advise as advice_on
from cincinnati.cli.advising import (
    advice_lines,
    advice_object,
    hand_line,
    known_hands,
    names_in,
)
from cincinnati.cli.options import TableOptions
from cincinnati.cli.replay import REFUSED, laid_open, print_error, records_in
from cincinnati.cli.spot import deal_at
from cincinnati.engine import Action, Deal, Position, View
from cincinnati.engine.decisions import decisions
from cincinnati.engine.seen import Bet, BringInPosted, Called, CardTurned, Checked, Folded, Raised
from cincinnati.errors import RecordError, RulesError
from cincinnati.records import Replayed
from cincinnati.records import replay as replay_record
from cincinnati.rules import Limit  # noqa: F401  (cyclopts looks inherited types up here)
from cincinnati.words import Words
from cincinnati.words.events import name_at

NO_RULES = TableOptions()
_FILES = (".phh", ".phhs", ".jsonl")


def advise(
    hand: str,
    *,
    board: str = "",
    moves: str = "",
    deal: int | None = None,
    step: int | None = None,
    seat: str | None = None,
    json: bool = False,
    language: str | None = None,
    table: TableOptions = NO_RULES,
) -> int:
    """Say what the expert would do, how often, and why.

    Exit status: 0 if all went well, 2 if something is wrong with the question or a record.

    Parameters
    ----------
    hand
        The private cards of whoever is to act: AsAd3c4c6d. Or a record (.phh, .phhs, .jsonl, or -
        for the standard input): then the decisions of every hand that it shows.
    board
        The community cards turned so far, in their order: Ah,Kc.
    moves
        What was done up to now: "check, bet 2, raise 6"; also fold, call, complete 4, all-in and
        bring-in. A | stands between two rounds; rounds before the first one told were checked
        through.
    deal
        Of a file with many deals, this one alone, from 1.
    step
        Of a recorded deal, this decision alone, by the number that stands before it.
    seat
        Of a recorded deal, the decisions of this player alone: p2, or his name.
    json
        Print one JSON object a decision.
    language
        en, fr, it or pt; otherwise as the environment asks.

    """
    words = Words.preferred(os.environ) if language is None else Words.of(language)
    wanted = _Wanted(deal, step, seat)
    if _is_file(hand):
        if board or moves or table != NO_RULES:
            raise RulesError("record", "it has cards, moves and rules of its own: give it alone")
        return _recorded(hand, wanted, words, json=json)
    if wanted != _Wanted(None, None, None):
        raise RulesError("record", f"deal, step and seat are for a record; '{hand}' is none")
    rules = table.ruleset()
    stacks = [rules.stack] * rules.players
    spot = deal_at(rules, stacks=stacks, hand=hand, board=board, moves=moves)
    if json:
        view = spot.view(spot.to_act)
        _print_json(advice_object(view, advice_on(view)))
    else:
        _tell_spot(spot, words)
    return 0


def _is_file(text: str) -> bool:
    return text == "-" or text.endswith(_FILES) or Path(text).exists()


# --- a recorded hand ---------------------------------------------------------------------


class _Wanted(Struct, frozen=True):
    """Which decisions are asked for; ``None``: all."""

    deal: int | None
    step: int | None
    seat: str | None


class _Turn(Struct, frozen=True):
    """A decision of a recorded deal."""

    step: int
    position: Position
    name: str
    view: View
    done: Action | None
    """``None`` where the record ends with it."""
    told: str


def _recorded(file: str, wanted: _Wanted, words: Words, *, json: bool) -> int:
    found = list(records_in((file,)))
    if wanted.deal is not None and not 1 <= wanted.deal <= len(found):
        raise RulesError("deal", f"1 to {len(found)}, not {wanted.deal}")
    if wanted.step is not None and wanted.deal is None and len(found) > 1:
        raise RulesError("step", f"the file has {len(found)} deals: choose one with --deal")
    status, told = 0, False
    for number, (place, record) in enumerate(found, 1):
        if wanted.deal not in (None, number):
            continue
        try:
            if isinstance(record, RecordError):
                raise record
            turns = list(_turns(replay_record(record), words))
        except RecordError as error:
            status = REFUSED
            print_error(place, error, as_json=json)
            continue
        chosen = _chosen(turns, wanted)
        told |= bool(chosen)
        if json:
            for turn in chosen:
                _print_turn(number, turn)
        elif chosen or not turns:
            _tell_turns(f"{place}: {words.preset(record.rules.preset)}", chosen, words)
    if wanted.seat is not None and not told and not status:
        raise RulesError("seat", f"no decision of '{wanted.seat}' with cards that are shown here")
    return status


def _turns(replayed: Replayed, words: Words) -> Iterator[_Turn]:
    """The decisions of every hand that the record shows; one that is still due is the last."""
    deal = replayed.deal
    if deal is None:
        return
    names = names_in(replayed.record)
    known = known_hands(deal)
    step = 0
    for step, made in enumerate(decisions(deal.events, known), 1):
        name = name_at(names, made.position)
        told = " ".join(words.event(laid_open(deal.events[made.at]), names))
        yield _Turn(step, made.position, name, made.view, made.done, told)
    if (due := replayed.to_act) in known and due is not None:
        told = words.text("table.to_act", name=name_at(names, due))
        yield _Turn(step + 1, due, name_at(names, due), deal.view(due), None, told)


def _chosen(turns: list[_Turn], wanted: _Wanted) -> list[_Turn]:
    """The decisions that are asked for; raises `RulesError` if there is no such step."""
    if wanted.step is not None and not 1 <= wanted.step <= len(turns):
        raise RulesError("step", f"1 to {len(turns)}, not {wanted.step}")
    return [
        turn
        for turn in turns
        if wanted.seat in (None, f"p{turn.position + 1}", turn.name)
        and wanted.step in (None, turn.step)
    ]


def _tell_turns(title: str, turns: list[_Turn], words: Words) -> None:
    print(title)
    if not turns:
        print(f"  {words.text('terminal.advice.unknown')}")
    for turn in turns:
        print()
        print(f"{turn.step}. {turn.name}  {hand_line(words, turn.view)}")
        for line in (turn.told, *advice_lines(words, turn.view, advice_on(turn.view), turn.done)):
            print(f"  {line}")
    print()


def _print_turn(number: int, turn: _Turn) -> None:
    where = {"deal": number, "step": turn.step}
    _print_json(where | advice_object(turn.view, advice_on(turn.view), turn.done))


# --- a spot ---------------------------------------------------------------------------------


def _tell_spot(deal: Deal, words: Words) -> None:
    """What was done, a line a round, and what to do now."""
    view, legal = deal.view(deal.to_act), deal.legal
    print(words.count("odds.title", len(view.players), game=words.preset(view.rules.preset)))
    for moves in _rounds(deal, words):
        print(moves)
    name = name_at({}, view.position or 0)
    print(f"\n{name}  {hand_line(words, view)}")
    if legal is not None:
        to_act = words.text("table.to_act", name=name)
        print(f"  {to_act}: {words.allowed(legal, view.level)}")
    for line in advice_lines(words, view, advice_on(view)):
        print(f"  {line}")


def _rounds(deal: Deal, words: Words) -> Iterator[str]:
    lines: list[list[str]] = [[]]
    for event in deal.events:
        match event:
            case CardTurned():
                lines.append([])
            case BringInPosted() | Folded() | Checked() | Called() | Bet() | Raised():
                lines[-1] += words.event(event, {})
            case _:
                pass
    return (" ".join(line) for line in lines if line)


def _print_json(answer: object) -> None:
    print(msgspec.json.encode(answer).decode())
