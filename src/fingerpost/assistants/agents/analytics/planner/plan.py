"""Plans SQL for a question without any model: what is not understood with certainty is refused, and said."""

from __future__ import annotations

from dataclasses import dataclass

from fingerpost.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.asking import request_of, settled
from fingerpost.assistants.agents.analytics.planner.dialect import DIALECTS
from fingerpost.assistants.agents.analytics.planner.following import followed
from fingerpost.assistants.agents.analytics.planner.meanings import Meanings, readable
from fingerpost.assistants.agents.analytics.planner.naming import store_meanings
from fingerpost.assistants.agents.analytics.planner.reading import read
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError, Request
from fingerpost.assistants.agents.analytics.planner.telling import explained, refused, title_of
from fingerpost.assistants.agents.analytics.planner.writing import Writer
from fingerpost.conversation.language import language_of

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
    before: str | None = None,
    meanings: Meanings | None = None,
) -> Plan:
    """Return SQL for a question, or raise NotUnderstoodError.

    `before` is the question that this one may go on from. `meanings` says what figures are called; without it the
    store's own count, as far as the allowlist has their columns.
    """
    language = language_of(question)
    names = readable(store_meanings() if meanings is None else meanings, allowlist)
    try:
        known = DIALECTS.get(dialect.lower())
        if known is None:
            raise NotUnderstoodError(f"SQL is planned for {', '.join(DIALECTS)} alone", (dialect,))
        request = _request(question, before, allowlist, names)
        writer = Writer(allowlist, names, known, request)
        sql = writer.write().sql(dialect=known)
        return Plan(sql, title_of(request, names, language), explained(request, writer.settler, language))
    except NotUnderstoodError as error:
        raise refused(error, language) from error


def _request(question: str, before: str | None, allowlist: Allowlist, meanings: Meanings) -> Request:
    """Read a question, on its own if it can stand so, else as a change of the one before."""
    found = read(question, allowlist, meanings)
    if before is None:
        return settled(request_of(found, meanings, allowlist), found)
    if not found.again:
        try:
            return settled(request_of(found, meanings, allowlist), found)
        except NotUnderstoodError as error:
            alone = error
    else:
        alone = None
    earlier = read(before, allowlist, meanings)
    try:
        return settled(followed(found, request_of(earlier, meanings, allowlist), meanings, allowlist), found)
    except NotUnderstoodError as error:
        raise alone or error from error
