"""Who writes an answer: the model in a slot, or with none set the extractive one."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from typing import Protocol

from fingerpost.answering.chat_messages import build_final_messages
from fingerpost.answering.state import AgentState
from fingerpost.errors import ModelError
from fingerpost.models.chat import ChatClient, disable_thinking, skip_thinking
from fingerpost.routebook.model import Routebook

MOST = 1024
"""Tokens of an answer."""
WINDOW, PERIOD, TIMES = 480, 120, 4
"""A tail of this many characters that is one piece of at most so many, over and over, is a model that hangs."""


class Writer(Protocol):
    """Writes the answer that a state needs, in pieces; closing the generator ends the work."""

    slot: str

    def write(self, state: AgentState, book: Routebook) -> AsyncGenerator[str, None]:
        """Yield the answer."""


Writers = Mapping[str, Writer]


class RepetitionError(ModelError):
    """The model says the same over and over."""


class ChatWriter:
    """A model behind a server."""

    def __init__(self, chat: ChatClient) -> None:
        """Take the client of a slot."""
        self.chat, self.slot = chat, chat.name

    async def write(self, state: AgentState, book: Routebook) -> AsyncGenerator[str, None]:
        """Yield what the model says aloud; raises where it breaks off, runs on or repeats itself."""
        messages = build_final_messages(state, book)
        messages[-1]["content"] = disable_thinking(self.chat.slot.model, messages[-1]["content"])
        pieces = skip_thinking(self.chat.stream(messages, purpose="answer", max_tokens=MOST))
        tail, unread = "", 0
        try:
            async for piece in pieces:
                yield piece
                tail, unread = (tail + piece)[-WINDOW:], unread + len(piece)
                if unread >= WINDOW // 4:
                    unread = 0
                    if _repeats(tail):
                        raise RepetitionError(f"{self.chat.where}: repeats itself")
        finally:
            await pieces.aclose()


def _repeats(tail: str) -> bool:
    """Whether a tail is one short piece over and over; a table's rule or a run of spaces is none."""
    if len(tail) < WINDOW or set(tail) <= set(" -=_|+\n"):
        return False
    return any(tail[period:] == tail[:-period] for period in range(1, PERIOD + 1) if TIMES * period <= WINDOW)
