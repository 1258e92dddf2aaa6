"""What was not done has no date of when it was."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="plans come with the extra fingerpost[analytics]")

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.measures_file import store_meanings
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from fingerpost.assistants.agents.analytics.questions import date_conditions

UNDONE = [
    "how many orders were not delivered in 2018?",
    "how many orders were never delivered in 2018?",
    "how many orders ≠ delivered in 2018",
    "quantos pedidos não foram entregues em 2018?",
    "quantos pedidos nao entregues em 2018",
    "quantos pedidos não chegaram ao cliente em 2018?",
    "¿cuántos pedidos no fueron entregados en 2018?",
    "cuantos pedidos no entregados en 2018",
]
PLACED = "(orders.order_purchase_timestamp >= '2018-01-01' AND orders.order_purchase_timestamp < '2019-01-01')"


@pytest.mark.parametrize("question", UNDONE)
def test_a_time_behind_what_was_not_done_is_that_of_the_rows(question: str) -> None:
    """An order that was not delivered has no date of delivery."""
    sql = plan(question, store_allowlist(), meanings=store_meanings()).sql
    assert sql.endswith(f"AND {PLACED}")
    assert "order_delivered_customer_date >=" not in sql


@pytest.mark.parametrize(
    "question",
    [
        "how many orders were canceled or delivered in 2018?",
        "quantos pedidos cancelados ou entregues em 2018?",
        "¿cuántos pedidos cancelados o entregados en 2018?",
    ],
)
def test_a_time_behind_a_list_is_a_date_that_all_of_it_have(question: str) -> None:
    """A canceled order has no date of delivery either."""
    assert plan(question, store_allowlist(), meanings=store_meanings()).sql.endswith(
        f"IN ('canceled', 'delivered') AND {PLACED}"
    )


@pytest.mark.parametrize(
    "question",
    [
        "how many orders were delivered in 2018?",
        "quantos pedidos foram entregues em 2018?",
        "¿cuántos pedidos fueron entregados en 2018?",
    ],
)
def test_a_time_behind_what_was_done_is_its_own_date(question: str) -> None:
    """As before."""
    assert (
        "order_delivered_customer_date >= '2018-01-01'"
        in plan(question, store_allowlist(), meanings=store_meanings()).sql
    )


@pytest.mark.parametrize(
    "question",
    [
        "how many orders were not delivered before 2018?",
        "quantos pedidos não foram entregues até 2017?",
        "¿cuántos pedidos no fueron entregados desde 2018?",
    ],
)
def test_what_was_not_done_by_a_time_is_refused(question: str) -> None:
    """It may have been done later, or be an order of before."""
    with pytest.raises(NotUnderstoodError, match=r"two things|duas coisas|dos cosas"):
        plan(question, store_allowlist(), meanings=store_meanings())


def test_a_date_that_nothing_has_would_be_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The saboteur: without the look at "not", the test is of a date that is not there."""
    monkeypatch.setattr(date_conditions, "_date_of_done", lambda _assembly, _place, _when, dated: dated)
    sql = plan(UNDONE[0], store_allowlist(), meanings=store_meanings()).sql
    assert "order_delivered_customer_date >= '2018-01-01'" in sql
