"""A session told line by line: for pipes, for screen readers, for terminals without a screen.

The one idea: the story of a deal is one text that only grows (`transcript`), so telling what
happened is printing the part of it that has not been told yet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TextIO

from cincinnati.engine.actions import Action, BringIn, Call, Fold, Raise, Seat
from cincinnati.engine.seen import Seen
from cincinnati.engine.view import View
from cincinnati.errors import IllegalAction
from cincinnati.rules import Ruleset
from cincinnati.rules.presets import PRESETS
from cincinnati.tables.protocol import Update
from cincinnati.terminal.chance import OwnChance, chance_text
from cincinnati.terminal.glyphs import spelled
from cincinnati.terminal.names import Leaving, Names
from cincinnati.terminal.telling import (
    allows,
    board_line,
    everything,
    last_chips,
    next_language,
    own_lines,
    pot_line,
    takes_everything,
)
from cincinnati.words import Words, transcript
from cincinnati.words.catalogue import capital


class PlainTable:
    """A person who reads and writes lines."""

    def __init__(
        self,
        names: Names,
        words: Words,
        *,
        out: TextIO,
        read: Callable[[], str],
        encoding: str,
        beside: Callable[[str], bool] = lambda _: False,
        odds: bool = False,
    ) -> None:
        """``beside`` may take a line that is no answer, and says whether it did."""
        self.names = names
        self.words = words
        self.hosting: Callable[[Words], str] | None = None
        """What a host may type besides, in a sentence; ``None``: he is none."""
        self.odds = odds
        """Whether his own chance is told before each of his turns."""
        self._beside = beside
        self._chance = OwnChance()
        self._out = out
        self._read = read
        self._encoding = encoding
        self._number = -1
        self._events: tuple[Seen, ...] = ()
        self._told = 0

    def say(self, *lines: str) -> None:
        """Print lines, as far as the output has the characters for them."""
        for line in lines:
            self._out.write(spelled(line, self._encoding) + "\n")
        self._out.flush()

    def welcome(self, rules: Ruleset) -> None:
        """What is played here, and how."""
        words = self.words
        self.say(f"{words.preset(rules.preset)}. {words.about(rules.preset)}")
        self.tell_keys()

    def tell_keys(self) -> None:
        """What one may type."""
        self.say(self.words.text("terminal.plain.keys"))
        if self.hosting is not None:
            self.say(self.hosting(self.words))

    async def watch(self, update: Update) -> None:
        """Tell what happened."""
        if update.number != self._number:
            self._number, self._events, self._told = update.number, (), 0
            if update.number:
                deal = self.words.text("table.deal", n=update.number, deals=update.deals)
                self.say("", deal)
        self._events += update.happened
        self._tell(update)
        if update.view is not None and update.view.over:
            self.standings(update)

    def _tell(self, update: Update) -> None:
        names = self.names.at(update.order, self.words)
        lines = transcript(self._events, self.words, names).splitlines()
        self.say(*lines[self._told :])
        self._told = len(lines)

    def standings(self, update: Update) -> None:
        """Who stands where, between deals and at the end."""
        title = "table.final_places" if update.over else "table.standings"
        named = {seat: self.names.of(seat, self.words) for seat in update.standings}
        places = {named[seat]: place for seat, place in update.standings.items()}
        chips = {named[seat]: amount for seat, amount in update.chips.items()}
        lines = self.words.standings(places, chips).splitlines()
        self.say("", self.words.text(title), *(f"  {line}" for line in lines))

    async def act(self, update: Update) -> Action:
        """Show the table and ask until there is an answer that makes sense."""
        view, legal = update.view, update.view.legal if update.view else None
        if view is None or legal is None:
            raise ValueError("it is not this player's turn")
        self.say("", *self._situation(update, view))
        chance = await self._chance.of(view) if self.odds else None
        if chance is not None:
            self.say(capital(chance_text(self.words, chance)))
        while True:
            answer = self._ask(lambda: allows(self.words, view, legal), update)
            action = parse_answer(answer, view, self.words)
            if action is None:
                self.tell_keys()
            elif not takes_everything(action, view) or self._sure(answer, view, update):
                return action

    def _situation(self, update: Update, view: View) -> Iterator[str]:
        names = self.names.at(update.order, self.words)
        yield board_line(self.words, view)
        if pots := pot_line(self.words, view, names):
            yield pots
        yield self._stacks(update, view)
        yield from own_lines(self.words, view)

    def _stacks(self, update: Update, view: View) -> str:
        """What everybody has left and has bet, from the person's left on."""
        seats = [seat for seat in self.names.seats if seat in update.order]
        return " · ".join(self._stack(seat, update, view) for seat in (*seats[1:], *seats[:1]))

    def _stack(self, seat: Seat, update: Update, view: View) -> str:
        player = view.players[update.order.index(seat)]
        name = f"{self.names.of(seat, self.words)} {self.words.number(player.stack)}"
        if not player.live:
            return f"{name} ({self.words.text('table.folded')})"
        if not player.stack:
            return f"{name} ({self.words.text('table.all_in')})"
        bet = self.words.text("terminal.bet", chips=player.bet)
        return f"{name} ({bet})" if player.bet else name

    def _sure(self, answer: str, view: View, update: Update) -> bool:
        """Whether he means to go all-in: he has to type it again."""

        def question() -> str:
            chips = last_chips(self.words, view)
            return self.words.text("terminal.plain.sure", chips=chips, answer=answer)

        return answer == self._ask(question, update)

    async def refused(self, error: IllegalAction) -> None:
        """Say why."""
        self.say(self.words.refusal(error))

    async def choose(self, update: Update) -> str | None:
        """Ask for a preset, by its name or its number."""
        presets = list(PRESETS)
        numbers = {str(number): name for number, name in enumerate(presets, 1)}
        self.say("", self.words.text("table.dealers_choice"))
        for number, name in numbers.items():
            self.say(f"  {number} {self.words.preset(name)}: {self.words.about(name)}")
        while True:
            answer = self._ask(lambda: self.words.text("terminal.plain.choose"), update)
            name = numbers.get(answer, answer)
            if not name or name in presets:
                return name or None

    def _ask(self, prompt: Callable[[], str], update: Update) -> str:
        """An answer; what is asked for beside it (help, standings, …) is given at once."""
        while True:
            self._out.write(spelled(f"{prompt()} > ", self._encoding))
            self._out.flush()
            line = self._read()
            match line.strip().casefold():
                case "" if not line:
                    self.say("")
                    raise Leaving
                case "q":
                    raise Leaving
                case "?":
                    self._help(update)
                case "s":
                    self.standings(update)
                case "l":
                    self.words = next_language(self.words)
                    self.say(self.words.text("terminal.language"))
                case answer:
                    if not self._beside(line):
                        return answer

    def _help(self, update: Update) -> None:
        self.say(self.words.help())
        if update.view is not None:
            self.say(*self.words.rules(update.view.rules), "")
        self.tell_keys()


