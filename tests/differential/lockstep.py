"""The same deal in two engines at once, ours and PokerKit's.

The one idea: before every decision both say who is to act and what he may do, and that has
to be the same; so have the stacks at the end. PokerKit differs from the rules at two points.
Each is excused only where `Lockstep` finds, from PokerKit's own numbers, that it is that point,
and nothing else is excused with it.

PokerKit has no Cincinnati, so its general table is set up for it: five private cards before
the first street, one community card on each of five, no blinds. Its player 0 then is
the one on the dealer's left, our position 0.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from pokerkit import Automation, BettingStructure, Opening, StandardHighHand, State, Street
from pokerkit import Deck as Pack

from cincinnati.cards import Deck
from cincinnati.engine import Call, Deal, Fold, Position, Raise
from cincinnati.engine.seen import Refunded
from cincinnati.rules import BOARD_CARDS, PRIVATE_CARDS, presets

Move = Fold | Call | Raise

RULES = presets.CINCINNATI
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
"""All but the dealing: the cards come from our deck."""


class Excuse(Enum):
    """A point at which PokerKit does not play our rules."""

    SHORT_OPENING = "re-raise of a short opening all-in (R12)"
    ODD_CHIPS = "odd chips (R18)"


class Offer(NamedTuple):
    """Who is to act, what he may do, and what everybody has; chips."""

    to_act: int | None
    fold: bool
    call: int | None
    raise_to: tuple[int, int] | None
    bets: tuple[int, ...]
    stacks: tuple[int, ...]
    pots: list[tuple[int, tuple[int, ...]]]
    """Chips and contestants of each, as long as nobody has bet in this round (R15)."""


class Lockstep:
    """One deal of the base game, played in both engines."""

    def __init__(self, stacks: list[int], deck: Deck) -> None:
        self.ours = Deal.start(RULES, stacks=stacks, deck=deck)
        self.theirs = _table(stacks)
        self.excuses: set[Excuse] = set()
        self._deck = deck
        self._acted: set[int] = set()
        self._story = f"stacks {stacks}:"
        self._deal_cards()

    def act(self, *moves: Move) -> None:
        """Take the same moves in both; each has to be legal in both."""
        for move in moves:
            to_act = self.ours.to_act
            assert to_act is not None
            self._story += f" p{to_act + 1} {move}"
            self._acted.add(to_act)
            self.ours = self.ours.act(move)
            match move:
                case Fold():
                    self.theirs.fold()
                case Call():
                    self.theirs.check_or_call()
                case Raise(to):
                    self.theirs.complete_bet_or_raise_to(to)
            self._deal_cards()

    def compare(self) -> None:
        """Both offer the same, or divide the chips alike, or the difference is excused."""
        if self.ours.to_act is None and self.theirs.actor_index is None:
            self._compare_end()
            return
        ours, theirs = self.our_offer(), self.their_offer()
        if theirs.raise_to and not ours.raise_to and self._short_opening():
            self.excuses.add(Excuse.SHORT_OPENING)
            theirs = theirs._replace(raise_to=None)
        assert ours == theirs, self._story

    def _compare_end(self) -> None:
        assert self.ours.over, self._story
        assert not self.theirs.status, self._story
        ours, theirs = self.ours.stacks, tuple(self.theirs.stacks)
        if ours != theirs:
            assert theirs == pokerkit_shares(self.ours), self._story
            self.excuses.add(Excuse.ODD_CHIPS)

    def our_offer(self) -> Offer:
        """What our engine says."""
        legal, players = self.ours.legal, self.ours.state.players
        bets = tuple(player.bet if player.live else 0 for player in players)
        return Offer(
            to_act=self.ours.to_act,
            fold=legal is not None and legal.fold,
            call=legal.call if legal else None,
            raise_to=legal.raise_to if legal else None,
            bets=bets,
            stacks=self.ours.stacks,
            pots=[] if any(bets) else [(pot.amount, pot.eligible) for pot in self.ours.pots],
        )

    def their_offer(self) -> Offer:
        """What PokerKit says."""
        state = self.theirs
        least = state.min_completion_betting_or_raising_to_amount
        most = state.max_completion_betting_or_raising_to_amount
        bets = tuple(
            bet if live else 0 for bet, live in zip(state.bets, state.statuses, strict=True)
        )
        return Offer(
            to_act=state.actor_index,
            fold=state.can_fold(),
            call=state.checking_or_calling_amount,
            raise_to=None if least is None or most is None else (least, most),
            bets=bets,
            stacks=tuple(state.stacks),
            pots=[] if any(bets) else [(pot.amount, pot.player_indices) for pot in state.pots],
        )

    def _short_opening(self) -> bool:
        """Whether the player has acted and what he faces is still no full bet.

        R12 lets him raise again when the level has risen by the minimum bet. PokerKit asks
        only for a rise as large as the largest wager of the round, here an all-in of 1.
        """
        state = self.theirs
        assert state.actor_index is not None
        rise = max(state.bets) - state.bets[state.actor_index]
        return (
            state.actor_index in self._acted
            and rise < RULES.min_bet
            and state.completion_betting_or_raising_amount < RULES.min_bet
        )

    def _deal_cards(self) -> None:
        """Deal in PokerKit what is due there, from our deck."""
        cards, count = self._deck.cards, len(self.ours.stacks)
        while (player := self.theirs.hole_dealee_index) is not None:
            place = len(self.theirs.hole_cards[player])
            self.theirs.deal_hole(str(cards[place * count + player]))
        while self.theirs.board_dealing_count:
            self._acted.clear()
            turned = len(self.theirs.board_cards)
            self.theirs.deal_board(str(cards[PRIVATE_CARDS * count + turned]))


def _table(stacks: list[int]) -> State:
    # PokerKit knows the last street by identity: each has to be an object of its own.
    streets = tuple(
        Street(
            card_burning_status=False,
            hole_dealing_statuses=() if number else (False,) * PRIVATE_CARDS,
            board_dealing_count=1,
            draw_status=False,
            opening=Opening.POSITION,
            min_completion_betting_or_raising_amount=RULES.min_bet,
            max_completion_betting_or_raising_count=None,
        )
        for number in range(BOARD_CARDS)
    )
    return State(
        automations=AUTOMATIONS,
        deck=Pack.STANDARD,
        hand_types=(StandardHighHand,),
        streets=streets,
        betting_structure=BettingStructure.NO_LIMIT,
        ante_trimming_status=True,
        raw_antes=RULES.ante,
        raw_blinds_or_straddles=0,
        bring_in=0,
        raw_starting_stacks=stacks,
        player_count=len(stacks),
    )


def pokerkit_shares(deal: Deal) -> tuple[int, ...]:
    """The final stacks of a deal of ours if the odd chips went as PokerKit gives them.

    It throws the hands away that win nothing, so that more neighbouring pots have the same
    contestants and become one; and all odd chips of a pot go to its first winner.
    """
    stacks = list(deal.stacks)
    hands = {event.position for event in deal.events if isinstance(event, Refunded)}
    hands |= {win.position for award in deal.awards for win in award.winners}
    pots: list[tuple[set[Position], list[Position], int]] = []
    for pot, award in zip(deal.pots, deal.awards, strict=True):
        for win in award.winners:
            stacks[win.position] -= win.chips
        contestants = hands.intersection(pot.eligible)
        chips = pot.amount
        if pots and pots[-1][0] == contestants:
            chips += pots.pop()[2]
        pots.append((contestants, [win.position for win in award.winners], chips))
    for _, winners, chips in pots:
        share, odd = divmod(chips, len(winners))
        for winner in winners:
            stacks[winner] += share
        stacks[winners[0]] += odd
    return tuple(stacks)
