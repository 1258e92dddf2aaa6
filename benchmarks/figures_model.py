"""Questions that the planner refuses, asked of the language model of the settings: right, wrong, still refused.

    OPENAI_BASE_URL=… OPENAI_MODEL_NAME=… python -m benchmarks figures-model

The questions are taken evenly from those of `tests/data/questions/open` that have an answer and get none without a
model; what the model writes is checked, run, and compared with the known SQL by its rows.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from benchmarks.figures import (
    FOLDER,
    ORDERS,
    REFUSED,
    RIGHT,
    SEED,
    UNANSWERED,
    WRONG,
    asked,
    question_rows,
    same_figures,
)
from benchmarks.report import Check, Table
from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics import SqlError, check_sql
from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.database_profile import profile_database
from fingerpost.assistants.agents.analytics.model_sql import write_sql
from fingerpost.assistants.agents.analytics.planner.measures import Meanings
from fingerpost.assistants.agents.analytics.planner.measures_file import store_meanings
from fingerpost.assistants.agents.analytics.read_only_database import QueryError, ReadOnlyDatabase
from fingerpost.assistants.agents.demo_data.generator import write_demo_store
from fingerpost.errors import ModelError
from fingerpost.models.chat import ChatClient
from fingerpost.routebook.load import load
from fingerpost.settings import Settings

STORE, OTHERS = 10, 20
"""How many questions are asked of the demo store, and of other databases."""


class Question(NamedTuple):
    """A question that the planner refuses, with its database."""

    row: dict[str, Any]
    file: Path
    allowlist: Allowlist
    prompt: str


def checks() -> Iterator[Check | Table]:
    """Yield what came of each question, and the shares."""
    settings = Settings.from_environment()
    if "main" not in settings.slots:
        raise SystemExit("no model is set: set OPENAI_BASE_URL and OPENAI_MODEL_NAME, or OLLAMA_URL")
    logging.disable()
    try:
        with TemporaryDirectory() as folder:
            groups = {"demo store": _store(Path(folder)), "other databases": _others(Path(folder))}
            found = {name: asyncio.run(_ask(questions, settings)) for name, questions in groups.items()}
    finally:
        logging.disable(logging.NOTSET)
    every = [result for results in found.values() for result in results]
    yield Table("Questions that only the model answers", ("id", "what", "sql"), [(r[0], r[1], r[2]) for r in every])
    for name, results in found.items():
        count = Counter(what for _, what, _ in results)
        note = ", ".join(f"{number} {what}" for what, number in sorted(count.items()))
        yield Check(f"{name}: right of what was refused", count[RIGHT] / len(results), 0.5, at_least=True, note=note)


def _spread(questions: list[Question], count: int) -> list[Question]:
    """Return so many questions, evenly from first to last."""
    return [questions[at * len(questions) // count] for at in range(min(count, len(questions)))]


def _store(folder: Path) -> list[Question]:
    file = folder / "store.sqlite"
    write_demo_store(file, ORDERS, SEED)
    prompt = load("agents").prompts.get("sql", "")
    rows = [row for source in sorted((FOLDER / "open").glob("store*.jsonl")) for row in question_rows(source)]
    return _spread(_refused(rows, file, store_allowlist(), store_meanings(), prompt), STORE)


def _others(folder: Path) -> list[Question]:
    found: list[Question] = []
    for script in sorted((FOLDER / "open").glob("*.sql")):
        file = folder / f"{script.stem}.sqlite"
        with sqlite3.connect(file) as connection:
            connection.executescript(script.read_text(encoding="utf-8"))
        connection.close()
        allowlist = profile_database(f"sqlite:///{file}").allowlist
        found += _refused(question_rows(script.with_suffix(".jsonl")), file, allowlist, Meanings(), "")
    return _spread(found, OTHERS)


def _refused(
    rows: list[dict[str, Any]], file: Path, allowlist: Allowlist, meanings: Meanings, prompt: str
) -> list[Question]:
    with sqlite3.connect(file) as connection:
        kept = [row for row in rows if row["sql"] and asked(connection, row, allowlist, meanings) == UNANSWERED]
    connection.close()
    return [Question(row, file, allowlist, prompt) for row in kept]


async def _ask(questions: list[Question], settings: Settings) -> list[tuple[str, str, str]]:
    """Ask the model each question; the identifier, what came of it, and the SQL or the reason."""
    chat = ChatClient(settings.slots["main"], "main")
    return [(question.row["id"], *await answered(chat, question)) for question in questions]


async def answered(chat: ChatClient, question: Question) -> tuple[str, str]:
    """Return what came of a question, and the SQL or why there is none."""

    async def check(sql: str) -> str:
        return check_sql(sql, "sqlite", question.allowlist)

    database = ReadOnlyDatabase(f"sqlite:///{question.file}")
    try:
        sql = await write_sql(chat, question.row["text"], question.allowlist, "sqlite", check, question.prompt)
        given = database.run(sql)
        wanted = database.run(question.row["sql"])
    except (SqlError, ModelError, QueryError) as error:
        return REFUSED, str(error)
    finally:
        database.close()
    return (RIGHT if same_figures(wanted.rows, given.rows) else WRONG), sql
