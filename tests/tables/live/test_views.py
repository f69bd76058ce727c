"""What a person at the table may know: cards belong to whom they were dealt, not to a chair."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable

import msgspec
import pytest
from msgspec.structs import replace

from cincinnati.cards import Card
from cincinnati.engine.seen import HandsReceived
from cincinnati.session import Presence, Seat
from cincinnati.store import Version
from cincinnati.tables.live import PersonId, TableView
from cincinnati.tables.live.commands import AddBot, Join, Leave, Remove, Sit, SitOut
from cincinnati.tables.live.events import GraceGiven
from cincinnati.tables.live.past import past_deals
from cincinnati.tables.live.view import digest_of, public_view, table_view, text_of, view_for
from live_evening import Evening, Luck, deck_for, kinds
from live_settings import QUICK, quick

DECK = deck_for(3, hands="AsAdAcAh2s KsKdKcKh3s QsQdQcQh4s", board="2c 5c 9d Jh 7s")


def table(*, name_hands: bool = True) -> Evening:
    return Evening("Ann Bob Cleo", quick(name_hands=name_hands), luck=Luck(decks=[DECK]))


def cards(view: TableView) -> str:
    """The private cards that a view shows, by position; ``-`` for those it does not."""
    assert view.deal is not None
    return " ".join(
        "".join(map(str, player.cards)) if None not in player.cards else "-"
        for player in view.deal.players
    )


def received(events: Iterable[object]) -> list[str]:
    """The private cards that events tell of."""
    known: list[Card] = []
    for event in events:
        if isinstance(event, HandsReceived):
            known += [card for hand in event.hands for card in hand if card is not None]
    return [str(card) for card in known]


def test_each_sees_his_own_cards_and_a_spectator_none() -> None:
    evening = table()
    evening.start()
    assert cards(evening.view("Ann")) == "AsAdAcAh2s - -"
    assert cards(evening.view("Bob")) == "- KsKdKcKh3s -"
    assert cards(evening.view(None)) == "- - -"
    assert cards(evening.view("nobody")) == "- - -"
    assert received(evening.told("Cleo")) == ["Qs", "Qd", "Qc", "Qh", "4s"]
    assert received(evening.told(None)) == []


def test_a_person_without_a_seat_sees_what_a_spectator_sees() -> None:
    evening = table()
    evening.do("Dan", Join("Dan"))
    evening.start()
    assert cards(evening.view("Dan")) == "- - -"
    assert replace(evening.view("Dan"), you=None, digest="") == replace(
        evening.view(None), digest=""
    )


def test_who_takes_a_chair_does_not_see_the_cards_that_lie_before_it() -> None:
    evening = Evening("Ann Bob Cleo", quick(deals=1), luck=Luck(decks=[DECK]))
    evening.do("Dan", Join("Dan"))
    evening.start("check, bet 2, fold, fold")
    evening.do("Bob", Leave())
    evening.do("Dan", Sit(Seat(1)))
    evening.do("Ann", Leave())
    evening.do("Bob", Sit(Seat(0)))
    assert cards(evening.view("Dan")) == "- - -", "Bob's cards are not shown to the next one"
    assert received(evening.told("Dan")) == []
    assert cards(evening.view("Bob")) == "- KsKdKcKh3s -", "at Ann's chair, still his own"


def test_a_latecomer_is_a_spectator_of_the_running_hand() -> None:
    evening = Evening("Ann Bob Cleo", quick(latecomers=True), luck=Luck(decks=[DECK]))
    evening.start("check")
    evening.do("Dan", Join("Dan"))
    evening.do("Dan", Sit())
    assert cards(evening.view("Dan")) == "- - -"
    view = evening.view("Dan").deal
    assert view is not None
    assert (view.position, view.legal) == (None, None)


def test_who_was_removed_looks_on_from_now_on() -> None:
    evening = table()
    evening.start()
    evening.do("Ann", Remove(PersonId("Bob")))
    assert cards(evening.view("Bob")) == "- - -"
    assert evening.view("Bob").you == "Bob"


def test_a_bots_cards_are_nobody_elses() -> None:
    evening = Evening("Ann", quick(), luck=Luck(decks=[DECK]))
    evening.do("Ann", AddBot("rookie"))
    evening.do("Ann", AddBot("rookie"))
    evening.start()
    assert cards(evening.view("Ann")) == "AsAdAcAh2s - -"


def test_neither_the_seed_nor_the_deck_is_anywhere() -> None:
    evening = table()
    evening.start("check")
    for name in ("Ann", "Bob", None):
        text = msgspec.json.encode((evening.view(name), evening.told(name))).decode()
        assert "seed" not in text
        assert "deck" not in text
        assert "TableMade" not in kinds(evening.told(name))


def test_a_hand_is_named_for_its_owner_unless_the_table_says_no() -> None:
    for names in (True, False):
        evening = table(name_hands=names)
        evening.start()
        for name, own in (("Ann", 0), ("Bob", 1)):
            deal = evening.view(name).deal
            assert deal is not None
            assert (deal.players[own].hand is not None) == names
            assert all(p.hand is None for at, p in enumerate(deal.players) if at != own)
        evening.check_down()
        shown = evening.view("Ann").deal
        assert shown is not None
        assert shown.over
        assert shown.players[0].hand is not None, "at the showdown everybody's is named"


def test_what_the_view_says_of_the_table() -> None:
    evening = Evening("Ann Bob Cleo", quick(clock=replace(QUICK, bank_ms=1234)))
    lobby = evening.view("Bob")
    assert (lobby.number, lobby.deal, lobby.seats, lobby.dealer) == (0, None, (), None)
    evening.start("bet 2")
    evening.do("Cleo", SitOut())
    view = evening.view("Bob")
    assert (view.host, view.you, view.session, view.number) == ("Ann", "Bob", 1, 1)
    assert [(seat.seat, seat.chips, seat.place, seat.bank_ms) for seat in view.seats] == [
        (0, 97, 3, 1234),
        (1, 99, 1, 1234),
        (2, 99, 1, 1234),
    ]
    assert view.seats[2].presence is Presence.AWAY
    assert (view.dealer, view.order, view.to_act) == (2, (0, 1, 2), 1)
    assert view.deal is not None
    assert view.deal.legal is not None
    assert evening.view("Ann").deal != view.deal


def test_the_turn_grows_for_ever() -> None:
    evening = Evening("Ann Bob", quick(deals=1))
    turns = []
    for _ in range(3):
        evening.start()
        turns.append(evening.view("Ann").turn)
        evening.check_down()
        turns.append(evening.view("Ann").turn)
    assert turns == sorted(set(turns))


@pytest.mark.parametrize("name", ["Ann", "Bob", None])
def test_a_client_can_work_the_digest_out(name: str | None) -> None:
    """By the text alone: the view with an empty digest, its keys in the order that came."""
    evening = Evening("Ann Bob Cleo", quick(deals=1, latecomers=True))
    evening.start("check, bet 2, raise 6, fold")
    evening.do("Élodie ⚡", Join("Élodie ⚡"))
    evening.do("Élodie ⚡", Sit(Seat(7)))
    for _ in range(2):
        view = evening.view(name)
        plain = json.loads(msgspec.json.encode(view))
        sent, plain["digest"] = plain["digest"], ""
        text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
        assert sent == digest_of(view) == hashlib.sha256(text.encode()).hexdigest()[:16]
        evening.play_out()
    assert view.places is not None
    assert list(view.places) == sorted(view.places), "JavaScript sorts keys that are numbers"


@pytest.mark.parametrize("name", ["Ann", "Bob", "Élodie ⚡", "nobody", None])
@pytest.mark.parametrize("name_hands", [True, False])
def test_what_is_written_once_for_all_says_the_same_as_a_view_of_ones_own(
    name: str | None, name_hands: bool
) -> None:
    evening = table(name_hands=name_hands)
    evening.do("Élodie ⚡", Join("Élodie ⚡"))
    evening.start("check, bet 2, raise 6, fold")
    for _ in range(2):
        version = Version(len(evening.log))
        person = PersonId(name) if name else None
        shared = public_view(evening.table, version)
        for other in (None, *evening.table.people):  # nobody before him changes what he is sent
            view_for(shared, evening.table, other)
        text = text_of(view_for(shared, evening.table, person))
        assert text == msgspec.json.encode(table_view(evening.table, version, person))
        evening.play_out()


def test_another_view_has_another_digest() -> None:
    evening = table()
    evening.start()
    digests = {evening.view(name).digest for name in ("Ann", "Bob", "Cleo", None)}
    assert len(digests) == 4
    before = evening.view("Ann")
    evening.happened(GraceGiven(evening.at + 1))
    assert evening.view("Ann").digest != before.digest


# --- past deals --------------------------------------------------------------------------------


def test_a_running_deal_is_never_among_the_past_ones() -> None:
    evening = Evening("Ann Bob Cleo", quick(deals=3))
    evening.start()
    told = [event for event, _ in evening.log]
    assert list(past_deals(told, PersonId("Ann"))) == []
    evening.check_down()
    evening.next_deal("check, bet 2, fold")
    told = [event for event, _ in evening.log]
    assert [deal.number for deal in past_deals(told, PersonId("Ann"))] == [1]


def test_past_deals_are_told_as_one_saw_them() -> None:
    evening = Evening("Ann Bob Cleo", quick(deals=1), luck=Luck(decks=[DECK]))
    evening.do("Dan", Join("Dan"))
    evening.start("check, bet 2, fold, fold")
    evening.do("Bob", Leave())
    evening.do("Dan", Sit(Seat(1)))
    told = [event for event, _ in evening.log]
    seen = {
        name: received(next(past_deals(told, PersonId(name) if name else None)).events)
        for name in ("Ann", "Bob", "Dan", None)
    }
    assert seen == {
        "Ann": ["As", "Ad", "Ac", "Ah", "2s"],
        "Bob": ["Ks", "Kd", "Kc", "Kh", "3s"],
        "Dan": [],
        None: [],
    }


def test_past_deals_have_the_names_of_then() -> None:
    evening = Evening("Ann Bob Cleo", quick(deals=2))
    evening.start("bet 2, fold, fold")
    evening.do("Bob", Leave())
    evening.do("Dan", Join("Dan"))
    evening.next_deal()
    evening.check_down()
    evening.do("Dan", Sit(Seat(1)))
    deals = list(past_deals([event for event, _ in evening.log], None))
    assert [deal.names for deal in deals] == [
        {0: "Ann", 1: "Bob", 2: "Cleo"},
        {0: "Cleo", 1: "Ann"},
    ]
    assert [deal.number for deal in deals] == [1, 2]
