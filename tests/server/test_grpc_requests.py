"""Bytes that come in over gRPC: what is no request, and what has too many fields."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("grpc", reason="serving needs the extra fingerpost[serve]")

import grpc

from fingerpost import Router
from fingerpost.runtime.server_settings import DEFAULTS
from fingerpost.server import assistance_pb2 as pb
from fingerpost.server import assistance_pb2_grpc as pb_grpc
from fingerpost.server.grpc_requests import MalformedRequestError, parse_request
from fingerpost.server.grpc_service import ENGINE
from tests.server.grpc_running import QUESTION, failure, own_settings, serving

NO_MESSAGES = {
    "text": b"this is no message",
    "bad UTF-8": b"\x0a\x02\xff\xfe",
    "cut off": pb.AgentRequest(query=QUESTION).SerializeToString()[:-3],
    "endless number": b"\xff" * 50,
    "unknown type": b"\x0f",
}
EMPTY_ATTACHMENTS = b"\x42\x00" * 1_000_000


async def _send(client: Any, method: str, data: bytes, **more: Any) -> Any:
    return await client.channel.unary_unary(f"/{ENGINE}/{method}")(data, **more)


@pytest.mark.parametrize("method", ["AskAgent", "Route", "Feedback"])
async def test_bytes_that_are_no_message_are_told_in_our_words(
    avap: Router, own_cache: Path, tmp_path: Path, method: str
) -> None:
    async with serving(avap, own_settings(own_cache, tmp_path)) as client:
        for data in NO_MESSAGES.values():
            code, told = await failure(_send(client, method, data))
            assert code == "INVALID_ARGUMENT"
            assert "the bytes of the request are no fingerpost.v1." in told
            assert "assistance.proto" in told
        assert (await client.engine.Route(pb.AgentRequest(query=QUESTION))).route


async def test_a_stream_is_refused_too(avap: Router, own_cache: Path, tmp_path: Path) -> None:
    async with serving(avap, own_settings(own_cache, tmp_path)) as client:
        call = client.channel.unary_stream(f"/{ENGINE}/AskAgentStream")(NO_MESSAGES["text"])
        with pytest.raises(grpc.aio.AioRpcError) as failed:
            await call.read()
        assert failed.value.code() is grpc.StatusCode.INVALID_ARGUMENT


async def test_without_our_parsing_the_library_says_unknown(avap: Router, own_cache: Path, tmp_path: Path) -> None:
    del avap, own_cache, tmp_path
    server = grpc.aio.server()
    pb_grpc.add_AssistanceEngineServicer_to_server(pb_grpc.AssistanceEngineServicer(), server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        code, _ = await failure(_send(type("Client", (), {"channel": channel}), "Route", NO_MESSAGES["text"]))
    await server.stop(None)
    assert code != "INVALID_ARGUMENT"


async def test_the_key_comes_before_the_bytes(avap: Router, own_cache: Path, tmp_path: Path) -> None:
    async with serving(avap, own_settings(own_cache, tmp_path), key="secret") as client:
        assert (await failure(_send(client, "Route", NO_MESSAGES["text"])))[0] == "UNAUTHENTICATED"
        key = (("x-api-key", "secret"),)
        assert (await failure(_send(client, "Route", NO_MESSAGES["text"], metadata=key)))[0] == "INVALID_ARGUMENT"


async def test_lists_are_bounded_before_they_are_parsed(avap: Router, own_cache: Path, tmp_path: Path) -> None:
    async with serving(avap, own_settings(own_cache, tmp_path)) as client:
        code, told = await failure(_send(client, "Route", EMPTY_ATTACHMENTS))
        assert (code, "FINGERPOST_MAX_ITEMS" in told) == ("INVALID_ARGUMENT", True)
        some = pb.AgentRequest(query=QUESTION, attachments=[pb.Attachment(name="a")] * 21)
        code, told = await failure(client.engine.Route(some))
        assert (code, "attachments has 21 entries" in told) == ("INVALID_ARGUMENT", True)
        values = pb.AgentRequest(query=QUESTION, user_info='{"a": [' + "{}," * 60_000 + "{}]}")
        code, told = await failure(client.engine.Route(values))
        assert (code, "FINGERPOST_MAX_VALUES" in told) == ("INVALID_ARGUMENT", True)


def test_without_the_bound_all_of_them_are_parsed() -> None:
    with pytest.raises(MalformedRequestError):
        parse_request(EMPTY_ATTACHMENTS, pb.AgentRequest, DEFAULTS.items)
    assert len(parse_request(EMPTY_ATTACHMENTS, pb.AgentRequest, 1_000_000).attachments) == 1_000_000


def test_every_kind_of_field_is_counted() -> None:
    for field in (
        b"\x08\x01",
        b"\x09" + b"\0" * 8,
        b"\x0a\x01a",
        b"\x0b\x0c",
        b"\x0d" + b"\0" * 4,
        b"\x7a\x80\x01" + b"\0" * 128,
    ):
        with pytest.raises(MalformedRequestError, match="more than 10 fields"):
            parse_request(field * 11, pb.FeedbackRequest, 10)
    assert parse_request(b"\x0a\x01a" * 10, pb.FeedbackRequest, 10).request_id == "a"
