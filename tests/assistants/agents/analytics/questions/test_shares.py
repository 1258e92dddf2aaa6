"""What part of a whole is asked for: of the first together, of those a condition holds for, of each that is compared."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from tests.assistants.agents.analytics.questions.shop import request_of


@pytest.mark.parametrize(
    "question",
    [
        "what share of revenue comes from the top 3 customers",
        "que porcentagem do faturamento vem dos 3 maiores clientes",
    ],
)
def test_the_share_of_the_first_together(question: str) -> None:
    request = request_of(question)
    assert (request.share, request.limit, [group.refs for group in request.inner]) == (True, 3, [(("customers", ""),)])


@pytest.mark.parametrize(
    "question",
    [
        "what percentage of customers have more than 2 orders",
        "que porcentagem dos clientes tem mais de 2 pedidos",
        "qué porcentaje de los clientes tiene más de 2 pedidos",
    ],
)
def test_the_share_of_those_a_condition_on_a_figure_holds_for(question: str) -> None:
    request = request_of(question)
    assert (request.share, len(request.having), [group.refs for group in request.inner]) == (
        True,
        1,
        [(("customers", ""),)],
    )


@pytest.mark.parametrize("question", ["percent of orders closed in Porto versus Lima"])
def test_a_share_that_is_compared_is_by_group(question: str) -> None:
    request = request_of(question)
    assert [where.values for where in request.numerator] == [("closed",)]
    assert [group.refs for group in request.groups] == [(("customers", "city"),)]


@pytest.mark.parametrize(
    "question",
    ["share of revenue from Porto and Lima together", "que porcentagem do faturamento vem de Porto e Lima juntos"],
)
def test_the_share_of_several_values_together(question: str) -> None:
    request = request_of(question)
    assert [where.values for where in request.numerator] == [("Porto", "Lima")]
    assert (request.share, request.groups) == (True, ())


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("share of orders in Porto versus Lima", "of what the share is"),
        ("percent of customers with more than 2 orders by city", "share of groups"),
    ],
)
def test_doubt_is_refused(question: str, why: str) -> None:
    with pytest.raises(NotUnderstoodError, match=why):
        request_of(question)


def test_an_only_says_of_what_the_share_is() -> None:
    """The last condition was the part, wherever the "only" stood."""
    request = request_of("what share of orders has weight above 5, closed orders only")
    assert [where.values for where in request.wheres] == [("closed",)]
