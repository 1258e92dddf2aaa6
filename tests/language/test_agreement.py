"""Messages that only agree or deny, in three languages, with and without accents."""

from __future__ import annotations

import pytest

from fingerpost.language.agreement import AGREEING, MOST_WORDS, answer_in

YES = """yes|Yes, please|yeah|exactly that|that's right|yes, that's what I meant|of course|that one|ok, go ahead
    sí|si|sí, eso|eso mismo|claro que sí|exacto|es eso|eso es lo que quería|por supuesto|así es|esa
    sim|isso|isso mesmo|é isso aí|exatamente|com certeza|isso que eu quis dizer|uhum|simmmm|👍|👍🏽"""
NO = """no|No.|nope|not quite|not that|no, that's wrong|that isn't what I meant|never|👎
    no, eso no|no es eso|nada de eso|no es lo que pregunté
    não|nao|não é isso|nem isso|não foi isso que eu perguntei"""
MORE = """yes, but in 2017|yes, in SP|no, only the late ones|the last one|what is that|is that right?|thanks|by state
    sí, pero en 2017|¿eso qué es?|sí, de São Paulo|solo los de mayo
    sim, mas em 2017|não, só os cancelados|isso vale para eletrônicos também?|por mês||?|…"""


@pytest.mark.parametrize("language", AGREEING)
def test_each_word_agrees_alone(language: str) -> None:
    assert {answer_in(word) for word in AGREEING[language].split()} == {"yes"}


@pytest.mark.parametrize(
    ("texts", "answer"), [(YES, "yes"), (NO, "no"), (MORE, None)], ids=["agrees", "denies", "says more"]
)
def test_what_a_message_answers(texts: str, answer: str | None) -> None:
    found = {text.strip(): answer_in(text.strip()) for line in texts.split("\n") for text in line.split("|")}
    assert {text: said for text, said in found.items() if said != answer} == {}


def test_a_long_message_says_more() -> None:
    assert answer_in("yes " * MOST_WORDS) == "yes"
    assert answer_in("yes " * (MOST_WORDS + 1)) is None
