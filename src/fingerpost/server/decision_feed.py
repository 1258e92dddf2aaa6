"""Decisions as they come: one reader of the store for all live views of a process, and none while nobody looks.

The store has the decisions of all processes and replicas, so it does not matter where one was made.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from time import monotonic

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from fingerpost.errors import BusyError, StoreError
from fingerpost.observability.events import log_event
from fingerpost.server.middleware import TURN_KEY
from fingerpost.server.streaming import event_start, send_body, while_connected
from fingerpost.stores.decisions import DecisionFilter, StoredDecision
from fingerpost.stores.session_owners import SessionOwner
from fingerpost.stores.store import Store

POLL_INTERVAL = 0.25
"""Seconds between two reads of the store."""
MAX_READ = 250
"""Decisions that one read takes in; of more, the newest, and the number of the others."""
MAX_PENDING = 500
"""Decisions that wait for a reader; one that is slower loses the oldest, and is told how many."""
MAX_VIEWS = 50
"""Live views of one process."""
MAX_VIEWS_OF_KEY = 10
"""Live views of one key in a process, so that others get some; callers without a key of their own share all."""
MAX_SECONDS = 300.0
"""Seconds after which a view is ended: its client connects again, and its key is checked again."""
HEARTBEAT_SECONDS = 10.0
"""Seconds after which something is sent, so that a client that has gone is noticed."""
SEND_TIMEOUT = 20.0
"""Seconds that a client may take to read what was sent."""
RETRY_MILLISECONDS = 1_000
"""Milliseconds after which a client connects again."""

EncodeRow = Callable[[StoredDecision], bytes]

EncodeBatch = Callable[[Sequence[StoredDecision], int], bytes]
"""Returns the events for decisions, oldest first, and for the number of those that were left out before them."""


class LiveView:
    """The decisions that wait for one client."""

    def __init__(self, wanted: DecisionFilter, owner: SessionOwner | None, key: str = "") -> None:
        """Create a view of the decisions that are wanted, and belong to the owner; `key` is the name of its key."""
        self.wanted, self.owner, self.key = wanted, owner, key
        self.ended = False
        self._pending: deque[StoredDecision] = deque(maxlen=MAX_PENDING)
        self._left_out, self._last = 0, 0
        self._changed = asyncio.Event()

    def add(self, rows: Sequence[StoredDecision], left_out: int) -> None:
        """Add new decisions, those that are wanted, and the number of those that nobody has read."""
        own = [row for row in rows if row.is_of(self.owner)]
        for row in own:
            if self.wanted.matches(row.trace):
                self._left_out += len(self._pending) == MAX_PENDING
                self._pending.append(row)
        self._left_out += self.told(left_out)
        self._last = own[-1].id if own else self._last
        if self._pending or self._left_out:
            self._changed.set()

    def told(self, left_out: int) -> int:
        """Return how many decisions that nobody read are told; how much others do is not for an owner to know."""
        return left_out if self.owner is None else 0

    def end(self) -> None:
        """End the view, once what is pending was sent."""
        self.ended = True
        self._changed.set()

    async def take(self) -> tuple[list[StoredDecision], int, int]:
        """Wait for new decisions; return them, the number of those left out, and that of the owner's last one read."""
        try:
            async with asyncio.timeout(HEARTBEAT_SECONDS):
                await self._changed.wait()
        except TimeoutError:
            return [], 0, self._last
        rows, left_out = list(self._pending), self._left_out
        self._pending.clear()
        self._left_out = 0
        self._changed.clear()
        return rows, left_out, self._last


