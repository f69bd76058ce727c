"""What follows from an action: it is checked, and answered with events or refused.

The one idea: nobody but a player ever decides anything. Between two decisions the
deal runs by itself, phase by phase (`STEPS`), until the next player is to act or the deal
is over. An action that is not legal raises `IllegalAction` and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import assert_never

from cincinnati.cards import Card
from cincinnati.engine.actions import Action, BringIn, Call, Fold, Legal, Position, Raise
from cincinnati.engine.betting import (
    blind_positions,
    bring_in_due,
    legal,
    owed,
    raise_bounds,
    why_no_raise,
)
from cincinnati.engine.events import Event, HandsDealt
from cincinnati.engine.evolve import evolve
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
    Raised,
    Refunded,
)
from cincinnati.engine.showdown import awards, shown_hands
from cincinnati.engine.state import Phase, State
from cincinnati.errors import IllegalAction, Refusal
from cincinnati.rules import PRIVATE_CARDS

_Step = tuple[State, tuple[Event, ...]]


def decide(state: State, action: Action) -> tuple[Event, ...]:
    """The events that follow from an action of the player to act.

    Raises `IllegalAction` if he may not do that, `HiddenCards` if a showdown follows for which
    cards are unknown.
    """
    return advance(state, action)[1]


def advance(state: State, action: Action) -> _Step:
    """`decide` and the state that its events lead to, worked out in one go."""
    return run(state, _answer(state, action))


def run(state: State, event: Event | None = None) -> _Step:
    """An event, and all that happens by itself after it."""
    happened: list[Event] = []
    pending: Iterable[Event] = () if event is None else (event,)
    while True:
        for each in pending:
            state = evolve(state, each)
            happened.append(each)
        step = STEPS.get(state.phase)
        pending = step(state) if step else ()
        if not pending:
            return state, tuple(happened)


def _answer(state: State, action: Action) -> Event:
    """The event that an action is, if it is legal."""
    position = state.to_act
    if position is None:
        raise _refused(state, action)
    player = state.players[position]
    match action:
        case Call():
            if bring_in_due(state):
                raise _refused(state, action)
            chips = min(owed(state, position), player.stack)
            return Called(position, chips, player.stack - chips) if chips else Checked(position)
        case Fold():
            if not owed(state, position):
                raise _refused(state, action)
            return Folded(position)
        case Raise(to):
            bounds = raise_bounds(state, position)
            if bounds is None or not bounds[0] <= to <= bounds[1]:
                raise _refused(state, action)
            left = player.stack + player.bet - to
            return Raised(position, to, left) if state.level else Bet(position, to, left)
        case BringIn():
            if not bring_in_due(state):
                raise _refused(state, action)
            chips = min(state.rules.bring_in, player.stack)
            return BringInPosted(position, chips, player.stack - chips)
    assert_never(action)


def _post_antes(state: State) -> tuple[Event, ...]:
    ante = state.rules.ante
    return (AntesPosted(tuple(min(ante, player.stack) for player in state.players)),)


def _post_blinds(state: State) -> tuple[Event, ...]:
    chips = [0] * len(state.players)
    places = blind_positions(state.rules, len(chips))
    for position, blind in zip(places, state.rules.blinds, strict=True):
        chips[position] = min(blind, state.players[position].stack)
    return (BlindsPosted(tuple(chips)),)


def _deal_hands(state: State) -> tuple[Event, ...]:
    """One card at a time, clockwise from the dealer's left (R3)."""
    count = len(state.players)
    cards = state.deck.cards[: PRIVATE_CARDS * count]
    return (HandsDealt(tuple(cards[position::count] for position in range(count))),)


def _turn_card(state: State) -> tuple[Event, ...]:
    """The next community card; a deal whose record ends here waits for it."""
    card = next_card(state)
    return (CardTurned(card),) if card is not None else ()


def next_card(state: State) -> Card | None:
    """The community card that would be turned next, ``None`` if it is not known."""
    place = PRIVATE_CARDS * len(state.players) + len(state.board)
    return state.deck.cards[place] if place < len(state.deck.cards) else None


def _refund(state: State) -> tuple[Event, ...]:
    due = refund(state.put_in)
    return (Refunded(*due),) if due else ()


def _end(state: State) -> tuple[Event, ...]:
    return (DealEnded(tuple(player.stack for player in state.players)),)


STEPS: dict[Phase, Callable[[State], tuple[Event, ...]]] = {
    Phase.ANTES: _post_antes,
    Phase.BLINDS: _post_blinds,
    Phase.DEALING: _deal_hands,
    Phase.TURNING: _turn_card,
    Phase.REFUND: _refund,
    Phase.SHOWDOWN: shown_hands,
    Phase.AWARDS: awards,
    Phase.CLOSING: _end,
}
"""What happens by itself in each phase; in the others somebody is waited for."""


def _refused(state: State, action: Action) -> IllegalAction:
    """The refusal, with its reason and with what is allowed instead."""
    position = state.to_act
    if position is None:
        over = state.phase is Phase.OVER
        code = Refusal.DEAL_OVER if over else Refusal.WAITING_FOR_CARD
        message = "the deal is over" if over else "the next community card is not known yet"
        return IllegalAction(code, action, None, f"{message}: nobody is to act")
    allowed = legal(state, position)
    code, reason = _reason(state, action, allowed, position)
    return IllegalAction(code, action, allowed, f"{reason}; allowed: {allowed}")


def _reason(
    state: State, action: Action, allowed: Legal, position: Position
) -> tuple[Refusal, str]:
    match action:
        case Call():
            return Refusal.BRING_IN_DUE, "a check or call, but the bring-in is due (R25)"
        case Fold() if allowed.bring_in:
            return Refusal.BRING_IN_DUE, "a fold, but the bring-in is due (R25)"
        case Fold():
            return Refusal.NOTHING_TO_MATCH, "a fold, but there is nothing to match (R6)"
        case BringIn():
            return Refusal.NO_BRING_IN, "a bring-in, but none is due (R25)"
        case Raise(to) if allowed.raise_to is None:
            return Refusal.RAISE_CLOSED, f"a raise to {to}, but {why_no_raise(state, position)}"
        case Raise(to) if to < allowed.raise_to[0]:
            return Refusal.RAISE_TOO_SMALL, f"a raise to {to}, less than {allowed.raise_to[0]}"
        case Raise(to):
            return Refusal.RAISE_TOO_LARGE, f"a raise to {to}, more than {allowed.raise_to[1]}"
    assert_never(action)
