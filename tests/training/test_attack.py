"""Exploiters: what they win, and that they and their victims play by the rules."""

from __future__ import annotations

from functools import cache, partial
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray

from cincinnati.arena.kernels import betting
from cincinnati.arena.kernels.book import TREES, Book, book_of
from cincinnati.arena.kernels.choice import NODE, UNKNOWN, row_of
from cincinnati.arena.kernels.strength import cards_of_rules
from cincinnati.bots import menu, spec_of
from cincinnati.bots.levels import Spec
from cincinnati.bots.player import Player
from cincinnati.bots.situation import SITUATIONS
from cincinnati.cards import CardSet, cards_in
from cincinnati.engine import Action, Call, Deal, Fold, Raise
from cincinnati.rules.presets import PRESETS
from cincinnati.training import attack
from cincinnati.training.attack import Exploiter, Victim, iterate, measure, settled, take_hands
from cincinnati.training.pool import Pool, buckets_of, cuts_of, pool_of
from cincinnati.training.regrets import ROW, next_action
from cincinnati.training.tree import Stakes, Tree, answering, built
from home_game import deck_for

RULES = PRESETS["cincinnati"]
STATION, TIGHT = spec_of("station"), spec_of("tight-aggressive")
CLASSES = 20
NOTHING = np.zeros(0)


@cache
def pool(seed: int) -> Pool:
    return pool_of(RULES, seed=seed, deals=300)


@cache
def all_alike() -> Pool:
    """In these deals every hand ties with every other."""
    alike = np.ones_like(pool(1).highs)
    return pool(1)._replace(highs=alike, halves=np.zeros_like(alike))


@cache
def no_book() -> Book:
    return book_of(None)


def against(spec: Spec | None, seats: int = 2, stack: int = 100) -> Victim:
    assert spec is not None
    return Victim(
        player=row_of(spec, 0),
        books=(no_book(), no_book()),
        cards=cards_of_rules(RULES),
        seats=seats,
        stack=stack,
        ante=1,
        min_bet=2,
        rounds=5,
        turned_first=1,
    )


def exploiter(small: int = 50, large: int = 100) -> Exploiter:
    """One who sees situations; his bets are so many percent of the pot."""
    return Exploiter(
        learned=np.zeros((2_000, CLASSES, ROW), dtype=np.float32),
        rows=np.full(SITUATIONS, -1, dtype=np.int32),
        used=np.zeros(1, dtype=np.int64),
        inner=NOTHING.astype(np.uint8),
        first=NOTHING.astype(np.int32),
        sizes=np.array([small, large]),
        roots=np.zeros(2, dtype=np.int64),
    )


def exploiter_of_lines(tree: Tree, *sizes: int) -> Exploiter:
    """One who remembers the whole line."""
    inner = tree.inner_mask
    counts = np.bitwise_count(inner).astype(np.int32)
    return exploiter(*sizes)._replace(
        learned=np.zeros((len(inner), CLASSES, ROW), dtype=np.float32),
        inner=inner,
        first=(np.cumsum(counts) - counts + tree.roots.max() + 1).astype(np.int32),
        roots=tree.roots[::-1],
    )


def buckets(deals: Pool) -> NDArray[np.uint16]:
    return buckets_of(deals.points, cuts_of(pool(1).points, CLASSES))


def trained(victim: Victim, iterations: int, attacker: Exploiter, deals: Pool | None = None) -> int:
    deals = deals or pool(1)
    return iterate(victim, attacker, deals, buckets(deals), 1, 0, iterations)


def gains(victim: Victim, attacker: Exploiter, deals: Pool | None = None) -> NDArray[np.float64]:
    """Chips a hand, deal by deal; the deals are fresh ones unless they are given."""
    deals = deals or pool(2)
    won = np.zeros(len(deals.highs))
    measure(victim, attacker, deals, buckets(deals), 9, won)
    return won


