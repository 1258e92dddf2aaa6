"""The search query for a message: its text, the turn that it refers to, and the documents' words for its words.

Without a model this is the whole query; with one, the model is asked only where a message refers to an earlier one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from fingerpost.answering.attachments import attachment_text
from fingerpost.language.text import fold
from fingerpost.types import Message, Turn

_WORD = re.compile(r"\w+")
_IDENTIFIER = re.compile(r"\b[A-Za-z_]\w*(?=\s*\()|\b[a-z]+[A-Z]\w*")
MAX_TURN, MAX_IDENTIFIERS, MAX_CODE = 1000, 12, 20_000
"""Characters of an earlier turn, identifiers that are taken from code, and characters of code that are read."""

Synonyms = Mapping[str, Sequence[str]]


def reformulate(message: Message, text: str, turn: Turn | None, synonyms: Synonyms, *, uses_editor: bool) -> str:
    """Return the query: the text, the turn that it refers to, and identifiers of the code that it is about."""
    parts = [text]
    if turn is not None:
        parts.insert(0, turn.text[:MAX_TURN])
    parts += identifiers_in(referenced_code(message, uses_editor=uses_editor))
    return with_synonyms(" ".join(parts), synonyms)


def broaden(query: str, synonyms: Synonyms, headings: Iterable[str]) -> str:
    """Return a wider query, with headings that share the beginning of a word with it, and with synonyms."""
    stems = {word[:5] for word in _WORD.findall(fold(query)) if len(word) > 4}
    near = []
    for heading in headings:
        found = {word[:5] for word in _WORD.findall(fold(heading)) if len(word) > 4}
        if stems & found:
            near.append(heading)
    wider = " ".join(dict.fromkeys([query, *near[:4]]))
    words = set(_WORD.findall(fold(wider)))
    return with_synonyms(
        " ".join([wider, *(w for word in synonyms if fold(word) in words for w in synonyms[word])]), synonyms
    )


def with_synonyms(query: str, synonyms: Synonyms) -> str:
    """Return the query with the documents' word added for every synonym in it."""
    folded = f" {' '.join(_WORD.findall(fold(query)))} "
    added = [
        word
        for word, others in synonyms.items()
        if f" {fold(word)} " not in folded and any(f" {fold(other)} " in folded for other in others)
    ]
    return " ".join([query, *added]) if added else query


def referenced_code(message: Message, *, uses_editor: bool) -> str:
    """Return the code that a message is about: the selection or the open text, else an attachment; empty for none."""
    if uses_editor and (message.selection or message.editor).strip():
        return (message.selection or message.editor).strip()
    return next((text for text in map(attachment_text, message.attachments) if identifiers_in(text)), "")


def identifiers_in(code: str) -> list[str]:
    """Return the names of commands and functions in code, each once."""
    return list(dict.fromkeys(_IDENTIFIER.findall(code[:MAX_CODE])))[:MAX_IDENTIFIERS]
