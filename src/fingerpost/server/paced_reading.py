"""HTTP connections that send much: it is parsed in parts, and a body is read at a pace that leaves time for others."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.flow_control import FlowControl

from fingerpost.server.unread import SweptProtocol

PART = 16_384
"""Bytes that are parsed at once, so that others are served in between; most of what never ends is refused by then."""
TURN_COST = 65_536
"""The cost that is taken at once: a body comes in few large pieces, or in many that may be as short as a byte."""
FREE_COST = 262_144
"""The cost of a body up to which it is read as fast as it comes, and for which it pauses afterwards."""
PIECE_COST = 2_000
"""Bytes that the parser could pass on in the time that a piece of a body takes: a chunk may be as short as a byte."""
FRAMING_COST = 8
"""Bytes of a body that the parser could pass on in the time that a byte around its pieces takes."""
PACE = 25_000_000
"""The cost of a body that is read in a second: one that never ends takes some 3 % of the time of the event loop."""
DISCARD_PACE = 5_000_000
"""The cost that is read in a second after the response: nobody waits for that."""


class PacedFlow(FlowControl):
    """The reading of one connection, which may be held up whatever else wants it to go on."""

    def __init__(self, transport: asyncio.Transport) -> None:
        """Create it as uvicorn does."""
        super().__init__(transport)
        self.is_held = False

    def hold(self) -> None:
        """Read no more until `release`."""
        self.is_held = True
        self._transport.pause_reading()

    def release(self) -> None:
        """Read on, unless it is paused by others."""
        self.is_held = False
        if not self.read_paused:
            self._transport.resume_reading()

    def pause_reading(self) -> None:
        """Read no more until `resume_reading`."""
        if self.is_held:
            self.read_paused = True
        else:
            super().pause_reading()

    def resume_reading(self) -> None:
        """Read on, once it is not held."""
        if self.is_held:
            self.read_paused = False
        else:
            super().resume_reading()


class PacedProtocol(SweptProtocol):
    """One connection, which takes a bounded share of the event loop; `receive` gets a part at a time."""

    flow: PacedFlow

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Create it as uvicorn does."""
        super().__init__(*args, **kwargs)
        self.cost = 0
        """The cost of what came of a body since the last pause."""
        self._left: bytes | memoryview = b""
        """What came and is not parsed."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Begin to read."""
        super().connection_made(transport)
        self.flow = PacedFlow(transport)

    def receive(self, data: bytes | memoryview) -> None:
        """Parse what came."""
        super().data_received(data)  # type: ignore[arg-type]  # the parser takes any buffer

    def data_received(self, data: bytes) -> None:
        """Parse what came: of much the first part now, and the rest after others had their turn."""
        if self.flow.is_held:
            # TLS passes on what it had decrypted.
            self._left = b"".join((self._left, data))
        elif len(data) > PART:
            self._receive_part(memoryview(data))
        else:
            self.receive(data)
            if self.cost > FREE_COST:
                self._rest(b"")

    def _receive_part(self, data: bytes | memoryview) -> None:
        begun = self.cost
        self.receive(data[:PART])
        while len(data := data[PART:]) and self.cost - begun < TURN_COST:
            self.receive(data[:PART])
        if data or self.cost > FREE_COST:
            self._rest(data)

    def _rest(self, left: bytes | memoryview) -> None:
        """Go on after others had their turn, or after a pause where the body had its share."""
        pause = 0.0
        if self.cost > FREE_COST:
            pause = self.cost / (DISCARD_PACE if self.cycle.response_complete else PACE)
            self.cost = 0
        self._left = left
        self.flow.hold()
        self.loop.call_later(pause, self._go_on)

    def _go_on(self) -> None:
        left, self._left = self._left, b""
        if self.transport.is_closing():
            return
        self.flow.is_held = False
        if left:
            self._receive_part(left)
        if not self.flow.is_held:
            self.flow.release()