class DecisionFeed:
    """Reads new decisions from the store while there are live views; for one event loop."""

    def __init__(self, store: Store) -> None:
        """Read nothing yet."""
        self._store = store
        self._views: set[LiveView] = set()
        self._reading: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        self._last = 0
        self._closed = False

    async def join(self, view: LiveView) -> int:
        """Add a view, and return the number of the last decision before those that it gets; raises BusyError."""
        if self._closed or len(self._views) >= MAX_VIEWS:
            raise HTTPException(
                503, f"{MAX_VIEWS} live views are open, or the server stops: close one, or try again later"
            )
        if view.key and sum(other.key == view.key for other in self._views) >= MAX_VIEWS_OF_KEY:
            raise BusyError(f"{MAX_VIEWS_OF_KEY} live views of this key are open: close one")
        self._views.add(view)
        async with self._starting:
            if self._reading is None or self._reading.done():
                self._last = await self._store.run_in_thread(self._store.decisions.last_number)
                self._reading = asyncio.create_task(self._read())
            return self._last

    def leave(self, view: LiveView) -> None:
        """Remove a view; without any, nothing is read."""
        self._views.discard(view)
        if not self._views and self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def close(self) -> None:
        """End all views, because the server stops."""
        self._closed = True
        self._end_views()

    def _end_views(self) -> None:
        for view in self._views:
            view.end()

    async def _read(self) -> None:
        while True:
            await asyncio.sleep(POLL_INTERVAL)
            try:
                found = await self._store.run_in_thread(self._store.decisions.newer, self._last, MAX_READ)
            except StoreError as error:
                log_event(f"[decisions] the live views are ended: {error}", logging.WARNING)
                self._end_views()
                return
            if found.rows:
                self._last = found.rows[-1].id
                for view in self._views:
                    view.add(*found)


class LiveDecisions(Response):
    """The response that sends decisions as they come, as server-sent events, until the client disconnects.

    Each batch ends with the number of the owner's last decision that was read, as the id of an event: a client that
    connects again with it in `Last-Event-ID` gets those that it missed, up to MAX_READ.
    """

    def __init__(
        self, feed: DecisionFeed, store: Store, view: LiveView, after: int | None, encode: EncodeBatch
    ) -> None:
        """Create the response; `after` is the number of the last decision that the client has seen."""
        super().__init__()
        self._feed, self._store, self._view, self._after, self._encode = feed, store, view, after, encode

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until the client disconnects, the time is up or the server stops."""
        if scope.get("method") == "HEAD":
            await send(event_start())
            await send_body(send, b"", more=False)
            return
        # It waits, and does no work that others would have to wait for.
        turn = scope.get(TURN_KEY)
        if turn is not None:
            turn.pause()
        try:
            await while_connected(receive, self._write(send))
        finally:
            self._feed.leave(self._view)

    async def _write(self, send: Send) -> None:
        until = monotonic() + MAX_SECONDS
        last = await self._feed.join(self._view)
        missed, left_out = await self._missed(last)
        if self._view.owner is not None:
            # How much others do is not for an owner to know.
            last = await self._store.run_in_thread(self._store.decisions.last_number, self._view.owner, last)
        await send(event_start())
        await self._send(send, b"retry: %d\n" % RETRY_MILLISECONDS + self._batch(missed, left_out, last))
        while not self._view.ended and monotonic() < until:
            rows, left_out, seen = await self._view.take()
            last = max(last, seen)
            if not await self._send(send, self._batch(rows, left_out, last)):
                return
        await send_body(send, b"", more=False)

    async def _missed(self, last: int) -> tuple[list[StoredDecision], int]:
        """Return what was decided since the client last saw something, and how many were not looked at."""
        if self._after is None or self._after >= last:
            return [], 0
        return await self._store.run_in_thread(self._read_missed, self._after, last)

    def _read_missed(self, after: int, last: int) -> tuple[list[StoredDecision], int]:
        view, decisions = self._view, self._store.decisions
        page = decisions.page(view.wanted, view.owner, before=last + 1, after=after, limit=MAX_READ)
        left_out = 0 if page.before is None else decisions.count_between(after, page.before)
        return page.rows[::-1], view.told(left_out)

    def _batch(self, rows: Sequence[StoredDecision], left_out: int, last: int) -> bytes:
        events = self._encode(rows, left_out) if rows or left_out else b""
        return b"%sid: %d\n\n" % (events, last)

    async def _send(self, send: Send, body: bytes) -> bool:
        """Send events; return False for a client that does not read them."""
        try:
            async with asyncio.timeout(SEND_TIMEOUT):
                await send_body(send, body)
        except TimeoutError:
            log_event("[decisions] a live view is ended: its client does not read what it is sent", logging.WARNING)
            return False
        return True


class EncodedOnce:
    """Encodes each decision once for all views that it is sent to."""

    def __init__(self, encode: EncodeRow) -> None:
        """Encode with this function."""
        self._encode = encode
        self._known: OrderedDict[int, bytes] = OrderedDict()

    def __call__(self, row: StoredDecision) -> bytes:
        """Return the bytes of a decision."""
        found = self._known.get(row.id)
        if found is None:
            found = self._known[row.id] = self._encode(row)
            if len(self._known) > MAX_PENDING:
                self._known.popitem(last=False)
        return found
