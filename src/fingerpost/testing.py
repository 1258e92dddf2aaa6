"""Test doubles for code built on Fingerpost: an encoder without weights, and a scripted model server."""

from __future__ import annotations

import json
import threading
import time
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fingerpost.language.text import fold

WIDTH = 64


@lru_cache(maxsize=10_000)
def _vector(word: str) -> NDArray[np.float32]:
    """Return the fixed random vector of a word."""
    seed = int.from_bytes(sha256(word.encode("utf-8", "replace")).digest()[:8], "big")
    return np.random.default_rng(seed).standard_normal(WIDTH).astype(np.float32)


class WordEncoder:
    """An encoder by spelling alone: texts that share words have similar vectors."""

    fingerprint = f"words-{WIDTH}"

    def __init__(self) -> None:
        """Start with no batches; `batches` records the texts of every call."""
        self.batches: list[list[str]] = []

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return for each text the normed sum of one fixed random vector per word."""
        self.batches.append(list(texts))
        rows = np.zeros((len(texts), WIDTH), dtype=np.float32)
        for i, text in enumerate(texts):
            for word in fold(text).split() or [""]:
                rows[i] += _vector(word)
            rows[i] /= np.linalg.norm(rows[i])
        return rows


@dataclass(frozen=True)
class ScriptedReply:
    """One response of a scripted server: a text, a tool call's arguments, or a fault.

    `refuses`: request keys ("tools", "response_format") that are answered with HTTP 400. `body`: sent unchanged.
    `wait`: a delay in seconds. `cut`: closes the connection in the middle of the response. `tokens`: the reported
    usage of prompt and completion, if any.
    """

    text: str = ""
    arguments: str | None = None
    status: int = 200
    body: bytes | None = None
    wait: float = 0.0
    cut: bool = False
    refuses: frozenset[str] = field(default_factory=frozenset)
    tokens: tuple[int, int] | None = None


class ScriptedServer:
    """A local server with the OpenAI-compatible chat API that sends scripted replies.

    Replies are sent in order; the last one is repeated. `requests` records the requests.
    """

    def __init__(self, replies: Iterable[ScriptedReply] = ()) -> None:
        """Take the replies; use the server as a context manager."""
        self.replies = deque(replies)
        self.requests: list[dict[str, Any]] = []
        script = self

        class Handler(_Handler):
            scripted = script

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._server.handle_error = lambda *_: None  # type: ignore[method-assign]  # clients disconnect on purpose

    @property
    def url(self) -> str:
        """Return the base URL."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> ScriptedServer:
        """Start the server."""
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        """Stop the server: connections to its URL are refused from now on."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def next_reply(self) -> ScriptedReply:
        """Return the next reply."""
        return self.replies.popleft() if len(self.replies) > 1 else self.replies[0]


class _Handler(BaseHTTPRequestHandler):
    scripted: ScriptedServer
    protocol_version = "HTTP/1.1"
    # Headers and body are two packets: without this, every reply after the first waits 40 ms for an acknowledgement.
    disable_nagle_algorithm = True

    def log_message(self, *_: Any) -> None:
        """Log nothing."""

    def do_POST(self) -> None:
        """Send the next reply."""
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.scripted.requests.append(request)
        reply = self.scripted.next_reply()
        time.sleep(reply.wait)
        if reply.refuses & request.keys():
            self._send(400, json.dumps({"error": {"message": "this form is not supported"}}).encode())
        elif reply.body is not None or reply.status != 200:
            self._send(
                reply.status, reply.body if reply.body is not None else b'{"error": {"message": "scripted failure"}}'
            )
        elif request.get("stream"):
            self._stream(reply)
        else:
            self._send(200, json.dumps(_completion(reply)).encode(), cut=reply.cut)

    def _send(self, status: int, body: bytes, *, cut: bool = False) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: len(body) // 2] if cut else body)
        self.close_connection = cut

    def _stream(self, reply: ScriptedReply) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        # In pieces of a few letters, like a model's tokens.
        pieces = [reply.text[i : i + 4] for i in range(0, len(reply.text), 4)]
        if reply.cut:
            pieces = pieces[: len(pieces) // 2]
        for piece in pieces:
            self._event({"index": 0, "delta": {"role": "assistant", "content": piece}, "finish_reason": None})
        if reply.cut:
            self.close_connection = True
            return
        self._event({"index": 0, "delta": {}, "finish_reason": "stop"})
        self._chunk(b"data: [DONE]\n\n")
        self._chunk(b"")

    def _event(self, choice: dict[str, Any]) -> None:
        event = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": "scripted", "choices": [choice]}
        self._chunk(b"data: " + json.dumps(event).encode() + b"\n\n")

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()


def _completion(reply: ScriptedReply) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": reply.text}
    if reply.arguments is not None:
        call = {"id": "1", "type": "function", "function": {"name": "choose", "arguments": reply.arguments}}
        message["tool_calls"] = [call]
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    usage = {}
    if reply.tokens is not None:
        prompt, completion = reply.tokens
        counts = {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}
        usage = {"usage": counts}
    return {"id": "1", "object": "chat.completion", "created": 0, "model": "scripted", "choices": [choice], **usage}
