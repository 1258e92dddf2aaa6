"""Words for what many databases hold, in three languages, and what adjectives rank by: from `synonyms.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from fingerpost.assistants.agents.analytics.questions.lexicon import stem


@cache
def _content() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("synonyms.toml").read_text(encoding="utf-8"))


@cache
def _groups() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for group in _content()["groups"]:
        words = tuple(group.split())
        for word in words:
            found[stem(word)] = tuple(dict.fromkeys((*found.get(stem(word), ()), *words)))
    return found


def synonyms_of(word: str) -> tuple[str, ...]:
    """Return the other words for what a word names, in all three languages."""
    return tuple(other for other in _groups().get(stem(word), ()) if other != word)


@cache
def adjectives() -> dict[str, tuple[str, bool]]:
    """Return the noun that each adjective ranks by, and whether "most" means the least of it."""
    return {
        word: (noun.removeprefix("-"), noun.startswith("-"))
        for noun, words in _content()["adjectives"].items()
        for word in words.split()
    }


@cache
def stand_ins() -> dict[str, tuple[str, ...]]:
    """Return for a word the others that may be meant where a schema has only one of them."""
    return {word: tuple(others.split()) for word, others in _content()["people"].items()}
