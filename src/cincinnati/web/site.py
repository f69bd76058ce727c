"""What every part of the web needs: the house, the doors, limits, measurements."""

from __future__ import annotations

import asyncio
import math

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from cincinnati.tables.live import House
from cincinnati.web.advice import advisers
from cincinnati.web.chances import Chances
from cincinnati.web.connections import Connections
from cincinnati.web.doors import Doors
from cincinnati.web.security import Held, Rate, Slowly


class Limits:
    """How often one address, or one person, may do what."""

    def __init__(self, *, strict: float = 1.0) -> None:
        self.asked = Rate(1000, 0.02 * strict)
        """Requests of any kind; who asks more often is answered slowly."""
        self.slowly = Slowly()
        self.create = Rate(10, 60 * strict)
        self.join = Rate(30, 10 * strict)
        self.pin = Rate(5, 30 * strict)
        self.request = Rate(120, 0.25 * strict)
        self.connect = Rate(60, 2 * strict)
        self.sockets = Held(300 if strict else math.inf)
        """Connections that are open at once."""
        self.message = Rate(60, 0.1 * strict)
        self.refused = Rate(300, strict)
        """Messages that came too often and were told so; whoever goes on then is cut off."""
        self.chat = Rate(5, 2 * strict)
        self.odds = Rate(30, strict)


class Measures:
    """What can be watched from outside (Prometheus)."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        names = ("cincinnati", self.registry)
        self.sockets = Gauge("sockets", "open connections", namespace=names[0], registry=names[1])
        self.commands = Counter(
            "commands", "commands by answer", ["answer"], namespace=names[0], registry=names[1]
        )
        self.seconds = Histogram(
            "command_seconds",
            "from a command to its announcement",
            namespace=names[0],
            registry=names[1],
            buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
        )
        tasks = Gauge("tasks", "what goes on at once", namespace=names[0], registry=names[1])
        tasks.set_function(lambda: len(asyncio.all_tasks()))
        self.faults = Counter("faults", "unexpected errors", namespace=names[0], registry=names[1])


class Site:
    """One server process."""

    def __init__(
        self, house: House, *, public_url: str | None = None, limits: Limits | None = None
    ) -> None:
        self.house = house
        self.doors = Doors(house.store)
        self.public_url = public_url
        self.listens = ("127.0.0.1", 0)
        """The host and the port at which the server takes connections."""
        self.limits = limits or Limits()
        self.measures = Measures()
        self.connections = Connections()
        self.chances = Chances()
        self.experts = advisers()
        self.closing = False

    async def close(self) -> None:
        """Take no more connections and say goodbye to those there are."""
        self.closing = True
        self.chances.close()
        self.experts.close()
        await self.connections.close()
