"""Bodies that do not end, and more connections than a server takes: refused, and nothing is left behind."""

from __future__ import annotations

import json
import logging
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")

from fingerpost import Router
from fingerpost.runtime.server_settings import Limits
from fingerpost.server import bounded_http, middleware
from fingerpost.server.bounded_http import BoundedHttpProtocol, bounded_protocol
from fingerpost.settings import ServerSettings
from tests.server.http_running import PATIENCE, Place, running, settings_in, until

HALF_OPEN = 100
HEAD = b"POST %s HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
CHUNKED = HEAD + b"transfer-encoding: chunked\r\n\r\n"


@contextmanager
def _served(
    avap: Router, cache: Path, folder: Path, limits: Limits, **serving: Any
) -> Iterator[tuple[Place, type[BoundedHttpProtocol]]]:
    protocol = bounded_protocol(limits, waits_for_models=False)
    settings = settings_in(folder, cache, serving=ServerSettings(**serving, limits=limits))
    with running(avap, settings, protocol) as place:
        yield place, protocol


def _connect(place: Place) -> socket.socket:
    host, port = place.url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=PATIENCE)


def _read(wire: socket.socket) -> tuple[int, dict[str, str], Any]:
    """Return status, headers and JSON of one response, and wait until the server closes where it says so."""
    got = b""
    while b"\r\n\r\n" not in got:
        piece = wire.recv(65_536)
        assert piece, got
        got += piece
    head, _, body = got.partition(b"\r\n\r\n")
    headers = dict(line.split(": ", 1) for line in head.decode().splitlines()[1:])
    while len(body) < int(headers["content-length"]):
        body += wire.recv(65_536)
    if headers.get("connection") == "close":
        assert wire.recv(1) == b""
    return int(head.split()[1]), headers, json.loads(body)


# Bodies


@pytest.mark.parametrize("path", [b"/v1/route", b"/v1/ask", b"/v1/chat/completions", b"/v1/feedback"])
@pytest.mark.parametrize("sent", [b"", b'{"text": '])
def test_a_body_that_does_not_come_is_not_waited_for(
    avap: Router, own_cache: Path, tmp_path: Path, path: bytes, sent: bytes
) -> None:
    with _served(avap, own_cache, tmp_path, Limits(body_seconds=0.2)) as (place, protocol), _connect(place) as wire:
        wire.sendall(HEAD % path + b"content-length: 1000\r\n\r\n" + sent)
        status, headers, body = _read(wire)
        assert (status, headers["connection"], body["error"]["code"]) == (408, "close", "timeout")
        assert "the body did not arrive in time" in body["error"]["message"]
        until(lambda: protocol.gate.inside == 0)


