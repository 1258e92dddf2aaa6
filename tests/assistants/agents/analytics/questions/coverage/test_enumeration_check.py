"""What a question names in a row has its part in the request, or the question is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.measures_file import store_meanings
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from fingerpost.assistants.agents.analytics.questions.coverage.coverage_check import accounted
from fingerpost.assistants.agents.analytics.questions.reader import read_question


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("per state: orders, customers and revenue", "orders"),
        ("pedidos, faturamento e ticket médio por estado", "pedidos"),
        ("pedido mais caro de 2018 e seu cliente", "cliente"),
        ("payments by type with the average value and the highest one", "average"),
        ("estados con más ventas que frete", "ventas que frete"),
        ("late orders and total orders by state", "total"),
    ],
)
def test_what_has_no_part_is_named(question: str, word: str) -> None:
    with pytest.raises(NotUnderstoodError) as refusal:
        plan(question, store_allowlist(), meanings=store_meanings())
    assert word in " ".join(refusal.value.words)


@pytest.mark.parametrize(
    ("question", "columns"),
    [
        ("pedidos e faturamento por estado", ("COUNT(*)", "SUM(order_items.price)")),
        ("orders, revenue and average score by state", ()),
        ("which sellers sold more than 20 items, with the revenue of each", ("COUNT(*)", "SUM(order_items.price)")),
        ("lista de vendedores de MG com cidade e CEP", ("seller_city", "seller_zip_code_prefix")),
        ("the 3 heaviest products with category", ("product_category_name", "product_weight_g")),
    ],
)
def test_what_has_its_part_is_answered(question: str, columns: tuple[str, ...]) -> None:
    """Or refused, never answered with less."""
    try:
        sql = plan(question, store_allowlist(), meanings=store_meanings()).sql
    except NotUnderstoodError:
        assert not columns
        return
    assert columns
    assert all(column in sql for column in columns)


@pytest.mark.parametrize("question", ["pedidos e faturamento por estado", "orders and revenue by month"])
def test_a_request_that_lost_a_figure_is_noticed(question: str) -> None:
    """Whoever reads a question, what it drops of an enumeration is missed."""
    allowlist, meanings = store_allowlist(), store_meanings()
    request = read_question(question, allowlist, meanings)
    assert accounted(question, request, allowlist, meanings) == request
    for kept in request.measures:
        with pytest.raises(NotUnderstoodError):
            accounted(question, replace(request, measures=(kept,)), allowlist, meanings)
