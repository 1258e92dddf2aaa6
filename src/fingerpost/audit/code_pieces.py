"""Pieces of code in a text, in whatever wrapping: suspicious, and without the grammar of any language.

A piece is a line that looks like a statement, or a call inside a line. Pieces are compared by digests of their
characters without spaces and quotation marks, so that a piece is recognised however it is indented, quoted or escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from html import unescape

from fingerpost.language.text import clean

MAX_PIECES = 400
"""Pieces of one text that are compared."""

_LINE_BREAK = re.compile(
    r"(?:\\n|\\r|<br\s*/?>|</(?:p|div|li|tr|td|th|pre|code)>|[\n\r\u2028\u2029\x0b\x0c\x85])+", re.IGNORECASE
)
_HUNK = re.compile(r"^@@ -\d+", re.MULTILINE)
_TAG = re.compile(r"</?[a-z][^<>\n]{0,200}>", re.IGNORECASE)
_MARKUP = re.compile(r"^[\s>*+•|#-]*(?:\d+[.):|]\s+)?[`'\"\s]*")
_CALL = re.compile(r"(?<![\w.])[^\W\d][\w.]*+\s?\((?P<arguments>[^()\n]*+(?:\([^()\n]*+\)[^()\n]*+)*+)\)")
_STATEMENT = re.compile(
    r"(?:[\w$.\[\]]++\s*+=(?!=)\s*+\S.*"
    r"|(?:function|def|class|const|let|var|import|from|for|while|return|fn|func|public|private)\b[^.?!]*[(){}=;:].*"
    r"|[^\W\d][\w.]*+\s?\(.*\)\s*+[;{]?"
    r"|.*[;{]\s*+)"
)
_NAME = re.compile(r"[^\W\d]{2}")
_SENTENCE = re.compile(r"(?:[^\W\d_]{2,} ){4}")
_SQUEEZED = re.compile(r"[\s\"'`´’‘“”\\]+")


def code_pieces(text: str) -> frozenset[str]:
    """Return the digests of all that looks like code in a text."""
    return frozenset(_digest(piece) for piece, _ in zip(_pieces(text), range(MAX_PIECES), strict=False))


def all_pieces(code: str) -> frozenset[str]:
    """Return the digests of all lines of a program and of the calls in them, whether they look like code or not."""
    lines = [clean(line).strip() for line in _LINE_BREAK.split(code)]
    inside = [call[0] for line in lines for call in _CALL.finditer(line)]
    return frozenset(_digest(piece) for piece in [*lines, *inside] if piece)


def _pieces(text: str) -> Iterator[str]:
    plain = _TAG.sub("", clean(_LINE_BREAK.sub("\n", unescape(text))))
    # In a diff, what goes is not what the caller is to use.
    is_diff = _HUNK.search(plain) is not None
    for written in plain.split("\n"):
        if is_diff and written.startswith("-"):
            continue
        line = _MARKUP.sub("", written).rstrip("`'\"* \t,")
        if not _NAME.search(line):
            continue
        if _STATEMENT.fullmatch(line) and not _SENTENCE.search(_CALL.sub("", line)):
            yield line
            continue
        for call in _CALL.finditer(line):
            # Two arguments or a string tell `send(a, b)` from `parameter(s)`.
            if re.search("[,\"']", call["arguments"]) and not _SENTENCE.search(call["arguments"]):
                yield call[0]


def _digest(piece: str) -> str:
    return sha256(_SQUEEZED.sub("", piece).rstrip(";").encode("utf-8", "replace")).hexdigest()[:10]