def test_many_half_open_bodies_leave_no_traceback_and_take_no_turn(
    avap: Router, own_cache: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    limits = Limits(requests=10)
    with _served(avap, own_cache, tmp_path, limits) as (place, protocol), caplog.at_level(logging.INFO):
        with ExitStack() as stack:
            for number in range(HALF_OPEN):
                wire = stack.enter_context(_connect(place))
                path = (b"/v1/route", b"/v1/ask", b"/v1/chat/completions")[number % 3]
                wire.sendall(HEAD % path + b"content-length: 1000\r\n\r\n" + b"{" * (number % 2))
            # More than may be in flight: they do not count, and another request is served.
            until(lambda: place.post("/v1/route", text="what does addVar do?").status_code == 200)
        # Nor do they count once they are gone.
        until(lambda: protocol.gate.inside == 0)
        for _ in range(5):
            assert place.post("/v1/route", text="what does addVar do?").status_code == 200
    told = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert [record.getMessage() for record in told] == []


def test_half_open_bodies_that_count_as_work_would_block_the_others(
    avap: Router, own_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(middleware, "BODY_COMPLETE_KEY", "type")
    with _served(avap, own_cache, tmp_path, Limits(requests=2)) as (place, protocol), ExitStack() as stack:
        for _ in range(2):
            stack.enter_context(_connect(place)).sendall(HEAD % b"/v1/route" + b"content-length: 1000\r\n\r\n")
        until(lambda: protocol.gate.inside == 2)
        assert place.post("/v1/route", text="what does addVar do?").status_code == 503


def test_a_large_body_that_keeps_coming_has_more_time(
    avap: Router, own_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounded_http, "BODY_PART", 3)
    body = json.dumps({"text": "what does addVar do?", "editor": "x" * 200}).encode()
    with _served(avap, own_cache, tmp_path, Limits(body_seconds=1.0)) as (place, _), _connect(place) as wire:
        wire.sendall(HEAD % b"/v1/route" + b"content-length: %d\r\n\r\n" % len(body))
        began, at = monotonic(), 0
        wire.settimeout(0.05)
        while at < len(body) - 1 and monotonic() - began < 3:
            wire.sendall(body[at : at + 2])
            at = min(at + 2, len(body) - 1)
            with pytest.raises(TimeoutError):
                wire.recv(1)
        wire.settimeout(PATIENCE)
        wire.sendall(body[at:])
        assert _read(wire)[0] == 200, "three seconds, where a body has one"


def test_an_endless_body_is_refused_at_the_bound_and_read_no_longer_than_another(
    avap: Router, own_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounded_http, "MAX_DISCARDED", 1_000_000)
    chunk = b"10000\r\n" + b"a" * 65_536 + b"\r\n"
    with _served(avap, own_cache, tmp_path, Limits(), largest=500_000) as (place, protocol), _connect(place) as wire:
        wire.sendall(CHUNKED % b"/v1/route")
        with pytest.raises(ConnectionError):
            wire.sendall(chunk * 1_000)
        until(lambda: protocol.gate.inside == 0)


def test_a_client_that_reads_late_still_gets_its_refusal(avap: Router, own_cache: Path, tmp_path: Path) -> None:
    body = b"a" * 3_000_000
    with _served(avap, own_cache, tmp_path, Limits(), largest=1_000_000) as (place, _), _connect(place) as wire:
        wire.sendall(HEAD % b"/v1/route" + b"content-length: %d\r\n\r\n" % len(body) + body)
        status, _, told = _read(wire)
        assert (status, "FINGERPOST_LARGEST" in told["error"]["message"]) == (413, True)
        whole = json.dumps({"text": "what does addVar do?"}).encode()
        wire.sendall(HEAD % b"/v1/route" + b"content-length: %d\r\n\r\n" % len(whole) + whole)
        assert _read(wire)[0] == 200, "and may go on"


# Connections


HEALTH = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n"


def test_beyond_the_limit_the_connection_that_waited_longest_is_closed(
    avap: Router, own_cache: Path, tmp_path: Path
) -> None:
    with _served(avap, own_cache, tmp_path, Limits(connections=3)) as (place, _), ExitStack() as stack:
        wires = [stack.enter_context(_connect(place)) for _ in range(3)]
        for wire in (wires[1], wires[0], wires[2]):
            wire.sendall(HEALTH)
            assert _read(wire)[0] == 200
        wires[1].sendall(HEALTH[:20])
        for closed in (1, 0):
            wires.append(stack.enter_context(_connect(place)))
            wires[-1].sendall(HEALTH)
            assert _read(wires[-1])[0] == 200
            assert _is_closed(wires[closed]), "a part of a request does not keep it open"
        for wire in wires[2:]:
            wire.sendall(HEALTH)
            assert _read(wire)[0] == 200, "the others are served on"


@pytest.mark.parametrize("makes_room", [True, False])
def test_where_all_connections_have_a_request_a_further_one_gets_what_is_public(
    avap: Router, own_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, makes_room: bool
) -> None:
    with _served(avap, own_cache, tmp_path, Limits(connections=3)) as (place, protocol), ExitStack() as stack:
        if not makes_room:
            monkeypatch.setattr(protocol, "_make_room", lambda self: self._refuse(503, "full"))
        begun, begin = list[None](), protocol._start_asgi_task
        monkeypatch.setattr(protocol, "_start_asgi_task", lambda *given: begun.append(begin(*given)))
        head = HEAD % b"/v1/route" + b"content-length: 32\r\n\r\n"
        held = [stack.enter_context(_connect(place)) for _ in range(3)]
        for wire in held:
            wire.sendall(head + b"{")
        until(lambda: len(begun) == 3)
        further = stack.enter_context(_connect(place))
        if not makes_room:
            assert _read(further)[0] == 503
            return
        further.sendall(HEALTH)
        assert _read(further)[0] == 200
        further.sendall(head + b'{"text": "what does addVar do?"}')
        status, headers, body = _read(further)
        assert (status, headers["retry-after"], body["error"]["code"]) == (503, "1", "unavailable")
        assert "as many connections are open as the limit allows" in body["error"]["message"]
        held[0].sendall(b'"text": "what does addVar do?"}')
        assert _read(held[0])[0] == 200, "those that are open are served"
        held[0].close()
        until(lambda: _asked(further, head) == 200)


def _is_closed(wire: socket.socket) -> bool:
    with suppress(ConnectionResetError):
        return wire.recv(1) == b""
    return True


def _asked(wire: socket.socket, head: bytes) -> int:
    wire.sendall(head + b'{"text": "what does addVar do?"}')
    return _read(wire)[0]
