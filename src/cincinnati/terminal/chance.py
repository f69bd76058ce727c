"""One's own chance, for a table that tells the odds.

The one idea: it follows from the view alone and is worked out in a thread, so that the table goes
on. NumPy is loaded there too, when it is needed for the first time.
"""

from __future__ import annotations

import asyncio

from cincinnati.engine.view import View
from cincinnati.words import Words


class OwnChance:
    """Works one's own chance out, and keeps it as long as nothing changes it."""

    def __init__(self) -> None:
        self._about: object = None
        self._share: float | None = None

    def known(self, view: View) -> float | None:
        """The share of the pot to be expected, 0 to 1, if it has been worked out already."""
        return self._share if _about(view) == self._about else None

    async def of(self, view: View) -> float | None:
        """The same, worked out; ``None`` for who has no hand in the deal."""
        about = _about(view)
        if about != self._about:
            share = None if about is None else await asyncio.to_thread(_share, view)
            self._about, self._share = about, share
        return self._share


def chance_text(words: Words, share: float) -> str:
    """``your chance: about 38%``."""
    return words.text("terminal.odds", percent=round(100 * share))


def _about(view: View) -> object:
    """What the chance depends on; ``None`` where there is none."""
    own = view.players[view.position] if view.position is not None else None
    if own is None or view.over or not own.live or not own.cards:
        return None
    return view.rules, view.board, tuple((player.live, player.cards) for player in view.players)


def _share(view: View) -> float | None:
    from cincinnati.odds.seen import Asked, quick_equity

    asked = Asked.of(view)
    if asked is None or view.position is None:
        return None
    return quick_equity(asked.question).seats[asked.positions.index(view.position)].share
