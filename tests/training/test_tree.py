"""The tree of heads-up betting lines against the engine (R9-R15)."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np
import pytest

from cincinnati.bots.menu import ACTIONS, ALL_IN, CALL, FOLD, HALF, POT, mapped
from cincinnati.bots.story import Story, line_of, story_of
from cincinnati.cards import Deck
from cincinnati.engine import Action, Call, Deal, Fold, Raise
from cincinnati.engine.seen import HandShown
from cincinnati.rules.presets import PRESETS
from cincinnati.training.tree import BOTH, NONE, Stakes, Tree, answering, built
from home_game import rules_of

STACKS = {"cincinnati": 100, "classic": 20}
OTHERS = {"cincinnati": (33, 150), "classic": (40, 250)}
"""Another's bets in percent of the pot, on the trees of a hero."""
both_variants = pytest.mark.parametrize("name", STACKS)


@cache
def tree_of(name: str) -> Tree:
    return built(Stakes(STACKS[name], 1, 2, PRESETS[name].rounds))


@cache
def heroes_of(name: str) -> tuple[Tree, Tree]:
    """The lines for both at 20 chips, and the trees of those who answer another's bets."""
    stakes = Stakes(20, 1, 2, PRESETS[name].rounds)
    return built(stakes), answering(built(stakes), OTHERS[name], stakes)


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


@both_variants
def test_nodes_are_numbered_breadth_first(name: str) -> None:
    """So the children's numbers follow from which actions lead to another node."""
    tree = tree_of(name)
    assert tree.child[tree.child >= 0].tolist() == list(range(1, len(tree.player)))
    ends = tree.child[tree.child < NONE]
    assert (-2 - ends).tolist() == list(range(len(tree.winner)))
    assert np.bitwise_count(tree.inner_mask).sum() == len(tree.player) - 1


