"""What every bot keeps to, under any rules: it is legal, it repeats itself, it sees its view."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cincinnati.bots import make, names
from cincinnati.bots.chance import chance
from cincinnati.cards import Deck
from cincinnati.engine import Deal, View
from cincinnati.engine.events import DealStarted, HandsDealt
from cincinnati.rules import PRIVATE_CARDS
from cincinnati.rules.presets import PRESETS
from home_game import deal_of, play
from random_play import decks, lines, longest, starts

EVERY_BOT = ("casual", "regular", "rookie")
seeds = st.integers(0, 2**64)


@st.composite
def moments(draw: st.DrawFn) -> Deal:
    """A deal by any rules in which somebody is to act."""
    running = [deal for deal in draw(lines()) if deal.to_act is not None]
    assume(running)
    return draw(st.sampled_from(running))


def view_to_act(deal: Deal) -> View:
    assert deal.to_act is not None
    return deal.view(deal.to_act)


def test_the_bots_that_come_with_the_game() -> None:
    assert set(EVERY_BOT) <= set(names())


@given(deal=moments(), seed=seeds)
def test_whatever_the_rules_the_action_is_legal(deal: Deal, seed: int) -> None:
    for name in EVERY_BOT:
        deal.act(make(name, seed).act(view_to_act(deal)))


@settings(max_examples=25)
@given(deal=starts(), seed=seeds)
def test_bots_play_any_deal_to_its_end(deal: Deal, seed: int) -> None:
    most = longest(deal)
    while (position := deal.to_act) is not None:
        deal = deal.act(make(EVERY_BOT[position % 3], seed).act(deal.view(position)))
        assert len(deal.events) <= 3 * most, "the deal does not end"


@settings(max_examples=60)
@given(deal=moments(), order=decks, seed=seeds)
def test_cards_that_a_seat_may_not_see_do_not_matter(deal: Deal, order: Deck, seed: int) -> None:
    view, twin = view_to_act(deal), view_to_act(twin_of(deal, order))
    for name in EVERY_BOT:
        assert make(name, seed).act(twin) == make(name, seed).act(view)


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
@given(deal=moments(), seed=seeds)
def test_a_seed_and_a_view_have_one_answer(deal: Deal, seed: int) -> None:
    view, elsewhere = view_to_act(deal), view_to_act(deal_of(stacks=[100, 100]))
    for name in EVERY_BOT:
        bot = make(name, seed)
        answer = bot.act(view)
        bot.act(elsewhere)
        assert bot.act(view) == answer
        assert make(name, seed).act(view) == answer


@pytest.mark.parametrize("name", EVERY_BOT)
def test_another_seed_is_another_temper(name: str) -> None:
    view = view_to_act(
        play(deal_of(stacks=[100, 100], hands="AsAd3c4c6d KsKd5h7h9d", board="AhKc8c"), "check")
    )
    answers = {str(make(name, seed).act(view)) for seed in range(60)}
    assert len(answers) > 1


def test_whatever_a_seat_sees_makes_its_chance() -> None:
    plain = deal_of(stacks=[100] * 3, hands="- AsAd3c4c6d", board="KhQs")
    sights = [
        play(plain, "check"),
        play(plain, "bet 2"),
        play(plain, "bet 3"),
        play(plain, "check, check, check | check"),
        play(plain, "bet 2, call, fold | check"),
        play(deal_of(stacks=[100] * 3, hands="- AsAd3c4c6h", board="KhQs"), "check"),
        play(deal_of(stacks=[100] * 3, hands="- AsAd3c4c6d", board="KsQs"), "check"),
        play(deal_of(stacks=[100, 100, 99], hands="- AsAd3c4c6d", board="KhQs"), "check"),
    ]
    views = [view_to_act(deal) for deal in sights]
    drawn = {chance(seed, view).random() for view in views for seed in (1, 2)}
    assert len(drawn) == 2 * len(views)


SCRIPT = """
from cincinnati.bots import make
from home_game import deal_of
deal = deal_of(stacks=[100] * 3, hands="9s9d3c4c6d")
print([[make(name, seed).act(deal.view(0)) for name in {names}] for seed in range(20)])
print([make(name, 7).choose(["liz", "hi-lo", "classic"]) for name in {names}])
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


@pytest.mark.parametrize("name", EVERY_BOT)
@given(seed=seeds, presets=st.lists(st.sampled_from(sorted(PRESETS)), unique=True))
@settings(max_examples=50)
def test_a_dealer_names_a_game_that_there_is(name: str, seed: int, presets: list[str]) -> None:
    choice = make(name, seed).choose(presets)
    assert choice is None or choice in presets
    assert make(name, seed).choose(presets) == choice


@pytest.mark.parametrize("name", EVERY_BOT)
def test_nobody_acts_out_of_turn(name: str) -> None:
    deal = deal_of(stacks=[100, 100])
    for viewer in (None, 1):
        with pytest.raises(ValueError, match="turn"):
            make(name, 1).act(deal.view(viewer))
