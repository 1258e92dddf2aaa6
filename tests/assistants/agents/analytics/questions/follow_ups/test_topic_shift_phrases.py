"""Words that leave what was spoken of, and words that only look like them."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.measures_file import store_meanings
from fingerpost.assistants.agents.analytics.questions.follow_ups.topic_shift_phrases import new_topic


@pytest.mark.parametrize(
    ("question", "rest"),
    [
        ("outra coisa: quantos pedidos?", "quantos pedidos?"),
        ("¡Otra pregunta! ¿cuántos pedidos hay?", "¿cuántos pedidos hay?"),
        ("Different thing - how many orders?", "how many orders?"),
        ("Mudando de assunto, quantos pedidos?", "quantos pedidos?"),
        ("cambiando de tema cuántos pedidos hay", "cuántos pedidos hay"),
    ],
)
def test_an_opening_is_taken_off(question: str, rest: str) -> None:
    assert new_topic(question) == rest


@pytest.mark.parametrize(
    "question",
    [
        "outra categoria: eletrônicos",
        "new topics per month",
        "another thing we sell is tea",
        "e por estado, outra coisa",
    ],
)
def test_what_opens_nothing_is_left_alone(question: str) -> None:
    assert new_topic(question) == ""


def test_a_new_topic_leaves_the_questions_before_behind() -> None:
    """The same words without the opening would keep the time of the question before, or ask about it."""

    def sql(question: str, *before: str) -> str:
        return plan(question, store_allowlist(), meanings=store_meanings(), before=before).sql

    alone = sql("How many sellers in SP?")
    assert sql("another question: how many sellers in SP?", "how many orders by xyzzy in 2017?") == alone
    assert sql("and in RJ?", "orders in 2017", "another topic: how many sellers in SP?") == sql(
        "how many sellers in RJ?"
    )
