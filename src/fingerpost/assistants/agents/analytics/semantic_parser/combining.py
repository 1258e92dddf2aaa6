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
from fingerpost.assistants.agents.analytics.semantic_parser.parse import certainty, parse_question

SURE, LIKELY, LIKELY_ALONE = 0.8, 0.5, 0.65
"""Probabilities from which the networks' reading is taken by itself, and from which a refusal names it: one network
alone is surer than it is right."""
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
    by_group = known and known.groups and known.measures and not known.order
    if known and (by_group or any(piece.kind == QUOTE for piece in pieces)):
        return known
    try:
        parsed = parse_question(question, allowlist, statement if by_words else None)
    except NotUnderstoodError as error:
        if known:
            return known
        raise (refused or error) from error
    if by_words and ask_the_same(statement, parsed.statement):
        return by_words
    chance = certainty(parsed, differs=by_words is not None)
    likely = chance >= (LIKELY_ALONE if parsed.alone else LIKELY)
    if likely:
        try:
            accounted(question, parsed.request, allowlist, meanings)
        except NotUnderstoodError:
            likely = False
    if likely and chance >= SURE and parsed.evidence.grounded >= GROUNDED:
        return parsed.request
    unsure = refused or NotUnderstoodError(TWO_WAYS, (question,))
    unsure.guess = parsed.request if likely else known
    raise unsure
