"""One form for all forms of a word, and marks that can be several things."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.questions.lexicon import Mark, Meaning, stem


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("order", "orders"),
        ("city", "cities"),
        ("pedido", "pedidos"),
        ("avaliacao", "avaliacoes"),
        ("ciudad", "ciudades"),
        ("unidade", "unidades"),
    ],
)
def test_singular_and_plural_are_one(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize(("one", "other"), [("status", "state"), ("preco", "prazo"), ("total", "totem")])
def test_different_words_stay_different(one: str, other: str) -> None:
    assert stem(one) != stem(other)


def test_a_mark_gives_the_first_kind_that_is_asked_for() -> None:
    mark = Mark("paid", 0, 1, (Meaning("column"), Meaning("value", value="paid")))
    assert mark.of("value", "column") == Meaning("value", value="paid")
    assert mark.of("table") is None
    assert mark.kinds == {"column", "value"}
