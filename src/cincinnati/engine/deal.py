"""One deal as programmers use it: an immutable value with the events behind it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from cincinnati.cards import Card, Deck
from cincinnati.engine import project
from cincinnati.engine.actions import Action, Legal, Position
from cincinnati.engine.betting import legal
from cincinnati.engine.decide import advance, run
from cincinnati.engine.events import DealStarted, Event
from cincinnati.engine.evolve import begin, evolve
from cincinnati.engine.pots import Pot, pots
from cincinnati.engine.seen import PotAwarded, Seen
from cincinnati.engine.state import Phase, State
from cincinnati.engine.view import View
from cincinnati.errors import RulesError, excerpt
from cincinnati.rules import PRIVATE_CARDS, Ruleset, ShortAnte
from cincinnati.rules.ruleset import MOST_CHIPS


class Deal(Struct, frozen=True):
    """One deal of any variant, at one moment.

    A deal never changes: `act` gives a new one. Positions count from the dealer's left,
    from 0; the dealer has the last one. Chips are whole numbers.

    >>> from random import Random
    >>> from cincinnati import Call, Raise, presets
    >>> deal = Deal.start(presets.LIZ, stacks=[100, 100, 100], deck=Deck.shuffled(Random(7)))
    >>> deal.to_act, deal.legal
    (0, Legal(fold=False, call=0, raise_to=(2, 99), bring_in=False))
    >>> deal.act(Raise(to=6)).act(Call()).to_act
    2
    """

    state: State
    """The truth, secrets included; only the engine and the log should look at it."""
    events: tuple[Event, ...]
    """Everything that happened, secrets included; what a seat may see of it is `seen`."""

    @classmethod
    def start(
        cls,
        rules: Ruleset,
        *,
        stacks: Sequence[int],
        deck: Deck,
        commitment: str | None = None,
    ) -> Deal:
        """Deal the cards and take the antes and blinds.

        ``stacks`` are in chips, by position. A deck that was made from a record may end
        early or have ``None`` for unknown cards. Raises `RulesError` if the rules do not admit
        so many players or one of the stacks.
        """
        _check_stacks(rules, stacks)
        if len(deck.cards) < PRIVATE_CARDS * len(stacks):
            raise RulesError("deck", f"{len(deck.cards)} cards are too few for {len(stacks)} hands")
        first = DealStarted(rules, tuple(stacks), deck, commitment)
        state, events = run(begin(first))
        return cls(state, (first, *events))

    @classmethod
    def replay(cls, events: Iterable[Event]) -> Deal:
        """The deal that a list of events from `events` adds up to.

        Raises `RulesError` if they do not begin with a `DealStarted`.
        """
        told = tuple(events)
        if not told or not isinstance(told[0], DealStarted):
            raise RulesError("events", "a deal is replayed from its DealStarted event")
        state = begin(told[0])
        for event in told[1:]:
            state = evolve(state, event)
        return cls(state, told)

    def act(self, action: Action) -> Deal:
        """The deal after an action of the player to act, and all that follows by itself.

        Raises `IllegalAction` (and nothing has changed), or `HiddenCards` when a showdown
        follows for which cards are unknown.
        """
        state, events = advance(self.state, action)
        return Deal(state, self.events + events)

    @property
    def to_act(self) -> Position | None:
        """Whose turn it is; ``None`` when the deal is over."""
        return self.state.to_act

    @property
    def legal(self) -> Legal | None:
        """What the player to act may do."""
        to_act = self.state.to_act
        return None if to_act is None else legal(self.state, to_act)

    @property
    def over(self) -> bool:
        """Whether the deal has ended."""
        return self.state.phase is Phase.OVER

    @property
    def rules(self) -> Ruleset:
        """The rules of this deal."""
        return self.state.rules

    @property
    def board(self) -> tuple[Card, ...]:
        """The community cards that are turned, in their order."""
        return self.state.board

    @property
    def stacks(self) -> tuple[int, ...]:
        """What each position has in front of itself, in chips."""
        return tuple(player.stack for player in self.state.players)

    @property
    def pots(self) -> tuple[Pot, ...]:
        """All that was put in, this round's bets included, as pots; at the end, as divided."""
        return pots(self.state.put_in, self.state.live)

    @property
    def awards(self) -> tuple[PotAwarded, ...]:
        """What was given out of the pots, with the cards that won."""
        return self.state.awards

    def view(self, position: int | None) -> View:
        """What a position may know, and nothing else; ``None`` is a spectator."""
        return project.view(self.state, self._viewer(position))

    def seen(self, position: int | None) -> tuple[Seen, ...]:
        """The events as a position, or a spectator, may see them."""
        return tuple(project.seen(self.events, self._viewer(position)))

    def _viewer(self, position: int | None) -> Position | None:
        if position is None:
            return None
        if not 0 <= position < len(self.state.players):
            last = len(self.state.players) - 1
            raise IndexError(f"no position {position}: this deal has positions 0 to {last}")
        return Position(position)


def _check_stacks(rules: Ruleset, stacks: Sequence[int]) -> None:
    if not 2 <= len(stacks) <= rules.players:
        raise RulesError("players", f"2 to {rules.players} are dealt in, not {len(stacks)}")
    # R20: whoever cannot pay the whole ante is out, unless the table lets him post what is left.
    least = max(1, rules.ante if rules.short_ante is ShortAnte.OUT else 1)
    for position, stack in enumerate(stacks):
        if type(stack) is not int or not least <= stack <= MOST_CHIPS:
            raise RulesError(
                "stacks",
                f"p{position + 1} has {excerpt(stack)}; whoever is dealt in has whole chips, "
                f"{least} to {MOST_CHIPS} (R20)",
            )
