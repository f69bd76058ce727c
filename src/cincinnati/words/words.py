"""`Words`: one language's sentences, for everything that a table has to say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files

from cincinnati.cards import Card, Rank
from cincinnati.engine.actions import Legal
from cincinnati.engine.seen import HandShown, PotAwarded, Seen
from cincinnati.engine.view import View
from cincinnati.errors import CincinnatiError, IllegalAction, RulesError
from cincinnati.ranking import Category, Low, Value
from cincinnati.rules import Ruleset
from cincinnati.words import actions, events, hands, reasons, refusals, rulesets, wild
from cincinnati.words.catalogue import LOCALES, Catalogue

LANGUAGES: tuple[str, ...] = tuple(LOCALES)
"""The languages there are."""


class Words(Catalogue):
    """Codes, numbers and cards as sentences in one language.

    ``names`` are the names of a deal's positions; who has none is called p1, p2, …
    Chips are whole numbers ≥ 0. Sentences are about a third person, so the reader too needs
    a name. An unknown key raises `CatalogueError`.
    """

    @classmethod
    def of(cls, language: str) -> Words:
        """The words of a language, loaded once; raises `RulesError` if there is none such."""
        return _load(language)

    @classmethod
    def preferred(cls, environment: Mapping[str, str]) -> Words:
        """The words of the language that the environment asks for, as gettext does, else English.

        The first of ``LANGUAGE`` (a list with colons), ``LC_ALL``, ``LC_MESSAGES`` and ``LANG``
        that is set decides.
        """
        asked = (environment.get(name) for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
        wanted = next((value for value in asked if value), "")
        codes = (code.replace("-", "_").split("_")[0].lower() for code in wanted.split(":"))
        codes = (code.split(".")[0].split("@")[0] for code in codes)
        return cls.of(next((code for code in codes if code in LANGUAGES), "en"))

    # --- cards and hands ------------------------------------------------------

    def card(self, card: Card) -> str:
        """A card: ``10♠``."""
        return card.symbol

    def cards(self, cards: Iterable[Card | None], hidden: str = hands.HIDDEN) -> str:
        """Cards in their order, ``hidden`` for those that one may not see."""
        return hands.cards_text(cards, hidden)

    def rank(self, rank: Rank) -> str:
        """A rank: ``ace``."""
        return hands.rank_word(self, rank)

    def ranks(self, ranks: Sequence[Rank]) -> str:
        """Ranks in the plural: ``fives and jacks``; empty without any."""
        return wild.ranks_text(self, ranks)

    def hand(self, value: Value) -> str:
        """The name of a hand: ``three aces, king and queen``."""
        return hands.hand_name(self, value)

    def category(self, category: Category) -> str:
        """One of the ten kinds of hands: ``three of a kind``."""
        return hands.category_name(self, category)

    def low(self, low: Low) -> str:
        """A low hand: ``low hand 8-6-4-2-A``."""
        return hands.low_name(self, low)

    def wild(self, view: View) -> str:
        """What is wild for the viewer at the moment, in a sentence; empty if nothing is."""
        return wild.wild_in(self, view)

    # --- actions ----------------------------------------------------------------

    def fold(self) -> str:
        """The label of the fold button."""
        return self.text("action.fold")

    def call(self, chips: int) -> str:
        """The label of a call that adds ``chips``, of a check when that is 0."""
        return actions.call_label(self, chips)

    def raise_to(self, to: int, level: int) -> str:
        """The label of a raise to ``to`` chips; a bet when the level is 0."""
        return actions.raise_label(self, to, level)

    def all_in(self, to: int) -> str:
        """The label of a move with all chips, which makes the player's bet ``to``."""
        return self.text("action.all_in", to=to)

    def bring_in(self, chips: int) -> str:
        """The label of posting the bring-in."""
        return self.text("action.bring_in", chips=chips)

    def allowed(self, legal: Legal, level: int) -> str:
        """Everything that is allowed now: ``fold, call 4 or raise to 10–98``."""
        return actions.allowed(self, legal, level)

    # --- what happens -------------------------------------------------------------

    def event(self, event: Seen, names: Mapping[int, str]) -> tuple[str, ...]:
        """One event of a deal, line by line; some have nothing to say."""
        return events.event_lines(self, event, names)

    def reason(
        self,
        award: PotAwarded,
        shown: Sequence[HandShown],
        names: Mapping[int, str],
        *,
        rules: Ruleset | None = None,
        board: Sequence[Card] = (),
    ) -> str:
        """Why this share of a pot went where it went.

        ``shown`` are the hands of those who contested the pot. With the rules and the board it
        also says why a half found no taker. Empty if a winner's hand is not among those shown.
        """
        return reasons.reason(self, award, reasons.Showdown(shown, names, rules, board))

    def refusal(self, error: IllegalAction) -> str:
        """Why an action was refused, and what is allowed instead."""
        return refusals.refusal(self, error)

    def error(self, error: CincinnatiError) -> str:
        """Any error that this package raises, in a sentence."""
        return refusals.error_text(self, error)

    def place(self, place: int) -> str:
        """A place in the standings, from 1: ``2nd``; places 1 to 8 have words."""
        return self.text(f"place.{place}")

    def standings(self, places: Mapping[str, int], chips: Mapping[str, int]) -> str:
        """Who stands where with how many chips, one line a player, the best first."""
        ranked = sorted(places, key=lambda name: places[name])
        return "\n".join(
            self.text(
                "standings.line",
                place=self.place(places[name]),
                name=name,
                chips=self.count("chips", chips[name]),
            )
            for name in ranked
        )

    # --- rules ----------------------------------------------------------------------

    def preset(self, name: str) -> str:
        """What a preset is called; a name that is no preset's stays as it is."""
        return rulesets.title(self, name)

    def about(self, name: str) -> str:
        """A preset in one sentence; raises `RulesError` if there is none of this name."""
        return rulesets.about(self, name)

    def rules(self, ruleset: Ruleset) -> tuple[str, ...]:
        """A ruleset line by line, its name first."""
        return rulesets.ruleset_lines(self, ruleset)

    def option(self, field: str) -> str:
        """What a field of a `Ruleset` is called in a form."""
        return rulesets.option(self, field)

    def choice(self, value: rulesets.Choice) -> str:
        """What a value of an option is called in a form: ``no limit``."""
        return rulesets.choice(self, value)

    def help(self) -> str:
        """The help page, in Markdown."""
        page = files("cincinnati.words") / "help" / f"{self.language}.md"
        return page.read_text(encoding="utf-8")


@cache
def _load(language: str) -> Words:
    if language not in LANGUAGES:
        raise RulesError("language", f"one of {', '.join(LANGUAGES)}, not {language!r}")
    return Words(language)
