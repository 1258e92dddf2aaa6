"""Asking back over HTTP, the OpenAI-compatible API and gRPC: the choice is a part of the answer, and can be taken."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")
pytest.importorskip("grpc", reason="serving needs the extra fingerpost[serve]")

from fingerpost import Router
from fingerpost.answering.assistant import Assistant
from fingerpost.server.grpc_messages import encode_answer
from fingerpost.server.http import make_app
from fingerpost.settings import Settings
from fingerpost.testing import WordEncoder

BOOK = """
[thresholds]
accept = 0.9999
[[routes]]
name = "refund"
title = "Refunds"
reply = "Money back."
[[routes]]
name = "shipping"
title = "Parcels"
reply = "On its way."
"""
EXAMPLES = {"refund": ["money back please", "refund the coat"], "shipping": ["parcel is late", "parcel never came"]}
REPLIES = {"refund": "Money back.", "shipping": "On its way."}


@pytest.fixture
async def assistant(tmp_path: Path, own_cache: Path) -> AsyncIterator[Assistant]:
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "routebook.toml").write_text(BOOK, encoding="utf-8")
    rows = [{"text": text, "route": route} for route, texts in EXAMPLES.items() for text in texts]
    (folder / "examples.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    settings = Settings(cache=own_cache, database=f"sqlite:///{tmp_path}/store.sqlite")
    opened = Assistant.open(Router.from_routebook(folder, encoder=WordEncoder(), settings=settings), settings)
    yield opened
    await opened.close()


@pytest.fixture
async def client(assistant: Assistant) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app=make_app(assistant, assistant.components.settings))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as opened:
        yield opened


def _options(parts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    (part,) = [part for part in parts if part["kind"] == "choice"]
    options: list[dict[str, Any]] = part["values"]["options"]
    assert [option["id"] for option in options] == ["1", "2", "3"]
    return options


async def test_over_http_the_id_of_an_option_is_the_next_message(client: httpx.AsyncClient) -> None:
    asked = (await client.post("/v1/ask", json={"text": "parcel money", "session": "s"})).json()
    second = _options(asked["parts"])[1]
    assert f"2. {second['title']}" in asked["text"]
    answer = (await client.post("/v1/ask", json={"text": second["id"], "session": "s"})).json()
    assert (answer["text"], answer["decision"]["layer"]) == (REPLIES[second["route"]], "choice")


async def test_in_the_openai_format_the_conversation_has_the_question(client: httpx.AsyncClient) -> None:
    messages = [{"role": "user", "content": "parcel money"}]
    asked = (await client.post("/v1/chat/completions", json={"model": "shop", "messages": messages})).json()
    first = _options(asked["fingerpost"]["parts"])[0]
    messages += [asked["choices"][0]["message"], {"role": "user", "content": "the first"}]
    answer = (await client.post("/v1/chat/completions", json={"model": "shop", "messages": messages})).json()
    assert answer["choices"][0]["message"]["content"] == REPLIES[first["route"]]


async def test_over_grpc_the_choice_is_among_the_parts(assistant: Assistant) -> None:
    response = encode_answer(await assistant.ask("parcel money"))
    assert [part.kind for part in response.parts] == ["choice"]
    assert len(json.loads(response.parts[0].values)["options"]) == 3
