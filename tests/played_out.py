"""The odds of a question by playing every end of it with the engine itself.

The one idea: everybody is all-in with his ante, so a deal runs to its showdown at once, and
what a seat gets of the pot is its share. The ante divides by every number of winners, and its
halves too, so no odd chip (R18) disturbs. Slow, and right as far as the engine is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations

from msgspec import Struct
from msgspec.structs import replace

from cincinnati.cards import Card, Deck
from cincinnati.engine import Deal
from cincinnati.engine.hands import holding, suit_card
from cincinnati.engine.seen import HandShown, Share
from cincinnati.odds.question import Question
from cincinnati.ranking import Category, category_of
from cincinnati.rules import PRIVATE_CARDS, Split

ANTE = 1680


class Played(Struct):
    """What one seat got, as exact fractions."""

    share: Fraction = Fraction(0)
    win: Fraction = Fraction(0)
    tie: Fraction = Fraction(0)
    from_other: Fraction = Fraction(0)
    categories: dict[Category, Fraction] = {}


def played_out(question: Question) -> list[Played]:
    """Every way to fill the gaps, community cards in every order, each played to its end."""
    seats = len(question.hands)
    ends, found = 0, [Played() for _ in range(seats)]
    kinds: list[Counter[Category]] = [Counter() for _ in range(seats)]
    for deck in decks(question):
        ends += 1
        deal = all_in(question, deck)
        pot = ANTE * seats
        for event in deal.events:
            if isinstance(event, HandShown):
                kinds[event.position][category_of(event.high)] += 1
        got = dict.fromkeys(range(seats), 0)
        for award in deal.awards:
            for win in award.winners:
                got[win.position] += win.chips
                found[win.position].from_other += Fraction(win.chips, pot) * Fraction(
                    *of_other_half(deal, award.share)
                )
        for seat, chips in got.items():
            found[seat].share += Fraction(chips, pot)
            found[seat].win += chips == pot
            found[seat].tie += 0 < chips < pot
    for seat, played in enumerate(found):
        for field in ("share", "win", "tie", "from_other"):
            setattr(played, field, getattr(played, field) / ends)
        played.categories = {kind: Fraction(kinds[seat][kind], ends) for kind in Category}
    return found


def of_other_half(deal: Deal, share: Share) -> tuple[int, int]:
    """How much of a share belongs to the low or the suit; a whole has both halves if it is won."""
    if share is Share.WHOLE:
        board, hands = deal.state.board, deal.state.hands
        private = [[card for card in hand if card is not None] for hand in hands]
        rules = deal.state.rules
        taken = (
            rules.split is Split.LOW8 and any(holding(rules, hand, board).low() for hand in private)
        ) or (
            rules.split is Split.LAST_SUIT
            and any(suit_card(rules, hand, board) for hand in private)
        )
        return int(taken), 2
    return int(share is not Share.HIGH), 1


def decks(question: Question) -> Iterator[Deck]:
    """A deck for every way to fill the gaps."""
    for board in permutations(question.unseen, question.to_turn):
        rest = [card for card in question.unseen if card not in board]
        for hands in filled(question.hands, rest):
            private = [hand[place] for place in range(PRIVATE_CARDS) for hand in hands]
            yield Deck((*private, *question.board, *board))


def filled(
    hands: Sequence[tuple[Card, ...]], rest: Sequence[Card]
) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """The hands with their unknown cards in every way from the rest."""
    if not hands:
        yield ()
        return
    for more in combinations(rest, PRIVATE_CARDS - len(hands[0])):
        left = [card for card in rest if card not in more]
        for others in filled(hands[1:], left):
            yield ((*hands[0], *more), *others)


def all_in(question: Question, deck: Deck) -> Deal:
    """The deal of this deck with everybody all-in before the first card."""
    seats = len(question.hands)
    rules = replace(question.rules, ante=ANTE, stack=ANTE, players=seats)
    return Deal.start(rules, stacks=[ANTE] * seats, deck=deck)
