"""Has a language model write the statement for a question that the planner does not understand; the check decides."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.errors import SqlError
from fingerpost.models.chat import ChatClient, disable_thinking
from fingerpost.models.guarded_chat import GuardedChat
from fingerpost.observability.facts import RETRY, record_fact

MAX_TABLES = 12
"""Maximum number of tables in the prompt: those most relevant to the question."""
MAX_VALUES = 12
"""Maximum number of values of a column in the prompt."""
MAX_COMMENT = 80
"""Maximum length of a comment in the prompt."""

PROMPT = """You turn a question into one SQL query in the {dialect} dialect.
Use only these tables and columns, spelled as they are here; after a colon stand the values that a column has:
{tables}
Rules: join tables only by the references (->). Write values as they are listed, whatever the question calls them. \
Dates are text in the form YYYY-MM-DD. Select what the question asks for and nothing else: a group and its figure, or \
one figure alone.
Answer with one SELECT statement alone, without comments."""
"""Default prompt, used where the routebook has no prompt "sql"."""

_FENCE = re.compile(r"```(?:sql)?\s*(.+?)```", re.DOTALL | re.IGNORECASE)
# Matches what only a statement begins with: not "help me with this", and all of "insert into … select …".
_STATEMENT = re.compile(
    r"\b(?:select\b|with\s+(?:recursive\s+)?\w+\s+as\s*\(|(?:insert|replace|merge)\s+into\b|update\s+[\w.]+\s+set\b"
    r"|delete\s+from\b|(?:create|drop|alter|truncate)\s+(?:table|view|index|schema|database)\b).+",
    re.DOTALL | re.IGNORECASE,
)


async def write_sql(
    chat: ChatClient | GuardedChat,
    question: str,
    allowlist: Allowlist,
    dialect: str,
    check: Callable[[str], Awaitable[str]],
    prompt: str = "",
) -> str:
    """Return a checked statement for a question, with one retry after a refusal; raise SqlError or ModelError."""
    tables = schema_text(allowlist.near(question, MAX_TABLES))
    system = (prompt or PROMPT).replace("{dialect}", dialect).replace("{tables}", tables)
    messages = [
        {"role": "system", "content": system},
        {"role": "user", "content": disable_thinking(chat.slot.model, question)},
    ]
    reply = await chat.ask(messages, purpose="sql", max_tokens=400)
    try:
        return await check(extract_sql(reply.text))
    except SqlError as error:
        record_fact(RETRY, why="sql")
        messages += [
            {"role": "assistant", "content": reply.text},
            {"role": "user", "content": f"That is refused: {error}. Write it anew."},
        ]
    reply = await chat.ask(messages, purpose="sql", max_tokens=400)
    return await check(extract_sql(reply.text))


def schema_text(allowlist: Allowlist) -> str:
    """Return the tables of an allowlist for a prompt: columns with their types, references and values."""
    return "\n".join(map(_table_text, allowlist.tables))


def _table_text(table: AllowedTable) -> str:
    return f"{table.name} ({'; '.join(map(_column_text, table.columns))}){_comment_text(table.comment)}"


def _column_text(column: AllowedColumn) -> str:
    text = f"{column.name} {column.kind}{_comment_text(column.comment)}"
    if column.references:
        text += f" -> {'.'.join(column.references)}"
    if column.values:
        more = ", …" if len(column.values) > MAX_VALUES else ""
        text += ": " + ", ".join(repr(value[:MAX_COMMENT]) for value in column.values[:MAX_VALUES]) + more
    return text


def _comment_text(comment: str) -> str:
    return f" [{' '.join(comment.split())[:MAX_COMMENT]}]" if comment.strip() else ""


def extract_sql(text: str) -> str:
    """Return the SQL statement in a text: in a code fence, or from its first keyword on."""
    fenced = _FENCE.search(text)
    if fenced:
        return fenced[1].strip()
    found = _STATEMENT.search(text)
    return (found[0] if found else text).strip()
