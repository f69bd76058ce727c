"""``cincinnati play``: a session at the prompt, line by line, against simple players."""

from __future__ import annotations

import asyncio
import secrets
from random import Random

from cincinnati.cards import Deck
from cincinnati.cli.english import Names, cards_words, describe, high_words, low_words
from cincinnati.cli.options import TableOptions
from cincinnati.cli.simulate import random_action
from cincinnati.engine import Action, BringIn, Call, Fold, Legal, Raise, View
from cincinnati.errors import IllegalAction
from cincinnati.ranking import low_ranks
from cincinnati.rules.presets import PRESETS
from cincinnati.session import Seat, Session, draw_dealer
from cincinnati.tables import Player, Update, play_session

YOU = Seat(0)
_NAMES = ["You", "Ada", "Bruno", "Chiara", "Duarte", "Elise", "Felix", "Giulia"]


class Leaving(Exception):
    """The person at the prompt has had enough."""


def play(
    table: TableOptions = TableOptions(),  # noqa: B008  (frozen)
    *,
    deals: int = 10,
    dealers_choice: bool = False,
    seed: int | None = None,
) -> None:
    """Play a session line by line against simple players.

    Parameters
    ----------
    deals
        Deals in the session.
    dealers_choice
        The dealer names the game before each deal.
    seed
        A number that gives the same cards again.

    """
    rules = table.ruleset(deals=deals, dealers_choice=dealers_choice)
    rng: Random = secrets.SystemRandom() if seed is None else Random(seed)
    seats = [Seat(number) for number in range(rules.players)]
    session = Session.start(rules, seats=seats, dealer=draw_dealer(seats, rng))
    others = {seat: SimplePlayer(Random(rng.getrandbits(64))) for seat in seats[1:]}
    players: dict[Seat, Player] = {YOU: Prompt(), **others}

    def new_deck() -> Deck:
        return Deck.shuffled(rng).cut(rng.randint(1, 51))

    print(f"{rules.preset}, {rules.players} players, {rules.deals} deals. ? explains, q leaves.")
    try:
        asyncio.run(play_session(session, players, new_deck=new_deck, keep=lambda _: None))
    except Leaving:
        print("You leave the table.")


class SimplePlayer:
    """Checks, calls, at times raises or folds, without a look at the cards."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    async def watch(self, update: Update) -> None:
        """Nothing that happens matters to him."""

    async def act(self, update: Update) -> Action:
        """A random legal move."""
        if update.view is None or update.view.legal is None:
            raise ValueError("it is not this player's turn")
        return random_action(update.view.legal, self.rng)

    async def refused(self, error: IllegalAction) -> None:
        """His moves are legal; if one is not, something is broken."""
        raise error

    async def choose(self, update: Update) -> str | None:
        """Any preset."""
        return self.rng.choice(list(PRESETS))


class Prompt:
    """A person at a prompt, who reads and writes lines."""

    async def watch(self, update: Update) -> None:
        """Tell what happened."""
        names = names_at(update)
        if update.happened and update.view is not None and len(update.happened) > 1:
            self._announce(update, names)
        for event in update.happened:
            for line in describe(event, names):
                print(f"  {line}")
        if update.view is None or update.view.over:
            self._standings(update)

    def _announce(self, update: Update, names: Names) -> None:
        view = update.view
        if view is not None and not any(view.board) and view.round == 0 and not view.awards:
            print(f"\nDeal {update.number} of {update.deals}: {view.rules.preset}. "
                  f"{names.of(view.players.__len__() - 1)} deals.")  # type: ignore[arg-type]  # fmt: skip

    def _standings(self, update: Update) -> None:
        if update.number == 0:
            return
        title = "Final places" if update.over else "Standings"
        ranked = sorted(update.standings.items(), key=lambda item: item[1])
        listed = (f"{place}. {_NAMES[seat]} {update.chips[seat]}" for seat, place in ranked)
        print(f"  {title}: {', '.join(listed)}")

    async def act(self, update: Update) -> Action:
        """Show the table and ask until there is an answer that makes sense."""
        view = update.view
        if view is None or view.legal is None:
            raise ValueError("it is not this player's turn")
        for line in situation(view):
            print(f"  {line}")
        while True:
            answer = _ask(f"{_offers(view.legal)} > ")
            if answer in ("q", "quit"):
                raise Leaving
            action = parse_answer(answer, view.legal)
            if action is not None:
                return action
            print(f"  You may: {view.legal}. Type f, c, r 6, a (all-in), q.")

    async def refused(self, error: IllegalAction) -> None:
        """Say why."""
        print(f"  Not possible: {error}.")

    async def choose(self, update: Update) -> str | None:
        """Ask for a preset."""
        while True:
            answer = _ask(f"You deal. Which game? ({', '.join(PRESETS)}; Enter: the table's) > ")
            if answer in ("q", "quit"):
                raise Leaving
            if not answer or answer in PRESETS:
                return answer or None
            print(f"  There is no {answer}.")


def names_at(update: Update) -> Names:
    """The names of a deal's positions."""
    return Names({position: _NAMES[seat] for position, seat in enumerate(update.order)})


def situation(view: View) -> list[str]:
    """What a player looks at before he acts."""
    own = view.players[view.position or 0]
    board = cards_words(view.board).replace("??", "▒▒")
    pots = " + ".join(str(pot.amount) for pot in view.pots) or "0"
    bets = sum(player.bet for player in view.players)
    lines = [f"Board {board}   pot {pots}, bets {bets}   you have {own.stack}"]
    if own.hand is not None:
        wild = ", ".join(rank.letter for rank in own.hand.wild)
        lines.append(
            f"Your cards {cards_words(own.cards)}: {high_words(own.hand.high)}"
            + (f"; low {low_words(low_ranks(own.hand.low))}" if own.hand.low is not None else "")
            + (f" (wild: {wild})" if wild else "")
        )
    return lines


def _offers(legal: Legal) -> str:
    offers = ["[f]old"] if legal.fold else []
    if legal.call is not None:
        offers.append(f"[c]all {legal.call}" if legal.call else "[c]heck")
    if legal.bring_in:
        offers.append("[b]ring in")
    if legal.raise_to is not None:
        least, most = legal.raise_to
        offers.append(f"[r]aise to {least}" + (f"-{most}" if most > least else ""))
    return ", ".join(offers)


def parse_answer(answer: str, legal: Legal) -> Action | None:
    """The action that a typed answer means, ``None`` if it means none."""
    match answer.lower().split():
        case ["f" | "fold"]:
            return Fold()
        case ["c" | "call" | "check" | "k"]:
            return Call()
        case ["b" | "bring" | "bring-in"]:
            return BringIn()
        case ["a" | "all-in"] if legal.raise_to is not None:
            return Raise(to=legal.raise_to[1])
        case ["r" | "raise" | "bet"] if legal.raise_to is not None:
            return Raise(to=legal.raise_to[0])
        case ["r" | "raise" | "bet", amount] if amount.isascii() and amount.isdigit():
            return Raise(to=int(amount[:15]))
        case _:
            return None


def _ask(prompt: str) -> str:
    try:
        return input(prompt).strip()
    except EOFError:
        print()
        raise Leaving from None
