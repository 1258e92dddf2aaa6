"""Questions that are read by their words alone, where a test is about how they are written as SQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest


@pytest.fixture
def forget() -> Callable[[], None]:
    """Return what forgets all that is kept of questions, for tests that change how these are read."""
    pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")
    from fingerpost.assistants.agents.analytics.planner.named_tables import writer_of
    from fingerpost.assistants.agents.analytics.questions import reader, tagging
    from fingerpost.assistants.agents.analytics.questions import tokens as cutting

    def all_of_it() -> None:
        for kept in (writer_of, reader._tagged, tagging._tagged, tagging._spelled, cutting._tokens):
            kept.cache_clear()

    return all_of_it


@pytest.fixture(autouse=True)
def nothing_kept_of_changed_readers(request: pytest.FixtureRequest) -> Iterator[None]:
    """Forget questions before and after a test that may change how they are read."""
    if "monkeypatch" not in request.fixturenames:
        yield
        return
    forget = request.getfixturevalue("forget")
    forget()
    yield
    forget()


@pytest.fixture
def words_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the words alone decide, without the network."""
    pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")
    from fingerpost.assistants.agents.analytics import plan
    from fingerpost.assistants.agents.analytics.questions.coverage.coverage_check import accounted
    from fingerpost.assistants.agents.analytics.questions.reader import read_question

    monkeypatch.setattr(
        plan, "understand", lambda question, *of, **_: accounted(question, read_question(question, *of), *of)
    )
