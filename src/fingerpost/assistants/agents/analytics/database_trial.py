"""A trial of a database: asks questions, shows how each was read, and takes corrections into the allowlist file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fingerpost.assistants.agents.analytics import check_sql
from fingerpost.assistants.agents.analytics.allowlist_file import read_allowlist, write_allowlist
from fingerpost.assistants.agents.analytics.errors import SqlError
from fingerpost.assistants.agents.analytics.name_lookup import NameLookup
from fingerpost.assistants.agents.analytics.plan_with_names import plan_with_names
from fingerpost.assistants.agents.analytics.planner.dialect import DIALECTS
from fingerpost.assistants.agents.analytics.planner.measures_file import read_meanings
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from fingerpost.assistants.agents.analytics.read_only_database import QueryError, QueryResult, ReadOnlyDatabase
from fingerpost.assistants.agents.analytics.result_text import json_value, markdown_table
from fingerpost.assistants.agents.analytics.synonym_corrections import (
    find_target,
    proposals,
    split_correction,
    with_synonym,
)
from fingerpost.conversation.resolve import may_need_context
from fingerpost.errors import SettingsError
from fingerpost.language.agreement import answer_in

ROWS = 5
"""Rows of a result that are shown."""
EARLIER = 8
"""Earlier questions that a question may go on from."""


@dataclass(frozen=True, slots=True)
class QuestionOutcome:
    """What became of a question: how it was understood, its SQL and result, or the words that were not understood.

    `why` says what went wrong; `proposed` are corrections that a model has proposed for these words. `before` is the
    question that this one goes on from.
    """

    question: str
    understood: str = ""
    sql: str = ""
    result: QueryResult | None = None
    words: tuple[str, ...] = ()
    why: str = ""
    proposed: tuple[str, ...] = ()
    before: str = ""

    def lines(self) -> list[str]:
        """Return it for people to read."""
        found = [f"? {self.question}"]
        found += [f"  goes on from: {self.before}"] if self.before else []
        found += [f"  understood as: {self.understood}"] if self.understood else []
        found += [f"  {line}" for line in self.sql.splitlines()]
        if self.result is not None:
            rows = self.result.rows
            found += [f"  {line}" for line in markdown_table(self.result, ROWS).splitlines()]
            more = f"{len(rows) - ROWS}{' or' if self.result.cut else ''} more rows"
            found += [f"  … and {more}"] if len(rows) > ROWS else [] if rows else ["  (no rows)"]
        found += [f"  not understood: {', '.join(self.words)}"] if self.words else []
        found += [f"  {self.why}"] if self.why else []
        return found + [f"  proposed, to accept it write: {correction}" for correction in self.proposed]

    def fields(self) -> dict[str, Any]:
        """Return it for programs to read, with the same rows."""
        rows = [[json_value(value) for value in row] for row in self.result.rows[:ROWS]] if self.result else []
        return {
            "question": self.question,
            "goes_on_from": self.before,
            "understood": self.understood,
            "sql": self.sql,
            "columns": list(self.result.columns) if self.result else [],
            "rows": rows,
            "more": self.result is not None and (self.result.cut or len(self.result.rows) > ROWS),
            "not_understood": list(self.words),
            "why": self.why,
            "proposed": list(self.proposed),
        }


class DatabaseTrial:
    """One database and its allowlist file, with the conversation that the last question belongs to."""

    def __init__(self, database: ReadOnlyDatabase, file: Path, name_seconds: float) -> None:
        """Read the allowlist, and the measures beside it; raise SettingsError for a database that cannot be tried."""
        if database.dialect not in DIALECTS:
            raise SettingsError(
                "without a model, questions become SQL for SQLite, PostgreSQL and DuckDB alone: name such a database,"
                f" not {database.place}"
            )
        self.database, self.file = database, file
        self.allowlist = read_allowlist(file)
        measures = file.with_name("measures.toml")
        self._meanings = read_meanings(measures) if measures.is_file() else None
        self._lookup = NameLookup(database, name_seconds)
        self._asked: list[str] = []
        self._guessed = False

    def take_line(self, line: str) -> tuple[str, QuestionOutcome | None]:
        """Answer a question, or take a correction and ask the last question again; return what was noted, if any.

        Raise CorrectionError for a correction that names nothing, and AllowlistError where it cannot be written.
        """
        correction = split_correction(line)
        if correction is None:
            # As the assistant does: what says all that it means has nothing to do with the question before it.
            goes_on = may_need_context(line) or (self._guessed and answer_in(line) is not None)
            self._asked = [*self._asked, line][-EARLIER:] if goes_on else [line]
        noted = "" if correction is None else self._correct(*correction)
        return noted, self.ask(self._asked[-1], self._asked[:-1]) if self._asked else None

    def ask(self, question: str, before: Sequence[str] = ()) -> QuestionOutcome:
        """Plan and run a question; a follow-up goes on from the questions before it."""
        last = before[-1] if before else ""
        self._guessed = False
        try:
            plan = plan_with_names(
                question,
                self.allowlist,
                self._lookup,
                dialect=self.database.dialect,
                before=before,
                meanings=self._meanings,
            )
            sql = check_sql(plan.sql, self.database.dialect, self.allowlist)
        except NotUnderstoodError as error:
            self._guessed = error.guess is not None
            proposed = (f"{word} = {target}" for word in error.words for target in proposals(self.allowlist, word))
            return QuestionOutcome(question, words=error.words, why=str(error), proposed=tuple(proposed), before=last)
        except SqlError as error:
            return QuestionOutcome(question, why=str(error), before=last)
        try:
            return QuestionOutcome(question, plan.understood, sql, self.database.run(sql), before=last)
        except QueryError as error:
            return QuestionOutcome(question, plan.understood, sql, why=str(error), before=last)

    def _correct(self, word: str, meant: str) -> str:
        """Write a synonym into the file as it is now, and return a line that says so."""
        # Somebody may have edited the file meanwhile.
        now = read_allowlist(self.file)
        target = find_target(now, meant)
        changed = with_synonym(now, word, target)
        if changed != now:
            write_allowlist(self.file, changed)
        self.allowlist = changed
        return f"{word} = {target} (in {self.file})"
