"""The OpenAI-compatible API: the unchanged OpenAI client against a real server."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")
pytest.importorskip("openai", reason="comes with the extra fingerpost[llm]")

import openai

from fingerpost import Router
from fingerpost.answering.request import Request
from fingerpost.server import openai_chat
from fingerpost.settings import ServerSettings
from fingerpost.testing import ScriptedReply, ScriptedServer
from fingerpost.types import Attachment, Turn
from tests.server.http_running import Place, running, says, sent, settings_in, slots_at

pytestmark = pytest.mark.usefixtures("plain")

QUESTION = "what does addVar do?"
CODE = "write an endpoint that reads a parameter and returns it"
GOOD = 'Here it is.\n\n```avap\naddParam("a", a)\naddResult(a)\n```'
BAD = "```avap\nfor i in range(3):\naddResult(i)\n```"
PLATFORM = (
    "You are a direct and concise assistant. You have a project usage percentage of 20%. Provide an insight."
    " Rules: Exactly 3 sentences."
)
KEY = "sk-fingerpost"


@pytest.fixture(scope="module")
def place(
    avap: Router, own_cache: Path, tmp_path_factory: pytest.TempPathFactory, model: ScriptedServer
) -> Iterator[Place]:
    folder = tmp_path_factory.mktemp("openai")
    where = settings_in(folder, own_cache, slots=slots_at(model.url), serving=ServerSettings(key=KEY))
    with running(avap, where) as served:
        served.http.headers["authorization"] = f"Bearer {KEY}"
        yield served


@pytest.fixture
def client(place: Place) -> Iterator[Any]:
    with openai.OpenAI(base_url=f"{place.url}/v1", api_key=KEY, max_retries=0) as made:
        yield made


@pytest.fixture
def asked(place: Place, monkeypatch: pytest.MonkeyPatch) -> list[Request]:
    """Return the requests that reach the assistant."""
    seen: list[Request] = []
    honest = place.assistant.ask

    async def ask(request: Request) -> Any:
        seen.append(request)
        return await honest(request)

    monkeypatch.setattr(place.assistant, "ask", ask)
    return seen


def _said(text: str, role: str = "user") -> Any:
    return {"role": role, "content": text}


# The client, as people use it


def test_a_completion(client: Any, model: ScriptedServer) -> None:
    says(model, "It assigns a value [1].")
    answer = client.chat.completions.create(model="avap", messages=[_said(QUESTION)], temperature=0.7, max_tokens=50)
    assert answer.object == "chat.completion"
    assert answer.id.startswith("chatcmpl-")
    assert answer.model == "avap"
    assert answer.created > 1_700_000_000
    [choice] = answer.choices
    assert (choice.index, choice.finish_reason, choice.message.role) == (0, "stop", "assistant")
    assert choice.message.content == "It assigns a value [1]."
    assert answer.usage.prompt_tokens == len(QUESTION) // 4
    assert answer.usage.completion_tokens == 6
    assert answer.usage.total_tokens == answer.usage.prompt_tokens + 6
    own = answer.model_extra["fingerpost"]
    assert own["decision"]["route"] == "RETRIEVAL"
    assert own["validation_status"] == ""
    assert own["citations"][0]["file"].endswith("addVar.md")


def test_a_stream(client: Any, model: ScriptedServer) -> None:
    says(model, "It assigns a value — señal 😀 [1].")
    with client.chat.completions.create(
        model="avap", messages=[_said(QUESTION)], stream=True, stream_options={"include_usage": True}
    ) as stream:
        chunks = list(stream)
    assert {chunk.id for chunk in chunks} == {chunks[0].id}
    assert {chunk.object for chunk in chunks} == {"chat.completion.chunk"}
    assert chunks[0].choices[0].delta.role == "assistant"
    assert chunks[0].model_extra["fingerpost"]["decision"]["route"] == "RETRIEVAL"
    pieces = [chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices]
    assert "".join(pieces) == "It assigns a value — señal 😀 [1]."
    assert sum(map(bool, pieces)) > 5
    *_, last, usage = chunks
    assert last.choices[0].finish_reason == "stop"
    assert last.model_extra["fingerpost"]["citations"]
    assert usage.choices == []
    assert usage.usage.total_tokens == usage.usage.prompt_tokens + usage.usage.completion_tokens > 0
    assert all(chunk.usage is None for chunk in chunks[:-1])


def test_a_stream_without_usage_tells_none(client: Any) -> None:
    chunks = list(client.chat.completions.create(model="avap", messages=[_said(QUESTION)], stream=True))
    assert all(chunk.choices for chunk in chunks)
    assert chunks[-1].choices[0].finish_reason == "stop"


async def test_the_client_for_those_who_await(place: Place) -> None:
    async with openai.AsyncOpenAI(base_url=f"{place.url}/v1", api_key=KEY, max_retries=0) as client:
        whole = await client.chat.completions.create(model="avap", messages=[_said(QUESTION)])
        assert whole.choices[0].message.content == "said by the model"
        stream: Any = await client.chat.completions.create(model="avap", messages=[_said(QUESTION)], stream=True)
        pieces = [chunk.choices[0].delta.content or "" async for chunk in stream]
        assert "".join(pieces) == "said by the model"
        assert [each.id async for each in client.models.list()] == ["avap"]


def test_models(client: Any) -> None:
    [listed] = client.models.list().data
    assert (listed.id, listed.object, listed.owned_by) == ("avap", "model", "fingerpost")
    assert client.models.retrieve("avap").id == "avap"
    with pytest.raises(openai.NotFoundError, match="serves 'avap'"):
        client.models.retrieve("gpt-4o")
    with pytest.raises(openai.NotFoundError):
        client.models.retrieve("org/gpt-4o")


def test_a_model_that_is_not_served(client: Any) -> None:
    with pytest.raises(openai.NotFoundError) as raised:
        client.chat.completions.create(model="gpt-4o", messages=[_said(QUESTION)])
    assert raised.value.code == "model_not_found"
    assert raised.value.type == "invalid_request_error"


def test_a_wrong_key(place: Place) -> None:
    with (
        openai.OpenAI(base_url=f"{place.url}/v1", api_key="wrong", max_retries=0) as client,
        pytest.raises(openai.AuthenticationError),
    ):
        client.chat.completions.create(model="avap", messages=[_said(QUESTION)])


def test_what_such_clients_send_besides_is_left_aside(client: Any) -> None:
    tool = {"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {}}}}
    answer = client.chat.completions.create(
        model="avap",
        messages=[_said(QUESTION)],
        temperature=0,
        top_p=0.5,
        tools=[tool],
        tool_choice="auto",
        response_format={"type": "text"},
        stop=["x"],
        seed=1,
        n=1,
        logprobs=False,
        metadata={"a": "b"},
    )
    assert answer.choices[0].message.content == "said by the model"
    with pytest.raises(openai.BadRequestError, match="n = 2"):
        client.chat.completions.create(model="avap", messages=[_said(QUESTION)], n=2)


def test_a_helper_of_their_library_that_streams(client: Any) -> None:
    with client.chat.completions.stream(model="avap", messages=[_said(QUESTION)]) as stream:
        for _ in stream:
            pass
        assert stream.get_final_completion().choices[0].message.content == "said by the model"


# What people must see


@pytest.mark.parametrize("stream", [False, True])
def test_notes_stand_behind_the_text(client: Any, model: ScriptedServer, stream: bool) -> None:
    says(model, BAD)
    answer = client.chat.completions.create(model="avap", messages=[_said(CODE)], stream=stream)
    if stream:
        chunks = list(answer)
        text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks)
        own = chunks[-1].model_extra["fingerpost"]
    else:
        text, own = answer.choices[0].message.content, answer.model_extra["fingerpost"]
    assert (own["validation_status"], own["checked"]) == ("INVALID_UNRESOLVED", "all")
    assert own["notes"]
    assert text == f"{BAD}\n\n{own['notes'][0]}"
    assert "failed the parser" in text
    assert "Line 1" in text


def test_a_model_that_breaks_off_or_fails_is_told(client: Any, model: ScriptedServer) -> None:
    says(model, ScriptedReply("a long answer that is never finished, whoever waits for it", cut=True))
    stream = client.chat.completions.create(model="avap", messages=[_said(QUESTION)], stream=True)
    chunks = list(stream)
    own = chunks[-1].model_extra["fingerpost"]
    assert (chunks[-1].choices[0].finish_reason, own["degraded"][0]["rung"]) == ("length", "partial")
    assert own["notes"] == ["Cut short: the model stopped answering."]
    says(model, ScriptedReply(status=500))
    answer = client.chat.completions.create(model="avap", messages=[_said(QUESTION)])
    own = answer.model_extra["fingerpost"]
    assert own["degraded"] == [{"part": "answer", "rung": "extractive", "why": "failed"}]
    assert answer.choices[0].message.content.startswith("The language model does not answer now")


def test_progress_is_a_comment_that_clients_skip(client: Any, place: Place, model: ScriptedServer) -> None:
    says(model, ScriptedReply(GOOD, wait=1.2))
    asked = "write an endpoint that reads a parameter and returns it"
    chunks = list(client.chat.completions.create(model="avap", messages=[_said(asked)], stream=True))
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks) == GOOD
    body = {"model": "avap", "stream": True, "messages": [_said(asked)]}
    raw = place.http.post("/v1/chat/completions", json=body, headers={"Authorization": f"Bearer {KEY}"}).text
    assert "\n\n: writing\n\n" in raw


# What is asked


def test_what_was_said_before_are_turns(client: Any, asked: list[Request], model: ScriptedServer) -> None:
    chat: list[Any] = [
        _said("You are a helpful assistant.", "system"),
        _said("write an endpoint that hashes a password"),
        _said(GOOD, "assistant"),
        {"role": "assistant", "content": None, "tool_calls": []},
        {"role": "tool", "content": "42", "tool_call_id": "1"},
        _said("and now with two parameters?"),
        _said("An answer that was begun", "assistant"),
    ]
    answer = client.chat.completions.create(model="avap", messages=chat)
    message = asked[0].message
    assert message.text == "and now with two parameters?"
    assert message.turns == (Turn("user", chat[1]["content"]), Turn("assistant", GOOD))
    assert answer.model_extra["fingerpost"]["decision"]["route"] == "CODE_GENERATION", "it leans on what was said"


def test_a_platforms_prompt_may_be_the_system_message(client: Any, asked: list[Request]) -> None:
    chat = [_said(PLATFORM, "system"), _said("Give me an insight")]
    answer = client.chat.completions.create(model="avap", messages=chat)
    decision = answer.model_extra["fingerpost"]["decision"]
    assert (decision["route"], decision["layer"]) == ("PLATFORM", "rules")
    assert decision["signals"] == ["rule:platform-prefix"]
    assert asked[0].message.text == f"{PLATFORM}\n\nGive me an insight"


GENERIC = [
    "You are a helpful assistant.",
    "Eres un asistente útil que responde con brevedad.",
    "Você é um assistente prestativo. Responda em português.",
    "You are ChatGPT. Knowledge cutoff: 2024-06. Current date: 2026-11-15. Usage of tools is allowed.",
]


@pytest.mark.parametrize("system", GENERIC)
@pytest.mark.parametrize("role", ["system", "developer"])
@pytest.mark.parametrize("text", [QUESTION, CODE, "valeu, ajudou demais!", "cuántas llamadas llevo este mes?"])
def test_any_other_system_message_changes_nothing(
    place: Place, avap: Router, asked: list[Request], system: str, role: str, text: str
) -> None:
    answer = place.post("/v1/chat/completions", model="avap", messages=[_said(system, role), _said(text)])
    alone = avap.route(text)
    decision = answer.json()["fingerpost"]["decision"]
    assert (decision["route"], decision["layer"]) == (alone.route, alone.layer)
    assert asked[0].message.text == text
    assert asked[0].message.turns == ()


def test_figures_in_the_system_message_do_not_take_a_question_about_code(place: Place, asked: list[Request]) -> None:
    figures = "The customer has used 91 % of the quota."
    chat = [_said(figures, "system"), _said("write a function that adds two numbers")]
    answer = place.post("/v1/chat/completions", model="avap", messages=chat).json()
    assert answer["fingerpost"]["decision"]["route"] == "CODE_GENERATION"
    assert figures not in asked[0].message.text
    chat[1] = _said("what does that mean for the next weeks?")
    answer = place.post("/v1/chat/completions", model="avap", messages=chat).json()
    assert answer["fingerpost"]["decision"]["route"] == "PLATFORM"


def test_a_server_that_forgets_the_system_message_is_found_out(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openai_chat, "required_route", lambda *_: None)
    chat = [_said(PLATFORM, "system"), _said("Give me an insight about lists")]
    answer = place.post("/v1/chat/completions", model="avap", messages=chat).json()
    assert answer["fingerpost"]["decision"]["signals"] != ["rule:platform-prefix"]


def _url(data: bytes, mime: str) -> str:
    return f"data:{mime};base64,{base64.b64encode(data).decode()}"


def test_parts_are_text_and_attachments(client: Any, asked: list[Request], model: ScriptedServer) -> None:
    parts = [
        {"type": "text", "text": "what does addVar do"},
        {"type": "image_url", "image_url": {"url": _url(b"\x89PNG", "image/png")}},
        {"type": "file", "file": {"filename": "notes.txt", "file_data": _url("apuntes ñ".encode(), "text/plain")}},
        {"type": "input_audio", "input_audio": {"data": base64.b64encode(b"RIFF").decode(), "format": "wav"}},
        {"type": "text", "text": "in these?"},
    ]
    client.chat.completions.create(model="avap", messages=[{"role": "user", "content": parts}])
    message = asked[0].message
    assert message.text == "what does addVar do\nin these?"
    assert message.attachments == (
        Attachment("image-2", "image/png", b"\x89PNG"),
        Attachment("notes.txt", "text/plain", "apuntes ñ".encode()),
        Attachment("audio-4.wav", "audio/wav", b"RIFF"),
    )
    assert "apuntes ñ" in sent(model)


@pytest.mark.parametrize(
    ("part", "says_"),
    [
        ({"type": "image_url", "image_url": {"url": "http://127.0.0.1:9/a.png"}}, "not fetched"),
        ({"type": "image_url", "image_url": {"url": "file:///etc/passwd"}}, "not fetched"),
        ({"type": "image_url", "image_url": "https://example.com/a.png"}, "not fetched"),
        ({"type": "image_url"}, "data: URL"),
        ({"type": "file", "file": {"file_id": "file-1"}}, "data: URL"),
        ({"type": "image_url", "image_url": {"url": "data:image/png;base64,&&&"}}, "base64"),
        ({"type": "input_audio", "input_audio": {"data": 5}}, "base64"),
        ({"type": "video", "video": {}}, "'video'"),
    ],
)
def test_parts_that_cannot_be_used(place: Place, part: dict[str, Any], says_: str) -> None:
    content = [{"type": "text", "text": QUESTION}, part]
    answer = place.post("/v1/chat/completions", model="avap", messages=[{"role": "user", "content": content}])
    assert answer.status_code == 400, answer.text
    assert says_ in answer.json()["error"]["message"]


def test_the_field_user_is_a_name(client: Any, asked: list[Request]) -> None:
    for _ in range(2):
        client.chat.completions.create(model="avap", messages=[_said(QUESTION)], user="ana")
    assert [request.user for request in asked] == ["ana", "ana"]
    assert asked[0].session != asked[1].session, "another talk, unless it is named"


def test_the_field_user_may_hold_all_that_surrounds_a_question(client: Any, asked: list[Request]) -> None:
    around = {
        "user": "ana",
        "session": "ana-7",
        "extra_context": "calls this month: 1240",
        "user_info": {"plan": "pro"},
        "editor": "addVar(x, 1)",
        "selection": "x",
    }
    client.chat.completions.create(model="avap", messages=[_said(QUESTION)], user=json.dumps(around))
    message = asked[0].message
    assert (asked[0].user, asked[0].session) == ("ana", "ana-7")
    assert message.extra_context == "calls this month: 1240"
    assert message.user_info == {"plan": "pro"}
    assert (message.editor, message.selection) == ("addVar(x, 1)", "x")


def test_a_session_is_remembered_where_the_client_brings_no_turns(client: Any, place: Place) -> None:
    user = json.dumps({"session": "openai-1"})
    client.chat.completions.create(
        model="avap", messages=[_said("write an endpoint that hashes a password")], user=user
    )
    answer = client.chat.completions.create(model="avap", messages=[_said("and that one?")], user=user)
    assert answer.model_extra["fingerpost"]["decision"]["route"] == "CODE_GENERATION"
    assert len(place.texts("openai-1")) == 4


@pytest.mark.parametrize(
    ("body", "status", "says_"),
    [
        ({"messages": [_said(QUESTION)]}, 422, "model: field required"),
        ({"model": "avap"}, 422, "messages: field required"),
        ({"model": "avap", "messages": []}, 422, "messages: "),
        ({"model": "avap", "messages": "hello"}, 422, "messages: "),
        ({"model": "avap", "messages": [{"content": "x"}]}, 422, "messages.0.role: field required"),
        ({"model": "avap", "messages": [{"role": "user", "content": 5}]}, 422, "messages.0.content"),
        ({"model": "avap", "messages": [_said("hello", "system")]}, 400, '"role": "user"'),
        ({"model": "avap", "messages": [_said("")]}, 400, "text is empty"),
        ({"model": "avap", "messages": [{"role": "user"}]}, 400, "text is empty"),
        ({"model": "avap", "messages": [_said("a" * 300_000)]}, 413, "messages.0"),
        ({"model": "avap", "messages": [_said("x")], "user": "{broken"}, 400, "user: "),
        ({"model": "avap", "messages": [_said("x")], "user": '{"plan": "pro"}'}, 400, "plan"),
        ({"model": "avap", "messages": [_said("x")], "user": "u" * 300}, 400, "1 to 256"),
        ({"model": "avap", "messages": [_said("x")], "user": '{"declared": "NOWHERE"}'}, 400, "NOWHERE"),
    ],
)
def test_a_chat_that_cannot_be_used(place: Place, body: dict[str, Any], status: int, says_: str) -> None:
    answer = place.http.post("/v1/chat/completions", json=body)
    assert answer.status_code == status, answer.text
    assert says_ in answer.json()["error"]["message"]
    assert set(answer.json()["error"]) == {"message", "type", "param", "code"}
