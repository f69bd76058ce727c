"""A table's rules as data (R1, R4, R20-R32).

The one idea: every rule that a table may choose is a field, every field goes with
every other, and what cannot go together is refused when the ruleset is made. So
nothing that plays has to ask whether the rules make sense, or what they are called.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from cincinnati.cards import PACK, Rank
from cincinnati.errors import RulesError, excerpt

PRIVATE_CARDS = 5
"""Private cards a player (R3)."""
BOARD_CARDS = 5
"""Community cards (R3)."""
MOST_PLAYERS = 8
"""Eight players and the board use 45 of the 52 cards (R1)."""
FIXED_LIMIT_RAISES = 3
"""A bet and three raises a round, unless the table says otherwise (R22)."""
MOST_CHIPS = 10**12
"""No amount in a ruleset is larger; it keeps sums within what every tool can read."""


class Limit(Enum):
    """How much one may bet: R10 (no limit), R23 (pot limit), R22 (fixed limit)."""

    NO = "no"
    POT = "pot"
    FIXED = "fixed"


class Layout(Enum):
    """How the community cards lie: in a row (R3) or in a cross (R32)."""

    ROW = "row"
    CROSS = "cross"


class Wild(Enum):
    """Which cards are wild: none, R27, R28, R29, or ranks named in advance (R26)."""

    NONE = "none"
    LOWEST_BOARD = "lowest_board"
    LAST_BOARD = "last_board"
    LOW_HOLE = "low_hole"
    RANKS = "ranks"


class Split(Enum):
    """Who gets half of each pot beside the best hand: nobody, R30 or R31."""

    NONE = "none"
    LOW8 = "low8"
    LAST_SUIT = "last_suit"


class SuitShare(Enum):
    """Which private card of the last suit wins its half (R31)."""

    HIGHEST = "highest"
    LOWEST = "lowest"


class ShortAnte(Enum):
    """What happens to a player who cannot pay the whole ante (R20)."""

    OUT = "out"
    ALL_IN = "all_in"


class Ruleset(Struct, frozen=True, kw_only=True):
    """Everything that a table agrees on before the first deal; amounts in whole chips.

    Raises `RulesError` when made with settings that contradict each other.
    """

    preset: str = "cincinnati"
    """The name of the variant; a label, nothing depends on it."""
    players: int = MOST_PLAYERS
    """Seats at the table, 2 to 8 (R1)."""
    stack: int = 100
    """Chips that a player starts the session with, ≥ 1."""
    deals: int = 10
    """Deals a session, ≥ 1 (R21)."""

    ante: int = 1
    """Paid by every player before the cards, ≥ 0."""
    short_ante: ShortAnte = ShortAnte.OUT
    blinds: tuple[int, ...] = ()
    """Nothing, ``(big,)`` or ``(small, big)`` (R24)."""
    bring_in: int = 0
    """Forced opening below the first full bet, instead of blinds; 0 is none (R25)."""

    limit: Limit = Limit.NO
    min_bet: int = 2
    """The smallest opening bet, ≥ 1; with blinds the big blind takes its place (R10)."""
    bets: tuple[int, ...] = ()
    """Fixed limit: ``(small, big)``, or one size a round; empty: min_bet and twice that (R22)."""
    max_raises: int | None = None
    """Full raises a round after the bet; ``None``: 3 in fixed limit, else no end (R22)."""

    opening_round: bool = False
    """Whether a betting round comes before the first community card (R4)."""
    layout: Layout = Layout.ROW
    wild: Wild = Wild.NONE
    wild_ranks: tuple[Rank, ...] = ()
    """The wild ranks when ``wild`` is ``Wild.RANKS`` (R26)."""
    split: Split = Split.NONE
    suit_share: SuitShare = SuitShare.HIGHEST

    dealers_choice: bool = False
    """Whether the dealer names a preset before the antes."""
    latecomers: bool = False
    """Whether somebody may still sit down after the first deal (R35)."""

    def __post_init__(self) -> None:
        _check_choices(self)
        _check_numbers(self)
        _check_forced_bets(self)
        _check_bet_sizes(self)
        _check_wild_ranks(self)

    @property
    def rounds(self) -> int:
        """Betting rounds a deal: five, or six with the opening round (R4)."""
        return BOARD_CARDS + self.opening_round

    @property
    def big_blind(self) -> int:
        """The big blind in chips, 0 without blinds."""
        return self.blinds[-1] if self.blinds else 0

    @property
    def raise_cap(self) -> int | None:
        """Full raises a round after the bet, or ``None`` for no end (R22)."""
        if self.max_raises is None and self.limit is Limit.FIXED:
            return FIXED_LIMIT_RAISES
        return self.max_raises

    def bet_size(self, round_: int) -> int:
        """The full opening bet of a round (0-based): R10 and, in fixed limit, R22."""
        if self.limit is not Limit.FIXED:
            return self.big_blind or self.min_bet
        sizes = self.bets or (self.min_bet, 2 * self.min_bet)
        if len(sizes) > 2:
            return sizes[round_]
        cards_turned = round_ + (not self.opening_round)
        return sizes[cards_turned > 2]

    def with_variant(self, preset: Ruleset) -> Ruleset:
        """These stakes with the cards of another preset (dealer's choice, §6)."""
        return replace(
            self,
            preset=preset.preset,
            layout=preset.layout,
            wild=preset.wild,
            wild_ranks=preset.wild_ranks,
            split=preset.split,
            suit_share=preset.suit_share,
            opening_round=preset.opening_round,
        )


_CHOICES: dict[str, type[Enum]] = {
    "limit": Limit,
    "layout": Layout,
    "wild": Wild,
    "split": Split,
    "suit_share": SuitShare,
    "short_ante": ShortAnte,
}
_SWITCHES = ("opening_round", "dealers_choice", "latecomers")


def _check_choices(rules: Ruleset) -> None:
    for field, kind in _CHOICES.items():
        choice = getattr(rules, field)
        if not isinstance(choice, kind):
            allowed = ", ".join(str(each) for each in kind)
            raise RulesError(field, f"one of {allowed}, not {excerpt(choice)}")
    for field in _SWITCHES:
        if type(getattr(rules, field)) is not bool:
            raise RulesError(field, f"True or False, not {excerpt(getattr(rules, field))}")


def _check_numbers(rules: Ruleset) -> None:
    bounds = {
        "players": (2, MOST_PLAYERS),
        "stack": (1, MOST_CHIPS),
        "deals": (1, 10_000),
        "ante": (0, MOST_CHIPS),
        "bring_in": (0, MOST_CHIPS),
        "min_bet": (1, MOST_CHIPS),
    }
    for field, (least, most) in bounds.items():
        number = getattr(rules, field)
        if type(number) is not int or not least <= number <= most:
            raise RulesError(field, f"a whole number from {least} to {most}, not {excerpt(number)}")
    for field in ("blinds", "bets"):
        amounts = getattr(rules, field)
        if not isinstance(amounts, tuple) or any(
            type(amount) is not int or not 1 <= amount <= MOST_CHIPS for amount in amounts
        ):
            raise RulesError(
                field, f"a tuple of whole numbers from 1 to {MOST_CHIPS}, not {excerpt(amounts)}"
            )
    raises = rules.max_raises
    if raises is not None and (type(raises) is not int or not 0 <= raises <= MOST_CHIPS):
        raise RulesError(
            "max_raises", f"None or a whole number from 0 to {MOST_CHIPS}, not {excerpt(raises)}"
        )


def _check_forced_bets(rules: Ruleset) -> None:
    if len(rules.blinds) > 2:
        raise RulesError("blinds", f"(big,) or (small, big), not {len(rules.blinds)} of them")
    if len(rules.blinds) == 2 and rules.blinds[0] > rules.blinds[1]:
        raise RulesError("blinds", f"the small one comes first and is no larger: {rules.blinds}")
    if rules.bring_in and rules.blinds:
        raise RulesError("bring_in", "a table has blinds or a bring-in, not both")
    if not (rules.ante or rules.blinds or rules.bring_in):
        raise RulesError(
            "ante", "at least 1 without blinds and bring-in: nothing would be at stake"
        )


def _check_bet_sizes(rules: Ruleset) -> None:
    if rules.bets:
        if rules.limit is not Limit.FIXED:
            raise RulesError("bets", "only fixed limit has bet sizes; elsewhere leave them out")
        if len(rules.bets) not in (2, rules.rounds):
            raise RulesError(
                "bets",
                f"two sizes (small, big) or one for each of the {rules.rounds} rounds, "
                f"not {len(rules.bets)}",
            )
        if len(rules.bets) > 2 and rules.dealers_choice:
            raise RulesError("bets", "two sizes (small, big): the dealer chooses how many rounds")
    first = rules.bet_size(0)
    if rules.limit is Limit.FIXED and rules.blinds and rules.big_blind != first:
        raise RulesError(
            "blinds",
            f"in fixed limit the big blind is the first bet, {first}, not {rules.big_blind}",
        )
    if rules.bring_in >= first:
        raise RulesError("bring_in", f"less than a full bet of {first}, not {rules.bring_in}")


def _check_wild_ranks(rules: Ruleset) -> None:
    if rules.wild is Wild.RANKS and not rules.wild_ranks:
        raise RulesError("wild_ranks", "name at least one rank, or choose another wild rule")
    if rules.wild is not Wild.RANKS and rules.wild_ranks:
        raise RulesError("wild_ranks", 'ranks go with wild = "ranks" only; leave them out')
    if not all(isinstance(rank, Rank) for rank in rules.wild_ranks):
        raise RulesError("wild_ranks", f"members of Rank, not {excerpt(rules.wild_ranks)}")
    if len(set(rules.wild_ranks)) != len(rules.wild_ranks):
        raise RulesError("wild_ranks", "a rank stands there twice")


def cards_needed(players: int) -> int:
    """Cards that a deal of so many players uses (R3)."""
    return PRIVATE_CARDS * players + BOARD_CARDS


assert cards_needed(MOST_PLAYERS) <= len(PACK)
