"""Two figures of one noun are not answered with the narrower one alone."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.naming import store_meanings
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from fingerpost.assistants.agents.analytics.questions import accounting

QUESTIONS = [
    "total orders and late orders by state",
    "total de pedidos e pedidos atrasados por estado",
    "pedidos y pedidos atrasados por estado",
]


@pytest.mark.parametrize("question", QUESTIONS)
def test_two_figures_of_one_noun_are_not_the_narrower_alone(question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        plan(question, store_allowlist(), meanings=store_meanings())


def test_saboteur_without_the_account_the_narrower_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounting, "two_counts", lambda *_: [])
    assert "order_delivered_customer_date >" in plan(QUESTIONS[0], store_allowlist(), meanings=store_meanings()).sql
