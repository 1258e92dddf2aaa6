"""The connections to one OpenAI-compatible server, for chat and for vectors."""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import Any

from fingerpost.errors import SettingsError
from fingerpost.settings import Slot


class Client:
    """A slot's server. Use it on one event loop only: its connections belong to the loop."""

    def __init__(self, slot: Slot) -> None:
        """Take what the settings say of a slot; nothing is opened before first use."""
        self.slot = slot
        self._made: Any = None
        self._process = 0

    @property
    def where(self) -> str:
        """Return which model on which server, for people."""
        return f"{self.slot.model} at {self.slot.place}"

    def get(self) -> Any:
        """Return the library's client, made on first use."""
        if self._made is None or self._process != os.getpid():
            # A child of fork must not speak on its parent's connections: it would get the parent's answers.
            need_client()
            from openai import AsyncOpenAI, DefaultAsyncHttpxClient

            self._process = os.getpid()
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
        if made is not None:
            await made.close()


def need_client() -> None:
    """Refuse to start with a model that could never be asked."""
    if find_spec("openai") is None:
        raise SettingsError(
            "a model is set in the environment, but its client is not installed: pip install 'fingerpost[llm]'"
        )
