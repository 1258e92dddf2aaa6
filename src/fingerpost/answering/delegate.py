"""A handler that delegates the messages that are not for an app to another assistant.

`FINGERPOST_BEHIND` names its routebook; without it, a chat model answers.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

from fingerpost.answering.assistant import Assistant
from fingerpost.answering.handlers import Handler, HandlerReply
from fingerpost.answering.request import Request
from fingerpost.errors import SettingsError
from fingerpost.models.chat import ChatClient
from fingerpost.routebook.model import Routebook
from fingerpost.settings import Settings
from fingerpost.types import Decision


class Delegate:
    """Delegates messages to another assistant, which stores nothing: the first one stores them."""

    def __init__(self, assistant: Assistant) -> None:
        """Create the handler over the assistant that answers."""
        self._assistant = assistant

    async def answer(self, request: Request, decision: Decision) -> HandlerReply:
        """Return the other assistant's answer."""
        del decision
        answer = await self._assistant.ask_unstored(self._delegated_request(request))
        return HandlerReply(answer.text, delegated=answer)

    async def stream(self, request: Request, decision: Decision) -> AsyncGenerator[str | HandlerReply, None]:
        """Yield the other assistant's text as it is written, then its whole answer."""
        del decision
        async with aclosing(self._assistant.stream_unstored(self._delegated_request(request))) as events:
            async for event in events:
                yield event if isinstance(event, str) else HandlerReply(event.text, delegated=event)

    async def close(self) -> None:
        """Close the other assistant."""
        await self._assistant.close()

    def _delegated_request(self, request: Request) -> Request:
        # The routes of past turns are those of the first assistant's routebook, which the other one does not know.
        turns = [turn._replace(route=None) for turn in request.message.turns]
        message = replace(request.message, turns=turns, declared=None, active_app=None, app_data={})
        return replace(self._assistant.request(message), deadline=request.deadline)


def open_handler(book: Routebook, settings: Settings, chat: ChatClient | None) -> Handler:
    """Open the assistant of the routebook that the settings name."""
    del book, chat
    if settings.behind is None:
        raise SettingsError('the handler "behind" delegates messages: set FINGERPOST_BEHIND to a routebook')
    assistant = Assistant.open(settings.behind, replace(settings, behind=None))
    if assistant.routes.router.routebook.apps:
        raise SettingsError(
            f"FINGERPOST_BEHIND = {settings.behind!r} has apps itself: set it to a routebook without apps"
        )
    return Delegate(assistant)
