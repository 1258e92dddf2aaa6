"""Objections: a message that refers to an answer without naming it, and rejects it or wants it changed."""

from __future__ import annotations

import re

_OBJECTING = re.compile(
    r"\b(?:not (?:like )?(?:that|this|it|so)|(?:dont|doesnt|didnt|do not|does not|did not) (?:like|convince|work|help)"
    r"|(?:change|redo|undo|replace|swap) (?:it|that|this)|wrong|differently|instead|never mind|changed my mind"
    r"|(?:no (?:me|nos) (?:convence|gusta|gusto|sirve|vale)|(?:asi|eso|esto) no|no (?:es|era) (?:eso|esto|asi)|no asi"
    r"|cambia(?:lo|la|me)?|cambie(?:lo|la)?|mejor no|esta mal|de otra (?:forma|manera)|lo pense mejor|me arrepenti)"
    r"|(?:nao (?:me convence|gostei|gosto|serve|serviu|e isso|era isso|e assim)|(?:assim|isso|isto) nao"
    r"|muda(?:r)? (?:isso|isto)|troca(?:r)? (?:isso|isto)|mude (?:isso|isto)|melhor nao|(?:es)?ta errado"
    r"|de outr[oa] (?:jeito|forma|maneira)|mudei de ideia))\b"
)


def objects(folded: str) -> bool:
    """Return whether a folded text that refers to an answer rejects it, or wants it changed."""
    return _OBJECTING.search(folded.replace("'", "").replace("’", "")) is not None
