"""One question to the assistant, in whichever form it came."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass

from fingerpost.answering.assistant import Assistant
from fingerpost.routebook import Routebook
from fingerpost.types import Answer, Decision, Message


@dataclass(frozen=True, slots=True)
class Question:
    """A message with all that is asked about it; `request` names it in the log and in the store."""

    assistant: Assistant
    message: Message
    request: str
    session: str
    user: str | None = None
    timeout: float | None = None

    @property
    def book(self) -> Routebook:
        """Return the routebook of this moment."""
        return self.assistant.routes.router.routebook

    async def whole(self) -> Answer:
        """Return the whole answer."""
        return await self.assistant.ask(
            self.message, session=self.session, user=self.user, request=self.request, timeout=self.timeout
        )

    def stream(self) -> AsyncGenerator[Decision | str | Answer, None]:
        """Return the answer as it is written."""
        return self.assistant.stream(
            self.message, session=self.session, user=self.user, request=self.request, timeout=self.timeout
        )
