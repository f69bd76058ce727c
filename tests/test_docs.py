"""The documentation says what the code does."""

import re
from pathlib import Path

import cincinnati
from cincinnati.engine.state import FOLLOWERS

ROOT = Path(__file__).parent.parent
PACKAGE = Path(cincinnati.__file__).parent
ARCHITECTURE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")


def test_the_drawn_phases_are_the_table_in_the_code() -> None:
    drawn = re.findall(r"^    (\w+) --> (\w+)$", ARCHITECTURE, re.MULTILINE)
    table = [(phase.value, then.value) for phase, after in FOLLOWERS.items() for then in after]
    assert drawn == table


def test_the_table_of_rooms_names_every_room() -> None:
    rooms = re.search(r"\| room .*?\n\n", ARCHITECTURE, re.DOTALL)
    assert rooms is not None
    named = set(re.findall(r"^\| `(\w+)` \|", rooms.group(), re.MULTILINE))
    there = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert named == {name for name in there if not name.startswith("_")}


def test_links_between_documents_lead_somewhere() -> None:
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    links = [
        (page.name, target)
        for page in pages
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
        if not (page.parent / target).exists()
    ]
    assert links == []


def test_the_options_of_records_are_all_documented() -> None:
    from cincinnati.records.fields import OPTIONS

    text = (ROOT / "docs/records.md").read_text(encoding="utf-8")
    assert [name for name in OPTIONS if f"`{name}`" not in text] == []
