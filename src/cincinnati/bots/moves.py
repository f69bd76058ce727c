"""From what a bot wants to a legal action, and the prices it looks at (R6, R10-R15, R22-R25).

The one idea: a bot says what part of the pot it would like to bet, and gets the nearest
action that it may take. So no bot has to know limits, blinds or the bring-in.
"""

from __future__ import annotations

from msgspec import Struct

from cincinnati.engine.actions import Action, BringIn, Call, Fold, Legal, Raise
from cincinnati.engine.view import View


class Spot(Struct, frozen=True):
    """A decision as a player thinks of it; amounts in chips."""

    legal: Legal
    opponents: int
    """The others who have not folded, ≥ 1."""
    pot: int
    """What the player could win if he matched and nobody else did, what he put in included."""
    level: int
    """What has to be matched in this round."""
    most: int
    """What the player has put in this round and his stack together."""

    @classmethod
    def of(cls, view: View) -> Spot:
        """The spot that a view shows; raises `ValueError` if it is not the viewer's turn."""
        if view.position is None or view.legal is None:
            raise ValueError("it is not the viewer's turn")
        me = view.players[view.position]
        # Nobody can lose more to him than he has put in himself (R15).
        reach = me.put_in + (view.legal.call or 0)
        others = [player for at, player in enumerate(view.players) if at != view.position]
        return cls(
            legal=view.legal,
            opponents=sum(player.live for player in others),
            pot=me.put_in + sum(min(player.put_in, reach) for player in others),
            level=view.level,
            most=me.bet + me.stack,
        )

    @property
    def price(self) -> int:
        """Chips that staying in costs now, 0 when it is free (or the bring-in is due)."""
        return self.legal.call or 0

    @property
    def odds(self) -> float:
        """The share of the pot, 0 to 1, from which on a call pays for itself; 0 when it is free."""
        return self.price / (self.pot + self.price) if self.price else 0.0

    def stay(self) -> Action:
        """Check, call or post the bring-in."""
        return BringIn() if self.legal.bring_in else Call()

    def give_up(self) -> Action:
        """Fold if there is something to match, else stay."""
        return Fold() if self.legal.fold else self.stay()

    def bet(self, part: float) -> Action:
        """Bet or raise by this part of the pot (as it is after a call), as near as may be.

        If less than half of the new pot would be left behind, all goes in. Where raising is
        not open, stay.
        """
        if self.legal.raise_to is None:
            return self.stay()
        least, most = self.legal.raise_to
        pot = self.pot + self.price
        to = max(least, self.level + round(part * pot))
        if self.most - to < (pot + to - self.level) / 2:
            to = self.most
        return Raise(to=min(to, most))
