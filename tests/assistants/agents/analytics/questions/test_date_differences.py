"""The time between two dates."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.measures_file import store_meanings
from fingerpost.assistants.agents.analytics.planner.request import Gap, NotUnderstoodError
from fingerpost.assistants.agents.analytics.questions.date_differences import read_gaps
from tests.assistants.agents.analytics.questions.shop import assembly_of


def _gaps(question: str) -> list[object]:
    return [mark.made for mark in assembly_of(question).marks if isinstance(mark.made, Gap)]


@pytest.mark.parametrize("question", ["quantos dias da compra até a entrega", "días desde la compra hasta la entrega"])
def test_two_dates_and_a_duration_are_a_gap(question: str) -> None:
    assert _gaps(question) == [Gap(("orders", "ordered_on"), ("orders", "delivered_on"))]


def test_without_a_duration_two_dates_are_none() -> None:
    assert _gaps("orders from compra to delivery") == []


@pytest.mark.parametrize(
    "question", ["quantos dias em média da compra até o pedido chegar", "days from purchase until the order arrives"]
)
def test_a_date_may_be_said_as_what_happens_to_the_row(question: str) -> None:
    said = plan(question, store_allowlist(), meanings=store_meanings()).sql
    assert "JULIANDAY(orders.order_delivered_customer_date) - JULIANDAY(orders.order_purchase_timestamp)" in said


@pytest.mark.parametrize(
    "question",
    ["average days from purchase until the order is delivered", "average days between purchase and purchase"],
)
def test_the_time_from_a_date_to_itself_is_refused(question: str) -> None:
    with pytest.raises(NotUnderstoodError, match="to itself"):
        plan(question, store_allowlist(), meanings=store_meanings())


def test_a_gap_is_read_once() -> None:
    assembly = assembly_of("quantos dias da compra até a entrega")
    before = list(assembly.marks)
    read_gaps(assembly)
    assert assembly.marks == before
