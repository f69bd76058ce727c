"""``cincinnati hand``: what five to ten cards are worth."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from cincinnati.cards import Card, Rank, parse_cards
from cincinnati.cli.english import high_words
from cincinnati.engine.hands import Holding, holding, wild_ranks
from cincinnati.errors import CardError, CincinnatiError, RulesError, excerpt
from cincinnati.ranking import category_of, class_of, low_ranks, order_of, ranks_in
from cincinnati.rules import PRIVATE_CARDS, Layout, Ruleset, Wild
from cincinnati.rules.presets import CINCINNATI
from cincinnati.words import Words

REFUSED = 2


def hand(
    *cards: str,
    wild: str | None = None,
    layout: Layout = Layout.ROW,
    json: bool = False,
) -> int:
    """Say what the best five of five to ten cards are, high and low.

    Parameters
    ----------
    cards
        The cards, in one text or several: As, 10♠, Td, A♠. Or a .jsonl file with the fields
        "cards", or "private", "board" and "wild" in each line; one answer a line.
    wild
        Ranks that are wild (2, or 2J), or a rule: lowest_board, last_board, low_hole. With a
        rule the first five cards are private and the others lie on the board in their order.
    layout
        The board as a row, or as a cross (top, right, bottom, left, centre).
    json
        Print one JSON object a hand.

    """
    status = 0
    for place, question in _questions(cards, wild, layout):
        try:
            answer = _answer(question)
        except CincinnatiError as error:
            status = REFUSED
            print(f"{place}{error}", file=sys.stderr)
            if json:
                _print_json({"error": {"message": str(error)}})
            continue
        if json:
            _print_json(answer.object())
        else:
            answer.tell(Words.preferred(os.environ))
    return status


Question = dict[str, Any]


def _questions(
    cards: Sequence[str], wild: str | None, layout: Layout
) -> Iterator[tuple[str, Question]]:
    if len(cards) == 1 and cards[0].endswith(".jsonl"):
        yield from _lines(cards[0])
    else:
        yield "", {"cards": " ".join(cards), "wild": wild, "layout": layout.value}


def _lines(file: str) -> Iterator[tuple[str, Question]]:
    for number, line in enumerate(Path(file).read_bytes().split(b"\n"), 1):
        if line.strip():
            try:
                question = msgspec.json.decode(line, type=dict)
            except (msgspec.DecodeError, RecursionError) as error:
                question = {"fault": f"not a JSON object: {error}"}
            yield f"{file}, line {number}: ", question


class Answer(Struct, frozen=True):
    """What a hand is worth."""

    held: Holding
    wild: tuple[Rank, ...]

    def object(self) -> dict[str, Any]:
        """For programs, which read English."""
        high, low = self.held.high(), self.held.low()
        return {
            "class": class_of(high),
            "order": order_of(high),
            "category": category_of(high).code,
            "five": [str(card) for card in self.held.high_five()],
            "low": None if low is None else low_ranks(low),
            "low_five": [str(card) for card in self.held.low_five()],
            "wild": "".join(rank.letter for rank in self.wild),
            "name": high_words(high),
        }

    def tell(self, words: Words) -> None:
        """For people."""
        high, low = self.held.high(), self.held.low()
        place = class_of(high)
        print(f"{words.hand(high)}: {words.cards(self.held.high_five())}")
        above = words.text("terminal.hand.above")
        print(f"  {words.text('terminal.hand.class', place=str(place)) if place else above}")
        if self.wild:
            letters = words.comma(rank.letter for rank in self.wild)
            print(f"  {words.text('terminal.hand.wild', ranks=letters)}")
        if low is not None:
            print(f"{words.low(low)}: {words.cards(self.held.low_five())}")


def _answer(question: Question) -> Answer:
    if "fault" in question:
        raise CardError(question["fault"], text="", at=0)
    private, board = _cards(question)
    rules = _rules(question)
    wild = ranks_in(wild_ranks(rules, private, board))
    return Answer(holding(rules, private, board), wild)


def _cards(question: Question) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The private and the community cards; a list of cards alone is split after the fifth."""
    texts = [question.get(name, "") for name in ("cards", "private", "board")]
    if not all(isinstance(text, str) for text in texts):
        raise CardError("cards are given as texts such as 'As Kd'", text="", at=0)
    cards = parse_cards(" ".join(texts).strip())
    if not 5 <= len(cards) <= 10:
        raise CardError(f"a hand is made from 5 to 10 cards, not {len(cards)}", text="", at=0)
    private, board = cards[:PRIVATE_CARDS], cards[PRIVATE_CARDS:]
    if texts[1].strip() and private != parse_cards(texts[1]):
        message = f"{PRIVATE_CARDS} private cards, and the others on the board"
        raise CardError(f"{message}, not private {texts[1]!r}", text=texts[1], at=0)
    return private, board


def _rules(question: Question) -> Ruleset:
    layout = question.get("layout") or Layout.ROW.value
    wild = question.get("wild") or Wild.NONE.value
    if layout not in [choice.value for choice in Layout]:
        raise RulesError("layout", f"row or cross, not {excerpt(layout)}")
    base = replace(CINCINNATI, layout=Layout(layout))
    if wild in [choice.value for choice in Wild if choice is not Wild.RANKS]:
        return replace(base, wild=Wild(wild))
    letters = question.get("wild_ranks") if wild == Wild.RANKS.value else wild
    if not isinstance(letters, str):
        raise RulesError("wild", f"ranks such as 2J, or a rule, not {excerpt(wild)}")
    try:
        ranks = tuple(Rank.of(letter) for letter in letters.replace(",", "").replace("10", "T"))
    except CardError as error:
        rules = ", ".join(choice.value for choice in Wild)
        raise RulesError("wild", f"{error}; or a rule: {rules}") from None
    return replace(base, wild=Wild.RANKS, wild_ranks=ranks)


def _print_json(answer: object) -> None:
    print(msgspec.json.encode(answer).decode())
