"""What a server says of itself: its version, its addresses, its languages, its bots.

The one idea: a link that is sent to a friend has to lead here from his device, so a server that
listens to its whole network says under which address of that network it is reached.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator

from msgspec import Struct

from cincinnati import bots
from cincinnati._version import __version__
from cincinnati.web.site import Site
from cincinnati.words import LANGUAGES

OURS = (*bots.LEVELS, *bots.STYLES)
"""Our own bots, the weakest first; those of other packages come after them."""

FAR_AWAY = {
    socket.AF_INET: ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254"),
    socket.AF_INET6: ("2001:db8::1",),
}
"""Addresses to which a machine knows its way; nothing is ever sent there."""


class About(Struct, frozen=True):
    """The server: its version, under which addresses other devices reach it, what it offers."""

    version: str
    addresses: tuple[str, ...]
    """The best first; only this machine reaches one of the loopback (127.0.0.1)."""
    languages: tuple[str, ...]
    bots: tuple[str, ...]
    """The programs that can be seated, the weakest first."""


def about(site: Site) -> About:
    """What there is to say of a server now."""
    ours = [name for name in OURS if name in bots.names()]
    others = [name for name in bots.names() if name not in OURS]
    return About(__version__, addresses(site), LANGUAGES, (*ours, *others))


def addresses(site: Site) -> tuple[str, ...]:
    """Under which addresses other devices reach a server.

    A public one if the site has it; else those of this machine in its network, if the server
    listens to that; else the one at which it listens.
    """
    if site.public_url:
        return (site.public_url.rstrip("/"),)
    host, port = site.listens
    return tuple(f"http://{_bracketed(name)}:{port}" for name in _names(host))


def only_this_machine(site: Site) -> bool:
    """Whether no other device can reach a server."""
    return not site.public_url and all(_is_loopback(name) for name in _names(site.listens[0]))


def _names(host: str) -> tuple[str, ...]:
    match host:
        case "" | "0.0.0.0":  # noqa: S104  (it says where the server listens)
            return tuple(dict.fromkeys(_own(socket.AF_INET))) or ("127.0.0.1",)
        case "::":
            return tuple(dict.fromkeys(_own(socket.AF_INET6))) or ("::1",)
        case _:
            return (host,)


def _own(family: socket.AddressFamily) -> Iterator[str]:
    """Addresses of this machine in its networks: the ends of the ways that lead out of it.

    Connecting a datagram socket chooses the way and sends nothing.
    """
    for target in FAR_AWAY[family]:
        with socket.socket(family, socket.SOCK_DGRAM) as way:
            try:
                way.connect((target, 9))
            except OSError:  # no way leads there
                continue
            own = str(way.getsockname()[0])
        if not _is_loopback(own):
            yield own


def _is_loopback(name: str) -> bool:
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def _bracketed(name: str) -> str:
    return f"[{name}]" if ":" in name else name
