"""The trace of an exchange: whose it is, what each step took, and the passages that the answer cites."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fingerpost import Router
from fingerpost.answering import exchange_trace
from fingerpost.answering.assistant import Assistant
from fingerpost.answering.exchange_trace import Timeline
from fingerpost.settings import SearchSettings, Settings
from fingerpost.types import Answer, Decision, Part

DECISION = Decision("refund", True, 1.0, "rules", "said so")


def test_a_citation_of_a_handlers_own_need_not_have_a_score() -> None:
    timeline = Timeline()
    timeline.cite(Answer(DECISION, (Part("citation", "a text", {"file": "a.md", "number": 1}),)))
    assert timeline.passages == [("a.md", "", 0.0)]


def test_steps_follow_each_other_without_a_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([10.0, 10.001, 10.005, 10.0052])
    monkeypatch.setattr(exchange_trace, "perf_counter", lambda: next(times))
    timeline = Timeline()
    timeline.begin("classify")
    timeline.begin("retrieve")
    assert timeline.ended() == (
        5_200.0,
        [("read", 0.0, 1_000.0), ("classify", 1_000.0, 4_000.0), ("retrieve", 5_000.0, 200.0)],
    )


def test_passages_are_named_and_not_copied() -> None:
    timeline = Timeline()
    values = {"file": "a.md", "heading": "A", "number": 3, "citation": 1, "score": 0.5}
    timeline.cite(Answer(DECISION, (Part("text", "it is so [1]"), Part("citation", "a whole page", values))))
    assert timeline.passages == [("a.md", "A", 0.5)]


@pytest.fixture
def settings(tmp_path: Path, own_cache: Path) -> Settings:
    return Settings(
        cache=own_cache,
        database=f"sqlite:///{tmp_path}/store.sqlite",
        search=SearchSettings(folder=own_cache / "index"),
        traces="store",
    )


async def _traced(avap: Router, settings: Settings, how: str) -> dict[str, Any]:
    assistant = Assistant.open(avap, settings)
    try:
        options: Any = {"session": "s", "user": "ana", "client": "shop"}
        request = assistant.request("what does addVar do?", **options)
        if how == "stream":
            async for _ in assistant.stream(request):
                pass
        else:
            await getattr(assistant, how)(request)
        assert assistant.sessions.traces is not None
        assistant.sessions.traces.flush()
        [trace] = assistant.sessions.store.traces()
        return trace
    finally:
        await assistant.close()


@pytest.mark.parametrize(
    ("how", "steps"),
    [
        ("route", ["read", "classify"]),
        ("ask", ["read", "classify", "reformulate", "retrieve", "check_context_relevance", "generate"]),
        ("stream", ["read", "classify", "reformulate", "retrieve", "check_context_relevance", "generate"]),
    ],
)
async def test_a_trace_tells_its_steps(avap: Router, settings: Settings, how: str, steps: list[str]) -> None:
    trace = await _traced(avap, settings, how)
    assert [name for name, _, _ in trace["steps"]][: len(steps)] == steps
    assert sum(micros for _, _, micros in trace["steps"]) == pytest.approx(trace["micros"], abs=1)
    decided = next(micros for name, _, micros in trace["steps"] if name == "classify")
    assert sum(micros for _, _, micros in trace["trail"]) <= decided
    assert bool(trace["passages"]) == (how != "route")


async def test_a_trace_tells_whose_it_is_and_its_language(avap: Router, settings: Settings) -> None:
    trace = await _traced(avap, settings, "route")
    assert (trace["client"], trace["user"], trace["session"]) == ("shop", "key:shop/ana", "s")
    assert trace["language"] == "en"
