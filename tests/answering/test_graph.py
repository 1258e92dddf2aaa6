"""The graphs are those of ADR-0009, node for node."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from fingerpost import Message, Router
from fingerpost.answering.components import Kit
from fingerpost.answering.extractive import ExtractiveWriter
from fingerpost.answering.nodes import Nodes
from fingerpost.settings import SLOTS, Settings

pytest.importorskip("langgraph", reason="answering needs the extra fingerpost[answer]")

from fingerpost.answering.graph import build_graph, build_prepare_graph, mermaid, walk

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

PREPARE = """
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
def kit(avap: Router) -> Kit:
    return Kit(avap, {slot: ExtractiveWriter(slot, avap.batcher) for slot in SLOTS}, Settings(cache=None))


def _edges(drawn: str) -> set[str]:
    found = set()
    for line in drawn.splitlines()[1:]:
        match = re.fullmatch(r"\s+(\w+)(?:\(\[\w+\]\))? --(?:>|>\|(\w+)\|) (\w+)(?:\(\[\w+\]\))?", line)
        assert match, line
        found.add(f"{match[1]} -{match[2]}-> {match[3]}" if match[2] else f"{match[1]} -> {match[3]}")
    return found


@pytest.mark.parametrize(("build", "expected"), [(build_graph, SEED), (build_prepare_graph, PREPARE)])
def test_the_graph_has_the_edges_of_the_flowchart_and_no_others(
    kit: Kit, avap: Router, build: Any, expected: str
) -> None:
    drawn = mermaid(build(kit), avap.routebook)
    assert drawn.startswith("flowchart TD\n")
    assert _edges(drawn) == set(expected.split("\n")) - {""}


def test_the_comparison_notices_a_missing_edge(kit: Kit, avap: Router) -> None:
    drawn = mermaid(build_graph(kit), avap.routebook)
    without = "\n".join(line for line in drawn.splitlines() if "generate_code_retry -->" not in line)
    assert _edges(without) != set(SEED.split("\n")) - {""}


async def test_the_graph_runs_by_itself_with_a_checkpointer_of_ones_own(kit: Kit) -> None:
    from langgraph.checkpoint.memory import InMemorySaver

    graph = build_graph(kit, checkpointer=InMemorySaver())
    config = {"configurable": {"thread_id": "t"}}
    state = await graph.ainvoke({"message": Message("thanks a lot!")}, config)
    assert state["query_type"] == "CONVERSATIONAL"
    assert state["answer"] == "You are welcome!"
    assert state["classify_history"] == [{"type": "CONVERSATIONAL", "topic": "thanks a lot!"}]
    again = await graph.ainvoke({"message": Message("obrigado!")}, config)
    assert [entry["topic"] for entry in again["classify_history"]] == ["thanks a lot!", "obrigado!"]
    assert again["answer"] == "De nada!"


async def test_a_kept_state_does_not_spend_the_next_requests_retry(kit: Kit) -> None:
    from langgraph.checkpoint.memory import InMemorySaver

    graph = build_graph(kit, checkpointer=InMemorySaver())
    config = {"configurable": {"thread_id": "t"}}
    left = {"retried": True, "parser_trace": "Line 1", "validation_status": "INVALID_UNRESOLVED", "answer": "old"}
    state = await graph.ainvoke({"message": Message("thanks a lot!"), **left}, config)
    assert (state["retried"], state["parser_trace"], state["validation_status"]) == (False, "", "")
    assert state["answer"] == "You are welcome!"


class Scripted(Nodes):
    """Nodes that only say where they were, and what they were told to find."""

    def __init__(self, kit: Kit, **told: Any) -> None:
        super().__init__(kit)
        self.told = told
        for name in ("classify", "reformulate", "retrieve", "check_context_relevance", "reformulate_with_hint",
                     "generate", "generate_code", "validate_code", "generate_code_retry", "respond_conversational",
                     "respond_platform"):  # fmt: skip
            setattr(self, name, self._node(name))

    def _node(self, name: str) -> Any:
        async def node(state: Any, runtime: Any) -> dict[str, Any]:
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
    kit: Kit, monkeypatch: pytest.MonkeyPatch, handler: str, relevant: bool, trace: bool
) -> None:
    from langgraph.runtime import Runtime

    nodes = Scripted(kit, handler=handler, relevant=relevant, trace=trace)
    monkeypatch.setattr("fingerpost.answering.graph.Nodes", lambda _: nodes)
    graph = build_graph(kit)
    theirs = await graph.ainvoke({"message": Message("hi")})
    ours = await walk(graph, nodes, {"message": Message("hi")}, Runtime(context=None))
    assert ours["answer"] == theirs["answer"]
    assert len(ours["answer"].split()) >= 2


def test_the_command_prints_it(tmp_path: Path) -> None:
    import subprocess
    import sys

    command = Path(sys.executable).with_name("fingerpost")
    done = subprocess.run([command, "graph", "avap"], capture_output=True, text=True, check=True)
    assert _edges(done.stdout) == set(SEED.split("\n")) - {""}