def menu_of(story: Story, others: tuple[int, int] | None = None) -> dict[int, int]:
    """What there is to do, each with what it makes of the level; ``others`` in percent."""
    sizes = {action: story.size(action) for action in (HALF, POT, ALL_IN)}
    if others is not None:
        for action, percent in zip((HALF, POT), others, strict=True):
            to = story.level - (-story.after * percent // 100)
            sizes[action] = to if story.least <= to < story.all_in else 0
    offered = {action: to for action, to in sizes.items() if to}
    return ({FOLD: 0} if story.call else {}) | {CALL: 0} | offered


def act(action: int, to: int) -> Action:
    return (Fold(), Call())[action] if action in (FOLD, CALL) else Raise(to=to)


def on_the_lines(lines: Tree, known: int, story: Story, action: int, to: int) -> int:
    """Where the lines for both are after a move, as half of those who see it would say."""
    if known == NONE:
        return NONE
    if action in (HALF, POT):
        action = mapped(to, story.level, story.after, story.half, story.pot_size, story.all_in, 0.5)
    return NONE if action < 0 else max(int(lines.child[known, action]), NONE)


def follow(
    name: str, chance: Random, patience: float, tree: Tree, stack: int,
    hero: int | None = None, lines: Tree | None = None,
) -> tuple[int, int]:  # fmt: skip
    """Play a random line in both; who folds seldom has ``patience`` (0 to 1).

    Tells how many of its nodes are on the lines for both and how many are not.
    """
    deal = Deal.start(rules_of(name, players=2), stacks=[stack, stack], deck=Deck.shuffled(chance))
    node, known, on, off = hero or 0, NONE if lines is None else 0, 0, 0
    while deal.to_act is not None:
        assert node >= 0, "the line has ended"
        story = story_of(deal.view(deal.to_act))
        assert (tree.player[node], tree.round[node]) == (deal.to_act, deal.state.round)
        assert (tree.hero[node], tree.known[node]) == (BOTH if hero is None else hero, known)
        on, off = on + (known != NONE), off + (known == NONE)
        menu = menu_of(story, None if hero in (None, deal.to_act) else OTHERS[name])
        assert np.flatnonzero(tree.child[node] != NONE).tolist() == list(menu)
        if FOLD in menu and chance.random() < patience:
            del menu[FOLD]
        action = chance.choice(list(menu))
        if lines is not None:
            known = on_the_lines(lines, known, story, action, menu[action])
        node = tree.child[node, action]
        deal = deal.act(act(action, menu[action]))
    assert node < NONE
    assert ended_alike(tree, -2 - node, deal, stack)
    return on, off


def ended_alike(tree: Tree, end: int, deal: Deal, stack: int) -> bool:
    won = [after - stack for after in deal.stacks]
    shown = any(isinstance(event, HandShown) for event in deal.events)
    if tree.winner[end] >= 0:
        return not shown and won[tree.winner[end]] == tree.chips[end]
    return shown and max(won) in (tree.chips[end], 0)


@both_variants
@pytest.mark.parametrize("patience", [0.5, 0.97])
def test_lines_are_those_of_the_engine(name: str, patience: float) -> None:
    chance = Random(f"{name} {patience}")
    for _ in range(200):
        follow(name, chance, patience, tree_of(name), STACKS[name])


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
            action, to = chance.choice([*menu_of(story).items()][-3:])
            node, deal = tree.child[node, action], deal.act(act(action, to))


# --- a hero and another with sizes of his own ---------------------------------------------------


@both_variants
def test_two_trees_are_numbered_as_one(name: str) -> None:
    """Level by level: those of hero 0 and of hero 1, as if both roots were children of one."""
    _, tree = heroes_of(name)
    assert tree.roots.tolist() == [0, 1]
    assert (tree.hero[:2].tolist(), tree.player[:2].tolist()) == ([0, 1], [0, 0])
    assert tree.known[:2].tolist() == [0, 0]
    assert tree.child[tree.child >= 0].tolist() == list(range(2, len(tree.player)))
    ends = tree.child[tree.child < NONE]
    assert (-2 - ends).tolist() == list(range(len(tree.winner)))
    assert np.bitwise_count(tree.inner_mask).sum() == len(tree.player) - 2
    for action in range(ACTIONS):
        inner = np.flatnonzero(tree.child[:, action] >= 0)
        assert (tree.hero[tree.child[inner, action]] == tree.hero[inner]).all()


@both_variants
def test_the_lines_for_both_have_one_root_and_no_hero(name: str) -> None:
    lines, _ = heroes_of(name)
    assert lines.roots.tolist() == [0, 0]
    assert (lines.hero == BOTH).all()
    assert (lines.known == NONE).all()


@both_variants
@pytest.mark.parametrize("hero", [0, 1])
@pytest.mark.parametrize("patience", [0.5, 0.97])
def test_heroes_meet_the_engines_bets(name: str, hero: int, patience: float) -> None:
    """Also which of the lines' decisions it is, for as long as the other has bet no odd size."""
    lines, tree = heroes_of(name)
    chance, on, off = Random(f"{name} {hero} {patience}"), 0, 0
    for _ in range(150):
        more = follow(name, chance, patience, tree, 20, hero, lines)
        on, off = on + more[0], off + more[1]
    assert min(on, off) > 60


def test_an_odd_bet_leaves_the_lines_and_a_bet_of_the_menu_does_not() -> None:
    """Two chips are in: the pot is a bet of the lines, three halves of it are not."""
    lines, tree = heroes_of("cincinnati")
    ours, theirs = tree.child[0, POT], tree.child[1, POT]
    assert tree.known[ours] == lines.child[0, POT]
    assert tree.known[theirs] == NONE
    checked = tree.child[tree.child[1, CALL], CALL]
    assert tree.known[checked] == lines.child[lines.child[0, CALL], CALL]
    assert tree.known[tree.child[1, ALL_IN]] == lines.child[0, ALL_IN]


@both_variants
@pytest.mark.parametrize("hero", [0, 1])
def test_a_hero_finds_his_line_again_from_the_moves(name: str, hero: int) -> None:
    _, tree = heroes_of(name)
    chance = Random(f"{name} {hero}")
    for _ in range(60):
        rules = rules_of(name, players=2)
        deal = Deal.start(rules, stacks=[20, 20], deck=Deck.shuffled(chance))
        node = hero
        while deal.to_act is not None:
            found = hero
            for step in line_of(deal.view(hero), 1, OTHERS[name]):
                assert step.missing == 0
                found = tree.child[found, step.action]
            assert found == node
            others = None if hero == deal.to_act else OTHERS[name]
            menu = menu_of(story_of(deal.view(deal.to_act)), others)
            action, to = chance.choice([*menu.items()][-3:])
            node, deal = tree.child[node, action], deal.act(act(action, to))


# --- what is kept of a tree ---------------------------------------------------------------------


def ways_to(tree: Tree, wanted: set[int]) -> set[int]:
    """These nodes, all that lead to them, and the roots."""
    parents = {
        int(child): node for node in range(len(tree.player)) for child in tree.child[node]
        if child >= 0
    }  # fmt: skip
    kept = set(wanted) | {*tree.roots.tolist()}
    for node in wanted:
        while node in parents:
            node = parents[node]
            kept.add(node)
    return kept


@pytest.mark.parametrize("heroes", [False, True])
@pytest.mark.parametrize("share", [0.0, 0.001, 0.02, 0.3, 1.0])
def test_only_the_ways_to_what_is_wanted_are_kept(heroes: bool, share: float) -> None:
    """They are numbered as a file of them alone would be."""
    tree = heroes_of("cincinnati")[heroes]
    wanted = np.random.default_rng(4).random(len(tree.player)) < share
    before = wanted.copy()
    rows, inner = tree.met(wanted)
    assert np.array_equal(wanted, before)
    assert rows.tolist() == sorted(ways_to(tree, set(np.flatnonzero(wanted).tolist())))
    following = list(rows[1 + heroes :])
    for row, mask in zip(rows, inner, strict=True):
        for action in range(ACTIONS):
            if mask >> action & 1:
                assert tree.child[row, action] == following.pop(0)
    assert not following


def test_all_of_a_tree_is_all_of_it() -> None:
    tree = heroes_of("classic")[1]
    rows, inner = tree.met(np.ones(len(tree.player), dtype=bool))
    assert rows.tolist() == list(range(len(tree.player)))
    assert inner.tolist() == tree.inner_mask.tolist()
    assert tree.met(np.zeros(len(tree.player), dtype=bool))[1].tolist() == [0, 0]
