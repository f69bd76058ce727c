"""``cincinnati rules``: the presets, and what each of them is."""

from __future__ import annotations

import os

from cincinnati.rules.presets import PRESETS, preset
from cincinnati.words import Words


def rules(name: str | None = None, *, language: str | None = None) -> None:
    """List the presets, or say what one of them is.

    Parameters
    ----------
    name
        A preset.
    language
        en, fr, it or pt; otherwise as the environment asks.

    """
    words = Words.preferred(os.environ) if language is None else Words.of(language)
    if name is None:
        for known in PRESETS:
            print(f"{known:16}{words.about(known)}")
    else:
        title, *lines = words.rules(preset(name))
        print(f"{name}: {title}")
        for line in lines:
            print(f"  - {line}")
