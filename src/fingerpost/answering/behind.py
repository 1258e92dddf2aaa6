"""Another routebook behind mini-apps: it answers what is for the assistant, as it does on its own.

`FINGERPOST_BEHIND=avap` puts the avap assistant there; without it, a chat model talks.
"""

from __future__ import annotations

from dataclasses import replace

from fingerpost.answering.assistant import Assistant
from fingerpost.answering.handlers import Asked, Handler, Reply
from fingerpost.errors import SettingsError
from fingerpost.models.chat import Chat
from fingerpost.routebook import Routebook
from fingerpost.settings import Settings


class Behind:
    """Passes messages on to another assistant, which keeps nothing: the one in front does."""

    def __init__(self, assistant: Assistant) -> None:
        """Take the assistant that answers."""
        self._assistant = assistant

    async def answer(self, asked: Asked) -> Reply:
        """Return what the other assistant says, with the parts of its answer."""
        # The routes of past turns are those of the front, which mean nothing here.
        turns = [turn._replace(route=None) for turn in asked.message.turns]
        message = replace(asked.message, turns=turns, declared=None, active_app=None, app_data={})
        answer = await self._assistant.respond(message, asked.left)
        return Reply(answer.text, tuple(part for part in answer.parts if part.kind != "text"))

    async def close(self) -> None:
        """Let go of what the other assistant holds."""
        await self._assistant.close()


def open_handler(book: Routebook, settings: Settings, chat: Chat | None) -> Handler:
    """Open the routebook that the settings name."""
    del book, chat
    if settings.behind is None:
        raise SettingsError('the handler "behind" passes messages on: name a routebook in FINGERPOST_BEHIND')
    assistant = Assistant.open(settings.behind, replace(settings, behind=None))
    if assistant.routes.router.routebook.apps:
        raise SettingsError(f"FINGERPOST_BEHIND = {settings.behind!r} runs mini-apps itself: name another routebook")
    return Behind(assistant)
