"""``cincinnati rules``: the presets, and what each of them is."""

from __future__ import annotations

from cincinnati.rules import Layout, Limit, Ruleset, Split, Wild
from cincinnati.rules.presets import PRESETS, preset

_WILD = {
    Wild.NONE: "no wild cards",
    Wild.LOWEST_BOARD: "the lowest community rank is wild for everybody (R27)",
    Wild.LAST_BOARD: "the rank of the fifth community card is wild (R28)",
    Wild.LOW_HOLE: "your own lowest private rank is wild for you alone (R29)",
    Wild.RANKS: "some ranks are wild (R26)",
}
_SPLIT = {
    Split.NONE: "the best hand takes the pot",
    Split.LOW8: "half of each pot goes to the best low hand, eight or better (R30)",
    Split.LAST_SUIT: "half of each pot goes to the highest private card of the last suit (R31)",
}
_LAYOUT = {
    Layout.ROW: "the community cards lie in a row",
    Layout.CROSS: "the community cards lie in a cross; you use its row or its column (R32)",
}
_LIMIT = {
    Limit.NO: "no limit (R10)",
    Limit.POT: "pot limit (R23)",
    Limit.FIXED: "fixed limit (R22)",
}


def rules(name: str | None = None) -> None:
    """List the presets, or say what one of them is.

    Parameters
    ----------
    name
        A preset.

    """
    if name is None:
        for known, ruleset in PRESETS.items():
            print(f"{known:16}{_summary(ruleset)}")
    else:
        ruleset = preset(name)
        print(f"{name}: five private cards, five community cards, the best five of ten")
        for line in _lines(ruleset):
            print(f"  - {line}")


def _summary(ruleset: Ruleset) -> str:
    parts = [f"{ruleset.rounds} betting rounds"]
    parts += [_LAYOUT[ruleset.layout]] if ruleset.layout is not Layout.ROW else []
    parts += [_WILD[ruleset.wild]] if ruleset.wild is not Wild.NONE else []
    parts += [_SPLIT[ruleset.split]] if ruleset.split is not Split.NONE else []
    return "; ".join(parts)


def _lines(ruleset: Ruleset) -> list[str]:
    first = "before the first card is turned and " if ruleset.opening_round else ""
    return [
        f"{ruleset.rounds} betting rounds: {first}after each community card (R4)",
        _LAYOUT[ruleset.layout],
        _WILD[ruleset.wild],
        _SPLIT[ruleset.split],
        f"{_LIMIT[ruleset.limit]}, ante {ruleset.ante}, smallest bet {ruleset.bet_size(0)}",
        f"stacks of {ruleset.stack}, a session of {ruleset.deals} deals",
    ]
