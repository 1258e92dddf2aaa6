"""Errors over HTTP: each has the right status, and a message that says what to do."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fingerpost import Router, StoreError
from fingerpost.errors import DeadlineError, MessageError, ModelError, RoutebookError, SearchError
from fingerpost.runtime.server_settings import Limits
from fingerpost.server.access import AccessPolicy, Caller
from fingerpost.settings import ServerSettings
from fingerpost.testing import ScriptedReply, ScriptedServer
from tests.conftest import examples
from tests.server.http_running import PATIENCE, Place, running, settings_in, slots_at

QUESTION = "what does addVar do?"
PREFIX = "You are a direct and concise assistant."
KINDS = {"content-type": "application/json"}


@pytest.fixture(scope="module")
def place(avap: Router, own_cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    settings = settings_in(
        tmp_path_factory.mktemp("faults"),
        own_cache,
        # Many at once may wait for each other: what is refused under overload is tested by itself.
        serving=ServerSettings(largest=3_000_000, limits=Limits(wait_seconds=PATIENCE)),
    )
    with running(avap, settings) as served:
        yield served


def _message(answer: httpx.Response) -> str:
    error = answer.json()["error"]
    assert set(error) == {"message", "type", "param", "code"}
    assert answer.headers["x-fingerpost-request"]
    return str(error["message"])


BODIES: list[tuple[bytes, int, str]] = [
    (b"", 400, "not JSON"),
    (b'{"text": "hello"', 400, "not JSON"),
    (b"hello", 400, "not JSON"),
    (b'{"text": "caf\xe9"}', 400, "UTF-8"),
    (b"\xff\xfe\x00", 400, "UTF-8"),
    (b'{"text": "half \\ud83d"}', 400, "not JSON"),
    (b'{"text": "x", "user_info": ' + b'{"a":' * 5000 + b"1" + b"}" * 5000 + b"}", 400, "recursion"),
    (b"[]", 422, "the body"),
    (b'"text"', 422, "the body"),
    (b"null", 422, "the body"),
    (b"{}", 422, "text: field required"),
    (b'{"text": null}', 422, "text: "),
    (b'{"text": 7}', 422, "text: input should be a valid string"),
    (b'{"text": ["a"]}', 422, "text: "),
    (b'{"text": "x", "editor": 5}', 422, "editor: input should be a valid string"),
    (b'{"text": "x", "editor": {"a": 1}}', 422, "editor: "),
    (b'{"text": "x", "user_info": "pro"}', 422, "user_info: "),
    (b'{"text": "x", "user_info": [1]}', 422, "user_info: "),
    (b'{"text": "x", "turns": "none"}', 422, "turns: "),
    (b'{"text": "x", "turns": [{"role": "user"}]}', 422, "turns.0.content: field required"),
    (b'{"text": "x", "intent_history": [{"type": 1, "topic": "a"}]}', 422, "intent_history.0.type"),
    (b'{"text": "x", "txet": "y"}', 422, "txet: unknown field, remove it"),
    (b'{"text": "   "}', 400, "text is empty"),
    (b'{"text": "x", "declared": "NOWHERE"}', 400, "routes: RETRIEVAL"),
    (b'{"text": "x", "session": "' + b"s" * 257 + b'"}', 400, "1 to 256"),
    (b'{"text": "x", "session": "a\\u0000b"}', 400, "session"),
    (b'{"text": "' + b"a" * 1_000_000 + b'"}', 413, "attachment"),
    (b'{"text": "' + b"a" * 4_000_000 + b'"}', 413, "3,000,000 bytes"),
]


@pytest.mark.parametrize(
    ("body", "status", "says"), BODIES, ids=[f"{i}-{b[:24]!r}" for i, (b, _, _) in enumerate(BODIES)]
)
@pytest.mark.parametrize("path", ["/v1/route", "/v1/ask"])
def test_a_body_that_cannot_be_used(place: Place, path: str, body: bytes, status: int, says: str) -> None:
    answer = place.http.post(path, content=body, headers=KINDS)
    assert answer.status_code == status, answer.text
    assert says in _message(answer)
    assert len(answer.text) < 2000, "what was sent is not sent back"


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"text": "x", "timeout": 0}, "timeout: "),
        ({"text": "x", "timeout": -1}, "timeout: "),
        ({"text": "x", "timeout": "5"}, "timeout: "),
        ({"text": "x", "stream": "yes"}, "stream: "),
        ({"text": "x", "attachments": []}, "attachments: unknown field, remove it"),
    ],
)
def test_a_question_that_cannot_be_used(place: Place, body: dict[str, Any], says: str) -> None:
    answer = place.http.post("/v1/ask", json=body)
    assert answer.status_code == 422
    assert says in _message(answer)


def test_a_number_that_is_none(place: Place) -> None:
    answer = place.http.post("/v1/ask", content=b'{"text": "x", "timeout": NaN}', headers=KINDS)
    assert answer.status_code == 422


@pytest.mark.parametrize("kind", [None, "text/plain", "application/x-www-form-urlencoded"])
def test_a_body_of_another_kind_is_refused_since_any_site_may_send_it(place: Place, kind: str | None) -> None:
    headers = {} if kind is None else {"content-type": kind}
    answer = place.http.post("/v1/route", content=b'{"text": "hello"}', headers=headers)
    assert answer.status_code == 415
    assert "Content-Type: application/json" in _message(answer)


def test_json_with_a_character_set_is_json(place: Place) -> None:
    headers = {"content-type": "Application/JSON; charset=utf-8"}
    assert place.http.post("/v1/route", content=b'{"text": "hello"}', headers=headers).status_code == 200


@pytest.mark.parametrize(
    ("fields", "files", "status", "says"),
    [
        ({}, [("attachments", ("a.txt", b"a"))], 422, "text: field required"),
        ({"text": "x", "user_info": "{"}, [("attachments", ("a.txt", b"a"))], 422, "user_info: must be JSON"),
        ({"text": "x", "user_info": "[1]"}, [("attachments", ("a.txt", b"a"))], 422, "user_info: "),
        ({"text": "x", "timeout": "soon"}, [("attachments", ("a.txt", b"a"))], 422, "timeout: "),
        ({"text": "x"}, [("other", ("a.txt", b"a"))], 422, "only `attachments` may be files"),
        ({"text": "x", "attachments": "a text"}, [("attachments", ("a.txt", b"a"))], 422, "send a file"),
        ({"text": "x"}, [("attachments", (f"{i}.txt", b"a")) for i in range(30)], 400, "Too many files"),
        ({"text": "x"}, [("attachments", ("a.bin", b"a" * 3_100_000))], 413, "3,000,000 bytes"),
    ],
)
def test_a_form_that_cannot_be_used(place: Place, fields: Any, files: Any, status: int, says: str) -> None:
    answer = place.http.post("/v1/ask", data=fields, files=files)
    assert answer.status_code == status, answer.text
    assert says in _message(answer)


@pytest.mark.parametrize("body", [b"", b"not a form", b"--x\r\n\r\n"])
def test_what_only_says_that_it_is_a_form(place: Place, body: bytes) -> None:
    for kind in ("multipart/form-data", "multipart/form-data; boundary=x"):
        answer = place.http.post("/v1/ask", content=body, headers={"content-type": kind})
        assert answer.status_code in (400, 422)
        assert _message(answer)


@settings(
    max_examples=examples(60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.one_of(st.binary(max_size=200), st.recursive(st.none() | st.booleans() | st.floats() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["text", "turns", "editor", "user_info", "session"]) | st.text(max_size=5), inner), max_leaves=8).map(lambda value: json.dumps(value).encode())))  # fmt: skip
def test_whatever_comes_is_no_fault_of_ours(place: Place, body: bytes) -> None:
    answer = place.http.post("/v1/route", content=body, headers=KINDS)
    assert answer.status_code in (200, 400, 413, 422)
    json.loads(answer.text)


def test_a_body_without_a_length_is_bounded_too(place: Place) -> None:
    def endless(size: int) -> Iterator[bytes]:
        yield b'{"text": "'
        for _ in range(size // 50_000):
            yield b"a" * 50_000
        yield b'"}'

    assert place.http.post("/v1/route", content=endless(150_000), headers=KINDS).status_code == 200
    answer = place.http.post("/v1/route", content=endless(6_000_000), headers=KINDS)
    assert answer.status_code == 413
    assert "FINGERPOST_LARGEST" in _message(answer)
    assert place.post("/v1/route", text=PREFIX).status_code == 200


def test_paths_and_methods_that_are_none(place: Place) -> None:
    for answer, status in (
        (place.http.get("/v1/nothing"), 404),
        (place.http.get("/v1/route"), 405),
        (place.http.delete("/v1/ask"), 405),
        (place.http.put("/healthz"), 405),
    ):
        assert answer.status_code == status
        assert _message(answer)


def test_what_is_no_http_is_turned_away_and_harms_nobody(place: Place) -> None:
    host, port = place.url.removeprefix("http://").split(":")
    for bytes_ in (
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /v1/route HTTP/1.1\r\ncontent-length: x\r\n\r\n",
    ):
        with socket.create_connection((host, int(port)), timeout=10) as wire:
            wire.sendall(bytes_)
            assert wire.recv(1000).startswith(b"HTTP/1.1 400")
    assert place.http.get("/healthz").status_code == 200


# Faults behind the door

FAULTS = [
    (MessageError("give a text"), 400, "give a text"),
    (DeadlineError("3 s were allowed"), 504, "3 s were allowed"),
    (ModelError("big at http://10.0.0.7: down"), 503, "language model"),
    (SearchError("/srv/index.sqlite: damaged"), 503, "documents"),
    (StoreError("/srv/store.sqlite: full"), 503, "store"),
    (RoutebookError("/srv/book", "routes", 1, "mend it"), 500, "log"),
    (ZeroDivisionError("10.0.0.7 divided"), 500, "log"),
]


@pytest.mark.parametrize(("fault", "status", "says"), FAULTS, ids=[type(fault).__name__ for fault, _, _ in FAULTS])
@pytest.mark.parametrize("stream", [False, True])
def test_every_fault_has_its_status_and_keeps_our_secrets(
    place: Place,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    fault: Exception,
    status: int,
    says: str,
    stream: bool,
) -> None:
    async def fails(*_: Any, **__: Any) -> Any:
        raise fault

    async def breaks(*_: Any, **__: Any) -> Any:
        raise fault
        yield

    monkeypatch.setattr(place.assistant, "ask", fails)
    monkeypatch.setattr(place.assistant, "stream", breaks)
    with caplog.at_level(logging.ERROR):
        answer = place.post("/v1/ask", text=QUESTION, stream=stream)
    assert answer.status_code == status
    assert says in _message(answer)
    assert "10.0.0.7" not in answer.text
    assert "/srv" not in answer.text
    if status in (500, 503):
        assert str(fault) in caplog.text
        assert answer.headers["x-fingerpost-request"] in caplog.text
    assert ("Traceback" in caplog.text) == isinstance(fault, ZeroDivisionError)
    assert place.http.get("/healthz").status_code == 200, "on the same connection"


def test_a_model_that_is_down_and_one_that_is_slow(avap: Router, own_cache: Path, tmp_path: Path) -> None:
    with ScriptedServer([ScriptedReply("late", wait=12)]) as model:
        where = settings_in(tmp_path, own_cache, slots=slots_at(model.url))
        with running(avap, where) as place:
            late = place.post("/v1/ask", text=QUESTION, timeout=5)
            assert late.status_code == 200
            assert late.json()["degraded"] == [{"part": "answer", "rung": "extractive", "why": "no answer in time"}]
            model.replies.clear()
            model.replies.append(ScriptedReply(status=500))
            broken = place.post("/v1/ask", text=QUESTION)
            assert (broken.status_code, broken.json()["degraded"][0]["why"]) == (200, "failed")
            assert "The language model does not answer now" in broken.json()["text"]
            assert model.url not in broken.text
            page = place.http.get("/metrics").text
            assert re.search(r'^fingerpost_degraded_total\{part="answer",rung="extractive"\} [1-9]', page, re.MULTILINE)


def test_a_store_that_is_gone(avap: Router, own_cache: Path, tmp_path: Path) -> None:
    with running(avap, settings_in(tmp_path, own_cache)) as place:
        place.assistant.sessions.store.close()
        answer = place.post("/v1/ask", text=QUESTION, session="s")
        assert answer.status_code == 503
        assert str(tmp_path) not in answer.text
        ready = place.http.get("/readyz")
        assert (ready.status_code, ready.json()["store"]) == (503, "fails")
        assert place.http.get("/healthz").status_code == 200
        assert place.post("/v1/route", text=PREFIX).status_code == 200, "no store is needed to decide"


# Who may come in


@pytest.fixture(scope="module")
def locked(avap: Router, own_cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    where = settings_in(tmp_path_factory.mktemp("locked"), own_cache, serving=ServerSettings(key="llave-ñ"))
    with running(avap, where) as served:
        yield served


PATHS = [
    ("POST", "/v1/route"),
    ("POST", "/v1/ask"),
    ("POST", "/v1/feedback"),
    ("POST", "/v1/chat/completions"),
    ("GET", "/v1/models"),
    ("GET", "/v1/models/avap"),
    ("GET", "/metrics"),
    ("GET", "/nowhere"),
]


@pytest.mark.parametrize(("method", "path"), PATHS)
@pytest.mark.parametrize(
    "headers", [{}, {"authorization": "Bearer wrong"}, {"x-api-key": "llave"}, {"authorization": "Basic llave-ñ"}]
)
def test_nothing_is_told_without_the_key(locked: Place, method: str, path: str, headers: dict[str, str]) -> None:
    packed = {name.encode(): value.encode() for name, value in headers.items()}
    answer = locked.http.request(method, path, headers=packed, json={"text": PREFIX} if method == "POST" else None)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert answer.json()["error"]["code"] == "invalid_api_key"


@pytest.mark.parametrize("headers", [{"authorization": "Bearer llave-ñ"}, {"x-api-key": "llave-ñ"}])
def test_either_header_opens(locked: Place, headers: dict[str, str]) -> None:
    packed = {name.encode(): value.encode() for name, value in headers.items()}
    assert locked.http.post("/v1/route", headers=packed, json={"text": PREFIX}).status_code == 200
    assert locked.http.get("/metrics", headers=packed).status_code == 200


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/docs", "/openapi.json"])
def test_health_and_description_need_no_key(locked: Place, path: str) -> None:
    assert locked.http.get(path).status_code == 200


def test_a_server_without_its_access_policy_is_found_out(locked: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AccessPolicy, "admit", lambda *_: Caller())
    assert locked.post("/v1/route", text=PREFIX).status_code == 200


def test_too_many_are_told_when_to_come_again(avap: Router, own_cache: Path, tmp_path: Path) -> None:
    with running(avap, settings_in(tmp_path, own_cache, serving=ServerSettings(rate=0.02))) as place:
        assert place.post("/v1/route", text=PREFIX).status_code == 200
        refused = place.post("/v1/route", text=PREFIX)
        assert refused.status_code == 429
        assert 1 <= int(refused.headers["retry-after"]) <= 50
        assert refused.json()["error"]["code"] == "rate_limit_exceeded"
        assert place.http.get("/healthz").status_code == 200, "whoever looks after us is not counted"


async def test_many_at_once_are_all_answered(place: Place) -> None:
    async with httpx.AsyncClient(base_url=place.url, timeout=60, limits=httpx.Limits(max_connections=100)) as client:
        answers = await asyncio.gather(
            *(client.post("/v1/route", json={"text": f"what does command {i} do?"}) for i in range(200))
        )
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.headers["x-fingerpost-request"] for answer in answers}) == 200
