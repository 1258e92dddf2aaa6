"""Everything that was read becomes one request, or is refused where it does not fit together."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from tests.assistants.agents.analytics.questions.shop import request_of


@pytest.mark.parametrize(
    "question", ["customers with more than 2 orders", "clientes com mais de 2 pedidos", "clientes con más de 2 pedidos"]
)
def test_a_condition_on_a_figure_lists_whom_it_holds_for(question: str) -> None:
    request = request_of(question)
    assert request.listed
    assert [group.refs for group in request.groups] == [(("customers", ""),)]


def test_how_many_of_them_are_counted() -> None:
    request = request_of("how many customers have more than 2 orders")
    assert (request.over, [group.refs for group in request.inner]) == ("COUNT", [(("customers", ""),)])


@pytest.mark.parametrize(
    "question", ["percent of orders closed", "percentual de pedidos closed", "porcentaje de pedidos closed"]
)
def test_the_condition_behind_a_share_is_its_part(question: str) -> None:
    request = request_of(question)
    assert request.share
    assert [where.values for where in request.numerator] == [("closed",)]
    assert request.wheres == ()


def test_two_times_that_are_compared_are_groups() -> None:
    assert [group.part for group in request_of("compare orders in 2017 and 2018").groups] == ["year"]


def test_the_difference_of_two_edges_is_one_figure() -> None:
    (measure,) = request_of("difference between the highest and the lowest weight").measures
    assert measure.how == "range"


@pytest.mark.parametrize(
    ("question", "limit"), [("which city has the most orders", 1), ("which cities have the most orders", None)]
)
def test_one_is_wanted_where_the_noun_is_one(question: str, limit: int | None) -> None:
    assert request_of(question).limit == limit


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("top 3 customers", "what the ranking goes by"),
        ("percent of customers with more than 2 orders by city", "share of groups"),
        ("average weight of orders with more than 2 items", "whose number is compared"),
        ("how much", "what is summed"),
        ("percent of orders", "of what the share is"),
    ],
)
def test_what_does_not_fit_together_is_refused(question: str, why: str) -> None:
    with pytest.raises(NotUnderstoodError, match=why):
        request_of(question)
