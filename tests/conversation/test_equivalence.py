"""Two messages that ask the same: politeness may differ, and nothing that may matter."""

from __future__ import annotations

import pytest

from fingerpost.conversation.equivalence import are_equivalent


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("please add a lamp", "Add a lamp"), ("what's the total?", "what is the total"), ("hola, qué es esto", "que es esto"),
        ("bom dia, o que é um laço", "o que é um laço?"), ("add a lamp, thanks", "add a lamp"),
        ("muéstrame el código", "muéstrame el codigo"),
    ],
)  # fmt: skip
def test_politeness_and_capitals_do_not_matter(one: str, other: str) -> None:
    assert are_equivalent(one, other)
    assert are_equivalent(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("add a lamp", "don't add a lamp"), ("from A to B", "from B to A"), ("5 lamps", "6 lamps"), ("add lamp", "add lamps"),
        ("add a lamp", "add a lamp?"), ("translate please", "translate"), ("el papá", "el papa"), ("", ""), ("please", "hi"),
    ],
)  # fmt: skip
def test_every_word_figure_and_sign_may_matter(one: str, other: str) -> None:
    assert not are_equivalent(one, other)
