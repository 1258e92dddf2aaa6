"""Whether a question leans on the one before, in three languages."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.questions.leaning import leans
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
    assert leans(question, SHOP, FIGURES)


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
    assert not leans(question, SHOP, FIGURES)
