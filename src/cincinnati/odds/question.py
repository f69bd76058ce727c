"""What one may ask: who holds what, what lies on the board, under which rules (R1, R3, R26-R32).

The one idea: a question is a deal with gaps. Every way to fill the gaps from the unseen cards
is equally likely, so an answer is an average over them, all of them or a sample.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from cincinnati.cards import PACK, Card, card_set, parse_cards
from cincinnati.errors import CardError, DuplicateCard, RulesError
from cincinnati.odds.sets import number_of
from cincinnati.odds.spot import Spot
from cincinnati.rules import BOARD_CARDS, MOST_PLAYERS, PRIVATE_CARDS, Ruleset, cards_needed
from cincinnati.rules.presets import CINCINNATI, preset

UNKNOWN = "??"
"""How a private card that nobody knows is written."""


class Question(Struct, frozen=True):
    """A deal as far as it is known.

    ``hands`` are the known private cards of each seat, none to five of them; a seat with fewer
    than five gets the others from the unseen cards, like the board. ``board`` are the community
    cards in the order turned, none to five. ``dead`` cards are out of play: seen, but nobody's.
    Raises `CardError`, `DuplicateCard` or `RulesError` when that cannot be dealt.
    """

    hands: tuple[tuple[Card, ...], ...]
    board: tuple[Card, ...] = ()
    dead: tuple[Card, ...] = ()
    rules: Ruleset = CINCINNATI

    def __post_init__(self) -> None:
        _check_counts(self)
        _check_twice(self)
        _check_pack(self)

    @classmethod
    def of(
        cls,
        *hands: str,
        board: str = "",
        dead: str = "",
        players: int | None = None,
        rules: Ruleset | str = CINCINNATI,
    ) -> Question:
        """The question in words: ``Question.of("AsAd3c4c6d", "Ks ?? ?? ?? ??", board="Ah Kc")``.

        ``??`` is an unknown card, and so is every private card that is left out. ``players``
        adds seats that nothing is known of until there are so many (1 to 8); ``rules`` may be a
        preset's name. Raises what the constructor raises, and `UnknownCard`.
        """
        known = [_hand(text, seat) for seat, text in enumerate(hands)]
        if players is not None:
            if not 1 <= players <= MOST_PLAYERS:
                raise RulesError("players", f"1 to {MOST_PLAYERS}, not {players}")
            if players < len(known):
                raise RulesError("players", f"{players}, but {len(known)} hands are given")
            known += [()] * (players - len(known))
        return cls(
            tuple(known),
            board=parse_cards(board),
            dead=parse_cards(dead),
            rules=preset(rules) if isinstance(rules, str) else rules,
        )

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that may fill the gaps, in the order of the pack."""
        seen = {card for cards in (*self.hands, self.board, self.dead) for card in cards}
        return tuple(card for card in PACK if card not in seen)

    @property
    def spot(self) -> Spot:
        """The same for counting: card sets and card numbers."""
        return Spot(
            rules=self.rules,
            private=tuple(card_set(hand) for hand in self.hands),
            board=tuple(number_of(card) for card in self.board),
            deck=card_set(self.unseen),
        )

    @property
    def to_turn(self) -> int:
        """How many community cards are still to come."""
        return BOARD_CARDS - len(self.board)

    def turned(self, card: Card) -> Question:
        """The question after one more community card; raises what the constructor raises."""
        return Question(self.hands, (*self.board, card), self.dead, self.rules)


def _hand(text: str, seat: int) -> tuple[Card, ...]:
    unknown = text.count(UNKNOWN)
    known = parse_cards(text.replace(UNKNOWN, " " * len(UNKNOWN)))
    _check_hand(len(known) + unknown, seat, text)
    return known


def _check_hand(count: int, seat: int, text: str) -> None:
    if count > PRIVATE_CARDS:
        raise CardError(
            f"hand {seat + 1} ({text}) has {count} cards; a hand has {PRIVATE_CARDS} private "
            "cards, what is turned lies on the board",
            text=text,
            at=PRIVATE_CARDS,
        )


def _check_counts(question: Question) -> None:
    if not 1 <= len(question.hands) <= MOST_PLAYERS:
        raise RulesError("players", f"1 to {MOST_PLAYERS}, not {len(question.hands)}")
    for seat, hand in enumerate(question.hands):
        _check_hand(len(hand), seat, _text(hand))
    if len(question.board) > BOARD_CARDS:
        raise CardError(
            f"the board ({_text(question.board)}) has {len(question.board)} cards; "
            f"there are {BOARD_CARDS}",
            text=str(question.board[BOARD_CARDS]),
            at=BOARD_CARDS,
        )


def _check_twice(question: Question) -> None:
    places = [
        *((f"in hand {seat + 1}", hand) for seat, hand in enumerate(question.hands)),
        ("on the board", question.board),
        ("among the dead cards", question.dead),
    ]
    where: dict[Card, str] = {}
    for place, cards in places:
        for at, card in enumerate(cards):
            if card in where:
                raise DuplicateCard(
                    f"{card} stands twice: {where[card]} and {place}", text=str(card), at=at
                )
            where[card] = place


def _check_pack(question: Question) -> None:
    needed = cards_needed(len(question.hands)) + len(question.dead)
    if needed > len(PACK):
        raise RulesError(
            "dead",
            f"{len(question.hands)} hands, the board and {len(question.dead)} dead cards need "
            f"{needed} cards; the pack has {len(PACK)}",
        )


def _text(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))
