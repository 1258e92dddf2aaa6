"""Writers of answers: the model of a slot; `extractive.py` has the writer for slots without a model."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from typing import Protocol

from fingerpost.answering.chat_messages import build_final_messages
from fingerpost.answering.state import AgentState
from fingerpost.errors import ModelError
from fingerpost.models.chat import ChatClient, TruncatedReplyError, disable_thinking, skip_thinking
from fingerpost.resilience.guard import ServerGuard
from fingerpost.routebook.model import Routebook
from fingerpost.runtime.call_limits import CallLimit

MAX_TOKENS = 1024
"""The most tokens of an answer."""
REPEAT_WINDOW, MAX_REPEAT_PERIOD, MIN_REPEATS = 480, 120, 4
"""The last WINDOW characters are a loop if one piece of at most PERIOD characters fills them at least TIMES times."""


class AnswerWriter(Protocol):
    """Writes the answer for a state, in pieces; closing the generator cancels it."""

    slot: str

    def write(self, state: AgentState, book: Routebook, seconds: float) -> AsyncGenerator[str, None]:
        """Yield the answer in pieces, the first of them within these seconds."""


AnswerWriters = Mapping[str, AnswerWriter]
"""The writer of each model slot."""


class RepetitionError(ModelError):
    """The model repeats itself endlessly."""


class ChatWriter:
    """Writes with the model of a slot, on a model server."""

    def __init__(self, chat: ChatClient, limit: CallLimit) -> None:
        """Create the writer over the client of a slot; `limit`: seconds of an answer and until its first words."""
        self.chat, self.slot = chat, chat.name
        self.guard = ServerGuard(chat.where, ModelError, limit.total, first=limit.first, alive=(TruncatedReplyError,))

    async def write(self, state: AgentState, book: Routebook, seconds: float) -> AsyncGenerator[str, None]:
        """Yield what the model writes, without its thinking; raises where it is cut off or repeats itself."""
        messages = build_final_messages(state, book)
        messages[-1]["content"] = disable_thinking(self.chat.slot.model, messages[-1]["content"])
        answered = self.chat.stream(messages, purpose="answer", max_tokens=MAX_TOKENS)
        # Thinking counts as a sign of life.
        pieces = skip_thinking(self.guard.stream(answered, seconds))
        tail, unchecked = "", 0
        try:
            async for piece in pieces:
                yield piece
                tail, unchecked = (tail + piece)[-REPEAT_WINDOW:], unchecked + len(piece)
                if unchecked >= REPEAT_WINDOW // 4:
                    unchecked = 0
                    if _repeats(tail):
                        raise RepetitionError(f"{self.chat.where}: the model repeats itself")
        finally:
            await pieces.aclose()


def _repeats(tail: str) -> bool:
    """Return whether a tail is one short piece repeated; the rule of a table or a run of spaces does not count."""
    if len(tail) < REPEAT_WINDOW or set(tail) <= set(" -=_|+\n"):
        return False
    return any(
        tail[period:] == tail[:-period]
        for period in range(1, MAX_REPEAT_PERIOD + 1)
        if MIN_REPEATS * period <= REPEAT_WINDOW
    )
