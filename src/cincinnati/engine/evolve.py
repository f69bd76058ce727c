"""The fold: a state and an event make the next state. It never refuses anything."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from cincinnati.cards import Card
from cincinnati.engine.actions import Move, Position
from cincinnati.engine.betting import (
    after_wager,
    below_full_bet,
    blind_positions,
    first_to_act,
    next_to_act,
)
from cincinnati.engine.events import DealStarted, Event, HandsDealt
from cincinnati.engine.pots import refund
from cincinnati.engine.seen import (
    AntesPosted,
    Bet,
    BlindsPosted,
    BringInPosted,
    Called,
    CardTurned,
    Checked,
    DealEnded,
    Folded,
    HandShown,
    PotAwarded,
    Raised,
    Refunded,
)
from cincinnati.engine.state import Phase, Player, State
from cincinnati.rules import BOARD_CARDS


def begin(event: DealStarted) -> State:
    """The state that the first event makes."""
    size = event.rules.bet_size(0)
    return State(
        rules=event.rules,
        deck=event.deck,
        players=tuple(Player(stack) for stack in event.stacks),
        increment=size,
    )


def evolve(state: State, event: Event) -> State:
    """What the state becomes when the event has happened."""
    match event:
        case Called():
            return _called(state, event)
        case Checked():
            player = replace(state.players[event.position], acted_at=state.level)
            return _moved(state, event.position, player)
        case Folded():
            return _folded(state, event.position)
        case Bet() | Raised():
            return _wagered(state, event)
        case BringInPosted():
            player = _paying(state.players[event.position], event.chips)
            return _moved(replace(state, level=state.rules.bring_in), event.position, player)
        case CardTurned():
            return _card_turned(state, event.card)
        case HandsDealt():
            dealt = replace(state, hands=event.hands)
            if state.rules.opening_round:
                return _round_opens(dealt, 0)
            return replace(dealt, phase=Phase.TURNING)
        case DealStarted():
            return begin(event)
        case AntesPosted():
            phase = Phase.BLINDS if state.rules.blinds else Phase.DEALING
            players = tuple(
                replace(player, stack=player.stack - chips, put_in=chips)
                for player, chips in zip(state.players, event.chips, strict=True)
            )
            return replace(state, players=players, phase=phase)
        case BlindsPosted():
            return _blinds_posted(state, event)
        case Refunded() | HandShown() | PotAwarded() | DealEnded():
            return _settled(state, event)
    assert_never(event)


def _settled(state: State, event: Refunded | HandShown | PotAwarded | DealEnded) -> State:
    match event:
        case Refunded(position, chips):
            player = state.players[position]
            back = replace(player, stack=player.stack + chips, put_in=player.put_in - chips)
            refunded = replace(state, players=_with(state.players, position, back))
            return replace(refunded, phase=_closing(refunded))
        case HandShown(position):
            shown = (*state.shown, position)
            done = len(shown) == len(state.live)
            return replace(state, shown=shown, phase=Phase.AWARDS if done else Phase.SHOWDOWN)
        case PotAwarded():
            players = state.players
            for win in event.winners:
                player = players[win.position]
                players = _with(
                    players, win.position, replace(player, stack=player.stack + win.chips)
                )
            paid = replace(state, players=players, awards=(*state.awards, event))
            return replace(paid, phase=Phase.AWARDS if paid.on_table else Phase.CLOSING)
        case DealEnded():
            return replace(state, phase=Phase.OVER)
    assert_never(event)


def _folded(state: State, position: Position) -> State:
    player = replace(state.players[position], live=False)
    folded = replace(
        state,
        players=_with(state.players, position, player),
        moves=(*state.moves, Move(position, state.round, None)),
    )
    if len(folded.live) == 1:  # R8
        return replace(folded, to_act=None, phase=_closing(folded))
    return _ask_or_close(folded, next_to_act(folded, position + 1))


def _called(state: State, event: Called) -> State:
    # R25: a call below a full bet counts as acting at level 0.
    acted_at = 0 if below_full_bet(state) else state.level
    player = _paying(state.players[event.position], event.chips)
    return _moved(state, event.position, replace(player, acted_at=acted_at))


def _wagered(state: State, event: Bet | Raised) -> State:
    full, increment, wagers = after_wager(state, event.to)
    player = state.players[event.position]
    player = replace(_paying(player, event.to - player.bet), acted_at=event.to)
    raised = replace(
        state,
        level=event.to,
        full=full,
        increment=increment,
        wagers=wagers,
        aggressor=event.position,
    )
    return _moved(raised, event.position, player)


def _blinds_posted(state: State, event: BlindsPosted) -> State:
    players = state.players
    for position in blind_positions(state.rules, len(players)):
        players = _with(players, position, _paying(players[position], event.chips[position]))
    big = state.rules.big_blind
    # A short big blind still costs the others the full amount (R24).
    return replace(state, players=players, level=big, full=big, wagers=1, phase=Phase.DEALING)


def _card_turned(state: State, card: Card) -> State:
    board = (*state.board, card)
    turned = replace(state, board=board)
    round_ = len(board) if state.rules.opening_round else len(board) - 1
    if round_ == 0:
        return _round_opens(turned, 0)
    size = state.rules.bet_size(round_)
    swept = replace(
        turned,
        players=tuple(
            replace(player, bet=0, acted_at=None) if player.live else player
            for player in state.players
        ),
        round=round_,
        level=0,
        full=0,
        increment=size,
        wagers=0,
        aggressor=None,
    )
    return _round_opens(swept, round_)


def _round_opens(state: State, round_: int) -> State:
    first = first_to_act(state.rules, len(state.players), round_)
    return _ask_or_close(state, next_to_act(state, first))


def _moved(state: State, position: Position, player: Player) -> State:
    """The player has moved and stays in the hand: the turn passes."""
    moved = replace(
        state,
        players=_with(state.players, position, player),
        moves=(*state.moves, Move(position, state.round, player.bet)),
    )
    return _ask_or_close(moved, next_to_act(moved, position + 1))


def _ask_or_close(state: State, to_act: Position | None) -> State:
    """Who is asked next, or the phase that follows when the round is over (R7, R9)."""
    if to_act is not None:
        return replace(state, to_act=to_act, phase=Phase.BETTING)
    phase = Phase.TURNING if len(state.board) < BOARD_CARDS else _closing(state)
    return replace(state, to_act=None, phase=phase)


def _closing(state: State) -> Phase:
    """What follows the betting: a refund that is due, then showdown or award (R8, R14, R16)."""
    if refund(state.put_in):
        return Phase.REFUND
    if len(state.live) > 1:
        return Phase.SHOWDOWN
    # Without antes, a blind that everybody folds to goes back whole: no pot is left.
    return Phase.AWARDS if state.on_table else Phase.CLOSING


def _paying(player: Player, chips: int) -> Player:
    return replace(
        player,
        stack=player.stack - chips,
        bet=player.bet + chips,
        put_in=player.put_in + chips,
    )


def _with(players: tuple[Player, ...], position: int, player: Player) -> tuple[Player, ...]:
    return (*players[:position], player, *players[position + 1 :])
