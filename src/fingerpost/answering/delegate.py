"""Another routebook behind mini-apps: it answers what is for the assistant, as it does on its own.

`FINGERPOST_BEHIND=avap` puts the avap assistant there; without it, a chat model talks.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

from fingerpost.answering.assistant import Assistant
from fingerpost.answering.handlers import Asked, Handler, Reply
from fingerpost.errors import SettingsError
from fingerpost.models.chat import ChatClient
from fingerpost.routebook.model import Routebook
from fingerpost.settings import Settings
from fingerpost.types import Message


class Behind:
    """Passes messages on to another assistant, which keeps nothing: the one in front does."""

    def __init__(self, assistant: Assistant) -> None:
        """Take the assistant that answers."""
        self._assistant = assistant

    async def answer(self, asked: Asked) -> Reply:
        """Return what the other assistant says, as it says it."""
        answer = await self._assistant.respond(_passed_on(asked), asked.left)
        return Reply(answer.text, whole=answer)

    async def stream(self, asked: Asked) -> AsyncGenerator[str | Reply, None]:
        """Yield what the other assistant says as it is written, and last all of it."""
        async with aclosing(self._assistant.relay(_passed_on(asked), asked.left)) as steps:
            async for step in steps:
                yield step if isinstance(step, str) else Reply(step.text, whole=step)

    async def close(self) -> None:
        """Let go of what the other assistant holds."""
        await self._assistant.close()


def _passed_on(asked: Asked) -> Message:
    # The routes of past turns are those of the front, which mean nothing here.
    turns = [turn._replace(route=None) for turn in asked.message.turns]
    return replace(asked.message, turns=turns, declared=None, active_app=None, app_data={})


def open_handler(book: Routebook, settings: Settings, chat: ChatClient | None) -> Handler:
    """Open the routebook that the settings name."""
    del book, chat
    if settings.behind is None:
        raise SettingsError('the handler "behind" passes messages on: name a routebook in FINGERPOST_BEHIND')
    assistant = Assistant.open(settings.behind, replace(settings, behind=None))
    if assistant.routes.router.routebook.apps:
        raise SettingsError(f"FINGERPOST_BEHIND = {settings.behind!r} runs mini-apps itself: name another routebook")
    return Behind(assistant)
