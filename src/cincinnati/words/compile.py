"""Catalogues from text (``.po``) to what `gettext` reads (``.mo``).

::

    python -m cincinnati.words.compile

Run when the package is built (``hatch_build.py``) and by hand after a catalogue has been
edited. Nothing else of the package is imported, so that a build needs Babel only.
"""

from __future__ import annotations

from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)
"""Babel writes the time of day into a catalogue that names none; builds shall be the same."""

LOCALES = Path(__file__).parent / "locales"


def compiled(catalogue: Path) -> bytes:
    """What belongs into the ``.mo`` file beside this ``.po`` file."""
    with catalogue.open("rb") as text:
        messages = read_po(text, abort_invalid=True)
    messages.creation_date = messages.revision_date = NO_DATE
    out = BytesIO()
    write_mo(out, messages)
    return out.getvalue()


def compile_catalogues(locales: Path = LOCALES) -> list[Path]:
    """Write every ``.mo`` file below a folder; gives the files written."""
    written = []
    for catalogue in sorted(locales.glob("*/LC_MESSAGES/*.po")):
        target = catalogue.with_suffix(".mo")
        target.write_bytes(compiled(catalogue))
        written.append(target)
    return written


if __name__ == "__main__":
    for file in compile_catalogues():
        print(file.relative_to(LOCALES))
