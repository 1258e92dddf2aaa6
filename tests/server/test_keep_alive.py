"""A connection is closed when it was idle for long enough, by one timer for many requests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import Context, ContextVar, copy_context
from typing import Any, cast

import pytest
import uvicorn
from uvicorn.server import ServerState

from fingerpost.server.keep_alive import KeepAliveProtocol

PATIENCE = 5
"""Seconds that a connection may be idle."""


class Timer:
    """What the loop calls later."""

    def __init__(self, when: float, call: Callable[[], None], context: Context | None) -> None:
        self.when, self.call, self.cancelled = when, call, False
        self.context = copy_context() if context is None else context

    def cancel(self) -> None:
        self.cancelled = True


class Loop:
    """A loop whose clock is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0
        self.timers: list[Timer] = []

    def time(self) -> float:
        return self.now

    def call_later(self, seconds: float, call: Callable[[], None], *, context: Context | None = None) -> Timer:
        self.timers.append(Timer(self.now + seconds, call, context))
        return self.timers[-1]

    def go_to(self, now: float) -> None:
        """Call what is due until then, in its order."""
        while due := [timer for timer in self.timers[-1:] if timer.when <= now and not timer.cancelled]:
            self.now = due[0].when
            due[0].cancelled = True
            due[0].context.run(due[0].call)
        self.now = now


class Wire(asyncio.Transport):
    """A transport that tells whether it was closed."""

    closed = False

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True


class Connection:
    """A connection, on which requests begin and end as the parser and the app have them."""

    def __init__(self) -> None:
        self.loop, self.wire = Loop(), Wire()
        config = uvicorn.Config(lambda: None, timeout_keep_alive=PATIENCE, log_config=None)
        config.load()
        self.protocol = KeepAliveProtocol(config, ServerState(), {}, cast(Any, self.loop))
        self.protocol.connection_made(self.wire)
        self.begun: list[object] = []
        self.protocol._start_asgi_task = lambda cycle, app: self.begun.append(cycle)  # type: ignore[method-assign]

    def begin(self, now: float) -> None:
        self.loop.go_to(now)
        self.protocol._unset_keepalive_if_required()

    def end(self, now: float) -> None:
        self.loop.go_to(now)
        self.protocol.on_response_complete()


@pytest.fixture
def connection() -> Connection:
    return Connection()


def test_many_requests_have_one_timer(connection: Connection) -> None:
    for request in range(100):
        connection.begin(request / 100)
        connection.end(request / 100 + 0.005)
    assert len(connection.loop.timers) == 1
    assert connection.protocol.server_state.total_requests == 100


def test_it_is_closed_so_long_after_the_last_response(connection: Connection) -> None:
    connection.end(0)
    connection.begin(2)
    connection.end(3)
    connection.loop.go_to(7.9)
    assert not connection.wire.closed, "the timer ended at 5, when it had been idle for 2 seconds"
    connection.loop.go_to(8)
    assert connection.wire.closed


def test_a_request_takes_as_long_as_it_takes(connection: Connection) -> None:
    connection.end(0)
    connection.begin(1)
    connection.loop.go_to(60)
    assert not connection.wire.closed
    connection.end(60)
    connection.loop.go_to(64.9)
    assert not connection.wire.closed
    connection.loop.go_to(65)
    assert connection.wire.closed


def test_a_request_that_waited_takes_as_long_as_the_others(connection: Connection) -> None:
    """Also where the one before it was refused while it was read, and the connection seemed idle."""
    connection.begin(0)
    connection.end(0)
    waited = cast(Any, object())
    connection.protocol.pipeline.appendleft((waited, cast(Any, None)))
    connection.end(1)
    assert connection.begun == [waited]
    connection.loop.go_to(60)
    assert not connection.wire.closed
    connection.end(60)
    connection.loop.go_to(65)
    assert connection.wire.closed


def test_the_timer_keeps_nothing_of_a_request(connection: Connection) -> None:
    text: ContextVar[str] = ContextVar("text")

    def request() -> None:
        text.set("what somebody said")
        connection.end(connection.loop.now)

    copy_context().run(request)
    connection.loop.go_to(3)
    copy_context().run(request)
    connection.loop.go_to(6)
    assert [list(timer.context) for timer in connection.loop.timers] == [[], []]


def test_no_timer_is_left_of_a_connection_that_is_lost(connection: Connection) -> None:
    connection.end(0)
    connection.protocol.connection_lost(None)
    assert [timer.cancelled for timer in connection.loop.timers] == [True]


def test_nothing_waits_on_a_connection_that_closes(connection: Connection) -> None:
    connection.wire.close()
    connection.end(0)
    assert connection.loop.timers == []
