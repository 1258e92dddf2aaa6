"""SQL by a language model: what the model is shown, one retry, and an answer that says who wrote the query."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlglot", reason="plans and checks come with the extra fingerpost[analytics]")
pytest.importorskip("sqlalchemy", reason="databases are read with the extra fingerpost[analytics]")

from benchmarks.figures_model import Question, answered

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics import SqlError, agent, check_sql
from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.model_sql import extract_sql, schema_text, write_sql
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.measures_file import store_meanings
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from fingerpost.assistants.agents.analytics.read_only_database import ReadOnlyDatabase
from fingerpost.assistants.agents.settings import AnalyticsSettings
from fingerpost.models.chat import ChatClient, ChatReply
from fingerpost.observability.facts import record_facts
from fingerpost.resilience.ladder import degraded_in
from fingerpost.routebook.load import load
from fingerpost.routebook.model import Routebook
from fingerpost.runtime.deadline import Deadline
from fingerpost.settings import Settings, Slot
from tests.handler_input import handler_input

GYM = Allowlist(
    (
        AllowedTable("planes", (AllowedColumn("id_plan", "integer", key=True), AllowedColumn("nombre"))),
        AllowedTable(
            "socios",
            (
                AllowedColumn("id_plan", "integer", references=("planes", "id_plan")),
                AllowedColumn("estado", values=("activo", "it's")),
                AllowedColumn("alta", "date", "fecha\n de   alta"),
            ),
            "gente",
        ),
    )
)


class Scripted(ChatClient):
    """A model that says what it was told to, and keeps what it was asked."""

    def __init__(self, *replies: str) -> None:
        super().__init__(Slot("http://127.0.0.1:9/v1", "x"), "main")
        self.replies = list(replies)
        self.asked: list[list[dict[str, str]]] = []

    async def ask(self, messages: Sequence[dict[str, str]], *, purpose: str, max_tokens: int, **form: Any) -> ChatReply:
        self.asked.append([dict(message) for message in messages])
        return ChatReply(self.replies.pop(0))


async def check(sql: str) -> str:
    return check_sql(sql, "sqlite", GYM)


def test_the_schema_has_types_references_and_values() -> None:
    assert schema_text(GYM).splitlines() == [
        "planes (id_plan integer; nombre text)",
        "socios (id_plan integer -> planes.id_plan; estado text: 'activo', \"it's\"; alta date [fecha de alta]) [gente]",
    ]


def test_many_values_are_cut() -> None:
    table = AllowedTable("t", (AllowedColumn("c", values=tuple(f"v{at}" for at in range(50))),))
    assert schema_text(Allowlist((table,))).endswith("'v11', …)")


async def test_a_refusal_is_told_once() -> None:
    chat = Scripted("SELECT password FROM socios", "```sql\nSELECT COUNT(*) FROM socios\n```")
    assert await write_sql(chat, "how many?", GYM, "sqlite", check) == "SELECT COUNT(*) FROM socios"
    assert "estado text: 'activo'" in chat.asked[0][0]["content"]
    assert "That is refused: column 'password'" in chat.asked[1][-1]["content"]


async def test_two_refusals_are_the_end() -> None:
    chat = Scripted("DROP TABLE socios", "DELETE FROM socios", "SELECT 1")
    with pytest.raises(SqlError, match="only SELECT"):
        await write_sql(chat, "how many?", GYM, "sqlite", check)
    assert len(chat.asked) == 2


def test_the_whole_statement_is_found_in_a_text() -> None:
    """A write is not cut down to the SELECT in it."""
    assert extract_sql("Sure: insert into a select 1").startswith("insert")


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("quais são as coisas zzyx dos pedidos qwerty?", "Um modelo de linguagem escreveu esta consulta"),
        ("which zzyx things are qwerty of the orders?", "A language model wrote this query"),
        ("¿cuáles son las cosas zzyx de los pedidos qwerty?", "Un modelo de lenguaje escribió esta consulta"),
    ],
)
async def test_an_answer_by_the_model_says_so(store_file: Path, question: str, says: str) -> None:
    """What the planner wrote says how it was understood, and nothing of a model."""
    book = load("agents")
    with pytest.raises(NotUnderstoodError):
        # Outside the request's time: words that are not known load the encoder, once.
        plan(question, store_allowlist(), meanings=store_meanings())
    settings = Settings(cache=None, sections=(AnalyticsSettings(url=f"sqlite:///{store_file}"),))
    analyst = agent.open_agent(book, settings, Scripted("SELECT COUNT(*) FROM orders"))
    planned = await analyst.answer(*handler_input("how many orders are there?", "analytics", book))
    assert says not in planned.text
    reply = await analyst.answer(*handler_input(question, "analytics", book))
    assert reply.text.startswith(says)
    assert "**400**" in reply.text
    await analyst.close()


class Hung(Scripted):
    """A model that takes a question and never answers."""

    async def ask(self, messages: Sequence[dict[str, str]], *, purpose: str, max_tokens: int, **form: Any) -> ChatReply:
        self.asked.append([dict(message) for message in messages])
        await asyncio.Event().wait()
        raise AssertionError("it never comes to this")


def _analyst(book: Routebook, file: Path, model: ChatClient, seconds: float) -> agent.AnalyticsAgent:
    assert book.folder is not None
    measures = book.folder / "measures.toml"
    return agent.AnalyticsAgent(ReadOnlyDatabase(f"sqlite:///{file}"), model, measures, model_seconds=seconds)


async def test_a_model_that_hangs_costs_its_limit_and_is_then_left_alone(store_file: Path) -> None:
    """The answer is the planner's refusal, with the words that were not understood, and is told to be a lower rung."""
    book, model = load("agents"), Hung()
    analyst = _analyst(book, store_file, model, 0.1)
    told = ""
    with record_facts() as facts:
        for _ in range(5):
            given = handler_input("which zzyx things are qwerty of the orders?", "analytics", book)
            told = (await analyst.answer(*given)).text
    assert "I cannot place «zzyx»" in told
    assert len(model.asked) == 3
    assert {(one.part, one.rung) for one in degraded_in(facts)} == {("answer", "refusal")}
    await analyst.close()