# --- what is won --------------------------------------------------------------------------------


def test_whoever_always_calls_loses_a_lot() -> None:
    victim, attacker = against(STATION), exploiter()
    trained(victim, 600, attacker)
    won = gains(victim, attacker)
    assert won.mean() - 2 * won.std() / len(won) ** 0.5 > 10  # five minimum bets a hand


def test_more_training_wins_more() -> None:
    victim, attacker = against(STATION, stack=30), exploiter()
    trained(victim, 30, attacker)
    before = gains(victim, attacker).mean()
    iterate(victim, attacker, pool(1), buckets(pool(1)), 1, 30, 600)
    assert gains(victim, attacker).mean() > before + 1


def test_several_at_a_table_lose_as_well() -> None:
    victim, attacker = against(STATION, seats=4, stack=30), exploiter()
    trained(victim, 150, attacker)
    won = gains(victim, attacker)
    assert won.mean() - 2 * won.std() / len(won) ** 0.5 > 4


def test_whole_lines_win_too() -> None:
    victim = against(STATION, stack=20)
    attacker = exploiter_of_lines(built(Stakes(20, 1, 2, 5)))
    trained(victim, 600, attacker)
    won = gains(victim, attacker)
    assert won.mean() - 2 * won.std() / len(won) ** 0.5 > 2


def test_nothing_is_won_where_all_hands_are_alike() -> None:
    """All ties: whatever is bet comes back."""
    victim, attacker = against(STATION, stack=30), exploiter()
    trained(victim, 100, attacker, all_alike())
    assert not gains(victim, attacker, all_alike()).any()


def test_an_attacker_who_has_learned_nothing_checks_and_folds() -> None:
    """Both check, and each has both hands once; against one who bets it costs an ante or two."""
    assert not gains(against(STATION), exploiter()).any()
    timid = gains(against(TIGHT), exploiter())
    assert (timid <= 0).all()
    assert -1 <= timid.mean() < -0.1


def test_the_victims_chips_are_the_attackers() -> None:
    """On each deal all seats together win nothing: two who do the same have the same."""
    for seats in (2, 3, 8):
        assert np.abs(gains(against(STATION, seats), exploiter())).max() < 1e-12


# --- pieces -------------------------------------------------------------------------------------


def test_pieces_of_a_training_are_the_whole_training() -> None:
    victim, whole, pieces = against(TIGHT, stack=30), exploiter(), exploiter()
    visited = trained(victim, 60, whole)
    deals = pool(1), buckets(pool(1)), 1
    assert visited == sum(
        iterate(victim, pieces, *deals, first, last) for first, last in ((0, 1), (1, 45), (45, 60))
    )
    assert np.array_equal(whole.learned, pieces.learned)
    assert np.array_equal(whole.rows, pieces.rows)
    before = whole.learned.copy()
    assert np.array_equal(gains(victim, whole), gains(victim, pieces))
    assert np.array_equal(whole.learned, before)


def test_hands_are_dealt_to_all_alike() -> None:
    hands, counts = np.zeros(betting.SEATS, dtype=np.int64), np.zeros((3, 8), dtype=np.int64)
    state = 1
    for _ in range(4_000):
        state = take_hands(3, hands, state)
        assert sorted(hands) == list(range(8))
        counts[range(3), hands[:3]] += 1
    assert counts.min() > 400
    assert counts.max() < 600


@pytest.mark.parametrize(
    ("sums", "offered", "chances"),
    [
        ((1, 3, 0, 4, 0), 0b11111, [0.125, 0.375, 0, 0.5, 0]),
        ((1, 3, 9, 4, 0), 0b01010, [0, 3 / 7, 0, 4 / 7, 0]),
        ((0, 0, 0, 0, 0), 0b11111, [1, 0, 0, 0, 0]),
        ((0, 0, 5, 0, 0), 0b11010, [0, 1, 0, 0, 0]),
    ],
)
def test_what_was_learned(sums: tuple[int, ...], offered: int, chances: list[float]) -> None:
    row = np.array([9, -9, 9, -9, 9, *sums], dtype=np.float32)
    found = np.full(menu.ACTIONS, 7.0)
    settled(row, offered, found)
    assert found == pytest.approx(chances)


