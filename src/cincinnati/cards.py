"""Cards, and sets of cards as 52-bit integers.

The one idea: a card is one bit of an integer. Each suit has a lane of 13 bits,
clubs lowest and spades highest, and in its lane a rank has the same place, the
deuce lowest and the ace highest. Sets of cards (``CardSet``) are then plain
integers: union is ``|``, "do they share a card" is ``&``, and the ranks that a
hand holds in one suit are one shift and one mask away.

>>> Card("As"), Card("10♠"), Card("td")
(Card('As'), Card('Ts'), Card('Td'))
>>> " ".join(map(str, parse_cards("AsKd, 10♥ 2c")))
'As Kd Th 2c'
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum, IntEnum
from typing import NewType, Protocol

from msgspec import Struct

from cincinnati.errors import CardError, DuplicateCard, UnknownCard

CardSet = NewType("CardSet", int)
"""A set of cards: bit ``13 * suit + rank - 2`` is on for each card in it."""

RankSet = NewType("RankSet", int)
"""A set of ranks: bit ``rank - 2`` is on for each rank in it."""

LANE = 13
"""Bits a suit: the thirteen ranks."""
LANE_MASK = 0x1FFF
"""All thirteen ranks, as a `RankSet`."""
LANES = 0b1 | 1 << LANE | 1 << 2 * LANE | 1 << 3 * LANE
"""The four deuces; times a `RankSet` it gives all cards of those ranks."""
NO_CARDS = CardSet(0)


class Rank(IntEnum):
    """A rank; the ace is high (14) and plays low only in A-2-3-4-5 and in low hands."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """One character: ``2`` to ``9``, ``T``, ``J``, ``Q``, ``K``, ``A``."""
        return RANK_LETTERS[self - 2]

    @property
    def bit(self) -> RankSet:
        """The set that holds this rank only."""
        return RankSet(1 << self - 2)

    @classmethod
    def of(cls, letter: str) -> Rank:
        """The rank of a letter, upper or lower case; raises `UnknownCard`."""
        place = RANK_LETTERS.find(letter.upper()) if len(letter) == 1 else -1
        if place < 0:
            raise UnknownCard(
                f"no rank {letter!r}: ranks are {', '.join(RANK_LETTERS)}", text=letter, at=0
            )
        return cls(place + 2)


RANK_LETTERS = "23456789TJQKA"


class Suit(IntEnum):
    """A suit. The order is that of the bit lanes; no suit ever beats another (R17)."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """One character: ``c``, ``d``, ``h`` or ``s``."""
        return "cdhs"[self]

    @property
    def symbol(self) -> str:
        """One character: ♣, ♦, ♥ or ♠."""
        return "♣♦♥♠"[self]


class Card(Enum):
    """One of the 52 cards, by its two letters: ``Card("As")``.

    The constructor also takes ``"10s"``, ``"A♠"`` and any case; it raises
    `UnknownCard` for anything else. Members are named suit first: ``Card.SA``.
    """

    C2, C3, C4, C5, C6, C7, C8 = "2c", "3c", "4c", "5c", "6c", "7c", "8c"
    C9, CT, CJ, CQ, CK, CA = "9c", "Tc", "Jc", "Qc", "Kc", "Ac"
    D2, D3, D4, D5, D6, D7, D8 = "2d", "3d", "4d", "5d", "6d", "7d", "8d"
    D9, DT, DJ, DQ, DK, DA = "9d", "Td", "Jd", "Qd", "Kd", "Ad"
    H2, H3, H4, H5, H6, H7, H8 = "2h", "3h", "4h", "5h", "6h", "7h", "8h"
    H9, HT, HJ, HQ, HK, HA = "9h", "Th", "Jh", "Qh", "Kh", "Ah"
    S2, S3, S4, S5, S6, S7, S8 = "2s", "3s", "4s", "5s", "6s", "7s", "8s"
    S9, ST, SJ, SQ, SK, SA = "9s", "Ts", "Js", "Qs", "Ks", "As"

    def __init__(self, text: str) -> None:
        self.rank = Rank(RANK_LETTERS.index(text[0]) + 2)
        self.suit = Suit("cdhs".index(text[1]))
        self.bit = CardSet(1 << LANE * self.suit + self.rank - 2)

    @classmethod
    def _missing_(cls, value: object) -> Card:
        match = _CARD.fullmatch(value) if isinstance(value, str) else None
        if match is None:
            raise UnknownCard(f"not a card: {value!r}; {_SPELLING}", text=str(value), at=0)
        return _card(match)

    @property
    def symbol(self) -> str:
        """Rank and suit for people: ``A♠``, ``10♦``."""
        return ("10" if self.rank is Rank.TEN else self.rank.letter) + self.suit.symbol

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return f"Card({self.value!r})"


PACK: tuple[Card, ...] = tuple(Card)
"""The 52 cards, in the order of their bits."""

_SPELLING = "a card is a rank (2-9, T or 10, J, Q, K, A) and a suit (c d h s or ♣ ♦ ♥ ♠)"
_CARD = re.compile(r"(10|[2-9TJQKAtjqka])([CDHScdhs♣♦♥♠♧♢♡♤])\ufe0f?")
_SUIT_LETTERS = {"♣": "c", "♧": "c", "♦": "d", "♢": "d", "♥": "h", "♡": "h", "♠": "s", "♤": "s"}
_SPACE = re.compile(r"[\s,]*")
_WORD = re.compile(r"[^\s,]+")


def _card(match: re.Match[str]) -> Card:
    rank, suit = match.groups()
    letter = "T" if rank == "10" else rank.upper()
    return Card(letter + _SUIT_LETTERS.get(suit, suit).lower())


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of a text such as ``"AsKd"``, ``"A♠ 10♦"`` or ``"as, td"``, in its order.

    Raises `UnknownCard` or `DuplicateCard` with the place of the fault.
    """
    cards: list[Card] = []
    at = _end_of_space(text, 0)
    while at < len(text):
        match = _CARD.match(text, at)
        if match is None:
            word = _WORD.match(text, at)
            wrong = word.group() if word else text[at:]
            raise UnknownCard(
                f"not a card at character {at + 1}: {wrong!r}; {_SPELLING}", text=wrong, at=at
            )
        card = _card(match)
        if card in cards:
            raise DuplicateCard(f"{card} stands twice, again at character {at + 1}",
                                text=match.group(), at=at)  # fmt: skip
        cards.append(card)
        at = _end_of_space(text, match.end())
    return tuple(cards)


