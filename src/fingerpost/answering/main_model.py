"""Short questions to the main model on the way to an answer: a better search query, and whether passages fit."""

from __future__ import annotations

import logging

from fingerpost.answering.chat_messages import relevance_prompt
from fingerpost.answering.prompts import prompt_for
from fingerpost.answering.request import Request
from fingerpost.answering.state import AgentState
from fingerpost.errors import ModelError
from fingerpost.models.chat import ChatClient, disable_thinking
from fingerpost.observability.events import log_event
from fingerpost.resilience.guard import ServerGuard
from fingerpost.resilience.ladder import SHARE
from fingerpost.runtime.call_limits import CallLimit
from fingerpost.validation.relevance import parse_yes_no


class MainModel:
    """Asks the main model, within the limit of one call and behind a circuit breaker."""

    def __init__(self, chat: ChatClient, limit: CallLimit) -> None:
        """Take the client of the model, and the seconds of one call."""
        self._chat = chat
        self._guard = ServerGuard(chat.where, ModelError, limit.total, first=limit.first)

    async def rewrite_query(self, request: Request, asked: str) -> str:
        """Return a query written by the model; empty if it fails."""
        messages = [
            {"role": "system", "content": prompt_for(request.book, "reformulate").strip()},
            {"role": "user", "content": disable_thinking(self._chat.slot.model, asked)},
        ]

        async def ask() -> str:
            return (await self._chat.ask(messages, purpose="reformulate", max_tokens=96)).text

        try:
            written = await self._guard.call(ask, request.deadline.remaining * SHARE)
        except ModelError as error:
            log_event(f"[reformulate] the model failed, continuing without it: {error}", logging.WARNING)
            return ""
        return " ".join(written.split())[:500].strip("\"'` ")

    async def judge_relevance(self, request: Request, state: AgentState, seconds: float) -> bool:
        """Return whether the passages are about the question; raises ModelError where the model does not say."""
        template, question = prompt_for(request.book, "relevance"), state["message"].text[:1000]
        asked = disable_thinking(
            self._chat.slot.model, relevance_prompt(template, question, state.get("context", "")[:3000])
        )

        async def ask() -> bool:
            messages = [{"role": "user", "content": asked}]
            return parse_yes_no((await self._chat.ask(messages, purpose="relevance", max_tokens=8)).text)

        return await self._guard.call(ask, seconds)
