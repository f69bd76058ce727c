"""From a record back to the deal: every action is checked by the engine.

The one idea: the record's cards are collected into a deck first, as far as they are
known, and then the deal is played on it. What the engine does by itself (turning
cards) the record must say at just that place.
"""

from __future__ import annotations

from msgspec import Struct

from cincinnati.cards import Card, Deck
from cincinnati.engine import Deal
from cincinnati.engine.actions import Action, Legal, Position
from cincinnati.errors import HiddenCards, IllegalAction, RecordError, RulesError
from cincinnati.records.phh import Record
from cincinnati.records.steps import Act, DealHand, Show, Step, TurnCard, parse_step
from cincinnati.rules import PRIVATE_CARDS


class Replayed(Struct, frozen=True):
    """A record that has been played again.

    ``deal`` is where it stands, ``None`` while hands are still to be dealt. ``to_act`` and
    ``legal`` say who is next; both are ``None`` when the deal is over or when the record ends
    where a card is due. ``differs`` is set when the record's own finishing stacks are not the
    ones that the rules give.
    """

    record: Record
    deal: Deal | None
    to_act: Position | None
    legal: Legal | None
    differs: bool


def replay(record: Record) -> Replayed:
    """Play a record again; raises `RecordError` that names the action at fault."""
    return _Player(record).play()


class _Player:
    """The state of one replay: the deal so far, and what the record has said so far."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.players = len(record.starting_stacks)
        self.steps, self.fault = _parse(record)
        self.dealt: dict[Position, DealHand] = {}
        self.turned = 0
        self.deal: Deal | None = None

    def play(self) -> Replayed:
        for at, step in enumerate(self.steps):
            try:
                self._take(step)
            except _Fault as fault:
                raise self._error(at, fault.code, str(fault), self._allowed()) from None
            except IllegalAction as error:
                raise self._error(at, error.code.value, str(error), error.allowed) from None
            except HiddenCards as error:
                raise self._error(at, "hidden_cards", str(error), None) from None
        if self.fault is not None:
            self.fault.allowed = self._allowed()
            raise self.fault
        return self._result()

    def _result(self) -> Replayed:
        deal = self.deal
        waiting = deal is None or self.turned < len(deal.board)
        finishing = self.record.finishing_stacks
        return Replayed(
            record=self.record,
            deal=deal,
            to_act=None if deal is None or waiting else deal.to_act,
            legal=None if deal is None or waiting else deal.legal,
            differs=finishing is not None
            and (deal is None or not deal.over or deal.stacks != finishing),
        )

    def _take(self, step: Step) -> None:
        match step:
            case DealHand():
                self._deal_hand(step)
            case TurnCard():
                self._turn_card()
            case Act(position, action):
                self._act(position, action)
            case Show(position, cards):
                self._show(position, cards)

    def _deal_hand(self, step: DealHand) -> None:
        if step.position in self.dealt:
            raise _Fault("dealt_twice", f"p{step.position + 1} has his private cards already")
        self.dealt[step.position] = step
        if len(self.dealt) == self.players:
            self.deal = self._start()

    def _start(self) -> Deal:
        """Lay the deck so that it deals what the record says (R3)."""
        hands = [self.dealt[Position(number)].cards for number in range(self.players)]
        private = [hand[place] for place in range(PRIVATE_CARDS) for hand in hands]
        board = [step.card for step in self.steps if isinstance(step, TurnCard)]
        deck = Deck((*private, *board[:PRIVATE_CARDS]))
        try:
            return Deal.start(self.record.rules, stacks=self.record.starting_stacks, deck=deck)
        except RulesError as error:
            raise _Fault(error.field, str(error)) from None

    def _turn_card(self) -> None:
        deal = self._running()
        if self.turned == len(deal.board):
            raise _Fault("card_not_due", "no community card is to be turned now")
        self.turned += 1

    def _act(self, position: Position, action: Action) -> None:
        deal = self._running()
        if self.turned < len(deal.board):
            raise _Fault("card_due", "the next community card has to be turned first (d db …)")
        if deal.to_act is not None and deal.to_act != position:
            raise _Fault(
                "out_of_turn", f"p{position + 1} is not to act, p{deal.to_act + 1} is; "
                f"allowed: {deal.legal}"
            )  # fmt: skip
        self.deal = deal.act(action)

    def _show(self, position: Position, cards: tuple[Card | None, ...]) -> None:
        deal = self._running()
        if position not in deal.state.shown or self.turned < len(deal.board):
            raise _Fault("nothing_to_show", f"p{position + 1} shows no hand here (R16)")
        if cards and cards != deal.state.hands[position]:
            raise _Fault("other_cards", f"p{position + 1} was dealt other cards")

    def _running(self) -> Deal:
        if self.deal is None:
            missing = min(number + 1 for number in range(self.players) if number not in self.dealt)
            raise _Fault("not_dealt", f"p{missing} has no private cards yet (d dh p{missing} …)")
        return self.deal

    def _allowed(self) -> Legal | None:
        return self.deal.legal if self.deal else None

    def _error(self, at: int, code: str, message: str, allowed: Legal | None) -> RecordError:
        action = str(self.record.actions[at])
        return RecordError(code, message, at=at, action=action, allowed=allowed)


class _Fault(Exception):
    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def _parse(record: Record) -> tuple[list[Step], RecordError | None]:
    """The steps as far as they can be read, and what is wrong with the next one."""
    steps: list[Step] = []
    known: set[Card] = set()
    for at, text in enumerate(record.actions):
        try:
            step = parse_step(text, at, len(record.starting_stacks))
            _note_cards(step, known, at, str(text))
        except RecordError as error:
            return steps, error
        steps.append(step)
    return steps, None


def _note_cards(step: Step, known: set[Card], at: int, text: str) -> None:
    match step:
        case DealHand(_, cards):
            fresh = [card for card in cards if card is not None]
        case TurnCard(card):
            fresh = [card]
        case _:
            return
    for card in fresh:
        if card in known:
            message = f"{card} has been dealt already"
            raise RecordError("duplicate_card", message, at=at, action=text)
        known.add(card)
