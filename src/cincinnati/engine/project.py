"""From the truth to what one seat may know: views, and events as they are seen.

The one idea: a view is put together from the pieces that its viewer may have, each
asked for by name; a player's is everybody's with his own pieces put in. Nothing is copied and
then struck out, so what is forgotten here is missing from the view instead of showing in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from cincinnati.cards import Card
from cincinnati.engine.actions import Position
from cincinnati.engine.betting import legal
from cincinnati.engine.events import DealStarted, Event, HandsDealt
from cincinnati.engine.hands import hand_view, wild_ranks
from cincinnati.engine.pots import Pot, pots_left
from cincinnati.engine.seen import DealOpened, HandsReceived, Seen
from cincinnati.engine.state import Phase, State
from cincinnati.engine.view import HandView, PlayerView, View
from cincinnati.ranking import ranks_in
from cincinnati.rules import BOARD_CARDS


def view(state: State, position: Position | None) -> View:
    """What a position may know (``None``: a spectator)."""
    everybodys = public_view(state)
    return everybodys if position is None else view_from(everybodys, state, position)


def public_view(state: State) -> View:
    """What everybody may know: a spectator's view."""
    return View(
        rules=state.rules,
        position=None,
        players=tuple(
            [_player(state, Position(position), None) for position in range(len(state.players))]
        ),
        board=state.board + (None,) * (BOARD_CARDS - len(state.board)),
        wild=ranks_in(wild_ranks(state.rules, (), state.board)),
        round=state.round,
        level=state.level,
        to_act=state.to_act,
        legal=None,
        moves=state.moves,
        pots=_pots(state),
        awards=state.awards,
        over=state.phase is Phase.OVER,
    )


def view_from(everybodys: View, state: State, position: Position) -> View:
    """What a position may know, which is its own beside the public view of the same state."""
    players = list(everybodys.players)
    players[position] = _player(state, position, position)
    return replace(
        everybodys,
        position=position,
        players=tuple(players),
        legal=legal(state, position) if position == state.to_act else None,
    )


def _player(state: State, position: Position, viewer: Position | None) -> PlayerView:
    player = state.players[position]
    cards = seen_cards(state, position, viewer)
    return PlayerView(
        stack=player.stack,
        bet=player.bet if _bets_stand(state) else 0,
        put_in=player.put_in,
        live=player.live,
        cards=cards,
        hand=_hand(state, cards),
    )


def seen_cards(
    state: State, position: Position, viewer: Position | None
) -> tuple[Card | None, ...]:
    """The private cards of a position, as far as the viewer may know them (R8, R16)."""
    if not state.hands:
        return ()
    if position == viewer or position in state.shown:
        return state.hands[position]
    return (None,) * len(state.hands[position])


def _hand(state: State, cards: tuple[Card | None, ...]) -> HandView | None:
    known = tuple([card for card in cards if card is not None])
    if not known or len(known) < len(cards):
        return None
    return hand_view(state.rules, known, state.board)


def _bets_stand(state: State) -> bool:
    """Whether this round's bets lie before the players; blinds do so until the first round ends."""
    to_come = not state.board and not state.rules.opening_round
    return state.phase in (Phase.DEALING, Phase.BETTING) or (
        to_come and state.phase is Phase.TURNING
    )


def _pots(state: State) -> tuple[Pot, ...]:
    """What was put in before the running round and is not yet given out."""
    standing = _bets_stand(state)
    put_in = [player.put_in - (player.bet if standing else 0) for player in state.players]
    return pots_left(put_in, state.live, state.awards)


def seen(events: Iterable[Event], position: Position | None) -> Iterator[Seen]:
    """The events of a deal as a position, or a spectator, may see them."""
    for event in events:
        match event:
            case DealStarted():
                yield DealOpened(event.rules, event.stacks, event.commitment)
            case HandsDealt(hands):
                yield HandsReceived(
                    tuple(
                        cards if owner == position else (None,) * len(cards)
                        for owner, cards in enumerate(hands)
                    )
                )
            case _:
                yield event
