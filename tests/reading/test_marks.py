"""What is known about the words of a message before it is read."""

from __future__ import annotations

from datetime import date

import pytest

from fingerpost.reading.marks import MARKS, mark, only_points


def marks_of(text: str, word: str) -> set[str]:
    marked = mark(text, ["Golden Temple"], ["Ana"], date(2026, 11, 16))
    place = next(n for n, one in enumerate(marked.words) if one.text == word)
    return {MARKS[n] for n in marked.marks[place]}


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("pay 12 euros", "12", "B:money"), ("pagué veinte euros", "veinte", "B:money"),
        ("day 2", "day", "B:daynum"), ("mañana", "mañana", "B:date"), ("na sexta-feira", "sexta", "I:date"),
        ("the golden temple", "golden", "B:item"), ("the temple", "temple", "B:item~"), ("for Ana", "Ana", "B:person"),
        ("the second one", "second", "B:ord"), ("four stars", "stars", "star"), ("isso", "isso", "pron"),
        ("40 %", "%", "pct"), ("why?", "?", "quest"), ("yo pago", "yo", "self"),
    ],
)  # fmt: skip
def test_words_are_marked(text: str, word: str, expected: str) -> None:
    assert expected in marks_of(text, word)


@pytest.mark.parametrize("word", ["me", "nos", "conmigo", "comigo", "nosotros", "nós", "us"])
def test_words_for_who_types_are_marked(word: str) -> None:
    assert "self" in marks_of(f"gaste 5 {word}", word)


def test_a_gente_is_who_types_only_together() -> None:
    assert {"self"} <= marks_of("a gente pagou", "a") & marks_of("a gente pagou", "gente")
    assert "self" not in marks_of("tira a samambaia", "a")
    assert "self" not in marks_of("muita gente veio", "gente")
    assert only_points("a gente")
    assert not only_points("gente")


def test_a_message_without_words_has_no_marks() -> None:
    assert mark("", [], [], date(2026, 1, 1)).marks == []


def test_pointing_names_nothing() -> None:
    assert only_points("the first two")
    assert only_points("esos dos")
    assert not only_points("the museum")
