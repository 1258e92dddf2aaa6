"""Reads what a routebook declares of evidence: clues, guards, weights and variants of the question to a model."""

from __future__ import annotations

from typing import Any

from fingerpost.errors import RoutebookError
from fingerpost.routebook.guards import GUARD_CONFIDENCE, Clue, EnsembleVariant, Guard, Weights
from fingerpost.routebook.table_reader import TableReader


def read_clue(reader: TableReader, entry: Any, where: str) -> Clue:
    """Return a clue of a routebook."""
    reader.check_keys(entry, where, ("name", "words", "patterns", "unless", "signal", "files"))
    return Clue(
        name=reader.name(entry, "name", where),
        words=frozenset(reader.words(entry, "words", where)),
        patterns=reader.patterns(entry, "patterns", where),
        unless=frozenset(reader.words(entry, "unless", where)),
        signal=reader.value(entry, "signal", str, None, where),
        files=reader.value(entry, "files", bool, False, where),
    )


def read_guard(reader: TableReader, entry: Any, where: str) -> Guard:
    """Return a guard of a routebook."""
    reader.check_keys(entry, where, ("name", "to", "when", "unless", "from", "contradicts", "signal", "confidence"))
    confidence = reader.value(entry, "confidence", float, GUARD_CONFIDENCE, where)
    if not 0 < confidence <= 1:
        raise RoutebookError(reader.file, f"{where}.confidence", confidence, "must lie between 0 and 1, 0 excluded")
    return Guard(
        name=reader.name(entry, "name", where),
        to=reader.name(entry, "to", where),
        when=frozenset(reader.strings(entry, "when", where)),
        unless=frozenset(reader.strings(entry, "unless", where)),
        off=frozenset(reader.strings(entry, "from", where)),
        contradicts=reader.value(entry, "contradicts", bool, False, where),
        signal=reader.value(entry, "signal", str, "supervisor_fallback", where),
        confidence=confidence,
    )


def read_variant(reader: TableReader, entry: Any, where: str) -> EnsembleVariant:
    """Return a variant of the question to the language model."""
    reader.check_keys(entry, where, ("name", "focus"))
    return EnsembleVariant(reader.name(entry, "name", where), frozenset(reader.strings(entry, "focus", where)))


def read_weights(reader: TableReader, table: Any) -> Weights:
    """Return the weights of evidence by route."""
    if not isinstance(table, dict):
        raise RoutebookError(reader.file, "weights", table, "must be tables by route: [weights.ROUTE] EVIDENCE = 0.5")
    found: dict[str, dict[str, float]] = {}
    for route, weights in table.items():
        where = f"weights.{route}"
        if not isinstance(weights, dict):
            raise RoutebookError(reader.file, where, weights, "must be a table of numbers by evidence")
        found[route] = {name: reader.value(weights, name, float, 0.0, where) for name in weights}
    return found
