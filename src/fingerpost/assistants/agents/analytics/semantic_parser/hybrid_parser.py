"""Reads a question by its words and by the network, and decides between the two."""

from __future__ import annotations

import re

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.measures import Meanings
from fingerpost.assistants.agents.analytics.planner.request import TWO_WAYS, UNPLACED, NotUnderstoodError, Request
from fingerpost.assistants.agents.analytics.questions.coverage.coverage_check import accounted
from fingerpost.assistants.agents.analytics.questions.reader import read_question
from fingerpost.assistants.agents.analytics.questions.schema_lexicon import schema_lexicon
from fingerpost.assistants.agents.analytics.semantic_parser.empty_words import empty_words
from fingerpost.assistants.agents.analytics.semantic_parser.parse import LIKELY, certainty, is_sure, parse_question
from fingerpost.assistants.agents.analytics.semantic_parser.rule_based_parse import read_words
from fingerpost.language.text import fold

_ROUNDS = 3
"""How often words that carry nothing are left out, so that others are named which could not be placed."""


def understand(question: str, allowlist: Allowlist, meanings: Meanings, *, strict: bool = False) -> Request:
    """Return what a question asks for; raise NotUnderstoodError where it is not sure.

    How sure that is, is told from what the networks say and how the words alone are read. Words decide where figures
    have names of their own (`measures.toml`), and where all are known and a figure is asked for by groups, or a text
    stands in quotes, which no network knows.
    No reading is taken that leaves out a denial, a comparison or a number of the question; a `strict` one leaves out no
    unknown word either.
    """
    if meanings.measures:
        return _by_words(question, allowlist, meanings, strict=strict)
    words = read_words(question, allowlist, meanings)
    if words.request and words.known and (words.quoted or _by_groups(words.request)):
        return words.request
    try:
        parsed = parse_question(question, allowlist, words)
    except NotUnderstoodError as error:
        raise (words.refused or NotUnderstoodError(error.why, error.words)) from error
    chance = certainty(parsed)
    if words.request and parsed.evidence.same:
        request, left_out = words.request, False
    else:
        # What is less likely is neither taken nor told, whatever it leaves out.
        request = parsed.request
        left_out = chance >= LIKELY and _leaves_out(question, request, allowlist, meanings)
    if is_sure(parsed, chance) and not (left_out or (strict and parsed.leaves_unknown)):
        return request
    unsure = words.refused or NotUnderstoodError(TWO_WAYS, (question,))
    if chance >= LIKELY and not left_out:
        unsure.guess = request
    elif words.known:
        unsure.guess = words.request
    raise unsure


def _by_words(question: str, allowlist: Allowlist, meanings: Meanings, *, strict: bool) -> Request:
    """Return what the words of a question ask for; unless it is `strict`, without those that carry nothing.

    Of a share none is left out: a verb may be what parts it from its whole. A closed word that was read and has no part
    is not left out either.
    """
    text, refusal = question, None
    for _ in range(_ROUNDS):
        closed = frozenset[str]()
        try:
            request = read_question(text, allowlist, meanings)
            closed = schema_lexicon(allowlist, meanings).words
            request = accounted(text, request, allowlist, meanings)
        except NotUnderstoodError as error:
            refusal = refusal or error
            left = {word for words in error.words for word in words.split()}
            known = any(fold(word) in closed for word in left)
            if strict or known or error.why != UNPLACED or not left <= empty_words(question, allowlist):
                break
            text = re.sub(rf"(?<!\w)(?:{'|'.join(left)})(?!\w)", " ", text)
            continue
        if refusal and (request.share or request.numerator):
            break
        return request
    raise refusal or NotUnderstoodError(UNPLACED, (question,))


def _by_groups(request: Request) -> bool:
    """Whether figures by groups are asked for, which the network puts together no better than known words do."""
    return bool(request.groups and request.measures) and not request.order


def _leaves_out(question: str, request: Request, allowlist: Allowlist, meanings: Meanings) -> bool:
    """Whether words of a question have no part in a request that they must have."""
    try:
        accounted(question, request, allowlist, meanings)
    except NotUnderstoodError:
        return True
    return False
