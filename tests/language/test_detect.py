"""Which language a person writes in, short messages and missing accents included."""

from __future__ import annotations

import pytest

from fingerpost.language.detect import detected_language, language_of, sure_language

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


@pytest.mark.parametrize(
    ("text", "language"),
    [("total charged per brand", "en"), ("total by city", "en"), ("receita total", "pt"), ("total do mês", "pt")],
)
def test_an_english_total_is_told_by_the_words_around_it(text: str, language: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("cuantos pedidos llevan artículos de tres o mas vendedores", "es"),
        ("personas o empresas que compraron lo mismo dos veces", "es"),
        ("quien atendio a los clientes de Porto", "es"),
        ("clientes que nunca pediram troca", "pt"),
        ("Que fregueses nunca compraram peixe?", "pt"),
        ("quilos vendidos por trabalhador", "pt"),
    ],
)
def test_spelling_tells_spanish_and_portuguese_apart_where_small_words_do_not(text: str, language: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize("text", ["", "123", "addVar", "😀"])
def test_what_tells_nothing_is_english(text: str) -> None:
    assert language_of(text) == "en"


@pytest.mark.parametrize("text", ["me han quitado puntos", "no", "multas"])
def test_words_that_english_shares_do_not_make_a_text_english(text: str) -> None:
    assert detected_language(text) is None


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("how do I renew my passport", "en"),
        ("dónde queda la panadería", "es"),
        ("posso pagar com pix", "pt"),
        ("entregan a domicilio?", None),
        ("aceptan tarjeta", None),
        ("com los", None),
        ("", None),
    ],
)
def test_a_language_is_sure_only_by_what_no_other_has(text: str, language: str | None) -> None:
    assert sure_language(text) == language
