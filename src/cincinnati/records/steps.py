"""The actions of a hand record, one line of text each (poker hand history format).

::

    d dh p1 AsKdThJhQc      five private cards for p1; ?? stands for an unknown card
    d db 7c                 the next community card
    p2 f · p2 cc · p2 cbr 6 · p2 pb     fold · check or call · bet or raise to 6 · bring-in
    p2 sm                   shows his hand (read, never needed: live hands are shown)

Players count from 1 here, from the dealer's left. Text after ``#`` is a comment.
"""

from __future__ import annotations

import re

from msgspec import Struct

from cincinnati.cards import Card, parse_cards
from cincinnati.engine.actions import Action, BringIn, Call, Fold, Position, Raise
from cincinnati.errors import DuplicateCard, RecordError, UnknownCard, excerpt
from cincinnati.rules import PRIVATE_CARDS

UNKNOWN = "??"


class DealHand(Struct, frozen=True):
    """``d dh p1 …``: a player's private cards, ``None`` where unknown."""

    position: Position
    cards: tuple[Card | None, ...]


class TurnCard(Struct, frozen=True):
    """``d db …``: a community card."""

    card: Card


class Act(Struct, frozen=True):
    """What a player does."""

    position: Position
    action: Action


class Show(Struct, frozen=True):
    """``p1 sm …``: a player shows these cards (all of his, if none are given)."""

    position: Position
    cards: tuple[Card | None, ...]


Step = DealHand | TurnCard | Act | Show

_DIGITS = re.compile(r"[0-9]{1,15}")
_PLAYER = re.compile(r"p([0-9]{1,3})")
_HAND = re.compile(r"((?:10|[^\s?])[^\s?]|\?\?)")
_FORMS = "d dh pN CARDS, d db CARD, pN f, pN cc, pN cbr AMOUNT, pN pb or pN sm"


def parse_step(text: object, at: int, players: int) -> Step:
    """The step that a line of ``actions`` is; raises `RecordError` that names the line."""
    if not isinstance(text, str):
        raise RecordError(
            "not_text", f"an action is a text, not {excerpt(text)}", at=at, action=excerpt(text)
        )
    words = text.split("#", 1)[0].split()
    try:
        match words:
            case ["d", "dh", player, *cards]:
                return DealHand(_position(player, players), _hand("".join(cards)))
            case ["d", "db", *cards]:
                return TurnCard(_board_card("".join(cards)))
            case [player, "f"]:
                return Act(_position(player, players), Fold())
            case [player, "cc"]:
                return Act(_position(player, players), Call())
            case [player, "pb"]:
                return Act(_position(player, players), BringIn())
            case [player, "cbr", amount]:
                return Act(_position(player, players), Raise(to=_amount(amount)))
            case [player, "sm", *cards]:
                return Show(
                    _position(player, players),
                    _hand("".join(cards)) if cards not in ([], ["-"]) else (),
                )
            case _:
                raise _Fault("not_an_action", f"not an action; an action is {_FORMS}")
    except _Fault as fault:
        raise RecordError(fault.code, str(fault), at=at, action=text) from None
    except DuplicateCard as error:
        raise RecordError("duplicate_card", str(error), at=at, action=text) from None
    except UnknownCard as error:
        raise RecordError("unknown_card", str(error), at=at, action=text) from None


def format_step(step: Step) -> str:
    """The line that `parse_step` reads as this step."""
    match step:
        case DealHand(position, cards):
            return f"d dh p{position + 1} {_text(cards)}"
        case TurnCard(card):
            return f"d db {card}"
        case Show(position, cards):
            return f"p{position + 1} sm {_text(cards)}".rstrip()
        case Act(position, action):
            return f"p{position + 1} {_format_action(action)}"


def _format_action(action: Action) -> str:
    match action:
        case Fold():
            return "f"
        case Call():
            return "cc"
        case BringIn():
            return "pb"
        case Raise(to):
            return f"cbr {to}"


class _Fault(Exception):
    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def _position(word: str, players: int) -> Position:
    match = _PLAYER.fullmatch(word)
    if match is None:
        raise _Fault("not_an_action", f"not an action; an action is {_FORMS}")
    number = int(match.group(1))
    if not 1 <= number <= players:
        raise _Fault("no_such_player", f"no player {word}: there are p1 to p{players}")
    return Position(number - 1)


def _amount(word: str) -> int:
    if _DIGITS.fullmatch(word) is None:
        raise _Fault("bad_amount", f"an amount is a whole number of chips, 0 or more, not {word}")
    return int(word)


def _hand(text: str) -> tuple[Card | None, ...]:
    pieces = _HAND.findall(text)
    if "".join(pieces) != text or len(pieces) != PRIVATE_CARDS:
        raise _Fault(
            "bad_hand", f"{PRIVATE_CARDS} private cards, {UNKNOWN} for an unknown one, not {text!r}"
        )
    known = iter(parse_cards("".join(piece for piece in pieces if piece != UNKNOWN)))
    return tuple(None if piece == UNKNOWN else next(known) for piece in pieces)


def _board_card(text: str) -> Card:
    cards = parse_cards(text)
    if len(cards) != 1:
        raise _Fault(
            "one_card_at_a_time", f"community cards are turned one at a time (R4), not {text!r}"
        )
    return cards[0]


def _text(cards: tuple[Card | None, ...]) -> str:
    return "".join(UNKNOWN if card is None else str(card) for card in cards)
