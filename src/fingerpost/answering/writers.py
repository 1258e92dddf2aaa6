"""AnswerWriters of answers: the model of a slot; `extractive.py` has the one for slots without a model."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from typing import Protocol

from fingerpost.answering.chat_messages import build_final_messages
from fingerpost.answering.state import AgentState
from fingerpost.errors import ModelError
from fingerpost.models.chat import ChatClient, disable_thinking, skip_thinking
from fingerpost.routebook.model import Routebook

MAX_TOKENS = 1024
"""Tokens of an answer."""
WINDOW, PERIOD, TIMES = 480, 120, 4
"""The last WINDOW characters are a loop if one piece of at most PERIOD characters fills them at least TIMES times."""


class AnswerWriter(Protocol):
    """Writes the answer for a state, in pieces; closing the generator cancels it."""

    slot: str

    def write(self, state: AgentState, book: Routebook) -> AsyncGenerator[str, None]:
        """Yield the answer in pieces."""


AnswerWriters = Mapping[str, AnswerWriter]


class RepetitionError(ModelError):
    """The model repeats itself endlessly."""


class ChatWriter:
    """Writes with the model of a slot, behind a server."""

    def __init__(self, chat: ChatClient) -> None:
        """Create the writer over the client of a slot."""
        self.chat, self.slot = chat, chat.name

    async def write(self, state: AgentState, book: Routebook) -> AsyncGenerator[str, None]:
        """Yield what the model writes, without its thinking; raises where it is cut off or repeats itself."""
        messages = build_final_messages(state, book)
        messages[-1]["content"] = disable_thinking(self.chat.slot.model, messages[-1]["content"])
        pieces = skip_thinking(self.chat.stream(messages, purpose="answer", max_tokens=MAX_TOKENS))
        tail, unchecked = "", 0
        try:
            async for piece in pieces:
                yield piece
                tail, unchecked = (tail + piece)[-WINDOW:], unchecked + len(piece)
                if unchecked >= WINDOW // 4:
                    unchecked = 0
                    if _repeats(tail):
                        raise RepetitionError(f"{self.chat.where}: repeats itself")
        finally:
            await pieces.aclose()


def _repeats(tail: str) -> bool:
    """Return whether a tail is one short piece repeated; the rule of a table or a run of spaces does not count."""
    if len(tail) < WINDOW or set(tail) <= set(" -=_|+\n"):
        return False
    return any(tail[period:] == tail[:-period] for period in range(1, PERIOD + 1) if TIMES * period <= WINDOW)
