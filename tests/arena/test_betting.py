"""Compiled betting against the engine, move by move and chip by chip (R5-R20, R30-R32)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from cincinnati.arena.kernels import betting
from cincinnati.arena.kernels.strength import cards_of_rules, numbers_of
from cincinnati.bots import menu
from cincinnati.bots.situation import SITUATIONS
from cincinnati.bots.story import story_of
from cincinnati.cards import Deck, card_set
from cincinnati.engine import Action, Call, Deal, Fold, Legal, Raise
from cincinnati.rules import BOARD_CARDS, Ruleset, ShortAnte
from home_game import check_down, deck_for, play, rules_of

PRESETS = ("cincinnati", "classic", "hi-lo", "liz", "crisscross", "last-suit")
SIZES = {
    menu.HALF: betting.HALF_TO,
    menu.POT: betting.POT_TO,
    menu.ALL_IN: betting.ALL_IN_TO,
}


class Both:
    """A deal in the engine and as a row of numbers."""

    def __init__(self, rules: Ruleset, stacks: Sequence[int], deck: Deck) -> None:
        self.deal, self.rules = Deal.start(rules, stacks=stacks, deck=deck), rules
        self.stacks = stacks
        self.row = np.zeros(betting.WIDTH, dtype=np.int64)
        self.seen = np.zeros(betting.LOOK, dtype=np.int64)
        betting.start(self.row, np.array(stacks), rules.ante, rules.min_bet, rules.rounds)

    def look(self) -> Legal:
        """Both say who is to act, what it costs and how much he may raise."""
        legal, row, seen = self.deal.legal, self.row, self.seen
        assert legal is not None
        assert row[betting.OVER] == betting.RUNNING
        assert row[betting.TO_ACT] == self.deal.to_act
        assert row[betting.ROUND] == self.deal.state.round
        betting.look(row, BOARD_CARDS + 1 - self.rules.rounds, seen)
        assert seen[betting.CALL_CHIPS] == (legal.call or 0)
        assert seen[betting.OWN_BET] == self.deal.state.players[row[betting.TO_ACT]].bet
        least, most = legal.raise_to or (0, 0)
        if row[betting.RAISES] < menu.MOST_RAISES:
            assert seen[betting.LEAST] == least
            assert least <= seen[betting.TOP] <= most
        else:
            assert seen[betting.LEAST] == seen[betting.TOP] == 0
        return legal

    def look_as_a_bot(self) -> None:
        """A player who has a view only sees the same numbers."""
        assert self.deal.to_act is not None
        seen, story = self.seen, story_of(self.deal.view(self.deal.to_act))
        assert [int(number) for number in seen[: betting.FREE]] == [
            story.call,
            story.pot,
            story.after,
            story.least,
            story.all_in,
            story.half,
            story.pot_size,
            story.all_in,
            story.situation,
            story.opponents,
            self.deal.state.players[self.deal.to_act].bet,
            story.left,
        ]
        assert 0 <= story.situation < SITUATIONS
        row = self.row
        assert row[betting.RAISES] == story.raises
        beaten = row[betting.AGAINST] >= 0 and row[betting.AGAINST] != self.deal.to_act
        assert story.against == int(beaten)
        assert row[betting.LEVEL] == story.level

    def act(self, action: Action) -> None:
        """Any legal action."""
        self.deal = self.deal.act(action)
        rules = self.rules.min_bet, self.rules.rounds
        if isinstance(action, Fold):
            betting.fold(self.row, *rules)
        elif isinstance(action, Raise):
            betting.put_in_to(self.row, action.to, *rules)
        else:
            to = self.seen[betting.OWN_BET] + self.seen[betting.CALL_CHIPS]
            betting.put_in_to(self.row, to, *rules)

    def choose(self, action: int) -> None:
        """One of the five on the menu."""
        passive: dict[int, Action] = {menu.FOLD: Fold(), menu.CALL: Call()}
        move = passive.get(action)
        self.deal = self.deal.act(move or Raise(to=int(self.seen[SIZES[action]])))
        betting.move(self.row, action, self.seen, self.rules.min_bet, self.rules.rounds)

    def end(self) -> None:
        """Both say who has won how much."""
        assert self.row[betting.OVER] != betting.RUNNING
        won = np.zeros(betting.SEATS, dtype=np.int64)
        betting.settle(self.row, *numbers(self.deal), won)
        assert won[: len(self.stacks)].tolist() == self.gains

    @property
    def gains(self) -> list[int]:
        """What everybody has won in the engine."""
        return [after - had for after, had in zip(self.deal.stacks, self.stacks, strict=True)]


def numbers(deal: Deal) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """What everybody has for either half; nothing if the board was not turned."""
    highs, halves = (np.zeros(betting.SEATS, dtype=np.int32) for _ in range(2))
    if len(deal.board) == BOARD_CARDS:
        hands = [card_set([c for c in hand if c is not None]) for hand in deal.state.hands]
        board = np.array([card.bit for card in deal.board], dtype=np.uint64)
        own = np.array(hands, dtype=np.uint64)
        numbers_of(cards_of_rules(deal.rules), own, board, highs, halves)
    return highs, halves


def random_rules(chance: Random) -> Ruleset:
    """Those that are played for at an arena: no limit, an ante."""
    ante, min_bet = chance.choice([(1, 2), (1, 2), (1, 2), (2, 2), (3, 10), (5, 2), (1, 1)])
    return rules_of(chance.choice(PRESETS), ante=ante, min_bet=min_bet, short_ante=ShortAnte.ALL_IN)


def random_stacks(players: int, chance: Random) -> list[int]:
    """All alike, or anything from one chip on."""
    if chance.random() < 0.3:
        return [chance.choice([10, 50, 100, 300])] * players
    return [chance.choice([chance.randint(1, 20), chance.randint(1, 300)]) for _ in range(players)]


def random_action(both: Both, legal: Legal, chance: Random, temper: float) -> Action | int:
    """On the menu mostly, else any raise that is worth something; folding as ``temper`` has it."""
    if legal.fold and chance.random() < temper * 0.4:
        return menu.FOLD
    seen = both.seen
    least, top = int(seen[betting.LEAST]), int(seen[betting.TOP])
    if least and chance.random() < 0.15:
        return Raise(to=chance.randint(least, min(top, 3 * least)))
    sizes = [action for action in (menu.HALF, menu.POT) if seen[SIZES[action]]]
    if least and chance.random() < 0.12:
        sizes.append(menu.ALL_IN)
    return chance.choice([menu.CALL, menu.CALL, *sizes])


@pytest.mark.parametrize(
    ("players", "deals"),
    [(2, 2_500), (3, 2_000), (4, 1_500), (5, 1_300), (6, 1_000), (7, 900), (8, 800)],
)
def test_ten_thousand_random_deals(players: int, deals: int) -> None:
    chance = Random(players)
    for number in range(deals):
        stacks = random_stacks(players, chance)
        both = Both(random_rules(chance), stacks, Deck.shuffled(chance))
        temper = chance.random()
        while both.deal.to_act is not None:
            legal = both.look()
            if number % 4 == 0:
                both.look_as_a_bot()
            action = random_action(both, legal, chance, temper)
            both.choose(action) if isinstance(action, int) else both.act(action)
        both.end()


@pytest.mark.parametrize(
    ("what", "stacks", "script", "gains"),
    [
        ("all check", (100, 100, 100), "", (2, -1, -1)),
        ("a bet that nobody calls (R14)", (100, 100, 100), "bet 60, fold, fold", (2, -1, -1)),
        ("no second raise after a short one (R12)", (100, 50, 100), "bet 40, all-in 49, call",
         (100, -50, -50)),
        ("a whole raise after all", (100, 50, 100), "bet 20, all-in 49, raise 78, call",
         (129, -50, -79)),
        ("three side pots", (10, 30, 60, 100), "all-in, all-in, all-in, call", (30, -30, 60, -60)),
        ("an ante that is not whole (R20)", (100, 1, 100), "", (3, -1, -2)),
    ],
)  # fmt: skip
def test_known_deals(
    what: str, stacks: tuple[int, ...], script: str, gains: tuple[int, ...]
) -> None:
    """Aces, then nothing, kings, queens: the first wins all that he can, then the third."""
    hands = "AsAdAc4d7h 2s3h5s8d9c KsKdKc4h7d QsQdQc4s7c"
    rules = rules_of(ante=2 if "R20" in what else 1, short_ante=ShortAnte.ALL_IN)
    deck = deck_for(len(stacks), hands, "JhTh2d")
    moves = check_down(play(Deal.start(rules, stacks=stacks, deck=deck), script)).view(None).moves
    both = Both(rules, stacks, deck)
    for move in moves:
        both.look()
        both.look_as_a_bot()
        level = both.deal.state.level
        if move.to is None:
            both.act(Fold())
        else:
            both.act(Raise(move.to) if move.to > level else Call())
    both.end()
    assert both.gains == list(gains)
