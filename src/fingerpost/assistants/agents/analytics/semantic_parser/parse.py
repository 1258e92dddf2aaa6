"""Reads a question into a request by the network, with the probability that it is right."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from typing import NamedTuple

import numpy as np
from sqlglot import exp

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.meanings import Meanings
from fingerpost.assistants.agents.analytics.planner.named_tables import writer_of
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError, Request
from fingerpost.assistants.agents.analytics.questions.lexicon import Mark
from fingerpost.assistants.agents.analytics.questions.reader import dated_marks
from fingerpost.assistants.agents.analytics.questions.tokens import WORD, tokens
from fingerpost.assistants.agents.analytics.semantic_parser.agreement import ask_the_same
from fingerpost.assistants.agents.analytics.semantic_parser.confidence import ReadingEvidence
from fingerpost.assistants.agents.analytics.semantic_parser.decoding import Decoded, decode
from fingerpost.assistants.agents.analytics.semantic_parser.network import (
    CLASSES,
    HEADS,
    ParserOutput,
    Seen,
    averaged,
    shared_networks,
)
from fingerpost.assistants.agents.analytics.semantic_parser.schema_items import schema_items

MOST_TABLES = 12
"""Tables of a larger schema that are looked at: those that the question is nearest to."""
MOST_WORDS = 60
HOPELESS = 0.7
"""Probability by one network alone below which all together are not sure: of 410 right answers to 2,000 held-out
questions, one was below it."""
_SMALLEST = 1e-4


class Parsed(NamedTuple):
    """A request, its statement, and what its certainty is estimated from."""

    request: Request
    statement: exp.Select
    evidence: ReadingEvidence
    alone: bool = False
    """Whether one network alone was asked."""


class NetworkReading:
    """A question as the networks read it: one of them by itself, or all together."""

    def __init__(self, question: str, allowlist: Allowlist) -> None:
        """Prepare the question; raise NotUnderstoodError where it is none."""
        near = allowlist.near(question, MOST_TABLES)
        self._pieces, self._allowlist = tokens(question), allowlist
        words = any(piece.kind == WORD for piece in self._pieces)
        if not words or len(self._pieces) > MOST_WORDS or not near.tables:
            raise NotUnderstoodError("the question is empty or too long")
        self._schema = schema_items(near)
        self._marks = dated_marks(self._pieces, near)
        self._seen = shared_networks().see(self._schema, self._pieces)
        self._statements: dict[Request, exp.Select] = {}

    def by_one(self) -> Parsed:
        """Return the request that is likeliest by the first network alone, which agrees with itself."""
        return self._parsed(self._first, self._decoded(self._first), 1.0)._replace(alone=True)

    def by_all(self) -> Parsed:
        """Return the request that is likeliest by all networks."""
        readings = [self._first, *shared_networks().read(self._seen, slice(1, None))]
        together = averaged(readings)
        found = self._decoded(together)
        return self._parsed(together, found, sum(self._is(one, found.request) for one in readings) / len(readings))

    @cached_property
    def _first(self) -> ParserOutput:
        return shared_networks().read(self._seen, slice(1))[0]

    def _is(self, reading: ParserOutput, request: Request) -> bool:
        """Whether this is what one network reads."""
        try:
            return self._decoded(reading).request == request
        except NotUnderstoodError:
            return False

    def _decoded(self, reading: ParserOutput) -> Decoded:
        return decode(reading, self._pieces, self._marks, self._schema, self._fits)

    def _fits(self, request: Request) -> bool:
        """Whether a request can be written."""
        if request not in self._statements:
            with suppress(NotUnderstoodError):
                self._statements[request] = writer_of(request, self._allowlist, Meanings(), "sqlite").statement
        return request in self._statements

    def _parsed(self, reading: ParserOutput, found: Decoded, agreeing: float) -> Parsed:
        evidence = _evidence(reading, found, self._seen, self._marks, agreeing)
        return Parsed(found.request, self._statements[found.request], evidence)


def parse_question(question: str, allowlist: Allowlist, by_words: exp.Select | None = None) -> Parsed:
    """Return the most likely request; raise NotUnderstoodError where nothing fits together.

    One network is asked alone where the others would change nothing: where it asks the same as the words do, or where
    these were not understood (`by_words` is None) and it is far from sure, or reads nothing either.
    """
    reading = NetworkReading(question, allowlist)
    try:
        first = reading.by_one()
    except NotUnderstoodError:
        if by_words is None:
            raise
        return reading.by_all()
    enough = certainty(first) < HOPELESS if by_words is None else ask_the_same(by_words, first.statement)
    return first if enough else reading.by_all()


def certainty(parsed: Parsed, *, same: bool = False, differs: bool = False) -> float:
    """Return the probability that the network's reading is right, as it was on databases that it had not seen.

    `same`, `differs`: whether the words were read as the same, or as something else, and not refused.
    """
    return shared_networks().confidence.probability(related(parsed.evidence, same=same, differs=differs))


def related(evidence: ReadingEvidence, *, same: bool, differs: bool) -> ReadingEvidence:
    """Return the evidence of a reading with how the words alone were read."""
    return evidence._replace(same=float(same), differs=float(differs), unread=float(not (same or differs)))


def _evidence(
    reading: ParserOutput, found: Decoded, seen: Seen, marks: Sequence[Mark], agreeing: float
) -> ReadingEvidence:
    """Return what the certainty of a reading is estimated from."""
    alike, length = seen.sources, len(seen.sources)
    strong = np.maximum(alike[:, :, 0], alike[:, :, 4:6].max(axis=2)).max(axis=0)[seen.schema.source]
    linked = reading.links[:, len(CLASSES) :].max(axis=0)
    request = found.request
    return ReadingEvidence(
        roles=found.roles,
        heads=found.heads,
        words=found.words,
        least_word=found.least_word,
        weakest=found.weakest,
        rival=found.rival,
        empty_words=found.empty_words,
        supported=float(np.log(max(reading.supported, _SMALLEST))),
        agreeing_networks=agreeing,
        grounded=float(min(strong[at] for at in found.used)),
        least_linked=float(np.log(max(min(linked[at] for at in found.used), _SMALLEST))),
        items=float(len(found.used)),
        least_head=float(np.log(min(reading.heads[name].max() for name in HEADS))),
        unknown_words=sum(not mark.meanings for mark in marks) / length,
        length=length / 10,
        conditions=float(len(request.wheres)),
        times=float(len(request.whens)),
        groups=float(len(request.groups)),
        listed=float(request.listed),
        ordered=float(bool(request.order)),
        denied=float(any(where.how in ("null", "not exists", "<>") for where in request.wheres)),
        compared=float(any(where.how in ("<", "<=", ">", ">=") for where in request.wheres)),
        nested=float(request.share or bool(request.having) or any(one.gap for one in request.measures)),
    )
