"""RC-03 as a metamorphic test: history changes no decision of a message that does not refer to it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fingerpost import Message, Resolved, Router
from fingerpost.conversation import resolve as resolving
from fingerpost.evaluation.rows import Row, read_rows
from tests.conftest import examples

DATA = Path(__file__).parent.parent / "data"
ROUTES = ("RETRIEVAL", "CODE_GENERATION", "CONVERSATIONAL", "PLATFORM")
TOPICS = ("what is addVar?", "write a loop", "thanks!", "my bill doubled", "cómo funciona if", "escreve um endpoint")

histories = st.lists(st.tuples(st.sampled_from(ROUTES), st.sampled_from(TOPICS)), max_size=8)
rows = [
    row
    for name in ("avap-dev.jsonl", "avap-check.jsonl")
    for row in read_rows(DATA / name, ROUTES)
    if not row.deictic and not row.message.selection and not row.message.editor
]


def moved(router: Router, row: Row, history: list[tuple[str, str]]) -> bool:
    alone = router.route(row.message.text)
    after = router.route(Message(row.message.text, intent_history=history))
    return (alone.route, alone.qualifier) != (after.route, after.qualifier)


@given(st.sampled_from(rows), histories)
@settings(
    max_examples=examples(150),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_history_moves_no_complete_message(avap: Router, row: Row, history: list[tuple[str, str]]) -> None:
    assert not moved(avap, row, history)


@pytest.mark.slow
@pytest.mark.parametrize("route", ROUTES)
def test_six_turns_of_one_type_move_no_complete_message(avap: Router, route: str) -> None:
    history = [(route, TOPICS[0])] * 6
    assert [row.message.text for row in rows if moved(avap, row, history)] == []


def test_a_router_that_always_leans_is_caught(avap: Router, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = resolving.resolve

    def sabotaged(message: Message, transparent: object = (), name: str | None = None) -> Resolved:
        turns = message.intent_history
        return honest(message)._replace(leans="deixis", turn=turns[-1] if turns else None)

    monkeypatch.setattr("fingerpost.routing.cascade.resolve", sabotaged)
    history = [("PLATFORM", "my bill doubled")] * 6
    assert any(moved(avap, row, history) for row in rows)
