"""Questions that are read by their words alone, where a test is about how they are written as SQL."""

from __future__ import annotations

import pytest


@pytest.fixture
def words_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the network read nothing, so that known words decide."""
    pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")
    from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
    from fingerpost.assistants.agents.analytics.semantic_parser import combining

    def refuse(*_: object) -> None:
        raise NotUnderstoodError("the network is not asked")

    monkeypatch.setattr(combining, "parse_question", refuse)
