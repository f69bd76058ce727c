"""A deal as text: after every event, what each position and a spectator see.

The one idea: what all viewers see alike is one line for ``all``; where they differ, each group of
viewers that sees the same has a line of its own. Only what has changed since the event before is
told. So a secret that leaks is a line that changes. Spectators are ``--``; players count from 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any

from msgspec import Struct, to_builtins

from cincinnati.cards import Card, Rank
from cincinnati.engine import Deal, View
from cincinnati.engine.pots import Pot
from cincinnati.engine.seen import PotAwarded, Win
from cincinnati.engine.view import HandView, PlayerView
from cincinnati.ranking import low_ranks, name_of
from cincinnati.rules import Ruleset

Viewer = int | None
Told = dict[str, str]
"""What one viewer is told, topic by topic."""

TOLD: dict[type[Struct], tuple[str, ...]] = {
    View: (
        "rules", "position", "players", "board", "wild", "round", "level", "to_act", "legal",
        "moves", "pots", "awards", "over",
    ),
    PlayerView: ("stack", "bet", "put_in", "live", "cards", "hand"),
    HandView: ("high", "high_cards", "low", "low_cards", "wild"),
    Pot: ("amount", "eligible"),
}  # fmt: skip
"""The fields of a view that are told here; whoever adds one to a view adds it here too."""


def playthrough(deal: Deal) -> str:
    """The whole deal, event by event, as everybody sees it."""
    viewers: tuple[Viewer, ...] = (None, *range(len(deal.stacks)))
    lines = []
    before: dict[Viewer, Told] = {viewer: {} for viewer in viewers}
    for count in range(1, len(deal.events) + 1):
        moment = Deal.replay(deal.events[:count])
        happened = {viewer: _struct(moment.seen(viewer)[-1]) for viewer in viewers}
        lines += [f"{count:>2} {line}" for line in _by_viewer(happened, {})]
        now = {viewer: _told(moment.view(viewer), viewer) for viewer in viewers}
        for topic in now[None]:
            texts = {viewer: now[viewer][topic] for viewer in viewers}
            last = {viewer: before[viewer].get(topic, "") for viewer in viewers}
            lines += [f"     {topic:<7}{line}" for line in _by_viewer(texts, last)]
        before = now
    return "\n".join(lines) + "\n"


def _by_viewer(texts: dict[Viewer, str], last: dict[Viewer, str]) -> Iterator[str]:
    """One line for each different text that is new to somebody."""
    groups = dict[str, list[Viewer]]()
    for viewer, text in texts.items():
        groups.setdefault(text, []).append(viewer)
    for text, group in groups.items():
        if text and any(last.get(viewer) != text for viewer in group):
            names = ["--" if viewer is None else _position(viewer) for viewer in group]
            yield f"{'all' if len(groups) == 1 else ' '.join(names)}: {text}"


def _told(view: View, viewer: Viewer) -> Told:
    assert view.position == viewer
    told = {
        "rules": _rules(view.rules),
        "table": _table(view),
        "moved": _moved(view),
        "chips": ", ".join(_chips(number, player) for number, player in enumerate(view.players)),
        "pots": ", ".join(f"{pot.amount} for {_positions(pot.eligible)}" for pot in view.pots),
        "won": ", ".join(_award(award) for award in view.awards),
    }
    for number, player in enumerate(view.players):
        told[_position(number)] = _cards(player.cards) + _hand(player.hand)
    told["may"] = "" if view.legal is None else str(view.legal)
    return told


def _award(award: PotAwarded) -> str:
    wins = (f"{_position(win.position)} {win.chips} {_cards(win.cards)}" for win in award.winners)
    return f"{award.pot} {award.share.value} {award.chips}: " + " ".join(wins)


def _table(view: View) -> str:
    turn = "over" if view.over else "nobody" if view.to_act is None else _position(view.to_act)
    wild = f", wild {_ranks(view.wild)}" if view.wild else ""
    board = " ".join("??" if card is None else str(card) for card in view.board)
    return f"{board}{wild}, round {view.round}, level {view.level}, to act {turn}"


def _moved(view: View) -> str:
    """The last move and its number; those before it stand in the lines above."""
    if not view.moves:
        return ""
    last = view.moves[-1]
    did = "folds" if last.to is None else f"to {last.to}"
    return f"move {len(view.moves)}, round {last.round}: {_position(last.position)} {did}"


def _chips(number: int, player: PlayerView) -> str:
    bet = f"+{player.bet}" if player.bet else ""
    folded = "" if player.live else " folded"
    return f"{_position(number)} {player.stack}{bet} (in {player.put_in}){folded}"


def _hand(hand: HandView | None) -> str:
    if hand is None:
        return ""
    low = f", low {_low(hand.low)} {_cards(hand.low_cards)}" if hand.low is not None else ""
    wild = f", wild {_ranks(hand.wild)}" if hand.wild else ""
    return f" {_high(hand.high)} {_cards(hand.high_cards)}{low}{wild}"


def _struct(struct: Struct) -> str:
    """An event, an award or a win: its name, and its fields one after the other."""
    tag = struct.__struct_config__.tag
    fields = [(name, getattr(struct, name)) for name in struct.__struct_fields__]
    told = [
        f"{_position(value)}" if name == "position" else f"{name} {_value(name, value)}"
        for name, value in fields
        if value is not None
    ]
    return " ".join([tag, *told] if isinstance(tag, str) else told)


def _value(name: str, value: Any) -> str:
    match value:
        case Ruleset():
            return _rules(value)
        case Win():
            return f"({_struct(value)})"
        case Enum():
            return str(value.value)
        case (Card() | None, *_):
            return _cards(value)
        case tuple():
            return " ".join(_value(name, each) for each in value) or "none"
        case int() if name == "high":
            return _high(value)
        case int() if name == "low":
            return _low(value)
    return str(value)


def _rules(rules: Ruleset) -> str:
    """The preset, and what is not as in the base game."""
    base, these = to_builtins(Ruleset()), to_builtins(rules)
    changes = [f"{name}={these[name]}" for name in these if these[name] != base[name]]
    return " ".join(changes) or rules.preset


def _high(value: Any) -> str:
    name = name_of(value)
    return "-".join([name.category.code, _ranks(name.ranks), _ranks(name.kickers)]).rstrip("-")


def _low(low: Any) -> str:
    return "".join(str(rank) for rank in low_ranks(low))


def _ranks(ranks: Iterable[Rank]) -> str:
    return "".join(rank.letter for rank in ranks)


def _cards(cards: Iterable[Card | None]) -> str:
    return "".join("??" if card is None else str(card) for card in cards)


def _position(position: int) -> str:
    return f"p{position + 1}"


def _positions(positions: Iterable[int]) -> str:
    return " ".join(_position(position) for position in positions)
