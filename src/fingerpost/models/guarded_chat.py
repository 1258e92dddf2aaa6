"""A chat client for a part of an answer that can do without it: each call has a limit, and failures open a breaker."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from fingerpost.errors import ModelError
from fingerpost.models.chat import ChatClient, ChatReply, TruncatedReplyError
from fingerpost.resilience.guard import ServerGuard
from fingerpost.resilience.ladder import seconds_for_a_part


class GuardedChat:
    """Asks a model within a limit and half of what is left of a request's time, unless it failed too often."""

    def __init__(self, chat: ChatClient, limit: float) -> None:
        """Take the client and the seconds that one call may take."""
        self.slot, self._chat = chat.slot, chat
        self._guard = ServerGuard(chat.where, ModelError, limit, alive=(TruncatedReplyError,))

    async def ask(self, messages: Sequence[dict[str, str]], *, purpose: str, max_tokens: int) -> ChatReply:
        """Return the reply; raise ModelError where there is none in time, so that time is left for what comes next."""
        ask = partial(self._chat.ask, messages, purpose=purpose, max_tokens=max_tokens)
        return await self._guard.call(ask, seconds_for_a_part())
