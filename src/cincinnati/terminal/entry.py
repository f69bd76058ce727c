"""How much to bet: a number that is always legal (R10-R13, R22, R23).

The one idea: whatever is pressed, the amount stays between the least and the most that the
rules allow; there is nothing to refuse.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from cincinnati.engine.actions import Legal
from cincinnati.engine.view import View
from cincinnati.terminal.telling import everything


class Entry(Struct, frozen=True):
    """An amount that is being chosen, as what a bet or raise reaches, in chips."""

    least: int
    most: int
    step: int
    """What the larger steps add: the smallest bet."""
    presets: tuple[tuple[str, str, int], ...]
    """Key, name (a key of the catalogue) and amount: the least, half the pot, the pot, the most."""
    to: int
    typed: str = ""

    @classmethod
    def of(cls, view: View, legal: Legal) -> Entry | None:
        """The entry for a turn; ``None`` if he may not bet or raise."""
        if legal.raise_to is None:
            return None
        least, most = legal.raise_to
        pot = sum(pot.amount for pot in view.pots) + sum(player.bet for player in view.players)
        pot += legal.call or 0
        last = "table.all_in" if most == everything(view) else "terminal.entry.most"
        wished = {
            ("m", "terminal.entry.least"): least,
            ("h", "terminal.entry.half_pot"): view.level + pot // 2,
            ("p", "table.pot"): view.level + pot,
            ("a", last): most,
        }
        presets = tuple(
            (key, code, amount)
            for (key, code), amount in wished.items()
            if least <= amount <= most and (amount < most or key in "ma")
        )
        return cls(least, most, view.rules.bet_size(view.round), presets, least)

    def moved(self, chips: int) -> Entry:
        """More or fewer chips."""
        return self._at(self.to + chips)

    def preset(self, key: str) -> Entry:
        """One of the presets; without such a key nothing changes."""
        amounts = {name: amount for name, _, amount in self.presets}
        return self._at(amounts.get(key, self.to))

    def type(self, digit: str) -> Entry:
        """One more digit."""
        number = min(int(self.typed + digit), self.most)
        return replace(self._at(number), typed=str(number))

    def erased(self) -> Entry:
        """One digit fewer."""
        typed = self.typed[:-1]
        return replace(self._at(int(typed or "0")), typed=typed)

    def _at(self, to: int) -> Entry:
        return replace(self, to=max(self.least, min(to, self.most)), typed="")
