"""Plans SQL for a question without any model: what is not understood with certainty is refused, and said."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.asking import request_of, settled
from fingerpost.assistants.agents.analytics.planner.dialect import DIALECTS, quoted
from fingerpost.assistants.agents.analytics.planner.following import followed
from fingerpost.assistants.agents.analytics.planner.meanings import Meanings, readable
from fingerpost.assistants.agents.analytics.planner.naming import store_meanings
from fingerpost.assistants.agents.analytics.planner.reading import read
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError, Request
from fingerpost.assistants.agents.analytics.planner.telling import explained, refused, title_of
from fingerpost.assistants.agents.analytics.planner.writing import Writer
from fingerpost.language.detect import language_of

__all__ = ["NotUnderstoodError", "Plan", "plan"]


@dataclass(frozen=True, slots=True)
class Plan:
    """A statement for a question, a title for its result, and how the question was read."""

    sql: str
    title: str
    explains: str


def plan(
    question: str,
    allowlist: Allowlist,
    *,
    dialect: str = "sqlite",
    before: str | Sequence[str] | None = None,
    meanings: Meanings | None = None,
) -> Plan:
    """Return SQL for a question, or raise NotUnderstoodError.

    `before` is the question that this one may go on from, or several, the oldest first. `meanings` says what figures
    are called; without it the store's own count, as far as the allowlist has their columns.
    """
    language = language_of(question)
    names = readable(store_meanings() if meanings is None else meanings, allowlist)
    try:
        known = DIALECTS.get(dialect.lower())
        if known is None:
            raise NotUnderstoodError(f"SQL is planned for {', '.join(DIALECTS)} alone", (dialect,))
        past = [before] if isinstance(before, str) else before or ()
        request = _request(question, past, allowlist, names)
        writer = Writer(allowlist, names, known, request)
        sql = quoted(writer.write(), allowlist, known).sql(dialect=known)
        return Plan(sql, title_of(request, names, language), explained(writer.request, writer.settler, language))
    except NotUnderstoodError as error:
        raise refused(error, language) from error


def _request(question: str, before: Sequence[str], allowlist: Allowlist, meanings: Meanings) -> Request:
    """Read a question, on its own if it can stand so, else as a change of what was asked before."""
    found = read(question, allowlist, meanings)
    alone: NotUnderstoodError | None = None
    if not before or not found.again:
        try:
            return settled(request_of(found, meanings, allowlist), found)
        except NotUnderstoodError as error:
            alone = error
    earlier = _earlier(before, allowlist, meanings)
    if earlier is None:
        raise alone or NotUnderstoodError("nothing was asked before that this could go on from", (question,))
    try:
        return settled(followed(found, earlier, meanings, allowlist), found)
    except NotUnderstoodError as error:
        raise alone or error from error


def _earlier(before: Sequence[str], allowlist: Allowlist, meanings: Meanings) -> Request | None:
    """Return what a conversation has come to: each question stands alone, changes the one before, or is passed over."""
    request: Request | None = None
    for text in before:
        found = read(text, allowlist, meanings)
        try:
            if request is None or not found.again:
                request = request_of(found, meanings, allowlist)
                continue
        except NotUnderstoodError:
            pass
        if request is not None:
            with suppress(NotUnderstoodError):
                request = followed(found, request, meanings, allowlist)
    return request