async def test_a_model_that_hangs_takes_half_of_a_requests_time(store_file: Path) -> None:
    """However long a call may take: the rest is for the refusal, which would else never be told."""
    book, model = load("agents"), Hung()
    analyst = _analyst(book, store_file, model, 60)
    request, decision = handler_input("which zzyx things are qwerty of the orders?", "analytics", book)
    await analyst.answer(*handler_input("how many orders are there?", "analytics", book))
    deadline = Deadline(1.0)
    async with deadline.timeout():
        with deadline.applied():
            reply = await analyst.answer(request, decision)
    assert "zzyx" in reply.text
    await analyst.close()


@pytest.mark.parametrize(
    ("replies", "what"),
    [
        (["SELECT COUNT(order_id) FROM orders"], "right"),
        (["SELECT COUNT(*) FROM customers WHERE customer_state = 'SP'"], "wrong"),
        (["SELECT x FROM secrets", "I cannot"], "refused"),
        (
            ["SELECT STRFTIME(order_id, 1, 2, 3) FROM orders WHERE SUBSTR() = 1", "SELECT TRUNC() FROM orders"],
            "refused",
        ),
    ],
)
async def test_what_the_model_writes_is_compared_by_its_rows(store_file: Path, replies: list[str], what: str) -> None:
    """As the benchmark counts it: another statement with the same rows is right."""
    row = {"id": "x", "text": "how many?", "sql": "SELECT COUNT(*) FROM orders"}
    found = await answered(Scripted(*replies), Question(row, store_file, store_allowlist(), ""))
    assert found[0] == what
