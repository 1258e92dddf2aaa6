"""Blocking work of the analytics agent runs in its own threads."""

from __future__ import annotations

import threading
from functools import partial
from typing import Any

import pytest

pytest.importorskip("sqlglot", reason="plans and checks come with the extra fingerpost[analytics]")
pytest.importorskip("sqlalchemy", reason="databases are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics import agent
from fingerpost.assistants.agents.analytics import plan_with_names as planner
from tests.handler_input import handler_input


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
    analyst = agent.AnalyticsAgent(None, None)
    reply = await analyst.answer(*handler_input(text, "analytics"))
    await analyst.close()
    assert "COUNT(" in reply.text
    assert set(threads) == done
    assert all(name.startswith("fingerpost-query") for name in threads.values()), threads
