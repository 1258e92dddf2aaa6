"""The pipelines are those of ADR-0009, step for step, and run without LangGraph."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from fingerpost import Router
from fingerpost.answering.nodes import Nodes
from fingerpost.answering.pipeline import ANSWER, END, PREPARE, Branch, Pipeline, mermaid, pipeline_for
from fingerpost.retrieval.factory import index_name, open_retriever
from fingerpost.settings import SearchSettings, Settings

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


@pytest.mark.parametrize("table", [ANSWER, PREPARE])
def test_every_step_of_a_table_is_a_node_and_every_target_a_step(table: Pipeline) -> None:
    assert all(callable(getattr(Nodes, step)) for step in table)
    for following in table.values():
        targets = following.targets.values() if isinstance(following, Branch) else [following]
        assert set(targets) <= {*table, END}


WITHOUT_LANGGRAPH = """
import asyncio, sys
from pathlib import Path
sys.modules["langgraph"] = None
from fingerpost.answering.assistant import Assistant
from fingerpost.settings import SearchSettings, Settings

async def main():
    search = SearchSettings(folder=Path("{index}"))
    settings = Settings(cache=None, database="sqlite:///{place}/s.sqlite", search=search, traces="off")
    assistant = Assistant.open("avap", settings)
    answer = await assistant.ask("thanks a lot!")
    *_, streamed = [event async for event in assistant.stream("thanks a lot!")]
    await assistant.close()
    print(answer.text, streamed.text, sep="|")

asyncio.run(main())
"""


def test_answers_need_no_langgraph(tmp_path: Path, avap: Router, own_cache: Path) -> None:
    # The documents are indexed here, where their vectors may be known already.
    folder, book = own_cache / "index", avap.routebook
    assert book.folder is not None
    settings, name = Settings(cache=None, search=SearchSettings(folder=folder)), index_name(book.name, book.folder)
    open_retriever(settings, avap.batcher, name, book.folder / "knowledge").index.close()
    program = WITHOUT_LANGGRAPH.format(place=tmp_path, index=folder)
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout == "You are welcome!|You are welcome!\n"


def test_the_command_prints_it() -> None:
    command = Path(sys.executable).with_name("fingerpost")
    done = subprocess.run([command, "graph", "avap"], capture_output=True, text=True, check=True)
    assert _edges(done.stdout) == set(SEED.split("\n")) - {""}
