"""The connections to one OpenAI-compatible server, for chat and for vectors."""

from __future__ import annotations

import asyncio
import os
from importlib.util import find_spec
from typing import Any

from fingerpost.errors import SettingsError
from fingerpost.settings import Slot


class ModelClient:
    """A slot's server. Connections belong to an event loop: on another loop, or in a child, new ones are made."""

    def __init__(self, slot: Slot) -> None:
        """Take what the settings say of a slot; nothing is opened before first use."""
        self.slot = slot
        self._made: Any = None
        self._loop: Any = None
        self._process = 0

    @property
    def where(self) -> str:
        """Return which model on which server, for people."""
        return f"{self.slot.model} at {self.slot.place}"

    def get(self) -> Any:
        """Return the library's client, made on first use."""
        loop = asyncio.get_running_loop()
        if self._made is None or self._process != os.getpid() or self._loop is not loop:
            # A child of fork must not speak on its parent's connections: it would get the parent's answers.
            require_client_package()
            from openai import AsyncOpenAI, DefaultAsyncHttpxClient

            self._process, self._loop = os.getpid(), loop
            # The caller's deadline is the only one, and retries are counted by whoever asks.
            self._made = AsyncOpenAI(
                base_url=self.slot.url,
                api_key=self.slot.key,
                max_retries=0,
                timeout=None,
                # What a person wrote goes to the server that was named, and to no other.
                http_client=DefaultAsyncHttpxClient(follow_redirects=False),
            )
        return self._made

    async def close(self) -> None:
        """Close the connections; the next use opens new ones."""
        made, self._made = self._made, None
        if made is not None and self._loop is asyncio.get_running_loop():
            # Connections of a loop that is gone cannot be closed, only forgotten.
            await made.close()


def require_client_package() -> None:
    """Refuse to start with a model that could never be asked."""
    if find_spec("openai") is None:
        raise SettingsError(
            "a model is set in the environment, but its client is not installed: pip install 'fingerpost[llm]'"
        )
