"""A spot in words: what was done up to a decision, ``"check, bet 2, raise 6"``.

The one idea: the engine plays the moves with the cards that are known and no others. Whoever is to
act after them is the one who asks; what the others hold is never needed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cincinnati.cards import Card, Deck, card_set, parse_cards
from cincinnati.engine import Action, BringIn, Call, Deal, Fold, Raise
from cincinnati.errors import HiddenCards, IllegalAction, RulesError
from cincinnati.rules import BOARD_CARDS, PRIVATE_CARDS, Ruleset

_FORMS = (
    "fold, check, call, bet 2, raise 6, complete 4, all-in or bring-in; commas between moves, "
    "| between rounds"
)
_MOVE = re.compile(r"([a-z-]+)(?:\s+(?:to\s+)?([0-9]{1,9}))?")


def deal_at(rules: Ruleset, *, stacks: Sequence[int], hand: str, board: str, moves: str) -> Deal:
    """The deal after these moves: whoever is to act holds the hand, the others unknown cards.

    Where fewer rounds are told than there were, the first ones were checked through. Raises
    `RulesError` or `CardError`, which say what is wrong and what is allowed.
    """
    own, turned = parse_cards(hand), parse_cards(board)
    if len(own) != PRIVATE_CARDS:
        raise RulesError("hand", f"{PRIVATE_CARDS} private cards, AsAd3c4c6d, not {len(own)}")
    if len(turned) > BOARD_CARDS:
        raise RulesError("board", f"at most {BOARD_CARDS} community cards, not {len(turned)}")
    card_set((*own, *turned))
    unknown = (None,) * len(own)
    asker = _played(rules, stacks, [unknown] * len(stacks), turned, moves).to_act
    hands = [own if position == asker else unknown for position in range(len(stacks))]
    return _played(rules, stacks, hands, turned, moves)


def _played(
    rules: Ruleset,
    stacks: Sequence[int],
    hands: Sequence[Sequence[Card | None]],
    board: Sequence[Card],
    moves: str,
) -> Deal:
    private = [hand[place] for place in range(PRIVATE_CARDS) for hand in hands]
    deal = Deal.start(rules, stacks=stacks, deck=Deck((*private, *board)))
    rounds = len(board) + rules.opening_round
    if not rounds:
        raise RulesError("board", "here the first round comes after a community card: name it")
    told = moves.split("|")
    if len(told) > rounds:
        raise RulesError(
            "moves", f"{len(told)} rounds of moves, but {rounds} with this board: | is between "
            "rounds, and each round but an opening one has its community card"
        )  # fmt: skip
    for _ in range(rounds - len(told)):
        deal = _checked_through(deal)
    for number, part in enumerate(told, rounds - len(told)):
        deal = _after_round(deal, part, number, last=number == rounds - 1)
    if deal.to_act is None:
        raise RulesError("moves", "nobody is to act after them: leave out the last ones")
    return deal


def _checked_through(deal: Deal) -> Deal:
    """The deal after a round in which everybody stayed in for the least."""
    number = deal.state.round
    while deal.state.round == number and deal.legal is not None:
        deal = deal.act(BringIn() if deal.legal.bring_in else Call())
    return deal


def _after_round(deal: Deal, part: str, number: int, *, last: bool) -> Deal:
    """The deal after the moves of one round, all of it unless it is the last one."""
    for move in filter(None, (each.strip() for each in part.split(","))):
        if deal.state.round != number or deal.to_act is None:
            then = "the next community card comes (--board)" if last else "a | has to stand there"
            raise RulesError("moves", f"before '{move}' round {number + 1} is over: {then}")
        player = f"p{deal.to_act + 1}"
        try:
            deal = deal.act(_action(deal, move))
        except IllegalAction as error:
            raise RulesError("moves", f"'{move}' of {player}: {error}") from None
        except HiddenCards:
            raise RulesError("moves", f"with '{move}' the hand is over: leave it out") from None
    if not last and deal.state.round == number and deal.to_act is not None:
        raise RulesError(
            "moves", f"round {number + 1} is not over at its |: p{deal.to_act + 1} is to act; "
            f"allowed: {deal.legal}"
        )  # fmt: skip
    return deal


def _action(deal: Deal, move: str) -> Action:
    """What a move means. Its name has to be right; whether it is legal, the engine says."""
    found = _MOVE.fullmatch(move.lower())
    call, level = deal.legal.call if deal.legal else None, deal.state.level
    match found.groups() if found else ():
        case ("fold", None):
            return Fold()
        case ("bring-in", None):
            return BringIn()
        case ("all-in", amount):
            return _all_in(deal, amount)
        case ("check", None) if call:
            wrong = f"a call costs {call}"
        case ("call", _) if call == 0:
            wrong = "there is nothing to call"
        case ("call", str(amount)) if call is not None and int(amount) != call:
            wrong = f"a call costs {call}"
        case ("check", None) | ("call", _):
            return Call()
        case ("bet", str()) if level:
            wrong = f"there is a bet of {level} to raise"
        case ("raise" | "complete", str()) if not level:
            wrong = "there is no bet to raise"
        case ("bet" | "raise" | "complete", str(amount)):
            return Raise(to=int(amount))
        case _:
            raise RulesError("moves", f"not a move: '{move}'; a move is {_FORMS}")
    raise RulesError("moves", f"'{move}': {wrong}; allowed: {deal.legal}")


def _all_in(deal: Deal, amount: str | None) -> Action:
    player = deal.state.players[deal.to_act or 0]
    everything = player.bet + player.stack
    if amount not in (None, str(everything)):
        raise RulesError("moves", f"'all-in {amount}': all that he has is {everything}")
    can_only_call = deal.legal is not None and deal.legal.call == player.stack
    return Call() if can_only_call else Raise(to=everything)
