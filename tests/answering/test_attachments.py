"""The text of attachments."""

from __future__ import annotations

import pytest

from fingerpost.answering.attachments import MAX_BYTES, attachment_text
from fingerpost.types import Attachment


@pytest.mark.parametrize(
    ("mime", "data", "text"),
    [
        ("text/plain", b" hello \n", "hello"),
        ("application/x-avap", "año".encode(), "año"),
        ("text/csv", "año".encode("latin-1"), "año"),
        ("application/octet-stream", "año".encode("latin-1"), ""),
        ("image/png", b"hello", ""),
        ("text/plain", b"a\0b", ""),
    ],
)
def test_text_is_read_and_nothing_else(mime: str, data: bytes, text: str) -> None:
    assert attachment_text(Attachment("a", mime, data)) == text


def test_a_long_one_is_cut_within_a_character() -> None:
    data = b"a" + "ñ".encode() * MAX_BYTES
    assert attachment_text(Attachment("a", "text/plain", data)) == "a" + "ñ" * (MAX_BYTES // 2 - 1)


def test_what_is_no_attachment_has_no_text() -> None:
    assert attachment_text({"name": "a.txt", "data": "hello"}) == ""
