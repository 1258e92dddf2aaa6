"""The query for a message: itself, what it leans on, and words of the documents for words of the person.

Without a model this is all there is; with one, it is asked only where a message cannot stand alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from fingerpost.answering.attachments import as_text
from fingerpost.language.text import fold
from fingerpost.types import Message, Turn

_WORD = re.compile(r"\w+")
_NAME = re.compile(r"\b[A-Za-z_]\w*(?=\s*\()|\b[a-z]+[A-Z]\w*")
LONGEST, NAMES, READ = 1000, 12, 20_000
"""Characters of a query, names that are taken from the editor's code, and characters of it that are read."""

Synonyms = Mapping[str, Sequence[str]]


def reformulate(message: Message, text: str, turn: Turn | None, synonyms: Synonyms, *, uses_editor: bool) -> str:
    """Return what to search for: the text, the turn that it leans on, and names in the open code."""
    parts = [text]
    if turn is not None:
        parts.insert(0, turn.text[:LONGEST])
    parts += names_in(code_shown(message, uses_editor=uses_editor))
    return with_synonyms(" ".join(parts), synonyms)


def broaden(query: str, synonyms: Synonyms, headings: Iterable[str]) -> str:
    """Return a wider query: headings that share the beginning of a word with it, and their synonyms."""
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
    """Add the documents' word for every word or phrase of the person's that means the same."""
    folded = f" {' '.join(_WORD.findall(fold(query)))} "
    added = [
        word
        for word, others in synonyms.items()
        if f" {fold(word)} " not in folded and any(f" {fold(other)} " in folded for other in others)
    ]
    return " ".join([query, *added]) if added else query


def code_shown(message: Message, *, uses_editor: bool) -> str:
    """Return the code that a message is about: what is selected or open, else what is attached; empty for none."""
    if uses_editor and (message.selection or message.editor).strip():
        return (message.selection or message.editor).strip()
    return next((text for text in map(as_text, message.attachments) if names_in(text)), "")


def names_in(code: str) -> list[str]:
    """Return the names of commands and functions in a piece of code, each once."""
    return list(dict.fromkeys(_NAME.findall(code[:READ])))[:NAMES]
