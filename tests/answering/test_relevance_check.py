"""Questions that nothing answers: told so with the nearest topics, and without citations."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from fingerpost import Router
from fingerpost.answering.assistant import Assistant
from fingerpost.retrieval import matching
from fingerpost.settings import SearchSettings, Settings, Slot
from fingerpost.testing import ScriptedReply, ScriptedServer


@pytest.fixture
def settings(own_cache: Path, tmp_path: Path) -> Settings:
    return Settings(
        cache=own_cache,
        database=f"sqlite:///{tmp_path}/store.sqlite",
        search=SearchSettings(folder=own_cache / "index"),
    )


@pytest.fixture
async def alone(settings: Settings, avap: Router) -> AsyncIterator[Assistant]:
    """Yield an assistant without a model."""
    assistant = Assistant.open(avap, settings)
    yield assistant
    await assistant.close()


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Does AVAP support websockets and GraphQL subscriptions?", "Nothing in the documentation answers this."),
        ("¿Cómo despliego mis scripts en un contenedor Docker?", "Nada en la documentación responde a esto."),
        ("Tem suporte a gRPC ou protobuf?", "Nada na documentação responde a isto."),
    ],
)
async def test_what_nothing_answers_is_told_with_topics_and_without_citations(
    alone: Assistant, question: str, says: str
) -> None:
    answer = await alone.ask(question)
    assert answer.text.startswith(says)
    assert answer.text.count(";") == 2, "three topics"
    assert answer.citations == ()


async def test_a_question_that_a_page_answers_is_not_turned_away(
    alone: Assistant, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = await alone.ask("Does startLoop include its last number?")
    assert "It is included." in answer.text
    assert answer.citations
    monkeypatch.setattr(matching, "ANSWER_BAR", 50.0)
    answer = await alone.ask("Does startLoop include its last number?")
    assert answer.text.startswith("Nothing in the documentation answers this.")
    assert not answer.citations


async def test_a_comparison_quotes_both_and_readers_get_the_language_marked(alone: Assistant) -> None:
    answer = await alone.ask("¿Qué diferencia hay entre encodeSHA256 y encodeMD5?")
    assert {"commands/encodeSHA256.md", "commands/encodeMD5.md"} <= {
        line.split()[3] for line in answer.text.splitlines() if line.startswith("> — [") and "commands/" in line
    }
    assert answer.text.count("(en inglés)") >= 2


async def test_a_model_still_writes_and_only_what_it_cites_is_cited(settings: Settings, avap: Router) -> None:
    pytest.importorskip("openai", reason="a model needs the extra fingerpost[llm]")
    with ScriptedServer(
        [ScriptedReply("wider"), ScriptedReply("The pages say nothing; the nearest is [2].")]
    ) as server:
        slots = {"main": Slot(server.url, "big")}
        assistant = Assistant.open(avap, replace(settings, slots=slots, relevance_threshold=1.5))
        answer = await assistant.ask("what does addVar do?")
        await assistant.close()
    assert [part.values["citation"] for part in answer.citations] == [2]


async def test_while_the_model_fails_the_topics_are_told_and_nothing_is_cited(settings: Settings, avap: Router) -> None:
    pytest.importorskip("openai", reason="a model needs the extra fingerpost[llm]")
    with ScriptedServer([ScriptedReply(status=500)]) as server:
        slots = {"main": Slot(server.url, "big")}
        assistant = Assistant.open(avap, replace(settings, slots=slots, relevance="model", relevance_threshold=1.5))
        answer = await assistant.ask("what does addVar do?")
        await assistant.close()
    assert answer.text.startswith("Nothing in the documentation answers this. The nearest topics in it are: ")
    assert answer.citations == ()
    assert {(each.part, each.rung) for each in answer.degraded} == {("relevance", "cosine"), ("answer", "extractive")}
