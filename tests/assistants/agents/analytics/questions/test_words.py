"""The closed words of three languages."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.questions.words import ONE, each, vocabulary


@pytest.mark.parametrize(
    ("phrase", "kind"),
    [
        ("how many", "count"),
        ("quantos", "count"),
        ("cuantos", "count"),
        ("por", "by"),
        ("more than", "gt"),
        ("mais de", "gt"),
    ],
)
def test_a_phrase_is_of_its_kind(phrase: str, kind: str) -> None:
    assert kind in {found for found, _ in vocabulary()[tuple(phrase.split())]}


@pytest.mark.parametrize(("word", "month"), [("may", 5), ("maio", 5), ("mayo", 5), ("december", 12)])
def test_months_have_their_number(word: str, month: int) -> None:
    assert ("month", month) in vocabulary()[(word,)]


def test_one_is_an_article_and_no_number() -> None:
    assert {"one", "um", "un"} <= ONE
    assert all(kind != "number" for kind, _ in vocabulary().get(("um",), ()))


def test_no_phrase_is_empty() -> None:
    assert () not in vocabulary()
    assert each(" a  b a ") == {"a", "b"}
