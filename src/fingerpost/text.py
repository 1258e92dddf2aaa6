"""Text as people send it, made fit for rules and features: cleaned, cut, folded."""

from __future__ import annotations

import re
import unicodedata

HEAD, TAIL = 600, 400
"""How much of a long message is read: the encoder's time grows with length and it cuts nothing itself."""

_ACCENT = re.compile("[\u0300-\u036f]+")
_UNREADABLE = re.compile("\x1b\\[[0-9;]*[A-Za-z]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


def clean(text: str) -> str:
    """Replace terminal codes, control characters and broken code units, which no layer can read, by spaces."""
    return text if text.isprintable() else _UNREADABLE.sub(" ", text)


def cut(text: str) -> tuple[str, bool]:
    """Return the head and the tail of a long text, and whether anything was left out."""
    if len(text) <= HEAD + TAIL:
        return text, False
    return f"{text[:HEAD]} … {text[-TAIL:]}", True


def as_read(text: str) -> str:
    """Return what an encoder gets to see of a text."""
    return cut(clean(text).strip())[0]


def fold(text: str) -> str:
    """Lower case without accents, so that `cuántas` and `CUANTAS` are one word."""
    text = text.lower()
    if text.isascii():
        return text
    return _ACCENT.sub("", unicodedata.normalize("NFKD", text))
