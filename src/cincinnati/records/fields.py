"""A ruleset as the fields of a hand record, both ways."""

from __future__ import annotations

from typing import Any

from msgspec import ValidationError, convert, to_builtins
from msgspec.structs import replace

from cincinnati.cards import Rank
from cincinnati.errors import RecordError, UnknownCard, excerpt
from cincinnati.rules import MOST_PLAYERS, Layout, Limit, Ruleset, ShortAnte, Split, SuitShare, Wild
from cincinnati.rules.presets import CINCINNATI, PRESETS, preset
from cincinnati.rules.ruleset import MOST_CHIPS

_LIMIT_LETTERS = {Limit.NO: "N", Limit.POT: "P", Limit.FIXED: "F"}
_LIMITS = {f"{letter}CIN": limit for limit, letter in _LIMIT_LETTERS.items()}
OPTIONS: dict[str, Any] = {
    "layout": Layout,
    "wild": Wild,
    "wild_ranks": str,
    "split": Split,
    "opening_round": bool,
    "max_raises": int,
    "short_ante": ShortAnte,
    "suit_share": SuitShare,
    "bets": tuple[int, ...],
}
"""What ``_cincinnati`` may say beside the preset, and of which type."""


def read_rules(table: dict[str, Any], players: int) -> Ruleset:
    """The rules that the fields of a record describe; raises `RecordError` or `RulesError`."""
    limit, low = _variant(table)
    options = _options(table)
    base = _preset(options, low)
    stakes = _stakes(table, limit, players)
    rules = replace(base, **(stakes | options))
    if (rules.split is Split.LOW8) != low:
        raise RecordError(
            "variant", f"variant: /8 goes with split = low8, here split is {rules.split.value}"
        )
    if limit is not Limit.FIXED and rules.blinds and table["min_bet"] != rules.big_blind:
        raise RecordError(
            "min_bet", f"min_bet: with blinds it is the big blind, {rules.big_blind} (R10)"
        )
    _check_blind_order(table, rules, players)
    return rules


def _variant(table: dict[str, Any]) -> tuple[Limit, bool]:
    code = table.get("variant")
    base, slash, eight = code.partition("/") if isinstance(code, str) else ("", "", "")
    if base not in _LIMITS or (slash and eight != "8"):
        raise RecordError(
            "variant", f"variant: NCIN, PCIN or FCIN, with /8 for hi-lo, not {excerpt(code)}"
        )
    return _LIMITS[base], bool(slash)


def _options(table: dict[str, Any]) -> dict[str, Any]:
    given = table.get("_cincinnati", {})
    if not isinstance(given, dict):
        raise RecordError("_cincinnati", "_cincinnati: a table of options is needed")
    options: dict[str, Any] = {}
    for name, value in given.items():
        if name == "preset":
            options["preset"] = preset(value).preset if isinstance(value, str) else _no(name, value)
        elif name not in OPTIONS:
            raise RecordError(
                "_cincinnati",
                f"_cincinnati: no option {name!r}; there are preset, {', '.join(OPTIONS)}",
            )
        else:
            options[name] = _option(name, value)
    return options


def _option(name: str, value: object) -> object:
    try:
        option = convert(value, OPTIONS[name])
    except ValidationError as error:
        raise RecordError("_cincinnati", f"_cincinnati: {name}: {error}") from None
    if name != "wild_ranks":
        return option
    try:
        return tuple(Rank.of(letter) for letter in str(option))
    except UnknownCard as error:
        raise RecordError("_cincinnati", f"_cincinnati: wild_ranks: {error}") from None


def _no(name: str, value: object) -> str:
    raise RecordError("_cincinnati", f"_cincinnati: {name}: a text is needed, not {excerpt(value)}")


def _preset(options: dict[str, Any], low: bool) -> Ruleset:
    if "preset" in options:
        return PRESETS[options["preset"]]
    return replace(CINCINNATI, split=Split.LOW8) if low else CINCINNATI


