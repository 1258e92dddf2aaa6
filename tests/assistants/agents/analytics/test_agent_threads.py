"""Work that may take its time is done beside the loop."""

from __future__ import annotations

import threading
from functools import partial
from typing import Any

import pytest

pytest.importorskip("sqlglot", reason="plans and checks come with the extra fingerpost[analytics]")
pytest.importorskip("sqlalchemy", reason="databases are read with the extra fingerpost[analytics]")

from fingerpost.answering.handlers import Asked
from fingerpost.assistants.agents.analytics import agent
from fingerpost.assistants.agents.analytics.planner import plan as planner
from fingerpost.routebook.load import load
from fingerpost.types import Decision, Message, Resolved


@pytest.mark.parametrize(
    ("text", "done"),
    [
        ("quantos pedidos temos?", {"holds_sql", "plan", "check_sql"}),
        ("SELECT COUNT(*) FROM orders", {"holds_sql", "check_sql"}),
    ],
)
async def test_statements_are_planned_and_checked_in_its_own_threads(
    text: str, done: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: dict[str, str] = {}

    def seen(name: str, real: Any, *given: Any, **options: Any) -> Any:
        threads[name] = threading.current_thread().name
        return real(*given, **options)

    for module, name in ((agent, "holds_sql"), (agent, "check_sql"), (planner, "plan")):
        monkeypatch.setattr(module, name, partial(seen, name, getattr(module, name)))
    asked = Asked(
        Message(text), Resolved(text, text.lower(), text), Decision("analytics", True, 1.0, "", ""), load("agents"), 9.0
    )
    analyst = agent.Analyst(None, None)
    reply = await analyst.answer(asked)
    await analyst.close()
    assert "COUNT(" in reply.text
    assert set(threads) == done
    assert all(name.startswith("fingerpost-query") for name in threads.values()), threads
