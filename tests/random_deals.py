"""Random rules and random deals for Hypothesis: every part goes with every other."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from cincinnati.cards import Deck, Rank
from cincinnati.cli.simulate import random_action
from cincinnati.engine import Deal
from cincinnati.rules import Layout, Limit, Ruleset, ShortAnte, Split, SuitShare, Wild
from cincinnati.rules.presets import PRESETS


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """Any rules that a table may agree on."""
    limit = draw(st.sampled_from(Limit))
    min_bet = draw(st.integers(1, 10))
    opening = draw(st.booleans())
    changes: dict[str, Any] = {
        "limit": limit,
        "min_bet": min_bet,
        "ante": draw(st.integers(1, 4)),
        "opening_round": opening,
        "layout": draw(st.sampled_from(Layout)),
        "split": draw(st.sampled_from(Split)),
        "suit_share": draw(st.sampled_from(SuitShare)),
        "short_ante": draw(st.sampled_from(ShortAnte)),
        "max_raises": draw(st.none() | st.integers(0, 4)),
        "wild": draw(st.sampled_from(Wild)),
    }
    if changes["wild"] is Wild.RANKS:
        ranks = st.lists(st.sampled_from(Rank), min_size=1, max_size=3, unique=True)
        changes["wild_ranks"] = tuple(draw(ranks))
    if limit is Limit.FIXED:
        sizes = st.lists(st.integers(1, 9), min_size=4 + opening, max_size=4 + opening)
        two = (min_bet, draw(st.integers(1, 20)))
        changes["bets"] = draw(st.sampled_from([(), two, (min_bet, *draw(sizes))]))
    match draw(st.sampled_from(["ante", "blinds", "blind", "bring-in"])):
        case "blinds":
            changes["blinds"] = (draw(st.integers(1, min_bet)), min_bet)
        case "blind":
            changes["blinds"] = (min_bet,)
        case "bring-in" if min_bet > 1:
            changes["bring_in"] = draw(st.integers(1, min_bet - 1))
    return replace(PRESETS[draw(st.sampled_from(sorted(PRESETS)))], **changes)


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """A deal by any rules, played to its end or to a moment before."""
    rules = draw(rulesets())
    players = draw(st.integers(2, 8))
    least = 1 if rules.short_ante is ShortAnte.ALL_IN else rules.ante
    stacks = draw(st.lists(st.integers(least, 60), min_size=players, max_size=players))
    rng = Random(draw(st.integers(0, 2**32)))
    deal = Deal.start(rules, stacks=stacks, deck=Deck.shuffled(rng))
    moves = draw(st.just(1000) | st.integers(0, 12))
    while (legal := deal.legal) is not None and moves:
        deal = deal.act(random_action(legal, rng))
        moves -= 1
    return deal
