"""A home game in few words: whole deals from short texts.

The one idea: a test says what it is about and nothing else. Private cards and the board
are given as far as they matter, the rest comes from the pack; a play is a script such as
``"check, bet 2, raise 6, fold, call | check, check"``, where ``|`` stands for the next
community card and has to stand exactly there. Positions count from 0 at the dealer's left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from cincinnati.cards import PACK, Card, Deck, parse_cards
from cincinnati.engine import Action, BringIn, Call, Deal, Fold, Legal, Position, Raise
from cincinnati.engine.events import DealStarted, Event
from cincinnati.engine.evolve import begin, evolve
from cincinnati.engine.seen import HandShown, Refunded, Share
from cincinnati.engine.state import State
from cincinnati.rules import BOARD_CARDS, PRIVATE_CARDS, Ruleset
from cincinnati.rules.presets import PRESETS
from cincinnati.session import Session


def rules_of(preset: str = "cincinnati", **changes: Any) -> Ruleset:
    """The rules of a preset with some fields changed."""
    return replace(PRESETS[preset], **changes)


def deck_for(players: int, hands: str = "", board: str = "") -> Deck:
    """A deck that deals these private cards and turns this board.

    ``hands`` has one word for each position from 0 on, ``"AsAd3c4c6d KsKd -"``; a hand that is
    too short, missing or ``-`` is filled from the rest of the pack, and so is the board. The
    rest is taken in strides, so that it gives nobody a straight or a flush by chance.
    """
    private = [parse_cards(word.strip("-")) for word in hands.split()]
    private += [()] * (players - len(private))
    turned = parse_cards(board)
    named = {card for cards in (*private, turned) for card in cards}
    strides = (PACK[place * 5 % len(PACK)] for place in range(len(PACK)))
    rest = (card for card in strides if card not in named)
    full = [_filled(cards, PRIVATE_CARDS, rest) for cards in private]
    dealt = [full[position][place] for place in range(PRIVATE_CARDS) for position in range(players)]
    return Deck((*dealt, *_filled(turned, BOARD_CARDS, rest), *rest))


def _filled(cards: tuple[Card, ...], size: int, rest: Iterator[Card]) -> tuple[Card, ...]:
    return cards + tuple(next(rest) for _ in range(size - len(cards)))


def deal_of(
    preset: str = "cincinnati",
    *,
    stacks: Sequence[int],
    hands: str = "",
    board: str = "",
    **changes: Any,
) -> Deal:
    """A deal of a preset (with changed rules) that has just begun."""
    rules = rules_of(preset, **changes)
    return Deal.start(rules, stacks=stacks, deck=deck_for(len(stacks), hands, board))


def play(deal: Deal, script: str) -> Deal:
    """The deal after a script of moves.

    ``fold``, ``check``, ``call`` (``call 3`` also says how much it must cost), ``bet 2``,
    ``raise 6`` and ``complete 4`` (always "to"), ``bring-in``, ``all-in`` (``all-in 25`` also says
    what the player has). The script must be right about what a move is called and about where
    a round ends; whether a move is legal is left to the engine.
    """
    round_ = deal.state.round
    for part in script.split("|"):
        assert deal.state.round == round_, f"no card comes before {part!r}"
        for move in filter(None, (move.strip() for move in part.split(","))):
            assert deal.state.round == round_, f"a card comes before {move!r}"
            deal = deal.act(_action(deal, move))
        round_ += 1
    return deal


def _action(deal: Deal, move: str) -> Action:
    word, _, amount = move.partition(" ")
    legal, level = deal.legal, deal.state.level
    match word:
        case "fold":
            return Fold()
        case "bring-in":
            return BringIn()
        case "check":
            assert legal is None or not legal.call, f"not a check: {legal}"
            return Call()
        case "call":
            assert legal is None or legal.call != 0, f"not a call: {legal}"
            assert not amount or (legal is not None and legal.call == int(amount)), f"{legal}"
            return Call()
        case "bet":
            assert level == 0, f"not a bet: the level is {level}"
            return Raise(to=int(amount))
        case "raise" | "complete":
            assert level > 0, "not a raise: there is no bet"
            return Raise(to=int(amount))
        case "all-in":
            return _all_in(deal, amount)
        case _:
            raise AssertionError(f"no move {move!r}")


def _all_in(deal: Deal, amount: str) -> Action:
    assert deal.to_act is not None, "all-in, but nobody is to act"
    player = deal.state.players[deal.to_act]
    everything = player.bet + player.stack
    assert not amount or everything == int(amount), f"all-in for {everything}, not {amount}"
    can_only_call = deal.legal is not None and deal.legal.call == player.stack
    return Call() if can_only_call else Raise(to=everything)


def play_on(session: Session, script: str) -> Session:
    """The session after a script of moves in its running deal; ``|`` is a comma here."""
    for move in filter(None, (move.strip() for move in script.replace("|", ",").split(","))):
        assert session.deal is not None, f"no deal for {move!r}"
        session = session.act(_action(session.deal, move))
    return session


def next_deal(session: Session, script: str = "", *, hands: str = "", board: str = "") -> Session:
    """The session after the start of its next deal and a script of moves."""
    deck = deck_for(len(session.dealt_in), hands, board)
    return play_on(session.start_deal(deck), script)


def whole_deal(session: Session, script: str = "", *, hands: str = "", board: str = "") -> Session:
    """The session after its next deal: a script of moves, and from there check and call."""
    session = next_deal(session, script, hands=hands, board=board)
    while session.deal is not None and session.deal.legal is not None:
        session = session.act(BringIn() if session.deal.legal.bring_in else Call())
    return session


def check_down(deal: Deal) -> Deal:
    """The deal played to its end by checking and calling, the bring-in posted if it is due."""
    while deal.legal is not None:
        deal = deal.act(BringIn() if deal.legal.bring_in else Call())
    return deal


def moves(legal: Legal) -> Iterator[Action]:
    """Every legal action; each whole amount of a raise is one of its own."""
    if legal.fold:
        yield Fold()
    if legal.call is not None:
        yield Call()
    if legal.bring_in:
        yield BringIn()
    if legal.raise_to is not None:
        least, most = legal.raise_to
        for to in range(least, most + 1):
            yield Raise(to)


def states(events: Sequence[Event]) -> Iterator[State]:
    """The state after the first event, the second, and so on."""
    first = events[0]
    assert isinstance(first, DealStarted)
    state = begin(first)
    yield state
    for event in events[1:]:
        state = evolve(state, event)
        yield state


def all_chips(state: State) -> int:
    """Everything in stacks, bets and pots (R19)."""
    return sum(player.stack for player in state.players) + state.on_table


def names(deal: Deal) -> list[str]:
    """What happened, as the names of the events."""
    return [type(event).__name__ for event in deal.events]


def shown(deal: Deal) -> list[Position]:
    """Who showed his hand, in order (R16)."""
    return [event.position for event in deal.events if isinstance(event, HandShown)]


def refunds(deal: Deal) -> list[tuple[int, int]]:
    """Who got how much back (R14)."""
    return [(event.position, event.chips) for event in deal.events if isinstance(event, Refunded)]


def wins(deal: Deal) -> list[tuple[int, Share, dict[int, int]]]:
    """Pot, share, and what each winner took of it."""
    return [
        (award.pot, award.share, {win.position: win.chips for win in award.winners})
        for award in deal.awards
    ]


def five(deal: Deal, position: int) -> str:
    """The cards with which a position won for the first time."""
    return next(
        "".join(map(str, win.cards))
        for award in deal.awards
        for win in award.winners
        if win.position == position
    )
