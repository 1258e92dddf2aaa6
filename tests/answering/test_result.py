"""The answer of a state: which passages are cited, and what is told of its parts."""

from __future__ import annotations

import numpy as np

from fingerpost import Router
from fingerpost.answering.components import Components
from fingerpost.answering.result import answer_of
from fingerpost.answering.state import AgentState
from fingerpost.observability.facts import DEGRADED
from fingerpost.retrieval.searched_index import Hit
from fingerpost.settings import Settings
from fingerpost.types import Answer, Decision, Degraded, Fact, Message, Part, Passage

FACTS = [Fact(DEGRADED, {"part": "search", "rung": "embedded", "why": "failed"})] * 2
SEARCH = Degraded("search", "embedded", "failed")


def _state(**changes: object) -> AgentState:
    hits = [Hit(Passage(f"{n}.md", "heading", "text", n), 1.0, np.ones(1, np.float32)) for n in range(3)]
    state: AgentState = {
        "message": Message("which?"), "decision": Decision("docs", True, 1.0, "rule", ""), "query_type": "docs",
        "handler": "documents", "hits": hits, "answer": "Perhaps [2].",
    }  # fmt: skip
    state.update(changes)  # type: ignore[typeddict-item]
    return state


def test_passages_that_do_not_answer_are_cited_only_where_the_text_names_them(avap: Router) -> None:
    components = Components(avap, {}, Settings(cache=None))
    cited = [
        [part.values["citation"] for part in answer_of(_state(context_relevant=relevant), components, ()).citations]
        for relevant in (True, False)
    ]
    assert cited == [[1, 2, 3], [2]]


def test_lower_rungs_are_told_once_also_those_of_an_answer_from_elsewhere(avap: Router) -> None:
    components, elsewhere = Components(avap, {}, Settings(cache=None)), Degraded("answer", "extractive", "failed")
    assert answer_of(_state(), components, FACTS).degraded == (SEARCH,)
    delegated = Answer(Decision("other", True, 1.0, "rule", ""), (Part("text", "hello"),), degraded=(elsewhere, SEARCH))
    answer = answer_of(_state(delegated=delegated), components, FACTS)
    assert answer.degraded == (SEARCH, elsewhere)
    assert (answer.text, answer.decision.route) == ("hello", "docs")
