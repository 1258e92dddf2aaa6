"""Plans SQL for a question: reads it into a request, alone or as an edit of the one before, and writes that."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.dialect import DIALECTS, quoted
from fingerpost.assistants.agents.analytics.planner.interpretation_text import denied, refused, title_of, understood
from fingerpost.assistants.agents.analytics.planner.measures import Meanings, readable
from fingerpost.assistants.agents.analytics.planner.named_tables import writer_of
from fingerpost.assistants.agents.analytics.planner.notes import notes
from fingerpost.assistants.agents.analytics.planner.relative_times import RelativeTime, relative_times
from fingerpost.assistants.agents.analytics.planner.request import (
    GuessDeniedError,
    NotUnderstoodError,
    Ref,
    Request,
)
from fingerpost.assistants.agents.analytics.planner.sql_writer import Writer
from fingerpost.assistants.agents.analytics.questions.coverage.coverage_check import accounted_edit
from fingerpost.assistants.agents.analytics.questions.follow_ups.follow_up_detection import Standing, standing
from fingerpost.assistants.agents.analytics.questions.follow_ups.follow_up_figure import measured_tables
from fingerpost.assistants.agents.analytics.questions.follow_ups.follow_up_reader import follow
from fingerpost.assistants.agents.analytics.questions.follow_ups.follow_up_references import says_whole
from fingerpost.assistants.agents.analytics.questions.follow_ups.topic_shift_phrases import new_topic
from fingerpost.assistants.agents.analytics.semantic_parser.hybrid_parser import understand
from fingerpost.language.agreement import Answer, answer_in
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
    strict: bool = False,
) -> Plan:
    """Return SQL for a question, or raise NotUnderstoodError.

    `before` is the question that this one may go on from, or several, the oldest first. `meanings` says what figures
    are called; without it only the names of the schema count. A yes behind a question that was refused with a guess
    takes that guess. A `strict` reading leaves out no unknown word.
    """
    names = readable(meanings or NO_MEANINGS, allowlist)
    past = [before] if isinstance(before, str) else before or ()
    answer = answer_in(question) if past else None
    language = language_of(question)
    try:
        known = DIALECTS.get(dialect.lower())
        if known is None:
            raise NotUnderstoodError(f"SQL is planned for {', '.join(DIALECTS)} alone", (dialect,))
        if anew := new_topic(question):
            question, past = anew, ()
        earlier, asked_back = _earlier(past, answer, _Schema(allowlist, names, strict=strict))
        agreed = False
        if answer and asked_back is not None and asked_back.guess is not None:
            language = language_of(last_asked(past))
            if answer == "no":
                raise denied(asked_back, last_asked(past), language)
            agreed, writer = True, writer_of(asked_back.guess, allowlist, names, known)
        elif past and earlier is None and standing(question, allowlist, names) is not Standing.WHOLE:
            raise NotUnderstoodError("the question before was not understood: say this one as a whole", (question,))
        else:
            _, writer = _next(question, earlier, _Schema(allowlist, names, known, strict))
        sql = quoted(writer.statement.copy(), allowlist, known).sql(dialect=known, copy=False)
        title = title_of(writer.request, names, language)
        how = understood(writer.request, writer.settler, language)
        decided = notes(writer.request, writer.settler, language, agreed=agreed)
        times = tuple(relative_times(writer.request, writer.settler, writer.first_base() or writer.listed_table()))
        return Plan(sql, title, how, decided, times)
    except GuessDeniedError:
        raise
    except NotUnderstoodError as error:
        perhaps = ""
        if error.guess is not None:
            guessed = writer_of(error.guess, allowlist, names, "sqlite")
            perhaps = understood(guessed.request, guessed.settler, language)
        raise refused(error, question, language, perhaps) from error


class FollowedRequest(NamedTuple):
    """What a question of a conversation asks for, and the request that it was made of where it is an edit."""

    request: Request
    edited: Request | None = None


def last_asked(questions: Sequence[str]) -> str:
    """Return the last of the questions that is more than a yes or a no."""
    return next((text for text in reversed(questions) if answer_in(text) is None), questions[-1])


def _earlier(
    before: Sequence[str], answer: Answer | None, schema: _Schema
) -> tuple[FollowedRequest | None, NotUnderstoodError | None]:
    """Return what a conversation has come to, or why its last question was not understood; `answer` is said to that.

    Whoever goes on after that may mean either the question that was refused or the one before it.
    """
    turn: FollowedRequest | None = None
    refusal: NotUnderstoodError | None = None
    answers = [*map(answer_in, before), answer]
    for at, text in enumerate(before):
        anew = new_topic(text)
        if answers[at] and refusal is not None and refusal.guess is not None:
            turn, refusal = FollowedRequest(refusal.guess) if answers[at] == "yes" else None, None
            continue
        if answers[at] == "yes" and at:
            # It agrees to nothing that was asked.
            continue
        if answers[at + 1] and (refused := _refused_with_guess(anew or text, schema)):
            turn, refusal = None, refused
            continue
        if at and turn is None and not anew and standing(text, schema.allowlist, schema.meanings) is not Standing.WHOLE:
            refusal = None
            continue
        try:
            turn, _ = _next(anew or text, None if anew else turn, schema)
            refusal = None
        except NotUnderstoodError as error:
            turn, refusal = None, error
    return turn, refusal


def _refused_with_guess(question: str, schema: _Schema) -> NotUnderstoodError | None:
    """Return the refusal of a question that may mean something; None where it is understood, or nothing is guessed."""
    try:
        _alone(question, schema)
    except NotUnderstoodError as error:
        return error if error.guess is not None else None
    return None


class _Schema(NamedTuple):
    """What questions are read with."""

    allowlist: Allowlist
    meanings: Meanings
    dialect: str = "sqlite"
    strict: bool = False


def _next(question: str, before: FollowedRequest | None, schema: _Schema) -> tuple[FollowedRequest, Writer]:
    """Read a question, and return who writes it: an edit of the one before where it leans on that, else itself."""
    if before is None:
        return _alone(question, schema)
    if standing(question, schema.allowlist, schema.meanings) is not Standing.LEANS:
        return _alone_or_edited(question, before, schema)
    try:
        return _edited(question, before, schema)
    except NotUnderstoodError:
        behind_first = question.lstrip("¿¡ ").partition(" ")[2]
        if standing(behind_first, schema.allowlist, schema.meanings) is not Standing.WHOLE:
            raise
    # "Also, what is the total freight?" is whole but for its first word.
    return _alone_or_edited(behind_first, before, schema._replace(strict=True))


def _alone(question: str, schema: _Schema) -> tuple[FollowedRequest, Writer]:
    request = understand(question, schema.allowlist, schema.meanings, strict=schema.strict)
    return FollowedRequest(request), writer_of(request, schema.allowlist, schema.meanings, schema.dialect)


def _edited(
    question: str, before: FollowedRequest, schema: _Schema, *, whole: bool = False
) -> tuple[FollowedRequest, Writer]:
    request = follow(question, before.request, schema.allowlist, schema.meanings, before.edited)
    request = accounted_edit(question, request, before.request, schema.allowlist, schema.meanings, whole=whole)
    return FollowedRequest(request, before.request), writer_of(
        request, schema.allowlist, schema.meanings, schema.dialect
    )


def _alone_or_edited(question: str, before: FollowedRequest, schema: _Schema) -> tuple[FollowedRequest, Writer]:
    """Read a question by itself; where that may as well mean only the rows of the one before, ask which is meant.

    It is an edit where it cannot be read by itself, and where it names no rows at all.
    """
    asks = standing(question, schema.allowlist, schema.meanings) is Standing.WHOLE
    try:
        whole = _alone(question, schema._replace(strict=True))
    except NotUnderstoodError:
        with suppress(NotUnderstoodError):
            return _edited(question, before, schema, whole=asks)
        if not asks:
            raise
        # The edit has all words of the question; alone it may have some that carry nothing.
        whole = _alone(question, schema)
    found = whole[0].request
    if asks and (says_whole(question) or not _leaves_rows_open(found, before.request, schema.meanings)):
        return whole
    try:
        edit = _edited(question, before, schema)
    except NotUnderstoodError:
        return whole
    if asks and not _names_rows(found):
        return edit
    raise NotUnderstoodError("say whether all are meant, or only those of the question before", (question,))


def _names_rows(request: Request) -> bool:
    """Whether a request names a table, and not only a figure or a column."""
    return bool(request.mentioned) or any(not column for one in request.measures for _, column in one.refs)


def _leaves_rows_open(request: Request, before: Request, meanings: Meanings) -> bool:
    """Whether a request chooses none of its rows, and they are of tables that rows were chosen of before.

    To rank them and show the first is no such choice.
    """
    chosen = request.wheres or request.whens or request.having or request.sides or request.numerator
    if chosen or not (before.wheres or before.whens):
        return False
    tables, earlier = (
        {*one.mentioned, *(ref[0] for ref in _refs(one)), *measured_tables(one, meanings)} for one in (request, before)
    )
    # `top 5 cities by freight` behind the revenue of one state: the rows of cities were chosen before.
    scoped = {ref[0] for where in before.wheres for ref in where.refs}
    return tables <= earlier or bool(request.order and tables & scoped)


def _refs(request: Request) -> list[Ref]:
    figures = [ref for measure in request.measures for ref in measure.refs]
    groups = [ref for group in (*request.groups, *request.inner) for ref in group.refs]
    return [*figures, *groups, *(ref for where in request.wheres for ref in where.refs)]
