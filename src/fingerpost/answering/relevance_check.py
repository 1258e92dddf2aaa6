"""Whether the passages that were found answer the question of a request: by a model, or by what they hold."""

from __future__ import annotations

import logging

from fingerpost.answering.chat_messages import relevance_prompt
from fingerpost.answering.components import Components
from fingerpost.answering.prompts import prompt_for
from fingerpost.answering.request import Request
from fingerpost.answering.state import AgentState
from fingerpost.errors import ModelError
from fingerpost.models.chat import ChatClient, disable_thinking
from fingerpost.observability.events import log_event
from fingerpost.retrieval.passages import HEADING_SEPARATOR
from fingerpost.validation.relevance import answer_evidence, parse_yes_no, relevance_score

MAX_TOPICS = 3
"""The most topics that are named where nothing answers a question."""


async def model_says_relevant(chat: ChatClient, request: Request, state: AgentState) -> bool:
    """Ask a model whether the passages help to answer; True where it fails, which must not prevent the answer."""
    asked = relevance_prompt(
        prompt_for(request.book, "relevance"), state["message"].text[:1000], state.get("context", "")[:3000]
    )
    try:
        async with request.deadline.timeout():
            reply = await chat.ask(
                [{"role": "user", "content": disable_thinking(chat.slot.model, asked)}],
                purpose="relevance",
                max_tokens=8,
            )
        return parse_yes_no(reply.text)
    except (ModelError, TimeoutError) as error:
        log_event(f"[relevance] the model failed, relevance is assumed: {error}", logging.WARNING)
        return True


async def passages_answer(components: Components, state: AgentState) -> bool:
    """Return whether the passages answer the question; by the best cosine where the settings have a threshold."""
    threshold, match = components.settings.relevance_threshold, state.get("match")
    if threshold is None or components.retriever is None:
        return match is not None and answer_evidence(match) >= 0
    vector = await components.retriever.batcher.aencode(question_of(state))
    return relevance_score(vector, [hit.vector for hit in state.get("hits") or ()]) >= threshold


async def judge_second_search(components: Components, state: AgentState) -> AgentState:
    """Judge the passages of the second search; without a model, those that do not answer are told as topics only."""
    if await passages_answer(components, state):
        return {"context_relevant": True}
    if components.chat is not None:
        return {"context_relevant": False}
    titles = [hit.passage.heading.partition(HEADING_SEPARATOR)[0] for hit in state.get("hits") or ()]
    topics = list(dict.fromkeys(titles))[:MAX_TOPICS]
    return {"context_relevant": False, "hits": [], "context": "", "match": None, "topics": topics}


def question_of(state: AgentState) -> str:
    """Return the question of a request as it stands alone."""
    resolved = state["resolved"]
    return state["reformulated_query"] if resolved.leans else resolved.text
