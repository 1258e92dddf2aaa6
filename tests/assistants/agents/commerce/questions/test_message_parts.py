"""The questions of a message, and what is told before them."""

from __future__ import annotations

import pytest

from fingerpost.assistants.agents.commerce.questions.message_parts import asks, split_questions


@pytest.mark.parametrize(
    ("message", "parts"),
    [
        ("who packed it and on what day was it", ["who packed it", "on what day was it"]),
        ("¿cuándo vence y qué recargo hay?", ["¿cuándo vence", "qué recargo hay"]),
        ("dile que y que no falta nada", ["dile que y que no falta nada"]),
        ("total e em que mesa ficamos", ["total", "em que mesa ficamos"]),
    ],
)
def test_a_message_is_split_before_each_question(message: str, parts: list[str]) -> None:
    assert split_questions(message) == parts


def test_what_is_told_asks_nothing() -> None:
    assert asks("de qué barro es")
    assert asks("And where is it")
    assert not asks("I want to give the kettle back")


@pytest.mark.parametrize(
    "question", ["cuando y donde lo entregan", "quando e onde entregam", "when and where is it due"]
)
def test_two_question_words_of_one_thing_are_one_question(question: str) -> None:
    assert split_questions(question) == [question]


@pytest.mark.parametrize("question", ["cuanto es y que dia lo pasan", "quanto é e que dia vence"])
def test_what_day_is_another_question_without_its_accent(question: str) -> None:
    assert len(split_questions(question)) == 2


@pytest.mark.parametrize("question", ["cuántos llegaron y de qué lote", "quantas vêm e de qual caixa"])
def test_of_which_one_is_another_question(question: str) -> None:
    assert len(split_questions(question)) == 2
