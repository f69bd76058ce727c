"""The game line by line: what may be typed, and what is told in each language."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterable

import pytest

from cincinnati.engine import Action, Call, Deal, Fold, Raise
from cincinnati.engine.actions import BringIn
from cincinnati.engine.view import View
from cincinnati.rules import Limit
from cincinnati.rules.presets import PRESETS
from cincinnati.session import Session
from cincinnati.terminal import Leaving, Names
from cincinnati.terminal.plain import PlainTable, parse_answer
from cincinnati.words import LANGUAGES, Words
from home_game import deck_for, rules_of
from terminal.driver import YOU, sits, sitting, without

EN, FR, IT, PT = (Words.of(language) for language in LANGUAGES)


def view_of(*bets: int, **rules: object) -> View:
    deal = Deal.start(rules_of(**rules), stacks=[100, 100], deck=deck_for(2))  # type: ignore[arg-type]
    for bet in bets:
        deal = deal.act(Raise(bet))
    return deal.view(deal.to_act)


@pytest.mark.parametrize(
    ("answer", "words", "action"),
    [
        ("f", EN, Fold()),
        ("fold", EN, Fold()),
        ("c", EN, Call()),
        ("k", EN, Call()),
        ("call", EN, Call()),
        ("check", EN, Call()),
        ("r", EN, Raise(12)),
        ("r 20", EN, Raise(20)),
        ("raise 20", EN, Raise(20)),
        ("b 20", EN, Raise(20)),
        ("20", EN, Raise(20)),
        ("a", EN, Raise(99)),
        ("all-in", EN, Raise(99)),
        ("suivre", FR, Call()),
        ("parole", FR, Call()),
        ("relancer 20", FR, Raise(20)),
        ("miser 20", FR, Raise(20)),
        ("tapis", FR, Raise(99)),
        ("abbandona", IT, Fold()),
        ("rilancia 20", IT, Raise(20)),
        ("igualar", PT, Call()),
        ("aumentar 20", PT, Raise(20)),
        ("", EN, None),
        ("x", EN, None),
        ("r x", EN, None),
        ("r -5", EN, None),
        ("r ²", EN, None),
        ("f 3", EN, None),
        ("suivre", EN, None),
    ],
)
def test_what_may_be_typed(answer: str, words: Words, action: Action | None) -> None:
    assert parse_answer(answer, view_of(6), words) == action


def test_the_bring_in_is_typed_like_a_call() -> None:
    assert parse_answer("c", view_of(bring_in=1), EN) == BringIn()


def table(
    preset: str, answers: Iterable[str], *, language: str = "en", encoding: str = "utf-8"
) -> tuple[PlainTable, io.StringIO]:
    sat, _ = sitting(preset)
    lines = iter(answers)
    out = io.StringIO()
    person = PlainTable(
        Names(YOU, None, sat.names, sat.bots),
        Words.of(language),
        out=out,
        read=lambda: next(lines, ""),
        encoding=encoding,
    )
    return person, out


def told(
    preset: str, answers: Iterable[str], *, language: str = "en", encoding: str = "utf-8"
) -> tuple[str, Session | None]:
    """What a session says, and how it ends; ``None`` if he left."""
    sat, session = sitting(preset)
    person, out = table(preset, answers, language=language, encoding=encoding)
    steps: list[Session] = []
    try:
        asyncio.run(sits(sat, session, steps)(person))
    except Leaving:
        return out.getvalue(), None
    return out.getvalue(), steps[-1]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_session_is_the_same_line_by_line(preset: str, language: str) -> None:
    # A second c confirms a call that takes the last chips.
    said, session = told(preset, ["c\n"] * 999, language=language)
    assert session is not None
    sat, start = sitting(preset)
    assert session.events == without(sat, start, "stay").events
    words = Words.of(language)
    for key in ("table.final_places", "table.standings", "table.showdown"):
        assert words.text(key) in said
    assert words.text("terminal.guest") in said
    assert words.text("table.deal", n=1, deals=3) in said
    assert words.count("chips", session.chips[YOU]) in said


def test_all_that_one_looks_at_is_told_before_one_acts() -> None:
    said, _ = told("liz", ["c\n"] * 999)
    parts = ("Board: ", "Pot ", "Your cards: ", "wild", "Ada ", "[c] Check", "[b] Bet 2 to")
    assert any(all(part in before for part in parts) for before in said.split(" > "))
    for before in said.split(" > ")[:-1]:
        assert "Your cards: " in before or "To confirm" in before


def test_nothing_is_told_twice() -> None:
    said, session = told("classic", ["c\n"] * 999)
    assert session is not None
    assert said.count("Everybody antes 1.") == session.number
    assert said.count("Guest holds ") == session.number


def test_a_cross_is_told_with_its_places() -> None:
    said, _ = told("crisscross", ["c\n", "c\n"])
    assert "Board: top " in said


def test_an_all_in_has_to_be_typed_twice() -> None:
    said, _ = told("cincinnati", ["a\n", "c\n", "a\n", "a\n"])
    assert said.count("To confirm, type a again") == 2
    assert "Guest bets 99 and is all-in." in said or "Guest raises to 99 and is all-in." in said


def test_an_amount_that_cannot_be_is_refused_with_what_can() -> None:
    said, _ = told("cincinnati", ["r 1\n", "r 1000\n", "nonsense\n"])
    assert "1 is too little: at least 2." in said
    assert "1,000 is too much: at most 99." in said
    assert said.count("Type f to fold") >= 1


def test_help_standings_and_language_at_any_question() -> None:
    said, _ = told("liz", ["?\n", "s\n", "l\n"])
    assert Words.of("en").help() in said
    assert "The lowest rank among the community cards is wild for everybody." in said
    assert "Standings" in said
    assert Words.of("fr").text("terminal.language") in said
    assert Words.of("fr").call(0) in said.rsplit(">", 2)[-2]


def test_the_dealer_is_asked_for_a_game() -> None:
    person, out = table("cincinnati", ["l\n", "9\n", "hold-em\n", "3\n", "", "q\n"])
    sat, session = sitting("cincinnati", players=2, seed=2, dealers_choice=True)
    steps: list[Session] = []
    with pytest.raises(Leaving):
        asyncio.run(sits(sat, session, steps)(person))
    assert session.dealer == YOU
    assert steps[-1].deal is not None
    assert steps[-1].deal.rules.preset == "liz"
    assert out.getvalue().count(Words.of("fr").text("terminal.plain.choose")) == 3


@pytest.mark.parametrize("answers", [["q\n"], [], ["c\n", ""], ["a\n", "q\n"]])
def test_q_and_the_end_of_the_input_leave(answers: list[str]) -> None:
    assert told("cincinnati", answers)[1] is None


def test_ascii_only_where_nothing_else_can_be_written() -> None:
    for language in LANGUAGES:
        said, _ = told("last-suit", ["c\n"] * 999, language=language, encoding="ascii")
        assert said.isascii()
        assert "?" not in said.replace("?:", "").replace("? ", "")
    latin, _ = told("last-suit", ["c\n"] * 20, language="fr", encoding="latin-1")
    assert "Invité" in latin
    assert "♠" not in latin


def test_fixed_limit_shows_one_amount() -> None:
    sat, session = sitting("cincinnati", limit=Limit.FIXED)
    person, out = table("cincinnati", ["q\n"])
    with pytest.raises(Leaving):
        asyncio.run(sits(sat, session, [])(person))
    assert "[c] Call 2 · [r] Raise to 4 >" in out.getvalue()
