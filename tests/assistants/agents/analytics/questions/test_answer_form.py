"""The form of an answer: a share, a list, a ranking."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.questions.answer_form import read_answer_form
from fingerpost.assistants.agents.analytics.questions.question_target import Asked
from tests.assistants.agents.analytics.questions.shop import asked_of, assembly_of


@pytest.mark.parametrize(
    "question", ["percent of orders closed", "percentual de pedidos closed", "porcentaje de pedidos closed"]
)
def test_a_share_is_asked_for(question: str) -> None:
    asked = asked_of(question)
    assert asked.percent
    assert not asked.listing


@pytest.mark.parametrize("question", ["which customers", "quais clientes", "¿qué clientes?"])
def test_a_list_is_asked_for(question: str) -> None:
    asked = asked_of(question)
    assert asked.listing
    assert not asked.percent


@pytest.mark.parametrize(
    ("question", "rank"), [("top 3 cities by revenue", "desc"), ("bottom 3 cities by revenue", "asc")]
)
def test_a_ranking_has_a_direction(question: str, rank: str) -> None:
    assert asked_of(question).rank == rank


def test_only_the_words_for_the_form_are_taken() -> None:
    asked = Asked(assembly_of("list the customers by city"))
    read_answer_form(asked)
    assert [mark.words for mark in asked.assembly.marks] == ["customers", "by", "city"]
