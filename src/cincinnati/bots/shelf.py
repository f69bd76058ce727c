"""Which policy serves a decision: those that come with the package, or those of another folder.

The one idea: a policy belongs to the cards of a variant. A variant without one of its own is
played by that of the plain game, with its own strength of hands; where there is none at all, the
player has to do without.
"""

from __future__ import annotations

from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable

from cincinnati.bots.menu import SIZES
from cincinnati.bots.policy import Header, Kind, Policy, header_of, policy_of
from cincinnati.engine.view import View
from cincinnati.errors import PolicyError
from cincinnati.rules import Limit, Ruleset, Split
from cincinnati.rules.presets import CINCINNATI, preset

SUFFIX = ".policy"
_LONGEST_HEADER = 1 << 16
_NEAR = 10
"""A stack may be off by one part of so many from the one that lines were trained with."""


class Shelf:
    """The policy files of a folder; one is read when it is first asked for."""

    def __init__(self, folder: Traversable) -> None:
        self.folder = folder
        self._read: dict[str, Policy] = {}

    @cached_property
    def headers(self) -> dict[str, Header]:
        """The headers by file name; none without the folder. Raises `PolicyError`."""
        if not self.folder.is_dir():
            return {}
        found = (file for file in self.folder.iterdir() if file.name.endswith(SUFFIX))
        return {file.name: _header_in(file) for file in sorted(found, key=lambda file: file.name)}

    def policy(self, name: str) -> Policy:
        """The policy in a file of the folder; raises `PolicyError` that names it."""
        if name not in self._read:
            try:
                self._read[name] = policy_of((self.folder / name).read_bytes())
            except PolicyError as error:
                raise PolicyError(f"{name}: {error}") from error
        return self._read[name]

    def situations(self, rules: Ruleset, dealt_in: int) -> Policy | None:
        """The policy that plays by situations under these rules, with so many dealt in."""

        def fitness(name: str) -> tuple[bool, bool, bool, int, str]:
            header = self.headers[name]
            return (
                _cards(preset(header.preset)) != _cards(rules),
                header.rounds != rules.rounds,
                header.seats < dealt_in,
                header.seats,
                name,
            )

        wanted = {_cards(rules), _cards(CINCINNATI)}
        served = [
            name
            for name, header in self.headers.items()
            if header.kind is Kind.SITUATION and _cards(preset(header.preset)) in wanted
        ]
        return self.policy(min(served, key=fitness)) if served else None

    def lines(self, view: View) -> tuple[Policy, ...]:
        """The policies that play by heads-up betting lines here, those for the menu's bets first.

        Empty if none was trained for this.
        """
        rules = view.rules
        if len(view.players) != 2 or rules.limit is not Limit.NO or rules.blinds or rules.bring_in:
            return ()
        stack = min(each.stack + each.put_in for each in view.players)

        def off(header: Header) -> int:
            return abs(stack * header.min_bet - (header.stack or 0) * rules.min_bet)

        near = [
            (off(header), header.sizes != SIZES, name)
            for name, header in self.headers.items()
            if header.kind is Kind.LINE
            and _cards(preset(header.preset)) == _cards(rules)
            and header.rounds == rules.rounds
            and rules.ante * header.min_bet == rules.min_bet * header.ante
            and _NEAR * off(header) <= (header.stack or 0) * rules.min_bet
        ]
        nearest = min(near)[0] if near else 0
        return tuple([self.policy(name) for away, _, name in sorted(near) if away == nearest])


SHIPPED = Shelf(files("cincinnati.bots") / "policies")
"""What comes with the package."""


def _header_in(file: Traversable) -> Header:
    try:
        with file.open("rb") as opened:
            header = header_of(opened.read(_LONGEST_HEADER))
        preset(header.preset)
    except ValueError as error:
        raise PolicyError(f"{file.name}: {error}") from error
    return header


def _cards(rules: Ruleset) -> tuple[object, ...]:
    """What of the rules decides how strong a hand is."""
    suit_share = rules.suit_share if rules.split is Split.LAST_SUIT else None
    return rules.layout, rules.wild, frozenset(rules.wild_ranks), rules.split, suit_share
