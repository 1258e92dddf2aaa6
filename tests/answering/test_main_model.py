"""Short questions to the main model: what it says, and what is done while it fails."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

pytest.importorskip("openai", reason="models need the extra fingerpost[llm]")

from fingerpost import Message, Router
from fingerpost.answering.main_model import MainModel
from fingerpost.answering.request import Request
from fingerpost.answering.state import AgentState
from fingerpost.errors import LEFT_ALONE, ModelError
from fingerpost.models.chat import ChatClient
from fingerpost.runtime.call_limits import CallLimit
from fingerpost.settings import Slot
from fingerpost.testing import ScriptedReply, ScriptedServer


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer([ScriptedReply(' "a  wider query" ')]) as running:
        yield running


@pytest.fixture
async def chat(server: ScriptedServer) -> AsyncIterator[ChatClient]:
    client = ChatClient(Slot(server.url, "tiny"), "main")
    yield client
    await client.close()


async def test_a_query_is_one_line_without_quotation_marks_and_empty_while_the_model_fails(
    server: ScriptedServer, chat: ChatClient, avap: Router
) -> None:
    model, request = MainModel(chat, CallLimit(10.0)), Request.create("what does addVar do?", avap)
    assert await model.rewrite_query(request, "what does addVar do?") == "a wider query"
    server.replies[0] = ScriptedReply(status=500)
    assert [await model.rewrite_query(request, "what?") for _ in range(5)] == [""] * 5
    assert len(server.requests) == 4, "after three failures it is left alone"


async def test_relevance_is_yes_or_no_and_everything_else_is_a_failure(
    server: ScriptedServer, chat: ChatClient, avap: Router
) -> None:
    model, request = MainModel(chat, CallLimit(10.0)), Request.create("what does addVar do?", avap)
    state: AgentState = {"message": Message("what does addVar do?"), "context": "addVar sets a variable."}
    for said, relevant in (("YES", True), ("No.", False)):
        server.replies[0] = ScriptedReply(said)
        assert await model.judge_relevance(request, state, 10.0) is relevant
    server.replies[0] = ScriptedReply("who knows")
    whys = []
    for _ in range(4):
        with pytest.raises(ModelError) as caught:
            await model.judge_relevance(request, state, 10.0)
        whys.append(caught.value.why)
    assert whys[-1] == LEFT_ALONE


async def test_a_model_that_is_slow_is_not_waited_for(server: ScriptedServer, chat: ChatClient, avap: Router) -> None:
    server.replies[0] = ScriptedReply("YES", wait=5.0)
    request = Request.create("what does addVar do?", avap)
    with pytest.raises(ModelError, match=r"no answer within 0\.2 s"):
        await MainModel(chat, CallLimit(0.2)).judge_relevance(request, {"message": Message("?")}, 10.0)
