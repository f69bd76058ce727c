"""What a policy and the simple players look at, from a `View` alone (R5, R9-R15, R24, R25).

The one idea: everything but the cards is a dozen numbers. They are taken from the chips that lie
open and from the list of moves; a move that takes the level up is a bet or raise, any other
is a check or call. A posted bring-in raises nothing, completing it does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from cincinnati.bots import menu
from cincinnati.bots.draws import mixed, unit
from cincinnati.bots.situation import ME, NOBODY, OTHER, situation
from cincinnati.cards import CardSet
from cincinnati.engine.actions import Move, Position
from cincinnati.engine.view import View
from cincinnati.rules import Ruleset


class Story(Struct, frozen=True, kw_only=True):
    """A decision as its player sees it; amounts in chips."""

    own: CardSet
    """The private cards."""
    board: tuple[CardSet, ...]
    """The community cards that are turned, each a set of its own, in their order."""
    dealt_in: int
    opponents: int
    """The others who have not folded, ≥ 1."""
    call: int
    """What staying in costs now; 0 when it is free, or the bring-in is due."""
    pot: int
    """What there is to win before a call: nobody can lose more to him than he puts in (R15)."""
    level: int
    """What has to be matched in this round."""
    least: int
    """The least legal raise; 0 if raising is not open, or no policy knows one more."""
    half: int
    """What a bet or raise of half the pot makes of the level; 0 if it is not on the menu."""
    pot_size: int
    all_in: int
    """The same for the pot, and for all that can be played for."""
    left: int
    """What can still be bet after a call."""
    last: int
    """1 if nobody with chips sits behind in later rounds."""
    behind: int
    """How many may still act in this round after a call."""
    raises: int
    """Bets and raises of this round."""
    raised: int
    """1 if one of them was his."""
    initiative: int
    """Who made the last one of the deal, as in `situation`."""
    mine: int
    theirs: int
    """Earlier rounds with a bet or raise of his, of anybody else."""
    against: int
    """1 if somebody else made the last one of the round before."""

    @property
    def turned(self) -> int:
        """Community cards turned."""
        return len(self.board)

    @property
    def after(self) -> int:
        """The pot after a call."""
        return self.pot + self.call

    @property
    def odds(self) -> float:
        """The share of the pot, 0 to 1, from which on a call pays for itself; 0 if it is free."""
        return self.call / self.after if self.call else 0.0

    @property
    def situation(self) -> int:
        """The number that a situation table knows it by."""
        return situation(self.opponents, self.dealt_in, self.turned, self.last, self.behind,
                         self.call, self.pot, self.left, self.raises, self.raised,
                         self.initiative, self.mine, self.theirs)  # fmt: skip

    def fitted(self, action: int) -> int:
        """The action itself or the nearest one that there is."""
        return menu.fitted(action, self.call, self.half, self.pot_size, self.all_in)

    def size(self, action: int) -> int:
        """What a bet or raise makes of the level, 0 if it is not on the menu."""
        return (0, 0, self.half, self.pot_size, self.all_in)[action]


class Step(Struct, frozen=True):
    """What a move stands for on a betting line."""

    action: int
    """One of `menu`, -1 for none."""
    missing: int = 0
    """Chips that the bet has less than the size that it is taken for; < 0: more."""


def story_of(view: View) -> Story:
    """The decision that a view shows; raises `ValueError` if it is not the viewer's turn."""
    position, legal = view.position, view.legal
    if position is None or legal is None:
        raise ValueError("it is not the viewer's turn")
    me = view.players[position]
    others = [each for at, each in enumerate(view.players) if at != position]
    live = [each for each in others if each.live]
    call = legal.call or 0
    pot = me.put_in + sum([min(each.put_in, me.put_in + call) for each in others])
    reach = max([each.bet + each.stack for each in live])
    raises, raised, initiative, mine, theirs, against = _wagers_so_far(view, position)
    least, most = legal.raise_to or (0, 0)
    if raises >= menu.MOST_RAISES:
        least = 0
    half, pot_size, all_in = sizes(
        level=view.level, after=pot + call, bet=me.bet, least=least, most=min(most, reach)
    )
    acted = {move.position for move in view.moves if move.round == view.round}
    return Story(
        own=CardSet(sum([card.bit for card in me.cards if card is not None])),
        board=tuple([card.bit for card in view.board if card is not None]),
        dealt_in=len(view.players),
        opponents=len(live),
        call=call,
        pot=pot,
        level=view.level,
        least=least,
        half=half,
        pot_size=pot_size,
        all_in=all_in,
        left=max(0, min(me.stack - call, reach - me.bet - call)),
        last=int(not any([each.live and each.stack for each in view.players[position + 1 :]])),
        behind=sum(
            [
                at != position
                and each.live
                and each.stack > 0
                and (Position(at) not in acted or each.bet < view.level)
                for at, each in enumerate(view.players)
            ]
        ),
        raises=raises,
        raised=raised,
        initiative=initiative,
        mine=mine,
        theirs=theirs,
        against=against,
    )


