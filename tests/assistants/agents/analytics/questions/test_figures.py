"""Figures: rows that are counted, aggregates of columns, averages of groups."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.planner.request import Gap
from tests.assistants.agents.analytics.questions.shop import asked_of


@pytest.mark.parametrize("question", ["how many orders", "quantos pedidos", "¿cuántos pedidos?", "cuantos pedidos"])
def test_rows_are_counted(question: str) -> None:
    (measure,) = asked_of(question).measures
    assert (measure.how, measure.refs) == ("count", (("orders", ""),))


@pytest.mark.parametrize("question", ["average weight", "peso médio", "peso medio", "peso promedio"])
def test_an_aggregate_takes_its_column(question: str) -> None:
    (measure,) = asked_of(question).measures
    assert (measure.how, measure.refs) == ("AVG", (("orders", "weight"),))


@pytest.mark.parametrize(
    "question", ["average items per order", "média de itens por pedido", "promedio de artículos por pedido"]
)
def test_rows_of_each_are_averaged(question: str) -> None:
    asked = asked_of(question)
    assert asked.averaged
    assert [measure.refs for measure in asked.measures] == [(("items", ""),)]


def test_an_average_that_is_said_first_is_of_what_is_counted() -> None:
    asked = asked_of("on average, how many items has an order?")
    assert asked.averaged
    assert [group.refs for group in asked.groups] == [(("orders", ""),)]


@pytest.mark.parametrize("question", ["quantos dias da compra até a entrega", "días desde la compra hasta la entrega"])
def test_the_time_between_two_dates_is_averaged(question: str) -> None:
    (measure,) = asked_of(question).measures
    assert (measure.how, measure.gap) == ("AVG", Gap(("orders", "ordered_on"), ("orders", "delivered_on")))


def test_a_column_that_is_only_grouped_by_is_no_figure() -> None:
    asked = asked_of("number of orders by stars")
    assert [measure.how for measure in asked.measures] == ["count"]
    assert [group.refs for group in asked.groups] == [(("items", "stars"),)]
