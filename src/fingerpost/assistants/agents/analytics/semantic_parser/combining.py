"""Reads a question by its words and by the network, and decides between the two."""

from __future__ import annotations

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.meanings import Meanings
from fingerpost.assistants.agents.analytics.planner.named_tables import writer_of
from fingerpost.assistants.agents.analytics.planner.request import TWO_WAYS, NotUnderstoodError, Request
from fingerpost.assistants.agents.analytics.questions.accounting import accounted
from fingerpost.assistants.agents.analytics.questions.reader import read_question
from fingerpost.assistants.agents.analytics.questions.schema_lexicon import schema_lexicon
from fingerpost.assistants.agents.analytics.questions.tagging import all_known
from fingerpost.assistants.agents.analytics.questions.tokens import QUOTE, tokens
from fingerpost.assistants.agents.analytics.semantic_parser.agreement import ask_the_same
from fingerpost.assistants.agents.analytics.semantic_parser.confidence import ReadingEvidence
from fingerpost.assistants.agents.analytics.semantic_parser.network import shared_networks
from fingerpost.assistants.agents.analytics.semantic_parser.parse import Parsed, parse_question

SURE, LIKELY = 0.8, 0.5
"""Probabilities from which the network's reading is taken by itself, and from which a refusal names it."""
GROUNDED = 0.4
"""Likeness that every part of it has to some word at least: else what is asked for may not be in the schema at all."""


def understand(question: str, allowlist: Allowlist, meanings: Meanings) -> Request:
    """Return what a question asks for; raise NotUnderstoodError where it is not sure.

    The words and the network must ask the same, or the network be sure: known words are put together wrongly more often
    than rightly where it reads them otherwise, but for figures by group. Words alone decide where figures have names
    of their own (`measures.toml`), where a text stands in quotes, which it does not know, and where it reads nothing.
    Of neither is a reading taken that leaves out a denial, a comparison or a number of the question.
    """
    if meanings.measures:
        return accounted(question, read_question(question, allowlist, meanings), allowlist, meanings)
    refused: NotUnderstoodError | None = None
    by_words: Request | None = None
    try:
        by_words = accounted(question, read_question(question, allowlist, meanings), allowlist, meanings)
        statement = writer_of(by_words, allowlist, meanings, "sqlite").statement
    except NotUnderstoodError as error:
        refused, by_words = error, None
    pieces = tokens(question)
    known = by_words if by_words and all_known(pieces, schema_lexicon(allowlist, meanings)) else None
    if known and any(piece.kind == QUOTE for piece in pieces):
        return known
    try:
        parsed = parse_question(question, allowlist)
    except NotUnderstoodError as error:
        if known:
            return known
        raise (refused or error) from error
    if by_words and ask_the_same(statement, parsed.statement):
        return by_words
    if known and known.groups and known.measures and not known.order:
        return known
    chance = certainty(parsed, differs=by_words is not None)
    try:
        accounted(question, parsed.request, allowlist, meanings)
    except NotUnderstoodError:
        chance = 0.0
    if chance >= SURE and parsed.evidence.grounded >= GROUNDED:
        return parsed.request
    unsure = refused or NotUnderstoodError(TWO_WAYS, (question,))
    unsure.guess = parsed.request if chance >= LIKELY else known
    raise unsure


def certainty(parsed: Parsed, *, same: bool = False, differs: bool = False) -> float:
    """Return the probability that the network's reading is right, as it was on databases that it had not seen.

    `same`, `differs`: whether the words were read as the same, or as something else, and not refused.
    """
    return shared_networks().confidence.probability(related(parsed.evidence, same=same, differs=differs))


def related(evidence: ReadingEvidence, *, same: bool, differs: bool) -> ReadingEvidence:
    """Return the evidence of a reading with how the words alone were read."""
    return evidence._replace(same=float(same), differs=float(differs), unread=float(not (same or differs)))
