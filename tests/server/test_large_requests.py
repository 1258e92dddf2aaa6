"""Requests with much to decode: counted wherever JSON is hidden, and decoded beside the event loop."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the servers need the extra fingerpost[serve]")
pytest.importorskip("grpc", reason="the servers need the extra fingerpost[serve]")

from fingerpost import Router
from fingerpost.runtime.server_settings import DEFAULTS, Limits, ServerSettings
from fingerpost.server import assistance_pb2 as pb
from fingerpost.server import grpc_service, openai_chat
from fingerpost.server.grpc_service import AssistanceService
from fingerpost.server.json_size import LARGE_BODY
from tests.server.http_running import running, settings_in


def _watched(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[bool]:
    """Return, for each call of a function, whether it ran in a thread of its own."""
    own, function = list[bool](), getattr(module, name)

    def watch(*given: Any) -> Any:
        own.append(threading.current_thread() is not threading.main_thread())
        return function(*given)

    monkeypatch.setattr(module, name, watch)
    return own


def test_json_within_the_user_of_openais_form_is_counted(avap: Router, own_cache: Path, tmp_path: Path) -> None:
    settings = settings_in(tmp_path, own_cache, serving=ServerSettings(limits=Limits(values=100)))
    with running(avap, settings) as place:
        for values, status in ((50, 200), (200, 413)):
            user = json.dumps({"user_info": {"a": [0] * values}})
            said = [{"role": "user", "content": "what does addVar do?"}]
            answer = place.post("/v1/chat/completions", model="avap", messages=said, user=user)
            assert answer.status_code == status
        assert "user has more than 100 JSON values: send less" in answer.json()["error"]["message"]


async def test_a_large_user_of_openais_form_is_parsed_in_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    own = _watched(monkeypatch, openai_chat, "_parse_context")
    for size in (10, LARGE_BODY):
        context = await openai_chat._message_context(json.dumps({"user": "ana", "editor": "x" * size}), DEFAULTS)
        assert (context.user, len(context.editor)) == ("ana", size)
    assert own == [False, True]


async def test_a_large_message_over_grpc_is_decoded_in_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    own = _watched(monkeypatch, grpc_service, "decode_message")
    service = AssistanceService.__new__(AssistanceService)
    service._limits = DEFAULTS
    for size in (10, LARGE_BODY):
        message = await service._message(pb.AgentRequest(query="hello", user_info=json.dumps({"a": "x" * size})))
        assert len(message.user_info["a"]) == size
    assert own == [False, True]
