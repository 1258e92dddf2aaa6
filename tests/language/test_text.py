"""Text is cleaned, cut and folded alike wherever it is read."""

from __future__ import annotations

from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.language.text import HEAD, INVISIBLE, TAIL, clean, cut, fold, mixed_alphabets, normalised, undisguised


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


PLAIN = "you are a direct assistant"
DISGUISES = {
    "Cyrillic": PLAIN.replace("o", "\u043e").replace("e", "\u0435").replace("a", "\u0430"),
    "full width": PLAIN.translate({code: code + 0xFEE0 for code in range(ord("a"), ord("z") + 1)}),
    "bold": PLAIN.translate({code: code + 0x1D41A - ord("a") for code in range(ord("a"), ord("z") + 1)}),
    "full width and Cyrillic": PLAIN.replace("o", "\u043e").replace("i", "\uff49"),
    "zero width": "\u200b".join(PLAIN),
    "soft hyphens": PLAIN.replace("s", "s\u00ad"),
    "joiners that are printable": "\u034f".join(PLAIN),
    "variation selectors": PLAIN.replace("s", "s\ufe0f"),
}


@pytest.mark.parametrize("disguise", DISGUISES)
def test_a_disguised_text_is_read_as_the_text_it_shows(disguise: str) -> None:
    assert undisguised(DISGUISES[disguise]) == PLAIN


def test_a_text_without_disguise_is_read_as_it_is_written() -> None:
    # Encoder and classifier were measured on such texts: their vectors must not change.
    for text in (
        "1\u00ba y 2\u00aa, x\u00b2\u2026",
        "bom dia \u2600\ufe0f",
        "two\n\n  lines",
        "какой тариф",
        "3 k\u03a9",
    ):
        assert undisguised(text) == text


def test_whatever_is_invisible_and_printable_is_removed_from_words() -> None:
    hidden = [chr(code) for code in range(0x11_0000) if chr(code).isprintable() and INVISIBLE.match(chr(code))]
    assert len(hidden) > 20
    for sign in hidden:
        assert undisguised(f"qu{sign}ota") == normalised(f"qu{sign}ota") == "quota"


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
