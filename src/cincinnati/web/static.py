"""The built client: its page, its files, and what a browser may keep of them.

The one idea: what was built is read once, when the server starts, and only that can be had: a
path is looked up among the built files, it never opens one. Files under ``/assets/`` have a hash
of their content in their name, so they are kept for ever; the page is asked for again each time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

Handler = Callable[[Request], Coroutine[Any, Any, Response]]

BUILT = Path(__file__).with_name("static")
"""Where the build hook puts the client."""

PAGES = (
    "/",
    "/friends",
    "/join",
    "/tables",
    "/t/{table}",
    "/t/{table}/hand/{number}",
    "/learn",
    "/learn/{page:path}",
)
"""The addresses of the client, which finds out itself what to show at which."""

INDEX = "/index.html"
ASSETS = "/assets/"
ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""In which forms a file may lie there, the smaller first, and how their names end."""

ASK_AGAIN = "no-cache"
FOR_EVER = "public, max-age=31536000, immutable"
FOR_AN_HOUR = "public, max-age=3600"
FRESH = (INDEX, "/sw.js")

MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mp3": "audio/mpeg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}

NOT_BUILT = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Cincinnati</title>
<h1>The page is not built</h1>
<p>The server is well, and <a href="/api/openapi.json">its API</a> answers. In a checkout build the
page with <code>make client</code>, then start the server again.</p>
</html>
"""


class File(Struct, frozen=True):
    """A built file in all its forms."""

    media_type: str
    cache: str
    digest: str
    forms: Mapping[str, bytes]
    """The content by its encoding; ``""`` is as it is."""

    def answer(self, request: Request, status: int = 200) -> Response:
        """The smallest form that the browser takes, or that it has it already."""
        encoding = _best(request.headers.get("accept-encoding", ""), self.forms)
        tag = f'"{self.digest}{"-" if encoding else ""}{encoding}"'
        headers = {"Cache-Control": self.cache, "ETag": tag}
        if len(self.forms) > 1:
            headers["Vary"] = "Accept-Encoding"
        known = request.headers.get("if-none-match", "")
        if status == 200 and tag in {each.strip().removeprefix("W/") for each in known.split(",")}:
            return Response(status_code=304, headers=headers)
        if encoding:
            headers["Content-Encoding"] = encoding
        # Not the parameter for it: that would add a charset of its own.
        headers["Content-Type"] = self.media_type
        return Response(self.forms[encoding], status, headers)


class Client(Struct, frozen=True):
    """The client as it was built; without files if it was not."""

    files: Mapping[str, File]

    @classmethod
    def built(cls, folder: Path = BUILT) -> Client:
        """What lies in a folder; hidden files and those that links lead to are no part of it."""
        found = {
            f"/{path.relative_to(folder).as_posix()}": path
            for path in sorted(folder.rglob("*"))
            if path.is_file() and not _apart(path, folder)
        }
        if INDEX not in found:
            return cls({})
        packed = {name + end for name in found for end in ENCODINGS.values()}
        return cls({name: _file(name, path) for name, path in found.items() if name not in packed})

    def page(self, request: Request, status: int = 200) -> Response:
        """The page; without a built client one that says how to build it."""
        index = self.files.get(INDEX)
        if index is None:
            headers = {"Content-Type": MEDIA_TYPES[".html"], "Cache-Control": "no-store"}
            return Response(NOT_BUILT, 503 if status == 200 else status, headers)
        return index.answer(request, status)

    def routes(self) -> list[Route]:
        """Every page and every file; HEAD is answered as well."""

        async def page(request: Request) -> Response:
            return self.page(request)

        return [
            *(Route(path, page) for path in PAGES),
            *(Route(name, _answering(file)) for name, file in self.files.items()),
        ]


def _answering(file: File) -> Handler:
    async def handler(request: Request) -> Response:
        return file.answer(request)

    return handler


def _apart(path: Path, folder: Path) -> bool:
    inner = path.relative_to(folder)
    return any(part.startswith(".") for part in inner.parts) or not path.resolve().is_relative_to(
        folder.resolve()
    )


def _file(name: str, path: Path) -> File:
    content = path.read_bytes()
    forms = {"": content}
    for encoding, end in ENCODINGS.items():
        packed = path.with_name(path.name + end)
        if packed.is_file():
            forms[encoding] = packed.read_bytes()
    ending = PurePosixPath(name).suffix
    return File(
        MEDIA_TYPES.get(ending, "application/octet-stream"),
        _kept(name),
        hashlib.sha256(content).hexdigest()[:16],
        forms,
    )


def _kept(name: str) -> str:
    """How long a browser may keep a file without asking again."""
    if name.startswith(ASSETS):
        return FOR_EVER
    return ASK_AGAIN if name in FRESH else FOR_AN_HOUR


def _best(accepted: str, forms: Mapping[str, bytes]) -> str:
    """The encoding to send: the first of ours that is there and that the browser takes."""
    taken: dict[str, bool] = {}
    for each in accepted.split(","):
        name, _, weight = each.partition(";")
        taken[name.strip().lower()] = weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00")
    any_other = taken.get("*", False)
    return next((name for name in ENCODINGS if name in forms and taken.get(name, any_other)), "")
