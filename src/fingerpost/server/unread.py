"""Connections whose client does not read: what is left for it is dropped after a while, with the connection.

The system keeps a connection for as long as its client acknowledges, also one that is closed and has something left to
send. Clients that never read could hold as many as the limit allows.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol, cast

from fingerpost.runtime.server_settings import DEFAULTS
from fingerpost.server.keep_alive import KeepAliveProtocol

if sys.platform == "win32":
    termios = None
else:
    import fcntl
    import termios

FAIR_PART = 16_384
"""Bytes that must be read in the time between two looks, where not all are."""


class SweptConnection(Protocol):
    """What is looked at of a connection: `resumed` counts how often its client had read enough for more to be sent."""

    transport: asyncio.Transport
    resumed: int

    def is_held_up(self) -> bool:
        """Whether nothing more is sent before its client has read."""


class _Seen(NamedTuple):
    left: int
    resumed: int


class UnreadSweep:
    """Looks at all connections of one server every few seconds, while there are any."""

    def __init__(self, seconds: float) -> None:
        """Create it; `seconds` are between two looks, so that a client has that long, and at most twice as long."""
        self._seconds = seconds
        self._held_up: dict[SweptConnection, _Seen] = {}
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, loop: asyncio.AbstractEventLoop, connections: Iterable[SweptConnection]) -> None:
        """Look at these from now on, if that has not begun."""
        if self._timer is None:
            self._timer = loop.call_later(self._seconds, self._look, loop, connections)

    def _look(self, loop: asyncio.AbstractEventLoop, connections: Iterable[SweptConnection]) -> None:
        self._timer = None
        before, self._held_up = self._held_up, {}
        for connection in list(connections):
            if not connection.is_held_up() or not connection.transport.get_write_buffer_size():
                continue
            left = unread_bytes(connection.transport)
            seen, last = _Seen(left, connection.resumed), before.get(connection)
            if last is not None and last.resumed == seen.resumed and last.left - left < FAIR_PART:
                connection.transport.abort()
            else:
                self._held_up[connection] = seen
        if connections:
            self.begin(loop, connections)


def unread_bytes(transport: asyncio.Transport) -> int:
    """Return the bytes that a client has not acknowledged: those that wait here, and those that the system has taken.

    The system takes them in large parts, also for a client that reads all the time.
    """
    waiting, taken = transport.get_write_buffer_size(), 0
    connected = transport.get_extra_info("socket")
    if termios is not None and connected is not None and connected.fileno() >= 0:
        queued = fcntl.ioctl(connected.fileno(), termios.TIOCOUTQ, bytes(4))
        taken = int.from_bytes(queued, sys.byteorder)
    return waiting + taken


class SweptProtocol(KeepAliveProtocol):
    """One connection, which is dropped where its client does not read."""

    sweep = UnreadSweep(DEFAULTS.body_seconds)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Create it as uvicorn does."""
        super().__init__(*args, **kwargs)
        self.resumed = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Have the connections of its server looked at."""
        super().connection_made(transport)
        self.sweep.begin(self.loop, cast(Iterable[SweptConnection], self.connections))

    def resume_writing(self) -> None:
        """Send on: the client has read enough."""
        self.resumed += 1
        super().resume_writing()

    def is_held_up(self) -> bool:
        """Whether nothing more is sent before its client has read."""
        return self.flow.write_paused or self.transport.is_closing()
