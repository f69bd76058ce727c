"""Whose turn it is and what he may do (R5-R7, R9-R13, R22-R25).

The one idea: three numbers describe a betting round. ``level`` is what has to be
matched, ``full`` is the level of the last bet or raise that counted as a whole one,
``increment`` is what the next whole raise must add. All kinds of limits differ only in
how a wager changes them (`after_wager`) and in how far a raise may go (`raise_bounds`).
"""

from __future__ import annotations

from cincinnati.engine.actions import Legal, Position
from cincinnati.engine.state import Player, State
from cincinnati.rules import Limit, Ruleset


def legal(state: State, position: Position) -> Legal:
    """What the player whose turn it is may do."""
    if bring_in_due(state):
        bounds = raise_bounds(state, position)
        return Legal(fold=False, call=None, raise_to=bounds, bring_in=True)
    owes = owed(state, position)
    return Legal(
        fold=owes > 0,
        call=min(owes, state.players[position].stack),
        raise_to=raise_bounds(state, position),
        bring_in=False,
    )


def owed(state: State, position: Position) -> int:
    """What the player has to put in to match, before his own stack limits it.

    R9: nobody is asked for chips that no live opponent has put in or could still put in. That
    is less than the level only after a short blind or bring-in, which nobody else covers.
    """
    bet = state.players[position].bet
    if state.level <= bet:
        return 0
    reach = max(player.bet + player.stack for player in _opponents(state, position))
    return max(0, min(state.level, reach) - bet)


def raise_bounds(state: State, position: Position) -> tuple[int, int] | None:
    """The least and the most that a bet or raise may reach, or ``None`` if it is not open."""
    if why_no_raise(state, position) is not None:
        return None
    player = state.players[position]
    everything = player.bet + player.stack
    least = _least_full_raise(state)
    most = _limit(state, player, least)
    return min(least, everything), min(most, everything)


def why_no_raise(state: State, position: Position) -> str | None:
    """What forbids the player any bet or raise, in English; ``None`` if it is open to him."""
    player = state.players[position]
    # R25: whoever has no more than the bring-in can only post it.
    to_beat = state.rules.bring_in if bring_in_due(state) else state.level
    if player.bet + player.stack <= to_beat:
        return f"he has no more than the {to_beat} that he must put in"
    cap = state.rules.raise_cap
    if cap is not None and state.wagers > cap:
        return f"the {cap} raises of this round are made (R22)"
    if not _may_raise_again(state, player):
        return "nobody has made a full raise since he acted (R12)"
    if not _can_be_answered(state, position):
        return "no live opponent could put in more (R13)"
    return None


def _least_full_raise(state: State) -> int:
    size = state.rules.bet_size(state.round)
    if state.rules.limit is Limit.FIXED:
        return state.full + size
    return size if below_full_bet(state) else state.level + state.increment


def _limit(state: State, player: Player, least: int) -> int:
    """How far a raise may go, whatever the raiser has (R10, R22, R23)."""
    match state.rules.limit:
        case Limit.NO:
            return player.bet + player.stack
        case Limit.FIXED:
            return least
        case Limit.POT:
            call = state.level - player.bet
            return max(least, state.level + state.on_table + call)


def _may_raise_again(state: State, player: Player) -> bool:
    """R12: the level has risen enough since the player's own last action in this round."""
    if player.acted_at is None:
        return True
    risen = state.level - player.acted_at
    if state.rules.limit is Limit.FIXED:
        return 2 * risen >= state.rules.bet_size(state.round)
    return risen >= state.increment


def _can_be_answered(state: State, position: Position) -> bool:
    """R13: some live opponent could put in more than the level."""
    return any(player.bet + player.stack > state.level for player in _opponents(state, position))


def after_wager(state: State, to: int) -> tuple[int, int, int]:
    """What a bet or raise makes of ``full``, ``increment`` and ``wagers``.

    One that is too short changes none of them: it moves only the level (R11, R22, R25).
    """
    size = state.rules.bet_size(state.round)
    rise = to - state.level
    if below_full_bet(state):
        counts, increment = to >= size, max(size, rise)
    elif state.rules.limit is Limit.FIXED:
        counts, increment = 2 * (to - state.full) >= size, size
    else:
        counts, increment = rise >= state.increment, rise
    if counts:
        return to, increment, state.wagers + 1
    return state.full, state.increment, state.wagers


def below_full_bet(state: State) -> bool:
    """R25: until the bring-in has been completed to a full bet, every wager is short."""
    return state.rules.bring_in > 0 and state.round == 0 and state.level < state.rules.bet_size(0)


def bring_in_due(state: State) -> bool:
    """Whether the player to act must open with the bring-in or more (R25)."""
    return state.rules.bring_in > 0 and state.round == 0 and state.level == 0


def next_to_act(state: State, first: int) -> Position | None:
    """Who is asked next, looking clockwise from a position; ``None`` when the round is over."""
    count = len(state.players)
    for step in range(count):
        position = Position((first + step) % count)
        if _is_asked(state, position):
            return position
    return None


def _is_asked(state: State, position: Position) -> bool:
    """Whether the player still has to act in this round (R7, R9)."""
    player = state.players[position]
    if not player.live or not player.stack:
        return False
    if owed(state, position):
        return True
    if player.acted_at is not None or (state.rules.bring_in and not state.round and player.bet):
        return False
    return any(opponent.stack for opponent in _opponents(state, position))


def first_to_act(rules: Ruleset, players: int, round_: int) -> Position:
    """Where a round begins: left of the dealer (R5), or left of the big blind (R24)."""
    if round_ == 0 and rules.blinds:
        return Position((blind_positions(rules, players)[-1] + 1) % players)
    return Position(0)


def blind_positions(rules: Ruleset, players: int) -> tuple[Position, ...]:
    """Who posts the blinds, in the order of ``rules.blinds`` (R24)."""
    if len(rules.blinds) == 2 and players == 2:
        return Position(1), Position(0)
    return tuple(Position(position) for position in range(len(rules.blinds)))


def _opponents(state: State, position: Position) -> list[Player]:
    """The live players other than this one."""
    return [
        player for other, player in enumerate(state.players) if player.live and other != position
    ]
