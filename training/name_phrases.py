"""Phrases of questions, and the names of what they stand for in a database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from fingerpost.assistants.agents.analytics.questions.lexicon import stem
from fingerpost.assistants.agents.analytics.questions.tokens import WORD, tokens
from fingerpost.assistants.agents.analytics.semantic_parser.network import CLASSES
from fingerpost.assistants.agents.analytics.semantic_parser.schema_items import named_items
from fingerpost.language.text import fold
from training.parser_rows import read_database, target_link


class Phrase(NamedTuple):
    """A phrase of a question, its words, what it stands for, and whether it says a word of the names of that."""

    text: str
    words: list[str]
    source: int
    spelled: bool


class Names(NamedTuple):
    """The names of each thing in a database, and phrases for these."""

    names: list[list[str]]
    phrases: list[Phrase]


def read_names(scripts: Iterable[Path]) -> Iterator[Names]:
    """Yield the names and phrases of databases by their scripts, which have questions beside them."""
    with TemporaryDirectory() as temporary:
        for script in scripts:
            database = read_database(script, Path(temporary))
            items = named_items(database.allowlist)
            places = {item: at for at, item in enumerate(items.items)}
            found = []
            for text, target in (link for question in database.questions for link in question.links):
                link = target_link(target, places, database.allowlist)
                words = [token.raw.lower() for token in tokens(text) if token.kind == WORD]
                if link is None or link.target < len(CLASSES) or not words:
                    continue
                source = items.source[link.target - len(CLASSES)]
                named = {stem(fold(word)) for name in items.names[source] for word in name.split()}
                found.append(Phrase(text.lower(), words, source, not named.isdisjoint(stem(fold(w)) for w in words)))
            if found:
                yield Names(items.names, found)
