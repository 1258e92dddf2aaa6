"""Reads a question by its words, and where some are not known also by the network: both agree, or one is sure."""

from __future__ import annotations

import numpy as np

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.meanings import Meanings
from fingerpost.assistants.agents.analytics.planner.named_tables import writer_of
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError, Request
from fingerpost.assistants.agents.analytics.questions.reader import read_question
from fingerpost.assistants.agents.analytics.questions.schema_lexicon import schema_lexicon
from fingerpost.assistants.agents.analytics.questions.tagging import all_known
from fingerpost.assistants.agents.analytics.questions.tokens import tokens
from fingerpost.assistants.agents.analytics.semantic_parser.agreement import ask_the_same
from fingerpost.assistants.agents.analytics.semantic_parser.network import shared_networks
from fingerpost.assistants.agents.analytics.semantic_parser.parse import Parsed, parse_question

SURE, LIKELY = 0.85, 0.5
"""Probabilities from which the network's reading is taken by itself, and from which a refusal names it."""


def understand(question: str, allowlist: Allowlist, meanings: Meanings) -> Request:
    """Return what a question asks for; raise NotUnderstoodError where neither reading is sure, or they differ.

    Words alone decide where each is known as it is spelled, and where figures have names of their own
    (`measures.toml`), which the network does not know.
    """
    if meanings.measures:
        return read_question(question, allowlist, meanings)
    refused: NotUnderstoodError | None = None
    by_words: Request | None = None
    try:
        by_words = read_question(question, allowlist, meanings)
        statement = writer_of(by_words, allowlist, meanings, "sqlite").write()
    except NotUnderstoodError as error:
        refused, by_words = error, None
    if by_words is not None and all_known(tokens(question), schema_lexicon(allowlist, meanings)):
        return by_words
    try:
        parsed = parse_question(question, allowlist)
    except NotUnderstoodError as error:
        if by_words is None:
            raise (refused or error) from error
        return by_words
    if by_words is not None and ask_the_same(statement, parsed.statement):
        return by_words
    chance = certainty(parsed, differs=by_words is not None)
    if chance >= SURE:
        return parsed.request
    unsure = refused or NotUnderstoodError("this can be read in two ways: say it in other words", (question,))
    if chance >= LIKELY:
        unsure.guess = parsed.request
    raise unsure


def certainty(parsed: Parsed, *, differs: bool) -> float:
    """Return the probability that the network's reading is right, as it was on databases that it had not seen.

    `differs`: whether the words were read as something else, and not refused.
    """
    fitted = shared_networks().confidence
    evidence = np.array([*parsed.evidence, 0.0, float(differs), float(not differs)])
    score = (evidence - fitted[0]) / fitted[1] @ fitted[2] + fitted[3, 0]
    return float(1 / (1 + np.exp(-score)))
