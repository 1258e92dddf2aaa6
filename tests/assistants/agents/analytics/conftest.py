"""Questions that are read by their words alone, where a test is about how they are written as SQL."""

from __future__ import annotations

import pytest


@pytest.fixture
def words_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the words alone decide, without the network."""
    pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")
    from fingerpost.assistants.agents.analytics import plan
    from fingerpost.assistants.agents.analytics.questions.accounting import accounted
    from fingerpost.assistants.agents.analytics.questions.reader import read_question

    monkeypatch.setattr(
        plan, "understand", lambda question, *of: accounted(question, read_question(question, *of), *of)
    )
