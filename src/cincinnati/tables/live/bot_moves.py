"""What the bots of live tables do, when their time to think is over."""

from __future__ import annotations

import logging

from cincinnati import bots
from cincinnati.errors import TableError
from cincinnati.rules.presets import PRESETS
from cincinnati.session import Seat, idle_action
from cincinnati.tables.bots import permitted
from cincinnati.tables.live.commands import Act, NamePreset
from cincinnati.tables.live.table import Table

logger = logging.getLogger(__name__)


def bot_move(table: Table, seat: Seat) -> Act | NamePreset:
    """What the bot of a seat does; what it does wrong becomes a check or fold (R33)."""
    person, session = table.person_at(seat), table.session
    if session is None or (session.deal is None and table.choosing != seat):
        raise TableError("bot", "nobody's move")
    view = session.view(seat)
    try:
        bot = bots.make(person.bot or "" if person else "", table.seed + seat)
        if table.choosing == seat:
            named = bot.choose(tuple(PRESETS))
            return NamePreset(named if named in PRESETS else None)
        if view is None or view.legal is None:
            raise TableError("bot", "it is not its turn")
        action = permitted(view.legal, bot.act(view)) or idle_action(view.legal)
        return Act(session.number, table.turn, view.legal.call, action)
    except (Exception, SystemExit):  # a bot may be anybody's code: what goes wrong stays with it
        logger.exception("a bot failed", extra={"bot": person.bot if person else None})
        if view is None or view.legal is None:
            return NamePreset(None)
        return Act(session.number, table.turn, view.legal.call, idle_action(view.legal))
