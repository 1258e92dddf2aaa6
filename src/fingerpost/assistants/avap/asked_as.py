"""The words of the knowledge pages by which people ask for a command: the phrases in their `asked as` comments."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from fingerpost.retrieval.terms import query_terms

FOLDER = Path(__file__).parent / "knowledge" / "commands"
MIN_SAID = 0.35
"""The least share of a phrase that counts; a single word of many phrases is chance."""
MIN_PREFIX, MIN_SHARE = 4, 0.7
"""Characters that two forms of a word begin with in common, and their share of the longer form."""

_ASKED_AS = re.compile(r"<!-- asked as:(.*?)-->", re.DOTALL)


def asked_shares(clause: str) -> dict[str, float]:
    """Return for the pages of commands how much of one of their phrases a clause says, from 0 to 1.

    A word counts more the fewer phrases have it; forms of a word are told by how they begin.
    """
    words = query_terms(clause)
    said = {word: max((same_word(word, own) for own in words), default=False) for word in _weights()}
    shares: dict[str, float] = {}
    for page, phrases in _phrases().items():
        best = max(_share(phrase, said) for phrase in phrases)
        if best >= MIN_SAID:
            shares[page] = best
    return shares


def same_word(one: str, other: str) -> bool:
    """Return whether two words may be forms of one: they begin alike, for most of their length."""
    longer = max(len(one), len(other))
    common = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return one == other or (common >= MIN_PREFIX and common >= MIN_SHARE * longer)


def _share(phrase: Iterable[str], said: Mapping[str, bool]) -> float:
    weights = _weights()
    return sum(weights[word] for word in phrase if said[word]) / sum(weights[word] for word in phrase)


@cache
def _phrases() -> Mapping[str, list[list[str]]]:
    found = {}
    for page in sorted(FOLDER.glob("*.md")):
        asked = _ASKED_AS.search(page.read_text(encoding="utf-8"))
        if asked:
            found[page.stem] = [query_terms(phrase) for phrase in asked[1].split(";")]
    return found


@cache
def _weights() -> Mapping[str, float]:
    phrases = [phrase for of_page in _phrases().values() for phrase in of_page]
    counts = Counter(word for phrase in phrases for word in {*phrase})
    return {word: math.log(len(phrases) / count) for word, count in counts.items()}
