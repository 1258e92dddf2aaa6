"""What routes, rules and guards decided lately: counted by routebook, with corrections, and bounded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fingerpost.learning import route_activity
from fingerpost.learning.route_activity import DAYS, recent_activity
from fingerpost.stores import Store
from fingerpost.types import Turn


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(f"sqlite:///{tmp_path}/store.sqlite") as store:
        yield store


def trace(store: Store, route: str, **more: Any) -> dict[str, Any]:
    return {"at": store.now(), "routebook": "shop", "route": route, "layer": "student", "accepted": True, **more}


def test_decisions_are_counted_by_route_rule_and_guard(store: Store) -> None:
    store.put_traces([
        trace(store, "refund"),
        trace(store, "refund", accepted=False),
        trace(store, "shipping", layer="rules", signals=["rule:tracking", "other"]),
        trace(store, "shipping", layer="memo", signals=["rule:tracking"]),
        trace(store, "chat", layer="supervisor", trail=[["student", "refund", 1.0], ["guard paper", "to chat", 0.0]]),
        trace(store, "refund", routebook="another"),
        trace(store, "refund", at=store.now() - DAYS * 86_400 - 60),
        {"at": store.now(), "damaged": "…"},
    ])  # fmt: skip
    found = recent_activity(store, "shop")
    assert (found.decisions, found.complete) == (5, True)
    assert dict(found.routes) == {"refund": 2, "shipping": 2, "chat": 1}
    assert (found.accepted["refund"], found.accepted["chat"]) == (1, 1)
    assert dict(found.rules) == {"tracking": 1}, "the memo decided the other"
    assert dict(found.guards) == {"paper": 1}


def test_what_people_gave_another_route_is_corrected_and_a_label_that_agrees_is_not(store: Store) -> None:
    for number in range(3):
        store.write(f"s{number}", f"r{number}", [Turn("user", f"hello {number}", "chat")], routebook="shop")
    store.write("s9", "r9", [Turn("user", "hello", "chat")], routebook="another")
    for request, route in (("r0", "refund"), ("r1", "chat"), ("r9", "refund")):
        store.correct(request, route)
    assert dict(recent_activity(store, "shop").corrected) == {"chat": 1}


def test_no_more_than_the_newest_are_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(route_activity, "WINDOW", 3)
    store.put_traces([trace(store, "refund", at=store.now() - 100 + number) for number in range(5)])
    found = recent_activity(store, "shop")
    assert (found.decisions, found.complete) == (3, False)
    assert found.since > store.now() - 99, "corrections are counted from the oldest of them on"
