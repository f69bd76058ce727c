"""A table's rules in words: presets, options, and the lines that describe a ruleset (R1-R38)."""

from __future__ import annotations

from collections.abc import Iterator

from cincinnati.rules import Layout, Limit, Ruleset, ShortAnte, Split, SuitShare, Wild
from cincinnati.rules.presets import CINCINNATI, PRESETS, preset
from cincinnati.words.catalogue import Catalogue
from cincinnati.words.hands import rank_plural

Choice = Layout | Limit | ShortAnte | Split | SuitShare | Wild
"""A value of an option that has named values."""

_OPTIONS: dict[type[Choice], str] = {
    Layout: "layout",
    Limit: "limit",
    ShortAnte: "short_ante",
    Split: "split",
    SuitShare: "suit_share",
    Wild: "wild",
}


def title(words: Catalogue, name: str) -> str:
    """What a preset is called; a name that is no preset's stays as it is."""
    return words.text(f"preset.{name}") if name in PRESETS else name


def about(words: Catalogue, name: str) -> str:
    """A preset in one sentence; raises `RulesError` if there is none of this name."""
    return words.text(f"preset.about.{preset(name).preset}")


def option(words: Catalogue, field: str) -> str:
    """What a field of a ruleset is called in a form."""
    return words.text(f"option.{field}")


def choice(words: Catalogue, value: Choice) -> str:
    """What a value of an option is called in a form."""
    return words.text(f"choice.{_OPTIONS[type(value)]}.{value.value}")


def stakes(words: Catalogue, rules: Ruleset) -> str:
    """How much it is about, in one line: ``no limit, ante 1, minimum bet 2``."""
    parts = [words.text(f"stakes.{rules.limit.value}")]
    if rules.ante:
        parts.append(words.text("stakes.ante", chips=rules.ante))
    if len(rules.blinds) == 2:
        parts.append(words.text("stakes.blinds", small=rules.blinds[0], big=rules.blinds[1]))
    elif rules.blinds:
        parts.append(words.text("stakes.blind", chips=rules.big_blind))
    if rules.bring_in:
        parts.append(words.text("stakes.bring_in", chips=rules.bring_in))
    sizes = _sizes(rules)
    if len(sizes) > 1:
        parts.append(words.text("stakes.bets", sizes="/".join(map(words.number, sizes))))
    elif not rules.blinds:
        parts.append(words.text("stakes.least", chips=sizes[0]))
    return words.comma(parts)


def departures(words: Catalogue, rules: Ruleset) -> tuple[str, ...]:
    """What the cards of a table have that those of its preset have not, a sentence each."""
    plain = PRESETS.get(rules.preset, CINCINNATI)
    told = {
        _rounds(words, rules): _rounds(words, plain),
        _layout(words, rules): _layout(words, plain),
        _wild(words, rules): _wild(words, plain),
        _split(words, rules): _split(words, plain),
    }
    return tuple(here for here, there in told.items() if here != there)


def ruleset_lines(words: Catalogue, rules: Ruleset) -> tuple[str, ...]:
    """A ruleset, line by line: its name, the cards, the betting, the session."""
    return (
        title(words, rules.preset),
        words.text(f"rules.cards.{rules.layout.value}"),
        _rounds(words, rules),
        _layout(words, rules),
        _wild(words, rules),
        _split(words, rules),
        *_betting(words, rules),
        words.count("rules.seats", rules.deals, players=rules.players, stack=rules.stack),
        *_session(words, rules),
    )


def _rounds(words: Catalogue, rules: Ruleset) -> str:
    return words.text("rules.rounds.six" if rules.opening_round else "rules.rounds.five")


def _layout(words: Catalogue, rules: Ruleset) -> str:
    return words.text(f"rules.layout.{rules.layout.value}")


def _wild(words: Catalogue, rules: Ruleset) -> str:
    ranks = words.all_of(rank_plural(words, rank) for rank in rules.wild_ranks)
    return words.text(f"rules.wild.{rules.wild.value}", ranks=ranks)


def _split(words: Catalogue, rules: Ruleset) -> str:
    if rules.split is Split.LAST_SUIT:
        return words.text(f"rules.split.last_suit.{rules.suit_share.value}")
    return words.text(f"rules.split.{rules.split.value}")


def _betting(words: Catalogue, rules: Ruleset) -> Iterator[str]:
    yield from _forced_bets(words, rules)
    sizes = _sizes(rules)
    if len(sizes) > 2:
        listed = words.comma(map(words.number, sizes))
        yield words.text("rules.limit.fixed.rounds", sizes=listed)
    elif len(sizes) == 2:
        yield words.text("rules.limit.fixed", small=sizes[0], big=sizes[1])
    else:
        yield words.text(f"rules.limit.{rules.limit.value}", least=sizes[0])
    if rules.raise_cap is not None:
        yield words.count("rules.raises", rules.raise_cap)


def _forced_bets(words: Catalogue, rules: Ruleset) -> Iterator[str]:
    if rules.ante:
        yield words.text("rules.ante", chips=rules.ante)
        yield words.text(f"rules.short_ante.{rules.short_ante.value}")
    if len(rules.blinds) == 2:
        yield words.text("rules.blinds", small=rules.blinds[0], big=rules.blinds[1])
    elif rules.blinds:
        yield words.text("rules.blind", chips=rules.big_blind)
    if rules.bring_in:
        yield words.text("rules.bring_in", chips=rules.bring_in)


def _session(words: Catalogue, rules: Ruleset) -> Iterator[str]:
    if rules.dealers_choice:
        yield words.text("rules.dealers_choice")
    if rules.latecomers:
        yield words.text("rules.latecomers")


def _sizes(rules: Ruleset) -> tuple[int, ...]:
    """Fixed limit: (small, big) or one size a round; else the smallest opening bet alone."""
    if rules.limit is not Limit.FIXED:
        return (rules.bet_size(0),)
    return rules.bets or (rules.min_bet, 2 * rules.min_bet)
