"""Who asks a question is no part of it, unless something is said there that limits it."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics.planner.measures_file import store_meanings
from fingerpost.assistants.agents.analytics.questions.reader import tagged


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("The boss wants to know how many orders were late", "how many"),
        ("Desde bodega preguntan cuántos pedidos hay", "cuántos"),
        ("O diretor quer saber: quais são os estados", "quais são"),
        ("For SP, the boss asks how many orders there are", "For"),
        ("In 2018, the boss asks how many orders there are", "In"),
        ("which customers asked how many times", "which"),
        ("I want to know how many orders there are", "I want to know"),
    ],
)
def test_a_question_begins_where_it_asks(question: str, first: str) -> None:
    assert tagged(question, store_allowlist(), store_meanings())[0].words == first
