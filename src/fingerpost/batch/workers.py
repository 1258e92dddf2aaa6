"""Worker processes, one a core: chunks go out as they become idle, and come back in order.

Each has a pipe of its own. It ends when the other end of the pipe does, so none outlives the run; and where one is
killed, a new one takes its place and its chunk.
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
from fingerpost.batch.formats import Chunk, Done, Form
from fingerpost.errors import BatchError, FingerpostError

TRIES = 3
"""Workers that may end over the same chunk, or before they were ready, until the run is given up."""

AHEAD = 4
"""Chunks a worker that may be done before an earlier one is."""

READY = "ready"
KEPT = "What is done is kept: give the same command again to go on"


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Out(NamedTuple):
    number: int
    chunk: Chunk
    tries: int = 0


class Workers:
    """Use it as a context: leaving it ends the processes."""

    def __init__(self, form: Form, batch: Batch, count: int) -> None:
        """Take what each of them needs: it loads a router of its own with its first chunk."""
        self._form, self._batch, self._count = form, batch, count
        # Not forked: threads of numerical libraries do not survive that.
        self._context = multiprocessing.get_context("spawn")
        self._processes: dict[Connection, Any] = {}
        self._idle: list[Connection] = []
        self._busy: dict[Connection, _Out] = {}
        self._ended = 0

    def __enter__(self) -> Workers:
        """Start them."""
        for _ in range(self._count):
            self._start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End them, whatever they are doing."""
        for pipe, process in self._processes.items():
            pipe.close()
            process.terminate()
        for process in self._processes.values():
            process.join()

    @property
    def pids(self) -> list[int]:
        """Return the ids of the processes, for whoever measures them."""
        return [process.pid for process in self._processes.values()]

    def in_order(self, chunks: Iterator[Chunk]) -> Iterator[tuple[Chunk, Done]]:
        """Yield every chunk with what became of it."""
        numbered = (_Out(number, chunk) for number, chunk in enumerate(chunks))
        again: deque[_Out] = deque()
        done: dict[int, tuple[Chunk, Done]] = {}
        upcoming, more = 0, True
        while True:
            while self._idle and (again or (more and len(done) < AHEAD * self._count)):
                out = again.popleft() if again else next(numbered, None)
                if out is None:
                    more = False
                else:
                    self._send(out, again)
            while upcoming in done:
                yield done.pop(upcoming)
                upcoming += 1
            if not (more or again or self._busy):
                return
            for out, result in self._received(again):
                done[out.number] = (out.chunk, result)

    def _send(self, out: _Out, again: deque[_Out]) -> None:
        pipe = self._idle.pop()
        try:
            pipe.send(out.chunk.rows)
        except OSError:
            self._replace(pipe, out, again)
        else:
            self._busy[pipe] = out

    def _received(self, again: deque[_Out]) -> Iterator[tuple[_Out, Done]]:
        """Wait for some worker, and yield what it has done."""
        for pipe in wait([pipe for pipe in self._processes if pipe not in self._idle]):
            if not isinstance(pipe, Connection):
                raise TypeError("only pipes were waited for")
            try:
                result = pipe.recv()
            except (EOFError, OSError):
                self._replace(pipe, self._busy.pop(pipe, None), again)
                continue
            if isinstance(result, str) and result != READY:
                raise BatchError(f"{result}. {KEPT}")
            self._idle.append(pipe)
            self._ended = 0
            if isinstance(result, Done):
                yield self._busy.pop(pipe), result

    def _replace(self, pipe: Connection, out: _Out | None, again: deque[_Out]) -> None:
        """Start another worker in the place of one that ended, and have its chunk done again."""
        process = self._processes.pop(pipe)
        pipe.close()
        process.join()
        if out is None:
            self._ended += 1
        else:
            again.append(out._replace(tries=out.tries + 1))
        if max(self._ended, again[-1].tries if again else 0) >= TRIES:
            over = "before they were ready" if out is None else f"over the rows before place {out.chunk.end:,}"
            raise BatchError(
                f"{TRIES} workers ended {over}, the last with exit code {process.exitcode} (-9: killed, often for "
                f"want of memory). {KEPT}"
            )
        self._start()

    def _start(self) -> None:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_work, args=(theirs, self._form, self._batch), daemon=True)
        with _unheard(signal.SIGINT):
            process.start()
        theirs.close()
        self._processes[ours] = process


@contextmanager
def _unheard(number: signal.Signals) -> Iterator[None]:
    """Start a process that a signal does not reach: a terminal sends Ctrl-C to all, and the run is to end them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # What starts with the first process, and lets signals through again when it does.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {number})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(pipe: Connection, form: Form, batch: Batch) -> None:
    """Route chunks until nobody sends any: then the run has ended, or was killed."""
    answer: Done | str = READY
    while True:
        try:
            pipe.send(answer)
            rows = pipe.recv()
        except (EOFError, ConnectionError):
            return
        try:
            answer = form.route(batch, rows)
        except FingerpostError as error:
            answer = str(error)
