"""Plans SQL for a question: reads it into a request, alone or as an edit of the one before, and writes that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.dialect import DIALECTS, quoted
from fingerpost.assistants.agents.analytics.planner.meanings import Meanings, readable
from fingerpost.assistants.agents.analytics.planner.named_tables import writer_of
from fingerpost.assistants.agents.analytics.planner.notes import notes
from fingerpost.assistants.agents.analytics.planner.relative_times import RelativeTime, relative_times
from fingerpost.assistants.agents.analytics.planner.request import SHAPE, NotUnderstoodError, Ref, Request
from fingerpost.assistants.agents.analytics.planner.telling import refused, title_of, understood
from fingerpost.assistants.agents.analytics.planner.writing import Writer
from fingerpost.assistants.agents.analytics.questions.accounting import accounted, accounted_edit
from fingerpost.assistants.agents.analytics.questions.following import follow
from fingerpost.assistants.agents.analytics.questions.leaning import leans
from fingerpost.assistants.agents.analytics.questions.reader import read_question
from fingerpost.assistants.agents.analytics.questions.topics import new_topic
from fingerpost.assistants.agents.analytics.semantic_parser.combining import understand
from fingerpost.language.detect import language_of

NO_MEANINGS = Meanings()


@dataclass(frozen=True, slots=True)
class Plan:
    """SQL for a question, a title for its result, how the question was understood, and what was decided beside that.

    `times` are those that count from the newest date; each has a statement that says which days it comes to.
    """

    sql: str
    title: str
    understood: str
    notes: tuple[str, ...] = ()
    times: tuple[RelativeTime, ...] = ()


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
    are called; without it only the names of the schema count.
    """
    language = language_of(question)
    names = readable(meanings or NO_MEANINGS, allowlist)
    try:
        known = DIALECTS.get(dialect.lower())
        if known is None:
            raise NotUnderstoodError(f"SQL is planned for {', '.join(DIALECTS)} alone", (dialect,))
        past = [before] if isinstance(before, str) else before or ()
        if anew := new_topic(question):
            question, past = anew, ()
        earlier = _earlier(past, allowlist, names)
        if past and earlier is None and leans(question, allowlist, names):
            raise NotUnderstoodError("the question before was not understood: say this one as a whole", (question,))
        _, writer = _next(question, earlier, allowlist, names, known)
        sql = quoted(writer.statement.copy(), allowlist, known).sql(dialect=known)
        title = title_of(writer.request, names, language)
        how = understood(writer.request, writer.settler, language)
        decided = notes(writer.request, writer.settler, language)
        times = tuple(relative_times(writer.request, writer.settler, writer.first_base() or writer.listed_table()))
        return Plan(sql, title, how, decided, times)
    except NotUnderstoodError as error:
        perhaps = ""
        if error.guess is not None:
            guessed = writer_of(error.guess, allowlist, names, "sqlite")
            perhaps = understood(guessed.request, guessed.settler, language)
        raise refused(error, language, perhaps) from error


class FollowedRequest(NamedTuple):
    """What a question of a conversation asks for, and the request that it was made of where it is an edit."""

    request: Request
    edited: Request | None = None


def _earlier(before: Sequence[str], allowlist: Allowlist, meanings: Meanings) -> FollowedRequest | None:
    """Return what a conversation has come to; None where the last question was not understood.

    Whoever goes on after that may mean either the question that was refused or the one before it.
    """
    turn: FollowedRequest | None = None
    for at, text in enumerate(before):
        anew = new_topic(text)
        if at and turn is None and not anew and leans(text, allowlist, meanings):
            continue
        try:
            turn, _ = _next(anew or text, None if anew else turn, allowlist, meanings, "sqlite")
        except NotUnderstoodError:
            turn = None
    return turn


def _next(
    question: str, before: FollowedRequest | None, allowlist: Allowlist, meanings: Meanings, dialect: str
) -> tuple[FollowedRequest, Writer]:
    """Read a question, and return who writes it.

    It is an edit of the one before where it leans on that, else it stands on its own, or the other way round.
    """
    ways: list[Callable[[], FollowedRequest]] = [lambda: FollowedRequest(understand(question, allowlist, meanings))]
    if before is not None:
        ways = [partial(_edited, question, before, allowlist, meanings)]
        behind_first = question.lstrip("¿¡ ").partition(" ")[2]
        if not leans(question, allowlist, meanings):
            ways.insert(0, partial(_alone, question, before.request, allowlist, meanings))
        elif not leans(behind_first, allowlist, meanings):
            # "Also, what is the total freight?" is whole but for its first word.
            ways.append(partial(_alone, behind_first, before.request, allowlist, meanings))
    first: NotUnderstoodError | None = None
    for way in ways:
        try:
            found = way()
            return found, writer_of(found.request, allowlist, meanings, dialect)
        except NotUnderstoodError as error:
            first = first or error
    raise first or NotUnderstoodError(SHAPE, (question,))


def _edited(question: str, before: FollowedRequest, allowlist: Allowlist, meanings: Meanings) -> FollowedRequest:
    """Read a question as an edit of the one before."""
    found = follow(question, before.request, allowlist, meanings, before.edited)
    return FollowedRequest(accounted_edit(question, found, before.request, allowlist, meanings), before.request)


def _alone(question: str, before: Request, allowlist: Allowlist, meanings: Meanings) -> FollowedRequest:
    """Read a question on its own; raise where it may as well mean only the rows of the one before."""
    found = accounted(question, read_question(question, allowlist, meanings), allowlist, meanings)
    if found.wheres or found.whens or not (before.wheres or before.whens):
        return FollowedRequest(found)
    tables, earlier = ({*one.mentioned, *(ref[0] for ref in _refs(one))} for one in (found, before))
    if tables and tables <= earlier:
        raise NotUnderstoodError("say whether all are meant, or only those of the question before", (question,))
    return FollowedRequest(found)


def _refs(request: Request) -> list[Ref]:
    figures = [ref for measure in request.measures for ref in measure.refs]
    groups = [ref for group in (*request.groups, *request.inner) for ref in group.refs]
    return [*figures, *groups, *(ref for where in request.wheres for ref in where.refs)]
