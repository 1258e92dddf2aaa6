"""A response of a known length is written at once; every other as uvicorn does."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import pytest
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from fingerpost.server.response_cycle import ResponseCycle

LENGTH = (b"content-length", b"2")
DEFAULTS = [(b"date", b"today")]
HEAD = b"HTTP/1.1 200 OK\r\ndate: today\r\ncontent-length: 2\r\n"


class Wire(asyncio.Transport):
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.writes: list[bytes] = []
        self.closed = False

    def write(self, data: bytes | bytearray | memoryview[Any]) -> None:
        self.writes.append(bytes(data))

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True


class Exchange:
    """A cycle with a wire, and how often its response was complete."""

    def __init__(self, kind: Callable[..., RequestResponseCycle], method: str = "GET", keep_alive: bool = True) -> None:
        self.wire, self.ended = Wire(), 0
        log = logging.getLogger("nobody")
        scope, flow = {"method": method}, FlowControl(self.wire)
        self.cycle = kind(
            scope, self.wire, flow, log, log, False, DEFAULTS, asyncio.Event(), False, keep_alive, self._end
        )

    def _end(self) -> None:
        self.ended += 1

    def start(self, *headers: tuple[bytes, bytes], status: int = 200) -> None:
        self._send({"type": "http.response.start", "status": status, "headers": headers})

    def body(self, body: bytes, **more: Any) -> None:
        self._send({"type": "http.response.body", "body": body, **more})

    def _send(self, message: dict[str, Any]) -> None:
        asyncio.run(self.cycle.send(message))  # type: ignore[arg-type]  # any message


def test_head_and_body_are_one_write() -> None:
    exchange = Exchange(ResponseCycle)
    exchange.start(LENGTH)
    assert exchange.wire.writes == []
    exchange.body(b"ab")
    assert exchange.wire.writes == [HEAD + b"\r\nab"]
    assert (exchange.ended, exchange.cycle.response_complete, exchange.wire.closed) == (1, True, False)


def test_a_stream_begins_at_once() -> None:
    exchange = Exchange(ResponseCycle)
    exchange.start((b"content-type", b"text/event-stream"))
    assert len(exchange.wire.writes) == 1, "a client waits for the head of a stream"
    exchange.body(b"ab", more_body=True)
    assert len(exchange.wire.writes) == 2


RESPONSES: dict[str, tuple[int, list[tuple[bytes, bytes]], list[bytes]]] = {
    "a whole one": (200, [LENGTH], [b"ab"]),
    "in pieces": (200, [LENGTH], [b"a", b"b"]),
    "without a length": (200, [], [b"ab"]),
    "that ends the connection": (200, [LENGTH, (b"connection", b"close")], [b"ab"]),
    "that ends the connection, with a capital": (200, [LENGTH, (b"Connection", b"close")], [b"ab"]),
    "in chunks and with a length": (200, [LENGTH, (b"Transfer-Encoding", b"chunked")], [b"ab"]),
    "with a header twice": (200, [LENGTH, (b"set-cookie", b"a"), (b"set-cookie", b"b")], [b"ab"]),
    "with a header of percents": (200, [(b"x%d%%b", b"%s %d 50%"), LENGTH], [b"ab"]),
    "in chunks": (200, [(b"transfer-encoding", b"chunked")], [b"ab"]),
    "without a body": (204, [], [b""]),
}


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("keep_alive", [True, False])
@pytest.mark.parametrize("name", RESPONSES)
def test_the_same_bytes_are_sent_as_by_uvicorn(name: str, keep_alive: bool, method: str) -> None:
    status, headers, pieces = RESPONSES[name]
    own, theirs = (Exchange(kind, method, keep_alive) for kind in (ResponseCycle, RequestResponseCycle))
    for each in (own, theirs):
        each.start(*headers, status=status)
        for number, piece in enumerate(pieces, 1):
            each.body(piece, more_body=number < len(pieces))
    assert b"".join(own.wire.writes) == b"".join(theirs.wire.writes)
    assert (own.ended, own.wire.closed) == (theirs.ended, theirs.wire.closed) == (1, own.wire.closed)


@pytest.mark.parametrize("header", [(b"x", b"a\r\nset-cookie: b"), (b"x\r\ny", b"a"), (b"x", b"\0")])
def test_a_header_that_would_be_two_is_never_sent(header: tuple[bytes, bytes]) -> None:
    exchange = Exchange(ResponseCycle)
    with pytest.raises(RuntimeError, match="Invalid HTTP header"):
        exchange.start(LENGTH, header)
    assert exchange.wire.writes == []


@pytest.mark.parametrize(("body", "problem"), [(b"abc", "longer"), (b"a", "shorter")])
def test_a_body_of_another_length_is_an_error(body: bytes, problem: str) -> None:
    exchange = Exchange(ResponseCycle)
    exchange.start(LENGTH)
    with pytest.raises(RuntimeError, match=problem):
        exchange.body(body)


def test_nothing_is_written_to_a_client_that_hung_up() -> None:
    exchange = Exchange(ResponseCycle)
    exchange.start(LENGTH)
    exchange.cycle.disconnected = True
    exchange.body(b"ab")
    assert (exchange.wire.writes, exchange.ended) == ([], 0)


def test_a_connection_that_shall_end_meanwhile_is_closed() -> None:
    exchange = Exchange(ResponseCycle)
    exchange.start(LENGTH)
    exchange.cycle.keep_alive = False
    exchange.body(b"ab")
    assert exchange.wire.writes == [HEAD + b"\r\nab"]
    assert exchange.wire.closed
