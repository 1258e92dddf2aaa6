"""Mends slips of the keyboard: a word that nobody knows is read as the one known word that it is a slip of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from fingerpost.assistants.agents.analytics.questions.lexicon import stem
from fingerpost.assistants.agents.analytics.questions.schema_lexicon import SchemaLexicon
from fingerpost.assistants.agents.analytics.questions.tokens import WORD, Token
from fingerpost.language.edit_distance import first_difference

_CLITIC = re.compile(r"(?:me|te|se|nos)?(?:l[oae]s?)$|(?<=[aeiou])(?:me|nos)$")
_NEAR = {frozenset(pair) for pair in ["sz", "cz", "cs", "sc", "vb", "iy", "qk", "gj", "mn"]} | {
    frozenset((row[at], row[at + 1])) for row in ("qwertyuiop", "asdfghjkl", "zxcvbnm") for at in range(len(row) - 1)
}


def mended(token: Token, words: SchemaLexicon) -> Token:
    """Return a word that nobody knows as the one that it was a slip of, if there is exactly one such."""
    if token.kind != WORD or len(token.text) < 5 or token.text in words.words or stem(token.text) in words.stems:
        return token
    if (verb := _CLITIC.sub("", token.text)) != token.text and verb in words.words:
        # `sepáralo` and `muéstramelos` are `separa` and `muestra`.
        return replace(token, text=verb)
    first, length = token.text[0], len(token.text)
    alike: Iterator[str] = (
        word for long in (length - 1, length, length + 1) for word in words.spelled.get((first, long), ())
    )
    # A slip is in one place: the first two letters are right, or the last two are.
    alike = (word for word in alike if word[1] == token.text[1] or word[-2:] == token.text[-2:])
    near = {stem(word): word for word in sorted(word for word in alike if _slip(token.text, word))}
    return replace(token, text=next(iter(near.values()))) if len(near) == 1 else token


def _slip(typed: str, word: str) -> bool:
    """Whether one letter is missing, doubled, swapped with its neighbour, or hit beside its key.

    A letter too many is no slip: `perdidos` is not `pedidos`, and `median` not `media`.
    """
    if len(word) < 5 or typed == word:
        return False
    at = first_difference(typed, word)
    if len(typed) > len(word):
        return typed[:at] + typed[at + 1 :] == word and typed[at] == typed[at - 1]
    if len(typed) < len(word):
        # A word may well lack its last letter because it is another one.
        return word[:at] + word[at + 1 :] == typed and at < len(typed)
    if typed[at + 1 :] == word[at + 1 :]:
        return len(word) > 5 and frozenset((typed[at], word[at])) in _NEAR
    return typed[at : at + 2] == word[at : at + 2][::-1] and typed[at + 2 :] == word[at + 2 :]
