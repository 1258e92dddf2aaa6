"""The clock of a call is told when a response begins, over each protocol that a part is reached by."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

pytest.importorskip("openai", reason="models need the extra fingerpost[llm]")
pytest.importorskip("elasticsearch", reason="needs the extra fingerpost[elasticsearch]")
pytest.importorskip("grpc", reason="the parser's service needs the extra fingerpost[grpc]")

import grpc
from elastic_transport import NodeConfig

from fingerpost.assistants.avap import avap_parser_pb2 as pb
from fingerpost.assistants.avap import avap_parser_pb2_grpc as wired
from fingerpost.assistants.avap.service import ParserClient
from fingerpost.models.remote_encoder import RemoteEncoder
from fingerpost.resilience.call_clock import CallClock
from fingerpost.retrieval.elastic_node import bounded_node
from fingerpost.settings import Slot

FIRST, LATER, TOTAL = 0.3, 0.6, 5.0
VECTORS = {"object": "list", "model": "tiny", "data": [{"object": "embedding", "index": 0, "embedding": [1.0, 0.0]}]}


class _Late(BaseHTTPRequestHandler):
    """Sends the head of its response at once, and the body later."""

    def do_POST(self) -> None:
        body = json.dumps({**VECTORS, "usage": {"prompt_tokens": 1, "total_tokens": 1}}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        threading.Event().wait(LATER)
        with suppress(OSError):
            self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def _late_server() -> Iterator[int]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Late) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield server.server_port
        server.shutdown()


class _LateParser(wired.AvapParserServicer):
    async def Check(self, request: pb.CheckRequest, context: Any) -> pb.CheckReply:  # noqa: N802
        del context
        await asyncio.sleep(LATER)
        return pb.CheckReply(valid=bool(request.code), version="1")


async def _ask_encoder() -> None:
    with _late_server() as port:
        encoder = RemoteEncoder(Slot(f"http://127.0.0.1:{port}/v1", "tiny"), TOTAL, FIRST)
        assert (await asyncio.to_thread(encoder.encode, ["a"])).tolist() == [[1.0, 0.0]]
        await asyncio.to_thread(encoder.close)


async def _ask_elasticsearch() -> None:
    with _late_server() as port:
        node = bounded_node(10_000)(NodeConfig("http", "127.0.0.1", port))
        async with CallClock(FIRST, TOTAL):
            response = await asyncio.to_thread(node.perform_request, "POST", "/", request_timeout=TOTAL)
        assert json.loads(response.body)["model"] == "tiny"
        node.close()


async def _ask_parser() -> None:
    server = grpc.aio.server()
    wired.add_AvapParserServicer_to_server(_LateParser(), server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    client = ParserClient(f"127.0.0.1:{port}")
    try:
        async with CallClock(FIRST, TOTAL):
            assert (await client.check("addVar(x, 1)", TOTAL)).valid
    finally:
        await client.close()
        await server.stop(0)


PROTOCOLS = {
    "fingerpost.models.client": _ask_encoder,
    "fingerpost.retrieval.elastic_node": _ask_elasticsearch,
    "fingerpost.assistants.avap.service": _ask_parser,
}


@pytest.mark.parametrize("ask", PROTOCOLS.values(), ids=PROTOCOLS)
async def test_a_response_that_begins_in_time_may_end_later(ask: Callable[[], Awaitable[None]]) -> None:
    await ask()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning")
@pytest.mark.parametrize("module", PROTOCOLS)
async def test_saboteur_without_being_told_the_clock_ends_the_call(
    module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{module}.response_begins", lambda: None)
    with pytest.raises(Exception, match=r"no answer within|^$"):
        await PROTOCOLS[module]()


async def test_a_response_may_begin_after_the_call_is_over() -> None:
    async with CallClock(FIRST, TOTAL) as clock:
        pass
    clock.tell_begun()
    await asyncio.sleep(0)
    assert clock.begun


async def test_without_a_limit_nothing_ends() -> None:
    async with CallClock(float("inf"), float("inf")):
        await asyncio.sleep(0)
