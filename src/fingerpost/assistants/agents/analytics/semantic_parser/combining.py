"""Reads a question by its words and by the network, and decides between the two."""

from __future__ import annotations

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.meanings import Meanings
from fingerpost.assistants.agents.analytics.planner.request import TWO_WAYS, NotUnderstoodError, Request
from fingerpost.assistants.agents.analytics.questions.accounting import accounted
from fingerpost.assistants.agents.analytics.questions.reader import read_question
from fingerpost.assistants.agents.analytics.semantic_parser.parse import LIKELY, certainty, is_sure, parse_question
from fingerpost.assistants.agents.analytics.semantic_parser.words_reading import read_words


def understand(question: str, allowlist: Allowlist, meanings: Meanings, *, strict: bool = False) -> Request:
    """Return what a question asks for; raise NotUnderstoodError where it is not sure.

    How sure that is, is told from what the networks say and how the words alone are read. Words decide where figures
    have names of their own (`measures.toml`), and where all are known and a figure is asked for by groups, or a text
    stands in quotes, which no network knows.
    No reading is taken that leaves out a denial, a comparison or a number of the question; a `strict` one leaves out no
    unknown word either.
    """
    if meanings.measures:
        return accounted(question, read_question(question, allowlist, meanings), allowlist, meanings)
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
