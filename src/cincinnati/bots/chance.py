"""Where the bots' chance comes from.

The one idea: a generator is made anew for every decision, from the bot's seed and from the cards
and chips that it sees. There is no state between decisions, so nothing can get out of step.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from random import Random

import msgspec

from cincinnati.engine.view import View


def chance(seed: int, view: View) -> Random:
    """The generator for one decision: the same for equal seeds and equal sights."""
    own = () if view.position is None else view.players[view.position].cards
    chips = [(player.stack, player.bet, player.put_in, player.live) for player in view.players]
    return _generator(seed, view.position, own, view.board, view.round, view.level, chips)


def favourite(seed: int, presets: Sequence[str]) -> str | None:
    """One of the presets, always the same one for a seed; ``None`` if there is none."""
    return _generator(seed, *presets).choice(presets) if presets else None


def _generator(seed: int, *seen: object) -> Random:
    """The same on every machine: Python's own ``hash`` of a text changes with the process."""
    digest = blake2b(msgspec.json.encode([str(seed), seen]), digest_size=16).digest()
    return Random(int.from_bytes(digest, "big"))
