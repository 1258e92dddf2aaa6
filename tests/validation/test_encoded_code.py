"""Code in other encodings: each is found, and plain text is not taken for it."""

from __future__ import annotations

import base64
from urllib.parse import quote

import pytest

from fingerpost.assistants.avap.validator import AvapValidator
from fingerpost.validation.encoded_code import has_encoded_code

CODE = 'addVar(x, "a")'
CODE_LINES = AvapValidator().code_lines


@pytest.mark.parametrize(
    "text",
    [
        base64.b64encode(CODE.encode()).decode(),
        quote(CODE),
        CODE.translate({sign: sign + 0xFEE0 for sign in range(0x21, 0x7F)}),
        CODE.replace("(", "\\(").replace(")", "\\)"),
    ],
)
def test_encoded_code_is_found(text: str) -> None:
    assert has_encoded_code(f"Here:\n{text}\nDone.", CODE_LINES)


@pytest.mark.parametrize(
    "text",
    [
        "",
        CODE,
        "It is 100 % safe, see https://example.com/a%20b?c=d (all of it).",
        base64.b64encode(b"just some words of text").decode(),
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "½ of it … (ﬁne)",
    ],
)
def test_plain_text_and_plain_code_are_not_encoded(text: str) -> None:
    assert not has_encoded_code(text, CODE_LINES)
