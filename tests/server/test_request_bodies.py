"""Bodies that are legal and far too much: refused before they are parsed, in words that help."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")

from fingerpost import Router
from fingerpost.runtime.server_settings import DEFAULTS, Limits, ServerSettings
from fingerpost.server import openai_content, request_bodies
from fingerpost.types import Attachment, Decision, Message
from tests.server.http_running import Place, running, settings_in

TURN, PAST = {"role": "user", "content": "hello"}, {"type": "RETRIEVAL", "topic": "hello"}
TEXT = "what does addVar do?"
CHAT: dict[str, Any] = {"model": "avap", "messages": [{"role": "user", "content": TEXT}]}

HUGE: dict[str, tuple[str, dict[str, Any]]] = {
    "turns": ("/v1/route", {"text": TEXT, "turns": [TURN] * 100_000}),
    "history": ("/v1/ask", {"text": TEXT, "intent_history": [PAST] * 100_000}),
    "empty objects": ("/v1/route", {"text": TEXT, "user_info": {"a": [{}] * 1_000_000}}),
    "objects in place of turns": ("/v1/route", {"text": TEXT, "turns": [{}] * 1_000_000}),
    "messages": ("/v1/chat/completions", {**CHAT, "messages": CHAT["messages"] * 100_000}),
    "names": ("/v1/feedback", {str(number): 0 for number in range(100_000)}),
}
LONG: dict[str, tuple[str, dict[str, Any]]] = {
    "turns": ("/v1/route", {"text": TEXT, "turns": [TURN] * (DEFAULTS.items + 1)}),
    "intent_history": ("/v1/ask", {"text": TEXT, "intent_history": [PAST] * (DEFAULTS.items + 1)}),
    "messages": ("/v1/chat/completions", {**CHAT, "messages": CHAT["messages"] * (DEFAULTS.items + 1)}),
}


@pytest.mark.parametrize("name", HUGE)
def test_millions_of_values_are_refused_before_they_are_parsed(
    place: Place, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    path, body = HUGE[name]
    parsed: list[bytes] = []
    monkeypatch.setattr(request_bodies.RouteBody, "model_validate_json", parsed.append)
    refused = place.post(path, **body)
    assert refused.status_code == 413
    told = refused.json()["error"]
    assert (told["code"], "more than 50,000 JSON values" in told["message"]) == ("too_large", True)
    assert "FINGERPOST_MAX_VALUES" in told["message"]
    assert parsed == []


@pytest.mark.parametrize("name", LONG)
def test_long_lists_are_refused_by_name(place: Place, name: str) -> None:
    path, body = LONG[name]
    refused = place.post(path, **body)
    assert refused.status_code == 413
    assert f"{name} has 1,001 entries, more than 1,000" in refused.json()["error"]["message"]
    assert "FINGERPOST_MAX_ITEMS" in refused.json()["error"]["message"]
    body[name] = body[name][:-1]
    assert place.post(path, **body).status_code == 200


def test_the_fields_of_a_form_have_the_same_bounds(place: Place) -> None:
    for name, value, told in (
        ("user_info", {"a": [{}] * 60_000}, "user_info has more than 50,000 JSON values"),
        ("turns", [TURN] * 1_001, "turns has 1,001 entries"),
    ):
        refused = place.http.post("/v1/ask", data={"text": TEXT, name: json.dumps(value)}, files=_FILE)
        assert (refused.status_code, told in refused.json()["error"]["message"]) == (413, True)


_FILE = {"attachments": ("a.txt", b"some text", "text/plain")}


def test_files_of_the_openai_form_are_bounded(place: Place) -> None:
    part = {"type": "file", "file": {"filename": "a.txt", "file_data": "data:text/plain,hello"}}
    parts = [{"type": "text", "text": TEXT}, *[part] * 21]
    refused = place.post("/v1/chat/completions", model="avap", messages=[{"role": "user", "content": parts}])
    assert (refused.status_code, "more than 20 files" in refused.json()["error"]["message"]) == (413, True)


def test_deep_json_is_refused(place: Place) -> None:
    body = b'{"text": "hi", "user_info": {"a": ' + b"[" * 300 + b"]" * 300 + b"}}"
    refused = place.http.post("/v1/route", content=body, headers={"content-type": "application/json"})
    assert (refused.status_code, "recursion limit" in refused.json()["error"]["message"]) == (400, True)


def test_a_large_body_is_parsed_in_a_thread(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[int] = []

    async def to_thread(function: Any, body: bytes, *more: Any) -> Any:
        used.append(len(body))
        return function(body, *more)

    monkeypatch.setattr(asyncio, "to_thread", to_thread)
    for size in (1_000, 300_000):
        assert place.post("/v1/route", text=TEXT, editor="x" * size).status_code == 200
    assert [size > 300_000 for size in used] == [True], "the large one alone"


def test_an_operator_can_set_the_bounds(avap: Router, own_cache: Path, tmp_path: Path) -> None:
    wide = Limits(items=2_000, values=10_000_000)
    with running(avap, settings_in(tmp_path, own_cache, serving=ServerSettings(limits=wide))) as place:
        assert place.post("/v1/route", text=TEXT, turns=[TURN] * 1_500).status_code == 200
        assert place.post("/v1/route", text=TEXT, user_info={"a": [{}] * 100_000}).status_code == 200
        assert place.post("/v1/route", text=TEXT, turns=[TURN] * 2_001).status_code == 413


def test_a_message_to_route_brings_files_as_one_to_ask_does(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    routed: list[Message] = []
    decide = Router.aroute

    async def watched(self: Router, message: Message) -> Decision:
        routed.append(message)
        return await decide(self, message)

    monkeypatch.setattr(Router, "aroute", watched)
    fields = {"text": TEXT, "turns": json.dumps([TURN]), "editor": "addVar(x, 1)"}
    # A browser sends a part without a name and content where no file was chosen.
    parts = [f'Content-Disposition: form-data; name="{name}"\r\n\r\n{value}' for name, value in fields.items()]
    for name, content in (("a.csv", "a,b\n"), ("", "")):
        head = f'Content-Disposition: form-data; name="attachments"; filename="{name}"\r\nContent-Type: text/csv'
        parts.append(f"{head}\r\n\r\n{content}")
    body = "".join(f"--x\r\n{part}\r\n" for part in parts) + "--x--\r\n"
    kind = {"content-type": "multipart/form-data; boundary=x"}
    answer = place.http.post("/v1/route", content=body, headers=kind)
    assert answer.status_code == 200, answer.text
    (message,) = routed
    assert message.attachments == (Attachment("a.csv", "text/csv", b"a,b\n"),)
    assert [turn.text for turn in message.turns] == ["hello"]
    assert message.editor == "addVar(x, 1)"
    json_answer = place.post("/v1/route", text=TEXT)
    assert json_answer.json()["route"] == answer.json()["route"]


def test_a_form_is_held_to_the_same_schema(place: Place) -> None:
    file = {"attachments": ("a.csv", b"a", "text/csv")}
    assert place.http.post("/v1/route", data={"text": TEXT, "nothing": "x"}, files=file).status_code == 422
    assert place.http.post("/v1/route", data={"text": TEXT, "turns": "{"}, files=file).status_code == 422
    assert place.http.post("/v1/route", data={"text": TEXT, "stream": "true"}, files=file).status_code == 422
    assert place.http.post("/v1/route", data={"text": " "}, files=file).status_code == 400
    described = place.http.get("/openapi.json").json()
    form = described["paths"]["/v1/route"]["post"]["requestBody"]["content"]["multipart/form-data"]
    assert form["schema"]["$ref"].endswith("/RouteBodyMultipart")
    assert "attachments" in described["components"]["schemas"]["RouteBodyMultipart"]["properties"]


def test_caps_of_lists_and_files_that_are_left_out_are_found_out(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    files = [("attachments", ("a.txt", b"some text", "text/plain"))] * 21
    part = {"type": "file", "file": {"filename": "a.txt", "file_data": "data:text/plain,hello"}}
    chat = [{"role": "user", "content": [{"type": "text", "text": TEXT}, *[part] * 21]}]

    def statuses() -> list[int]:
        lists = [place.post("/v1/route", text=TEXT, turns=[TURN] * 1_001).status_code]
        form = place.http.post("/v1/ask", data={"text": TEXT}, files=files).status_code
        return [*lists, form, place.post("/v1/chat/completions", model="avap", messages=chat).status_code]

    refused = statuses()
    assert all(400 <= status < 500 for status in refused)
    monkeypatch.setattr(request_bodies, "_check_lists", lambda *_: None)
    monkeypatch.setattr(request_bodies, "MAX_FILES", 1_000)
    monkeypatch.setattr(openai_content, "MAX_FILES", 1_000)
    assert statuses() == [200, 200, 200]
