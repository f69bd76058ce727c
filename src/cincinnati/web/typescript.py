"""TypeScript types of everything that goes over the wire, made from the JSON Schema of it.

The one idea: what the server sends always has all its fields, what a client sends may leave
out those that have a default. So a type that only travels to the server has optional fields,
and one that travels both ways (`Settings`) has two forms: itself, and ``SettingsWish`` for what
a client may send.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from cincinnati.engine import Action
from cincinnati.engine.seen import Seen
from cincinnati.tables.live import Command, News
from cincinnati.web.messages import EMOTES, LARGEST_MESSAGE, LONGEST_SAYING, PROTOCOL
from cincinnati.web.openapi import OPERATIONS, message_schema, openapi

Schema = Mapping[str, Any]

HEAD = """\
// Made from the server's types by `make generate`: do not edit, change the types and run it again.
// docs/protocol.md tells how the messages are used. Chips are whole, times are ms since 1970.
"""
UNIONS = {"Action": Action, "Command": Command, "News": News, "Seen": Seen}
"""Unions that deserve a name, although the schema writes them out where they are used."""


def typescript() -> str:
    """The whole file."""
    return _File().text()


class _File:
    def __init__(self) -> None:
        defined = message_schema()["$defs"]
        described = openapi()["components"]["schemas"]
        self.types: dict[str, Schema] = {**defined, **described}
        unions, _ = msgspec.json.schema_components(UNIONS.values(), ref_template="{name}")
        self.members = {
            name: list(_refs(union)) for name, union in zip(UNIONS, unions, strict=True)
        }
        self.unions = {frozenset(members): name for name, members in self.members.items()}
        bodies = [kind.__name__ for _, _, _, kind, _ in OPERATIONS if kind is not None]
        answers = [answer.__name__ for *_, answer in OPERATIONS if isinstance(answer, type)]
        known = {name for name in answers if name in self.types}
        self.sent = self._reached(["FromClient", *bodies])
        self.received = self._reached(["FromServer", "Problem", *known])
        self.wishes = {
            name for name in self.sent & self.received if self._leaves_something_out(name)
        }

    def text(self) -> str:
        """Constants, then types in the order in which the schema has them."""
        constants = {
            "PROTOCOL": PROTOCOL,
            "LARGEST_MESSAGE": LARGEST_MESSAGE,
            "LONGEST_SAYING": LONGEST_SAYING,
            "EMOTES": list(EMOTES),
        }
        parts = [
            "\n".join(
                f"export const {name} = {json.dumps(value)} as const;"
                for name, value in constants.items()
            )
        ]
        for name, schema in self.types.items():
            parts.append(self._declared(name, schema, wish=False))
            if name in self.wishes:
                parts.append(self._declared(name, schema, wish=True))
        parts += [
            f"export type {name} ={_union(members)};" for name, members in self.members.items()
        ]
        return HEAD + "\n" + "\n\n".join(parts) + "\n"

    # --- which way a type travels ---------------------------------------------------------

    def _reached(self, names: Iterable[str]) -> set[str]:
        """The types that are part of these, themselves included."""
        found: set[str] = set()
        waiting = list(names)
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += _refs(self.types[name])
        return found

    def _leaves_something_out(self, name: str) -> bool:
        return any(
            set(schema.get("properties", ())) - set(schema.get("required", ()))
            for schema in (self.types[part] for part in self._reached([name]))
        )

    # --- writing ------------------------------------------------------------------------

    def _declared(self, name: str, schema: Schema, *, wish: bool) -> str:
        head = _comment(schema.get("description", ""))
        title = f"{name}Wish" if wish else name
        if "prefixItems" in schema:
            return f"{head}export type {title} = {self._type(schema, wish=wish)};"
        if "properties" not in schema:
            return f"{head}export type {title} ={_union(self._members(schema, wish=wish))};"
        lines = [
            f"  {field}{self._mark(name, field, schema, wish=wish)}: "
            f"{self._type(kind, wish=wish or name not in self.received)};"
            for field, kind in schema["properties"].items()
        ]
        if not lines:
            return f"{head}export type {title} = Record<string, never>;"
        return "\n".join([f"{head}export interface {title} {{", *lines, "}"])

    def _mark(self, name: str, field: str, schema: Schema, *, wish: bool) -> str:
        always = field in schema["required"] or (name in self.received and not wish)
        return "" if always else "?"

    def _members(self, schema: Schema, *, wish: bool) -> list[str]:
        if "enum" in schema:
            return [json.dumps(value) for value in schema["enum"]]
        return [self._type(part, wish=wish) for part in schema["anyOf"]]

    def _type(self, schema: Schema, *, wish: bool) -> str:
        """The TypeScript of a part of the schema."""
        if "$ref" in schema:
            name = _name(schema["$ref"])
            return f"{name}Wish" if wish and name in self.wishes else name
        if (named := self.unions.get(frozenset(_refs(schema)))) and "items" not in schema:
            return named
        if "enum" in schema or "anyOf" in schema:
            return " | ".join(self._members(schema, wish=wish))
        match schema["type"]:
            case "array" if "prefixItems" in schema:
                return f"[{', '.join(self._type(p, wish=wish) for p in schema['prefixItems'])}]"
            case "array":
                inner = self._type(schema["items"], wish=wish)
                return f"({inner})[]" if " " in inner else f"{inner}[]"
            case "object":
                inner = self._type(schema["additionalProperties"], wish=wish)
                return f"Record<string, {inner}>"
            case "integer":
                return "number"
            case plain:
                return str(plain)


def _refs(schema: Any) -> Iterator[str]:
    """The names of all types that a schema refers to, discriminators left out."""
    if isinstance(schema, list):
        for part in schema:
            yield from _refs(part)
    elif isinstance(schema, Mapping):
        for key, part in schema.items():
            if key == "$ref":
                yield _name(part)
            elif key != "discriminator":
                yield from _refs(part)


def _name(ref: str) -> str:
    return ref.rpartition("/")[2]


def _union(members: Iterable[str]) -> str:
    """Members of a union after an equals sign: in one line, or filled lines if they are many."""
    line = " | ".join(members)
    if len(line) <= 72:
        return f" {line}"
    return "\n" + textwrap.fill(f"| {line}", 96, initial_indent="  ", subsequent_indent="  ")


def _comment(text: str) -> str:
    """A documentation comment, or nothing."""
    lines = text.replace("``None``", "``null``").replace("``", "`").splitlines()
    if not lines:
        return ""
    if len(lines) == 1:
        return f"/** {lines[0]} */\n"
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in lines) + " */\n"
