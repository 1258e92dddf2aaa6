"""The graphs are those of ADR-0009, node for node."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from fingerpost import Message, Router
from fingerpost.answering.components import Components
from fingerpost.answering.extractive import ExtractiveWriter
from fingerpost.answering.nodes import Nodes
from fingerpost.answering.pipeline import ANSWER, PREPARE, Branch, Pipeline, mermaid, pipeline_for, walk
from fingerpost.answering.request import Request
from fingerpost.settings import SLOTS, Settings
from fingerpost.testing import WordEncoder

pytest.importorskip("langgraph", reason="answering needs the extra fingerpost[answer]")

from fingerpost.answering.langgraph_adapter import build_graph, build_prepare_graph

SEED = """
START -> classify
classify -RETRIEVAL-> reformulate
classify -CODE_GENERATION-> reformulate
classify -CONVERSATIONAL-> respond_conversational
classify -PLATFORM-> respond_platform
reformulate -> retrieve
retrieve -CODE_GENERATION-> generate_code
retrieve -RETRIEVAL-> check_context_relevance
check_context_relevance -YES-> generate
check_context_relevance -NO-> reformulate_with_hint
reformulate_with_hint -> retrieve
retrieve -retried-> generate
generate_code -> validate_code
validate_code -VALID-> END
validate_code -INVALID-> generate_code_retry
generate_code_retry -> validate_code
generate -> END
respond_conversational -> END
respond_platform -> END
"""
"""The flowchart's edges. Its second `retrieve` and `validate_code` are the first ones again: what was found or
written at the second attempt is used as it is, which `retried` and the edge after validation see to."""

PREPARED = """
START -> classify
classify -RETRIEVAL-> reformulate
classify -CODE_GENERATION-> reformulate
classify -CONVERSATIONAL-> skip_retrieve
classify -PLATFORM-> skip_retrieve
reformulate -> retrieve
retrieve -CODE_GENERATION-> END
retrieve -RETRIEVAL-> check_context_relevance
retrieve -retried-> END
check_context_relevance -YES-> END
check_context_relevance -NO-> reformulate_with_hint
reformulate_with_hint -> retrieve
skip_retrieve -> END
"""


@pytest.fixture
def components(avap: Router) -> Components:
    return Components(avap, {slot: ExtractiveWriter(slot, avap.batcher) for slot in SLOTS}, Settings(cache=None))


def _edges(drawn: str) -> set[str]:
    found = set()
    for line in drawn.splitlines()[1:]:
        match = re.fullmatch(r"\s+(\w+)(?:\(\[\w+\]\))? --(?:>|>\|(\w+)\|) (\w+)(?:\(\[\w+\]\))?", line)
        assert match, line
        found.add(f"{match[1]} -{match[2]}-> {match[3]}" if match[2] else f"{match[1]} -> {match[3]}")
    return found


@pytest.mark.parametrize(("table", "expected"), [(ANSWER, SEED), (PREPARE, PREPARED)])
def test_the_table_has_the_edges_of_the_flowchart_and_no_others(avap: Router, table: Pipeline, expected: str) -> None:
    drawn = mermaid(pipeline_for(table, avap.routebook), avap.routebook)
    assert drawn.startswith("flowchart TD\n")
    assert _edges(drawn) == set(expected.split("\n")) - {""}


def test_the_comparison_notices_a_missing_edge(avap: Router) -> None:
    drawn = mermaid(pipeline_for(ANSWER, avap.routebook), avap.routebook)
    without = "\n".join(line for line in drawn.splitlines() if "generate_code_retry -->" not in line)
    assert _edges(without) != set(SEED.split("\n")) - {""}


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
    """Nodes that only say where they were, and what they were told to find."""

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
    ours = await walk(pipeline, nodes, {"message": request.message}, request)
    assert ours["answer"] == theirs["answer"]
    assert len(ours["answer"].split()) >= 2


def test_the_command_prints_it(tmp_path: Path) -> None:
    import subprocess
    import sys

    command = Path(sys.executable).with_name("fingerpost")
    done = subprocess.run([command, "graph", "avap"], capture_output=True, text=True, check=True)
    assert _edges(done.stdout) == set(SEED.split("\n")) - {""}
