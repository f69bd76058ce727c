"""What every bot keeps to, under any rules: it is legal, it repeats itself, it sees its view."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cincinnati.bots import LEVELS, STYLES, YARDSTICKS, make
from cincinnati.bots.draws import MASK, advanced, mixed, unit
from cincinnati.bots.levels import Spec
from cincinnati.bots.player import Chances, Player
from cincinnati.bots.policy import Policy, Weights, policy_of
from cincinnati.bots.shelf import Shelf
from cincinnati.bots.situation import SITUATIONS
from cincinnati.bots.story import Story, line_of, story_of
from cincinnati.cards import Deck
from cincinnati.engine import Deal, View
from cincinnati.engine.events import DealStarted, HandsDealt
from cincinnati.rules import PRIVATE_CARDS, Limit, Ruleset
from cincinnati.rules.presets import PRESETS
from home_game import deal_of, play
from made_policies import CUTS, situations
from random_play import actions, decks, lines, longest, starts

EVERY_BOT = (*LEVELS, *STYLES, *YARDSTICKS)
seeds = st.integers(0, 2**64)
bots = st.sampled_from(EVERY_BOT)
weights = st.tuples(*[st.integers(0, 15)] * 5)


@st.composite
def moments(draw: st.DrawFn) -> Deal:
    """A deal by any rules in which somebody is to act."""
    running = [deal for deal in draw(lines()) if deal.to_act is not None]
    assume(running)
    return draw(st.sampled_from(running))


def view_to_act(deal: Deal) -> View:
    assert deal.to_act is not None
    return deal.view(deal.to_act)


class OneRow(Shelf):
    """A table that knows one decision, whatever the rules are."""

    def __init__(self, story: Story, row: Weights) -> None:
        super().__init__(Path("nowhere"))
        self.row = policy_of(situations({story.situation: row}, cuts=[CUTS] * 6))

    def situations(self, rules: Ruleset, dealt_in: int) -> Policy:
        return self.row


@given(deal=moments(), seed=seeds, name=bots)
def test_whatever_the_rules_the_action_is_legal(deal: Deal, seed: int, name: str) -> None:
    deal.act(make(name, seed).act(view_to_act(deal)))


@given(
    deal=moments(),
    seed=seeds,
    row=weights,
    purify=st.sampled_from([0, 15, 60]),
    size=st.sampled_from([0, 0, -1, 33, 300]),
    factors=st.tuples(*[st.sampled_from([1, 3])] * 3),
)
def test_whatever_a_table_says_the_action_is_legal(
    deal: Deal, seed: int, row: Weights, purify: int, size: int, factors: tuple[int, int, int]
) -> None:
    view = view_to_act(deal)
    folds, calls, raises = factors
    spec = Spec(table=True, purify=purify, size=size, folds=folds, calls=calls, raises=raises)
    deal.act(Player(spec, seed, OneRow(story_of(view), row)).act(view))


@given(deal=moments(), seed=seeds)
def test_every_decision_has_its_numbers(deal: Deal, seed: int) -> None:
    view = view_to_act(deal)
    story = story_of(view)
    assert view.legal is not None
    assert 0 <= story.situation < SITUATIONS
    least, most = view.legal.raise_to or (0, 0)
    for to in (story.half, story.pot_size, story.all_in):
        assert to == 0 or least <= to <= most
    assert 0 <= story.odds < 1
    assert story.left >= 0
    assert Chances.of(seed, story, len(view.moves)).first < 1


@given(stacks=st.tuples(*[st.integers(2, 300)] * 2), data=st.data(), seed=seeds)
def test_every_heads_up_line_can_be_followed(
    stacks: tuple[int, int], data: st.DataObject, seed: int
) -> None:
    deal, lines_so_far = deal_of(stacks=stacks), [list[int]()]
    while (legal := deal.legal) is not None:
        for viewer in (0, 1):
            line = [step.action for step in line_of(deal.view(viewer), seed & MASK)]
            assert len(line) == len(deal.view(viewer).moves)
            assert all(-1 <= action <= 4 for action in line)
            assert line[: len(lines_so_far[-1])] == lines_so_far[-1]
            lines_so_far.append(line)
        deal = deal.act(data.draw(actions(legal)))


@settings(max_examples=25)
@given(deal=starts(), seed=seeds)
def test_bots_play_any_deal_to_its_end(deal: Deal, seed: int) -> None:
    most = longest(deal)
    while (position := deal.to_act) is not None:
        name = EVERY_BOT[(position + seed) % len(EVERY_BOT)]
        deal = deal.act(make(name, seed).act(deal.view(position)))
        assert len(deal.events) <= 3 * most, "the deal does not end"


@pytest.mark.parametrize("stack", [10, 20, 50, 100, 300])
@pytest.mark.parametrize("players", [2, 5, 8])
@pytest.mark.parametrize("limit", Limit)
def test_bots_play_at_any_depth(stack: int, players: int, limit: Limit) -> None:
    for preset in ("cincinnati", "classic"):
        deal = deal_of(preset, stacks=[stack] * players, limit=limit)
        while (position := deal.to_act) is not None:
            deal = deal.act(make(EVERY_BOT[position], stack).act(deal.view(position)))
        assert sum(deal.stacks) == stack * players


@settings(max_examples=60)
@given(deal=moments(), order=decks, seed=seeds, row=weights)
def test_cards_that_a_seat_may_not_see_do_not_matter(
    deal: Deal, order: Deck, seed: int, row: Weights
) -> None:
    view, twin = view_to_act(deal), view_to_act(twin_of(deal, order))
    for name in ("rookie", "casual", "regular", "heuristic"):
        assert make(name, seed).act(twin) == make(name, seed).act(view)
    expert = Player(LEVELS["expert"], seed, OneRow(story_of(view), row))
    assert expert.act(twin) == expert.act(view)


@settings(max_examples=50)
@given(deal=moments())
def test_a_bot_is_never_shown_what_is_hidden(deal: Deal) -> None:
    view = view_to_act(deal)
    for position, player in enumerate(view.players):
        assert (None in player.cards) == (position != view.position)
    assert [card for card in view.board if card is not None] == list(deal.board)


def twin_of(deal: Deal, order: Deck) -> Deal:
    """The same moment of the same play, with the cards that its player does not know exchanged."""
    started = deal.events[0]
    assert isinstance(started, DealStarted)
    own = view_to_act(deal).players[deal.to_act or 0].cards
    unknown = (card for card in order.cards if card not in own and card not in deal.board)
    cards = tuple(
        card if card in own or card in deal.board else next(unknown) for card in started.deck.cards
    )
    count = len(deal.stacks)
    dealt = HandsDealt(tuple(cards[at : PRIVATE_CARDS * count : count] for at in range(count)))
    return Deal.replay(
        (
            replace(started, deck=Deck(cards)),
            *(dealt if isinstance(event, HandsDealt) else event for event in deal.events[1:]),
        )
    )


@settings(max_examples=40)
@given(deal=moments(), seed=seeds, name=bots)
def test_a_seed_and_a_view_have_one_answer(deal: Deal, seed: int, name: str) -> None:
    view, elsewhere = view_to_act(deal), view_to_act(deal_of(stacks=[100, 100]))
    bot = make(name, seed)
    answer = bot.act(view)
    bot.act(elsewhere)
    assert bot.act(view) == answer
    assert make(name, seed).act(view) == answer


@pytest.mark.parametrize("name", ["rookie", "casual", "random", "pot-odds", "maniac"])
def test_another_seed_is_another_temper(name: str) -> None:
    view = view_to_act(
        play(deal_of(stacks=[100, 100], hands="AsAd3c4c6d KsKd5h7h9d", board="AhKc8c"), "check")
    )
    answers = {str(make(name, seed).act(view)) for seed in range(60)}
    assert len(answers) > 1


def test_chance_is_what_the_seed_the_cards_and_the_moves_make() -> None:
    view = view_to_act(play(deal_of(stacks=[100] * 3, hands="- AsAd3c4c6d", board="KhQs"), "bet 2"))
    story = story_of(view)
    state = mixed(mixed(mixed(77, story.own), story.board[0]), 1)
    chances = Chances.of(77, story, 1)
    assert (chances.first, chances.second) == (unit(state), unit(advanced(state)))
    assert chances.state == advanced(advanced(state))


def test_whatever_a_seat_sees_makes_its_chance() -> None:
    plain = deal_of(stacks=[100] * 3, hands="- AsAd3c4c6d", board="KhQs")
    sights = [
        play(plain, "check"),
        play(plain, "check, check, check | check"),
        play(plain, "bet 2, raise 6, call"),
        play(deal_of(stacks=[100] * 3, hands="- AsAd3c4c6h", board="KhQs"), "check"),
        play(deal_of(stacks=[100] * 3, hands="- AsAd3c4c6d", board="KsQs"), "check"),
    ]
    views = [view_to_act(deal) for deal in sights]
    drawn = {
        Chances.of(seed, story_of(view), len(view.moves)).first for view in views for seed in (1, 2)
    }
    assert len(drawn) == 2 * len(views)


SCRIPT = """
from cincinnati.bots import make
from cincinnati.bots.advice import advise
from home_game import deal_of
deal = deal_of(stacks=[100] * 3, hands="9s9d3c4c6d")
print([[make(name, seed).act(deal.view(0)) for name in {names}] for seed in range(20)])
print([make(name, 7).choose(["liz", "hi-lo", "classic"]) for name in {names}])
print(advise(deal.view(0)))
"""


def test_another_process_decides_alike() -> None:
    def told(salt: str) -> str:
        return subprocess.run(  # noqa: S603  (our own words)
            [sys.executable, "-c", SCRIPT.format(names=EVERY_BOT)],
            env={"PYTHONHASHSEED": salt, "PYTHONPATH": ":".join(sys.path)},
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    assert told("1") == told("2") != ""


NOTHING_HEAVY = """
import sys
sys.modules["numpy"] = sys.modules["numba"] = None
from cincinnati.bots import make
from cincinnati.bots.advice import advise
from home_game import deal_of
view = deal_of(stacks=[100] * 3).view(0)
print([make(name, 1).act(view) for name in {names}], advise(view))
"""


def test_play_needs_neither_numpy_nor_numba() -> None:
    subprocess.run(  # noqa: S603  (our own words)
        [sys.executable, "-c", NOTHING_HEAVY.format(names=EVERY_BOT)],
        env={"PYTHONPATH": ":".join(sys.path)},
        check=True,
    )


@given(name=bots, seed=seeds, presets=st.lists(st.sampled_from(sorted(PRESETS)), unique=True))
@settings(max_examples=100)
def test_a_dealer_names_a_game_that_there_is(name: str, seed: int, presets: list[str]) -> None:
    choice = make(name, seed).choose(presets)
    assert choice is None or choice in presets
    assert make(name, seed).choose(presets) == choice


def test_the_rookie_leaves_the_game_as_it_is() -> None:
    assert make("rookie", 1).choose(list(PRESETS)) is None


@pytest.mark.parametrize("name", ["casual", "regular", "strong", "expert"])
def test_the_others_have_favourites(name: str) -> None:
    chosen = {make(name, seed).choose(list(PRESETS)) for seed in range(100)}
    assert chosen == set(PRESETS)
    assert make(name, 1).choose([]) is None


@pytest.mark.parametrize("name", EVERY_BOT)
def test_nobody_acts_out_of_turn(name: str) -> None:
    deal = deal_of(stacks=[100, 100])
    for viewer in (None, 1):
        with pytest.raises(ValueError, match="turn"):
            make(name, 1).act(deal.view(viewer))
