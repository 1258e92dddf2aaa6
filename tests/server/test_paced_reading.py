"""What one connection sends is parsed part by part, and a body is read at a pace; without that it holds up all others."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")

from fingerpost import Router
from fingerpost.runtime.server_settings import Limits
from fingerpost.server import bounded_http, paced_reading
from fingerpost.server.bounded_http import bounded_protocol
from fingerpost.server.paced_reading import (
    DISCARD_PACE,
    FREE_COST,
    PACE,
    PART,
    PIECE_COST,
    TURN_COST,
    PacedFlow,
    PacedProtocol,
)
from fingerpost.settings import ServerSettings
from tests.server.http_running import PATIENCE, Place, running, settings_in, until

HEAD = b"POST /v1/route HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
CHUNKED = HEAD + b"transfer-encoding: chunked\r\n\r\n"
READ = 250_000
"""Bytes that an event loop may read at once."""


class Wire:
    """A transport whose reading can be paused."""

    def __init__(self) -> None:
        self.reads, self.closing = True, False

    def pause_reading(self) -> None:
        self.reads = False

    def resume_reading(self) -> None:
        self.reads = True

    def is_closing(self) -> bool:
        return self.closing


class Loop:
    """An event loop that keeps what was called later."""

    def __init__(self) -> None:
        self.later: list[tuple[float, Callable[[], None]]] = []

    def call_later(self, seconds: float, call: Callable[[], None]) -> None:
        self.later.append((seconds, call))

    def turn(self) -> float:
        """Call what comes next, and return the seconds that it waited."""
        seconds, call = self.later.pop()
        call()
        return seconds


class Connection(PacedProtocol):
    """One connection over these; it counts a body as `cost_of` a part."""

    def __init__(self, cost_of: Callable[[int], int] = lambda size: 0) -> None:
        self.wire, self.turns, self.cost_of = Wire(), Loop(), cost_of
        self.loop, self.transport = self.turns, self.wire  # type: ignore[assignment]
        self.flow = PacedFlow(self.wire)  # type: ignore[arg-type]
        self.cycle = SimpleNamespace(response_complete=False)  # type: ignore[assignment]
        self.cost, self._left, self.parts = 0, b"", list[bytes]()

    def receive(self, data: bytes | memoryview) -> None:
        self.parts.append(bytes(data))
        self.cost += self.cost_of(len(data))


def _by_bytes(size: int) -> int:
    return size + PIECE_COST


def _by_chunks(size: int) -> int:
    return size // 6 * (1 + PIECE_COST)


def test_a_small_read_is_parsed_at_once() -> None:
    connection = Connection(_by_bytes)
    connection.data_received(b"a" * PART)
    assert (len(connection.parts), connection.turns.later, connection.wire.reads) == (1, [], True)


def test_of_a_large_read_others_have_their_turn_after_little_work() -> None:
    connection = Connection(_by_chunks)
    sent = bytes(range(250)) * (READ // 250)
    connection.data_received(sent)
    assert len(connection.parts) == 1
    while connection.turns.later:
        assert not connection.wire.reads, "no more is read meanwhile"
        before = len(connection.parts)
        connection.turns.turn()
        assert len(connection.parts) <= before + 1
    assert b"".join(connection.parts) == sent
    assert connection.wire.reads


def test_large_pieces_take_few_turns() -> None:
    connection = Connection(_by_bytes)
    connection.data_received(b"a" * READ)
    assert len(connection.parts) == -(-TURN_COST // _by_bytes(PART))


@pytest.mark.parametrize(("answered", "pace"), [(False, PACE), (True, DISCARD_PACE)])
def test_a_body_beyond_what_is_free_rests_for_what_it_cost(answered: bool, pace: int) -> None:
    connection = Connection(_by_bytes)
    connection.cycle.response_complete = answered
    cost, rested = 0, 0.0
    while rested == 0:
        connection.data_received(b"a" * PART)
        cost += _by_bytes(PART)
        if connection.turns.later:
            rested = connection.turns.turn()
    assert cost - _by_bytes(PART) <= FREE_COST < cost
    assert rested == pytest.approx(cost / pace)
    connection.data_received(b"a" * PART)
    assert connection.turns.later == [], "then so much is free again"


def test_what_comes_while_it_rests_is_parsed_in_order() -> None:
    """TLS passes on what it has decrypted, also while reading is paused."""
    connection = Connection(_by_chunks)
    connection.data_received(b"a" * PART + b"b")
    connection.data_received(b"c")
    connection.turns.turn()
    assert connection.parts == [b"a" * PART, b"bc"]


def test_a_connection_that_closes_meanwhile_is_left_alone() -> None:
    connection = Connection(_by_chunks)
    connection.data_received(b"a" * PART + b"b")
    connection.wire.closing = True
    connection.turns.turn()
    assert (len(connection.parts), connection.wire.reads) == (1, False)


def test_who_paused_reading_before_keeps_it_paused() -> None:
    wire = Wire()
    flow = PacedFlow(wire)  # type: ignore[arg-type]
    flow.hold()
    flow.pause_reading()
    flow.release()
    assert not wire.reads
    flow.resume_reading()
    assert wire.reads
    flow.pause_reading()
    flow.hold()
    flow.resume_reading()
    assert not wire.reads, "it is held all the same"
    flow.release()
    assert wire.reads


# A server


def _chunks(body: bytes) -> bytes:
    return b"".join(b"1\r\n%c\r\n" % byte for byte in body) + b"0\r\n\r\n"


def _connect(place: Place) -> socket.socket:
    host, port = place.url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=PATIENCE)


@pytest.mark.parametrize("sabotaged", [False, True])
def test_a_body_in_chunks_of_a_byte_is_served_and_an_endless_one_holds_nobody_up(
    avap: Router, own_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sabotaged: bool
) -> None:
    if sabotaged:
        monkeypatch.setattr(paced_reading, "PART", 1 << 20)
    most = 0

    class Watched(bounded_protocol(Limits(body_seconds=1.0), waits_for_models=False)):  # type: ignore[misc]  # a base that is called
        chunks = 0

        def data_received(self, data: bytes) -> None:
            self.chunks = 0
            super().data_received(data)

        def _go_on(self) -> None:
            self.chunks = 0
            super()._go_on()

        def on_body(self, body: bytes) -> None:
            nonlocal most
            self.chunks += 1
            most = max(most, self.chunks)
            super().on_body(body)

    settings = settings_in(tmp_path, own_cache, serving=ServerSettings())
    with running(avap, settings, Watched) as place, _connect(place) as wire:
        body = json.dumps({"text": "what does addVar do?", "editor": "x" * 3_000}).encode()
        wire.sendall(CHUNKED + _chunks(body))
        assert wire.recv(12) == b"HTTP/1.1 200"
        with _connect(place) as flood:
            flood.settimeout(0.5)
            with suppress(TimeoutError):
                flood.sendall(CHUNKED + b"1\r\n \r\n" * 1_000_000)
            until(lambda: most > 100)
            assert place.post("/v1/route", text="what does addVar do?").status_code == 200
    assert (most > PART) is sabotaged, "chunks of a byte in one turn of the event loop"


@pytest.mark.parametrize("sabotaged", [False, True])
def test_the_extensions_of_chunks_are_read_at_a_pace_too(
    avap: Router, own_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sabotaged: bool
) -> None:
    if sabotaged:
        monkeypatch.setattr(bounded_http, "FRAMING_COST", 0)
    costs = [0]

    class Watched(bounded_protocol(Limits(body_seconds=1.0), waits_for_models=False)):  # type: ignore[misc]  # a base that is called
        def receive(self, data: bytes | memoryview) -> None:
            super().receive(data)
            costs.append(self.cost)

    settings = settings_in(tmp_path, own_cache, serving=ServerSettings())
    with running(avap, settings, Watched) as place, _connect(place) as flood:
        # Ten chunks of a byte with what stands beside it: 200 kB of which hardly anything is body.
        flood.sendall(CHUNKED + (b"1" + b";a" * 10_000 + b"\r\nx\r\n") * 10)
        until(lambda: len(costs) > 10)
        assert place.post("/v1/route", text="what does addVar do?").status_code == 200
    assert (max(costs) > FREE_COST) is not sabotaged
