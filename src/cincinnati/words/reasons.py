"""Why a share of a pot went where it went (R17, R18, R30, R31).

The one idea: of all that lost, only the best matters. The winner is compared with the best
hand that did not win, first by its groups ("three aces beat three kings"), then by the
first card that differs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import assert_never

from msgspec import Struct

from cincinnati.cards import Card, Rank
from cincinnati.engine.hands import suit_card
from cincinnati.engine.seen import HandShown, PotAwarded, Share
from cincinnati.ranking import HandName, Value, name_of
from cincinnati.rules import BOARD_CARDS, Ruleset, Split
from cincinnati.words.catalogue import Catalogue, capital
from cincinnati.words.events import Names, name_at
from cincinnati.words.hands import BY_EACH_CARD, code_of, hand_name, low_text, rank_word, short_name


class Showdown(Struct, frozen=True):
    """What is known when a pot is given out: the hands that contested it, names, rules, board.

    Without the rules and the board nothing is said of a half that had no taker.
    """

    shown: Sequence[HandShown]
    names: Names
    rules: Ruleset | None = None
    board: Sequence[Card] = ()


def reason(words: Catalogue, award: PotAwarded, at: Showdown) -> str:
    """A sentence or two; empty if a winner's hand is not among those shown."""
    if not any(win.cards for win in award.winners):
        return words.text("reason.unopposed")
    if not {win.position for win in award.winners} <= {hand.position for hand in at.shown}:
        return ""
    match award.share:
        case Share.HIGH:
            return _high(words, award, at)
        case Share.LOW:
            return _low(words, award, at)
        case Share.SUIT:
            return _suit(words, award.winners[0].cards[0], at)
        case Share.WHOLE:
            return " ".join((_high(words, award, at), *_other_half(words, award, at)))
    assert_never(award.share)


def _high(words: Catalogue, award: PotAwarded, at: Showdown) -> str:
    even, lost = _field(award, at.shown, lambda hand: hand.high)
    if len(even) > 1:
        hand = hand_name(words, even[0].high)
        return words.text("reason.high.tie", names=_listed(words, even, at), hand=hand)
    if not lost:
        return words.text("reason.alone")
    return capital(_beats(words, even[0].high, max(hand.high for hand in lost)))


def _beats(words: Catalogue, better: Value, worse: Value) -> str:
    winner, loser = name_of(better), name_of(worse)
    hand = short_name(words, winner)
    if not _same_at_first_sight(winner, loser):
        other = short_name(words, loser)
        return words.text(f"reason.beats.{code_of(winner)}", hand=hand, other=other)
    mine, his = _first_difference(winner, loser)
    return words.text(
        "reason.next_card", hand=hand, winner=rank_word(words, mine), loser=rank_word(words, his)
    )


def _same_at_first_sight(one: HandName, other: HandName) -> bool:
    """Whether both have the same short name, so that only a further card decides."""
    if one.category in BY_EACH_CARD:
        return one.category is other.category and one.ranks[0] is other.ranks[0]
    return one.category is other.category and one.ranks == other.ranks


def _first_difference(one: HandName, other: HandName) -> tuple[Rank, Rank]:
    pairs = zip(one.ranks + one.kickers, other.ranks + other.kickers, strict=True)
    return next((mine, his) for mine, his in pairs if mine is not his)


def _low(words: Catalogue, award: PotAwarded, at: Showdown) -> str:
    """Of two lows the smaller number is the better hand."""
    qualified = [hand for hand in at.shown if hand.low is not None]
    even, lost = _field(award, qualified, lambda hand: -(hand.low or 0))
    best = low_text(even[0].low) if even[0].low is not None else ""
    if len(even) > 1:
        return words.text("reason.low.tie", names=_listed(words, even, at), ranks=best)
    others = [hand.low for hand in lost if hand.low is not None]
    if not others:
        return words.text("reason.low.only", ranks=best)
    return words.text("reason.low", ranks=best, other=low_text(min(others)))


def _suit(words: Catalogue, card: Card, at: Showdown) -> str:
    held = [other.rank for hand in at.shown for other in hand.cards if other.suit is card.suit]
    kind = "only" if len(held) == 1 else "highest" if card.rank is max(held) else "lowest"
    suit = words.text(f"suit.{card.suit.name.lower()}")
    return words.text(f"reason.suit.{kind}", card=card.symbol, suit=suit)


def _other_half(words: Catalogue, award: PotAwarded, at: Showdown) -> Iterator[str]:
    """Why a pot that might have been shared was not: one took both halves, or nobody the other."""
    winner = next(hand for hand in at.shown if hand.position == award.winners[0].position)
    if winner.low is not None:
        yield _low(words, award, at)
    if at.rules is None:
        return
    if at.rules.split is Split.LOW8 and winner.low is None:
        yield words.text("reason.no_low")
    if at.rules.split is Split.LAST_SUIT and len(at.board) == BOARD_CARDS:
        card = suit_card(at.rules, winner.cards, at.board)
        suit = words.text(f"suit.{at.board[-1].suit.name.lower()}")
        yield words.text("reason.no_suit", suit=suit) if card is None else _suit(words, card, at)


def _field(
    award: PotAwarded, shown: Sequence[HandShown], score: Callable[[HandShown], int]
) -> tuple[list[HandShown], list[HandShown]]:
    """The hands that share, and those that lost."""
    winners = {win.position for win in award.winners}
    best = max(score(hand) for hand in shown if hand.position in winners)
    # R18: if there are fewer chips than equal hands, some of them get none.
    short = award.chips == len(winners)
    even = [hand for hand in shown if hand.position in winners or (short and score(hand) == best)]
    return even, [hand for hand in shown if score(hand) < best]


def _listed(words: Catalogue, hands: Sequence[HandShown], at: Showdown) -> str:
    return words.all_of(name_at(at.names, hand.position) for hand in hands)
