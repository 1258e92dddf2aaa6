"""Tells which words of a question carry nothing there, as the networks see it from their place."""

from __future__ import annotations

from functools import lru_cache

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.questions.tokens import WORD, Token, tokens
from fingerpost.assistants.agents.analytics.questions.words import each
from fingerpost.assistants.agents.analytics.semantic_parser.network import CLASSES, averaged, shared_networks
from fingerpost.assistants.agents.analytics.semantic_parser.parse import MOST_WORDS
from fingerpost.assistants.agents.analytics.semantic_parser.schema_items import schema_items
from fingerpost.language.function_words import BE

EMPTY = 0.93
"""Probability from which a word carries nothing."""
_NOTHING = CLASSES.index("nothing")
_BE = BE | each("foram fueron eram estavam estaban estan")


@lru_cache(maxsize=64)
def empty_words(question: str, allowlist: Allowlist) -> frozenset[str]:
    """Return the words that carry nothing wherever they stand in a question; of a long one, none."""
    pieces, networks = tokens(question), shared_networks()
    if len(pieces) > MOST_WORDS:
        return frozenset()
    links = averaged(networks.read(networks.see(schema_items(allowlist), pieces))).links
    places = range(len(pieces))
    carry = {pieces[at].raw for at in places if links[at, _NOTHING] < EMPTY or _carries(pieces, at)}
    return frozenset(piece.raw for piece in pieces) - carry


def _carries(pieces: list[Token], at: int) -> bool:
    """Whether a piece must have its part: a number, a name, or what rows are said to be, as in `were refunded`."""
    raw = pieces[at].raw
    name = at > 0 and raw[0].isupper()
    return pieces[at].kind != WORD or not raw.isalpha() or name or (at > 0 and pieces[at - 1].text in _BE)