# --- by the rules -------------------------------------------------------------------------------


class Shadow:
    """A deal between an attacker and his victims, and beside it the same deal in the engine."""

    def __init__(self, victim: Victim, attacker: Exploiter, number: int) -> None:
        self.victim, self.attacker, self.number = victim, attacker, number
        seats = victim.seats
        self.row = np.zeros(betting.WIDTH, dtype=np.int64)
        self.seen = np.zeros(betting.LOOK, dtype=np.int64)
        self.lines = np.zeros((betting.SEATS + 1, TREES, 2), dtype=np.int64)
        attack.begin(victim, attacker, 0, self.lines)
        self.hands, self.seeds = np.arange(8), 1_000 * number + np.arange(8)
        self.known = np.full((8, 6, 8), UNKNOWN, dtype=np.int16)
        stacks = [victim.stack] * seats
        betting.start(self.row, np.array(stacks), 1, 2, 5)
        deals = pool(1)
        hands = " ".join(text(deals.own[number, seat]) for seat in range(seats))
        board = "".join(text(card) for card in deals.board[number])
        rules = replace(RULES, players=seats, stack=victim.stack)
        self.deal = Deal.start(rules, stacks=stacks, deck=deck_for(seats, hands, board))

    def play(self, spec: Spec, chance: Random) -> list[int]:
        """To the end, with a random attacker in the first seat; which of his two bets he made."""
        bets = []
        while (seat := self.deal.to_act) is not None:
            before = self.row.copy()
            assert before[betting.TO_ACT] == seat
            if seat == 0:
                bets.append(self.exploit(chance))
                wanted = None
            else:
                player = Player(spec, int(self.seeds[seat]))
                wanted = player.act(self.deal.view(seat))
                self.answer()
            made = move(before, self.row, seat)
            assert wanted in (None, made)
            self.deal = self.deal.act(made)
        self.end()
        return bets

    def exploit(self, chance: Random) -> int:
        offered = attack.look_at(self.victim, self.attacker, self.row, self.seen)
        legal = self.deal.legal
        assert legal is not None
        least, most = legal.raise_to or (0, 0)
        actions, action = [], next_action(offered, -1)
        while action < menu.ACTIONS:
            actions.append(action)
            action = next_action(offered, action)
        for place, action in enumerate((menu.HALF, menu.POT)):
            to = self.seen[attack.BETS + place]
            assert (action in actions) == (to > 0)
            assert to == 0 or least <= to <= most
        assert (menu.FOLD in actions) == legal.fold
        return self.take(chance.choice(actions[-3:]))

    def take(self, action: int) -> int:
        attack.exploit(
            self.victim, self.attacker, self.row, self.seen, self.lines, self.seeds, action
        )
        return action

    def answer(self) -> None:
        attack.answer(
            self.victim,
            self.attacker,
            pool(1),
            self.number,
            self.hands,
            self.seeds,
            self.known,
            self.row,
            self.seen,
            self.lines,
        )

    def end(self) -> None:
        assert self.row[betting.OVER] != betting.RUNNING
        won = np.zeros(betting.SEATS, dtype=np.int64)
        deals, number = pool(1), self.number
        betting.settle(self.row, deals.highs[number], deals.halves[number], won)
        gains = [stack - self.victim.stack for stack in self.deal.stacks]
        assert won[: self.victim.seats].tolist() == gains


def text(cards: int) -> str:
    return "".join(map(str, cards_in(CardSet(int(cards)))))


