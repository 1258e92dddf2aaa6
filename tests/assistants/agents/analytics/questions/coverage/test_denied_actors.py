"""A denial before "by" and a name leaves that name out; it does not say that nothing was done."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.planner.measures import Meanings
from fingerpost.assistants.agents.analytics.planner.request import Measure, NotUnderstoodError, Request, Where
from fingerpost.assistants.agents.analytics.questions.coverage.coverage_check import accounted
from tests.assistants.agents.analytics.questions.shop import SHOP

ROWS = Measure("count", (("orders", ""),))
NAME, DELIVERED = (("customers", "name"),), (("orders", "delivered_on"),)
QUESTIONS = [
    'how many orders were not delivered by "Ana"?',
    'orders not delivered by "Ana"',
    '¿cuántos pedidos no fueron entregados por "Ana"?',
    'quantos pedidos não foram entregues por "Ana"?',
    'quantos pedidos não foram entregues pela "Ana"?',
]


@pytest.mark.parametrize("question", QUESTIONS)
def test_what_was_not_done_by_a_name_is_not_what_was_not_done(question: str) -> None:
    nothing = Request((ROWS,), wheres=(Where("=", NAME, ("Ana",)), Where("null", DELIVERED)))
    with pytest.raises(NotUnderstoodError) as error:
        accounted(question, nothing, SHOP, Meanings())
    assert "Ana" in " ".join(error.value.words)


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_name_can_be_left_out(question: str) -> None:
    others = Request((ROWS,), wheres=(Where("<>", NAME, ("Ana",)),))
    assert accounted(question, others, SHOP, Meanings()) == others
