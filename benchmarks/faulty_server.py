"""A server on loopback that does its work, or fails in one of the ways in which servers fail."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Any

FAULTS = ("hung", "dead", "slow", "garbage")
ATTACKS = ("flood", "half", "lies")
"""Further faults of a server that speaks HTTP: an endless line, an end in the middle, and a wrong length."""

MESSAGE = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 200\r\n\r\n"
FLOOD_BYTES = 600_000_000

Answer = Callable[[dict[str, Any]], dict[str, Any]]


class FaultyServer:
    """Answers JSON over HTTP with `answer`; while `fault` is set, it fails that way on requests that `hits` selects.

    "hung": it accepts and never answers. "dead": nobody listens (where only some requests fail: it hangs up). "slow":
    one byte a second. "garbage": bytes that are no answer.
    """

    def __init__(self, answer: Answer | None = None, hits: Callable[[dict[str, Any]], bool] | None = None) -> None:
        """Listen on a free port."""
        self.fault: str | None = None
        self._answer, self._hits = answer, hits
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self._socket.getsockname()[1]
        self._over, self._connections = threading.Event(), list[socket.socket]()

    @property
    def url(self) -> str:
        """Return its address."""
        return f"http://127.0.0.1:{self.port}"

    def fail(self, fault: str) -> None:
        """Fail in this way from now on."""
        self.fault = fault
        if fault == "dead" and self._hits is None:
            self._close()

    def __enter__(self) -> FaultyServer:
        """Start to accept."""
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        """Close everything."""
        self._over.set()
        self._close()

    def _close(self) -> None:
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        for connection in self._connections:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        while not self._over.is_set():
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            self._connections.append(connection)
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection, suppress(OSError, ValueError):
            while not self._over.is_set():
                if self.fault is not None and self._hits is None:
                    return self._fail(connection)
                body = _read_request(connection)
                if body is None:
                    return None
                if self.fault is not None and (self._hits is None or self._hits(body)):
                    return self._fail(connection)
                _send(connection, self._answer(body) if self._answer else {})
        return None

    def _fail(self, connection: socket.socket) -> None:
        if self.fault == "hung":
            self._over.wait()
        elif self.fault == "slow":
            for byte in MESSAGE:
                connection.sendall(bytes((byte,)))
                if self._over.wait(1):
                    return
        elif self.fault == "garbage":
            connection.sendall(MESSAGE.replace(b"200\r\n\r\n", b"16\r\n\r\n") + b"\xff\x00<html>nothing>")
        elif self.fault == "flood":
            connection.sendall(MESSAGE.replace(b"Content-Length: 200", b"Connection: close") + b"data: ")
            line = b"x" * 1_000_000
            for _ in range(FLOOD_BYTES // len(line)):
                connection.sendall(line)
        elif self.fault == "half":
            connection.sendall(MESSAGE + b'{"choices": [')
        elif self.fault == "lies":
            connection.sendall(MESSAGE.replace(b"200\r\n\r\n", b"999999999\r\n\r\n") + b"{}")


def _read_request(connection: socket.socket) -> dict[str, Any] | None:
    """Return the JSON body of the next request; None where the client has hung up."""
    head = b""
    while b"\r\n\r\n" not in head:
        part = connection.recv(65_536)
        if not part:
            return None
        head += part
    head, _, body = head.partition(b"\r\n\r\n")
    length = next(
        (int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length")), 0
    )
    while len(body) < length:
        body += connection.recv(65_536)
    found: dict[str, Any] = json.loads(body or b"{}")
    return found


def _send(connection: socket.socket, answer: dict[str, Any]) -> None:
    body = json.dumps(answer).encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    connection.sendall(head.encode() + body)
