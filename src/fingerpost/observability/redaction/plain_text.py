"""A text as the patterns of redaction read it: plain letters, digits, blanks and dashes, and the place of each."""

from __future__ import annotations

import re
import unicodedata

from fingerpost.language.text import INVISIBLE

_MARKS = re.compile("[\u0300-\u036f]+")
_NOT_ASCII = re.compile("[^\x00-\x7f]")


def _plain(sign: str) -> str:
    """Return what a character looks like: without accent, full width or other ornament."""
    return _MARKS.sub("", unicodedata.normalize("NFKD", sign))


_RANGES = (range(0xA0, 0x250), range(0x1E00, 0x1F00), range(0xFF01, 0xFF5F), range(0x1D400, 0x1D800))
"""Latin letters with accents, full-width characters, mathematical letters and digits."""
_TABLE = {
    code: plain for codes in _RANGES for code in codes if len(plain := _plain(chr(code))) == 1 and plain != chr(code)
}
_TABLE |= dict.fromkeys([*range(0x2010, 0x2016), 0x2212, 0xFE58, 0xFE63], "-")
_TABLE |= dict.fromkeys([0xA0, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000], " ")
_TABLE |= dict.fromkeys([0x2018, 0x2019, 0x201A, 0x2032], "'") | dict.fromkeys(
    [0x201C, 0x201D, 0x201E, 0xAB, 0xBB], '"'
)
_TABLE |= dict.fromkeys([0xB7, 0x2022, 0x2024, 0x2026, 0x2219, 0x22C5], ".")


def _looks_like(found: re.Match[str]) -> str:
    return _TABLE.get(ord(found[0]), found[0])


def plain_text(text: str) -> tuple[str, list[int] | None]:
    """Return the plain form of a text, and where each of its characters stood; None where each stands in its place."""
    if text.isascii():
        return text, None
    plain = _NOT_ASCII.sub(_looks_like, text)
    if plain.isascii() or not (
        INVISIBLE.search(plain) or _MARKS.search(plain) or not unicodedata.is_normalized("NFKC", plain)
    ):
        return plain, None
    signs: list[str] = []
    places: list[int] = []
    for place, sign in enumerate(plain):
        shown = sign if sign.isascii() else "" if INVISIBLE.match(sign) else _plain(sign)
        signs.append(shown)
        places += [place] * len(shown)
    return "".join(signs), places
