"""Random play of random deals for Hypothesis, every single choice of which it can shrink.

`random_deals` has the random rules; here all-ins, short all-ins and folds are made likely: stacks
are small and uneven, and many a raise goes all the way.
"""

from __future__ import annotations

from hypothesis import strategies as st
from msgspec.structs import replace

from cincinnati.cards import PACK, Deck
from cincinnati.engine import Action, BringIn, Call, Deal, Fold, Legal, Raise
from cincinnati.rules import Ruleset, ShortAnte
from random_deals import rulesets

decks = st.permutations(PACK).map(lambda cards: Deck(tuple(cards)))
"""Any order of the pack."""


@st.composite
def tables(draw: st.DrawFn) -> Ruleset:
    """Any rules, also without an ante where there is another forced bet."""
    rules = draw(rulesets())
    if rules.blinds or rules.bring_in:
        rules = replace(rules, ante=draw(st.integers(0, rules.ante)))
    return rules


@st.composite
def starts(draw: st.DrawFn) -> Deal:
    """A deal that has just begun, for two to eight players with a chip or more."""
    rules = draw(tables())
    least = max(1, rules.ante if rules.short_ante is ShortAnte.OUT else 1)
    stack = st.integers(least, least + 9) | st.integers(least, least + 60)
    stacks = draw(st.lists(stack, min_size=2, max_size=8))
    return Deal.start(rules, stacks=stacks, deck=draw(decks))


@st.composite
def actions(draw: st.DrawFn, legal: Legal) -> Action:
    """One of the legal actions: at most three of eight times a raise, as often small as large."""
    choices: list[Action] = []
    if legal.call is not None:
        choices += [Call()] * 4
    if legal.bring_in:
        choices += [BringIn()] * 2
    if legal.fold:
        choices += [Fold()]
    if legal.raise_to is not None:
        least, most = legal.raise_to
        choices += [Raise(least), Raise(draw(st.integers(least, most))), Raise(most)]
    return draw(st.sampled_from(choices))


@st.composite
def lines(draw: st.DrawFn) -> list[Deal]:
    """A deal after its start and after every action to its end."""
    deals = [draw(starts())]
    most = longest(deals[0])
    while (legal := deals[-1].legal) is not None:
        assert len(deals) <= most, "the deal does not end"
        deals.append(deals[-1].act(draw(actions(legal))))
    return deals


def longest(deal: Deal) -> int:
    """More actions than any deal can have: each wager costs its player a chip at least.

    Between two wagers, and before and after them in each round, everybody acts once at most.
    """
    chips = sum(deal.stacks)
    return len(deal.stacks) * (deal.rules.rounds + chips) + 1
