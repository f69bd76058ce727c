"""``cincinnati simulate``: deals of random legal play, as records."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from random import Random

from cincinnati.cards import Deck
from cincinnati.cli.options import TableOptions
from cincinnati.engine import Action, BringIn, Call, Deal, Fold, Legal, Raise
from cincinnati.errors import RulesError
from cincinnati.records import full_record, write_records
from cincinnati.rules import Ruleset

MOST_DEALS = 1_000_000


def simulate(
    table: TableOptions = TableOptions(),  # noqa: B008  (frozen)
    *,
    deals: int = 10,
    seed: int | None = None,
    out: Path | None = None,
) -> None:
    """Play deals of random legal moves and write their records (.phhs).

    Parameters
    ----------
    deals
        How many.
    seed
        A number that gives the same deals again.
    out
        The file to write; without it the records are printed.

    """
    if not 1 <= deals <= MOST_DEALS:
        raise RulesError("deals", f"1 to {MOST_DEALS}, not {deals}")
    rules = table.ruleset()
    if seed is None:
        seed = secrets.randbelow(2**32)
        print(f"seed {seed}", file=sys.stderr)
    rng = Random(seed)
    text = write_records([full_record(random_deal(rules, rng)) for _ in range(deals)])
    if out is None:
        sys.stdout.write(text)
    else:
        out.write_text(text, encoding="utf-8")


def random_deal(rules: Ruleset, rng: Random) -> Deal:
    """One deal of random legal moves, everybody with the starting stack."""
    deal = Deal.start(rules, stacks=[rules.stack] * rules.players, deck=Deck.shuffled(rng))
    while (legal := deal.legal) is not None:
        deal = deal.act(random_action(legal, rng))
    return deal


def random_action(legal: Legal, rng: Random) -> Action:
    """A legal move: mostly a check or call, at times a raise, more often a small one."""
    roll = rng.random()
    if legal.raise_to is not None and roll < 0.25:
        least, most = legal.raise_to
        return Raise(to=least + int((most - least) * rng.random() ** 3))
    if legal.bring_in:
        return BringIn()
    return Fold() if legal.fold and roll > 0.85 else Call()
