"""Which ranks are wild at the moment, in a sentence (R26-R29)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from cincinnati.cards import Card, Rank
from cincinnati.engine.hands import wild_ranks
from cincinnati.engine.view import View
from cincinnati.ranking import ranks_in
from cincinnati.rules import BOARD_CARDS, Ruleset, Wild
from cincinnati.words.catalogue import Catalogue, capital
from cincinnati.words.hands import rank_plural


def ranks_text(words: Catalogue, ranks: Sequence[Rank]) -> str:
    """Ranks in the plural: ``fives and jacks``."""
    return words.all_of(rank_plural(words, rank) for rank in ranks)


def wild_in(words: Catalogue, view: View) -> str:
    """What is wild for the viewer now; empty if nothing is, or not yet."""
    turned = _known(view.board)
    if view.rules.wild is not Wild.LOW_HOLE:
        return wild_for_all(words, view.rules, turned)
    own = () if view.position is None else _known(view.players[view.position].cards)
    return capital(words.text("wild.own", ranks=_own(words, view.rules, own))) if own else ""


def wild_for_all(words: Catalogue, rules: Ruleset, turned: Sequence[Card]) -> str:
    """What the turned cards make wild for everybody; empty if nothing is, or not yet."""
    ranks = ranks_in(wild_ranks(rules, (), turned))
    if not ranks:
        return ""
    named = ranks_text(words, ranks)
    match rules.wild:
        case Wild.LOWEST_BOARD if len(turned) < BOARD_CARDS:
            return capital(words.text("wild.moment", ranks=named))
        case Wild.LOWEST_BOARD | Wild.LAST_BOARD | Wild.RANKS:
            return capital(words.text("wild.all", ranks=named))
        case Wild.NONE | Wild.LOW_HOLE:
            return ""
    assert_never(rules.wild)


def wild_for(words: Catalogue, rules: Ruleset, own: Sequence[Card | None], name: str) -> str:
    """What a player's private cards make wild for him alone (R29); empty if nothing."""
    known = _known(own)
    if rules.wild is not Wild.LOW_HOLE or not known or len(known) < len(own):
        return ""
    return capital(words.text("wild.one", ranks=_own(words, rules, known), name=name))


def _own(words: Catalogue, rules: Ruleset, own: Sequence[Card]) -> str:
    return ranks_text(words, ranks_in(wild_ranks(rules, own, ())))


def _known(cards: Sequence[Card | None]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card is not None)
