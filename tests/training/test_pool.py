"""Deals made once: cards, strength, and the classes of strength."""

from __future__ import annotations

from bisect import bisect_right

import numpy as np
import pytest

from cincinnati.arena.decks import deck_of
from cincinnati.bots.strength import MOST, RUNS, points
from cincinnati.cards import CardSet, card_set
from cincinnati.engine import Deal
from cincinnati.rules import BOARD_CARDS
from cincinnati.rules.presets import PRESETS
from cincinnati.training import pool as pools
from cincinnati.training.pool import Pool, buckets_of, cuts_of, pool_of
from home_game import check_down, rules_of

HANDS = 8


@pytest.mark.parametrize("name", ["cincinnati", "classic", "liz", "hi-lo", "crisscross"])
def test_deals_are_those_of_a_match_with_their_true_strength(name: str) -> None:
    rules, number = PRESETS[name], 2
    pool = pool_of(rules, seed=9, deals=3)
    deal = check_down(Deal.start(rules, stacks=[10] * HANDS, deck=deck_of(9, number)))
    boards = [CardSet(int(card)) for card in pool.board[number]]
    assert boards == [card.bit for card in deal.board]
    for hand in (0, 7):
        own = CardSet(int(pool.own[number, hand]))
        assert own == card_set([card for card in deal.state.hands[hand] if card is not None])
        for turned in range(BOARD_CARDS + 1):
            wanted = 0
            if turned or rules.opening_round:
                wanted = points(own, boards[:turned], rules)
            assert pool.points[number, hand, turned] == wanted


@pytest.mark.parametrize("name", ["cincinnati", "hi-lo"])
def test_who_wins_is_who_wins_in_the_engine(name: str) -> None:
    pool = pool_of(PRESETS[name], seed=4, deals=40)
    for number in range(40):
        rules = rules_of(name, ante=840)
        stacks = [840] * HANDS
        deal = Deal.start(rules, stacks=stacks, deck=deck_of(4, number))
        won = {at for at, stack in enumerate(deal.stacks) if stack}
        highs, halves = pool.highs[number], pool.halves[number]
        best = set(np.flatnonzero(highs == highs.max()).tolist())
        if halves.max() > 0:
            best |= set(np.flatnonzero(halves == halves.max()).tolist())
        assert won == best


def test_equal_seeds_give_equal_deals_however_they_are_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules, told = PRESETS["cincinnati"], list[int]()
    whole = pool_of(rules, seed=2, deals=7)
    monkeypatch.setattr(pools, "CHUNK", 3)
    pieces = pool_of(rules, seed=2, deals=7, progress=told.append)
    assert told == [3, 6, 7]
    fewer, other = pool_of(rules, seed=2, deals=2), pool_of(rules, seed=3, deals=7)
    for name in Pool._fields:
        assert np.array_equal(getattr(whole, name), getattr(pieces, name))
        assert np.array_equal(getattr(whole, name)[:2], getattr(fewer, name))
    assert not np.array_equal(whole.own, other.own)


def test_every_class_of_strength_is_about_as_full() -> None:
    chance = np.random.default_rng(3)
    made = chance.integers(0, MOST * RUNS + 1, (500, HANDS, 6)).astype(np.int16)
    cuts = cuts_of(made, 50)
    assert cuts.shape == (6, 49)
    assert (np.diff(cuts, axis=1) >= 0).all()
    for turned in range(6):
        counts = np.bincount(buckets_of(made, cuts)[:, :, turned].ravel(), minlength=50)
        assert counts.sum() == 4_000
        assert counts.min() > 60
        assert counts.max() < 100


def test_skewed_classes_tell_the_strongest_apart() -> None:
    """The top class is the best ``(1 / buckets) ** skew`` of the hands."""
    made = np.arange(10_000, dtype=np.int16).reshape(-1, 1, 1)
    counts = np.bincount(buckets_of(made, cuts_of(made, 10, 1.5)).ravel())
    assert len(counts) == 10
    assert (np.diff(counts) < 0).all()
    assert counts[-1] == pytest.approx(10_000 * 0.1**1.5, abs=2)
    assert counts[0] == pytest.approx(10_000 * (1 - 0.9**1.5), abs=2)


def test_classes_are_those_that_a_policy_finds() -> None:
    """Many hands have the same strength, all of it or nothing: none may be in two classes."""
    chance = np.random.default_rng(4)
    made = np.minimum(chance.integers(0, 2_000, (300, HANDS, 6)), 1_200).astype(np.int16)
    cuts = cuts_of(made, 50)
    found = buckets_of(made, cuts)
    for turned in (0, 3, 5):
        for deal in range(50):
            value = int(made[deal, 1, turned])
            assert found[deal, 1, turned] == bisect_right(cuts[turned].tolist(), value)
    assert len(np.unique(found[made == 1_200])) == 1
