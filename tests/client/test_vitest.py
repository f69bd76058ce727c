"""The browser client's own tests, and the differential one: its sentences are Python's.

The one idea: Python writes what is to be said (events, values, rules) and what it says of
it, in every language; vitest says the same from the client's modules and compares.
"""

from __future__ import annotations

import runpy
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from babel.messages.pofile import read_po

from cincinnati.bots.advice import Advice, Reason, advise
from cincinnati.cards import Card, Rank
from cincinnati.cli import advising
from cincinnati.engine import Deal, Legal, Raise
from cincinnati.engine.actions import Action, Call, Fold
from cincinnati.engine.decisions import Decision, decisions
from cincinnati.engine.view import View
from cincinnati.errors import CincinnatiError, IllegalAction, Refusal, SessionError, TableError
from cincinnati.ranking import Category, Low, Value
from cincinnati.ranking.value import value_of
from cincinnati.records import read_records, replay
from cincinnati.rules import Layout, Limit, Ruleset, ShortAnte, Split, SuitShare, Wild
from cincinnati.rules.presets import PRESETS
from cincinnati.words import LANGUAGES, Words, transcript
from cincinnati.words.actions import allowed
from cincinnati.words.compile import LOCALES
from cincinnati.words.rulesets import departures, stakes
from home_game import check_down, deal_of, deck_for, play, rules_of
from vector_files import load

CLIENT = Path(__file__).parents[2] / "client"
NAMES = ("Ada", "Bruno", "Chiara", "Duarte", "Élise", "Fabio", "Gwen", "Hugo")
NAMED = dict(enumerate(NAMES))
NUMBERS = (
    0,
    1,
    2,
    7,
    10,
    99,
    999,
    1000,
    1234,
    9999,
    10_000,
    12_345,
    999_999,
    1_000_000,
    98_765_432,
)


