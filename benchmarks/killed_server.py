"""A server in a process of its own that is ended with kill -9 and started again, for kills and faults."""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from http.client import HTTPConnection, HTTPException
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from fingerpost.server.binding import bind
from fingerpost.server.worker import StopSignals, run_event_loop, run_worker
from fingerpost.settings import Settings

PATIENCE = 60.0
"""Seconds after which a run that gets no answer fails."""

IMPORTED = (
    "fingerpost.answering.assistant",
    "fingerpost.learning.live_updates",
    "fingerpost.models.encoder",
    "fingerpost.routing.live",
    "fingerpost.routing.student.training",
    "fingerpost.server.bounded_http",
    "fingerpost.server.grpc_service",
    "fingerpost.server.http",
    "fingerpost.stores.postgres",
    "uvicorn",
)
"""What a server imports as it starts."""

BOOK = """
fallback = "order"
[[routes]]
name = "order"
[routes.reply]
en = ["Order {number} is on its way: it was packed this morning, and arrives within two days.", "Which order is it?"]
[[rules]]
name = "order"
route = "order"
patterns = ['order (?P<number>\\d+)']
"""


def write_desk(folder: Path) -> Path:
    """Write a routebook that answers by itself, and return its folder."""
    book = folder / "desk"
    book.mkdir()
    (book / "routebook.toml").write_text(BOOK, encoding="utf-8")
    return book


def log_nothing() -> None:
    """Log nothing in this process."""
    logging.disable(logging.CRITICAL)


class KilledServer:
    """What `fingerpost serve` runs, on a fixed port, in a process that is started as often as it is killed.

    The processes are forked from one that has imported everything: else most of a run would be imports. `prepare` is
    called in each of them before it serves.
    """

    def __init__(self, book: str | Path, settings: Settings, prepare: Callable[[], None] = log_nothing) -> None:
        """Choose a port."""
        with closing(socket.create_server(("127.0.0.1", 0))) as free:
            self.port = int(free.getsockname()[1])
        self.prepare = prepare
        self._book = book
        serving = replace(settings.serving, http_port=self.port, grpc_port=0)
        self._settings = replace(settings, serving=serving)
        self._context = get_context("forkserver")
        self._context.set_forkserver_preload(["benchmarks.killed_server", "benchmarks.preloaded", *IMPORTED])
        self._process: ForkServerProcess | None = None

    @property
    def pid(self) -> int:
        """Return the id of the process that serves."""
        if self._process is None or self._process.pid is None:
            raise RuntimeError("the server was not started: call start() first")
        return self._process.pid

    def start(self) -> None:
        """Start it, and wait until it answers; a database that restarts meanwhile makes it end, and start again."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self._process is None or not self._process.is_alive():
                self._process = self._context.Process(target=_serve, args=(self._book, self._settings, self.prepare))
                self._process.start()
            with closing(HTTPConnection("127.0.0.1", self.port, timeout=5)) as connection:
                try:
                    connection.request("GET", "/healthz")
                    connection.getresponse().read()
                    return
                except (OSError, HTTPException):
                    time.sleep(0.02)
        raise TimeoutError(f"the server does not answer on port {self.port}")

    def kill(self) -> None:
        """End it without a chance to finish anything."""
        if self._process is not None:
            self._process.kill()
            self._process.join()


def _serve(book: str | Path, settings: Settings, prepare: Callable[[], None]) -> None:
    prepare()
    listener = bind(settings.serving.host, settings.serving.http_port)
    run_event_loop(lambda: run_worker(book, settings, listener, lambda _: None, StopSignals()))
