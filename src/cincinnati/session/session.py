"""A session: several deals, whose turn it is to deal, who is out, the places.

The rules are R2, R20, R21, R24 and R33-R38.

Like a deal, a session is a list of events, and what it is now is what they add up to; the
events of its deals are among them (`InDeal`). It is as pure as the engine: whose clock ran
out and which deck lies on the table come in as arguments.

Seats belong to the table and may have gaps; positions belong to one deal. Only this module
maps one to the other (`Session.order`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, assert_never

from msgspec import Struct
from msgspec.structs import replace

from cincinnati.cards import Deck
from cincinnati.engine import Action, BringIn, Call, Deal, Fold, Legal, View
from cincinnati.engine.actions import Seat
from cincinnati.engine.betting import blind_positions
from cincinnati.engine.events import DealStarted, Event
from cincinnati.engine.evolve import begin, evolve
from cincinnati.errors import RulesError, SessionError
from cincinnati.rules import Ruleset, ShortAnte
from cincinnati.rules.presets import preset
from cincinnati.rules.ruleset import MOST_CHIPS
from cincinnati.session.events import (
    ChipsCorrected,
    DealBegan,
    InDeal,
    Presence,
    PresetNamed,
    RulesChanged,
    SeatAway,
    SeatBack,
    SeatLeft,
    SeatState,
    SeatTaken,
    SessionEnded,
    SessionEvent,
    SessionStarted,
)


class Chooser(Protocol):
    """What draws lots: `random.Random`, `random.SystemRandom` or anything like them."""

    def choice(self, seq: Sequence[Seat]) -> Seat:
        """One of the seats."""


def draw_dealer(seats: Sequence[Seat], rng: Chooser) -> Seat:
    """The first dealer, by lot (R2)."""
    return rng.choice(seats)


def idle_action(legal: Legal) -> Action:
    """What is done for a player who is away: check, else fold (R33).

    A bring-in that is due cannot be folded to, so it is posted.
    """
    if legal.bring_in:
        return BringIn()
    return Fold() if legal.fold else Call()


class Session(Struct, frozen=True):
    """A session at one moment; its methods give the session that follows.

    They raise `SessionError` with a code if the step is not possible now (and nothing has
    changed); `act` raises what `Deal.act` raises.
    """

    rules: Ruleset
    seats: Mapping[Seat, SeatState]
    events: tuple[SessionEvent, ...]
    first_dealer: Seat
    number: int = 0
    """Deals begun so far."""
    order: tuple[Seat, ...] = ()
    """The seat of each position of the latest deal; the last one is its dealer."""
    deal: Deal | None = None
    """The latest deal."""
    choice: PresetNamed | None = None
    """What was named for the next deal; it holds if he who named it still deals."""
    big_blind: Seat | None = None
    """Who posted the big blind last (R24)."""
    places: Mapping[Seat, int] | None = None
    """The final places, once the session is over."""

    @classmethod
    def start(cls, rules: Ruleset, *, seats: Iterable[int], dealer: int) -> Session:
        """Everybody has the starting stack; ``dealer`` was drawn by lot (`draw_dealer`).

        Raises `RulesError` for too few, too many or unknown seats.
        """
        taken = tuple(Seat(seat) for seat in sorted(seats))
        if not 2 <= len(taken) <= rules.players or len(set(taken)) < len(taken):
            raise RulesError("players", f"2 to {rules.players} different seats, not {list(taken)}")
        if not 0 <= taken[0] <= taken[-1] < rules.players:
            raise RulesError("players", f"seats are 0 to {rules.players - 1}, not {list(taken)}")
        if dealer not in taken:
            raise RulesError("players", f"the dealer, seat {dealer}, is not one of {list(taken)}")
        if not _can_play(rules, rules.stack):
            raise RulesError("stack", f"{rules.stack} chips do not pay the ante of {rules.ante}")
        return cls.resume([SessionStarted(rules, taken, Seat(dealer))])

    @classmethod
    def resume(cls, events: Iterable[SessionEvent]) -> Session:
        """The session that a list of events adds up to."""
        told = list(events)
        first = told[0] if told else None
        if not isinstance(first, SessionStarted):
            raise SessionError("events", "a session is resumed from its SessionStarted event")
        seats = {seat: SeatState(first.rules.stack) for seat in first.seats}
        session = cls(first.rules, seats, (first,), first.dealer)
        for event in told[1:]:
            session = session.evolve(event)
        return session

    # --- what it is now -------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the session has ended."""
        return self.places is not None

    @property
    def playing(self) -> bool:
        """Whether a deal is going on."""
        return self.deal is not None and not self.deal.over

    @property
    def dealt_in(self) -> tuple[Seat, ...]:
        """The seats that the next deal would include (R20, R34), in their order."""
        return tuple(
            seat
            for seat, state in sorted(self.seats.items())
            if state.presence is not Presence.GONE and _can_play(self.rules, state.chips)
        )

    @property
    def dealer(self) -> Seat:
        """The dealer: of the running deal, or else of the next one (R2, R24, R37)."""
        if self.playing:
            return self.order[-1]
        seats = self.dealt_in
        if not seats:
            raise SessionError("too_few_players", "nobody can be dealt in")
        if not self.order:
            return _at_or_after(seats, self.first_dealer)
        plain = _at_or_after(seats, Seat(self.order[-1] + 1))
        other = _at_or_after(seats, Seat(plain + 1))
        # R24: nobody is big blind twice running when play becomes heads-up.
        if self.rules.blinds and len(seats) == 2 and self.big_blind == other:
            return other
        return plain

    @property
    def named(self) -> str | None:
        """The preset that the next dealer has named, if any (R37, R38)."""
        if self.choice is None or self.choice.seat != self.dealer:
            return None
        return self.choice.preset

    @property
    def to_act(self) -> Seat | None:
        """Whose turn it is in the running deal."""
        position = self.deal.to_act if self.deal else None
        return None if position is None else self.order[position]

    @property
    def chips(self) -> dict[Seat, int]:
        """What every seat has in front of itself now, those who are out included."""
        chips = {seat: state.chips for seat, state in self.seats.items()}
        if self.deal is not None and self.playing:
            chips |= dict(zip(self.order, self.deal.stacks, strict=True))
        return chips

    @property
    def standings(self) -> dict[Seat, int]:
        """The place of every seat by its chips, equal chips sharing one: 1, 2, 2, 4 (R21)."""
        chips = self.chips
        return {
            seat: 1 + sum(other > amount for other in chips.values())
            for seat, amount in chips.items()
        }

    def view(self, seat: int | None) -> View | None:
        """What a seat may know of the latest deal; who is not in it is a spectator."""
        if self.deal is None:
            return None
        if seat is not None and seat in self.order:
            return self.deal.view(self.order.index(Seat(seat)))
        return self.deal.view(None)

    # --- what happens -----------------------------------------------------------

    def name_preset(self, seat: int, name: str) -> Session:
        """The next dealer names the game (§6); raises `RulesError` if there is none such."""
        self._between_deals()
        if not self.rules.dealers_choice:
            raise SessionError("no_choice", f"the game is {self.rules.preset}: no dealer's choice")
        if seat != self.dealer:
            raise SessionError("not_the_dealer", f"seat {self.dealer} names the game, not {seat}")
        return self.evolve(PresetNamed(Seat(seat), preset(name).preset))

    def change_rules(self, rules: Ruleset) -> Session:
        """The rules change from the next deal on; who sits keeps his seat and his chips."""
        self._between_deals()
        if max(self.seats) >= rules.players:
            raise SessionError("seats", f"seat {max(self.seats)} is taken: more players are needed")
        return self.evolve(RulesChanged(rules))._goes_on(())

    def start_deal(self, deck: Deck) -> Session:
        """The next deal, from this deck, with everybody who can be dealt in (R2, R20, R38)."""
        self._between_deals()
        dealer = self.dealer
        seats = self.dealt_in
        after = [seat for seat in seats if seat > dealer]
        order = (*after, *(seat for seat in seats if seat <= dealer))
        rules = self.rules.with_variant(preset(self.named)) if self.named else self.rules
        deal = Deal.start(rules, stacks=[self.seats[seat].chips for seat in order], deck=deck)
        return self.evolve(DealBegan(self.number + 1, order))._goes_on(deal.events)

    def act(self, action: Action) -> Session:
        """The player to act acts; absent players after him check or fold by themselves (R33)."""
        if self.deal is None or not self.playing:
            raise SessionError("no_deal", "no deal is going on")
        events = self.deal.act(action).events[len(self.deal.events) :]
        return self._goes_on(events)

    def away(self, seat: int) -> Session:
        """The player of a seat is away, for now (R33)."""
        self._check_seat(seat)
        return self.evolve(SeatAway(Seat(seat)))._goes_on(())

    def back(self, seat: int) -> Session:
        """The player of a seat is back."""
        self._check_seat(seat)
        return self.evolve(SeatBack(Seat(seat)))

    def leave(self, seat: int) -> Session:
        """The player of a seat leaves or is removed, for good (R34)."""
        self._check_seat(seat)
        return self.evolve(SeatLeft(Seat(seat)))._goes_on(())

    def enter(self, seat: int | None = None) -> Session:
        """A latecomer sits down, to the left of the last seat taken or where he likes (R35)."""
        self._not_over()
        if not self.rules.latecomers:
            raise SessionError("no_latecomers", "this table takes no latecomers")
        free = [number for number in range(self.rules.players) if number not in self.seats]
        if not free:
            raise SessionError("table_full", f"all {self.rules.players} seats are taken")
        if seat is None:
            seat = next((number for number in free if number > max(self.seats)), free[0])
        if seat not in free:
            raise SessionError("seat_taken", f"seat {seat} is not free; free are {free}")
        return self.evolve(SeatTaken(Seat(seat), self.rules.stack))

    def correct(self, seat: int, chips: int, *, author: str, reason: str) -> Session:
        """The host gives (or takes, if negative) chips, between deals (R36)."""
        self._between_deals()
        self._check_seat(seat)
        left = self.seats[Seat(seat)].chips + chips
        if left < 0:
            raise SessionError("too_few_chips", f"seat {seat} would have {left} chips")
        if left > MOST_CHIPS:
            raise SessionError("too_many_chips", f"a seat has at most {MOST_CHIPS} chips")
        if not reason.strip():
            raise SessionError("no_reason", "a correction needs a reason")
        return self.evolve(ChipsCorrected(Seat(seat), chips, author, reason))._goes_on(())

    # --- how it follows -----------------------------------------------------------

    def _goes_on(self, events: Iterable[Event]) -> Session:
        """Events of the deal, then what happens by itself: absent players, the end (R21, R33)."""
        session = self
        for event in events:
            session = session.evolve(InDeal(event))
        while (seat := session.to_act) is not None and session.deal is not None:
            legal = session.deal.legal
            if legal is None or session.seats[seat].presence is Presence.HERE:
                return session
            told = len(session.deal.events)
            for event in session.deal.act(idle_action(legal)).events[told:]:
                session = session.evolve(InDeal(event))
        ended = session.number >= session.rules.deals or len(session.dealt_in) < 2
        if ended and not session.playing and not session.over:
            return session.evolve(SessionEnded(session.standings))
        return session

    def evolve(self, event: SessionEvent) -> Session:
        """What the session becomes when the event has happened (the fold); it never refuses."""
        told = replace(self, events=(*self.events, event))
        match event:
            case InDeal(inner):
                return told._in_deal(inner)
            case DealBegan(number, order):
                return replace(told, number=number, order=order, deal=None, choice=None)
            case RulesChanged(rules):
                return replace(told, rules=rules, choice=None)
            case PresetNamed():
                return replace(told, choice=event)
            case SeatTaken(seat, chips):
                return told._seat(seat, SeatState(chips))
            case SeatAway(seat):
                return told._seat(seat, replace(self.seats[seat], presence=Presence.AWAY))
            case SeatBack(seat):
                return told._seat(seat, replace(self.seats[seat], presence=Presence.HERE))
            case SeatLeft(seat):
                return told._seat(seat, replace(self.seats[seat], presence=Presence.GONE))
            case ChipsCorrected(seat, chips):
                state = self.seats[seat]
                return told._seat(
                    seat,
                    replace(
                        state,
                        chips=state.chips + chips,
                        corrections=state.corrections + 1,
                        corrected=state.corrected + chips,
                    ),
                )
            case SessionEnded(places):
                return replace(told, places=places)
            case SessionStarted():
                raise SessionError("events", "a session starts only once")
        assert_never(event)

    def _in_deal(self, event: Event) -> Session:
        if isinstance(event, DealStarted):
            blinds = blind_positions(event.rules, len(self.order))
            big = self.order[blinds[-1]] if blinds else None
            return replace(self, deal=Deal(begin(event), (event,)), big_blind=big)
        if self.deal is None:
            raise SessionError("events", "an event of a deal before its DealStarted")
        state = evolve(self.deal.state, event)
        deal = Deal(state, (*self.deal.events, event))
        session = replace(self, deal=deal)
        if deal.over:
            for seat, stack in zip(self.order, deal.stacks, strict=True):
                session = session._seat(seat, replace(session.seats[seat], chips=stack))
        return session

    def _seat(self, seat: Seat, state: SeatState) -> Session:
        return replace(self, seats={**self.seats, seat: state})

    def _check_seat(self, seat: int) -> None:
        self._not_over()
        if seat not in self.seats:
            raise SessionError("no_such_seat", f"nobody has seat {seat}")
        if self.seats[Seat(seat)].presence is Presence.GONE:
            raise SessionError("seat_left", f"the player of seat {seat} has left for good")

    def _not_over(self) -> None:
        if self.over:
            raise SessionError("session_over", "the session is over")

    def _between_deals(self) -> None:
        self._not_over()
        if self.playing:
            raise SessionError("deal_running", "a deal is going on; wait until it has ended")


def _can_play(rules: Ruleset, chips: int) -> bool:
    """R20: whoever cannot pay the whole ante is out, unless he may post what is left."""
    least = rules.ante if rules.short_ante is ShortAnte.OUT else 1
    return chips >= max(1, least)


def _at_or_after(seats: Sequence[Seat], seat: int) -> Seat:
    """The first of the seats from this one on, going left."""
    return next((taken for taken in seats if taken >= seat), seats[0])
