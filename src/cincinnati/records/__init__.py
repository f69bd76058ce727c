"""Hand records: reading, writing and replaying them."""

from cincinnati.records.phh import (
    Record,
    full_record,
    read_records,
    record_for,
    record_of,
    write_record,
    write_records,
)
from cincinnati.records.replay import Replayed, replay

__all__ = [
    "Record",
    "Replayed",
    "full_record",
    "read_records",
    "record_for",
    "record_of",
    "replay",
    "write_record",
    "write_records",
]
