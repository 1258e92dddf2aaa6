"""Whether the passages that were found answer the question of a request: by a model, or by what they hold."""

from __future__ import annotations

from functools import partial

from fingerpost.answering.components import Components
from fingerpost.answering.main_model import MainModel
from fingerpost.answering.quotations import nearest_topics
from fingerpost.answering.request import Request
from fingerpost.answering.state import AgentState, question_of
from fingerpost.resilience.ladder import RELEVANCE, Rung, try_rungs
from fingerpost.retrieval.matching import answer_evidence
from fingerpost.validation.relevance import relevance_score


async def judge_search(components: Components, main: MainModel | None, request: Request, state: AgentState) -> bool:
    """Return whether the passages answer the question, by the main model where it is given and answers."""
    rungs = [Rung("cosine", partial(_passages_answer, components, request, state)), Rung("assumed", _assume)]
    if main is not None:
        rungs.insert(0, Rung("model", partial(main.judge_relevance, request, state)))
    return await try_rungs(RELEVANCE, rungs, request.deadline)


async def judge_second_search(components: Components, request: Request, state: AgentState) -> AgentState:
    """Judge the passages of the second search; without a model, those that do not answer are told as topics only."""
    if await judge_search(components, None, request, state):
        return {"context_relevant": True}
    topics = nearest_topics(state.get("hits") or ())
    if components.chat is not None:
        # The topics are for the writer that takes the place of a model that fails.
        return {"context_relevant": False, "topics": topics}
    return {"context_relevant": False, "hits": [], "context": "", "match": None, "topics": topics}


async def _passages_answer(components: Components, request: Request, state: AgentState, _: float) -> bool:
    """Return whether the passages answer the question; by the best cosine where the settings have a threshold."""
    threshold, match = components.settings.relevance_threshold, state.get("match")
    if threshold is None or components.retriever is None:
        return match is not None and answer_evidence(match) >= 0
    with request.deadline.applied():
        vector = await components.retriever.batcher.aencode(question_of(state))
    return relevance_score(vector, [hit.vector for hit in state.get("hits") or ()]) >= threshold


async def _assume(_: float) -> bool:
    """Return that the passages answer: a check that fails must not prevent the answer."""
    return True
