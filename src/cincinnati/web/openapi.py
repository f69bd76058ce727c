"""The description of the HTTP side (OpenAPI 3.1) and the JSON Schema of the socket's messages."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec.structs import fields

from cincinnati._version import __version__
from cincinnati.rules import Ruleset
from cincinnati.rules.presets import PRESETS
from cincinnati.web.about import About
from cincinnati.web.advice import DealAdvice
from cincinnati.web.api import (
    Admitted,
    Claim,
    Health,
    JoinTable,
    Link,
    Make,
    Problem,
    Summary,
)
from cincinnati.web.chances import DealOdds, OwnOdds
from cincinnati.web.messages import FromClient, FromServer
from cincinnati.web.past import Past, Replay
from cincinnati.words import LANGUAGES

REF = "#/components/schemas/{name}"

TOML = "application/toml"
TEXT = "text/plain"

OPERATIONS: tuple[tuple[str, str, str, type | None, Any], ...] = (
    ("/api/tables", "post", "Make a table; the asker is its host.", Make, Admitted),
    ("/api/tables/{table}", "get", "What one sees before joining.", None, Summary),
    ("/api/tables/{table}/join", "post", "Be somebody at the table.", JoinTable, Admitted),
    ("/api/tables/{table}/link", "post", "A personal link for another device.", Link, Claim),
    ("/api/tables/{table}/claim", "post", "Use a personal link.", Claim, Admitted),
    ("/api/tables/{table}/odds", "get", "One's own chance now.", None, OwnOdds),
    ("/api/tables/{table}/deals", "get", "All finished deals in short.", None, Past),
    ("/api/tables/{table}/deals/{deal}", "get", "One of them, moment by moment.", None, Replay),
    ("/api/tables/{table}/deals/{deal}/odds", "get", "The chances in it.", None, DealOdds),
    ("/api/tables/{table}/deals/{deal}/advice", "get", "Advice on it.", None, DealAdvice),
    ("/api/tables/{table}/records", "get", "Past deals as the asker saw them (PHH).", None, TOML),
    ("/api/tables/{table}/transcript", "get", "Past deals in words.", None, TEXT),
    ("/api/worked/{preset}", "get", "A deal to learn from, moment by moment.", None, Replay),
    ("/api/worked/{preset}/odds", "get", "The chances in it.", None, DealOdds),
    ("/api/worked/{preset}/advice", "get", "Advice on it.", None, DealAdvice),
    ("/api/about", "get", "The server: version, addresses, languages, bots.", None, About),
    ("/api/presets", "get", "The games there are.", None, list[Ruleset]),
    ("/api/health", "get", "Whether the server can reach its database.", None, Health),
    ("/metrics", "get", "Measurements for Prometheus.", None, TEXT),
)
"""Path, method, what it is for, the type of the body, the type or the media type of the answer."""

DEAL = {"name": "deal", "in": "query", "schema": {"type": "integer", "minimum": 1}}
LANGUAGE = {"name": "language", "in": "query", "schema": {"enum": list(LANGUAGES)}}
QUERIES: dict[str, tuple[dict[str, Any], ...]] = {
    "/api/tables/{table}/records": (DEAL,),
    "/api/tables/{table}/transcript": (DEAL, LANGUAGE),
}
"""What may stand after the question mark: one deal only, the language."""

PLACES: dict[str, dict[str, Any]] = {
    "table": {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,32}$"},
    "deal": {"type": "integer", "minimum": 1, "maximum": 999_999_999},
    "preset": {"type": "string", "enum": list(PRESETS)},
}
"""What may stand in a path."""


def openapi() -> dict[str, Any]:
    """The whole description."""
    both = [kind for _, _, _, *both in OPERATIONS for kind in both]
    kinds = [kind for kind in both if kind is not None and not isinstance(kind, str)]
    schemas, components = msgspec.json.schema_components([*kinds, Problem], ref_template=REF)
    by_kind = dict(zip(map(str, [*kinds, Problem]), schemas, strict=True))
    paths: dict[str, Any] = {}
    for path, method, summary, body, result in OPERATIONS:
        paths.setdefault(path, {})[method] = _operation(path, summary, body, result, by_kind)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Cincinnati", "version": __version__},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(
    path: str, summary: str, body: Any, result: Any, schemas: dict[str, Any]
) -> dict[str, Any]:
    def content(kind: Any) -> dict[str, Any]:
        if isinstance(kind, str):
            return {kind: {"schema": {"type": "string"}}}
        return {"application/json": {"schema": schemas[str(kind)]}}

    responses: dict[str, Any] = {
        "2XX": {"description": "Well.", "content": content(result)},
        "4XX": {"description": "Refused.", "content": content(Problem)},
        "5XX": {"description": "Not now.", "content": content(Problem)},
    }
    if result is Health:
        responses["503"] = {"description": "Ill.", "content": content(Health)}
    operation: dict[str, Any] = {"summary": summary, "responses": responses}
    if body is not None:
        needed = any(field.required for field in fields(body))
        operation["requestBody"] = {"required": needed, "content": content(body)}
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": PLACES[name]}
        for name in re.findall(r"{(\w+)}", path)
    ]
    parameters += QUERIES.get(path, ())
    if parameters:
        operation["parameters"] = parameters
    if "{table}" in path:
        operation["security"] = [{"token": []}, {}]
    return operation


def message_schema() -> dict[str, Any]:
    """The JSON Schema of all messages of the socket, both ways."""
    (sent, received), components = msgspec.json.schema_components(
        [FromClient, FromServer], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Cincinnati table protocol",
        "$defs": {**components, "FromClient": sent, "FromServer": received},
    }
