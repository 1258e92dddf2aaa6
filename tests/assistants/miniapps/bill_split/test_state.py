"""The reducer of a bill, over random events."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.assistants.miniapps.bill_split import APP
from fingerpost.assistants.miniapps.bill_split import state as states
from fingerpost.assistants.miniapps.bill_split.shares import EVERYBODY, only
from fingerpost.assistants.miniapps.bill_split.state import START, apply, balances, currencies, debts, is_sound
from fingerpost.assistants.miniapps.framework.replay import Point, Session, go_on, replay
from fingerpost.routebook.apps import AppEvent
from tests.conftest import examples

NAMES = ("Ana", "ana", "Tom", "Bea", "Léo", "")
CURRENCIES = ("", "EUR", "USD")


def event(kind: int, first: int, second: int) -> AppEvent:
    """Return an event that three numbers stand for; many of them are wrong in some way."""
    one, other = 1 + first % 4, 1 + second % 4
    people = [{"id": one, "name": NAMES[first % 6]}, {"id": other, "name": NAMES[second % 6]}]
    shares: dict[str, Any] = (
        dict(EVERYBODY),
        dict(only([one, other] if one != other else [one])),
        {"others": 1, "weights": [[other, first % 3]]},
        {"others": 0, "weights": [[one, first % 3]]},
        {"amounts": [[one, first], [other, second]]},
        {"amounts": [[one, first + 1]]},
    )[first % 6]
    expense = {
        "id": 10 + second % 6,
        "what": "x",
        "payer": other,
        "cents": first + 1 if "amounts" in shares else first * 37 - 40,
        "currency": CURRENCIES[second % 3],
        "shares": shares,
    }
    payment = {"id": 30 + first % 6, "giver": one, "taker": other, "cents": second, "currency": CURRENCIES[first % 3]}
    events: tuple[tuple[str, dict[str, Any]], ...] = (
        ("joined", {"people": people}),
        ("added", {"ids": [expense["id"]], "people": people, "expenses": [expense], "speaker": one}),
        ("added", {"ids": [expense["id"]], "expenses": [expense], "names": "EUR", "written": {"EUR": "€"}}),
        ("changed", {"ids": [expense["id"]], "set": {"cents": second * 11}}),
        ("changed", {"ids": [expense["id"]], "set": {"shares": shares, "payer": one}}),
        ("changed", {"ids": [expense["id"]], "set": {"currency": "USD", "what": "y"}}),
        ("removed", {"ids": [expense["id"]]}),
        ("left", {"gone": [one]}),
        ("paid", {"payments": [payment], "people": people[:1]}),
        ("repaid", {"id": payment["id"], "cents": second * 3 - 20}),
        ("repaid", {"id": payment["id"], "cents": second + 1, "currency": "EUR", "names": "EUR"}),
        ("renamed", {"person": one, "name": NAMES[second % 6]}),
        ("cleared", {}),
        ("cleared", {"people": people[:1], "speaker": one}),
        ("unknown", {}),
        ("_undo", {}),
        ("_redo", {}),
        ("_dropped", {}),
    )
    return AppEvent(*events[kind % len(events)], ("", "a", "b", "c")[second % 4])


def decoded(numbers: bytes) -> list[AppEvent]:
    begins = [AppEvent("joined", {"people": [{"id": 1, "name": "Ana"}, {"id": 2, "name": "Tom"}]}, "z")]
    return begins + [event(*numbers[at : at + 3]) for at in range(0, len(numbers) - 2, 3)]


SEQUENCES = st.binary(max_size=45).map(decoded)


@settings(max_examples=examples(10_000), deadline=None)
@given(SEQUENCES)
def test_random_events(events: list[AppEvent]) -> None:
    session = Session(Point(START))
    for one in events:
        before = session.state
        kept = json.dumps(before)
        session = go_on(session, apply, [one])
        assert json.dumps(before) == kept, "apply changed what it was given"
        for currency in currencies(session.state):
            assert sum(balances(session.state, currency).values()) == 0
        assert is_sound(session.state, session.state["expenses"], session.state["payments"])
    assert session == replay(START, apply, events)
    assert json.loads(json.dumps(session.state)) == session.state
    if session.done:
        back = go_on(session, apply, [AppEvent("_undo"), AppEvent("_redo")])
        assert (back.now, back.done, back.undone) == (session.now, session.done, session.undone)
    assert go_on(session, apply, [AppEvent("_undo")] * len(session.done)).state == START


def test_the_random_events_do_something() -> None:
    """Every kind of event must have changed something somewhere, or the test above proves little."""
    session, kinds = Session(Point(START)), set[str]()
    for one in decoded(Random(1).randbytes(6_000)):  # noqa: S311 - no secret
        after = go_on(session, apply, [one])
        if after.state is not session.state:
            kinds.add(one.kind)
        session = after
    changing = {"joined", "added", "changed", "removed", "left", "paid", "repaid", "renamed", "cleared"}
    assert kinds == {*changing, "_undo", "_redo"}


def test_a_reducer_that_loses_a_cent_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Break the shares on purpose: the check of the random events must see it."""
    people = {"people": [{"id": 1, "name": "Ana"}, {"id": 2, "name": "Tom"}, {"id": 3, "name": "Bea"}]}
    expense = {"id": 10, "what": "x", "payer": 1, "cents": 100, "currency": "", "shares": EVERYBODY}
    state = replay(START, apply, [AppEvent("added", {"ids": [10], "expenses": [expense], **people})]).state
    assert sum(balances(state, "").values()) == 0
    monkeypatch.setattr(states, "borne", lambda cents, _, ids: {one: cents // len(ids) for one in ids})
    assert sum(balances(state, "").values()) != 0


def test_events_that_do_not_add_up_change_nothing() -> None:
    begin = [AppEvent("joined", {"people": [{"id": 1, "name": "Ana"}, {"id": 2, "name": "Tom"}]})]
    state = replay(START, apply, begin).state
    expense = {"id": 10, "what": "x", "payer": 1, "cents": 100, "currency": "", "shares": EVERYBODY}
    wrong = (
        {**expense, "payer": 9},
        {**expense, "cents": 0},
        {**expense, "cents": -5},
        {**expense, "cents": 10**12 + 1},
        {**expense, "shares": {"amounts": [[1, 99]]}},
        {**expense, "shares": {"others": 0, "weights": []}},
    )
    for one in wrong:
        assert apply(state, AppEvent("added", {"ids": [10], "expenses": [one]})) is state
    good = apply(state, AppEvent("added", {"ids": [10], "expenses": [expense]}))
    assert [(one.giver, one.taker, one.cents) for _, one in debts(good)] == [(2, 1, 50)]
    assert apply(good, AppEvent("left", {"gone": [1]})) is good
    assert apply(good, AppEvent("renamed", {"person": 1, "name": "TOM"})) is good
    assert apply(good, AppEvent("paid", {"payments": [{"id": 3, "giver": 1, "taker": 1, "cents": 5}]})) is good
    left = apply(good, AppEvent("left", {"gone": [2]}))
    assert [one["name"] for one in left["people"]] == ["Ana"]
    assert debts(left) == []


def test_a_payment_gets_another_sum() -> None:
    people = {"people": [{"id": 1, "name": "Ana"}, {"id": 2, "name": "Tom"}]}
    payments = [{"id": number, "giver": 1, "taker": 2, "cents": 500, "currency": ""} for number in (10, 11)]
    state = replay(START, apply, [AppEvent("paid", {"payments": payments, **people})]).state
    after = apply(state, AppEvent("repaid", {"id": 11, "cents": 700}))
    assert [one["cents"] for one in after["payments"]] == [500, 700]
    after = apply(after, AppEvent("repaid", {"id": 10, "cents": 1, "currency": "EUR", "names": "EUR"}))
    assert [(one["cents"], one["currency"]) for one in after["payments"]] == [(1, "EUR"), (700, "EUR")]
    for wrong in ({"id": 11, "cents": 0}, {"id": 11, "cents": 10**12 + 1}, {"id": 12, "cents": 5}):
        assert apply(after, AppEvent("repaid", wrong)) is after


def test_currencies_are_never_mixed() -> None:
    people = {"people": [{"id": 1, "name": "Ana"}, {"id": 2, "name": "Tom"}]}
    expenses = [
        {"id": 10, "what": "a", "payer": 1, "cents": 100, "currency": "EUR", "shares": EVERYBODY},
        {"id": 11, "what": "b", "payer": 2, "cents": 100, "currency": "USD", "shares": EVERYBODY},
    ]
    state = replay(START, apply, [AppEvent("added", {"ids": [10, 11], "expenses": expenses, **people})]).state
    assert [(currency, one.giver, one.taker, one.cents) for currency, one in debts(state)] == [
        ("EUR", 2, 1, 50),
        ("USD", 1, 2, 50),
    ]


def test_the_app_starts_empty() -> None:
    assert APP.session(()).state == START
    assert APP.items(START) == []
