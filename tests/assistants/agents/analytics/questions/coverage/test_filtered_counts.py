"""Two figures of one noun are not answered with the narrower one alone."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.measures_file import store_meanings
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from fingerpost.assistants.agents.analytics.questions.coverage import coverage_check

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
    monkeypatch.setattr(coverage_check, "two_counts", lambda *_: [])
    assert "order_delivered_customer_date >" in plan(QUESTIONS[0], store_allowlist(), meanings=store_meanings()).sql


@pytest.mark.parametrize(
    "question",
    [
        "which seller sold the most and what did they earn",
        "qual categoria vendeu mais itens e quanto faturou",
        "qué vendedor vendió más artículos y cuánto ganó",
    ],
)
def test_an_amount_asked_for_beside_a_count_is_not_dropped(question: str) -> None:
    try:
        sql = plan(question, store_allowlist(), meanings=store_meanings()).sql
    except NotUnderstoodError:
        return
    assert "SUM(" in sql


def test_how_many_behind_a_ranking_is_what_it_goes_by() -> None:
    sql = plan("qual estado teve mais pedidos e quantos foram", store_allowlist(), meanings=store_meanings()).sql
    assert "COUNT(*) AS orders_count" in sql
