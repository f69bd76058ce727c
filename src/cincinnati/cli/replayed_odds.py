"""The chances in a recorded deal, as a server tells those of a past one: in words, and as data.

The one idea: whoever replays a record may see every card that stands in it. So the same is asked
as of a past deal, by somebody to whom all of them lie open from the beginning.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from cincinnati.cli.numbers import change, percent
from cincinnati.engine import Deal, Position
from cincinnati.tables.live.past import Frame, frames
from cincinnati.web.chances import Chances, DealOdds, MomentOdds, deal_odds
from cincinnati.words import Words


def odds_in(deal: Deal) -> DealOdds:
    """The chances of all hands of which cards are known, after each card and each fold."""
    chances = Chances()
    try:
        return asyncio.run(deal_odds(chances, tuple(_laid_open(deal))))
    finally:
        chances.close()


def _laid_open(deal: Deal) -> Iterator[Frame]:
    """Each moment of a deal as somebody sees it who may see all cards that are recorded."""
    for frame in frames(deal.events, None):
        players = tuple(
            replace(player, cards=deal.state.hands[at]) if player.cards else player
            for at, player in enumerate(frame.view.players)
        )
        yield Frame(frame.event, replace(frame.view, players=players))


def odds_lines(words: Words, odds: DealOdds) -> dict[int, str]:
    """What to say of the chances, by the number of the event after which they are so."""
    return {
        moment.at: words.text(
            "terminal.replay.odds",
            chances=words.comma(
                " ".join(_hand(words, position, shares)) for position, shares in hands.items()
            ),
        )
        for moment, hands in _changes(odds)
    }


def _hand(words: Words, position: Position, shares: tuple[float, float | None]) -> Iterator[str]:
    share, changed = shares
    yield f"p{position + 1}"
    yield percent(words, share) if share else words.text("odds.percent", whole="0", tenths="0")
    if changed is not None:
        yield f"({change(words, changed)})"


def odds_object(odds: DealOdds) -> list[dict[str, Any]]:
    """The same as plain data; ``change`` is by how much a share differs from the one before."""
    told = []
    for moment, shares in _changes(odds):
        plain: dict[str, Any] = msgspec.to_builtins(moment)
        for hand in plain["hands"]:
            hand["change"] = shares[hand["position"]][1]
        told.append(plain)
    return told


def _changes(
    odds: DealOdds,
) -> Iterator[tuple[MomentOdds, Mapping[Position, tuple[float, float | None]]]]:
    """Each moment with the share of each hand and how that differs from the moment before."""
    before: dict[Position, float] = {}
    for moment in odds.moments:
        shares = {hand.position: hand.share for hand in moment.hands}
        yield (
            moment,
            {
                position: (share, share - before[position] if before else None)
                for position, share in shares.items()
            },
        )
        before = shares
