"""The tree of heads-up betting lines against the engine (R9-R15)."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np
import pytest

from cincinnati.bots.menu import ALL_IN, CALL, FOLD, HALF, POT
from cincinnati.bots.story import Story, line_of, story_of
from cincinnati.cards import Deck
from cincinnati.engine import Action, Call, Deal, Fold, Raise
from cincinnati.engine.seen import HandShown
from cincinnati.rules.presets import PRESETS
from cincinnati.training.tree import NONE, Tree, built
from home_game import rules_of

STACKS = {"cincinnati": 100, "classic": 20}


@cache
def tree_of(name: str) -> Tree:
    return built(stack=STACKS[name], ante=1, min_bet=2, rounds=PRESETS[name].rounds)


def test_how_many_lines_there_are() -> None:
    """All of them at 100 chips; the shipped policy depends on it."""
    tree = tree_of("cincinnati")
    assert (len(tree.player), len(tree.winner)) == (30_520, 45_101)
    assert (tree.round[0], tree.round.max()) == (0, 4)
    assert tree_of("classic").round.max() == 5


def test_the_first_decision() -> None:
    """A chip each is in: half of two is no bet, so it is the pot or everything."""
    tree = tree_of("cincinnati")
    assert tree.player[0] == 0
    assert np.flatnonzero(tree.child[0] != NONE).tolist() == [CALL, POT, ALL_IN]
    assert tree.menu_mask[0] == tree.inner_mask[0] == 1 << CALL | 1 << POT | 1 << ALL_IN


@pytest.mark.parametrize("name", STACKS)
def test_nodes_are_numbered_breadth_first(name: str) -> None:
    """So the children's numbers follow from which actions lead to another node."""
    tree = tree_of(name)
    assert tree.child[tree.child >= 0].tolist() == list(range(1, len(tree.player)))
    ends = tree.child[tree.child < NONE]
    assert (-2 - ends).tolist() == list(range(len(tree.winner)))
    assert np.bitwise_count(tree.inner_mask).sum() == len(tree.player) - 1


def act(story: Story, action: int) -> Action:
    if action in (FOLD, CALL):
        return Call() if action == CALL else Fold()
    return Raise(to=story.size(action))


def menu_of(story: Story) -> list[int]:
    return [FOLD] * (story.call > 0) + [CALL] + [a for a in (HALF, POT, ALL_IN) if story.size(a)]


def follow(tree: Tree, name: str, chance: Random, patience: float) -> None:
    """Play a random line in both; who folds seldom has ``patience`` (0 to 1)."""
    stack = STACKS[name]
    deal = Deal.start(rules_of(name, players=2), stacks=[stack, stack], deck=Deck.shuffled(chance))
    node = 0
    while deal.to_act is not None:
        assert node >= 0, "the line has ended"
        story = story_of(deal.view(deal.to_act))
        assert (tree.player[node], tree.round[node]) == (deal.to_act, deal.state.round)
        menu = menu_of(story)
        assert np.flatnonzero(tree.child[node] != NONE).tolist() == menu
        if menu[0] == FOLD and chance.random() < patience:
            menu = menu[1:]
        action = chance.choice(menu)
        node = tree.child[node, action]
        deal = deal.act(act(story, action))
    assert node < NONE
    assert ended_alike(tree, -2 - node, deal, stack)


def ended_alike(tree: Tree, end: int, deal: Deal, stack: int) -> bool:
    won = [after - stack for after in deal.stacks]
    shown = any(isinstance(event, HandShown) for event in deal.events)
    if tree.winner[end] >= 0:
        return not shown and won[tree.winner[end]] == tree.chips[end]
    return shown and max(won) in (tree.chips[end], 0)


@pytest.mark.parametrize("name", STACKS)
@pytest.mark.parametrize("patience", [0.5, 0.97])
def test_lines_are_those_of_the_engine(name: str, patience: float) -> None:
    chance = Random(f"{name} {patience}")
    for _ in range(200):
        follow(tree_of(name), name, chance, patience)


def test_a_line_is_found_again_from_the_moves() -> None:
    """What `bots.story` makes of the moves leads to the same node."""
    tree, chance = tree_of("cincinnati"), Random(3)
    for _ in range(100):
        deal = Deal.start(PRESETS["cincinnati"], stacks=[100, 100], deck=Deck.shuffled(chance))
        node = 0
        while deal.to_act is not None:
            found = 0
            for step in line_of(deal.view(deal.to_act), 1):
                assert step.missing == 0
                found = tree.child[found, step.action]
            assert found == node
            story = story_of(deal.view(deal.to_act))
            action = chance.choice(menu_of(story)[-3:])
            node, deal = tree.child[node, action], deal.act(act(story, action))
