"""Probes: evidence for the supervisor. Only what some guard of the routebook reads is looked for.

Those here read what is in memory and are done inline; a search of the documents is in `finding.py`. A probe that
fails is missing evidence, never an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from fingerpost.conversation.history import recent_user_turns
from fingerpost.language.lexicon import words
from fingerpost.routebook.guards import AFTER, ATTACHMENT, DOCUMENT, EARLIER, HITS, PROBES, SQL
from fingerpost.routebook.model import Routebook
from fingerpost.routing.evidence.filetypes import is_document, mime_of
from fingerpost.types import Evidence, Message, Resolved

LEAST = 0.65
"""The score from which something found counts as a hit."""

TOP = 5
"""Passages that are looked at."""

MOST_STATEMENTS, MOST_LINES = 4, 6
"""Places where a statement may begin, and lines at its end that may be words: this runs inline."""

_WORD = re.compile(r"\w+")
_SMALL = words("""
    a an the one something some any all everything my our your this that these those what which
    um uma o os as meu minha nosso nossa seu sua este esta esse essa
    un una el la los las mi mis tu tus su sus nuestro nuestra
""")
_STATEMENT = re.compile(
    r"\b(?=select\b.{1,2000}?\bfrom\b|with\s+(?:recursive\s+)?\w+\s+as\s*\(|insert\s+into\b|update\s+[\w.]+\s+set\b|delete\s+from\b)",
    re.DOTALL | re.IGNORECASE,
)


class Probes:
    """The probes of one routebook."""

    def __init__(self, book: Routebook) -> None:
        """Look which evidence the guards read; clues with a signal are always read."""
        self.book = book
        read = {name for guard in book.guards for name in guard.reads}
        self.reads = frozenset(read)
        self._clues = [clue for clue in book.clues if clue.name in read or clue.signal]
        self._extensions = [extension for extension in book.extensions if extension.name in read]
        self._history = [name for name in read if name.startswith((EARLIER, AFTER))]

    @property
    def any(self) -> bool:
        """Whether there is anything to look for."""
        return bool(self.reads or self._clues)

    def gather(self, message: Message, resolved: Resolved) -> Evidence:
        """Return all evidence that needs nothing from outside."""
        names: set[str] = set()
        signals: list[str] = []
        extras: list[Any] = []
        if message.attachments and self.reads & {ATTACHMENT, DOCUMENT}:
            mimes = [mime_of(attachment) for attachment in message.attachments]
            names.add(ATTACHMENT)
            signals += ["attachment_present", *(f"attachment_mime:{mime}" for mime in dict.fromkeys(mimes))]
            if any(map(is_document, mimes)):
                names.add(DOCUMENT)
        if SQL in self.reads and holds_sql(resolved.text):
            names.add(SQL)
            signals.append("sql_probe_true")
        for extension in self._extensions:
            finding = extension.probe(message, resolved)
            names.update([extension.name] if finding.holds else ())
            extras += [] if finding.extra is None else [finding.extra]
        present = set(_WORD.findall(resolved.folded)) if self._clues else set()
        for clue in self._clues:
            if clue.found(resolved.folded, present):
                names.add(clue.name)
                signals += [clue.signal] if clue.signal else []
        names.update(self._from_history(message, resolved))
        evidence = Evidence(frozenset(names), tuple(signals), extras=tuple(extras))
        return evidence if message.hits is None else with_hits(evidence, message.hits)

    def _from_history(self, message: Message, resolved: Resolved) -> Iterable[str]:
        if not self._history:
            return
        if resolved.turn is not None and resolved.turn.route is not None:
            yield AFTER + resolved.turn.route
        for turn in recent_user_turns(message):
            if turn.route is not None:
                yield EARLIER + turn.route


def with_hits(evidence: Evidence, scores: Sequence[float]) -> Evidence:
    """Return the evidence with what a search has found."""
    hits = tuple(sorted(scores, reverse=True)[:TOP])
    if not any(score >= LEAST for score in hits):
        return replace(evidence, hits=hits)
    return replace(evidence, hits=hits, names=evidence.names | {HITS}, signals=(*evidence.signals, "rag_probe_hit"))


def holds_sql(text: str) -> bool:
    """Whether a SQL statement stands in a text: by its shape, and then by parsing it where that is installed."""
    begun = [found.start() for found in _STATEMENT.finditer(text)][:MOST_STATEMENTS]
    if not begun:
        return False
    try:
        import sqlglot
    except ImportError:
        return True
    return any(_parses(sqlglot, part) for start in begun for part in _statements(text[start:]))


def _statements(text: str) -> list[str]:
    """Return what a statement may be that begins a text: all of it, or as much as stands before words behind it."""
    statement = text.partition("```")[0].partition(";")[0]
    lines = [line for line in statement.split("\n") if line.strip()]
    ends = dict.fromkeys((*range(len(lines), 0, -1)[:MOST_LINES], *range(1, len(lines) + 1)[:MOST_LINES]))
    return ["\n".join(lines[:end]) for end in ends]


def _parses(sqlglot: Any, statement: str) -> bool:
    exp = sqlglot.exp
    try:
        tree = sqlglot.parse_one(statement)
    except (sqlglot.errors.SqlglotError, RecursionError, ValueError):
        return False
    if not tree.find(exp.Select, exp.Insert, exp.Update, exp.Delete):
        return False
    # "select a plan from your website" parses, as columns and tables called `a` and `your`.
    return not any(
        (node.alias and node.name.lower() in _SMALL)
        or (isinstance(node, exp.Alias) and node.this.name.lower() in _SMALL)
        for node in tree.find_all(exp.Alias, exp.Table)
    )


def describe(evidence: Evidence) -> str:
    """Return what was found, for the trail."""
    said = [name for name in PROBES if name in evidence.names]
    said += sorted(evidence.names.difference(PROBES))
    said += [shown for extra in evidence.extras if (shown := str(extra))]
    if evidence.hits:
        said.append(f"best hit {evidence.hits[0]:.2f} of {LEAST:.2f}")
    return ", ".join(said) or "nothing"
