"""Tokenisation for both indexes: the words of a query, and the words inside identifiers such as addVar."""

from __future__ import annotations

import re
import unicodedata

from fingerpost.language.text import fold

WEIGHTS = {"title": 3.0, "heading": 2.0, "content": 1.0, "names": 2.0, "parts": 0.5}
"""Weight of a word by field; `names` and `parts` are the `identifier_parts` of the heading and of the content."""

MAX_QUERY_TERMS = 200
"""Maximum words of a query that are searched."""

_WORD = re.compile(r"[^\W_]+")
_NAME = re.compile(r"[A-Za-z0-9_]{2,100}")
_PIECE = re.compile(r"[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+")
_LETTERS_OR_DIGITS = re.compile(r"[A-Za-z]+|[0-9]+")
_ACCENT = re.compile("[\u0300-\u036f]+")

# Without `if`, `for`, `in`, `not`, `go`, `end`, `get` and the like, which are keywords of programs, too.
_SILENT = """
a about all also am an and any are as at be been but by can could did do does from had has have he her here his how i
into is it its just may me might must my need of on or our please shall she should show so some tell than that the their
them then there these they this those to us want was we were what when where which who whom whose why will with would
you your

al algo algun alguna aqui como con cual cuales cuando cuanto de del donde e el ella ellas ellos en entre era es esa ese
eso esta estan estar este esto estos fue ha hace hacer hago hay la las le les lo los mas me mi mis muy nos o para pero
por porque puede puedo que quien quiero se sea ser sin sobre son su sus tambien te tengo ti tiene tu un una unas unos
usted y ya yo

ao aos as com da das dele dela do dos ela elas ele eles em essa esse estao estas eu faco faz fazer foi ha isso isto ja
mais meu meus minha minhas muito na nas nem nesta neste no nos nossa nosso num numa os ou pela pelo pode posso pra qual
quais quando quem quero sao seja sem seu seus somos sou sua suas tem tenho uma umas uns vai voce voces
"""
_STOP = frozenset(_SILENT.split())


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
