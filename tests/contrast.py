"""Whether colours that stand on each other can be told apart, computed from the page's tokens.

::

    python tests/contrast.py           # print the table
    python tests/contrast.py --write   # write it into docs/look.md

The one idea: the tokens in ``client/src/app.css`` are read, not copied; each look (light, dark,
and both with high contrast) is what the style sheet makes of them. The ratio is WCAG's; what is
translucent is laid on what is below it first.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).parents[1]
STYLES = ROOT / "client" / "src" / "app.css"
DOCUMENT = ROOT / "docs" / "look.md"
BEGIN = "<!-- what follows is written by: python tests/contrast.py --write -->"
END = "<!-- until here -->"

TEXT, SHAPE = 4.5, 3.0
"""What WCAG's AA asks of words, and of edges, marks and rings."""

LOOKS = {
    "light": (),
    "dark": ('[data-theme="dark"]',),
    "light, high contrast": ('[data-contrast="more"]',),
    "dark, high contrast": ('[data-theme="dark"]', '[data-contrast="more"]'),
}

Tokens = dict[str, str]
Rgb = tuple[float, float, float]


class Pair(Struct, frozen=True):
    """A colour on a ground; the ground may be several layers, the lowest last."""

    what: str
    front: str
    grounds: str
    least: float = TEXT


PAIRS = (
    Pair("words", "ink", "paper"),
    Pair("words in a panel", "ink", "paper-2"),
    Pair("words on what is pressed in", "ink", "paper-3"),
    Pair("quiet words", "muted", "paper"),
    Pair("quiet words in a panel", "muted", "paper-2"),
    Pair("quiet words on what is pressed in", "muted", "paper-3"),
    Pair("brass as letters", "brass-ink", "paper"),
    Pair("brass as letters in a panel", "brass-ink", "paper-2"),
    Pair("what went wrong", "bad", "paper"),
    Pair("what went wrong, in a panel", "bad", "paper-2"),
    Pair("letters on brass", "on-brass", "brass"),
    Pair("letters on felt", "on-felt", "felt"),
    Pair("letters on the felt's light", "on-felt", "felt-2"),
    Pair("quiet letters on felt", "on-felt-2", "felt"),
    Pair("quiet letters on the felt's light", "on-felt-2", "felt-2"),
    Pair("letters on a plate, over the felt", "on-felt", "plate felt-2"),
    Pair("letters on a plate, over the paper", "on-felt", "plate paper"),
    Pair("quiet letters on a folded plate, over the felt", "on-felt-2", "plate-2 felt-2"),
    Pair("quiet letters on a folded plate, over the paper", "on-felt-2", "plate-2 paper"),
    Pair("letters on the rim", "on-felt", "rim"),
    Pair("Fold", "white", "fold"),
    Pair("Call", "white", "call"),
    Pair("Raise", "on-brass", "raise"),
    Pair("spades", "spade", "card"),
    Pair("hearts", "heart", "card"),
    Pair("diamonds", "diamond", "card"),
    Pair("clubs", "club", "card"),
    Pair("edge of a field", "edge", "paper", SHAPE),
    Pair("edge of a field in a panel", "edge", "paper-2", SHAPE),
    Pair("brass ring on felt", "brass", "felt", SHAPE),
    Pair("brass ring on the felt's light", "brass", "felt-2", SHAPE),
    Pair("turn's ring on its plate", "brass", "plate felt-2", SHAPE),
    Pair("focus on paper", "focus", "paper", SHAPE),
    Pair("focus in a panel", "focus", "paper-2", SHAPE),
)


def tokens_of(styles: str) -> dict[str, Tokens]:
    """The tokens of each look, in the order in which the style sheet sets them."""
    looks: dict[str, Tokens] = {name: {"white": "#fff"} for name in LOOKS}
    for marks, body in re.findall(r"^:root((?:\[[^\]]*\])*) \{(.*?)^\}", styles, re.M | re.S):
        wanted = set(re.findall(r"\[[^\]]*\]", marks))
        found = dict(re.findall(r"--([\w-]+):\s*([^;]+);", body))
        for name, has in LOOKS.items():
            if wanted <= set(has):
                looks[name] |= found
    return looks


def contrast(pair: Pair, tokens: Tokens) -> float:
    """The ratio of a pair in a look, from 1 to 21."""
    ground: Rgb = (255, 255, 255)
    for name in reversed(pair.grounds.split()):
        ground = _laid(tokens[name], ground, tokens)
    light, dark = sorted(
        (_luminance(_laid(tokens[pair.front], ground, tokens)), _luminance(ground))
    )
    return (dark + 0.05) / (light + 0.05)


def _laid(colour: str, ground: Rgb, tokens: Tokens) -> Rgb:
    """A colour as it looks on a ground."""
    if named := re.fullmatch(r"var\(--([\w-]+)\)", colour):
        return _laid(tokens[named[1]], ground, tokens)
    if colour.startswith("#"):
        digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
        return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)
    values = re.fullmatch(r"rgb\((\d+) (\d+) (\d+) / ([\d.]+)\)", colour)
    assert values is not None, colour
    part = float(values[4])
    red, green, blue = (
        part * int(value) + (1 - part) * below
        for value, below in zip(values.groups()[:3], ground, strict=True)
    )
    return red, green, blue


def _luminance(colour: Rgb) -> float:
    parts = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (channel / 255 for channel in colour)
    )
    red, green, blue = parts
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def faults(looks: dict[str, Tokens]) -> list[str]:
    """Pairs that are too much alike."""
    return [
        f"{look}: {pair.what}, {pair.front} on {pair.grounds}: {ratio:.2f} < {pair.least}"
        for look, tokens in looks.items()
        for pair in PAIRS
        if (ratio := contrast(pair, tokens)) < pair.least
    ]


def table(looks: dict[str, Tokens]) -> str:
    """All ratios as a table."""
    return "\n".join(_rows(looks))


def _rows(looks: dict[str, Tokens]) -> Iterator[str]:
    yield f"| | tokens | at least | {' | '.join(looks)} |"
    yield f"| --- | --- | ---: |{' ---: |' * len(looks)}"
    for pair in PAIRS:
        on = " over ".join(f"`{name}`" for name in pair.grounds.split())
        ratios = " | ".join(f"{contrast(pair, tokens):.1f}" for tokens in looks.values())
        yield f"| {pair.what} | `{pair.front}` on {on} | {pair.least} | {ratios} |"


def in_document(text: str, looks: dict[str, Tokens]) -> str:
    """The document with this table in it."""
    before, after = text.index(BEGIN) + len(BEGIN), text.index(END)
    return f"{text[:before]}\n\n{table(looks)}\n\n{text[after:]}"


def main() -> None:
    """Print the table, or write it."""
    looks = tokens_of(STYLES.read_text(encoding="utf-8"))
    if "--write" in sys.argv:
        text = DOCUMENT.read_text(encoding="utf-8")
        DOCUMENT.write_text(in_document(text, looks), encoding="utf-8")
    else:
        print(table(looks))
    for fault in faults(looks):
        print(f"too little: {fault}", file=sys.stderr)


if __name__ == "__main__":
    main()
