"""The nouns of a question: what it is about, and what is shown beside it."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from tests.assistants.agents.analytics.questions.shop import asked_of


@pytest.mark.parametrize("question", ["list the customers", "quais clientes", "lista los clientes"])
def test_the_first_noun_is_what_the_question_is_about(question: str) -> None:
    subject = asked_of(question).subject
    assert subject is not None
    assert subject.refs == (("customers", ""),)


def test_columns_of_rows_are_shown_beside_them() -> None:
    asked = asked_of("name and city of the customers")
    assert asked.subject is not None
    assert asked.subject.refs == (("customers", ""),)
    assert [group.refs for group in asked.groups] == [(("customers", "city"),)]


def test_a_column_behind_its_table_is_one_noun() -> None:
    subject = asked_of("list the customer cities").subject
    assert subject is not None
    assert subject.refs == (("customers", "city"),)


@pytest.mark.parametrize("question", ["top 3 customers by revenue", "top 3 clientes por faturamento"])
def test_a_number_before_a_noun_is_a_limit(question: str) -> None:
    assert asked_of(question).limit == 3
