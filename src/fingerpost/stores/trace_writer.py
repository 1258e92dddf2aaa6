"""Asynchronous writing of traces: a bounded queue and one writer thread, so that requests never wait."""

from __future__ import annotations

import atexit
import json
import logging
import os
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from fingerpost.errors import StoreError
from fingerpost.observability.metrics import METRICS
from fingerpost.runtime.fork import reset_after_fork
from fingerpost.stores.store import Store

log = logging.getLogger("fingerpost")

Trace = Mapping[str, Any]
Sink = Callable[[Sequence[Trace]], None]

BATCH = 500
BATCH_WAIT = 0.1
"""Seconds to wait for more traces before a batch is written."""
EXIT_TIMEOUT = 5.0
"""Seconds that process exit waits for queued traces."""

_UNWRITABLE = (TypeError, ValueError, RuntimeError)
"""Errors of a trace that cannot be JSON: an unsupported key, a cycle, a change while it is written."""


class TraceWriter:
    """Accepts traces without blocking or raising; those that cannot be queued or written are dropped and counted."""

    def __init__(self, sink: Sink, size: int = 10_000) -> None:
        """Write to `sink` with a queue of `size`; the thread is started with the first trace."""
        self._sink, self._size = sink, size
        self._closed = False
        self._reset()
        reset_after_fork(self)
        _open_writers.add(self)

    def _reset(self) -> None:
        self._changed = threading.Condition()
        self._queue: deque[Trace | Callable[[], Trace]] = deque()
        self._thread: threading.Thread | None = None
        self._flushing = 0
        self._queued = self._handled = 0
        self._failing = False
        self.written = self.dropped = 0

    def put(self, trace: Trace | Callable[[], Trace]) -> None:
        """Queue a trace, or a function that builds it when it is written; it is dropped where the queue is full."""
        with self._changed:
            if self._closed or len(self._queue) >= self._size:
                self.dropped += 1
                METRICS.count("traces_dropped")
                return
            self._queue.append(trace)
            self._queued += 1
            if self._thread is None or not self._thread.is_alive():
                self._start()
            if len(self._queue) in (1, BATCH):
                self._changed.notify_all()

    def _start(self) -> None:
        thread = threading.Thread(target=self._drain, name="fingerpost-traces", daemon=True)
        try:
            thread.start()
        except RuntimeError as error:
            # Out of threads, or the interpreter is exiting: the queue is kept for a later attempt.
            log.warning("traces are queued but not written, because no thread can be started: %s", error)
        else:
            self._thread = thread

    @property
    def waiting(self) -> int:
        """Return the number of traces that are queued."""
        return len(self._queue)

    @property
    def size(self) -> int:
        """Return the number of traces that can be queued; others are dropped."""
        return self._size

    def flush(self, timeout: float = 5.0) -> bool:
        """Wait until everything queued so far is written or dropped; return False on timeout."""
        with self._changed:
            target = self._queued
            self._flushing += 1
            self._changed.notify_all()
            try:
                return self._changed.wait_for(lambda: self._handled >= target, timeout)
            finally:
                self._flushing -= 1

    def close(self, timeout: float = 5.0) -> None:
        """Write the queued traces and stop the thread; later traces are dropped."""
        self._closed = True
        self.flush(timeout)
        with self._changed:
            self._changed.notify_all()
            thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(timeout)

    def after_fork(self) -> None:
        """Start with an empty queue: the parent writes what was queued."""
        self._reset()

    def _drain(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._queue or self._closed)
                if not self._queue:
                    return
                self._changed.wait_for(lambda: self._flushing or self._closed or len(self._queue) >= BATCH, BATCH_WAIT)
                batch = [self._queue.popleft() for _ in range(min(BATCH, len(self._queue)))]
            written = 0
            try:
                written = self._send(batch)
            finally:
                with self._changed:
                    self.written += written
                    self.dropped += len(batch) - written
                    METRICS.count("traces_dropped", len(batch) - written)
                    self._handled += len(batch)
                    self._changed.notify_all()

    def _send(self, batch: Sequence[Trace | Callable[[], Trace]]) -> int:
        """Write a batch and return the number of traces written."""
        try:
            self._sink([trace() if callable(trace) else trace for trace in batch])
        except (StoreError, OSError) as error:
            if not self._failing:
                log.warning("traces are dropped until this problem is solved: %s", error)
            self._failing = True
            return 0
        except _UNWRITABLE as error:
            if len(batch) > 1:
                # Retried one by one, so that one bad trace does not lose the others.
                return sum(self._send([trace]) for trace in batch)
            log.warning("a trace is dropped, because it cannot be written as JSON: %s", error)
            return 0
        if self._failing:
            log.warning("traces are written again; %d were dropped so far", self.dropped)
        self._failing = False
        return len(batch)


def open_trace_writer(where: str, store: Store) -> TraceWriter | None:
    """Return the trace writer of the settings: None for "off", the store for "store", else a JSON Lines file."""
    if where == "off":
        return None
    if where == "store":
        return TraceWriter(store.put_traces)
    sink = _JsonlFile(Path(where).absolute())
    try:
        sink.write(b"")
    except OSError as error:
        raise StoreError(
            f"{where}: traces cannot be written ({error.strerror}): name a file in a folder where this user may write,"
            " `store`, or `off`"
        ) from error
    return TraceWriter(sink)


class _JsonlFile:
    """A JSON Lines file, reopened for each batch so that it can be rotated."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._partial_line = False

    def __call__(self, traces: Sequence[Trace]) -> None:
        lines = "".join(json.dumps(trace, default=str) + "\n" for trace in traces).encode()
        # After a partial write, start a new line.
        self.write(b"\n" + lines if self._partial_line else lines)

    def write(self, content: bytes) -> None:
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            # One write call, so that lines of two processes do not interleave; more only where the disk is almost full.
            while content:
                written = os.write(file, content)
                content = content[written:]
                self._partial_line = bool(content)
        finally:
            os.close(file)


_open_writers: weakref.WeakSet[TraceWriter] = weakref.WeakSet()


def _flush_at_exit() -> None:
    until = time.monotonic() + EXIT_TIMEOUT
    for traces in list(_open_writers):
        traces.flush(max(0.0, until - time.monotonic()))


atexit.register(_flush_at_exit)
