"""Answers of a model server that cannot be read: whatever they are, the caller gets a ModelError."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from fingerpost.errors import ModelError
from fingerpost.models.chat import ChatClient
from fingerpost.settings import Slot

pytest.importorskip("openai", reason="models need the extra fingerpost[llm]")

DEEP = b"[" * 100_000


class _Deep(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Log nothing."""

    def do_GET(self) -> None:
        self._send("application/json", DEEP)

    def do_POST(self) -> None:
        asked = self.rfile.read(int(self.headers["Content-Length"]))
        streamed = b'"stream":true' in asked.replace(b" ", b"")
        self._send(*(("text/event-stream", b"data: " + DEEP + b"\n\n") if streamed else ("application/json", DEEP)))

    def _send(self, kind: str, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def chat() -> Iterator[ChatClient]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Deep)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield ChatClient(Slot(f"http://127.0.0.1:{server.server_port}/v1", "big"), "main")
    server.shutdown()
    thread.join()
    server.server_close()


ASKED = [{"role": "user", "content": "hello"}]


@pytest.mark.parametrize("how", ["ask", "stream", "list"])
def test_an_answer_that_is_nested_too_deeply_is_an_error_of_the_model(chat: ChatClient, how: str) -> None:
    async def run() -> None:
        try:
            if how == "ask":
                await chat.ask(ASKED, purpose="test", max_tokens=8)
            elif how == "list":
                await chat.list_models(10)
            else:
                async for _ in chat.stream(ASKED, purpose="test", max_tokens=8):
                    pass
        finally:
            await chat.close()

    with pytest.raises(ModelError, match=r"big at http://127\.0\.0\.1.*recursion"):
        asyncio.run(run())
