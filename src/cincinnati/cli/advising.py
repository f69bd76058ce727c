"""The expert's advice in words, the same ones as on the page (``client/src/words/advice.ts``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from cincinnati.bots.advice import Advice, Option, Reason
from cincinnati.cli.numbers import bar, table
from cincinnati.engine import Action, BringIn, Call, Deal, Fold, Position, Raise, View
from cincinnati.records import Record
from cincinnati.words import Words

DONE = "←"
"""Marks what was done."""


def known_hands(deal: Deal) -> frozenset[Position]:
    """The positions whose private cards are all known."""
    return frozenset(
        Position(position) for position, hand in enumerate(deal.state.hands) if None not in hand
    )


def names_in(record: Record) -> dict[int, str]:
    """The players' names by position, as far as the record says them."""
    names = record.extra.get("players")
    if not isinstance(names, list):
        return {}
    return {at: name for at, name in enumerate(names) if isinstance(name, str) and name}


# --- for people ---------------------------------------------------------------------------


def hand_line(words: Words, view: View) -> str:
    """The cards of whoever is to act, what they make now, and the board."""
    own = view.players[view.position or 0]
    board = [card for card in view.board if card is not None]
    parts = [words.cards(own.cards)]
    if own.hand is not None:
        parts.append(words.text("odds.now", hand=words.hand(own.hand.high)))
    if board:
        parts.append(words.text("odds.board", cards=words.cards(board)))
    return "  ".join(parts)


def advice_lines(
    words: Words, view: View, advice: Advice, done: Action | None = None
) -> Iterator[str]:
    """Every action with its probability, share and price, and the reasons; ``done`` is marked."""
    longest = max(option.chance for option in advice.options)
    options = options_with(advice.options, done)
    rows = [
        [label(words, view, advice, option.action), percent(words, option.chance)]
        for option in options
    ]
    for option, row in zip(options, table(rows, indent=""), strict=True):
        mark = DONE if option.action == done else ""
        yield "  ".join(filter(None, (row, bar(option.chance, longest), mark)))
    named = (words.text("advice.share"), words.text("advice.pot_odds"))
    told = (share(words, advice), price(words, advice))
    for name, text in zip(named, told, strict=True):
        yield f"{name.ljust(max(map(len, named)))}  {text}"
    yield from reasons(words, advice)


def options_with(options: Sequence[Option], done: Action | None) -> list[Option]:
    """The options and what was done, though the expert may know no such size."""
    if done is None or any(option.action == done for option in options):
        return [*options]
    return sorted([*options, Option(done, 0)], key=lambda option: _chips(option.action))


def _chips(action: Action) -> int:
    return action.to if isinstance(action, Raise) else -isinstance(action, Fold)


def short_line(words: Words, view: View, advice: Advice) -> str:
    """What the expert takes at all, in one line: ``The expert: Call 4 60%, …``."""
    taken = sorted(
        (option for option in advice.options if option.chance), key=lambda option: -option.chance
    )
    options = words.comma(
        f"{label(words, view, advice, option.action)} {percent(words, option.chance)}"
        for option in taken
    )
    return words.text("terminal.advice.line", options=options)


def label(words: Words, view: View, advice: Advice, action: Action) -> str:
    """An action with its chips: ``Bet 6 (½ pot)``."""
    own = view.players[view.position or 0]
    everything = own.bet + own.stack
    match action:
        case Fold():
            return words.fold()
        case Call():
            return words.call(advice.call)
        case BringIn():
            return words.bring_in(min(view.rules.bring_in, everything))
        case Raise(to) if to == everything:
            return words.all_in(to)
        case Raise(to):
            bet, after = words.raise_to(to, view.level), advice.pot + advice.call
            if to - view.level == after:
                return words.text("advice.pot", bet=bet)
            if to - view.level == (after + 1) // 2:
                return words.text("advice.half", bet=bet)
            return bet


def percent(words: Words, share: float) -> str:
    """In whole percent, which is as exact as three hundred run-outs are."""
    return words.text("advice.percent", percent=int(100 * share + 0.5))


def share(words: Words, advice: Advice) -> str:
    """What part of the pot the hand may expect."""
    one, all_ = percent(words, advice.share_of_one), percent(words, advice.share_of_all)
    if advice.opponents == 1:
        return words.text("advice.share.one", one=one)
    return words.text("advice.share.all", one=one, all=all_, n=advice.opponents)


def price(words: Words, advice: Advice) -> str:
    """What staying in costs, and what there is to win."""
    if advice.call:
        odds = percent(words, advice.pot_odds)
        return words.text("advice.pot_odds.call", call=advice.call, pot=advice.pot, odds=odds)
    due = any(isinstance(option.action, BringIn) for option in advice.options)
    free = "advice.pot_odds.bring_in" if due else "advice.pot_odds.free"
    return words.text(free, pot=advice.pot)


def reasons(words: Words, advice: Advice) -> Sequence[str]:
    """Why, in sentences."""
    values = {
        "share": percent(words, advice.share_of_all),
        "odds": percent(words, advice.pot_odds),
    }
    return [words.text(_key(reason, advice.best), **values) for reason in advice.reasons]


def _key(reason: Reason, best: Action) -> str:
    """Where the price alone speaks against what is best, it is said what else there is."""
    match reason, best:
        case (Reason.POT_ODDS_GOOD, Fold()):
            return "advice.reason.pot_odds_good.fold"
        case (Reason.POT_ODDS_BAD, Call()):
            return "advice.reason.pot_odds_bad.call"
        case _:
            return f"advice.reason.{reason.value}"


# --- for programs ---------------------------------------------------------------------------


def advice_object(view: View, advice: Advice, done: Action | None = None) -> dict[str, Any]:
    """The advice as plain data; shares and probabilities are 0 to 1, amounts in chips."""
    position = view.position or 0
    told: dict[str, Any] = msgspec.to_builtins(advice)
    return {
        "player": f"p{position + 1}",
        "hand": [str(card) for card in view.players[position].cards],
        "board": [str(card) for card in view.board if card is not None],
        "done": msgspec.to_builtins(done),
        **told,
    }
