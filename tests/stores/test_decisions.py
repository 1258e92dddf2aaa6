"""Stored decisions on both engines: filters, pages, owners, and what comes after a number."""

from __future__ import annotations

from operator import methodcaller
from typing import Any

import pytest

from fingerpost.stores import Store, decisions, schema
from fingerpost.stores.decisions import DecisionFilter, StoredDecisions
from fingerpost.stores.session_owners import SessionOwner
from fingerpost.types import Turn
from tests.stores.words import HOUR, Clock, said

ALL = DecisionFilter()


def trace(request: str, **more: Any) -> dict[str, Any]:
    return {"request": request, "session": "s", "route": "refund", "layer": "rules", "accepted": True, **more}


def names(rows: list[decisions.StoredDecision]) -> list[str]:
    return [row.trace["request"] for row in rows]


TRACES = [
    trace("a", language="en", client="shop", user="key:shop/ana"),
    trace("b", language="es", client="shop", user="key:shop/eva", layer="student", accepted=False),
    trace("c", language="pt", client="desk", session="t", route="chat"),
    trace("d", language=None, routebook="school", route=None, layer="fallback", accepted=False),
    trace("e", language="es", client="shop", session="t", routebook="desk"),
]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (ALL, "edcba"),
        (DecisionFilter(route="refund"), "eba"),
        (DecisionFilter(layer="student"), "b"),
        (DecisionFilter(accepted=True), "eca"),
        (DecisionFilter(accepted=False), "db"),
        (DecisionFilter(language="es"), "eb"),
        (DecisionFilter(session="t"), "ec"),
        (DecisionFilter(route="refund", language="es", session="s"), "b"),
        (DecisionFilter(route="nothing"), ""),
        (DecisionFilter(routebook="school"), "dcba"),
        (DecisionFilter(routebook="desk", session="t"), "ec"),
    ],
)
def test_a_filter_finds_the_same_in_the_store_and_in_a_trace(store: Store, wanted: DecisionFilter, found: str) -> None:
    store.put_traces(TRACES)
    rows = store.decisions.page(wanted).rows
    assert names(rows) == list(found)
    everything = store.decisions.page(ALL).rows
    assert names([row for row in everything if wanted.matches(row.trace)]) == list(found)


@pytest.mark.parametrize(
    ("owner", "found"),
    [
        (None, "edcba"),
        (SessionOwner("shop"), "eba"),
        (SessionOwner("shop", "key:shop/ana"), "a"),
        (SessionOwner("desk"), "c"),
        (SessionOwner("nobody"), ""),
    ],
)
def test_decisions_of_others_do_not_exist(store: Store, owner: SessionOwner | None, found: str) -> None:
    store.put_traces(TRACES)
    assert names(store.decisions.page(ALL, owner).rows) == list(found)
    everything = store.decisions.newer(0, 100).rows
    assert names([row for row in everything if row.is_of(owner)]) == list(reversed(found))
    for request in "abcde":
        assert (store.decisions.find(request, owner=owner) is not None) == (request in found)


def test_a_session_that_another_client_opened_later_shows_nothing_of_before(store: Store) -> None:
    store.put_traces([trace("a", client="shop")])
    store.write("s", "b", said("mine"), client="desk")
    assert store.decisions.page(DecisionFilter(session="s"), SessionOwner("desk")).rows == []


def test_a_check_that_asked_the_session_alone_would_be_noticed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions, "_owner_values", lambda _: {})
    store.put_traces([trace("a", client="shop")])
    assert names(store.decisions.page(DecisionFilter(session="s"), SessionOwner("desk")).rows) == ["a"]


def test_pages_go_on_where_the_one_before_ended(store: Store) -> None:
    store.put_traces([trace(str(number)) for number in range(25)])
    found, before = list[str](), None
    while True:
        page = store.decisions.page(ALL, before=before, limit=10)
        found += names(page.rows)
        before = page.before
        if before is None:
            break
    assert found == [str(number) for number in reversed(range(25))]


def test_a_search_is_bounded_and_goes_on_before_its_window(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions, "WINDOW", 10)
    store.put_traces([trace("rare", route="rare"), *(trace(str(number)) for number in range(24))])
    wanted = DecisionFilter(route="rare")
    first = store.decisions.page(wanted)
    assert first.rows == []
    assert first.before is not None
    second = store.decisions.page(wanted, before=first.before)
    assert second.rows == []
    third = store.decisions.page(wanted, before=second.before)
    assert (names(third.rows), third.before) == (["rare"], None)


