"""Somebody who watches a training and notes what he is told."""

from __future__ import annotations

from cincinnati.training.run import Gains, Report


class Watcher:
    """Notes what it is told; stops after so many chunks or deals."""

    def __init__(self, *, chunks: int = 10**9, deals: int = 10**9) -> None:
        self.chunks, self.deals = chunks, deals
        self.made: list[int] = []
        self.again: list[int] = []
        self.reports: list[Report] = []
        self.checkpoints: list[tuple[int, Gains]] = []

    def dealt(self, done: int, deals: int) -> None:
        assert done <= deals
        self.made.append(done)

    def resumed(self, done: int) -> None:
        self.again.append(done)

    def trained(self, report: Report) -> None:
        self.reports.append(report)

    def saved(self, report: Report, gains: Gains) -> None:
        self.checkpoints.append((report.done, gains))

    def stopped(self) -> bool:
        return len(self.reports) >= self.chunks or sum(self.made) >= self.deals
