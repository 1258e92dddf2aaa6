"""Which stored messages become rows, with which label, and why the others do not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.learning import collect as collecting
from fingerpost.learning.collect import (
    BREAKS_CONTRACT,
    CHOICE,
    CONTRADICTS_EXAMPLE,
    EMPTY,
    IS_EXAMPLE,
    LAST,
    LEANS,
    MAY_CONTINUE,
    MIN_UNCORRECTED_CONFIDENCE,
    MISSING_CONTEXT,
    NAMES_APP,
    OBJECTED,
    OBJECTS,
    REFERS_TO_CORRECTED,
    UNANSWERED,
    UNDECIDED_NEXT,
    UNKNOWN_ROUTE,
    UNLABELLED,
    UNSURE,
    UNSURE_STUDENT,
    CollectedRows,
    LabelledRow,
    collect,
    unlabelled_texts,
)
from fingerpost.learning.label_contract import LabelContract
from fingerpost.routebook.check import build
from fingerpost.routebook.load import load
from fingerpost.routing.layers.apps import AppMatcher, AppMention
from fingerpost.stores.stored_messages import StoredMessage
from fingerpost.types import Example, Route
from tests.learning.talk import ROUTES, Talk, shop, unhurried


def found(*talks: Talk) -> CollectedRows:
    return collect(shop(), [said for talk in talks for said in talk.said])


def rows(*talks: Talk) -> list[tuple[str, str, str | None, str]]:
    return [(row.text, row.route, row.after, row.source) for row in found(*talks).rows]


# What nobody labelled yet.


def test_what_only_the_student_decided_can_be_asked_about() -> None:
    talk = Talk()
    talk.say("sum the prices in a list", "CODE", "student")
    talk.say("Sum the prices in a list!", "CODE", "memo")
    talk.say("what did I pay, ana@example.org", "BILLING", "rules")
    talk.say("sort these names", "CODE", "llm")
    talk.say("is it cold", "SMALL_TALK", "llm", 0.3)
    talk.say("pay less", "BILLING", "student", corrected="CODE")
    talk.say("and for lists?", "CODE", "student")
    talk.say("a text of which only the beginning is left", "CODE", "student", cut=True)
    talk.say("write a loop", "CODE", "student")
    assert sorted(unlabelled_texts(shop(), talk.said)) == ["sum the prices in a list", "what did I pay, [e-mail]"]


def test_their_order_is_not_that_in_which_they_came() -> None:
    talk = Talk()
    for number in range(50):
        talk.say(f"sum the prices of {number} things", "CODE", "student")
    texts = unlabelled_texts(shop(), talk.said)
    assert texts == unlabelled_texts(shop(), list(talk.said))
    assert sorted(texts) == sorted(said.text for said in talk.said) != texts
    assert texts != [said.text for said in talk.said]


# Whose word it is.


def test_the_teachers_word_is_a_label_where_it_was_sure() -> None:
    talk = Talk().say("sum the prices in a list").say("what did that cost me in May", "BILLING", confidence=0.49)
    assert rows(talk) == [("sum the prices in a list", "CODE", None, "teacher")]
    assert found(talk).left_out == {UNSURE: 1}
    assert rows(Talk().say("sum the prices", confidence=0.5)) == [("sum the prices", "CODE", None, "teacher")]


@pytest.mark.parametrize("layer", ["rules", "memo", "fallback", "supervisor", "declared"])
def test_what_others_decided_is_no_label(layer: str) -> None:
    talk = Talk().say("sum the prices", layer=layer, confidence=1.0).say("sort these names", None, "fallback")
    assert found(talk) == ([], {UNLABELLED: 2})


def test_a_persons_word_counts_above_all() -> None:
    talk = Talk().say("sum the prices", "BILLING", corrected="CODE").say("no, I meant my invoice of May", "BILLING")
    assert rows(talk)[0] == ("sum the prices", "CODE", None, "person")
    assert rows(Talk().say("sum the prices", "CODE", "student", corrected="CODE")) == [
        ("sum the prices", "CODE", None, "person")
    ], "to accept is a word too"


@pytest.mark.parametrize("text", ["1", "the second", "algo más"])
def test_a_choice_between_routes_is_never_a_row(text: str) -> None:
    """Its text says nothing about a route, whoever labels it; what was asked about has the label."""
    talk = Talk().say("sum the prices", "BILLING", "student", 0.5, corrected="CODE")
    told = found(talk.say(text, "CODE", "choice", 1.0, corrected="BILLING"))
    assert [row.text for row in told.rows] == ["sum the prices"]
    assert told.left_out == {CHOICE: 1}


def test_a_correction_after_a_choice_is_of_what_was_asked_about() -> None:
    talk = Talk().say("sum the prices", "BILLING", "student", 0.5).say("something else", "SMALL_TALK", "choice", 1.0)
    told = rows(talk.say("no, I meant: write a loop over them all", "CODE", "student", confidence=SURE))
    assert told[0] == ("sum the prices", "CODE", None, "correction")


def test_a_label_outside_the_routes_teaches_nothing() -> None:
    talk = Talk().say("sum the prices", "GONE").say("add them up", "CODE", corrected="nowhere").say("and so", None)
    assert found(talk) == ([], {UNKNOWN_ROUTE: 2, UNSURE: 1})


# What nobody corrected.

SURE = MIN_UNCORRECTED_CONFIDENCE


def sure(text: str, following: str | None = "is the weather fine", **more: Any) -> Talk:
    """Return a session in which the student is sure of a message, and what came after it."""
    talk = Talk().say(text, layer="student", **{"confidence": SURE, **more})
    return talk if following is None else talk.say(following, "SMALL_TALK", "memo")


def test_what_was_answered_and_not_objected_to_is_a_row() -> None:
    assert rows(sure("sum the prices")) == [("sum the prices", "CODE", None, "uncorrected")]
    [row] = found(sure("sum the prices")).rows
    assert row.next_text == "is the weather fine"


@pytest.mark.parametrize("layer", ["fallback", "small_talk", "choice"])
def test_what_is_followed_by_something_for_no_route_is_none(layer: str) -> None:
    """A person who is not understood may object in words of their own: "you are of no use"."""
    told = found(sure("sum the prices", None).say("you are of no use", "SMALL_TALK", layer))
    assert (told.rows, told.left_out[UNDECIDED_NEXT]) == ([], 1)


def test_small_talk_before_a_correction_is_not_what_is_corrected() -> None:
    talk = (
        Talk()
        .say("how do I write a loop", "SMALL_TALK", "student", confidence=SURE)
        .say("ok", "SMALL_TALK", "small_talk")
    )
    told = found(talk.say("no, I meant: sum the prices", "CODE", "student", confidence=SURE))
    labels = {row.text: (row.route, row.source) for row in told.rows}
    assert "ok" not in labels
    assert labels["how do I write a loop"] == ("CODE", "correction")


@pytest.mark.parametrize(
    ("talk", "reason"),
    [
        (sure("sum the prices", None), LAST),
        (sure("sum the prices", confidence=0.949), UNSURE_STUDENT),
        (sure("sum the prices", confidence=None), UNSURE_STUDENT),
        (sure("sum the prices", outcome="routed"), UNANSWERED),
        (sure("sum the prices", outcome="failed"), UNANSWERED),
        (sure("sum the prices", outcome="cancelled"), UNANSWERED),
        (sure("sum the prices", route="GONE"), UNKNOWN_ROUTE),
        (sure("write a loop"), IS_EXAMPLE),
        (sure("explain this"), MISSING_CONTEXT),
    ],
)
def test_what_else_only_the_student_decided_is_none(talk: Talk, reason: str) -> None:
    told = found(talk)
    assert told.rows == []
    assert told.left_out[reason] == 1


OBJECTIONS = ["no, that is not it", "that's wrong", "eso está mal", "no, te pregunté por la factura", "isso tá errado"]


@pytest.mark.parametrize("said", OBJECTIONS)
def test_a_corrected_turn_is_never_uncorrected(said: str) -> None:
    assert found(sure("sum the prices", said)).left_out[OBJECTED] == 1
    assert rows(sure("sum the prices", corrected="BILLING")) == [("sum the prices", "BILLING", None, "person")]
    meant = Talk().say("sum the prices", layer="student", confidence=1.0)
    meant.say("no, I meant my invoice", "BILLING", "rules").say("is the weather fine", None, "fallback")
    assert {(source, route) for _, route, _, source in rows(meant)} == {("correction", "BILLING")}


def test_the_teachers_label_does_not_outlive_an_objection() -> None:
    talk = Talk().say("sum the prices").say("no, that is not it", None, "fallback")
    assert found(talk).left_out[OBJECTED] == 1
    assert found(talk).rows == []


def test_what_objects_and_is_decided_as_before_is_no_row() -> None:
    talk = sure("sum the prices", None).say("no, I meant the sum of lists", "CODE", "student", 1.0)
    told = found(talk.say("is the weather fine", None, "fallback"))
    assert told == ([], {OBJECTED: 1, OBJECTS: 1, UNLABELLED: 1})


def test_of_what_leans_on_another_the_student_teaches_nothing() -> None:
    """It takes the route of the turn before, which may be wrong itself."""
    talk = Talk().say("write me a sum", "CODE", "llm").say("and for lists?", "CODE", "student", 1.0)
    told = found(talk.say("is the weather fine", "SMALL_TALK", "memo"))
    assert [row.source for row in told.rows] == ["teacher"]
    assert told.left_out[LEANS] == 1


def test_a_student_that_is_heard_in_spite_of_objections_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collecting, "may_object", lambda _: False)
    assert all(found(sure("sum the prices", said)).rows for said in OBJECTIONS[:3])


# The contract.

FIGURES = "You have used 90% of your plan, what does that mean"


@pytest.mark.parametrize(
    "talk",
    [
        Talk().say(FIGURES, "RETRIEVAL", "llm"),
        Talk().say(FIGURES, "RETRIEVAL", "student", corrected="RETRIEVAL"),
        sure(FIGURES, route="RETRIEVAL"),
        Talk().say("what is addVar", "PLATFORM", "student").say(f"no, I meant {FIGURES}", "RETRIEVAL", "llm"),
    ],
    ids=["teacher", "person", "uncorrected", "correction"],
)
def test_a_label_that_breaks_the_contract_is_none(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    book = load("avap")
    told = collect(book, talk.said)
    assert not [row for row in told.rows if "90%" in row.text]
    assert told.left_out[BREAKS_CONTRACT] == 1
    # The saboteur: without the contract it would be among the rows.
    monkeypatch.setattr(LabelContract, "is_broken_by", lambda *_, **__: False)
    assert [row.route for row in collect(book, talk.said).rows if "90%" in row.text] == ["RETRIEVAL"]


def test_a_label_that_keeps_the_contract_is_a_row() -> None:
    assert [row.route for row in collect(load("avap"), Talk().say(FIGURES, "PLATFORM", "llm").said).rows] == [
        "PLATFORM"
    ]


def test_who_said_it_when_and_how_much_is_left_goes_along() -> None:
    [row] = found(Talk("s7", None).say("sum the prices", cut=True)).rows
    assert row == LabelledRow("sum the prices", "CODE", None, "teacher", None, "s7", 1001.0, True)
    assert row.client == ("session", "s7")
    assert row._replace(user="ana").client == ("user", "ana")


# The correction in the next message.


@pytest.mark.parametrize("layer", ["rules", "llm", "student"])
@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("no, I meant the invoice of May", "the invoice of May"),
        ("eso no, quería decir la factura de mayo", "la factura de mayo"),
        ("nao, eu quis dizer a fatura de maio", "a fatura de maio"),
    ],
)
def test_a_correction_labels_both_messages(layer: str, said: str, content: str) -> None:
    talk = Talk().say("the sum of everything", "CODE", "student").say(said, "BILLING", layer)
    assert rows(talk) == [
        ("the sum of everything", "BILLING", None, "correction"),
        (content, "BILLING", None, "correction"),
    ]


@pytest.mark.parametrize(
    "second",
    [
        Talk().say("no, I meant the invoice of May", "CODE"),
        Talk().say("no, I meant the invoice of May", "BILLING", "fallback"),
        Talk().say("no, I meant the invoice of May", "BILLING", "memo"),
        Talk().say("no, I meant the invoice of May", "BILLING", "llm", 0.3),
        Talk().say("no, that is not it", "BILLING", "rules"),
        Talk().say("the invoice of May", "BILLING", "rules"),
    ],
    ids=["same route", "guessed", "remembered", "unsure", "says nothing", "no correction"],
)
def test_what_is_no_correction_or_not_stood_by_labels_nothing_before_it(second: Talk) -> None:
    talk = Talk().say("the sum of everything", "CODE", "student")
    talk.said.append(second.said[0]._replace(id=2))
    assert not [row for row in found(talk).rows if row.text == "the sum of everything"]


def test_a_correction_is_of_its_own_session_and_life_only() -> None:
    first = Talk("a").say("the sum of everything", "CODE", "student")
    later = Talk("a", life=2).say("no, I meant the invoice of May", "BILLING", "rules")
    other = Talk("b").say("no, I meant the invoice of May", "BILLING", "rules")
    assert rows(first, later, other) == []


def test_the_last_of_several_corrections_counts_for_all() -> None:
    talk = (
        Talk().say("the sum of everything", "CODE", "student").say("no, I meant my lovely day", "SMALL_TALK", "rules")
    )
    talk.say("no, I meant the invoice of May", "BILLING", "rules")
    assert [(text, route) for text, route, *_ in rows(talk)] == [
        ("the sum of everything", "BILLING"),
        ("my lovely day", "BILLING"),
        ("the invoice of May", "BILLING"),
    ]


def test_a_persons_word_on_the_correction_counts_for_what_it_corrects() -> None:
    talk = Talk().say("the sum of everything", "CODE", "student")
    talk.say("no, I meant the invoice of May", "CODE", "student", corrected="BILLING")
    assert rows(talk) == [
        ("the sum of everything", "BILLING", None, "correction"),
        ("the invoice of May", "BILLING", None, "person"),
    ]


def test_a_correction_that_leans_on_what_it_corrects_is_no_row_itself() -> None:
    talk = Talk().say("write it as a function", "BILLING", "student").say("no, I meant for lists", "CODE", "rules")
    assert [row.text for row in found(talk).rows] == ["write it as a function"]
    assert found(talk).left_out == {REFERS_TO_CORRECTED: 1}


# What a message leans on.


@pytest.mark.parametrize("text", ["and for lists?", "y con dos?", "explica isso"])
def test_a_leaning_message_has_the_route_of_its_turn(text: str) -> None:
    talk = Talk().say("write me a sum", "CODE", "student").say("thank you", "SMALL_TALK", "student").say(text, "CODE")
    assert rows(talk) == [(text, "CODE", "CODE", "teacher")], "small talk is looked past"


def test_the_turn_has_the_route_that_a_person_gave_it() -> None:
    talk = Talk().say("write me a sum", "BILLING", "student", corrected="CODE").say("and for lists?", "CODE")
    assert rows(talk)[1] == ("and for lists?", "CODE", "CODE", "teacher")


def test_what_leans_on_what_is_not_stored_is_left_out() -> None:
    nothing_before = Talk("a").say("explain this")
    nothing_known = Talk("b").say("write me a sum", None, "fallback").say("and for lists?")
    told = found(nothing_before, nothing_known)
    assert told == ([], {MISSING_CONTEXT: 2, UNLABELLED: 1})


def test_what_speaks_of_an_attachment_is_left_out_where_the_routebook_knows_them() -> None:
    said = Talk().say("add up the attached invoice", "BILLING").said
    assert [row.text for row in collect(shop(), said).rows] == ["add up the attached invoice"]
    book = load("agents")
    assert any(example.after == "attachment" for example in book.examples)
    assert collect(book, [said[0]._replace(route=book.names[0])]) == ([], {MISSING_CONTEXT: 1})


def test_without_looking_for_what_is_not_stored_a_row_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collecting, "may_need_context", lambda _: False)
    assert found(Talk().say("explain this")).rows, "the check above would fail"


# Routebooks with mini-apps, with conversations, with a name.


def test_what_names_a_mini_app_is_left_out() -> None:
    book = load("miniapps")
    assert book.acting is not None
    talk = Talk().say("split the bill with Ana", book.acting).say("make it forty instead", book.acting)
    told = collect(book, talk.said)
    assert [(row.text, row.after) for row in told.rows] == [("make it forty instead", None)]
    assert told.left_out == {NAMES_APP: 1}


def test_in_a_conversation_what_may_only_continue_it_is_left_out() -> None:
    book = load("agents")
    one, other = book.names[:2]
    talk = Talk().say("total revenue of the last quarter", one, "student")
    talk.say("only the northern region", one).say("only the northern region", other)
    told = collect(book, talk.said)
    assert [(row.text, row.route) for row in told.rows] == [("only the northern region", other)]
    assert told.left_out == {UNSURE_STUDENT: 1, MAY_CONTINUE: 1}


def test_the_name_of_the_assistant_is_no_part_of_a_row() -> None:
    said = Talk().say("Robo, sum the prices").said
    assert [row.text for row in collect(shop(assistant="Robo"), said).rows] == ["sum the prices"]


# What is in the routebook, and what is nobody's business.


def test_examples_of_the_routebook_are_neither_repeated_nor_contradicted() -> None:
    talk = Talk().say("Write a LOOP", "CODE").say("write a loop", "BILLING", corrected="BILLING").say("  \n ")
    assert found(talk) == ([], {IS_EXAMPLE: 1, CONTRADICTS_EXAMPLE: 1, EMPTY: 1})


def test_nothing_personal_is_kept_in_a_row() -> None:
    [row] = found(Talk().say("sum the prices and send them to ana@example.org")).rows
    assert row.text == "sum the prices and send them to [e-mail]"


# Whatever comes.

MESSAGES = st.builds(
    StoredMessage,
    id=st.integers(1, 10**6),
    session=st.sampled_from("ab"),
    life=st.integers(1, 2),
    request=st.just("r"),
    user=st.sampled_from([None, "ana"]),
    text=st.one_of(
        st.text(max_size=80),
        st.sampled_from(["no, I meant the invoice", "and for lists?", "explain this", "não, eu quis dizer a fatura"]),
    ),
    cut=st.booleans(),
    route=st.sampled_from([*ROUTES, "GONE", None]),
    layer=st.sampled_from(["llm", "student", "rules", "fallback", "choice", None]),
    confidence=st.one_of(st.none(), st.floats(0, 1)),
    corrected=st.sampled_from([*ROUTES, "GONE", None, None, None]),
    at=st.floats(0, 1e9),
    outcome=st.sampled_from(["answered", "routed"]),
)


def in_order(messages: Iterable[StoredMessage]) -> list[StoredMessage]:
    return sorted(messages, key=lambda message: (message.session, message.life, message.id))


@unhurried
@given(st.lists(MESSAGES, max_size=12))
def test_every_message_is_a_row_or_counted(messages: list[StoredMessage]) -> None:
    told = collect(shop(), in_order(messages))
    assert len(told.rows) + told.left_out.total() == len(messages)
    for row in told.rows:
        assert row.route in ROUTES
        assert row.after is None or row.after in ROUTES
        assert row.text.strip()


@unhurried
@given(st.lists(MESSAGES, max_size=12))
def test_without_people_and_corrections_only_the_sure_are_heard(messages: list[StoredMessage]) -> None:
    quiet = [message._replace(corrected=None, text=f"sum up {message.id}") for message in messages]
    bars = {"teacher": ("llm", 0.5), "uncorrected": ("student", MIN_UNCORRECTED_CONFIDENCE)}
    for row in collect(shop(), in_order(quiet)).rows:
        layer, bar = bars[row.source]
        assert any(m.layer == layer and m.text == row.text and (m.confidence or 0) >= bar for m in quiet)


def test_rows_stand_as_examples_in_the_routebook() -> None:
    talk = Talk().say("sum the prices in a list").say("and for lists?").say("what did I pay in May", "BILLING")
    told = found(talk)
    taught = [Example(row.text, row.route, row.after) for row in told.rows]
    assert len(taught) == 3
    book = build("more", [Route(name) for name in ROUTES], examples=[*shop().examples, *taught], fallback="SMALL_TALK")
    assert book.examples[-1] == taught[-1]


# Each guard broken on purpose: the checks above would fail.


def test_a_guess_that_counts_as_a_word_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    talk = Talk().say("the sum of everything", "CODE", "student").say("no, I meant my invoice", "BILLING", "fallback")
    assert found(talk).rows == []
    monkeypatch.setattr(collecting, "_is_confident", lambda _: True)
    assert len(found(talk).rows) == 2


def test_a_reader_that_takes_any_message_for_a_correction_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    talk = Talk().say("the sum of everything", "CODE", "student").say("the invoice of May", "BILLING", "rules")
    assert found(talk).rows == []
    monkeypatch.setattr(collecting, "corrected_request", lambda text: text)
    assert [row.source for row in found(talk).rows] == ["correction", "correction"]


def test_a_gate_that_hears_no_names_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    book = load("miniapps")
    said = Talk().say("split the bill with Ana", book.acting).said
    assert collect(book, said).rows == []
    monkeypatch.setattr(AppMatcher, "find_mention", lambda *_: AppMention())
    assert len(collect(book, said).rows) == 1


def test_rows_that_are_not_redacted_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collecting, "redact", lambda text: text)
    assert "ana@example.org" in found(Talk().say("sum the prices for ana@example.org")).rows[0].text


def test_the_students_own_decisions_as_labels_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    talk = Talk().say("sum the prices", layer="student", confidence=0.9)
    assert found(talk).rows == []
    monkeypatch.setattr(collecting, "_labels", lambda said: [collecting._Label(m.route, "teacher") for m in said])
    assert len(found(talk).rows) == 1
