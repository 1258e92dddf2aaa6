"""The plain form of a text: what it looks like, and where each of its characters stood."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.observability import redaction
from fingerpost.observability.redaction import redact
from fingerpost.observability.redaction.plain_text import plain_text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("hello", "hello"), ("contraseña é", "contrasena e"), ("contrasen\u0303a", "contrasena"), ("１２３", "123"),
        ("a\u200bb\u00adc", "abc"), ("612\u00a0345", "612 345"), ("612–345", "612-345"), ("𝟒𝟏𝟏𝟏", "4111"), ("ﬁn", "fin"),
        ("漢字 é", "漢字 e"), ("“a”", '"a"'),
    ],
)  # fmt: skip
def test_a_text_is_read_as_it_looks(text: str, plain: str) -> None:
    assert plain_text(text)[0] == plain


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=40))
def test_each_character_has_its_place(text: str) -> None:
    plain, places = plain_text(text)
    if places is None:
        assert len(plain) == len(text)
    else:
        assert len(plain) == len(places)
        assert places == sorted(places)
        assert all(0 <= place < len(text) for place in places)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("é ＋３４ ６１２ ３４５ ６７８ ñ", "é [phone] ñ"),
        ("ﬁn a\u200bna@exam\u200bple.com ﬁn", "ﬁn [e-mail] ﬁn"),
        ("ﬁ: ４１１１ 1111\u200b 1111 1111!", "ﬁ: [card]!"),
    ],
)
def test_what_is_found_in_the_plain_text_is_replaced_in_the_text(text: str, left: str) -> None:
    assert redact(text) == left


def test_saboteur_without_the_plain_text_disguised_numbers_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redaction, "plain_text", lambda text: (text, None))
    assert redact("4\u200b111 1111 1111 1111") != "[card]"
    assert "example" in redact("ana＠example.com")
