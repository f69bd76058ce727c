"""Policy files: what a trained player does, in a few hundred kilobytes.

The one idea: a decision is a row of the file, found by its situation or by the betting line that
led to it, and for each of fifty classes of strength the row has five weights of four bits. They are
looked up where they lie, nothing is unpacked.

A file is ``CINCPOL1``, the header's length (four bytes, the lowest first), the header (JSON) and
the payload, compressed by LZMA. The payload begins with the rows' index: situation numbers,
ascending, four bytes each; or the menus of the nodes of a tree of lines, breadth-first, a byte
each, and as many bytes that say which actions lead to another node. In both a bit is an action. An
answering policy has two trees, which begin at node 0 (for who acts first) and at node 1.
The weights follow, two a byte, for every action and row one for each class.
"""

from __future__ import annotations

import lzma
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from enum import Enum
from hashlib import sha256
from itertools import accumulate

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from cincinnati.bots.menu import ACTIONS, SIZES
from cincinnati.bots.strength import RUNS
from cincinnati.errors import PolicyError

MAGIC = b"CINCPOL1"
_LENGTH = 4
_TURNED = 6

Weights = tuple[int, int, int, int, int]
"""How often each of the five actions of `menu` is taken, in parts of their sum; 0 to 15 each."""


class Kind(Enum):
    """By what a decision is found."""

    SITUATION = "situation"
    LINE = "line"


class Header(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a policy is for and how it was made; amounts in chips."""

    kind: Kind
    preset: str
    rounds: int
    """Betting rounds a deal."""
    seats: int
    """The most players that it was trained with."""
    stack: int | None
    """What both players began with (lines only)."""
    ante: int
    min_bet: int
    sizes: tuple[int, int] = SIZES
    """The other's bets in percent of the pot (lines only). With others than the menu's it is an
    *answering* policy: what to do against such bets, at either place."""
    seed: int
    iterations: int
    deals: int
    """Deals that it was trained on."""
    versions: dict[str, str]
    buckets: int
    """Classes of strength a round."""
    runs: int
    """Run-outs that strength is measured with."""
    cuts: tuple[tuple[int, ...], ...]
    """By cards turned, from how many points on each class but the first begins."""
    cells: int
    """Rows."""
    sha256: str = ""
    """Of the payload before it is compressed."""


class Policy:
    """A policy that is read; raises `PolicyError` when header and payload do not fit."""

    def __init__(self, header: Header, payload: bytes) -> None:
        self.header = header
        self._payload = payload
        self._weights_at = _index_size(header)
        if len(payload) != self._weights_at + (ACTIONS * header.cells * header.buckets + 1) // 2:
            raise PolicyError(f"{header.cells} rows do not make {len(payload)} bytes")
        if header.runs != RUNS:
            raise PolicyError(f"strength by {header.runs} run-outs, not {RUNS}")
        if len(header.cuts) != _TURNED or any(
            len(cuts) not in (0, header.buckets - 1) or list(cuts) != sorted(cuts)
            for cuts in header.cuts
        ):
            raise PolicyError(f"cuts: {_TURNED} ascending lists of {header.buckets - 1} or none")
        self._children: list[int] = []
        if header.kind is Kind.LINE:
            inner = (mask.bit_count() for mask in self.inner_masks())
            self._children = list(accumulate(inner, initial=self.roots))
            if self._children[-1] != header.cells:
                raise PolicyError(f"a tree of {self._children[-1]} nodes, not {header.cells}")

    @property
    def any_size(self) -> int:
        """1 if it was trained with bets of any size, as heads-up situations are."""
        return int(self.header.kind is Kind.SITUATION and self.header.seats == 2)

    @property
    def roots(self) -> int:
        """Trees of lines: 2, one for each place, if it is an answering policy."""
        return 1 if self.header.sizes == SIZES else 2

    def bucket(self, turned: int, points: int) -> int | None:
        """The class of a strength; ``None`` if no betting round has so few cards turned."""
        cuts = self.header.cuts[turned]
        return bisect_right(cuts, points) if cuts else None

    def cell(self, situation: int) -> int | None:
        """The row of a situation, ``None`` if it has none."""
        at = bisect_left(range(self.header.cells), situation, key=self._situation)
        found = at < self.header.cells and self._situation(at) == situation
        return at if found else None

    def node(self, actions: Iterable[int], position: int = 0) -> int | None:
        """The row of a betting line, ``None`` if it has none.

        ``position`` is that of the player who follows it, 0 or 1.
        """
        node = position if self.roots == 2 else 0
        for action in actions:
            inner = self._payload[self.header.cells + node]
            if action < 0 or not inner >> action & 1:
                return None
            node = self._children[node] + (inner & (1 << action) - 1).bit_count()
        return node

    def weights(self, cell: int, bucket: int) -> Weights:
        """The weights of a row for a class of strength."""
        fold, call, half, pot, all_in = (
            self._weight((action * self.header.cells + cell) * self.header.buckets + bucket)
            for action in range(ACTIONS)
        )
        return fold, call, half, pot, all_in

    def situations(self) -> tuple[int, ...]:
        """The situations that have a row, ascending."""
        return tuple([self._situation(cell) for cell in range(self.header.cells)])

    def inner_masks(self) -> bytes:
        """By node of a tree of lines, a byte: bit a is on when action a leads to another node."""
        return self.index[self.header.cells :]

    @property
    def index(self) -> bytes:
        """The payload's first part, by which rows are found."""
        return self._payload[: self._weights_at]

    def packed_weights(self) -> bytes:
        """All weights as they lie in the file."""
        return self._payload[self._weights_at :]

    def _situation(self, cell: int) -> int:
        return int.from_bytes(self._payload[4 * cell : 4 * cell + 4], "little")

    def _weight(self, at: int) -> int:
        return self._payload[self._weights_at + (at >> 1)] >> 4 * (at & 1) & 15


def header_of(data: bytes) -> Header:
    """The header of a file or of its beginning; raises `PolicyError`."""
    return _split(data)[0]


def policy_of(data: bytes) -> Policy:
    """The policy in a file; raises `PolicyError` if it is not one or is damaged."""
    header, packed = _split(data)
    try:
        payload = lzma.decompress(packed)
    except lzma.LZMAError as error:
        raise PolicyError(f"damaged: {error}") from None
    digest = sha256(payload).hexdigest()
    if digest != header.sha256:
        raise PolicyError(f"damaged: SHA-256 {digest}, not {header.sha256}")
    return Policy(header, payload)


def file_of(header: Header, index: bytes, weights: bytes) -> bytes:
    """The bytes of a policy file, with the digest filled in; raises `PolicyError`."""
    payload = index + weights
    header = replace(header, sha256=sha256(payload).hexdigest())
    Policy(header, payload)
    text = msgspec.json.encode(header)
    packed = lzma.compress(payload, preset=9 | lzma.PRESET_EXTREME)
    return MAGIC + len(text).to_bytes(_LENGTH, "little") + text + packed


def _split(data: bytes) -> tuple[Header, bytes]:
    if not data.startswith(MAGIC):
        raise PolicyError(f"not a policy: begins with {data[: len(MAGIC)]!r}, not {MAGIC!r}")
    begin = len(MAGIC) + _LENGTH
    end = begin + int.from_bytes(data[len(MAGIC) : begin], "little")
    try:
        return msgspec.json.decode(data[begin:end], type=Header), data[end:]
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise PolicyError(f"damaged header: {error}") from None


def _index_size(header: Header) -> int:
    return header.cells * (4 if header.kind is Kind.SITUATION else 2)
