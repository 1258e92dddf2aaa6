"""Decisions as JSON: what older, damaged and odd traces lack is null, and all of them match the documented schema."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the servers need the extra fingerpost[serve]")

from fingerpost.server.decision_values import DecisionSummary, DecisionTrace, summary_values, trace_values
from fingerpost.stores.decisions import DecisionMessages, StoredDecision, StoredMessagePart

NOTHING = DecisionMessages([], None)
TRACE: dict[str, Any] = {
    "request": "r",
    "session": "s",
    "at": 12.5,
    "outcome": "answered",
    "routebook": "shop",
    "text": "my coat arrived torn",
    "language": "en",
    "declared": False,
    "route": "refund",
    "accepted": True,
    "confidence": 0.9,
    "layer": "student",
    "reason": "like the examples",
    "runner_up": "chat",
    "signals": ["attachment"],
    "qualifier": None,
    "trail": [["rules", "nothing", 10.0], ["student", "refund", 90.0]],
    "facts": [["rules", {"fired": None}]],
    "breaches": [["RC-01", "broken", True], ["RC-03", "perhaps", False]],
    "micros": 1_000.0,
    "steps": [["read", 0.0, 100.0], ["classify", 100.0, 200.0], ["retrieve", 300.0, 700.0]],
    "passages": [["a.md", "A", 0.5]],
}


def stored(trace: dict[str, Any], client: str | None = None, user: str | None = None) -> StoredDecision:
    return StoredDecision(7, client, user, trace)


def test_all_of_a_trace_is_told() -> None:
    messages = DecisionMessages([StoredMessagePart("user", "my coat"), StoredMessagePart("assistant", None)], "chat")
    found = trace_values(stored(TRACE), messages)
    DecisionTrace.model_validate(found)
    assert found["corrected"] == "chat"
    assert found["messages"] == [{"role": "user", "text": "my coat"}, {"role": "assistant", "text": None}]
    assert found["contract"][1] == {"rule": "RC-03", "what": "perhaps", "certain": False}
    assert found["breaches"] == 1
    assert found["passages"] == [{"file": "a.md", "heading": "A", "score": 0.5}]


def test_layers_are_within_the_step_that_decides_one_after_another() -> None:
    timing = trace_values(stored(TRACE), NOTHING)["timing"]
    assert [(each["name"], each["within"], each["start"], each["micros"]) for each in timing] == [
        ("read", None, 0.0, 100.0),
        ("classify", None, 100.0, 200.0),
        ("rules", "classify", 100.0, 10.0),
        ("student", "classify", 110.0, 90.0),
        ("retrieve", None, 300.0, 700.0),
    ]


def test_a_trace_of_before_has_its_layers_alone() -> None:
    old = {name: value for name, value in TRACE.items() if name not in ("steps", "micros", "passages", "language")}
    found = trace_values(stored(old), NOTHING)
    DecisionTrace.model_validate(found)
    assert [(each["name"], each["within"], each["start"]) for each in found["timing"]] == [
        ("rules", None, 0.0),
        ("student", None, 10.0),
    ]
    assert (found["micros"], found["language"], found["passages"]) == (None, None, [])


@pytest.mark.parametrize(
    "trace",
    [
        {},
        {"damaged": "{"},
        dict.fromkeys(TRACE),
        {name: [[1], {}, None, "x", [1, 2, 3], [[], [], []]] for name in TRACE},
        {name: {"a": {"b": 1}} for name in TRACE},
        dict.fromkeys(TRACE, True),
        dict.fromkeys(TRACE, "<script>alert(1)</script>�"),
    ],
)
def test_odd_traces_match_the_schema(trace: dict[str, Any]) -> None:
    DecisionSummary.model_validate(summary_values(stored(trace)))
    DecisionTrace.model_validate(trace_values(stored(trace), NOTHING))


@pytest.mark.parametrize(
    ("client", "user", "told"),
    [
        (None, "ana", "ana"),
        ("shop", "key:shop/ana", "ana"),
        (None, None, None),
        ("desk", "key:shop/ana", "key:shop/ana"),
    ],
)
def test_a_user_has_the_name_that_its_client_gave(client: str | None, user: str | None, told: str | None) -> None:
    assert summary_values(stored(TRACE, client, user))["user"] == told
