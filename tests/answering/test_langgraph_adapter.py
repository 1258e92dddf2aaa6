"""LangGraph runs the tables of the pipelines, edge for edge and answer for answer."""

from __future__ import annotations

from typing import Any

import pytest

from fingerpost import Message, Router
from fingerpost.answering.components import Components
from fingerpost.answering.extractive import ExtractiveWriter
from fingerpost.answering.nodes import Nodes
from fingerpost.answering.pipeline import ANSWER, PREPARE, Branch, Pipeline, pipeline_for, run_pipeline
from fingerpost.answering.request import Request
from fingerpost.settings import SLOTS, Settings
from fingerpost.testing import WordEncoder

pytest.importorskip("langgraph", reason="graphs need the extra fingerpost[answer]")

from fingerpost.answering.langgraph_adapter import build_graph, build_prepare_graph


@pytest.fixture
def components(avap: Router) -> Components:
    return Components(
        avap, {slot: ExtractiveWriter(slot, avap.documents.batcher) for slot in SLOTS}, Settings(cache=None)
    )


@pytest.mark.parametrize("book", ["avap", "agents"])
@pytest.mark.parametrize(("build", "table"), [(build_graph, ANSWER), (build_prepare_graph, PREPARE)])
def test_the_langgraph_graph_has_the_edges_of_the_table(avap: Router, book: str, build: Any, table: Pipeline) -> None:
    router = (
        avap if book == "avap" else Router.from_routebook(book, encoder=WordEncoder(), settings=Settings(cache=None))
    )
    ends, expected = {"END": "__end__"}, {("__start__", "classify")}
    for step, following in pipeline_for(table, router.routebook).items():
        targets = following.targets.values() if isinstance(following, Branch) else [following]
        expected |= {(step, ends.get(target, target)) for target in targets}
    drawn = build(Components(router, {}, Settings(cache=None))).get_graph()
    assert {(edge.source, edge.target) for edge in drawn.edges} == expected


async def test_the_graph_runs_by_itself_with_a_checkpointer_of_ones_own(components: Components) -> None:
    from langgraph.checkpoint.memory import InMemorySaver

    graph = build_graph(components, checkpointer=InMemorySaver())
    config = {"configurable": {"thread_id": "t"}}
    state = await graph.ainvoke({"message": Message("thanks a lot!")}, config)
    assert state["query_type"] == "CONVERSATIONAL"
    assert state["answer"] == "You are welcome!"
    assert state["classify_history"] == [{"type": "CONVERSATIONAL", "topic": "thanks a lot!"}]
    again = await graph.ainvoke({"message": Message("obrigado!")}, config)
    assert [entry["topic"] for entry in again["classify_history"]] == ["thanks a lot!", "obrigado!"]
    assert again["answer"] == "De nada!"


async def test_a_kept_state_does_not_spend_the_next_requests_retry(components: Components) -> None:
    from langgraph.checkpoint.memory import InMemorySaver

    graph = build_graph(components, checkpointer=InMemorySaver())
    config = {"configurable": {"thread_id": "t"}}
    left = {"retried": True, "parser_trace": "Line 1", "validation_status": "INVALID_UNRESOLVED", "answer": "old"}
    state = await graph.ainvoke({"message": Message("thanks a lot!"), **left}, config)
    assert (state["retried"], state["parser_trace"], state["validation_status"]) == (False, "", "")
    assert state["answer"] == "You are welcome!"


class Scripted(Nodes):
    """Nodes that record which steps ran, and return scripted results."""

    def __init__(self, components: Components, **told: Any) -> None:
        super().__init__(components)
        self.told = told
        for name in ("classify", "reformulate", "retrieve", "check_context_relevance", "reformulate_with_hint",
                     "generate", "generate_code", "validate_code", "generate_code_retry", "respond_conversational",
                     "respond_platform"):  # fmt: skip
            setattr(self, name, self._node(name))

    def _node(self, name: str) -> Any:
        async def node(state: Any, request: Any) -> dict[str, Any]:
            changed: dict[str, Any] = {"answer": f"{state.get('answer', '')} {name}".strip()}
            if name == "classify":
                changed["handler"] = self.told["handler"]
            if name == "check_context_relevance":
                changed["context_relevant"] = self.told["relevant"]
            if name in ("reformulate_with_hint", "generate_code_retry"):
                changed["retried"] = True
            if name == "validate_code" and self.told["trace"]:
                changed["parser_trace"] = "Line 1: told to fail"
            return changed

        return node


@pytest.mark.parametrize("handler", ["documents", "code", "conversation", "request"])
@pytest.mark.parametrize("relevant", [True, False])
@pytest.mark.parametrize("trace", [True, False])
async def test_our_own_walk_is_the_way_that_langgraph_goes(
    components: Components, monkeypatch: pytest.MonkeyPatch, handler: str, relevant: bool, trace: bool
) -> None:
    nodes = Scripted(components, handler=handler, relevant=relevant, trace=trace)
    monkeypatch.setattr("fingerpost.answering.langgraph_adapter.Nodes", lambda _: nodes)
    graph = build_graph(components)
    theirs = await graph.ainvoke({"message": Message("hi")})
    router = components.routes.router
    pipeline, request = pipeline_for(ANSWER, router.routebook), Request.create("hi", router)
    ours = await run_pipeline(pipeline, nodes, {"message": request.message}, request)
    assert ours["answer"] == theirs["answer"]
    assert len(ours["answer"].split()) >= 2
