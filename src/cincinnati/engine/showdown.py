"""Who shows, and who takes what (R8, R16, R18, R30, R31).

The one idea: every pot is divided into one or two shares, and every share is a contest
among the pot's contestants with its own measure of the best.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from cincinnati.cards import Card
from cincinnati.engine.actions import Position
from cincinnati.engine.hands import Holding, holding, suit_card
from cincinnati.engine.pots import Pot, divide, pots
from cincinnati.engine.seen import HandShown, PotAwarded, Share, Win
from cincinnati.engine.state import State
from cincinnati.errors import HiddenCards
from cincinnati.rules import Split, SuitShare


def showing_order(state: State) -> tuple[Position, ...]:
    """Live positions as they show: from the last aggressor, else from the dealer's left (R16)."""
    live = state.live
    if state.aggressor is None:
        return live
    first = live.index(state.aggressor)
    return live[first:] + live[:first]


def shown_hands(state: State) -> tuple[HandShown, ...]:
    """All live hands, in their order; raises `HiddenCards` if one is not known."""
    return tuple(_shown(state, position) for position in showing_order(state))


def _shown(state: State, position: Position) -> HandShown:
    cards = known_hand(state, position)
    held = holding(state.rules, cards, state.board)
    low = held.low() if state.rules.split is Split.LOW8 else None
    return HandShown(position, cards, held.high(), low)


def known_hand(state: State, position: Position) -> tuple[Card, ...]:
    """A player's private cards; raises `HiddenCards` if one of them is not known."""
    cards = tuple(card for card in state.hands[position] if card is not None)
    if len(cards) < len(state.hands[position]):
        raise HiddenCards(position)
    return cards


def awards(state: State) -> tuple[PotAwarded, ...]:
    """Every share of every pot with its winners, the main pot first."""
    live = state.live
    contested = len(live) > 1
    return tuple(
        award
        for number, pot in enumerate(pots(state.put_in, live))
        for award in (
            _pot_awards(state, number, pot)
            if contested
            else [PotAwarded(number, Share.WHOLE, pot.amount, (Win(live[0], pot.amount, ()),))]
        )
    )


def _pot_awards(state: State, number: int, pot: Pot) -> Iterator[PotAwarded]:
    """One pot: a whole, or a best hand's half and another half (R30, R31)."""
    cards = {position: known_hand(state, position) for position in pot.eligible}
    held = {
        position: holding(state.rules, cards[position], state.board) for position in pot.eligible
    }
    highs = _best((held[position].high(), position) for position in pot.eligible)
    other, others = _other_half(state, cards, held)
    if not others or set(others) == set(highs):
        yield _award(number, Share.WHOLE, pot.amount, _high_cards(held, highs))
        return
    half = pot.amount // 2
    yield _award(number, Share.HIGH, pot.amount - half, _high_cards(held, highs))
    if half:
        yield _award(number, other, half, others)


def _other_half(
    state: State, cards: dict[Position, tuple[Card, ...]], held: dict[Position, Holding]
) -> tuple[Share, dict[Position, tuple[Card, ...]]]:
    """Who wins the half that does not go to the best hand, and with which cards."""
    match state.rules.split:
        case Split.NONE:
            return Share.WHOLE, {}
        case Split.LOW8:
            lows = {position: hand.low() for position, hand in held.items()}
            winners = _best((-low, position) for position, low in lows.items() if low is not None)
            return Share.LOW, {position: held[position].low_five() for position in winners}
        case Split.LAST_SUIT:
            sign = 1 if state.rules.suit_share is SuitShare.HIGHEST else -1
            suited = {
                position: card
                for position, hand in cards.items()
                if (card := suit_card(state.rules, hand, state.board)) is not None
            }
            winners = _best((sign * card.rank, position) for position, card in suited.items())
            return Share.SUIT, {position: (suited[position],) for position in winners}
    assert_never(state.rules.split)


def _best(scored: Iterable[tuple[int, Position]]) -> list[Position]:
    """The positions with the highest score."""
    ranked = list(scored)
    top = max((score for score, _ in ranked), default=0)
    return [position for score, position in ranked if score == top]


def _high_cards(
    held: dict[Position, Holding], winners: list[Position]
) -> dict[Position, tuple[Card, ...]]:
    return {position: held[position].high_five() for position in winners}


def _award(
    number: int, share: Share, chips: int, winners: dict[Position, tuple[Card, ...]]
) -> PotAwarded:
    wins = (
        Win(position, amount, winners[position])
        for position, amount in divide(chips, winners).items()
        if amount
    )
    return PotAwarded(number, share, chips, tuple(wins))
