"""A pool of worker processes that routes chunks and returns them in order.

Each worker has its own pipe and exits when the other end closes, so none outlives the run. A worker that is killed is
replaced, and its chunk is routed again.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Any, NamedTuple

from fingerpost.batch.decide import Batch
from fingerpost.batch.formats import Chunk, FileFormat, RoutedChunk
from fingerpost.errors import BatchError, FingerpostError

MAX_ATTEMPTS = 3
"""Workers that may die on the same chunk, or before they are ready, until the run fails."""

MAX_CHUNKS_AHEAD = 4
"""Chunks per worker that may be finished before an earlier one is."""

READY = "ready"
RESUME_HINT = "Finished rows are saved: run the same command again to resume"


def available_cores() -> int:
    """Return the number of cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _PendingChunk(NamedTuple):
    number: int
    chunk: Chunk
    attempts: int = 0


class WorkerPool:
    """A context manager that starts the workers on entry and terminates them on exit."""

    def __init__(self, file_format: FileFormat, batch: Batch, count: int) -> None:
        """Create a pool of `count` workers; each loads its own router with its first chunk."""
        self._file_format, self._batch, self._count = file_format, batch, count
        # Not forked: threads of numerical libraries do not survive a fork.
        self._context = multiprocessing.get_context("spawn")
        self._processes: dict[Connection, Any] = {}
        self._idle: list[Connection] = []
        self._busy: dict[Connection, _PendingChunk] = {}
        self._startup_failures = 0

    def __enter__(self) -> WorkerPool:
        """Start the workers."""
        for _ in range(self._count):
            self._start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Terminate the workers, whatever they are doing."""
        for pipe, process in self._processes.items():
            pipe.close()
            process.terminate()
        for process in self._processes.values():
            process.join()

    @property
    def pids(self) -> list[int]:
        """Return the process ids of the workers."""
        return [process.pid for process in self._processes.values()]

    def in_order(self, chunks: Iterator[Chunk]) -> Iterator[tuple[Chunk, RoutedChunk]]:
        """Yield every chunk with its result, in input order."""
        numbered = (_PendingChunk(number, chunk) for number, chunk in enumerate(chunks))
        retries: deque[_PendingChunk] = deque()
        done: dict[int, tuple[Chunk, RoutedChunk]] = {}
        next_number, more = 0, True
        while True:
            while self._idle and (retries or (more and len(done) < MAX_CHUNKS_AHEAD * self._count)):
                pending = retries.popleft() if retries else next(numbered, None)
                if pending is None:
                    more = False
                else:
                    self._send(pending, retries)
            if next_number in done:
                while next_number in done:
                    yield done.pop(next_number)
                    next_number += 1
                # Where too much was done ahead of them, all workers may be idle: nothing would come to wait for.
                continue
            if not (more or retries or self._busy):
                return
            for pending, result in self._receive_results(retries):
                done[pending.number] = (pending.chunk, result)

    def _send(self, pending: _PendingChunk, retries: deque[_PendingChunk]) -> None:
        pipe = self._idle.pop()
        try:
            pipe.send(pending.chunk.rows)
        except OSError:
            self._replace(pipe, pending, retries)
        else:
            self._busy[pipe] = pending

    def _receive_results(self, retries: deque[_PendingChunk]) -> Iterator[tuple[_PendingChunk, RoutedChunk]]:
        """Wait for any worker and yield its result."""
        for pipe in wait([pipe for pipe in self._processes if pipe not in self._idle]):
            if not isinstance(pipe, Connection):
                raise TypeError("only pipes were waited for")
            try:
                result = pipe.recv()
            except (EOFError, OSError):
                self._replace(pipe, self._busy.pop(pipe, None), retries)
                continue
            if isinstance(result, str) and result != READY:
                raise BatchError(f"{result}. {RESUME_HINT}")
            self._idle.append(pipe)
            self._startup_failures = 0
            if isinstance(result, RoutedChunk):
                yield self._busy.pop(pipe), result

    def _replace(self, pipe: Connection, pending: _PendingChunk | None, retries: deque[_PendingChunk]) -> None:
        """Replace a worker that died and queue its chunk again."""
        process = self._processes.pop(pipe)
        pipe.close()
        process.join()
        if pending is None:
            self._startup_failures += 1
        else:
            retries.append(pending._replace(attempts=pending.attempts + 1))
        if max(self._startup_failures, retries[-1].attempts if retries else 0) >= MAX_ATTEMPTS:
            when = (
                "before they were ready" if pending is None else f"on the chunk before position {pending.chunk.end:,}"
            )
            raise BatchError(
                f"{MAX_ATTEMPTS} workers died {when}, the last with exit code {process.exitcode} (-9: killed, often"
                f" for lack of memory). {RESUME_HINT}"
            )
        self._start()

    def _start(self) -> None:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_run_worker, args=(theirs, self._file_format, self._batch), daemon=True)
        with _signal_blocked(signal.SIGINT):
            process.start()
        theirs.close()
        self._processes[ours] = process


@contextmanager
def _signal_blocked(number: signal.Signals) -> Iterator[None]:
    """Block a signal in processes started here: a terminal sends Ctrl-C to all, but the parent ends the workers."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # The resource tracker starts with the first process and would unblock the signal.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {number})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _run_worker(pipe: Connection, file_format: FileFormat, batch: Batch) -> None:
    """Route chunks until the pipe closes: then the run has finished or was killed."""
    reply: RoutedChunk | str = READY
    while True:
        try:
            pipe.send(reply)
            rows = pipe.recv()
        except (EOFError, ConnectionError):
            return
        try:
            reply = file_format.route(batch, rows)
        except FingerpostError as error:
            reply = str(error)