def _stakes(table: dict[str, Any], limit: Limit, players: int) -> dict[str, Any]:
    if not 2 <= players <= MOST_PLAYERS:
        raise RecordError(
            "starting_stacks", f"starting_stacks: 2 to {MOST_PLAYERS} players, not {players}"
        )
    antes = set(_amounts(table, "antes", players))
    if len(antes) != 1:
        raise RecordError("antes", f"antes: the same for all {players} players (R1)")
    posted = _amounts(table, "blinds_or_straddles", players, optional=True)
    stakes: dict[str, Any] = {
        "ante": antes.pop(),
        "limit": limit,
        "blinds": tuple(sorted(amount for amount in posted if amount)),
        "bring_in": _amount(table, "bring_in", least=0) if "bring_in" in table else 0,
    }
    if limit is Limit.FIXED:
        small, big = _amount(table, "small_bet", least=1), _amount(table, "big_bet", least=1)
        return stakes | {"min_bet": small, "bets": (small, big)}
    return stakes | {"min_bet": _amount(table, "min_bet", least=1)}


def _check_blind_order(table: dict[str, Any], rules: Ruleset, players: int) -> None:
    expected = _blinds(rules, players)
    if rules.blinds and table["blinds_or_straddles"] != expected:
        raise RecordError(
            "blinds_or_straddles",
            f"blinds_or_straddles: {table['blinds_or_straddles']} is not in order: "
            f"{expected} (small, big)",
        )


def _blinds(rules: Ruleset, players: int) -> list[int]:
    """Small, big, and nothing for the others.

    Heads-up the list is the same, as other tools of the format write it, although p1
    posts the big blind there and p2, the dealer, the small one (R24).
    """
    return [*rules.blinds, *[0] * (players - len(rules.blinds))]


def stacks_field(table: dict[str, Any], name: str, least: int = 1) -> tuple[int, ...]:
    """A list of stacks in chips; raises `RecordError`."""
    stacks = table.get(name)
    if not isinstance(stacks, list):
        raise RecordError(name, f"{name}: a list of whole numbers is needed")
    return tuple(_chips(name, stack, least) for stack in stacks)


def _amounts(
    table: dict[str, Any], name: str, players: int, *, optional: bool = False
) -> tuple[int, ...]:
    if optional and name not in table:
        return (0,) * players
    amounts = stacks_field(table, name, least=0)
    if len(amounts) != players:
        raise RecordError(name, f"{name}: {players} amounts, one a player, not {len(amounts)}")
    return amounts


def _amount(table: dict[str, Any], name: str, least: int) -> int:
    if name not in table:
        raise RecordError(name, f"{name}: it is missing")
    return _chips(name, table[name], least)


def _chips(name: str, amount: object, least: int) -> int:
    if type(amount) is not int or not least <= amount <= MOST_CHIPS:
        raise RecordError(
            name, f"{name}: whole numbers from {least} to {MOST_CHIPS}, not {excerpt(amount)}"
        )
    return amount


def rules_fields(rules: Ruleset, players: int) -> dict[str, Any]:
    """The fields of a record that say by which rules it was played."""
    low = "/8" if rules.split is Split.LOW8 else ""
    fields: dict[str, Any] = {
        "variant": f"{_LIMIT_LETTERS[rules.limit]}CIN{low}",
        "antes": [rules.ante] * players,
    }
    if rules.bring_in:
        fields["bring_in"] = rules.bring_in
    else:
        fields["blinds_or_straddles"] = _blinds(rules, players)
    sizes = [rules.bet_size(round_) for round_ in range(rules.rounds)]
    if rules.limit is Limit.FIXED:
        fields |= {"small_bet": sizes[0], "big_bet": sizes[-1]}
    else:
        fields["min_bet"] = sizes[0]
    fields["_cincinnati"] = _differences(rules, sizes)
    return fields


def _differences(rules: Ruleset, sizes: list[int]) -> dict[str, Any]:
    """The preset, and the options that differ from what a reader would take from it."""
    base = PRESETS.get(rules.preset, CINCINNATI)
    options: dict[str, Any] = {"preset": base.preset}
    for name in OPTIONS:
        value = getattr(rules, name)
        if name == "bets":
            two_sizes = replace(rules, bets=(sizes[0], sizes[-1])) if rules.bets else rules
            if [two_sizes.bet_size(round_) for round_ in range(rules.rounds)] != sizes:
                options["bets"] = sizes
        elif value != getattr(base, name):
            options[name] = (
                "".join(rank.letter for rank in value)
                if name == "wild_ranks"
                else to_builtins(value)
            )
    return options
