"""What a player looks at before he acts, in words: for both kinds of table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cincinnati.engine.actions import Action, BringIn, Call, Fold, Legal, Raise
from cincinnati.engine.view import View
from cincinnati.rules import Layout
from cincinnati.terminal.frames import Frame
from cincinnati.words import LANGUAGES, Words
from cincinnati.words.catalogue import capital


def next_language(words: Words) -> Words:
    """The words of the language after this one, in a circle."""
    return Words.of(LANGUAGES[(LANGUAGES.index(words.language) + 1) % len(LANGUAGES)])


def board_line(words: Words, view: View) -> str:
    """The community cards; in a cross with their places (R32)."""
    if view.rules.layout is Layout.ROW:
        return words.text("table.board.cards", cards=words.cards(view.board))
    top, right, bottom, left, centre = (words.cards([card]) for card in view.board)
    return words.text(
        "terminal.cross", top=top, right=right, bottom=bottom, left=left, centre=centre
    )


def pot_line(words: Words, view: View, names: Mapping[int, str]) -> str:
    """What lies in the middle and who contests it, and the bets of this round."""
    parts = []
    for number, pot in enumerate(view.pots):
        if number == 0:
            parts.append(words.text("terminal.pot", chips=pot.amount))
        else:
            who = words.comma(names[position] for position in pot.eligible)
            parts.append(words.text("terminal.side_pot", n=number, chips=pot.amount, names=who))
    if bets := sum(player.bet for player in view.players):
        parts.append(words.text("terminal.bets", chips=bets))
    return " · ".join(parts)


def own_lines(words: Words, view: View) -> Iterator[str]:
    """The player's own cards, what they make so far, and what is wild for him."""
    own = view.players[view.position or 0]
    if own.hand is None:
        return
    yield words.text("terminal.own", cards=words.cards(own.cards), hand=hand_line(words, view))
    if wild := words.wild(view):
        yield wild


def hand_line(words: Words, view: View) -> str:
    """What the player's own cards make so far, the low hand after the high one."""
    hand = view.players[view.position or 0].hand
    if hand is None:
        return ""
    high = words.hand(hand.high)
    return high if hand.low is None else f"{high}; {words.low(hand.low)}"


def everything(view: View) -> int:
    """What the player has put in this round when he has nothing left."""
    own = view.players[view.position or 0]
    return own.bet + own.stack


def last_chips(words: Words, view: View) -> str:
    """What the player has left, with the word for chips."""
    return words.count("chips", view.players[view.position or 0].stack)


def takes_everything(action: Action, view: View) -> bool:
    """Whether an action leaves nothing in front of the player."""
    own = view.players[view.position or 0]
    match action:
        case Raise(to):
            return to == everything(view)
        case Call():
            return view.legal is not None and view.legal.call == own.stack
        case BringIn():
            return view.rules.bring_in >= own.stack
        case Fold():
            return False


def labels(words: Words, view: View, legal: Legal) -> Iterator[tuple[str, str]]:
    """The keys of what is allowed, and what they do, with the amounts."""
    if legal.fold:
        yield "f", words.fold()
    if legal.call is not None:
        yield "c", words.call(legal.call)
    if legal.bring_in:
        yield "c", words.bring_in(min(view.rules.bring_in, everything(view)))
    if legal.raise_to is not None:
        yield "r" if view.level else "b", raise_label(words, view.level, *legal.raise_to)
        if legal.raise_to[1] == everything(view) > legal.raise_to[0]:
            yield "a", words.all_in(everything(view))


def raise_label(words: Words, level: int, least: int, most: int) -> str:
    """``Bet 2–98``, ``Raise to 6``."""
    if least == most:
        return words.raise_to(least, level)
    kind = "raise" if level else "bet"
    return capital(words.text(f"allowed.{kind}.between", least=least, most=most))


def allows(words: Words, view: View, legal: Legal) -> str:
    """Everything that is allowed, in one line."""
    return " · ".join(f"[{key}] {label}" for key, label in labels(words, view, legal))


def happening(frame: Frame, words: Words, names: Mapping[int, str]) -> list[str]:
    """What is going on, beside the story: whose turn it is, or who takes what and why."""
    if frame.award is not None:
        won = words.event(frame.award, names)
        board = [card for card in frame.view.board if card is not None]
        why = words.reason(
            frame.award, frame.contestants, names, rules=frame.view.rules, board=board
        )
        return [*won, *([why] if why else [])]
    to_act = frame.view.to_act
    return [] if to_act is None else [words.text("table.to_act", name=names[to_act])]
