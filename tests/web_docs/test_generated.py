"""What is made from the types is as they are now, and ``cincinnati schema`` makes it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cincinnati.cli import main

ROOT = Path(__file__).parents[2]
STALE = "is not as the types are now: run `make generate`"


def made(capsys: pytest.CaptureFixture[str], *form: str) -> str:
    assert main(["schema", *form]) == 0
    return capsys.readouterr().out


def test_the_json_schema_is_not_stale(capsys: pytest.CaptureFixture[str]) -> None:
    schema = (ROOT / "docs/protocol.schema.json").read_text(encoding="utf-8")
    assert schema == made(capsys), STALE


def test_the_typescript_types_are_not_stale(capsys: pytest.CaptureFixture[str]) -> None:
    types = (ROOT / "client/src/wire.gen.ts").read_text(encoding="utf-8")
    assert types == made(capsys, "typescript"), STALE


def test_make_generate_writes_both(tmp_path: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    recipe = re.search(r"^generate:.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)
    assert recipe is not None
    commands = [line.split() for line in recipe.group(1).splitlines()]
    for _, *arguments, target in commands:
        file = tmp_path / Path(target).name
        assert main([*arguments, str(file)]) == 0
        assert file.read_bytes() == (ROOT / target).read_bytes()
    assert {command[-1] for command in commands} == {
        "docs/protocol.schema.json",
        "client/src/wire.gen.ts",
    }


def test_openapi_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert "/api/tables/{table}/join" in json.loads(made(capsys, "openapi"))["paths"]


def test_what_the_types_look_like(capsys: pytest.CaptureFixture[str]) -> None:
    types = made(capsys, "typescript")
    for line in (
        'export interface Raise {\n  type: "raise";\n  to: number;\n}',  # a tag and a field
        "  token?: string | null;",  # a client may leave it out
        "  id: string | null;\n  allowed: Legal | null;",  # the server never does
        "  raise_to: [number, number] | null;",
        "export type Move = [number, number, number | null];",
        "  moves: Move[];",
        "  cards: (Card | null)[];",
        "  places: Record<string, number> | null;",
        "  events: News[];",
        "  command: Command;",
        "export type FromClient = Hello | Do | Say | Emote | TakeBack | Ping;",
        "export interface RulesetWish {\n  preset?: string;",
        "export interface Ruleset {\n  preset: string;",
        "  settings: SettingsWish;",  # Change
        "  settings: Settings;",  # TableView
        "  settings?: SettingsWish | null;",  # Make
        "export interface Admitted {\n  table: string;",
    ):
        assert line in types, line


def test_every_name_in_the_types_is_declared_once(capsys: pytest.CaptureFixture[str]) -> None:
    types = re.sub(r'/\*\*.*?\*/|//[^\n]*|"[^"]*"', "", made(capsys, "typescript"), flags=re.DOTALL)
    declared = re.findall(r"export (?:interface|type) (\w+)", types)
    used = set(re.findall(r"\b[A-Z][a-z]\w*", types)) - {"Record"}
    assert len(declared) == len(set(declared))
    assert used == set(declared)
