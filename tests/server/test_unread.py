"""A client that does not read what is sent to it loses its connection; one that reads slowly keeps it."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")

from fingerpost import Router
from fingerpost.server.bounded_http import BoundedHttpProtocol, bounded_protocol
from fingerpost.server.unread import FAIR_PART, UnreadSweep
from fingerpost.settings import ServerSettings
from tests.server.http_running import PATIENCE, running, settings_in, until


class Wire:
    """A transport with something left to send."""

    def __init__(self, left: int) -> None:
        self.left, self.aborted = left, False

    def get_write_buffer_size(self) -> int:
        return self.left

    def get_extra_info(self, _: str) -> None:
        return None

    def abort(self) -> None:
        self.aborted = True


class Connection:
    """A connection of a server."""

    def __init__(self, left: int = 10 * FAIR_PART, held_up: bool = True) -> None:
        self.transport: Any = Wire(left)
        self.resumed, self.held_up = 0, held_up

    def is_held_up(self) -> bool:
        return self.held_up


class Loop:
    """A loop that calls when it is told to."""

    def __init__(self) -> None:
        self.later: list[Callable[[], None]] = []

    def call_later(self, _: float, call: Callable[..., None], *given: object) -> object:
        self.later.append(lambda: call(*given))
        return object()

    def go_on(self) -> None:
        self.later.pop()()


def _swept(connections: set[Connection], sweep: UnreadSweep | None = None) -> Loop:
    loop = Loop()
    (sweep or UnreadSweep(1)).begin(cast(asyncio.AbstractEventLoop, loop), connections)
    return loop


def test_who_reads_nothing_between_two_looks_is_dropped() -> None:
    silent, quick, slow, drip, busy = (Connection() for _ in range(5))
    idle = Connection(held_up=False)
    every = (silent, quick, slow, drip, busy, idle)
    loop = _swept(set(every))
    loop.go_on()
    assert not any(each.transport.aborted for each in every), "all of it may have come just now"
    quick.transport.left = 0
    slow.transport.left -= FAIR_PART
    drip.transport.left -= 1
    # It has read what was left then, and as much is left again.
    busy.resumed += 1
    loop.go_on()
    assert [each.transport.aborted for each in every] == [True, False, False, True, False, False]


def test_it_looks_only_while_there_are_connections() -> None:
    connections, sweep = {Connection(left=0)}, UnreadSweep(1)
    loop = _swept(connections, sweep)
    loop.go_on()
    sweep.begin(cast(asyncio.AbstractEventLoop, loop), connections)
    assert len(loop.later) == 1, "it has begun already"
    connections.clear()
    loop.go_on()
    assert loop.later == []
    sweep.begin(cast(asyncio.AbstractEventLoop, loop), connections)
    assert len(loop.later) == 1


@pytest.mark.parametrize("swept", [True, False])
def test_connections_that_nobody_reads_do_not_stay(
    avap: Router, own_cache: Path, tmp_path: Path, swept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a key: the document of the paths is public, and larger than what the system takes for a client."""
    if not swept:
        monkeypatch.setattr(UnreadSweep, "begin", lambda *_: None)
    serving = ServerSettings(key="k", limits=replace(ServerSettings().limits, body_seconds=0.5))
    seen: set[Any] = set()

    class Watched(BoundedHttpProtocol):
        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            seen.add(self)

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            seen.discard(self)

    protocol = type("Served", (Watched,), dict(vars(bounded_protocol(serving.limits, waits_for_models=False))))
    request = b"GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n"
    with (
        running(avap, settings_in(tmp_path, own_cache, serving=serving), protocol, keep_alive=1) as place,
        ExitStack() as wires,
    ):
        host, port = place.url.removeprefix("http://").split(":")
        for _ in range(3):
            wire = wires.enter_context(socket.socket())
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            wire.settimeout(PATIENCE)
            wire.connect((host, int(port)))
            wire.sendall(request * 50)
        until(lambda: sum(each.transport.get_write_buffer_size() > 0 for each in seen) == 3)
        if swept:
            until(lambda: not seen)
        else:
            time.sleep(5)
            assert len(seen) == 3, "with nobody to look they stay, long after the second that they had"


def test_who_reads_a_little_at_a_time_gets_all(avap: Router, own_cache: Path, tmp_path: Path) -> None:
    serving = ServerSettings(key="k", limits=replace(ServerSettings().limits, body_seconds=0.2))
    request, count = b"GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n", 40
    with running(avap, settings_in(tmp_path, own_cache, serving=serving)) as place, socket.socket() as wire:
        size = len(place.http.get("/openapi.json").content)
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        wire.settimeout(PATIENCE)
        host, port = place.url.removeprefix("http://").split(":")
        wire.connect((host, int(port)))
        wire.sendall(request * count)
        got = 0
        while got < size * count:
            piece = wire.recv(65_536)
            assert piece, f"closed after {got:,} of {size * count:,} bytes"
            got += len(piece)
            # Over many looks, and more than what is fair in each.
            time.sleep(len(piece) / 2_000_000)
