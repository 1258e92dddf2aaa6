"""The client of model servers: a response that has no end is cut off, and takes little memory."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

pytest.importorskip("openai", reason="models need the extra fingerpost[llm]")

from benchmarks import faulty_server
from benchmarks.faulty_server import FaultyServer

from fingerpost.errors import ModelError
from fingerpost.models import client
from fingerpost.models.chat import ChatClient
from fingerpost.models.remote_encoder import RemoteEncoder
from fingerpost.settings import Slot
from tests.memory import peak_growth

ASKED = [{"role": "user", "content": "hello"}]


def _chat(slot: Slot, how: str) -> None:
    async def run() -> None:
        chat = ChatClient(slot, "main")
        try:
            if how == "ask":
                await chat.ask(ASKED, purpose="test", max_tokens=8)
            elif how == "list":
                await chat.list_models(30)
            else:
                async for _ in chat.stream(ASKED, purpose="test", max_tokens=8):
                    pass
        finally:
            await chat.close()

    asyncio.run(run())


def _encode(slot: Slot) -> None:
    encoder = RemoteEncoder(slot)
    try:
        encoder.encode(["hello"])
    finally:
        encoder.close()


CALLS: dict[str, Callable[[Slot], None]] = {
    "ask": lambda slot: _chat(slot, "ask"),
    "stream": lambda slot: _chat(slot, "stream"),
    "list": lambda slot: _chat(slot, "list"),
    "embed": _encode,
}


def _flood(call: str, largest: int) -> float:
    """Return the megabytes that the process grew by while a server sent a line without end."""
    import openai  # noqa: F401 - its memory is not that of a response

    with FaultyServer() as server, peak_growth() as grown:
        server.fail("flood")
        with pytest.raises(ModelError):
            CALLS[call](Slot(f"{server.url}/v1", "big", largest=largest))
    return grown()


@pytest.mark.parametrize("call", CALLS)
def test_a_line_without_end_takes_little_memory(call: str) -> None:
    grown = _flood(call, Slot("", "").largest)
    assert grown < 20, f"{grown:.1f} MB"


@pytest.mark.parametrize("call", CALLS)
def test_saboteur_without_a_limit_a_long_line_fills_the_memory(call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faulty_server, "FLOOD_BYTES", 200_000_000)
    monkeypatch.setattr(client, "MAX_EVENT", 10**9)
    assert _flood(call, 10**9) > 50


@pytest.mark.parametrize("call", CALLS)
def test_a_response_that_is_too_long_names_the_setting(call: str) -> None:
    with FaultyServer() as server:
        server.fail("flood")
        with pytest.raises(ModelError, match="longer than 50,000 bytes: FINGERPOST_LARGEST_RESPONSE"):
            CALLS[call](Slot(f"{server.url}/v1", "big", largest=50_000))


def test_a_line_of_a_stream_is_bounded_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "MAX_EVENT", 20_000)
    with FaultyServer() as server:
        server.fail("flood")
        slot = Slot(f"{server.url}/v1", "big")
        with pytest.raises(ModelError, match="a line of the stream is longer than 20,000 bytes"):
            CALLS["stream"](slot)
        with pytest.raises(ModelError, match="longer than 8,000,000 bytes"):
            CALLS["ask"](slot)


def test_saboteur_without_it_a_line_grows_to_the_limit_of_a_response(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "MAX_EVENT", 10**9)
    with FaultyServer() as server:
        server.fail("flood")
        with pytest.raises(ModelError, match="longer than 8,000,000 bytes"):
            CALLS["stream"](Slot(f"{server.url}/v1", "big"))
