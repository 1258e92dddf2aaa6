"""Whether a message only agrees or denies: `yes, exactly that`, `sí, eso`, `isso mesmo`, `no, not that`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from fingerpost.language.function_words import (
    BUT,
    DEMONSTRATIVES,
    FUNCTION_WORDS,
    MODALS,
    OR,
    PLEASE,
    QUESTION_WORDS,
    THANKS,
    WITHOUT,
    YES,
)
from fingerpost.language.text import fold, words

Answer = Literal["yes", "no"]

AGREEING: Mapping[str, str] = {
    "en": "yes yep yeah yup sure ok okay absolutely correct exactly definitely indeed",
    "es": "sí claro vale ok dale correcto exacto exactamente efectivamente eso",
    "pt": "sim claro ok beleza isso exato exatamente correto certo aham uhum",
}
"""Words of which one alone agrees."""

MOST_WORDS = 9
"""Words of the longest message that says no more than yes or no."""

_AGREE = (
    words(" ".join(AGREEING.values()))
    | YES
    | words("right precisely course asi tal supuesto acuerdo justo certeza sip blz")
)
_DENY = words("""
    no nope nah not never isn isnt wasn wasnt didn didnt wrong incorrect neither
    nada tampoco incorrecto equivocado mal
    nao nem errado incorreto negativo
    """)
_AROUND = (
    (FUNCTION_WORDS - QUESTION_WORDS - MODALS - BUT - OR - WITHOUT)
    | (DEMONSTRATIVES | PLEASE | THANKS)
    | words("""
    what it its thats s m re t quite really just right one way meant mean meaning wanted want asked go
    ahead oh well
    que cual mismo quise quiero queria queriamos decir pregunte asi adelante pues bueno ah oye
    mesmo ai quis quero dizer perguntei vai ta bem pode bom ne ah
    """)
)
"""What may stand around them: it names nothing, and asks for nothing else."""
_ASKS = words("what que cual")
"""With these, what only points is asked about: `what is that`."""
_SIGNS = {"👍": " yes ", "👌": " yes ", "✅": " yes ", "👎": " no ", "❌": " no "}
_DRAWN_OUT = re.compile(r"([a-z])\1{2,}")
_WORD = re.compile(r"\w+")


def answer_in(text: str) -> Answer | None:
    """Return whether a message agrees or denies and says nothing beside it; None where it says more, or asks.

    A denial outweighs what agrees: `no, sure`. What only points agrees too: `that one`, `esa`.
    """
    for sign, word in _SIGNS.items():
        text = text.replace(sign, word)
    said = [_DRAWN_OUT.sub(r"\1", word) for word in _WORD.findall(fold(text[:200]))]
    if "?" in text or not said or len(said) > MOST_WORDS or not {*said} <= _AGREE | _DENY | _AROUND:
        return None
    if not _DENY.isdisjoint(said):
        return "no"
    pointing = DEMONSTRATIVES if _ASKS.isdisjoint(said) else frozenset[str]()
    return "yes" if not (_AGREE | pointing).isdisjoint(said) else None
