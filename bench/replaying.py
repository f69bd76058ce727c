"""Records played again: all deals of the test vectors, of all variants."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import msgspec

from bench.rounds import Contestant, Section, interleaved, rate, times_as_fast
from cincinnati import Record, read_records, replay

ROUNDS = 7
DEALS = Path(__file__).parent.parent / "tests" / "vectors" / "deals.jsonl"


def measure() -> Section:
    """Deals a second, with and without reading the text."""
    texts = [msgspec.json.decode(line)["phh"] for line in DEALS.read_bytes().splitlines()]
    records = [record for text in texts for record in read_records(text)]
    series = interleaved(
        [
            Contestant("replay", partial(rate, partial(_replay, records))),
            Contestant("read and replay", partial(rate, partial(_read_and_replay, texts))),
        ],
        rounds=ROUNDS,
    )
    return Section(
        title="Replay",
        unit="deals/s",
        comparison="replay alone is × as fast",
        compare=times_as_fast,
        series=series,
        targets=(),
        notes=f"The {len(records)} deals of `tests/vectors/{DEALS.name}`, of all variants.",
    )


def _replay(records: Sequence[Record]) -> int:
    for record in records:
        assert not replay(record).differs
    return len(records)


def _read_and_replay(texts: Sequence[str]) -> int:
    return _replay([record for text in texts for record in read_records(text)])
