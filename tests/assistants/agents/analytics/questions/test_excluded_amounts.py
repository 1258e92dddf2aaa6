"""An amount that a figure leaves out is neither dropped nor looked for in rows that lack it."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="plans and checks come with the extra fingerpost[analytics]")

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.measures_file import store_meanings
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError


@pytest.mark.parametrize(
    "question",
    [
        "revenue without freight in 2018",
        "faturamento por estado sem frete",
        "facturación sin flete por categoría",
        "quanto faturamos? só o preço dos itens, sem frete",
    ],
)
def test_a_figure_without_an_amount_sums_the_others(question: str) -> None:
    found = plan(question, store_allowlist(), meanings=store_meanings()).sql
    assert "SUM(order_items.price)" in found
    assert "freight" not in found


@pytest.mark.parametrize("question", ["pedidos sem frete", "average ticket without freight", "items without freight"])
def test_without_a_sum_it_is_not_clear(question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        plan(question, store_allowlist(), meanings=store_meanings())
