"""One deal of each preset to learn from: hand records beside this module, played by the engine.

They are seen as the first player sees them: his own cards all the time, the others at the showdown.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from msgspec import Struct

from cincinnati.engine import Deal, Position
from cincinnati.engine.decisions import Decision
from cincinnati.errors import RecordError
from cincinnati.records import read_records, replay
from cincinnati.rules.presets import preset
from cincinnati.session import Seat
from cincinnati.tables.live import PersonId
from cincinnati.tables.live.past import Seated, frames, known_decisions
from cincinnati.web.past import Replay

LEARNER = Position(0)


class _Worked(Struct, frozen=True):
    deal: Deal
    names: tuple[str, ...]


@cache
def worked_deal(name: str) -> Replay:
    """The worked deal of a preset; raises `RulesError` if there is no preset of that name."""
    worked = _worked(name)
    seats = tuple(Seated(Seat(at), PersonId(who), who) for at, who in enumerate(worked.names))
    return Replay(
        number=1,
        session=1,
        in_session=1,
        seats=seats,
        position=LEARNER,
        frames=frames(worked.deal.events, LEARNER),
    )


def worked_decisions(name: str) -> tuple[Decision, ...]:
    """What was decided in it, with the hands that the learner sees; raises as `worked_deal`."""
    return known_decisions(_worked(name).deal.events, LEARNER)


@cache
def _worked(name: str) -> _Worked:
    text = (files("cincinnati.web") / "worked" / f"{preset(name).preset}.phh").read_text("utf-8")
    (record,) = read_records(text)
    deal = replay(record).deal
    if deal is None or not deal.over:
        raise RecordError("unfinished", f"the worked deal of {name} does not come to its end")
    return _Worked(deal, tuple(record.extra["players"]))