def _wagers_so_far(view: View, position: Position) -> tuple[int, int, int, int, int, int]:
    """``raises``, ``raised``, ``initiative``, ``mine``, ``theirs`` and ``against`` of a `Story`."""
    wagers = list(wagers_of(view.rules, view.moves))
    this_round = [each.position for each in wagers if each.round == view.round]
    before = [each.position for each in wagers if each.round == view.round - 1]
    earlier = {
        (each.round, each.position == position) for each in wagers if each.round < view.round
    }
    initiative = NOBODY
    if wagers:
        initiative = ME if wagers[-1].position == position else OTHER
    return (
        len(this_round),
        int(position in this_round),
        initiative,
        sum([own for _, own in earlier]),
        sum([not own for _, own in earlier]),
        int(bool(before) and before[-1] != position),
    )


def sizes(*, level: int, after: int, bet: int, least: int, most: int) -> tuple[int, int, int]:
    """What half the pot, the pot and all-in make of the level; 0 for what is not on the menu.

    ``most`` is the most that can be played for, by the rules and by the chips that there are.
    """
    top = max(least, most) if least else 0
    half, pot, all_in = (
        menu.size_to(action, level, after, bet, least, top)
        for action in (menu.HALF, menu.POT, menu.ALL_IN)
    )
    return half, pot, all_in


def wagers_of(rules: Ruleset, moves: Sequence[Move]) -> Iterator[Move]:
    """The bets and raises among the moves."""
    round_, level = 0, rules.big_blind or rules.bring_in
    for move in moves:
        if move.round != round_:
            round_, level = move.round, 0
        if move.to is not None and move.to > level:
            level = move.to
            yield move


def line_of(view: View, seed: int, their_sizes: tuple[int, int] = menu.SIZES) -> Iterator[Step]:
    """What each move so far stands for on a heads-up line.

    Only for no limit without blinds and bring-in; ``seed`` decides between neighbouring sizes.
    ``their_sizes`` are the bets of the viewer's opponent, in percent of the pot.
    """
    all_chips = [each.stack + each.put_in for each in view.players]
    put_in = [min(view.rules.ante, chips) for chips in all_chips]
    bets, round_, level, raises, increment = [0, 0], 0, 0, 0, view.rules.min_bet
    for number, move in enumerate(view.moves):
        if move.round != round_:
            bets, round_, level, raises = [0, 0], move.round, 0, 0
            increment = view.rules.min_bet
        me, other, to = move.position, 1 - move.position, move.to
        if to is None:
            yield Step(menu.FOLD)
            continue
        if to <= level:
            yield Step(menu.CALL)
        else:
            everything, reach = (bets[at] + all_chips[at] - put_in[at] for at in (me, other))
            matched = put_in[me] + level - bets[me]
            after = matched + min(put_in[other], matched)
            least = min(level + increment, everything) if raises < menu.MOST_RAISES else 0
            most = min(everything, reach)
            half, pot, all_in = sizes(
                level=level, after=after, bet=bets[me], least=least, most=most
            )
            if me != view.position and their_sizes != menu.SIZES:
                half, pot = (
                    menu.percent_to(size, level, after, least, all_in) for size in their_sizes
                )
            # More than the other can put in is no more than all he has.
            most = min(to, all_in or to)
            action = menu.mapped(most, level, after, half, pot, all_in,
                                 unit(mixed(mixed(seed, number), to)))  # fmt: skip
            taken = (0, 0, half, pot, all_in)[action] if action >= 0 else most
            yield Step(action, taken - most)
            raises, increment, level = raises + 1, max(increment, to - level), to
        put_in[me] += to - bets[me]
        bets[me] = to
