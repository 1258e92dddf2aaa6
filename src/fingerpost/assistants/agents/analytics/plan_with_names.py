"""Plans a question whose unknown words are names of people or things: they are looked up in the database."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from fingerpost.assistants.agents.analytics.allowlist import AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.name_lookup import NamedRow, NameLookup, plain_name
from fingerpost.assistants.agents.analytics.plan import NO_MEANINGS, Plan, plan
from fingerpost.assistants.agents.analytics.planner.measures import Meanings, readable
from fingerpost.assistants.agents.analytics.planner.request import SEVERAL, NotUnderstoodError
from fingerpost.assistants.agents.analytics.questions.proper_names import proper_names, replaced
from fingerpost.assistants.agents.analytics.questions.reader import tagged
from fingerpost.language.agreement import answer_in
from fingerpost.language.detect import language_of

MOST_NAMED = 5
"""Rows that a question back names."""
_QUOTES = (('"', '"'), ("«", "»"), ("“", "”"))
_SAID = {
    "en": {
        "several": "«{name}» can be several: {found}. Which one is meant? Write the whole name, and what it is",
        "nowhere": "no such name was found: {names}",
    },
    "es": {
        "several": "«{name}» puede ser varios: {found}. ¿Cuál es? Escribe el nombre completo y qué es",
        "nowhere": "no se encontró ese nombre: {names}",
    },
    "pt": {
        "several": "«{name}» pode ser vários: {found}. Qual deles? Escreva o nome inteiro e o que é",
        "nowhere": "esse nome não foi encontrado: {names}",
    },
}


class SeveralNamesError(NotUnderstoodError):
    """A name stands for several rows; the message asks which one is meant."""


def plan_with_names(
    question: str,
    allowlist: Allowlist,
    lookup: NameLookup | None,
    *,
    dialect: str = "sqlite",
    before: Sequence[str] = (),
    meanings: Meanings | None = None,
    left: float = math.inf,
) -> Plan:
    """Return SQL for a question as `plan` does; names that it does not know are looked up within `left` seconds.

    Raise SeveralNamesError where a name stands for several things.
    """
    answers = bool(before) and answer_in(question) is not None
    planned: Plan | None = None
    refusal: NotUnderstoodError | None = None
    if not answers:
        try:
            planned = plan(question, allowlist, dialect=dialect, before=before, meanings=meanings)
        except NotUnderstoodError as error:
            refusal = error
    names = readable(meanings or NO_MEANINGS, allowlist)
    if planned is not None and not any(name.capital for name in proper_names(question, allowlist, names)):
        return planned
    # A yes is said to the reading of the question before it, whose names were looked up too.
    texts = [*before, question]
    written = [name for text in texts for name in proper_names(text, allowlist, names)]
    found = lookup.find(list(dict.fromkeys(written)), allowlist, left) if lookup and written else None
    if planned is not None and not (found and all(found.values())):
        return planned
    if refusal is not None and found is None:
        raise refusal
    if found is None or (answers and not all(found.values())):
        return plan(question, allowlist, dialect=dialect, before=before, meanings=meanings)
    denied = any(mark.of("not", "except") for mark in tagged(question, allowlist, names))
    wider, rows = _with_names(allowlist, texts, found, _SAID[language_of(question)], refusal, denied=denied)

    def read(spell: Callable[[str], str]) -> Plan:
        """Plan the question with the names as the database spells them."""
        spelled = {name: " ".join(spell(value) for _, value in row.values) for name, row in rows.items()}
        *earlier, last = (replaced(text, spelled) for text in texts)
        return plan(last, wider, dialect=dialect, before=earlier, meanings=meanings, strict=True)

    if not answers:
        with suppress(NotUnderstoodError):
            return read(_quoted)
    # The networks know names as words of the schema, and not in quotes; a guess that was told is theirs.
    return read(str)


def _with_names(
    allowlist: Allowlist,
    texts: list[str],
    found: dict[str, list[NamedRow]],
    said: dict[str, str],
    error: NotUnderstoodError | None,
    *,
    denied: bool,
) -> tuple[Allowlist, dict[str, NamedRow]]:
    """Return the allowlist with the names as values, and the row that each name stands for."""
    lacking = [name for name, rows in found.items() if not rows]
    if lacking and error is not None:
        told = said["nowhere"].format(names=", ".join(f"«{name}»" for name in lacking))
        refusal = NotUnderstoodError(error.why, error.words, told=f"{error} ({told})")
        refusal.guess = error.guess
        raise refusal from error
    stands_for: dict[str, NamedRow] = {}
    for name, rows in found.items():
        meant = _meant(rows, allowlist, " ".join(texts))
        if len({(row.columns, plain_name(row.text)) for row in meant}) > 1:
            shown = ", ".join(f"{row.text} ({', '.join(row.columns)})" for row in meant[:MOST_NAMED])
            more = ", …" if len(meant) > MOST_NAMED else ""
            raise SeveralNamesError(
                "a name stands for several", (name,), told=said["several"].format(name=name, found=shown + more)
            ) from error
        for row in meant:
            allowlist = _with_values(allowlist, row)
        if len(meant[0].values) > 1 and (len(found) > 1 or denied):
            # First names and surnames would be put together anew, or one of the two denied.
            raise NotUnderstoodError(SEVERAL, (name,)) from error
        stands_for[name] = meant[0]
    return allowlist, stands_for


def _meant(rows: list[NamedRow], allowlist: Allowlist, text: str) -> list[NamedRow]:
    """Return the rows of tables that a text names, else all: `doctor Lucía Ferrer` is no patient."""
    named = allowlist.mentions(text).tables
    of_named = [row for row in rows if row.table in named]
    return of_named if len({row.table for row in rows}) > 1 and of_named else rows


def _with_values(allowlist: Allowlist, row: NamedRow) -> Allowlist:
    held = dict(row.values)

    def with_values(table: AllowedTable) -> AllowedTable:
        columns = (
            replace(column, values=(*column.values, held[column.name]))
            if column.name in held and held[column.name] not in column.values
            else column
            for column in table.columns
        )
        return replace(table, columns=tuple(columns))

    return replace(
        allowlist, tables=tuple(with_values(table) if table.name == row.table else table for table in allowlist.tables)
    )


def _quoted(value: str) -> str:
    """Return a value in quotes that it does not hold."""
    return next((f"{begin}{value}{end}" for begin, end in _QUOTES if begin not in value and end not in value), value)
