"""What happened in a deal, event by event, as lines of text.

The one idea: one key an event (``event.called``), with a second one where the move took the
player's last chips (``event.called.all_in``), so that every language is free in its grammar.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from cincinnati.engine.actions import Position
from cincinnati.engine.seen import (
    AntesPosted,
    Bet,
    BlindsPosted,
    BringInPosted,
    Called,
    CardTurned,
    Checked,
    DealEnded,
    DealOpened,
    Folded,
    HandShown,
    HandsReceived,
    PotAwarded,
    Raised,
    Refunded,
    Seen,
    Win,
)
from cincinnati.words.catalogue import Catalogue
from cincinnati.words.hands import HIDDEN, cards_text, hand_name, low_name
from cincinnati.words.rulesets import departures, stakes, title

Names = Mapping[int, str]
"""What the positions of a deal are called."""


def name_at(names: Names, position: int) -> str:
    """The name of a position; p1, p2, … if it has none."""
    return names.get(position, f"p{position + 1}")


def event_lines(words: Catalogue, event: Seen, names: Names) -> tuple[str, ...]:
    """One event; some have nothing to say, some need several lines."""
    match event:
        case DealOpened():
            return _opened(words, event, names)
        case AntesPosted(chips):
            return _antes(words, chips, names)
        case BlindsPosted(chips):
            return tuple(
                words.text("event.blind", name=name_at(names, position), chips=blind)
                for position, blind in enumerate(chips)
                if blind
            )
        case HandsReceived(hands):
            known = tuple(
                words.text(
                    "event.holds", name=name_at(names, position), cards=cards_text(hand, HIDDEN)
                )
                for position, hand in enumerate(hands)
                if any(hand)
            )
            return known or (words.text("event.dealt"),)
        case CardTurned(card):
            return (words.text("event.turned", card=card.symbol),)
        case HandShown():
            return (_shown(words, event, names),)
        case PotAwarded():
            return tuple(_won(words, event, win, names) for win in event.winners)
        case DealEnded(stacks):
            return (words.text("event.ended", stacks=_stacks(words, stacks, names)),)
        case _:
            return (_move(words, event, name_at(names, event.position)),)


def _move(
    words: Catalogue,
    event: BringInPosted | Folded | Checked | Called | Bet | Raised | Refunded,
    name: str,
) -> str:
    match event:
        case Folded():
            return words.text("event.folded", name=name)
        case Checked():
            return words.text("event.checked", name=name)
        case Refunded(_, chips):
            return words.text("event.refunded", name=name, chips=chips)
        case BringInPosted(_, chips, left):
            return words.text(f"event.brought_in{_end(left)}", name=name, chips=chips)
        case Called(_, chips, left):
            return words.text(f"event.called{_end(left)}", name=name, chips=chips)
        case Bet(_, to, left):
            return words.text(f"event.bet{_end(left)}", name=name, to=to)
        case Raised(_, to, left):
            return words.text(f"event.raised{_end(left)}", name=name, to=to)
    assert_never(event)


def _end(left: int) -> str:
    return "" if left else ".all_in"


def _opened(words: Catalogue, event: DealOpened, names: Names) -> tuple[str, ...]:
    rules = event.rules
    dealer = Position(len(event.stacks) - 1)
    return (
        words.text("event.game", title=title(words, rules.preset), stakes=stakes(words, rules)),
        *departures(words, rules),
        words.text("event.stacks", stacks=_stacks(words, event.stacks, names)),
        words.text("event.deals", name=name_at(names, dealer)),
    )


def _stacks(words: Catalogue, stacks: tuple[int, ...], names: Names) -> str:
    return words.comma(
        f"{name_at(names, position)} {words.number(stack)}" for position, stack in enumerate(stacks)
    )


def _antes(words: Catalogue, chips: tuple[int, ...], names: Names) -> tuple[str, ...]:
    whole = max(chips)
    if not whole:
        return ()
    short = (
        words.text("event.short_ante", name=name_at(names, position), chips=ante)
        for position, ante in enumerate(chips)
        if ante < whole
    )
    return (words.text("event.antes", chips=whole), *short)


def _shown(words: Catalogue, event: HandShown, names: Names) -> str:
    values = {
        "name": name_at(names, event.position),
        "cards": cards_text(event.cards, HIDDEN),
        "hand": hand_name(words, event.high),
    }
    if event.low is None:
        return words.text("event.shown", **values)
    return words.text("event.shown.low", **values, low=low_name(words, event.low))


def _won(words: Catalogue, award: PotAwarded, win: Win, names: Names) -> str:
    side = ".side" if award.pot else ""
    won = words.text(
        f"event.won.{award.share.value}{side}",
        name=name_at(names, win.position),
        chips=words.count("chips", win.chips),
        pot=award.pot,
    )
    if not win.cards:
        return words.text("event.won.unopposed", won=won)
    return words.text("event.won.with", won=won, cards=cards_text(win.cards, HIDDEN))
