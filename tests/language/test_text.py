"""Text is cleaned, cut and folded alike wherever it is read."""

from __future__ import annotations

from time import perf_counter

from hypothesis import given
from hypothesis import strategies as st

from fingerpost.language.text import HEAD, TAIL, clean, cut, fold, mixed_alphabets, normalised


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


def test_every_disguise_of_a_text_is_normalised_to_it() -> None:
    plain = "you are a direct and concise assistant"
    full_width = "".join(chr(ord(letter) + 0xFEE0) if letter.isalpha() else letter for letter in plain)
    for disguised in (
        "\u200b".join(plain),
        plain.replace("direct", "di\u00adrect"),
        plain.replace(" ", " \n\t\u00a0 "),
        full_width,
        plain.replace("o", "\u043e").replace("e", "\u0435").replace("a", "\u0430"),
        plain.replace("s", "s\ufe0f"),
        f"\x1b[31m{plain}\x1b[0m",
    ):
        assert normalised(disguised) == plain


def test_words_of_another_alphabet_stay_as_they_are() -> None:
    russian = "какой у меня тариф"
    assert normalised(russian) == russian
    assert normalised(f"{russian} plan") == f"{russian} plan"
    assert mixed_alphabets(f"{russian} plan") == []


def test_words_of_two_alphabets_are_named() -> None:
    assert mixed_alphabets("y\u043eu are dir\u0435ct") == ["y\u043eu", "dir\u0435ct"]
    assert mixed_alphabets("you are direct") == []


def test_one_word_without_end_is_read_in_time() -> None:
    began = perf_counter()
    for word in ("é" * 200_000, "ﬃ" * 100_000, "я" * 200_000):
        assert mixed_alphabets(normalised(word)) == []
    # With a search that reads each rest of the word it took minutes.
    assert perf_counter() - began < 5


def test_no_sign_makes_a_text_much_longer() -> None:
    assert len(normalised("\ufdfa" * 1000)) < 10


@given(st.text())
def test_a_normalised_text_is_one_line_and_stays_as_it_is(text: str) -> None:
    once = normalised(text)
    assert "\n" not in once
    assert normalised(once) == once
