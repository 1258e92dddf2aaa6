"""The analytics agent: turns a question into SQL, checks it, runs it on a read-only connection, and shows the result.

Questions are planned without a model where the plan is certain; the rest goes to the main model, if one is configured,
under the same allowlist and the same check.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from fingerpost.answering.handlers import Handler, HandlerReply
from fingerpost.answering.request import Request
from fingerpost.assistants.agents.analytics import check_sql
from fingerpost.assistants.agents.analytics.errors import SqlError
from fingerpost.assistants.agents.analytics.model_sql import extract_sql, write_sql
from fingerpost.assistants.agents.analytics.phrases import PHRASES
from fingerpost.assistants.agents.analytics.read_only_database import QueryError, QueryResult, ReadOnlyDatabase
from fingerpost.assistants.agents.analytics.result_text import cell_text, json_value, markdown_table
from fingerpost.assistants.agents.schema import allowlist_of
from fingerpost.assistants.agents.settings import NAME_SECONDS, AnalyticsSettings
from fingerpost.conversation.guesses import answer_to_guess, without_idle_answers
from fingerpost.errors import ModelError, SettingsError
from fingerpost.language.agreement import answer_in
from fingerpost.language.detect import language_of
from fingerpost.models.chat import ChatClient
from fingerpost.models.guarded_chat import GuardedChat
from fingerpost.observability.events import log_event
from fingerpost.resilience.ladder import ANSWER, CLASSIFIER, record_degraded
from fingerpost.routebook.model import Routebook
from fingerpost.routing.evidence.probes import holds_sql
from fingerpost.settings import Settings
from fingerpost.types import Decision, Message, Part, Resolved

if TYPE_CHECKING:
    from fingerpost.assistants.agents.analytics.allowlist import Allowlist
    from fingerpost.assistants.agents.analytics.name_lookup import NameLookup
    from fingerpost.assistants.agents.analytics.planner.measures import Meanings
    from fingerpost.assistants.agents.analytics.planner.relative_times import RelativeTime

T = TypeVar("T")

MAX_ROWS_SHOWN = 20
"""Maximum number of rows in the answer text; the table part holds all."""

MAX_EARLIER_QUESTIONS = 8
"""Maximum number of earlier questions that a follow-up question builds on."""

WORKER_THREADS = 4
"""Number of worker threads for planning, checking and running queries."""

PLANNED_DIALECTS = ("sqlite", "postgres", "duckdb")
"""Dialects supported by the planner."""


class AnalyticsAgent:
    """Handler of questions about one database; without a database it shows the SQL that it would run."""

    def __init__(
        self,
        database: ReadOnlyDatabase | None,
        chat: ChatClient | None,
        measures: Path | None = None,
        name_seconds: float = NAME_SECONDS,
        model_seconds: float = 20.0,
    ) -> None:
        """Create the agent with its database, a fallback model for unplanned questions, and the file of measures.

        Names in questions are looked up in the database within `name_seconds`; 0 looks none up. A call to the model
        may take `model_seconds`.
        """
        self.database, self._measures = database, measures
        self._chat = GuardedChat(chat, model_seconds) if chat is not None else None
        self._name_seconds = name_seconds
        # A separate pool: slow queries must not block the threads of other work.
        self._threads = ThreadPoolExecutor(WORKER_THREADS, thread_name_prefix="fingerpost-query")

    @property
    def dialect(self) -> str:
        """Return the dialect of the database."""
        return self.database.dialect if self.database is not None else "sqlite"

    @cached_property
    def _meanings(self) -> Meanings | None:
        """Return the measures of the routebook; None where it defines none."""
        from fingerpost.assistants.agents.analytics.planner.measures_file import read_meanings

        return None if self._measures is None else read_meanings(self._measures)

    @cached_property
    def _names(self) -> NameLookup | None:
        """Return what looks names up in the database; None without one."""
        from fingerpost.assistants.agents.analytics.name_lookup import NameLookup

        return None if self.database is None else NameLookup(self.database, self._name_seconds)

    async def answer(self, request: Request, decision: Decision) -> HandlerReply:
        """Plan, check and run the query, and answer with the result or with the reason why there is none."""
        phrases = PHRASES[language_of(_worded(request.message, decision))]
        try:
            sql, heading = await self._statement(request, decision, phrases)
        except AskBackError as error:
            return HandlerReply(str(error))
        except (SqlError, NoPlannerError, NotPlannedError) as error:
            return HandlerReply(_refusal_text(error, phrases))
        understood = f"{heading}\n\n" if heading else ""
        shown = f"```sql\n{sql}\n```"
        code = Part("code", sql, {"language": "sql"})
        if self.database is None:
            return HandlerReply(f"{understood}{phrases['no_database']}\n\n{shown}", (code,))
        try:
            result = await self._in_thread(partial(self.database.run, sql, left=request.deadline.remaining))
        except QueryError as error:
            return HandlerReply(f"{understood}{phrases['failed'].format(why=error)}\n\n{shown}", (code,))
        return HandlerReply(f"{understood}{_result_text(result, phrases)}\n\n{shown}", (_table_part(result), code))

    async def close(self) -> None:
        """Stop the worker threads and close the database."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        if self.database is not None:
            self.database.close()

    async def _in_thread(self, work: Callable[[], T]) -> T:
        """Run blocking work in a worker thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def _statement(self, request: Request, decision: Decision, phrases: dict[str, str]) -> tuple[str, str]:
        """Return the checked statement (the user's own SQL, the planner's, or the model's) and a heading.

        The planner says how it understood a question; a model cannot, and the heading says that it wrote the SQL.
        """
        try:
            from fingerpost.assistants.agents.analytics.plan_with_names import SeveralNamesError, plan_with_names
            from fingerpost.assistants.agents.analytics.planner.request import GuessDeniedError, NotUnderstoodError
        except ModuleNotFoundError as error:
            if error.name != "sqlglot":
                raise
            raise SettingsError("questions become SQL with sqlglot: pip install 'fingerpost[analytics]'") from error
        text, allowlist = request.message.text, allowlist_of(request.book)
        if await self._in_thread(partial(holds_sql, text)):
            return await self._check(extract_sql(text), allowlist), ""
        if allowlist is None:
            raise NotPlannedError(
                "this routebook has no allowlist: make one with `fingerpost agents allowlist URL`, and declare it in"
                ' routebook.toml: [extensions] schema = "allowlist.json"'
            )
        if self.dialect not in PLANNED_DIALECTS:
            if self._chat is None:
                raise NoPlannerError(self.dialect)
            return await self._write_with_model(self._chat, request.book, decision), phrases["by_model"]

        def planned() -> tuple[str, str]:
            found = plan_with_names(
                text,
                allowlist,
                self._names,
                dialect=self.dialect,
                before=_earlier_questions(request.message, decision),
                meanings=self._meanings,
                left=request.deadline.remaining,
            )
            how = phrases["understood"].format(how=found.understood) if found.understood else ""
            days = self._days(found.times, allowlist, request.deadline.remaining)
            decided = ". ".join(note[:1].upper() + note[1:] for note in (*days, *found.notes))
            told = f"{how}\n{decided}." if decided else how
            return check_sql(found.sql, self.dialect, allowlist), told

        try:
            return await self._in_thread(planned)
        except (SeveralNamesError, GuessDeniedError) as error:
            raise AskBackError(str(error)) from error
        except NotUnderstoodError as error:
            if self._chat is None:
                raise NotPlannedError(str(error)) from error
            sql = await self._write_with_model(self._chat, request.book, decision, str(error))
            return sql, phrases["by_model"]

    def _days(self, times: Sequence[RelativeTime], allowlist: Allowlist, left: float) -> list[str]:
        """Return what times that count from the newest date come to; without the database, or its answer, nothing."""
        if self.database is None:
            return []
        told = []
        for time in times:
            with suppress(QueryError, SqlError):
                found = self.database.run(check_sql(time.sql, self.dialect, allowlist), left=left)
                told += [time.told(*row) for row in found.rows[:1]]
        return [words for words in told if words]

    async def _write_with_model(self, chat: GuardedChat, book: Routebook, decision: Decision, why: str = "") -> str:
        """Return a checked statement written by the model; without its reply the refusal says why it was asked."""
        allowlist = allowlist_of(book)
        if allowlist is None:
            raise NotPlannedError("this routebook has no allowlist")
        resolved = _resolved(decision)
        question, check = resolved.complete or resolved.text, partial(self._check, allowlist=allowlist)
        try:
            return await write_sql(chat, question, allowlist, self.dialect, check, book.prompts.get("sql", ""))
        except ModelError as error:
            record_degraded(ANSWER, "refusal", error)
            raise NotPlannedError(why or str(error)) from error
        except SqlError as error:
            raise NotPlannedError(str(error)) from error

    async def _check(self, sql: str, allowlist: Allowlist | None) -> str:
        """Return the checked statement; parsing takes time, and the event loop goes on."""
        return await self._in_thread(partial(check_sql, sql, self.dialect, allowlist))


class NotPlannedError(Exception):
    """Neither the planner nor a model could turn the question into a statement."""


class AskBackError(Exception):
    """A name stands for several rows, or a guess was not what was meant; the message asks what is."""


class NoPlannerError(Exception):
    """The planner does not support the dialect, and no model is configured; the message names the dialect."""


def open_agent(book: Routebook, settings: Settings, chat: ChatClient | None) -> Handler:
    """Create the agent from the settings; without a database URL the answers say so."""
    own = settings.section(AnalyticsSettings)
    database = ReadOnlyDatabase(own.url, timeout=own.timeout) if own.url else None
    if database is not None and database.dialect not in PLANNED_DIALECTS:
        fallback = (
            "the main model writes every query" if chat else "without a main model only SQL sent by the user is run"
        )
        log_event(
            f"the planner supports {', '.join(PLANNED_DIALECTS)}, not {database.dialect}: {fallback}",
            logging.WARNING,
        )
    measures = book.folder / "measures.toml" if book.folder is not None else None
    named = measures if measures is not None and measures.is_file() else None
    return AnalyticsAgent(database, chat, named, own.name_seconds, settings.call_limit(CLASSIFIER).total)


def _earlier_questions(message: Message, decision: Decision) -> list[str]:
    """Return the earlier questions to this agent that a follow-up question builds on; empty for other questions."""
    resolved = _resolved(decision)
    meant, answers = resolved.turn, answer_to_guess(message) is not None
    if not answers and (meant is None or not resolved.leans):
        return []
    said = [turn for turn in without_idle_answers(message) if turn.role == "user"]
    last = len(said) - 1
    if meant is not None and not answers:
        last = next((i for i, turn in reversed(list(enumerate(said))) if turn.text == meant.text), last)
        while last + 1 < len(said) and answer_in(said[last + 1].text):
            # A yes to what the question may mean belongs to it.
            last += 1
    return [turn.text for turn in said[: last + 1] if turn.route in (None, decision.route)][-MAX_EARLIER_QUESTIONS:]


def _worded(message: Message, decision: Decision) -> str:
    """Return the text whose language is answered in: that of the question, where a message only says yes or no."""
    if answer_to_guess(message) is None:
        return message.text
    return next((text for text in reversed(_earlier_questions(message, decision)) if not answer_in(text)), message.text)


def _resolved(decision: Decision) -> Resolved:
    if decision.resolved is None:
        raise ValueError("handlers require decisions with resolved references: set decision.resolved")
    return decision.resolved


def _refusal_text(error: SqlError | NoPlannerError | NotPlannedError, phrases: dict[str, str]) -> str:
    if isinstance(error, SqlError):
        return phrases["refused"].format(why=error)
    if isinstance(error, NoPlannerError):
        return phrases["no_planner"].format(dialect=error)
    return f"{phrases['not_understood'].format(why=error)}\n\n{phrases['can']}"


def _table_part(result: QueryResult) -> Part:
    rows = [[json_value(value) for value in row] for row in result.rows]
    return Part(
        "table", markdown_table(result, len(rows)), {"columns": list(result.columns), "rows": rows, "cut": result.cut}
    )


def _result_text(result: QueryResult, phrases: dict[str, str]) -> str:
    if not result.rows:
        return phrases["nothing"]
    if len(result.rows) == 1 and len(result.columns) == 1:
        return f"**{cell_text(result.rows[0][0])}**"
    left = len(result.rows) - MAX_ROWS_SHOWN
    more = phrases["cut"] if result.cut else phrases["more"].format(count=left)
    return markdown_table(result, MAX_ROWS_SHOWN) + (f"\n\n{more}" if result.cut or left > 0 else "")
