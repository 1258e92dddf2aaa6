"""Rankings: the most, the least, and what they go by."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from tests.assistants.agents.analytics.questions.shop import asked_of


@pytest.mark.parametrize(
    "question", ["which city has the most orders?", "qual cidade tem mais pedidos?", "¿qué ciudad tiene más pedidos?"]
)
def test_the_most_rows_are_counted(question: str) -> None:
    asked = asked_of(question)
    assert (asked.rank, asked.single) == ("desc", True)
    assert [(measure.how, measure.refs) for measure in asked.measures] == [("count", (("orders", ""),))]


@pytest.mark.parametrize(
    "question",
    ["which city has the fewest orders?", "qual cidade tem menos pedidos?", "¿qué ciudad tiene menos pedidos?"],
)
def test_the_fewest_are_ranked_the_other_way(question: str) -> None:
    assert asked_of(question).rank == "asc"


@pytest.mark.parametrize("question", ["the most expensive item", "o item mais caro", "el artículo más caro"])
def test_an_adjective_ranks_by_its_column(question: str) -> None:
    (measure,) = asked_of(question).measures
    assert (measure.how, measure.refs) == ("MAX", (("items", "price"),))


@pytest.mark.parametrize("question", ["biggest order", "o maior pedido", "el mayor pedido"])
def test_the_biggest_row_alone_is_what_it_comes_to(question: str) -> None:
    asked = asked_of(question)
    assert [(measure.how, measure.refs) for measure in asked.measures] == [("MAX", (("orders", "total_value"),))]
    assert asked.rank == ""


def test_a_superlative_of_nothing_is_refused() -> None:
    with pytest.raises(NotUnderstoodError, match="what this is of"):
        asked_of("revenue most")
