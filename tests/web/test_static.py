"""The built client over HTTP: pages, files, what may be kept, and nothing that was not built."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from cincinnati.store import Store
from cincinnati.tables.live import House
from cincinnati.web.app import make_app
from cincinnati.web.security import ASSET_HEADERS, HEADERS
from cincinnati.web.site import Site
from cincinnati.web.static import Client

pytestmark = pytest.mark.anyio

PAGE = b"<!doctype html><title>The page</title>"
SCRIPT = b"console.log('a table')\n" * 20
BR, GZ = b"as brotli", gzip.compress(SCRIPT, mtime=0)
FORMS = {"br": BR, "gzip": GZ, None: SCRIPT}
YEAR = "public, max-age=31536000, immutable"


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A small client, and things beside and in it that are no part of it."""
    folder = tmp_path / "static"
    for name, content in {
        "index.html": PAGE,
        "assets/index-Ab3.js": SCRIPT,
        "assets/index-Ab3.js.br": BR,
        "assets/index-Ab3.js.gz": GZ,
        "assets/inter-Ab3.woff2": b"a font",
        "manifest.webmanifest": b"{}",
        "icon.svg": b"<svg/>",
        "sw.js": b"",
        ".stamp": b"a digest",
        ".git/config": b"hidden",
        "../secret.txt": b"outside",
    }.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    return folder


@asynccontextmanager
async def browser(sqlite: str, client: Client) -> AsyncIterator[httpx.AsyncClient]:
    store = await Store.open(sqlite)
    transport = httpx.ASGITransport(make_app(Site(House(store)), client))
    async with httpx.AsyncClient(transport=transport, base_url="http://table") as http:
        yield http
    await store.close()


@pytest.mark.parametrize(
    "path",
    ["/", "/join", "/tables", "/t/Ab-3_x", "/t/Ab-3_x/hand/12", "/learn", "/learn/liz/a-hand"],
)
async def test_every_page_is_the_same_file(path: str, sqlite: str, built: Path) -> None:
    async with browser(sqlite, Client.built(built)) as http:
        page = await http.get(path)
        assert (page.status_code, page.content) == (200, PAGE)
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert page.headers["cache-control"] == "no-cache"
        again = await http.get(path, headers={"If-None-Match": page.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == page.headers["etag"]
        head = await http.head(path)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-length"] == str(len(PAGE))


@pytest.mark.parametrize(
    ("path", "media_type", "kept"),
    [
        ("/assets/index-Ab3.js", "text/javascript; charset=utf-8", YEAR),
        ("/assets/inter-Ab3.woff2", "font/woff2", YEAR),
        ("/manifest.webmanifest", "application/manifest+json", "public, max-age=3600"),
        ("/icon.svg", "image/svg+xml", "public, max-age=3600"),
        ("/sw.js", "text/javascript; charset=utf-8", "no-cache"),
    ],
)
async def test_files_say_what_they_are_and_how_long_they_are_good(
    path: str, media_type: str, kept: str, sqlite: str, built: Path
) -> None:
    async with browser(sqlite, Client.built(built)) as http:
        file = await http.get(path)
        assert file.status_code == 200
        assert file.content == (built / path[1:]).read_bytes()
        assert file.headers["content-type"] == media_type
        assert file.headers["cache-control"] == kept


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("BR", "br"),
        ("*", "br"),
        ("*, br; q=0", "gzip"),
        ("deflate", None),
        ("identity", None),
        ("", None),
    ],
)
async def test_the_smallest_form_that_the_browser_takes(
    accepted: str, encoding: str | None, sqlite: str, built: Path
) -> None:
    async with browser(sqlite, Client.built(built)) as http:
        request = http.build_request(
            "GET", "/assets/index-Ab3.js", headers={"Accept-Encoding": accepted}
        )
        file = await http.send(request, stream=True)
        assert b"".join([piece async for piece in file.aiter_raw()]) == FORMS[encoding]
        assert file.headers.get("content-encoding") == encoding
        assert file.headers["vary"] == "Accept-Encoding"
        assert file.headers["content-type"] == "text/javascript; charset=utf-8"


async def test_each_form_has_a_tag_of_its_own(sqlite: str, built: Path) -> None:
    async with browser(sqlite, Client.built(built)) as http:
        tags = [
            (await http.head("/assets/index-Ab3.js", headers={"Accept-Encoding": form})).headers[
                "etag"
            ]
            for form in ("br", "gzip", "identity")
        ]
        assert len(set(tags)) == 3
        known = {"Accept-Encoding": "gzip", "If-None-Match": f'W/{tags[1]}, "another"'}
        assert (await http.get("/assets/index-Ab3.js", headers=known)).status_code == 304
        other = {"Accept-Encoding": "br", "If-None-Match": tags[1]}
        assert (await http.head("/assets/index-Ab3.js", headers=other)).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/assets/",
        "/assets/other.js",
        "/assets/index-Ab3.js.br",
        "/assets/index-Ab3.js.gz",
        "/assets/../../secret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "//secret.txt",
        "/link.txt",
        "/.stamp",
        "/.git/config",
        "/t",
        "/t/Ab-3_x/hand",
    ],
)
async def test_what_was_not_built_cannot_be_had(path: str, sqlite: str, built: Path) -> None:
    async with browser(sqlite, Client.built(built)) as http:
        request = http.build_request("GET", "/")
        request.url = request.url.copy_with(raw_path=path.encode())
        answer = await http.send(request)
        assert (answer.status_code, answer.content) == (404, PAGE)


@pytest.mark.parametrize(
    "path", ["/api", "/api/", "/api/nothing", "/api/tables/x/y", "/api/index.html"]
)
async def test_what_the_api_does_not_have_is_said_in_json(
    path: str, sqlite: str, built: Path
) -> None:
    async with browser(sqlite, Client.built(built)) as http:
        for method in ("GET", "POST"):
            answer = await http.request(method, path)
            if path != "/api":  # no more than a page that is not there
                assert answer.json()["code"] == "not_found"
            assert answer.status_code in (404, 405)


async def test_pages_are_only_read(sqlite: str, built: Path) -> None:
    async with browser(sqlite, Client.built(built)) as http:
        assert (await http.post("/")).status_code == 405
        assert (await http.put("/assets/index-Ab3.js")).status_code == 405
        refused = await http.get("/api/tables")
        assert (refused.status_code, refused.json()["code"]) == (405, "bad_request")


async def test_without_a_built_client_a_page_says_how_to_build_it(
    sqlite: str, tmp_path: Path
) -> None:
    async with browser(sqlite, Client.built(tmp_path / "nothing")) as http:
        page = await http.get("/")
        assert page.status_code == 503
        assert "make client" in page.text
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert page.headers["cache-control"] == "no-store"
        assert (await http.get("/nothing")).status_code == 404
        assert (await http.get("/api/presets")).status_code == 200


async def test_pages_and_files_have_the_security_headers(sqlite: str, built: Path) -> None:
    async with browser(sqlite, Client.built(built)) as http:
        for path in ("/", "/assets/index-Ab3.js", "/nothing"):
            answer = await http.get(path)
            wanted = ASSET_HEADERS if path.startswith("/assets/") else HEADERS
            assert {name: answer.headers[name] for name in wanted} == wanted
    policy = HEADERS["Content-Security-Policy"]
    for directive in ("default-src 'self'", "worker-src 'self'", "manifest-src 'self'"):
        assert directive in policy.split("; ")
    assert "unsafe" not in policy
    assert "camera=()" in HEADERS["Permissions-Policy"]
