"""``cincinnati serve``: live tables for friends, on SQLite or PostgreSQL."""

from __future__ import annotations

import asyncio
from pathlib import Path

from platformdirs import user_data_path

from cincinnati.web.serve import TRUSTED, set_up_logs
from cincinnati.web.serve import serve as serve_site


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str | None = None,
    public_url: str | None = None,
    forwarded_allow_ips: str = TRUSTED,
) -> None:
    """Serve live tables until stopped (Ctrl-C); what was begun is finished first.

    Parameters
    ----------
    host
        The address to listen at; 0.0.0.0 lets phones in the house in.
    port
        The port; 0 takes any free one.
    database
        sqlite:///PATH (the default, in your data folder) or postgresql://USER@HOST/NAME, which
        several processes may share.
    public_url
        The address under which people reach the server, if a proxy stands before it.
    forwarded_allow_ips
        Addresses of the proxies that are believed when they say for whom they ask
        (X-Forwarded-For, X-Forwarded-Proto); with commas between them, networks too.

    """
    set_up_logs()
    address = database or f"sqlite:///{default_database()}"

    def ready(bound: int) -> None:
        print(f"Tables are open at {public_url or f'http://{host}:{bound}'}", flush=True)

    asyncio.run(
        serve_site(
            host=host,
            port=port,
            database=address,
            public_url=public_url,
            trusted=forwarded_allow_ips,
            ready=ready,
        )
    )


def default_database() -> Path:
    """The database of this user."""
    folder = user_data_path("cincinnati", appauthor=False)
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "tables.db"
