"""Text is cleaned, cut and folded alike wherever it is read."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fingerpost.language.text import HEAD, TAIL, clean, cut, fold


def test_fold_drops_case_and_accents() -> None:
    assert fold("¿Cuántas LLAMADAS? Não, ação") == "¿cuantas llamadas? nao, acao"


def test_a_long_text_keeps_its_head_and_its_tail() -> None:
    text = "a" * 5000 + "the question"
    short, was_cut = cut(text)
    assert was_cut
    assert short.startswith("a" * HEAD)
    assert short.endswith("the question")
    assert len(short) <= HEAD + TAIL + 3


def test_a_short_text_is_left_alone() -> None:
    assert cut("hello") == ("hello", False)


@given(st.text(st.characters()))
def test_cleaned_text_can_always_be_encoded(text: str) -> None:
    clean(text).encode("utf-8")


@given(st.text())
def test_folding_twice_changes_nothing_for_plain_letters(text: str) -> None:
    plain = "".join(c for c in text if c.isascii())
    assert fold(fold(plain)) == fold(plain)
