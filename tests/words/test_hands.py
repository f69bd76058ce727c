"""Hands by name in four languages (R17, R26, R30)."""

from __future__ import annotations

import pytest

from cincinnati.cards import NO_CARDS, Rank, card_set, cards_of_ranks, parse_cards
from cincinnati.ranking import Category, best_low, best_value
from cincinnati.words import LANGUAGES, Words

HANDS = {
    "5c 5d 5h As Ac, fives wild": [
        "five aces",
        "cinq as",
        "pokerissimo di assi",
        "cinco ases",
    ],
    "As Ks Qs Js Ts": [
        "royal flush",
        "quinte flush royale",
        "scala reale massima",
        "royal flush",
    ],
    "5h 4h 3h 2h Ah": [
        "straight flush to the five",
        "quinte flush au cinq",
        "scala reale al cinque",
        "sequência de cor ao cinco",
    ],
    "8c 8d 8h 8s Qc": [
        "four eights, with a queen",
        "carré de huit, avec une dame",
        "poker di otto, con una donna",
        "poker de oitos, com uma dama",
    ],
    "Ac Ad Ah Ks Kc": [
        "full house, aces over kings",
        "full aux as par les rois",
        "full di assi e re",
        "full house, ases e reis",
    ],
    "Ac Jc 9c 5c 3c": [
        "flush to the ace, jack, nine, five and three",
        "couleur à l'as, valet, neuf, cinq et trois",
        "colore all'asso, jack, nove, cinque e tre",
        "cor ao ás, valete, nove, cinco e terno",
    ],
    "8c 7d 6h 5s 4c": [
        "straight to the eight",
        "suite au huit",
        "scala all'otto",
        "sequência ao oito",
    ],
    "Qc Jd Th 9s 8c": [
        "straight to the queen",
        "suite à la dame",
        "scala alla donna",
        "sequência à dama",
    ],
    "Ac Ad Ah Ks Qc": [
        "three aces, king and queen",
        "brelan d'as, roi et dame",
        "tris di assi, re e donna",
        "trio de ases, rei e dama",
    ],
    "Kc Kd 9h 9s Ac": [
        "two pair, kings and nines, with an ace",
        "deux paires, rois et neuf, avec un as",
        "doppia coppia, re e nove, con un asso",
        "dois pares, reis e noves, com um ás",
    ],
    "Qc Qd Ah Ts 2c": [
        "pair of queens, ace, ten and two",
        "paire de dames, as, dix et deux",
        "coppia di donne, asso, dieci e due",
        "par de damas, ás, dez e duque",
    ],
    "Kc Jd 8h 6s 4c": [
        "high card king, jack, eight, six and four",
        "carte haute roi, valet, huit, six et quatre",
        "carta alta re, jack, otto, sei e quattro",
        "carta alta rei, valete, oito, seis e quatro",
    ],
}


@pytest.mark.parametrize("place", range(4), ids=LANGUAGES)
@pytest.mark.parametrize("hand", HANDS)
def test_a_hand_has_its_name(hand: str, place: int) -> None:
    cards, _, wild = hand.partition(", ")
    jokers = cards_of_ranks(Rank.FIVE.bit) if wild else NO_CARDS
    value = best_value(card_set(parse_cards(cards)), jokers)
    assert Words.of(LANGUAGES[place]).hand(value) == HANDS[hand][place]


@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("en", "low hand 8-6-4-2-A"),
        ("fr", "main basse 8-6-4-2-A"),
        ("it", "mano bassa 8-6-4-2-A"),
        ("pt", "mão baixa 8-6-4-2-A"),
    ],
)
@pytest.mark.rule("R30")
def test_a_low_hand_is_named_by_its_ranks(language: str, name: str) -> None:
    low = best_low(card_set(parse_cards("As 2d 4h 6c 8s Kd")))
    assert low is not None
    assert Words.of(language).low(low) == name


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", "five of a kind, straight flush, four of a kind, full house, flush, straight, "
               "three of a kind, two pair, pair, high card"),
        ("fr", "cinq identiques, quinte flush, carré, full, couleur, suite, brelan, deux paires, "
               "paire, carte haute"),
        ("it", "pokerissimo, scala reale, poker, full, colore, scala, tris, doppia coppia, "
               "coppia, carta alta"),
        ("pt", "cinco iguais, sequência de cor, poker, full house, cor, sequência, trio, "
               "dois pares, par, carta alta"),
    ],
)  # fmt: skip
def test_the_ten_kinds_have_the_names_of_the_rules(language: str, names: str) -> None:
    words = Words.of(language)
    assert ", ".join(words.category(kind) for kind in reversed(Category)) == names
