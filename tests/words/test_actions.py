"""Buttons, what is allowed, and refusals in four languages."""

from __future__ import annotations

import pytest

from cincinnati import presets
from cincinnati.cards import Card, Deck
from cincinnati.engine import Action, BringIn, Call, Deal, Fold, Legal, Raise
from cincinnati.errors import (
    CincinnatiError,
    DuplicateCard,
    HiddenCards,
    IllegalAction,
    RecordError,
    Refusal,
    RulesError,
    SessionError,
    StoreError,
    TableError,
    UnknownCard,
)
from cincinnati.words import LANGUAGES, Words
from home_game import deal_of, play

BUTTONS = {
    "en": "Fold · Check · Call 4 · Bet 6 · Raise to 6 · All-in (98) · Bring-in 1",
    "fr": "Abandonner · Parole · Suivre 4 · Miser 6 · Relancer à 6 · Tapis (98) · Bring-in 1",
    "it": "Abbandona · Passa (check) · Pareggia 4 · Punta 6 · Rilancia a 6 · All-in (98) · "
    "Bring-in 1",
    "pt": "Desistir · Passar · Igualar 4 · Apostar 6 · Aumentar para 6 · All-in (98) · Bring-in 1",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_has_a_label(language: str) -> None:
    words = Words.of(language)
    labels = [
        words.fold(),
        words.call(0),
        words.call(4),
        words.raise_to(6, level=0),
        words.raise_to(6, level=2),
        words.all_in(98),
        words.bring_in(1),
    ]
    assert " · ".join(labels) == BUTTONS[language]


FACING_A_BET = Legal(fold=True, call=4, raise_to=(10, 98), bring_in=False)
FREE = Legal(fold=False, call=0, raise_to=(2, 2), bring_in=False)
BRING_IN = Legal(fold=False, call=None, raise_to=(2, 99), bring_in=True)
ALLOWED = {
    "en": [
        "fold, call 4 or raise to 10–98",
        "check or bet 2",
        "post the bring-in or bet 2 to 99",
    ],
    "fr": [
        "abandonner, suivre pour 4 ou relancer entre 10 et 98",
        "faire parole ou miser 2",
        "payer le bring-in ou miser de 2 à 99",
    ],
    "it": [
        "abbandonare, pareggiare con 4 o rilanciare a 10–98",
        "passare (check) o puntare 2",
        "versare il bring-in o puntare da 2 a 99",
    ],
    "pt": [
        "desistir, igualar com 4 ou aumentar para 10–98",
        "passar ou apostar 2",
        "pagar o bring-in ou apostar de 2 a 99",
    ],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_allowed_is_a_list(language: str) -> None:
    words = Words.of(language)
    said = [
        words.allowed(FACING_A_BET, level=4),
        words.allowed(FREE, level=0),
        words.allowed(BRING_IN, level=0),
    ]
    assert said == ALLOWED[language]


TOO_SMALL = {
    "en": "9 is too little: at least 10. You may fold, call 6 or raise to 10–99.",
    "fr": "9, c'est trop peu : au moins 10. "
    "Possible : abandonner, suivre pour 6 ou relancer entre 10 et 99.",
    "it": "9 è troppo poco: almeno 10. Si può: abbandonare, pareggiare con 6 o rilanciare a 10–99.",
    "pt": "9 é muito pouco: no mínimo 10. Pode desistir, igualar com 6 ou aumentar para 10–99.",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.rule("R10")
def test_a_refusal_says_why_and_what_is_allowed(language: str) -> None:
    deal = play(deal_of(stacks=[100, 100, 100]), "bet 2, raise 6")
    with pytest.raises(IllegalAction) as refused:
        deal.act(Raise(to=9))
    assert Words.of(language).refusal(refused.value).replace("\u202f", " ") == TOO_SMALL[language]


def refusals() -> dict[Refusal, IllegalAction]:
    """One refusal of each kind, as the engine gives it."""
    start = deal_of(stacks=[100, 100])
    short = Deck(Deck(tuple(Card)).cards[:10])
    tries: list[tuple[Deal, Action]] = [
        (play(start, "bet 2, fold"), Call()),
        (Deal.start(presets.CINCINNATI, stacks=[9, 9], deck=short), Call()),
        (start, Fold()),
        (deal_of(stacks=[100, 100], bring_in=1), Call()),
        (start, BringIn()),
        (play(deal_of(stacks=[100, 20]), "bet 50"), Raise(to=99)),
        (start, Raise(to=1)),
        (start, Raise(to=200)),
    ]
    found = {}
    for deal, action in tries:
        with pytest.raises(IllegalAction) as refused:
            deal.act(action)
        found[refused.value.code] = refused.value
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_sentence_of_its_own(language: str) -> None:
    words = Words.of(language)
    said = {code: words.refusal(error) for code, error in refusals().items()}
    assert set(said) == set(Refusal)
    assert len(set(said.values())) == len(Refusal)
    assert all(sentence.endswith(".") for sentence in said.values())


SESSION_CODES = [
    "deal_running",
    "no_choice",
    "no_deal",
    "no_latecomers",
    "no_reason",
    "no_such_seat",
    "not_the_dealer",
    "seat_left",
    "seat_taken",
    "seats",
    "session_over",
    "table_full",
    "too_few_chips",
    "too_few_players",
    "too_many_chips",
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_of_a_session_has_a_sentence(language: str) -> None:
    words = Words.of(language)
    general = words.error(SessionError("something else", ""))
    said = [words.error(SessionError(code, "")) for code in SESSION_CODES]
    assert len({general, *said}) == len(SESSION_CODES) + 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_has_a_sentence(language: str) -> None:
    words = Words.of(language)
    refused = refusals()[Refusal.NOTHING_TO_MATCH]
    errors: list[CincinnatiError] = [
        refused,
        UnknownCard("…", text="1x", at=0),
        DuplicateCard("…", text="As", at=1),
        RulesError("min_bet", "…"),
        RulesError("deck", "…"),
        HiddenCards(2),
        RecordError("not_toml", "…"),
        RecordError("card_due", "…", at=4, action="p1 cc"),
        RecordError("nothing_to_match", "…", at=4, action="p1 f", allowed=refused.allowed),
        StoreError("locked", "…"),
        TableError("paused", "…"),
        TableError("no such code", "…"),
    ]
    said = [words.error(error) for error in errors]
    assert len(set(said)) == len(errors)
    assert not any("…" in sentence or "{" in sentence for sentence in said)
    assert words.option("min_bet") in said[3]
    assert "p3" in said[5]
    assert "5" in said[8]
    assert "p1 f" in said[8]


@pytest.mark.parametrize(
    ("legal", "said"),
    [
        (FACING_A_BET, "fold, call 4 or raise to 10–98"),
        (FREE, "check or bet or raise to 2"),
        (BRING_IN, "post the bring-in or bet 2 to 99"),
    ],
)
@pytest.mark.rule("R24")
def test_a_big_blind_may_raise_where_others_bet(legal: Legal, said: str) -> None:
    error = IllegalAction(Refusal.RAISE_TOO_LARGE, Raise(to=200), legal, "…")
    assert Words.of("en").refusal(error).endswith(f"You may {said}.")


def test_an_error_without_words_keeps_its_message() -> None:
    assert Words.of("fr").error(CincinnatiError("something new")) == "something new"
