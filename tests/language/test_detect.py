"""Which language a person writes in, short messages and missing accents included."""

from __future__ import annotations

import pytest

from fingerpost.language.detect import language_of

TEXTS = {
    "en": "what does addVar do?|as a list|no thanks|explain this|in fewer words|hello|how many calls have I made?",
    "es": "no entiendo|hola|gracias|y el plan?|en menos palabras|cuántas llamadas llevo?|buenos días|otra vez|qué hace addVar?",
    "pt": "obrigado|olá|bom dia|e o plano?|quantas chamadas eu fiz?|o que faz o addVar?|de novo|não entendi|em menos palavras",
}


@pytest.mark.parametrize(
    ("language", "text"), [(name, text) for name, texts in TEXTS.items() for text in texts.split("|")]
)
def test_language_of(language: str, text: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize("text", ["", "123", "addVar", "😀"])
def test_what_tells_nothing_is_english(text: str) -> None:
    assert language_of(text) == "en"
