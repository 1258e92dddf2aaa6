"""Reads a question into a request by the network, with the probability that it is right."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from typing import NamedTuple

import numpy as np
from sqlglot import exp

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.measures import Meanings
from fingerpost.assistants.agents.analytics.planner.named_tables import writer_of
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError, Request
from fingerpost.assistants.agents.analytics.questions.reader import dated_marks
from fingerpost.assistants.agents.analytics.questions.tokens import WORD, tokens
from fingerpost.assistants.agents.analytics.semantic_parser.confidence import ReadingEvidence
from fingerpost.assistants.agents.analytics.semantic_parser.confidence_features import evidence_of, leaves_unknown_words
from fingerpost.assistants.agents.analytics.semantic_parser.decoding import Decoded, decode
from fingerpost.assistants.agents.analytics.semantic_parser.network import ParserOutput, averaged, shared_networks
from fingerpost.assistants.agents.analytics.semantic_parser.query_equivalence import ask_the_same
from fingerpost.assistants.agents.analytics.semantic_parser.rule_based_parse import WordsReading
from fingerpost.assistants.agents.analytics.semantic_parser.schema_items import schema_items

MOST_TABLES = 12
"""Tables of a larger schema that are looked at: those that the question is nearest to."""
MOST_WORDS = 60
HOPELESS, CERTAIN = 0.6, 0.9
"""Probabilities by one network alone below and from which the others would change nothing."""
SURE, LIKELY = 0.81, 0.5
"""Probabilities from which a reading is taken: the second is enough where all words are known and ask the same."""


class Parsed(NamedTuple):
    """A request, its statement, and what its certainty is estimated from."""

    request: Request
    statement: exp.Select
    evidence: ReadingEvidence
    leaves_unknown: bool
    """Whether a word that no list knows likely has no part in the request."""


class NetworkReading:
    """A question as the networks read it: one of them by itself, or all together."""

    def __init__(self, question: str, allowlist: Allowlist, by_words: WordsReading) -> None:
        """Prepare the question, which the words alone were read as; raise NotUnderstoodError where it is none."""
        near = allowlist.near(question, MOST_TABLES)
        self._pieces, self._allowlist, self._by_words = tokens(question), allowlist, by_words
        words = any(piece.kind == WORD for piece in self._pieces)
        if not words or len(self._pieces) > MOST_WORDS or not near.tables:
            raise NotUnderstoodError("the question is empty or too long")
        self._schema = schema_items(near)
        self._marks = dated_marks(self._pieces, near)
        self._seen = shared_networks().see(self._schema, self._pieces)
        self._statements: dict[Request, exp.Select] = {}

    def by_one(self) -> Parsed:
        """Return the request that is likeliest by the first network alone."""
        return self._parsed([self._first], self._first, self._found_first)

    def by_all(self) -> Parsed:
        """Return the request that is likeliest by all networks."""
        readings = [self._first, *shared_networks().read(self._seen, slice(1, None))]
        together = averaged(readings)
        return self._parsed(readings, together, self._decoded(together))

    @cached_property
    def _first(self) -> ParserOutput:
        return shared_networks().read(self._seen, slice(1))[0]

    @cached_property
    def _found_first(self) -> Decoded:
        return self._decoded(self._first)

    def _is(self, reading: ParserOutput, request: Request) -> bool:
        """Whether this is what one network reads."""
        try:
            found = self._found_first if reading is self._first else self._decoded(reading)
            return found.request == request
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

    def _parsed(self, readings: Sequence[ParserOutput], together: ParserOutput, found: Decoded) -> Parsed:
        alone = len(readings) == 1
        agreeing = 1.0 if alone else sum(self._is(one, found.request) for one in readings) / len(readings)
        statement, words = self._statements[found.request], self._by_words
        same = statement is words.statement or (
            words.statement is not None and ask_the_same(words.statement, statement)
        )
        evidence = evidence_of(together, found, self._seen, self._pieces, self._marks)._replace(
            agreeing_networks=agreeing,
            apart=0.0 if alone else float(np.std([one.roles for one in readings], axis=0).max()),
            least_supported=min(one.supported for one in readings),
            alone=float(alone),
            known=float(words.known),
            same=float(same),
            differs=float(words.statement is not None and not same),
            unread=float(words.statement is None),
            unplaced=float(len(words.refused.words)) if words.refused else 0.0,
        )
        return Parsed(
            found.request, statement, evidence, leaves_unknown_words(together, found, self._seen, self._marks)
        )


def parse_question(question: str, allowlist: Allowlist, by_words: WordsReading) -> Parsed:
    """Return the most likely request; raise NotUnderstoodError where nothing fits together.

    One network is asked alone where the others would change nothing: where it agrees with known words, where it is
    certain or far from it, or where it reads nothing and the words were not understood either.
    """
    reading = NetworkReading(question, allowlist, by_words)
    try:
        first = reading.by_one()
    except NotUnderstoodError:
        if by_words.statement is None:
            raise
        return reading.by_all()
    chance = certainty(first)
    changed = HOPELESS <= chance < CERTAIN and not (_agreed(first) and is_sure(first, chance))
    return reading.by_all() if changed else first


def is_sure(parsed: Parsed, chance: float) -> bool:
    """Whether a reading that is right with some probability is sure enough to be taken."""
    return chance >= (LIKELY if _agreed(parsed) else SURE)


def _agreed(parsed: Parsed) -> bool:
    """Whether the words ask the same, and each is known."""
    return bool(parsed.evidence.same and parsed.evidence.known)


def certainty(parsed: Parsed) -> float:
    """Return the probability that the network's reading is right, as it was on databases that it had not seen."""
    return shared_networks().confidence.probability(parsed.evidence)
