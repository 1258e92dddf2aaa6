"""A phrase is chosen by the language of a text."""

from __future__ import annotations

import pytest

from fingerpost.language.phrases import phrase_for

PHRASES = {"en": "hello", "es": "hola", "pt": "olá"}


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("what is the total of my order?", "hello"),
        ("¿cuánto es el total de mi pedido?", "hola"),
        ("cuanto es el total de mi pedido", "hola"),
        ("qual é o total do meu pedido?", "olá"),
        ("nao sei quanto foi o total da minha nota", "olá"),
        ("", "hello"),
    ],
)
def test_the_phrase_is_in_the_language_of_the_text(text: str, phrase: str) -> None:
    assert phrase_for(PHRASES, text) == phrase
