"""Texts that surely refer to nothing before them, and those about which this is not certain."""

from __future__ import annotations

import pytest

from fingerpost.audit.self_contained import is_self_contained


@pytest.mark.parametrize(
    "text",
    [
        "write an endpoint to hash a password",
        "escribe un endpoint que sume dos números",
        "como declaro uma variável global na função",
        "how many api calls have I made today",
    ],
)
def test_a_text_with_a_subject_and_no_pointing_word_is(text: str) -> None:
    assert is_self_contained(text)


@pytest.mark.parametrize(
    "text",
    [
        "and for lists?",
        "now do the same thing with two more parameters please",
        "puedes explicármelo con un ejemplo de código corto",
        "e como fica isso com uma lista de números grandes",
        "can you translate what you said about the quota into Spanish?",
        "addVar",
        "",
    ],
)
def test_a_short_or_pointing_text_may_not_be(text: str) -> None:
    assert not is_self_contained(text)