@pytest.mark.parametrize("odd", ["a\0b", "\ud800", "' OR 1=1 --", "%", "x" * 5_000])
def test_odd_values_find_nothing(store: Store, odd: str) -> None:
    store.put_traces(TRACES)
    assert store.decisions.page(DecisionFilter(route=odd)).rows == []
    assert store.decisions.page(DecisionFilter(session=odd)).rows == []
    assert store.decisions.find(odd) is None
    assert store.decisions.find("a", odd) is None


def test_new_ones_come_in_order_and_those_left_out_are_counted(store: Store) -> None:
    assert (store.decisions.last_number(), store.decisions.newer(0, 10).rows) == (0, [])
    store.put_traces([trace(str(number)) for number in range(20)])
    first = store.decisions.newer(0, 100).rows
    last = first[-1].id
    assert last == store.decisions.last_number()
    found = store.decisions.newer(first[4].id, 5)
    assert (names(found.rows), found.left_out) == (["15", "16", "17", "18", "19"], 10)
    assert store.decisions.count_between(first[4].id, first[9].id) == 4
    assert store.decisions.newer(last, 5) == ([], 0)


def test_one_is_found_by_its_request_the_latest_first(store: Store) -> None:
    store.put_traces([trace("a", n=1), trace("a", n=2), trace("a", session="t", n=3), trace("b", n=4)])
    found = store.decisions.find("a")
    assert found is not None
    assert found.trace["n"] == 3
    found = store.decisions.find("a", "s")
    assert found is not None
    assert found.trace["n"] == 2
    assert store.decisions.find("c") is None


def test_messages_are_what_retention_left_of_them(store: Store, clock: Clock) -> None:
    text = "my coat arrived torn, mail me at ana@example.com"
    assert store.decisions.messages("s", "a") == ([], None)
    store.write("s", "a", said(text))
    store.correct("a", "refund")
    found = store.decisions.messages("s", "a")
    assert [message.text for message in found.messages] == [text, f"answer to {text}"]
    assert found.corrected == "refund"
    clock.pass_by(72 * HOUR)
    store.sweep(clock_is_right=True)
    left = store.decisions.messages("s", "a").messages
    assert left[0].text is not None
    assert "ana@example.com" not in left[0].text
    assert left[1].text is None


def test_a_store_of_the_version_before_keeps_its_traces(
    url: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as then:
        then.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:9])
        with Store.open(url, clock=clock.wall, monotonic=clock.steady) as store:
            insert = "INSERT INTO fingerpost_traces (request, session, at, trace) VALUES ('old', 's', 1, ?)"
            store._database.write(lambda connection: connection.execute(insert, '{"request": "old"}'))
    with Store.open(url, clock=clock.wall, monotonic=clock.steady) as store:
        store.put_traces([trace("new")])
        assert names(store.decisions.page(ALL).rows) == ["new", "old"]
        assert names(store.decisions.page(DecisionFilter(route="refund")).rows) == ["new"]
        assert names(store.decisions.page(DecisionFilter(session="s")).rows) == ["new", "old"]
        assert store.decisions.find("old") is not None


def test_a_damaged_trace_is_told_as_such(store: Store) -> None:
    store.put_traces([trace("a")])
    damage = "UPDATE fingerpost_traces SET trace = ?"
    for text in ("{", "[1]", "[" * 100_000):
        store._database.write(methodcaller("execute", damage, text))
        [row] = StoredDecisions(store._database).page(ALL).rows
        assert row.trace == {"damaged": text}


def test_the_newest_since_a_time_and_what_people_corrected_of_it(store: Store, clock: Clock) -> None:
    store.put_traces([{"request": f"r{n}", "at": clock.wall() - 100 + n, "route": "chat"} for n in range(5)])
    assert [row.trace["request"] for row in store.decisions.latest(clock.wall() - 98, 2)] == ["r4", "r3"]
    assert len(store.decisions.latest(clock.wall() - 98, 10)) == 3
    for number, route in enumerate(("chat", "chat", None)):
        store.write(f"s{number}", f"q{number}", [Turn("user", f"hello {number}", route)], routebook="shop")
        store.correct(f"q{number}", "refund" if number else "chat")
    assert store.decisions.corrections("shop", clock.wall() - 1) == {"chat": 1, None: 1}
    assert store.decisions.corrections("another", clock.wall() - 1) == {}
    assert store.decisions.corrections("shop", clock.wall() + 1) == {}


def test_decisions_of_one_routebook_come_page_by_page(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions, "READ_AT_ONCE", 3)
    store.put_traces([trace(f"{i:02}", routebook="school" if i % 5 == 0 else "desk") for i in range(30)])
    found, before = list[str](), None
    for _ in range(10):
        page = store.decisions.page(DecisionFilter(routebook="school"), before=before, limit=2)
        found, before = found + names(page.rows), page.before
        if before is None:
            break
    assert found == ["25", "20", "15", "10", "05", "00"]
