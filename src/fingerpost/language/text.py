"""Text as people send it, made fit for rules and features: cleaned, cut, folded."""

from __future__ import annotations

import re
import unicodedata

HEAD, TAIL = 600, 400
"""How much of a long message is read: the encoder's time grows with length and it cuts nothing itself."""

_ACCENT = re.compile("[\u0300-\u036f]+")
_TERMINAL = re.compile("\x1b\\[(?:[0-9;]+[A-Za-z]|[mKJH])")
_SIGN = re.compile(r"[\W_]")
_UNREADABLE = dict.fromkeys([*range(9), 11, 12, *range(14, 32), 127, *range(0xD800, 0xE000)], " ")


def clean(text: str) -> str:
    """Replace terminal codes, control characters and broken code units, which no layer can read, by spaces."""
    if text.isprintable():
        return text
    if "\x1b[" in text:
        text = _TERMINAL.sub(" ", text)
    return text.translate(_UNREADABLE)


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
    # Compatibility forms may unfold into capitals and into many letters.
    return _ACCENT.sub("", unicodedata.normalize("NFKD", text)).lower()[: max(len(text), 2 * (HEAD + TAIL))]


def unpunctuated(text: str) -> str:
    """Return a key that texts share which differ only in case, accents, spaces and punctuation."""
    signs = _SIGN.sub(lambda found: " " if unicodedata.category(found[0])[0] in "PZC" else found[0], fold(text))
    return " ".join(signs.split()) or text.strip()


def words(text: str) -> frozenset[str]:
    """Return the words of a text that lists them."""
    return frozenset(text.split())
