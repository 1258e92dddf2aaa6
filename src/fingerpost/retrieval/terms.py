"""Tokenisation for both indexes: the words of a query, and the words inside identifiers such as addVar."""

from __future__ import annotations

import re
import unicodedata

from fingerpost.language.function_words import FUNCTION_WORDS, TO_THE
from fingerpost.language.text import fold, words

WEIGHTS = {"title": 3.0, "heading": 2.0, "content": 1.0, "names": 2.0, "parts": 0.5}
"""Weight of a word by field; `names` and `parts` are the `identifier_parts` of the heading and of the content."""

MAX_QUERY_TERMS = 200
"""Maximum words of a query that are searched."""

_WORD = re.compile(r"[^\W_]+")
_NAME = re.compile(r"[A-Za-z0-9_]{2,100}")
_PIECE = re.compile(r"[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+")
_LETTERS_OR_DIGITS = re.compile(r"[A-Za-z]+|[0-9]+")
_ACCENT = re.compile("[\u0300-\u036f]+")

# `for` and `in` are keywords of programs, too, as `if`, `not`, `go`, `end` and `get` are; the others are searched
# as well, since leaving them out would change the results.
_SEARCHED = words("for in") | words("eran estoy lhe nosotros onde quanto soy tus u um ustedes without")
_STOP = (FUNCTION_WORDS | TO_THE) - _SEARCHED | words("""
    about all also any by from her here his into it its just need please show so some tell than that them then
    there these this those to want whom whose

    algo algun alguna aqui ellas entre esa ese eso este esto estos ha hace hacer hago hay muy porque puede puedo
    quiero sea sobre tambien tengo ti tiene ya

    aos dele dela essa esse estas faco faz fazer isso isto ja mais muito nem nesta neste nossa nosso pela pelo
    pode posso quero seja somos tem tenho vai
    """)


def query_terms(query: str) -> list[str]:
    """Return the distinct words of a query, in lower case and without accents.

    Stop words (English, Spanish, Portuguese) are left out unless there are no others. An identifier such as addVar is
    included whole and in its parts.
    """
    found = list(dict.fromkeys([*_WORD.findall(fold(query)), *identifier_parts(query).split()]))
    significant = [word for word in found if word not in _STOP]
    return (significant or found)[:MAX_QUERY_TERMS]


def identifier_parts(text: str) -> str:
    """Return the words inside the identifiers of a text: add var for addVar, sha 256 for sha256, addvar for add_var."""
    found: dict[str, None] = {}
    for name in _NAME.findall(_unaccented(text)):
        pieces = _PIECE.findall(name)
        if len(pieces) > 1:
            found.update(dict.fromkeys(pieces))
            if "_" in name:
                found[name.replace("_", "")] = None
        for piece in pieces:
            halves = _LETTERS_OR_DIGITS.findall(piece)
            if len(halves) > 1:
                found.update(dict.fromkeys(halves))
    return " ".join(dict.fromkeys(word.lower() for word in found))


def _unaccented(text: str) -> str:
    return text if text.isascii() else _ACCENT.sub("", unicodedata.normalize("NFKD", text))