def _end_of_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def card_set(cards: Iterable[Card]) -> CardSet:
    """The cards as a set; raises `DuplicateCard` if one comes twice."""
    held = 0
    for at, card in enumerate(cards):
        if held & card.bit:
            raise DuplicateCard(f"{card} stands twice, again as card {at + 1}",
                                text=str(card), at=at)  # fmt: skip
        held |= card.bit
    return CardSet(held)


def cards_in(held: CardSet) -> tuple[Card, ...]:
    """The cards of a set, highest rank first, within a rank spades first."""
    cards = [card for card in PACK if held & card.bit]
    cards.sort(key=lambda card: (card.rank, card.suit), reverse=True)
    return tuple(cards)


def cards_of_ranks(ranks: RankSet) -> CardSet:
    """All cards of these ranks, four of each."""
    return CardSet(ranks * LANES)


class Shuffler(Protocol):
    """What shuffles: `random.Random`, `random.SystemRandom` or anything like them."""

    def shuffle(self, x: list[Card]) -> None:
        """Put the list into a random order, in place."""


class Deck(Struct, frozen=True, gc=False):
    """The pack in one order; the first card is dealt first.

    ``None`` stands for a card that nobody knows (a record that masks it).
    """

    cards: tuple[Card | None, ...]

    def __post_init__(self) -> None:
        if len(self.cards) > len(PACK):
            raise CardError(
                f"a deck has at most {len(PACK)} cards, not {len(self.cards)}", text="", at=52
            )
        card_set(card for card in self.cards if card is not None)

    @classmethod
    def shuffled(cls, rng: Shuffler) -> Deck:
        """A whole pack in an order drawn from ``rng``."""
        cards = list(PACK)
        rng.shuffle(cards)
        return cls(tuple(cards))

    def cut(self, at: int) -> Deck:
        """The deck with the top ``at`` cards (1 to 51) put below the others (R3)."""
        if not 0 < at < len(self.cards):
            raise CardError(
                f"a cut leaves cards on both sides: 1 to {len(self.cards) - 1}, not {at}",
                text=str(at),
                at=0,
            )
        return Deck(self.cards[at:] + self.cards[:at])
