"""Live tables: a log of events that any process may continue, with people, bots and clocks."""

from cincinnati.tables.live.chance import SystemChance
from cincinnati.tables.live.commands import Command
from cincinnati.tables.live.events import PersonId, TableEvent
from cincinnati.tables.live.following import tag
from cincinnati.tables.live.house import House
from cincinnati.tables.live.news import News
from cincinnati.tables.live.open_table import OpenTable
from cincinnati.tables.live.past import PastDeal, past_deals
from cincinnati.tables.live.settings import Clock, Settings
from cincinnati.tables.live.table import Phase
from cincinnati.tables.live.view import TableView, digest_of

__all__ = [
    "Clock",
    "Command",
    "House",
    "News",
    "OpenTable",
    "PastDeal",
    "PersonId",
    "Phase",
    "Settings",
    "SystemChance",
    "TableEvent",
    "TableView",
    "digest_of",
    "past_deals",
    "tag",
]
