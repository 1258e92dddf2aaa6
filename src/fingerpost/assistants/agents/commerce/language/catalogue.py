"""The catalogue of fields and operations that a question may name, and where a question names them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from fingerpost.assistants.agents.commerce.language.labels import TAX_WORDS, non_overlapping

CATALOGUE = Path(__file__).with_name("catalogue.toml")
LANGUAGES = ("en", "es", "pt")
NAMED_TAX = "named_tax"
"""The field of a tax that is called by its name."""


class CatalogueField(NamedTuple):
    """A field: the kind of its values, the `weak` ones of its words, and whether its value is `labelled`."""

    name: str
    kind: str
    weak: frozenset[str]
    labelled: bool


class CatalogueMention(NamedTuple):
    """A field or an operation that a question names, and where; `weight` is the number of letters that name it."""

    name: str
    start: int
    end: int
    text: str
    weight: int

    @property
    def is_weak(self) -> bool:
        """Whether its words may also say only of which kind the answer is."""
        return self.text in fields()[self.name].weak


@cache
def fields() -> Mapping[str, CatalogueField]:
    """Return the fields by name."""
    found = {
        name: CatalogueField(name, entry["kind"], frozenset(entry.get("weak", ())), entry.get("labelled", False))
        for name, entry in _content()["fields"].items()
    }
    return found | {NAMED_TAX: CatalogueField(NAMED_TAX, "amount", frozenset(), False)}


def find_fields(plain: str) -> list[CatalogueMention]:
    """Return the fields that a normalized text names, in order; of overlapping names the longest counts."""
    found = _find(plain, _question_patterns().items())
    found.sort(key=lambda one: (-one.weight, one.start))
    return sorted(non_overlapping(found, len(plain)), key=lambda one: one.start)


def find_operations(plain: str) -> list[CatalogueMention]:
    """Return the words of operations in a normalized text, in order; the same words may be of several operations."""
    found = _find(plain, _operation_patterns().items())
    spans = {(one.start, one.end): one for one in found}
    longest = sorted(spans.values(), key=lambda one: (-one.weight, one.start))
    kept = {(one.start, one.end) for one in non_overlapping(longest, len(plain))}
    return sorted((one for one in found if (one.start, one.end) in kept), key=lambda one: one.start)


def label_pattern(name: str) -> re.Pattern[str]:
    """Return the pattern of the names of a field in questions and on labels."""
    return _label_patterns()[name]


def is_catalogue_word(word: str) -> bool:
    """Return whether a single word names a field or an operation."""
    patterns = (*_question_patterns().values(), *_operation_patterns().values())
    return any(pattern.fullmatch(word) for pattern in patterns)


def _find(plain: str, patterns: Iterable[tuple[str, re.Pattern[str]]]) -> list[CatalogueMention]:
    return [
        CatalogueMention(
            name, match.start(), match.end(), match[0], len(match[0]) - sum(len(gap) for gap in match.groups() if gap)
        )
        for name, pattern in patterns
        for match in pattern.finditer(plain)
    ]


@cache
def _content() -> dict[str, dict[str, dict[str, Any]]]:
    return tomllib.loads(CATALOGUE.read_text(encoding="utf-8"))


@cache
def _question_patterns() -> Mapping[str, re.Pattern[str]]:
    found = {name: _pattern(entry) for name, entry in _content()["fields"].items()}
    return found | {NAMED_TAX: _whole_words(TAX_WORDS)}


@cache
def _label_patterns() -> Mapping[str, re.Pattern[str]]:
    return {name: _pattern(entry, entry.get("labels", ())) for name, entry in _content()["fields"].items()}


@cache
def _operation_patterns() -> Mapping[str, re.Pattern[str]]:
    return {name: _pattern(entry) for name, entry in _content()["operations"].items()}


def _pattern(entry: Mapping[str, Any], more: Iterable[str] = ()) -> re.Pattern[str]:
    """Return one pattern for the phrases of an entry, the longest first."""
    named = {phrase for language in LANGUAGES for phrase in entry[language]}
    phrases = sorted(named.union(more), key=len, reverse=True)
    return _whole_words("|".join(map(_phrase, phrases)))


def _whole_words(words: str) -> re.Pattern[str]:
    """Return a pattern of whole words, and not of parts of compounds: of "vale-transporte" or "VAT-free"."""
    return re.compile(rf"(?<![^\W_])(?<![^\W\d_]-)(?:{words})(?![^\W_]|-[^\W\d_])")


def _phrase(phrase: str) -> str:
    words = re.escape(phrase).replace(r"\*", r"\w*").replace(r"\ ", r"\s+")
    # "The number of the invoice and the order" is no number of the order alone.
    return words.replace(r"\s+\.\.\.\s+", r"\s((?:(?! (?:and|y) )[^?.,;]){1,40}\s)?")
