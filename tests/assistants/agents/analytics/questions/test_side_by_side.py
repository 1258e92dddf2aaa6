"""What is put side by side is told apart from what holds for all, in three languages; doubt is refused."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.planner.named_tables import writer_of
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from fingerpost.assistants.agents.analytics.questions import side_by_side
from tests.assistants.agents.analytics.questions.shop import FIGURES, SHOP, request_of

YEARS = [(("2017-01-01", "2018-01-01"),), (("2018-01-01", "2019-01-01"),)]


@pytest.mark.parametrize(
    "question",
    [
        "growth of revenue from 2017 to 2018",
        "revenue growth 2018 against 2017",
        "quanto cresceu o faturamento de 2017 para 2018",
        "cuánto creció la facturación de 2017 a 2018",
        "crescimento do faturamento entre 2017 e 2018",
    ],
)
def test_growth_is_from_the_earlier_time_to_the_later(question: str) -> None:
    request = request_of(question)
    assert (request.change, [side.whens[0].spans for side in request.sides]) == ("growth", YEARS)
    assert (request.whens, request.groups) == ((), ())


@pytest.mark.parametrize(
    "question",
    [
        "growth of revenue from January to March 2018 against the same period of 2017",
        "crescimento do faturamento de janeiro a março de 2018 contra o mesmo período de 2017",
        "crecimiento de la facturación de enero a marzo de 2018 contra el mismo período de 2017",
    ],
)
def test_the_same_part_of_another_year(question: str) -> None:
    spans = [side.whens[0].spans[0] for side in request_of(question).sides]
    assert spans == [("2017-01-01", "2017-04-01"), ("2018-01-01", "2018-04-01")]


@pytest.mark.parametrize(
    "question",
    [
        "growth of revenue by month in 2018",
        "revenue growth in 2018 for each month against the previous month",
        "crescimento do faturamento mês a mês em 2018",
        "crecimiento mensual de la facturación en 2018",
    ],
)
def test_growth_by_month_is_against_the_month_before(question: str) -> None:
    request = request_of(question)
    assert (request.change, request.sides, [group.part for group in request.groups]) == ("growth", (), ["month"])
    assert [when.spans for when in request.whens] == [YEARS[1]]


def test_the_difference_of_a_share_is_that_of_the_later_time() -> None:
    request = request_of("by how many percentage points did the share of orders closed change from 2017 to 2018")
    assert (request.change, request.share) == ("difference", True)
    assert [side.words for side in request.sides] == ["2018", "2017"]


@pytest.mark.parametrize("question", ["revenue in 2017 vs 2018", "faturamento em 2017 contra 2018"])
def test_a_versus_between_two_times_compares_them(question: str) -> None:
    """They were added together."""
    assert [group.part for group in request_of(question).groups] == ["year"]


def test_times_that_are_no_whole_years_or_months_are_sides() -> None:
    request = request_of("compare revenue in the first quarter of 2018 with the second quarter of 2018")
    assert [side.words for side in request.sides] == ["2018-01 – 2018-03", "2018-04 – 2018-06"]
    assert request.change == ""


@pytest.mark.parametrize(
    "question",
    [
        "compare the average weight of orders open and orders closed",
        "compara el peso medio de pedidos open con los closed",
    ],
)
def test_values_that_are_compared_are_shown_each(question: str) -> None:
    request = request_of(question)
    shown = [ref for group in request.groups for ref in group.refs]
    assert shown == [("orders", "status")] or [side.words for side in request.sides] == ["open", "closed"]


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("growth of revenue", "from when to when"),
        ("growth of revenue in 2018", "from when to when"),
        ("growth of revenue by week in 2018", "from when to when"),
        ("growth of revenue since 2017 and until 2018", "begins and ends"),
        ("compare revenue", "what is compared with what"),
        ("which 3 customers had the largest growth in revenue from 2017 to 2018", "in percent is meant"),
    ],
)
def test_doubt_is_refused(question: str, why: str) -> None:
    with pytest.raises(NotUnderstoodError, match=why):
        request_of(question)


def test_saboteur_sides_that_are_not_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without them the two times are one stretch, and nothing grows."""
    monkeypatch.setattr(side_by_side, "_times", lambda *_: None)
    with pytest.raises(NotUnderstoodError):
        request_of("growth of revenue from 2017 to 2018")


@pytest.mark.parametrize(
    ("question", "limit"),
    [
        ("which status has the most orders in each city", 1),
        ("top 2 customers by revenue in each city", 2),
        ("os 2 clientes com maior faturamento em cada cidade", 2),
        ("los 2 clientes con mayor facturación en cada ciudad", 2),
    ],
)
def test_the_first_in_each_group(question: str, limit: int) -> None:
    request = request_of(question)
    assert [group.refs for group in request.within] == [(("customers", "city"),)]
    assert (len(request.groups), request.limit, request.order) == (1, limit, "desc")


def test_the_first_in_each_of_the_values_that_are_named() -> None:
    request = request_of("top 2 customers by revenue in each of Porto and Lima")
    assert [group.refs for group in request.within] == [(("customers", "city"),)]
    assert [where.values for where in request.wheres] == [("Porto", "Lima")]


@pytest.mark.parametrize(
    "question", ["average number of items per order by city", "média de itens por pedido por cidade"]
)
def test_an_average_of_rows_by_group(question: str) -> None:
    request = request_of(question)
    assert (request.over, [group.refs for group in request.inner]) == ("AVG", [(("orders", ""),)])
    assert [group.refs for group in request.groups] == [(("customers", "city"),)]


def test_of_what_is_left_out_for_lacking_something() -> None:
    """The rows that lack it were asked for before."""
    request = request_of("average weight of orders, excluding orders with no items")
    statement = writer_of(request, SHOP, FIGURES, "sqlite").statement.sql()
    assert " IN (SELECT items.order_id FROM items)" in statement
