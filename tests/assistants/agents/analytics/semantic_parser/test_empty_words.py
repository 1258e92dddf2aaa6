"""Words that no list knows are left out where they carry nothing, and refuse a question where they may carry something."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.measures_file import store_meanings
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from fingerpost.assistants.agents.analytics.semantic_parser import empty_words, hybrid_parser


def sql(question: str, *before: str, strict: bool = False) -> str:
    """Return what the demo store is asked for."""
    return plan(question, store_allowlist(), before=before, meanings=store_meanings(), strict=strict).sql


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("honestly, how many sellers do we have", "how many sellers do we have"),
        ("oye, ¿cuántos vendedores hay?", "¿cuántos vendedores hay?"),
        ("cara, quantos pedidos em 2018?", "quantos pedidos em 2018?"),
        ("pro relatório preciso da receita por estado", "preciso da receita por estado"),
    ],
)
def test_words_that_carry_nothing_are_left_out(said: str, plain: str) -> None:
    assert sql(said) == sql(plain)


@pytest.mark.parametrize(
    "question",
    [
        "how many urgent orders in 2018",
        "revenue from vip customers by month",
        "quantos pedidos foram estornados em 2018?",
        "receita acumulada por mês",
        "productos descontinuados por categoría",
        "how many orders from Wakanda in 2018",
        "cuántos clientes nuevos en 2018",
    ],
)
def test_words_that_may_carry_something_are_not(question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        sql(question)


def test_with_every_word_empty_they_would_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """The saboteur: where nothing is asked of a word's place, an urgent order is any order."""
    monkeypatch.setattr(hybrid_parser, "empty_words", lambda question, _: frozenset(question.split()))
    assert sql("how many urgent orders in 2018") == sql("how many orders in 2018")


def test_what_rows_are_said_to_be_is_told_by_the_verb(monkeypatch: pytest.MonkeyPatch) -> None:
    """The saboteur: the networks alone take `especiales` for a word that carries nothing."""
    question = "¿cuántos pedidos son especiales?"
    assert "especiales" not in empty_words.empty_words(question, store_allowlist())
    empty_words.empty_words.cache_clear()
    monkeypatch.setattr(empty_words, "_BE", frozenset[str]())
    assert "especiales" in empty_words.empty_words(question, store_allowlist())
    monkeypatch.undo()
    empty_words.empty_words.cache_clear()


def test_a_strict_reading_leaves_nothing_out() -> None:
    with pytest.raises(NotUnderstoodError):
        sql("cara, quantos pedidos em 2018?", strict=True)


def test_of_a_share_nothing_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    question = "que porcentagem dos pedidos entregues chegou com atraso?"
    monkeypatch.setattr(hybrid_parser, "empty_words", lambda *_: frozenset(["chegou"]))
    with pytest.raises(NotUnderstoodError):
        sql(question)


def test_a_follow_up_is_an_edit_before_a_word_is_left_out() -> None:
    before = "how many items were sold in 2018?"
    assert "2018" in sql("item revenue rather than the count", before)


def test_the_networks_are_not_asked_about_a_long_question() -> None:
    """Their states of 5,000 words and all items of the store take 700 MB."""
    question = "honestly, how many sellers do we have"
    assert "honestly" in empty_words.empty_words(question, store_allowlist())
    assert empty_words.empty_words(f"{question} " * 20, store_allowlist()) == frozenset()
