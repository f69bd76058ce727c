"""A session of several deals at one table, as pure as the engine."""

from cincinnati.engine.actions import Seat
from cincinnati.session.events import (
    ChipsCorrected,
    DealBegan,
    InDeal,
    Presence,
    PresetNamed,
    RulesChanged,
    SeatAway,
    SeatBack,
    SeatLeft,
    SeatState,
    SeatTaken,
    SessionEnded,
    SessionEvent,
    SessionStarted,
)
from cincinnati.session.session import Session, draw_dealer, idle_action

__all__ = [
    "ChipsCorrected",
    "DealBegan",
    "InDeal",
    "Presence",
    "PresetNamed",
    "RulesChanged",
    "Seat",
    "SeatAway",
    "SeatBack",
    "SeatLeft",
    "SeatState",
    "SeatTaken",
    "Session",
    "SessionEnded",
    "SessionEvent",
    "SessionStarted",
    "draw_dealer",
    "idle_action",
]
