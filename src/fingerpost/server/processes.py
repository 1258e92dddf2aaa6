"""The supervisor of several worker processes that share their ports.

Each worker binds the ports itself (SO_REUSEPORT), and the kernel balances connections between them. A worker that dies
is restarted; on SIGTERM or SIGINT all of them drain and stop.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from ctypes import Array, c_char
from dataclasses import replace
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from fingerpost.errors import FingerpostError, SettingsError
from fingerpost.observability.events import log_event
from fingerpost.observability.metrics import METRICS
from fingerpost.observability.shared_series import shared_memories
from fingerpost.server.binding import bind, configure_logging, print_addresses
from fingerpost.server.quotas import SIZE
from fingerpost.server.worker import StopSignals, run_event_loop, run_worker
from fingerpost.settings import Settings

if TYPE_CHECKING:
    from fingerpost.server.pages import AddPages

RESTART_DELAY, MAX_RESTART_DELAY = 0.5, 30.0
"""Seconds before a worker is restarted, doubled for every failed start in a row, and the longest delay."""
CLOSE_TIMEOUT = 15.0
"""Seconds after the grace period before a worker is killed."""


def supervise(place: str | Path, settings: Settings, grace: int, add_pages: AddPages | None = None) -> None:
    """Serve with several processes until the signal to stop."""
    if not hasattr(socket, "SO_REUSEPORT"):
        raise SettingsError(
            f"FINGERPOST_WORKERS = {settings.serving.workers}: this system has no SO_REUSEPORT: set it to 1"
        )
    with ExitStack() as stack:
        serving = settings.serving
        # Bound but not listening: reserves the ports, also those chosen by the system, for all workers.
        http = stack.enter_context(_reserve_port(serving.host, serving.http_port, "http"))
        grpc = stack.enter_context(_reserve_port(serving.host, serving.grpc_port, "grpc"))
        serving = replace(serving, http_port=http.getsockname()[1], grpc_port=grpc.getsockname()[1])
        options = _WorkerOptions(place, grace, add_pages, _metrics_memories(serving.workers))
        supervisor = _Supervisor(replace(settings, serving=serving), options, stack)
        stop_socket = stack.enter_context(_stop_signals())
        supervisor.run(stop_socket)


def with_quotas(settings: Settings, stack: ExitStack) -> Settings:
    """Return the settings with a file in which all workers count quotas, until the stack is left; none without keys.

    Folders of temporary files are cleaned: where the file is gone, it is another one for workers that start from now.
    """
    access = settings.serving.access
    if access.keys is None or (access.quotas is not None and access.quotas.exists()):
        return settings
    if access.quotas is not None:
        line = "is gone: workers that start from now count the quotas of keys apart from those that run"
        log_event(f"[serve] {access.quotas} {line}", logging.WARNING)
    quotas: Path | None = None
    try:
        quotas = Path(stack.enter_context(TemporaryDirectory(prefix="fingerpost-"))) / "quotas"
        quotas.write_bytes(bytes(SIZE))
    except OSError as error:
        quotas = None
        line = "each worker counts the quotas of keys for itself: set TMPDIR to a folder that can be written"
        log_event(f"[serve] {line} ({error})", logging.ERROR)
    return replace(settings, serving=replace(settings.serving, access=replace(access, quotas=quotas)))


def _reserve_port(host: str, port: int, kind: Literal["http", "grpc"]) -> socket.socket:
    # A shared bind also succeeds where another server listens with SO_REUSEPORT: an exclusive one detects it.
    bind(host, port, kind=kind).close()
    return bind(host, port, shared=True, kind=kind)


def _metrics_memories(workers: int) -> list[Array[c_char]]:
    """Return the memories in which the workers count for `/metrics`; a restarted worker goes on in its own."""
    try:
        return shared_memories(workers)
    except OSError as error:
        raise SettingsError(
            f"FINGERPOST_WORKERS = {workers}: no memory can be shared between workers ({error}): make /dev/shm"
            " writable, or set it to 1"
        ) from error


@contextmanager
def _stop_signals() -> Iterator[socket.socket]:
    """Yield a socket that receives one byte for every signal to stop."""
    reader, writer = socket.socketpair()
    writer.setblocking(False)
    with reader, writer:
        previous = {each: signal.signal(each, lambda *_: None) for each in (signal.SIGTERM, signal.SIGINT)}
        previous_fd = signal.set_wakeup_fd(writer.fileno())
        try:
            yield reader
        finally:
            signal.set_wakeup_fd(previous_fd)
            for each, handler in previous.items():
                signal.signal(each, handler)


class _WorkerOptions(NamedTuple):
    """What all workers are started with, beside their settings."""

    place: str | Path
    grace: int
    add_pages: AddPages | None
    memories: list[Array[c_char]]


class _WorkerProcess:
    """One worker: a running process and the pipe to it, or the time at which to start it again."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.process: Any = None
        self.pipe: Connection | None = None
        self.start_at, self.failures = 0.0, 0
        self.ready = False

    def start(self, settings: Settings, options: _WorkerOptions) -> None:
        context = get_context("spawn")
        self.pipe, child_pipe = context.Pipe()
        given = (settings, options, self.number, child_pipe)
        self.process = context.Process(target=_worker_main, args=given, daemon=False)
        # Inherited by the worker: a terminal's interrupt goes to all processes, and only the supervisor must handle it.
        handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            self.process.start()
        finally:
            signal.signal(signal.SIGINT, handler)
            child_pipe.close()
        self.ready = False

    def reap(self) -> str:
        """Release a process that has ended, schedule its restart, and return the log line."""
        self.process.join()
        code, pid = self.process.exitcode, self.process.pid
        self.process.close()
        self.process = None
        if self.pipe is not None:
            self.pipe.close()
        self.failures = 0 if self.ready else self.failures + 1
        self.start_at = time.monotonic() + min(MAX_RESTART_DELAY, RESTART_DELAY * 2 ** min(self.failures, 10))
        return f"worker {pid} ended with exit code {code}"


