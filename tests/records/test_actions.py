"""The actions of a record: cards, moves, shown hands, comments, and what is wrong where."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from cincinnati.engine import Legal
from cincinnati.errors import RecordError
from cincinnati.records import Record, read_records, record_of, replay
from cincinnati.records.steps import format_step, parse_step
from worked_hand import WORKED


def with_actions(*more: str, upto: int = 100) -> Record:
    (record,) = read_records(WORKED)
    return replace(record, actions=(*record.actions[:upto], *more), finishing_stacks=None)


def refusal(*more: str, upto: int = 100) -> RecordError:
    with pytest.raises(RecordError) as caught:
        replay(with_actions(*more, upto=upto))
    return caught.value


@pytest.mark.rule(17)
def test_the_worked_hand() -> None:
    replayed = replay(read_records(WORKED)[0])
    assert replayed.deal is not None
    assert replayed.deal.stacks == (105, 95)
    assert [pot.amount for pot in replayed.deal.pots] == [10]
    (award,) = replayed.deal.awards
    assert "".join(map(str, award.winners[0].cards)) == "AsAhAdKcQs"
    assert not replayed.differs


def test_other_finishing_stacks_are_noticed() -> None:
    (record,) = read_records(WORKED.replace("[105, 95]", "[104, 96]"))
    assert replay(record).differs
    unfinished = replace(record, actions=record.actions[:4])
    assert replay(unfinished).differs
    assert not replay(replace(record, finishing_stacks=None)).differs


def test_a_record_may_end_anywhere() -> None:
    (record,) = read_records(WORKED)
    stops = [replay(replace(record, actions=record.actions[:upto])) for upto in range(6)]
    assert [stop.deal is not None for stop in stops] == [False, False, True, True, True, True]
    assert [stop.to_act for stop in stops] == [None, None, None, 0, 1, None]
    check_or_bet = Legal(fold=False, call=0, raise_to=(2, 99), bring_in=False)
    assert [stop.legal for stop in stops[2:4]] == [None, check_or_bet]


def test_text_after_a_hash_is_a_comment() -> None:
    (record,) = read_records(WORKED)
    commented = tuple(f"{action}  # {number} f" for number, action in enumerate(record.actions))
    replayed = replay(replace(record, actions=commented))
    assert replayed.deal is not None
    assert replayed.deal.stacks == (105, 95)
    assert replayed.record.actions == commented, "comments are kept"


def test_spaces_between_cards_do_not_matter() -> None:
    (record,) = read_records(WORKED)
    spaced = ("d  dh p1 As Ad 3c 4c 6d", "d dh p2 K♠K♦ 5♥ 7h9d", *record.actions[2:])
    replayed = replay(replace(record, actions=spaced))
    assert replayed.deal is not None
    assert replayed.deal.stacks == (105, 95)


def test_hands_are_shown_by_themselves_and_may_be_shown_again() -> None:
    for shows in (["p1 sm AsAd3c4c6d", "p2 sm KsKd5h7h9d"], ["p1 sm", "p2 sm"], ["p2 sm -"]):
        replayed = replay(with_actions(*shows))
        assert replayed.deal is not None
        assert replayed.deal.over


@pytest.mark.parametrize(
    ("show", "code", "words"),
    [
        ("p1 sm AsAd3c4c7d", "other_cards", "p1 was dealt other cards"),
        ("p3 sm", "no_such_player", "there are p1 to p2"),
        ("p1 sm AsAd", "bad_hand", "5 private cards"),
    ],
)
def test_other_cards_are_not_shown(show: str, code: str, words: str) -> None:
    error = refusal(show)
    assert (error.code, error.at, error.action) == (code, 17, show)
    assert words in str(error)


def test_nobody_shows_before_the_showdown_or_after_a_fold() -> None:
    assert refusal("p1 sm", upto=16).code == "nothing_to_show"
    assert refusal("p2 f", "p1 sm", upto=4).code == "nothing_to_show"


def test_a_showdown_needs_the_cards() -> None:
    (record,) = read_records(WORKED.replace("KsKd5h7h9d", "??????????"))
    with pytest.raises(RecordError, match="p2 is in the showdown but his private cards") as caught:
        replay(record)
    assert (caught.value.code, caught.value.at) == ("hidden_cards", 16)


def test_a_hand_that_was_never_shown_may_stay_unknown() -> None:
    (record,) = read_records(WORKED.replace("KsKd5h7h9d", "Ks????????"))
    folded = replace(record, actions=(*record.actions[:4], "p2 f"), finishing_stacks=(101, 99))
    assert not replay(folded).differs


@pytest.mark.parametrize(
    ("action", "code", "words"),
    [
        ("p1 cbr 1", "raise_too_small", "less than 2; allowed: check, raise to 2 up to 99"),
        ("p1 cbr 100", "raise_too_large", "more than 99; allowed: check"),
        ("p1 f", "nothing_to_match", "nothing to match (R6); allowed: check"),
        ("p1 pb", "no_bring_in", "none is due (R25)"),
        ("p2 cc", "out_of_turn", "p2 is not to act, p1 is; allowed: check"),
        ("d db Kc", "card_not_due", "no community card is to be turned now"),
        ("d db Kc Qc", "one_card_at_a_time", "one at a time (R4), not 'KcQc'"),
        ("d db", "one_card_at_a_time", "one at a time"),
        ("d db Ks", "duplicate_card", "Ks has been dealt already"),
        ("d db Zc", "unknown_card", "not a card at character 1: 'Zc'"),
        ("d dh p1 2c3s4s5s6s", "dealt_twice", "p1 has his private cards already"),
        ("p1 cbr -4", "bad_amount", "not -4"),
        ("p1 cbr 2.5", "bad_amount", "not 2.5"),
        ("p1 cbr ٣", "bad_amount", "not ٣"),
        ("p1 cbr 1000000000000000000000", "bad_amount", "a whole number of chips"),
        ("p0 cc", "no_such_player", "no player p0: there are p1 to p2"),
        ("p3 cc", "no_such_player", "there are p1 to p2"),
        ("p1 call", "not_an_action", "an action is d dh pN CARDS"),
        ("p1", "not_an_action", "an action is"),
        ("", "not_an_action", "an action is"),
        ("# only a comment", "not_an_action", "an action is"),
        ("P1 cc", "not_an_action", "an action is"),
    ],
)
def test_a_wrong_action_is_named(action: str, code: str, words: str) -> None:
    error = refusal(action, upto=3)
    assert (error.code, error.at, error.action) == (code, 3, action)
    assert words in str(error)
    assert error.allowed == Legal(fold=False, call=0, raise_to=(2, 99), bring_in=False)


@pytest.mark.parametrize(
    ("action", "code", "words"),
    [
        ("p1 cc", "not_dealt", "p2 has no private cards yet (d dh p2 …)"),
        ("d db 2c", "not_dealt", "p2 has no private cards yet"),
        ("d dh p2 AsKh5h7h9d", "duplicate_card", "As has been dealt already"),
        ("d dh p2 KhKh5h7h9d", "duplicate_card", "Kh stands twice"),
        ("d dh p2 Kh5h7h9d", "bad_hand", "5 private cards, ?? for an unknown one"),
        ("d dh p2 KhQh5h7h9d2c", "bad_hand", "5 private cards"),
        ("d dh p2 KhQh5h7h9x", "unknown_card", "'9x'"),
        ("d dh p2", "bad_hand", "5 private cards"),
        ("d dh KhQh5h7h9d", "not_an_action", "an action is"),
    ],
)
def test_a_wrong_hand_is_named(action: str, code: str, words: str) -> None:
    error = refusal(action, upto=1)
    assert (error.code, error.at, error.action, error.allowed) == (code, 1, action, None)
    assert words in str(error)


@pytest.mark.parametrize("action", [7, 1.5, True, ["p1 cc"], {"p1": "cc"}])
def test_an_action_is_a_text(action: object) -> None:
    (record,) = read_records(WORKED)
    with pytest.raises(RecordError, match="an action is a text, not") as caught:
        replay(replace(record, actions=(*record.actions[:3], action)))
    assert (caught.value.code, caught.value.at) == ("not_text", 3)
    assert caught.value.action == repr(action)


def test_a_card_is_due_before_the_next_action() -> None:
    assert refusal("p1 cc", "d db Ah", upto=2).code == "card_due"
    assert refusal("p1 cc", "d db Kc", upto=5).code == "card_due"
    assert refusal("p1 cc", upto=5).code == "waiting_for_card"
    assert refusal("p1 cc").code == "deal_over"
    assert refusal("d db Js").code == "card_not_due"


def test_a_fault_late_in_a_record_does_not_hide_an_earlier_one() -> None:
    assert refusal("p1 cbr 1", "nonsense", upto=3).at == 3


@pytest.mark.rule(20)
def test_who_cannot_pay_the_ante_is_not_dealt_in() -> None:
    text = WORKED.replace("antes = [1, 1]", "antes = [5, 5]").replace("[100, 100]", "[100, 4]")
    with pytest.raises(RecordError, match=r"p2 has 4; .* 5 to ") as caught:
        replay(read_records(text)[0])
    assert caught.value.at == 1
    posted = text.replace('preset = "cincinnati"', 'short_ante = "all_in"')
    assert replay(replace(read_records(posted)[0], actions=())).deal is None


@pytest.mark.parametrize(
    "line",
    [
        "d dh p1 AsKdThJhQc",
        "d dh p8 ??????????",
        "d dh p2 As??Th??Qc",
        "d db 7c",
        "p2 f",
        "p2 cc",
        "p2 cbr 6",
        "p2 pb",
        "p2 sm",
        "p2 sm AsKdThJhQc",
    ],
)
def test_a_step_is_written_as_it_was_read(line: str) -> None:
    assert format_step(parse_step(line, 0, 8)) == line


def test_a_record_is_made_from_all_events_of_a_deal() -> None:
    replayed = replay(read_records(WORKED)[0])
    assert replayed.deal is not None
    for events in ((), replayed.deal.events[1:]):
        with pytest.raises(RecordError, match="from the first on"):
            record_of(events)