def move(before: NDArray[np.int64], after: NDArray[np.int64], seat: int) -> Action:
    """What a player has done, seen from the chips."""
    if before[betting.LIVE + seat] and not after[betting.LIVE + seat]:
        return Fold()
    chips = after[betting.PUT + seat] - before[betting.PUT + seat]
    to = int(before[betting.BET + seat] + chips)
    return Raise(to) if to > before[betting.LEVEL] else Call()


@pytest.mark.parametrize("sizes", [(50, 100), (33, 75), (150, 300), (20, 400)])
@pytest.mark.parametrize(("seats", "stack"), [(2, 100), (3, 20), (6, 300)])
def test_bets_on_and_off_the_tree_are_legal(sizes: tuple[int, int], seats: int, stack: int) -> None:
    """And whatever the engine pays is what the attacker counts; victims play as at a table."""
    chance, made = Random(stack), set[int]()
    victim = against(STATION, seats, stack)
    assert STATION is not None
    for number in range(40):
        made |= set(Shadow(victim, exploiter(*sizes), number).play(STATION, chance))
    assert {menu.CALL, menu.ALL_IN} <= made
    assert made & {menu.HALF, menu.POT}


def test_victims_decide_as_they_would_at_a_table() -> None:
    chance = Random(5)
    for number, name in enumerate(["tight-aggressive", "pot-odds", "maniac", "casual", "rookie"]):
        spec = spec_of(name)
        assert spec is not None
        for seats in (2, 3):
            Shadow(against(spec, seats), exploiter(33, 150), number).play(spec, chance)


def test_an_attackers_line_is_the_trees() -> None:
    """Each bet leads him to the node of the tree where he is asked next."""
    tree, chance = built(Stakes(20, 1, 2, 5)), Random(6)
    attacker = exploiter_of_lines(tree)
    victim = against(spec_of("maniac"), stack=20)
    seen = partial(attack.look_at, victim, attacker)
    for number in range(60):
        shadow, node = Shadow(victim, attacker, number), 0
        while shadow.row[betting.OVER] == betting.RUNNING:
            assert shadow.lines[betting.SEATS, 0, NODE] == node
            assert tree.player[node] == shadow.row[betting.TO_ACT]
            offered = seen(shadow.row, shadow.seen)
            assert offered == tree.menu_mask[node]
            actions = [action for action in range(menu.ACTIONS) if offered >> action & 1]
            action = chance.choice(actions[-3:])
            attack.exploit(
                victim, attacker, shadow.row, shadow.seen, shadow.lines, shadow.seeds, action
            )
            node = int(tree.child[node, action])
        assert node < 0


@pytest.mark.parametrize("sizes", [(33, 150), (75, 300)])
def test_an_attackers_line_with_bets_of_his_own(sizes: tuple[int, int]) -> None:
    """He is on the tree of which the bot is the hero, to the end; the bot bets the menu's."""
    stakes, chance, bets = Stakes(60, 1, 2, 5), Random(7), 0
    tree = answering(built(stakes), sizes, stakes)
    attacker, victim = exploiter_of_lines(tree, *sizes), against(spec_of("maniac"), stack=60)
    for number in range(60):
        shadow = Shadow(victim, attacker, number)
        while shadow.row[betting.OVER] == betting.RUNNING:
            node = shadow.lines[betting.SEATS, 0, NODE]
            assert (tree.player[node], tree.hero[node]) == (shadow.row[betting.TO_ACT], 1)
            assert tree.round[node] == shadow.row[betting.ROUND]
            if shadow.row[betting.TO_ACT] == 1:
                shadow.answer()
                continue
            offered = attack.look_at(victim, attacker, shadow.row, shadow.seen)
            assert offered == tree.menu_mask[node]
            actions = [action for action in range(menu.ACTIONS) if offered >> action & 1]
            bets += shadow.take(chance.choice(actions[1:-1] or actions)) in (menu.HALF, menu.POT)
    assert bets > 20
