"""What a follow-up takes out of its words before it is read: filters and groups that go, numbers, orders."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.planner.measures import Named
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from fingerpost.assistants.agents.analytics.questions.follow_ups.follow_up_edits import Edit, Said, read_edits
from fingerpost.assistants.agents.analytics.questions.parse_state import Assembly
from fingerpost.assistants.agents.analytics.questions.reader import known_marks
from tests.assistants.agents.analytics.questions.shop import FIGURES, SHOP, request_of


def _edit(before: str, question: str) -> tuple[Edit, Said]:
    edit = Edit(request_of(before), Assembly(known_marks(question, SHOP, FIGURES), SHOP, FIGURES))
    return edit, read_edits(edit)


@pytest.mark.parametrize(
    "question", ["only where there are more than 10", "só onde tem mais de 10", "solo con más de 10"]
)
def test_a_comparison_of_nothing_is_of_the_figure_of_each_group(question: str) -> None:
    edit, said = _edit("how many orders by city", question)
    assert said.compared is not None
    assert (said.compared.how, said.compared.values) == (">", (10.0,))
    assert said.compared.measure == edit.found.measures[0]


def test_a_comparison_of_something_that_is_named_is_left_alone() -> None:
    _, said = _edit("how many orders by city", "only with a weight of more than 10")
    assert said.compared is None


def test_another_number_takes_the_place_of_the_one_compared() -> None:
    edit, _ = _edit("how many items have 2 stars", "and 3?")
    assert [(where.how, where.values) for where in edit.found.wheres] == [("=", (3.0,))]


@pytest.mark.parametrize("question", ["without splitting by city", "sem separar por cidade", "sin separar por ciudad"])
def test_a_group_can_go(question: str) -> None:
    edit, _ = _edit("how many orders by city", question)
    assert edit.found.groups == ()


def test_a_group_that_is_not_there_cannot_go() -> None:
    with pytest.raises(NotUnderstoodError, match="not grouped so"):
        _edit("how many orders by month", "without splitting by city")


@pytest.mark.parametrize("question", ["o mais caro primeiro", "el más caro primero"])
def test_an_order_is_heard(question: str) -> None:
    dear = Named("dear", ("mais caro", "más caro"), amount="items.price", usual="MAX", order="desc")
    figures = replace(FIGURES, measures=(*FIGURES.measures, dear))
    marks = known_marks(question, SHOP, figures)
    assert read_edits(Edit(request_of("how many orders by city"), Assembly(marks, SHOP, figures))).order == "desc"


def test_the_first_of_an_order_keep_it() -> None:
    assert _edit("how many orders by city", "just the first three")[1].first
    assert not _edit("how many orders by city", "just the three highest")[1].first


def test_what_is_added_to_a_figure_is_not_guessed() -> None:
    with pytest.raises(NotUnderstoodError, match="the whole figure"):
        _edit("total value of orders by city", "somando o peso")


def test_all_rows_of_a_table_are_no_groups_of_one_row_each() -> None:
    """`all` lets a column be whatever it is; a table that is named like its key is no such column."""
    _, said = _edit("how many orders by city", "as a % of all orders")
    assert said.whole is None