def parse_answer(answer: str, view: View, words: Words) -> Action | None:
    """The action that a typed answer means, ``None`` if it means none.

    A letter, or the word for it in the reader's language; an amount alone is a bet or raise.
    """
    legal = view.legal
    if legal is None:
        return None
    named, _, amount = answer.partition(" ")
    letter = _letters(words).get(named, named)
    match letter, amount.strip():
        case ("f", ""):
            return Fold()
        case ("c", ""):
            return BringIn() if legal.bring_in else Call()
        case ("a", "") if legal.raise_to is not None:
            return Raise(to=everything(view))
        case ("r" | "b", "") if legal.raise_to is not None:
            return Raise(to=legal.raise_to[0])
        case ("r" | "b", digits) | (digits, "") if digits.isascii() and digits.isdigit():
            return Raise(to=int(digits[:15]))
        case _:
            return None


def _letters(words: Words) -> dict[str, str]:
    """The letter for each word that stands on a label."""
    labels = {
        "f": words.fold(),
        "c": words.call(1),
        "k": words.call(0),
        "b": words.raise_to(1, 0),
        "r": words.raise_to(1, 1),
        "a": words.all_in(1),
    }
    letters = {label.split()[0].casefold(): letter for letter, label in labels.items()}
    return {word: "c" if letter == "k" else letter for word, letter in letters.items()} | {"k": "c"}