class _Supervisor:
    """Starts, restarts and stops the workers of one server."""

    def __init__(self, settings: Settings, options: _WorkerOptions, stack: ExitStack) -> None:
        self._settings, self._options, self._stack = settings, options, stack
        self._workers = [_WorkerProcess(number) for number in range(settings.serving.workers)]
        self._announced = False

    def run(self, stop_socket: socket.socket) -> None:
        """Keep all workers running until the signal to stop."""
        try:
            while not wait([stop_socket], 0):
                self._start_due_workers()
                self._wait(stop_socket)
            stop_socket.recv(1)
        finally:
            self._stop(stop_socket)

    def _start_due_workers(self) -> None:
        for worker in self._workers:
            if worker.process is None and worker.start_at <= time.monotonic():
                self._settings = with_quotas(self._settings, self._stack)
                worker.start(self._settings, self._options)

    def _wait(self, stop_socket: socket.socket) -> None:
        """Wait until a signal, a message or an exit arrives or a restart is due, and handle messages and exits."""
        delays = [worker.start_at - time.monotonic() for worker in self._workers if worker.process is None]
        running = [worker for worker in self._workers if worker.process is not None]
        pipes = [worker.pipe for worker in running if worker.pipe is not None and not worker.pipe.closed]
        sources = [stop_socket, *pipes, *(worker.process.sentinel for worker in running)]
        ready = wait(sources, max(0.0, min(delays, default=60.0)))
        for worker in running:
            if worker.pipe in ready:
                self._read_message(worker)
            if worker.process.sentinel in ready:
                exit_line = worker.reap()
                if not self._announced:
                    raise SettingsError(f"{exit_line} before it served: see its output above")
                log_event(f"[serve] {exit_line}: it is restarted", logging.WARNING)

    def _read_message(self, worker: _WorkerProcess) -> None:
        if worker.pipe is None:
            return
        try:
            message = worker.pipe.recv()
        except EOFError:
            # The process ended, which its sentinel reports.
            worker.pipe.close()
            return
        if isinstance(message, str):
            if not self._announced:
                # An error that stops a first worker would stop all of them.
                raise SettingsError(message)
            log_event(f"[serve] a worker cannot start: {message}", logging.ERROR)
            return
        worker.ready = True
        if not self._announced and all(each.ready for each in self._workers):
            self._announced = True
            print_addresses(message, self._settings.serving, pages=self._options.add_pages is not None)

    def _stop(self, stop_socket: socket.socket) -> None:
        deadline = time.monotonic() + self._options.grace + CLOSE_TIMEOUT
        self._terminate_all()
        while running := [worker for worker in self._workers if worker.process is not None]:
            left = deadline - time.monotonic()
            ready = wait([stop_socket, *(worker.process.sentinel for worker in running)], max(0.0, left))
            if stop_socket in ready:
                stop_socket.recv(1)
                self._terminate_all()
            for worker in running:
                if left <= 0:
                    worker.process.kill()
                if left <= 0 or worker.process.sentinel in ready:
                    worker.reap()

    def _terminate_all(self) -> None:
        for worker in self._workers:
            if worker.process is not None and worker.process.is_alive():
                worker.process.terminate()


def _worker_main(settings: Settings, options: _WorkerOptions, number: int, pipe: Connection) -> None:
    """Run a worker process; `pipe` becomes readable when the supervisor is gone."""
    METRICS.share(options.memories, number)
    configure_logging()
    try:
        listener = bind(settings.serving.host, settings.serving.http_port, shared=True)

        async def serve() -> None:
            loop, stopping = asyncio.get_running_loop(), StopSignals((signal.SIGTERM,))

            def stop_without_supervisor() -> None:
                loop.remove_reader(pipe.fileno())
                stopping.stop()

            loop.add_reader(pipe.fileno(), stop_without_supervisor)
            await run_worker(
                options.place, settings, listener, pipe.send, stopping, options.grace, add_pages=options.add_pages
            )

        run_event_loop(serve)
    except FingerpostError as error:
        # The supervisor reports it.
        pipe.send(str(error))
        raise SystemExit(2) from None
