"""Connections to one OpenAI-compatible server, used for chat and for embeddings."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from importlib.util import find_spec
from typing import Any

from fingerpost.errors import SettingsError
from fingerpost.resilience.call_clock import response_begins
from fingerpost.settings import Slot

UNREADABLE = (ValueError, AttributeError, TypeError, RecursionError)
"""What the library raises for an answer that is no JSON, of another shape, or nested too deeply."""

STREAM_TYPE = "text/event-stream"
"""What a request for a stream says that it accepts."""
MAX_EVENT = 1_000_000
"""Bytes of one event of a stream; the library collects a line before it reads it, and copies it several times."""


class ModelClient:
    """The server of a slot. Connections belong to an event loop: another loop, or a forked child, opens new ones."""

    def __init__(self, slot: Slot) -> None:
        """Use the settings of a slot; no connection is opened before first use."""
        self.slot = slot
        self._library_client: Any = None
        self._loop: Any = None
        self._process = 0

    @property
    def where(self) -> str:
        """Return the model and its server, for messages."""
        return f"{self.slot.model} at {self.slot.place}"

    def get(self) -> Any:
        """Return the client of the `openai` library, created on first use."""
        loop = asyncio.get_running_loop()
        if self._library_client is None or self._process != os.getpid() or self._loop is not loop:
            # A forked child must not use its parent's connections: it would receive the parent's answers.
            require_client_package()
            from openai import AsyncOpenAI, DefaultAsyncHttpxClient

            self._process, self._loop = os.getpid(), loop
            # Timeouts and retries are the caller's.
            self._library_client = AsyncOpenAI(
                base_url=self.slot.url,
                api_key=self.slot.key,
                max_retries=0,
                timeout=None,
                http_client=DefaultAsyncHttpxClient(
                    # User text must go to the configured server only.
                    follow_redirects=False,
                    # Compressed, a small response can become a large one.
                    headers={"Accept-Encoding": "identity"},
                    event_hooks={"response": [_response_limit(self.slot.largest)]},
                ),
            )
        return self._library_client

    async def close(self) -> None:
        """Close the connections; the next use opens new ones."""
        client, self._library_client = self._library_client, None
        if client is not None and self._loop is asyncio.get_running_loop():
            # Connections of a loop that has ended cannot be closed, only dropped.
            await client.close()


def _response_limit(largest: int) -> Callable[[Any], Awaitable[None]]:
    """Return the hook that ends a response of more than `largest` bytes, or a stream with a long line."""
    import httpx2

    class BoundedStream(httpx2.AsyncByteStream):
        def __init__(self, stream: Any, max_line: int) -> None:
            self._stream, self._left, self._max_line = stream, largest, max_line

        async def __aiter__(self) -> Any:
            line = 0
            async for part in self._stream:
                self._left -= len(part)
                if self._left < 0:
                    raise httpx2.ReadError(
                        f"the response is longer than {largest:,} bytes: FINGERPOST_LARGEST_RESPONSE allows more"
                    )
                line = len(part) - part.rindex(b"\n") - 1 if b"\n" in part else line + len(part)
                if line > self._max_line:
                    raise httpx2.ReadError(f"a line of the stream is longer than {self._max_line:,} bytes")
                yield part

        async def aclose(self) -> None:
            await self._stream.aclose()

    async def limit(response: Any) -> None:
        response_begins()
        if response.headers.get("content-encoding", "identity") != "identity":
            raise httpx2.DecodingError("the response is compressed, which was not asked for")
        streamed = response.request.headers.get("accept") == STREAM_TYPE
        response.stream = BoundedStream(response.stream, min(MAX_EVENT, largest) if streamed else largest)

    return limit


def require_client_package() -> None:
    """Raise SettingsError where the `openai` package, which every model call needs, is not installed."""
    if find_spec("openai") is None:
        raise SettingsError(
            "a model is set in the environment, but its client is not installed: pip install 'fingerpost[llm]'"
        )
