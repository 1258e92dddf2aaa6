"""Probes collect evidence for the supervisor, and only evidence that a guard of the routebook reads.

The probes here work in memory and run inline; `document_search.py` searches the documents. A probe that fails counts
as missing evidence, never as an error.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from fingerpost.conversation.guesses import follows_guess
from fingerpost.conversation.history import recent_user_turns
from fingerpost.conversation.lexicon import POINTING
from fingerpost.language.agreement import answer_in
from fingerpost.language.function_words import ARTICLES, SMALL, THANKS
from fingerpost.language.text import fold, words
from fingerpost.observability.events import log_event
from fingerpost.routebook.extensions import Extension, ProbeResult
from fingerpost.routebook.guards import (
    AFTER,
    ATTACHMENT,
    DOCUMENT,
    EARLIER,
    FIGURES,
    GUESS_TOLD,
    HITS,
    ITEMS,
    PAPER,
    PROBES,
    SHORT,
    SQL,
    UNRECORDED,
    WORDLESS,
    YES_OR_NO,
)
from fingerpost.routebook.model import Routebook
from fingerpost.routing.effects import NoScores
from fingerpost.routing.evidence.filetypes import is_document, mime_of, name_of
from fingerpost.routing.evidence.items import holds_figures, holds_items
from fingerpost.types import Evidence, Message, Resolved

MIN_HIT_SCORE = 0.65
"""The score from which a passage counts as a hit."""

MAX_HITS = 5
"""Passages whose scores are kept."""

MAX_STATEMENTS, MAX_TRAILING_LINES = 4, 6
"""Candidate statements, and candidate ends of each, that are parsed: this runs inline."""

MAX_SHORT, MAX_WORDLESS = 5, 8
"""Words of the longest message that is short, and of the longest that may say nothing."""

ASIDE = "attachment_ignored"
"""The signal of a message that sets its own file aside."""

_WORD = re.compile(r"\w+")
_LETTERS = re.compile(r"[^a-z]+")
_SAYS_NOTHING = (
    (SMALL - THANKS)
    | POINTING
    | words("""
    look check read attached attachment fyi thoughts

    olhada olhadinha lida anexo anexado segue acha

    vistazo ojo ojeada adjunto echale parece lee
    """)
)
_SMALL = ARTICLES | words("""
    one something some any all everything my our your this that these those what which meu minha nosso nossa seu
    sua este esta esse essa mi mis tu tus su sus nuestro nuestra
    """)
_STATEMENT = re.compile(
    r"\b(?=select\b.{1,2000}?\bfrom\b|with\s+(?:recursive\s+)?\w+\s+as\s*\(|insert\s+into\b|update\s+[\w.]+\s+set\b|delete\s+from\b)",
    re.DOTALL | re.IGNORECASE,
)


class Probes:
    """The probes that the guards of one routebook need."""

    def __init__(self, book: Routebook) -> None:
        """Collect the evidence that guards and weights read; clues with a signal are always looked for."""
        self.book = book
        read = {name for guard in book.guards for name in guard.reads}
        read.update(name for by_evidence in book.weights.values() for name in by_evidence)
        self.reads = frozenset(read)
        self._clues = [clue for clue in book.clues if clue.name in read or clue.signal]
        self._extensions = [extension for extension in book.extensions if extension.name in read]
        self._history = [name for name in read if name.startswith((EARLIER, AFTER)) or name == UNRECORDED]

    @property
    def any(self) -> bool:
        """Whether the routebook needs any evidence."""
        return bool(self.reads or self._clues)

    def gather(self, message: Message, resolved: Resolved) -> Evidence:
        """Return all evidence that needs no document search."""
        names: set[str] = set()
        signals: list[str] = []
        extras: list[Any] = []
        if resolved.file_aside:
            signals.append(ASIDE)
        elif message.attachments and self.reads & {ATTACHMENT, DOCUMENT, PAPER}:
            mimes = [mime_of(attachment) for attachment in message.attachments]
            names.add(ATTACHMENT)
            signals += ["attachment_present", *(f"attachment_mime:{mime}" for mime in dict.fromkeys(mimes))]
            if any(map(is_document, mimes)):
                names.add(DOCUMENT)
            if PAPER in self.reads and any(is_document(mime) and not mime.startswith("image/") for mime in mimes):
                names.add(PAPER)
        names.update(self._from_text(resolved))
        if GUESS_TOLD in self.reads and follows_guess(message):
            names.add(GUESS_TOLD)
        if SQL in names:
            signals.append("sql_probe_true")
        for extension in self._extensions:
            result = _probe(extension, message, resolved)
            names.update([extension.name] if result.holds else ())
            extras += [] if result.extra is None else [result.extra]
        present = set(_WORD.findall(resolved.folded)) if self._clues else set()
        files = "" if resolved.file_aside else _file_names(message.attachments)
        for clue in self._clues:
            if clue.found(files) if clue.files else clue.found(resolved.folded, present):
                names.add(clue.name)
                signals += [clue.signal] if clue.signal else []
        names.update(self._from_history(message, resolved))
        evidence = Evidence(frozenset(names), tuple(signals), extras=tuple(extras))
        return evidence if message.hits is None else with_hits(evidence, message.hits)

    def _from_text(self, resolved: Resolved) -> Iterable[str]:
        reads, text = self.reads, resolved.text
        if SHORT in reads and len(_WORD.findall(resolved.folded)) <= MAX_SHORT:
            yield SHORT
        if WORDLESS in reads and is_wordless(resolved.folded):
            yield WORDLESS
        if SQL in reads and holds_sql(text):
            yield SQL
        if ITEMS in reads and holds_items(text):
            yield ITEMS
        if FIGURES in reads and holds_figures(text):
            yield FIGURES
        if YES_OR_NO in reads and answer_in(text) is not None:
            yield YES_OR_NO

    def _from_history(self, message: Message, resolved: Resolved) -> Iterable[str]:
        if not self._history:
            return
        if resolved.turn is not None and resolved.turn.route is not None:
            yield AFTER + resolved.turn.route
        for turn in recent_user_turns(message):
            if turn.route is not None:
                yield EARLIER + turn.route
            elif UNRECORDED in self.reads:
                yield UNRECORDED
        for turn in message.turns:
            # A document that a route has kept for later questions.
            if turn.role not in ("user", "assistant") and turn.route is not None:
                yield EARLIER + turn.route


def is_wordless(folded: str) -> bool:
    """Whether a folded text says nothing that tells what to do: no word, or only those that point and greet."""
    said = _WORD.findall(folded)
    return len(said) <= MAX_WORDLESS and _SAYS_NOTHING.issuperset(said)


def _file_names(attachments: Sequence[Any]) -> str:
    """Return the words in the names of files, a line for each."""
    return "\n".join(_LETTERS.sub(" ", fold(name_of(attachment))) for attachment in attachments)


def _probe(extension: Extension, message: Message, resolved: Resolved) -> ProbeResult:
    try:
        return extension.probe(message, resolved)
    except Exception as error:  # noqa: BLE001 - an extension of a package may raise anything
        log_event(f"[probe] {extension.name} failed: {error!r}", logging.ERROR, probe=extension.name)
        return ProbeResult(holds=False)


def with_search(evidence: Evidence, found: Sequence[float] | NoScores) -> Evidence:
    """Return the evidence with the scores of a document search, or with the signal of one that gave none."""
    if isinstance(found, NoScores):
        return replace(evidence, signals=(*evidence.signals, found.value))
    return with_hits(evidence, found)


def with_hits(evidence: Evidence, scores: Sequence[float]) -> Evidence:
    """Return the evidence with the scores of a document search."""
    hits = tuple(sorted(scores, reverse=True)[:MAX_HITS])
    if not any(score >= MIN_HIT_SCORE for score in hits):
        return replace(evidence, hits=hits)
    return replace(evidence, hits=hits, names=evidence.names | {HITS}, signals=(*evidence.signals, "rag_probe_hit"))


def holds_sql(text: str) -> bool:
    """Whether a text contains a SQL statement: by pattern, then by parsing it where sqlglot is installed."""
    starts = [found.start() for found in _STATEMENT.finditer(text)][:MAX_STATEMENTS]
    if not starts:
        return False
    try:
        import sqlglot
    except ImportError:
        return True
    return any(_parses(sqlglot, part) for start in starts for part in _statements(text[start:]))


def _statements(text: str) -> list[str]:
    """Return the candidates for a statement at the start of a text: prose may follow it on further lines."""
    statement = text.partition("```")[0].partition(";")[0]
    lines = [line for line in statement.split("\n") if line.strip()]
    ends = dict.fromkeys(
        (*range(len(lines), 0, -1)[:MAX_TRAILING_LINES], *range(1, len(lines) + 1)[:MAX_TRAILING_LINES])
    )
    return ["\n".join(lines[:end]) for end in ends]


def _parses(sqlglot: Any, statement: str) -> bool:
    exp = sqlglot.exp
    try:
        tree = sqlglot.parse_one(statement)
    except (sqlglot.errors.SqlglotError, RecursionError, ValueError):
        return False
    if not tree.find(exp.Select, exp.Insert, exp.Update, exp.Delete):
        return False
    # "select a plan from your website" parses, with columns and tables called `a` and `your`.
    return not any(
        (node.alias and node.name.lower() in _SMALL)
        or (isinstance(node, exp.Alias) and node.this.name.lower() in _SMALL)
        for node in tree.find_all(exp.Alias, exp.Table)
    )


def describe(evidence: Evidence) -> str:
    """Return the evidence as text for the trail."""
    parts = [name for name in PROBES if name in evidence.names]
    parts += sorted(evidence.names.difference(PROBES))
    parts += [shown for extra in evidence.extras if (shown := str(extra))]
    if evidence.hits:
        parts.append(f"best hit {evidence.hits[0]:.2f} of {MIN_HIT_SCORE:.2f}")
    return ", ".join(parts) or "nothing"
