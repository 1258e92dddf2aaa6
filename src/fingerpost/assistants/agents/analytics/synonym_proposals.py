"""Has a language model propose synonyms for tables and columns: one bounded call a table, checked, and not yet read.

Only names and kinds are sent; values only where the operator allows it. A person accepts or deletes what is proposed.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.column_names import words_of
from fingerpost.assistants.agents.analytics.questions.words import vocabulary
from fingerpost.errors import ModelError, SettingsError
from fingerpost.language.text import fold
from fingerpost.models.chat import ChatClient
from fingerpost.models.client import require_client_package
from fingerpost.models.label_chooser import LabelChooser
from fingerpost.runtime import background_loop
from fingerpost.settings import Settings

MOST_TABLES = 100
"""Tables that a model is asked about."""
MOST_COLUMNS = 30
"""Columns of a table that a model is asked about."""
MOST_SYNONYMS = 6
"""Synonyms that are kept of one name."""
MOST_VALUES = 5
"""Values of a column that are sent, where values may be."""
MAX_TOKENS = 1000
"""Length of one answer."""
MOST_FAILURES = 2
"""Calls in turn that may fail before no more are made."""
MODEL_TIMEOUT = 120.0
"""Least timeout in seconds of a call: a proposal is worth waiting for on a slow machine."""
TABLE = "rows"
"""What a model calls the table itself."""

SYSTEM = """You know how people talk about the data of a business. You get a table of a database and its columns.
For what a row of the table is ("rows") and for each column, write up to six other words or short phrases that people
use for it when they ask questions: two in English, two in Spanish, two in Portuguese. Never repeat the name itself, and
write nothing that could mean another column. Answer with JSON alone."""

_EXAMPLE = (
    {"table": "employees", "columns": {"hire_date": "date", "salary": "number"}},
    {
        "rows": ["staff", "workers", "empleados", "trabajadores", "funcionários", "colaboradores"],
        "hire_date": ["hired", "start date", "fecha de alta", "contratación", "data de admissão", "contratação"],
        "salary": ["pay", "wage", "sueldo", "salario", "ordenado", "remuneração"],
    },
)
"""A table and its answer, which small models need to see."""

_WORDS = re.compile(r"[^\W\d_]{2,}(?:[ -][^\W\d_]+){0,2}")
_LONGEST = 40

Proposed = dict[str, tuple[str, ...]]
"""Words by the name of a column, or by "rows" for the table."""


@dataclass(slots=True)
class Proposals:
    """An allowlist with proposed synonyms; how many names have some, and tables without an answer, with the reason."""

    allowlist: Allowlist
    names: int = 0
    unanswered: dict[str, str] = field(default_factory=dict)

    def report(self) -> list[str]:
        """Return lines for people."""
        lines = [
            f'synonyms proposed for {self.names} names, as "proposed" in the file, and not read yet: move what is right'
            ' to "synonyms", delete the rest'
        ]
        return lines + [f"nothing proposed for {table}: {why}" for table, why in self.unanswered.items()]


def open_proposer(settings: Settings) -> LabelChooser:
    """Return the main model of the settings; raise SettingsError where there is none."""
    if "main" not in settings.slots:
        raise SettingsError(
            "--propose asks a language model, and none is configured: set OLLAMA_URL and OLLAMA_MODEL_NAME, or"
            " OPENAI_BASE_URL and OPENAI_MODEL_NAME, or leave it out"
        )
    require_client_package()
    return LabelChooser(ChatClient(settings.slots["main"], "main"), max(settings.llm_timeout, MODEL_TIMEOUT))


def propose_synonyms(
    allowlist: Allowlist, model: LabelChooser, *, values: bool, on_table: Callable[[str], None] = lambda _: None
) -> Proposals:
    """Ask the model about each table, and return the allowlist with what it proposed in the place of earlier proposals.

    Words that name something else, or that were proposed for two things, are left out.
    """
    proposals = Proposals(allowlist)
    try:
        found = _ask(allowlist, model, proposals.unanswered, on_table, values=values)
    finally:
        background_loop.run_blocking(model.chat.close())
    kept = _unambiguous(found, allowlist)
    proposals.names = sum(bool(words) for of_table in kept.values() for words in of_table.values())
    tables = (_with_proposed(table, kept[table.name]) if table.name in kept else table for table in allowlist.tables)
    proposals.allowlist = replace(allowlist, tables=tuple(tables))
    return proposals


def _ask(
    allowlist: Allowlist,
    model: LabelChooser,
    unanswered: dict[str, str],
    on_table: Callable[[str], None],
    *,
    values: bool,
) -> dict[str, Proposed]:
    """Return the usable words of each table; tables without an answer are added to `unanswered`."""
    found: dict[str, Proposed] = {}
    failures = 0
    for table in allowlist.tables[:MOST_TABLES]:
        if failures >= MOST_FAILURES:
            unanswered[table.name] = "not asked: the model failed before"
            continue
        on_table(table.name)
        try:
            asked = model.fill(_messages(table, values=values), _schema(table), MAX_TOKENS)
            found[table.name] = _read(background_loop.run_blocking(asked), table)
            failures = 0
        except ModelError as error:
            unanswered[table.name] = str(error)
            failures += 1
    return found


def _asked(table: AllowedTable) -> list[AllowedColumn]:
    """Return the columns that people speak of: a key has no name of its own."""
    return [column for column in table.columns if not column.key and not column.references][:MOST_COLUMNS]


def _messages(table: AllowedTable, *, values: bool) -> list[dict[str, str]]:
    columns: dict[str, Any] = {column.name: column.kind for column in _asked(table)}
    for column in _asked(table):
        if values and column.values:
            columns[column.name] = f"{column.kind}, such as {', '.join(column.values[:MOST_VALUES])}"
    said = [json.dumps(one, ensure_ascii=False) for one in (*_EXAMPLE, {"table": table.name, "columns": columns})]
    roles = ("system", "user", "assistant", "user")
    return [{"role": role, "content": text} for role, text in zip(roles, (SYSTEM, *said), strict=True)]


def _schema(table: AllowedTable) -> dict[str, Any]:
    words = {"type": "array", "items": {"type": "string"}, "maxItems": MOST_SYNONYMS}
    names = [TABLE, *(column.name for column in _asked(table) if column.name != TABLE)]
    properties = dict.fromkeys(names, words)
    return {"type": "object", "properties": properties, "required": names, "additionalProperties": False}


def _read(reply: str, table: AllowedTable) -> Proposed:
    """Return the words of an answer that can be a synonym; raise ModelError where it is no JSON object."""
    try:
        content = json.loads(reply[max(reply.find("{"), 0) : reply.rfind("}") + 1])
    except (ValueError, RecursionError) as error:
        raise ModelError("the model's answer is no JSON: try a larger model") from error
    if not isinstance(content, Mapping):
        raise ModelError("the model's answer is no JSON object: try a larger model")
    names = {column.name: (column.name, column.synonyms) for column in _asked(table) if column.name != TABLE}
    names[TABLE] = (table.name, table.synonyms)
    return {name: _usable(content.get(name), *known) for name, known in names.items()}


def _usable(words: Any, name: str, synonyms: Iterable[str]) -> tuple[str, ...]:
    """Return the words that are short, no closed words, and not known already."""
    known = {fold(name), " ".join(words_of(name)), *map(fold, synonyms)}
    # A word that is foreign to most databases may well be at home in this one.
    closed = {words for words, meant in vocabulary().items() if any(kind != "foreign" for kind, _ in meant)}
    found: dict[str, str] = {}
    for word in words if isinstance(words, list) else ():
        text = " ".join(word.split()) if isinstance(word, str) else ""
        folded = fold(text)
        if (
            _WORDS.fullmatch(text)
            and len(text) <= _LONGEST
            and folded not in known
            and tuple(folded.split()) not in closed
        ):
            found.setdefault(folded, text.lower())
    return tuple(found.values())[:MOST_SYNONYMS]


def _unambiguous(found: dict[str, Proposed], allowlist: Allowlist) -> dict[str, Proposed]:
    """Return proposals without words that name something of the schema, or that were proposed for two names of it."""
    taken = {fold(word) for table in allowlist.tables for word in _names(table)}
    counts = Counter(fold(word) for of_table in found.values() for words in of_table.values() for word in words)
    return {
        table: {
            name: tuple(word for word in words if fold(word) not in taken and counts[fold(word)] == 1)
            for name, words in of_table.items()
        }
        for table, of_table in found.items()
    }


def _names(table: AllowedTable) -> Iterable[str]:
    """Yield everything that a table and its columns are called."""
    yield from (table.name, " ".join(words_of(table.name)), *table.synonyms)
    for column in table.columns:
        yield from (column.name, " ".join(words_of(column.name)), *column.synonyms)


def _with_proposed(table: AllowedTable, proposed: Proposed) -> AllowedTable:
    columns = tuple(replace(column, proposed=proposed.get(column.name, ())) for column in table.columns)
    return replace(table, columns=columns, proposed=proposed.get(TABLE, ()))
