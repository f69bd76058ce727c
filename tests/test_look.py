"""The page's colours can be told apart, and its documentation says by how much."""

from __future__ import annotations

import pytest

from contrast import DOCUMENT, LOOKS, STYLES, Pair, contrast, faults, in_document, tokens_of

STYLE_SHEET = STYLES.read_text(encoding="utf-8")


def test_every_pair_has_the_contrast_of_aa_in_every_look() -> None:
    assert faults(tokens_of(STYLE_SHEET)) == []


def test_the_documentation_has_the_table_of_these_tokens() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert in_document(text, tokens_of(STYLE_SHEET)) == text, "python tests/contrast.py --write"


@pytest.mark.parametrize("look", LOOKS)
def test_words_as_pale_as_their_ground_are_found(look: str) -> None:
    tokens = tokens_of(STYLE_SHEET)
    pale = {look: {**tokens[look], "ink": tokens[look]["paper"]}}
    assert f"{look}: words, ink on paper: 1.00 < 4.5" in faults(pale)


def test_the_known_ratio_of_black_on_white() -> None:
    tokens = {"front": "#000", "ground": "#ffffff", "half": "rgb(0 0 0 / 0.5)"}
    assert contrast(Pair("", "front", "ground"), tokens) == 21
    assert 3.9 < contrast(Pair("", "half", "ground"), tokens) < 4