def vitest(*arguments: str, **environment: str) -> None:
    """Run it to its end, with the Node that builds the page; what it printed is the message."""
    program = CLIENT / "node_modules" / "vitest" / "vitest.mjs"
    assert program.exists(), (
        "the client's packages are not installed; run: python hatch_build.py setup"
    )
    _, surroundings = runpy.run_path(str(CLIENT.parent / "hatch_build.py"))["npm_here"]()
    node = shutil.which("node", path=surroundings["PATH"])
    assert node is not None
    done = subprocess.run(  # noqa: S603
        [node, str(program), "run", *arguments],
        cwd=CLIENT,
        env={**surroundings, "NO_COLOR": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


def test_the_client_passes_its_own_tests() -> None:
    vitest()


def test_the_client_says_word_for_word_what_python_says(tmp_path: Path) -> None:
    cases = {
        "asked": asked(),
        "answered": {language: answered(Words.of(language)) for language in LANGUAGES},
    }
    file = tmp_path / "cases.json"
    file.write_bytes(msgspec.json.encode(cases))
    vitest("--config", "tests/words/differential.config.ts", VITE_CASES=str(file))


# --- what both are asked -------------------------------------------------------------


def asked() -> Mapping[str, Any]:
    return {
        "deals": [
            {
                "names": NAMES,
                "told": [
                    {"event": event, "view": view}
                    for event, view in zip(deal.seen(seat), views(deal, seat), strict=True)
                ],
            }
            for deal, seat in deals()
        ],
        "highs": highs(),
        "lows": lows(),
        "numbers": NUMBERS,
        "cards": list(Card),
        "rulesets": rulesets(),
        "legals": [{"legal": legal, "level": level} for legal, level in legals()],
        "refusals": [
            {"code": code, "allowed": legal, "tried": tried} for code, legal, tried in refusals()
        ],
        "advised": [
            {"view": made.view, "position": made.position, "done": made.done, "advice": advice}
            for made, advice in advised()
        ],
    }


class Listening(Words):
    """English words that remember what they were asked for."""

    def __init__(self) -> None:
        super().__init__("en")
        self.heard: set[str] = set()

    def text(self, key: str, /, **values: object) -> str:
        self.heard.add(key)
        return super().text(key, **values)


@cache
def deals() -> tuple[tuple[Deal, int | None], ...]:
    """Deals of every kind that is among the vectors, and all that add a sentence.

    By turns they are seen from every seat.
    """
    kinds: Counter[object] = Counter()
    chosen: list[tuple[Deal, int | None]] = []
    words = Listening()
    for deal in recorded():
        rules = deal.state.rules
        stakes_ = (rules.limit, len(rules.blinds), rules.bring_in > 0)
        kind = (rules.preset, rules.wild, rules.split, stakes_, bool(deal.state.shown))
        before = len(words.heard)
        transcript(deal.seen(None), words, NAMED)
        kinds[kind] += 1
        if kinds[kind] <= 2 or len(words.heard) > before:
            seats = (None, *range(len(deal.stacks)))
            chosen.append((deal, seats[len(chosen) % len(seats)]))
    return tuple(chosen)


def recorded() -> Iterator[Deal]:
    """The deals of the vectors, and some that have what is in none of them."""
    lowest = rules_of("last-suit", suit_share=SuitShare.LOWEST)
    deck = deck_for(2, "2s4sKdKcKh AsJs3d3c3h", "Td9c8h6d7s")
    yield check_down(Deal.start(lowest, stacks=[30, 30], deck=deck))
    for better in ("AsQd9c5h4s", "AsAd9c5h4s"):
        hands = f"{better} KsQh9d5c4h"
        yield check_down(deal_of("crisscross", stacks=[30, 30], hands=hands, board="2c3d7h8sJc"))
    for changes, script in (
        ({"blinds": (1, 2)}, "all-in 4, raise 40, call"),
        ({"opening_round": True}, "check, bet 2, all-in 4, raise 40, call"),
    ):
        hands = "KsKd9h8h2c QsQd4c9d8d AsAdTc2d6c"
        side = deal_of(stacks=[100, 100, 5], hands=hands, board="Ac7h3sJc5s", **changes)
        yield check_down(play(side, script))
    blinds = deal_of(stacks=[40, 41, 100], blinds=(1, 2))
    yield check_down(play(blinds, "call 2, all-in 39, all-in 40, call 38"))
    yield deal_of(stacks=[3, 40, 40], ante=5, short_ante=ShortAnte.ALL_IN)
    for line in load("deals.jsonl"):
        deal = replay(read_records(line["phh"])[0]).deal
        if deal is not None:
            yield deal


def views(deal: Deal, seat: int | None) -> Iterator[View]:
    """The view of a seat after each event."""
    for after in range(1, len(deal.events) + 1):
        yield Deal.replay(deal.events[:after]).view(seat)


@cache
def advised() -> tuple[tuple[Decision, Advice], ...]:
    """Some decisions of these deals with the expert's advice, and every reason for either end."""
    found = [
        (made, advise(made.view))
        for deal, _ in deals()
        for made in list(decisions(deal.events, advising.known_hands(deal)))[1::4]
    ]
    made, advice = found[0]
    return (
        *found,
        *(
            (made, msgspec.structs.replace(advice, best=best, reasons=tuple(Reason)))
            for best in (Fold(), Call(), Raise(to=8))
        ),
    )


def highs() -> list[Value]:
    """Values of every category: its ranks and kickers drawn by lot."""
    lot = Random(17)
    shapes = {
        Category.HIGH_CARD: (5, 0),
        Category.PAIR: (1, 3),
        Category.TWO_PAIR: (2, 1),
        Category.THREE_OF_A_KIND: (1, 2),
        Category.STRAIGHT: (1, 0),
        Category.FLUSH: (5, 0),
        Category.FULL_HOUSE: (1, 1),
        Category.FOUR_OF_A_KIND: (1, 1),
        Category.STRAIGHT_FLUSH: (1, 0),
        Category.FIVE_OF_A_KIND: (1, 0),
    }
    royal = value_of(Category.STRAIGHT_FLUSH, Rank.ACE.bit)
    drawn = [
        value_of(category, *(sum(rank.bit for rank in ranks) for ranks in (drawn[:groups], rest)))
        for category, (groups, kickers) in shapes.items()
        for _ in range(30)
        for drawn in [lot.sample(list(Rank), groups + kickers)]
        for rest in [drawn[groups:]]
    ]
    return [royal, *drawn]


def lows() -> list[Low]:
    return [Low(bits) for bits in range(1 << 8) if bits.bit_count() == 5]


def rulesets() -> list[Ruleset]:
    """The presets, and tables that depart from them in every way."""
    return [
        *PRESETS.values(),
        Ruleset(preset="Uncle Bob's", limit=Limit.POT, stack=20_000, deals=1, min_bet=1000),
        Ruleset(preset="liz", wild=Wild.RANKS, wild_ranks=(Rank.TWO, Rank.JACK, Rank.KING)),
        Ruleset(preset="last-suit", split=Split.LAST_SUIT, suit_share=SuitShare.LOWEST),
        Ruleset(preset="hi-lo", layout=Layout.CROSS, split=Split.LOW8, dealers_choice=True),
        Ruleset(blinds=(1, 2), ante=0, latecomers=True),
        Ruleset(blinds=(2,), ante=1, short_ante=ShortAnte.ALL_IN, max_raises=1),
        Ruleset(bring_in=1, ante=1, min_bet=2, max_raises=4),
        Ruleset(limit=Limit.FIXED, min_bet=2),
        Ruleset(limit=Limit.FIXED, bets=(500, 1000), stack=50_000, max_raises=5),
        Ruleset(limit=Limit.FIXED, bets=(2, 2, 4, 4, 8)),
    ]


def legals() -> list[tuple[Legal, int | None]]:
    return [
        (Legal(fold=fold, call=call, raise_to=raise_to, bring_in=call is None), level)
        for fold in (True, False)
        for call in (None, 0, 4, 1200)
        for raise_to in (None, (10, 98), (10, 10), (1000, 25_000))
        for level in (None, 0, 6)
    ]


def refusals() -> list[tuple[str, Legal | None, Action]]:
    """Codes of the rules, the table, the session, and one that nobody knows."""
    may = Legal(fold=True, call=4, raise_to=(10, 98), bring_in=False)
    tables = ("not_your_turn", "stale_turn", "bad_pin", "too_often", "no_deal", "fault", "what")
    return [
        *((code.value, legal, Raise(7)) for code in Refusal for legal in (None, may)),
        *((code, None, Call()) for code in (*tables, "no_choice", "session_over")),
    ]


# --- what Python says -----------------------------------------------------------------


def answered(words: Words) -> Mapping[str, Any]:
    return {
        "deals": [
            {
                "story": transcript(deal.seen(seat), words, NAMED),
                "lines": [words.event(event, NAMED) for event in deal.seen(seat)],
                "wild": [words.wild(view) for view in views(deal, seat)],
            }
            for deal, seat in deals()
        ],
        "highs": [words.hand(high) for high in highs()],
        "lows": [words.low(low) for low in lows()],
        "numbers": [words.number(n) for n in NUMBERS],
        "counts": [words.count("chips", n) for n in NUMBERS],
        "cards": [words.card(card) for card in Card],
        "categories": [words.category(category) for category in Category],
        "rulesets": [
            {
                "lines": words.rules(rules),
                "stakes": stakes(words, rules),
                "departures": departures(words, rules),
                "title": words.preset(rules.preset),
            }
            for rules in rulesets()
        ],
        "abouts": {preset: words.about(preset) for preset in PRESETS},
        "legals": [allowed(words, legal, level) for legal, level in legals()],
        "labels": [label for n in NUMBERS for label in (words.call(n), words.raise_to(n, n))],
        "refusals": [words.error(error) for error in errors()],
        "advised": [list(told_of(words, made, advice)) for made, advice in advised()],
    }


def told_of(words: Words, made: Decision, advice: Advice) -> Iterator[str]:
    """Everything that is said of an advice."""
    for option in advising.options_with(advice.options, made.done):
        yield advising.label(words, made.view, advice, option.action)
        yield advising.percent(words, option.chance)
    yield advising.share(words, advice)
    yield advising.price(words, advice)
    yield from advising.reasons(words, advice)


def errors() -> Iterator[CincinnatiError]:
    codes = {code.value for code in Refusal}
    for code, legal, tried in refusals():
        if code in codes:
            yield IllegalAction(Refusal(code), tried, legal, "")
        else:
            yield TableError(code, "")


# --- that it asks enough ------------------------------------------------------------


def test_the_cases_hold_every_game_and_every_reason() -> None:
    words = Listening()
    for deal, seat in deals():
        transcript(deal.seen(seat), words, NAMED)
    for made, advice in advised():
        list(told_of(words, made, advice))
    assert {deal.state.rules.preset for deal, _ in deals()} == set(PRESETS)
    assert len(deals()) >= 60
    assert len(set(highs())) >= 200
    told = ("advice.reason.", "event.", "reason.", "wild.one", "wild.all", "wild.moment")
    keys = {key for key in _keys() if key.startswith(told)}
    assert len(keys) > 60
    assert keys - words.heard == set()


def _keys() -> set[str]:
    with (LOCALES / "en" / "LC_MESSAGES" / "cincinnati.po").open("rb") as text:
        return {str(message.id) for message in read_po(text) if not message.pluralizable}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentences_of_a_session_serve_its_table_too(language: str) -> None:
    words = Words.of(language)
    code = "no_latecomers"
    assert words.error(TableError(code, "")) == words.error(SessionError(code, ""))
