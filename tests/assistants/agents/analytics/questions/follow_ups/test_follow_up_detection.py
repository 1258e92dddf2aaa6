"""Whether a question leans on the one before, in three languages."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.questions.follow_ups.follow_up_detection import Standing, standing
from fingerpost.assistants.agents.analytics.questions.tokens import tokens
from tests.assistants.agents.analytics.questions.shop import FIGURES, SHOP


@pytest.mark.parametrize(
    "question",
    [
        "and in Porto?",
        "e em Porto?",
        "¿y en Porto?",
        "only the closed ones",
        "what's the total they paid",
        "são quantos pedidos?",
        "cuántos pedidos son",
        "quantos têm mais de 2 estrelas?",
        "how many have a name?",
        "cuántos artículos tuvieron ese año",
        "quantos clientes há lá?",
        "count only orders of Porto",
        "ordena do maior para o menor",
        "sort from most to least",
    ],
)
def test_what_points_or_leaves_out_its_noun_leans(question: str) -> None:
    assert standing(question, SHOP, FIGURES) is Standing.LEANS


@pytest.mark.parametrize(
    "question",
    [
        "how many orders are there in Porto?",
        "quantos pedidos temos em Porto?",
        "¿cuántos pedidos hay en Porto?",
        "quanto é o faturamento de 2018",
        "which city has the most customers?",
    ],
)
def test_a_whole_question_does_not(question: str) -> None:
    assert standing(question, SHOP, FIGURES) is Standing.WHOLE


@pytest.mark.parametrize(
    "question",
    [
        "top 5 cities by number of orders",
        "orders by month of Porto",
        "pedidos por cidade, por favor",
        "closed orders: how many are they",
        "which cities are there, and how many customers in each of those?",
        "revenue of orders of Porto in 2018",
    ],
)
def test_a_question_is_whole_that_can_be_read_alone_and_points_at_nothing_outside_it(question: str) -> None:
    assert standing(question, SHOP, FIGURES) is Standing.WHOLE


@pytest.mark.parametrize(
    "question",
    [
        "for orders above 300",
        "pros pedidos de Porto",
        "closed orders only please",
        "split by city of the customer",
        "how many customers in each of those?",
        "how many orders are they",
        "list those by city: most first please",
        "R|¼",
    ],
)
def test_a_part_of_a_question_leans_though_it_can_be_read_alone(question: str) -> None:
    assert standing(question, SHOP, FIGURES) is Standing.LEANS


def test_rows_with_a_condition_may_be_a_question_or_what_is_left_of_the_one_before() -> None:
    assert standing("orders from customers in Porto", SHOP, FIGURES) is Standing.EITHER


@pytest.mark.parametrize(
    "question", ["how many orders does he have?", "quantos pedidos ela fez?", "how many orders has she placed"]
)
def test_a_pronoun_of_one_person_points_at_what_was_spoken_of(question: str) -> None:
    assert standing(question, SHOP, FIGURES) is Standing.LEANS


def test_a_question_for_an_e_mail_is_no_and() -> None:
    assert tokens("e-mail de Ana")[0].text == "email"
    assert tokens("E-Mail for Ana")[0].text == "email"
