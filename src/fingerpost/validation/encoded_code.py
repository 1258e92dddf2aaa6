"""Code that a text hides in another encoding: full-width letters, percent signs, escaped signs, base64."""

from __future__ import annotations

import binascii
import re
from base64 import b64decode
from collections.abc import Callable, Iterator, Sequence
from unicodedata import normalize
from urllib.parse import unquote

_BASE64 = re.compile(r"(?<![\w+/])[A-Za-z0-9+/]{16,}+={0,2}(?![\w+/=])")
_ESCAPED = re.compile(r"\\([^\w\s])")
MAX_ENCODED = 20
"""Runs of base64 in a text that are decoded."""


def has_encoded_code(text: str, code_lines: Callable[[str], Sequence[bool | None]]) -> bool:
    """Return whether a text holds code once it is decoded, in lines that are none as they stand."""
    return any(
        any(found is True for found in code_lines(decoded)) and not any(found is True for found in code_lines(written))
        for written, decoded in _decoded(text)
    )


def _decoded(text: str) -> Iterator[tuple[str, str]]:
    """Yield the lines and runs of a text that may be encoded, with what they say then."""
    for line in text.split("\n"):
        decoded = _ESCAPED.sub(r"\1", unquote(normalize("NFKC", line)).replace("\\n", "\n"))
        if decoded != line and "(" in decoded:
            yield line, decoded
    for number, run in enumerate(_BASE64.finditer(text)):
        if number == MAX_ENCODED:
            break
        try:
            yield "", b64decode(run[0], validate=True).decode("utf-8")
        except (binascii.Error, UnicodeDecodeError):
            continue
