"""Why a pot was won: three aces beat three kings."""

from __future__ import annotations

import pytest

from cincinnati.engine import Deal
from cincinnati.engine.seen import HandShown, PotAwarded
from cincinnati.rules import SuitShare
from cincinnati.words import LANGUAGES, Words
from home_game import check_down, deal_of, play

NAMES = {0: "Ada", 1: "Bruno", 2: "Chiara"}
ROW = "2c 7d 9h Js Kd"


def reasons(deal: Deal, language: str = "en") -> list[str]:
    """Why each share of each pot went where it went."""
    shown = [event for event in deal.events if isinstance(event, HandShown)]
    words = Words.of(language)
    return [
        words.reason(event, shown, NAMES, rules=deal.rules, board=deal.board)
        for event in deal.events
        if isinstance(event, PotAwarded)
    ]


def showdown(hands: str, *, board: str = ROW, preset: str = "cincinnati", **rules: object) -> Deal:
    players = len(hands.split())
    return check_down(deal_of(preset, stacks=[100] * players, hands=hands, board=board, **rules))


WORKED = {
    "en": "Three aces beat three kings.",
    "fr": "Un brelan d'as bat un brelan de rois.",
    "it": "Un tris di assi batte un tris di re.",
    "pt": "Um trio de ases ganha a um trio de reis.",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.rule("R17")
def test_the_worked_hand(language: str) -> None:
    deal = showdown("AsAd3c4c6d KsKd5h7h9d", board="Ah Kc 8c 2d Qs")
    assert reasons(deal, language) == [WORKED[language]]


@pytest.mark.parametrize(
    ("hands", "why"),
    [
        ("KsKhKcAc5s AdAs3h4h6h", "Four kings beat a pair of aces."),
        ("KsKhJcAc5s JdJhTh9s6h", "A full house of kings over jacks beats a full house of jacks "
                                  "over nines."),
        ("AdQd6d3h4c 8hTh5s6s3c", "A flush to the ace beats a straight to the jack."),
        ("8hTh5s6s3c AcAs3h4h6h", "A straight to the jack beats a pair of aces."),
        ("KsJhTs6s3c AcAs3h4h6h", "Two pair (kings and jacks) beats a pair of aces."),
        ("Qd8s4h5c3s AcQs8h5h3d", "An ace as high card beats a king as high card."),
        ("AcAs5s6s3c KcTs3h4h6h", "A pair of aces beats a pair of kings."),
    ],
)  # fmt: skip
@pytest.mark.rule("R17")
def test_the_better_kind_or_rank_wins(hands: str, why: str) -> None:
    assert reasons(showdown(hands)) == [why]


NEXT_CARD = {
    "en": "A pair of kings on both sides; the next card decides: ace against queen.",
    "fr": "Une paire de rois de part et d'autre ; la carte suivante décide : as contre dame.",
    "it": "Una coppia di re da entrambe le parti; decide la carta successiva: asso contro donna.",
    "pt": "Um par de reis de ambos os lados; decide a carta seguinte: ás contra dama.",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.rule("R17")
def test_equal_groups_leave_it_to_the_next_card(language: str) -> None:
    why = reasons(showdown("KsAc3h4h6h KcQc3c4d6s"), language)
    assert [line.replace("\u202f", " ") for line in why] == [NEXT_CARD[language]]


@pytest.mark.rule("R17")
def test_flushes_are_compared_card_by_card() -> None:
    why = reasons(showdown("Kd7d3d5c8h QdTd5d6c2s", board="Ad 9d 2c Js 4h"))
    assert why == ["A flush to the ace on both sides; the next card decides: king against queen."]


TIE = {
    "en": "Ada and Bruno have the same hand, pair of kings, ace, jack and nine: they share.",
    "fr": "Ada et Bruno ont la même main, paire de rois, as, valet et neuf : on partage.",
    "it": "Ada e Bruno hanno la stessa mano, coppia di re, asso, jack e nove: si divide.",
    "pt": "Ada e Bruno têm a mesma mão, par de reis, ás, valete e nove: divide-se.",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.rule("R18")
def test_equal_hands_share(language: str) -> None:
    why = reasons(showdown("KsAs3h4h6h KcAc3c4d6s 8s5h5d4s3s"), language)
    assert [line.replace("\u202f", " ") for line in why] == [TIE[language]]


@pytest.mark.rule("R18")
def test_an_equal_hand_that_got_no_odd_chip_is_named_too() -> None:
    deal = showdown("KsAs3h4h6h KcAc3c4d6s KhAd3s4s6c")
    shown = [event for event in deal.events if isinstance(event, HandShown)]
    (award,) = deal.awards
    one_chip = PotAwarded(0, award.share, 1, award.winners[:1])
    assert Words.of("en").reason(one_chip, shown, NAMES).startswith("Ada, Bruno and Chiara have")


HIGH_AND_LOW = "KsKd9s9d2c As3d6h7c7s QdTs8s8cJc"


@pytest.mark.parametrize(
    ("hands", "why"),
    [
        (
            HIGH_AND_LOW,
            [
                "A full house of queens over eights beats a straight to the eight.",
                "6-5-4-3-A is the only low hand in this pot.",
            ],
        ),
        (
            "KsKd7d9d2h As3d6h7c7s Ah2d3sQdJc",
            [
                "A straight to the eight beats a straight to the five.",
                "5-4-3-2-A is a better low hand than 6-5-4-3-A.",
            ],
        ),
        (
            "KsKd9s9d2c QdTs8s8cJc",
            [
                "A full house of queens over eights beats two pair (kings and queens). "
                "Nobody in this pot has a low hand of eight or better.",
            ],
        ),
        (
            "As3d6h7c7s KsKd9s9d2c",
            [
                "A straight to the eight beats two pair (kings and queens). "
                "6-5-4-3-A is the only low hand in this pot.",
            ],
        ),
        (
            "As3d6h7c7s Ac3c6s7hTd KsKd9s9d2c",
            [
                "Ada and Bruno have the same hand, straight to the eight: they share. "
                "Ada and Bruno have the same low hand, 6-5-4-3-A: they share.",
            ],
        ),
    ],
)
@pytest.mark.rule("R30")
def test_high_and_low_have_reasons_of_their_own(hands: str, why: list[str]) -> None:
    assert reasons(showdown(hands, board="4h 5c 8d Qs Qh", preset="hi-lo")) == why


@pytest.mark.parametrize(
    ("hands", "suit_share", "why"),
    [
        ("AsAc8d4h3s KsQd6d5h4c", SuitShare.HIGHEST,
         ["A pair of aces beats a pair of kings.",
          "The Q♦ is the highest private card of diamonds in this pot."]),
        ("AsAc8d4h3s KsQd6d5h4c", SuitShare.LOWEST,
         ["A pair of aces beats a pair of kings.",
          "The 6♦ is the lowest private card of diamonds in this pot."]),
        ("AsAc8s4h3s KsQd6h5h4c", SuitShare.HIGHEST,
         ["A pair of aces beats a pair of kings.",
          "The Q♦ is the only private card of diamonds in this pot."]),
        ("AsAc8s4h3s KsQh6h5h4c", SuitShare.HIGHEST,
         ["A pair of aces beats a pair of kings. "
          "Nobody in this pot has a private card of diamonds."]),
        ("AsAc8d4h3s KsQh6h5h4c", SuitShare.HIGHEST,
         ["A pair of aces beats a pair of kings. "
          "The 8♦ is the only private card of diamonds in this pot."]),
    ],
)  # fmt: skip
@pytest.mark.rule("R31")
def test_the_last_suit_has_reasons(hands: str, suit_share: SuitShare, why: list[str]) -> None:
    assert reasons(showdown(hands, preset="last-suit", suit_share=suit_share)) == why


def test_without_rules_and_board_it_says_what_the_hands_tell() -> None:
    deal = showdown("KsKd9s9d2c QdTs8s8cJc", board="4h 5c 8d Qs Qh", preset="hi-lo")
    shown = [event for event in deal.events if isinstance(event, HandShown)]
    assert Words.of("en").reason(deal.awards[0], shown, NAMES) == (
        "A full house of queens over eights beats two pair (kings and queens)."
    )


@pytest.mark.rule("R15")
def test_a_pot_with_one_contestant_needs_no_comparison() -> None:
    deal = showdown("AsAd3c4c6d KsKd5h7h9d", board="Ah Kc 8c 2d Qs")
    shown = [event for event in deal.events if isinstance(event, HandShown)]
    why = Words.of("en").reason(deal.awards[0], shown[:1], NAMES)
    assert why == "Nobody else contests this pot."


@pytest.mark.rule("R8")
def test_nobody_is_compared_with_those_who_folded() -> None:
    assert reasons(play(deal_of(stacks=[100, 100]), "bet 2, fold")) == [
        "Everybody else has folded."
    ]


def test_without_the_winners_hand_there_is_no_reason() -> None:
    deal = showdown("AsAd3c4c6d KsKd5h7h9d", board="Ah Kc 8c 2d Qs")
    (award,) = deal.awards
    assert Words.of("en").reason(award, [], NAMES) == ""
