"""Several processes that serve at the same ports, and one that looks after them.

Each opens the ports for itself (SO_REUSEPORT), so that the kernel shares connections out. One that dies is started
again; on SIGTERM or SIGINT all end as a single one does.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from fingerpost.errors import FingerpostError, SettingsError
from fingerpost.observability.events import log_event
from fingerpost.server.binding import announce, bind, set_up_log
from fingerpost.server.worker import Listening, StopSignals, run, work
from fingerpost.settings import Settings

PAUSE, LONGEST = 0.5, 30.0
"""Seconds before a process is started again; twice as long for every time that it did not get as far as serving."""
CLOSING = 15.0
"""Seconds beyond the grace period in which a process must have ended."""


def supervise(place: str | Path, settings: Settings, grace: int) -> None:
    """Serve with several processes until told to stop."""
    if not hasattr(socket, "SO_REUSEPORT"):
        raise SettingsError(f"FINGERPOST_WORKERS = {settings.serving.workers}: this system shares no ports: give 1")
    with ExitStack() as held:
        serving = settings.serving
        # Held, not listened on: so that a free port stays ours, and is the same for all.
        http = held.enter_context(_reserved(serving.host, serving.http_port))
        grpc = held.enter_context(_reserved(serving.host, serving.grpc_port))
        ports = {"http_port": http.getsockname()[1], "grpc_port": grpc.getsockname()[1]}
        family = _Family(place, replace(settings, serving=replace(serving, **ports)), grace)
        told = held.enter_context(_signals())
        family.run(told)


def _reserved(host: str, port: int) -> socket.socket:
    # Somebody who listens there already would share connections with us, were it not looked for.
    bind(host, port).close()
    return bind(host, port, shared=True)


@contextmanager
def _signals() -> Iterator[socket.socket]:
    """Give a socket on which every signal to stop comes as one byte."""
    reader, writer = socket.socketpair()
    writer.setblocking(False)
    with reader, writer:
        before = {each: signal.signal(each, lambda *_: None) for each in (signal.SIGTERM, signal.SIGINT)}
        woken = signal.set_wakeup_fd(writer.fileno())
        try:
            yield reader
        finally:
            signal.set_wakeup_fd(woken)
            for each, handler in before.items():
                signal.signal(each, handler)


class _Worker:
    """A process that serves, or one that is to be started when its time has come."""

    def __init__(self) -> None:
        self.process: Any = None
        self.line: Connection | None = None
        self.due, self.failures = 0.0, 0
        self.ready = False

    def start(self, place: str | Path, settings: Settings, grace: int) -> None:
        context = get_context("spawn")
        self.line, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(place, settings, grace, theirs), daemon=False)
        # It inherits this: a terminal's interrupt goes to all, and only we should act on it.
        handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            self.process.start()
        finally:
            signal.signal(signal.SIGINT, handler)
            theirs.close()
        self.ready = False

    def ended(self) -> str:
        """Take leave of a process that has ended, and return what to say of it."""
        self.process.join()
        code, pid = self.process.exitcode, self.process.pid
        self.process.close()
        self.process = None
        if self.line is not None:
            self.line.close()
        self.failures = 0 if self.ready else self.failures + 1
        self.due = time.monotonic() + min(LONGEST, PAUSE * 2 ** min(self.failures, 10))
        return f"worker {pid} ended with {code}"


class _Family:
    """All processes of one server."""

    def __init__(self, place: str | Path, settings: Settings, grace: int) -> None:
        self._place, self._settings, self._grace = place, settings, grace
        self._workers = [_Worker() for _ in range(settings.serving.workers)]
        self._listening: Listening | None = None
        self._announced = False

    def run(self, told: socket.socket) -> None:
        """Keep all of them alive until told to stop."""
        try:
            while not wait([told], 0):
                self._start_those_due()
                self._wait(told)
            told.recv(1)
        finally:
            self._stop(told)

    def _start_those_due(self) -> None:
        for worker in self._workers:
            if worker.process is None and worker.due <= time.monotonic():
                worker.start(self._place, self._settings, self._grace)

    def _wait(self, told: socket.socket) -> None:
        """Wait for news, and take them."""
        dues = [worker.due - time.monotonic() for worker in self._workers if worker.process is None]
        living = [worker for worker in self._workers if worker.process is not None]
        lines = [worker.line for worker in living if worker.line is not None and not worker.line.closed]
        news = wait([told, *lines, *(worker.process.sentinel for worker in living)], max(0.0, min(dues, default=60.0)))
        for worker in living:
            if worker.line in news:
                self._hear(worker)
            if worker.process.sentinel in news:
                said = worker.ended()
                if not self._announced:
                    raise SettingsError(f"{said} before it served: what it wrote tells why")
                log_event(f"[serve] {said}: it is started again", logging.WARNING)

    def _hear(self, worker: _Worker) -> None:
        if worker.line is None:
            return
        try:
            said = worker.line.recv()
        except EOFError:
            # It ended: its sentinel tells that too.
            worker.line.close()
            return
        if isinstance(said, str):
            if not self._announced:
                # What keeps the first ones from starting would keep all others too.
                raise SettingsError(said)
            log_event(f"[serve] a worker cannot start: {said}", logging.ERROR)
            return
        worker.ready, self._listening = True, said
        if not self._announced and all(each.ready for each in self._workers):
            self._announced = True
            announce(said, self._settings.serving)

    def _stop(self, told: socket.socket) -> None:
        until = time.monotonic() + self._grace + CLOSING
        self._signal()
        while living := [worker for worker in self._workers if worker.process is not None]:
            left = until - time.monotonic()
            news = wait([told, *(worker.process.sentinel for worker in living)], max(0.0, left))
            if told in news:
                told.recv(1)
                self._signal()
            for worker in living:
                if left <= 0:
                    worker.process.kill()
                if left <= 0 or worker.process.sentinel in news:
                    worker.ended()

    def _signal(self) -> None:
        for worker in self._workers:
            if worker.process is not None and worker.process.is_alive():
                worker.process.terminate()


def _work(place: str | Path, settings: Settings, grace: int, line: Connection) -> None:
    """Serve in a process of its own; `line` is ready to be read when whoever started it is gone."""
    set_up_log()
    try:
        listener = bind(settings.serving.host, settings.serving.http_port, shared=True)

        async def until_told() -> None:
            loop, stopping = asyncio.get_running_loop(), StopSignals((signal.SIGTERM,))

            def alone() -> None:
                loop.remove_reader(line.fileno())
                stopping.stop()

            loop.add_reader(line.fileno(), alone)
            await work(place, settings, listener, line.send, stopping, grace)

        run(until_told)
    except FingerpostError as error:
        # Whoever started it says so.
        line.send(str(error))
        raise SystemExit(2) from None
