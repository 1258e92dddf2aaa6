"""A worker process: HTTP and gRPC servers over one assistant, on one event loop.

On a signal to stop, it accepts no new requests, lets running ones end within a grace period, and writes what is queued.
On a second signal it does not wait.
"""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from fingerpost.runtime.freed_memory import return_freed_memory
from fingerpost.settings import Settings

if TYPE_CHECKING:
    from fingerpost.answering.assistant import Assistant
    from fingerpost.answering.functions import Functions
    from fingerpost.learning.live_updates import LiveUpdater
    from fingerpost.server.grpc_service import GrpcServer
    from fingerpost.server.pages import AddPages

NEW_OBJECTS = 10_000
"""Objects that are made, less those that are freed, between two garbage collections."""
GRACE_PERIOD = 20
"""Seconds that requests have to end after the signal to stop; most supervisors wait 30 before they kill."""
WRITE_TIMEOUT = 5.0
"""Seconds that cancelled requests have to write their outcome."""


class ServerInfo(NamedTuple):
    """The name of the routebook that a process serves, and its ports."""

    routebook: str
    http_port: int
    grpc_port: int


class StopSignals:
    """The signals to stop: `requested` is set by the first, `forced` by the second."""

    def __init__(self, signals: Sequence[signal.Signals] = ()) -> None:
        """Create it for these signals."""
        self.requested, self.forced = asyncio.Event(), asyncio.Event()
        self._signals = signals

    def stop(self) -> None:
        """Stop, or stop at once where stopping has begun."""
        (self.forced if self.requested.is_set() else self.requested).set()

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Handle the signals of this process; in its main thread only."""
        loop = asyncio.get_running_loop()
        for each in self._signals:
            loop.add_signal_handler(each, self.stop)
        try:
            yield
        finally:
            for each in self._signals:
                loop.remove_signal_handler(each)


def run_event_loop(main: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a coroutine to its end, on uvloop if it is installed."""
    factory: Callable[[], asyncio.AbstractEventLoop] | None = None
    if find_spec("uvloop") is not None:
        import uvloop

        factory = uvloop.new_event_loop
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(main())


@contextmanager
def loaded_once() -> Iterator[None]:
    """Leave what is loaded by now out of garbage collections, and collect seldom: each holds up every request.

    It takes some 180 ms; what is replaced later, such as a router, is freed all the same, since it is in no cycle. At
    Python's own pace, a third of the time of a short request went into collections. Whoever set another one keeps it.
    """
    pace = gc.get_threshold()
    gc.collect()
    gc.freeze()
    if 0 < pace[0] < NEW_OBJECTS:
        gc.set_threshold(NEW_OBJECTS, *pace[1:])
    try:
        yield
    finally:
        gc.set_threshold(*pace)
        gc.unfreeze()


async def run_worker(
    place: str | Path,
    settings: Settings,
    listener: socket.socket,
    ready: Callable[[ServerInfo], None],
    stopping: StopSignals,
    grace: int = GRACE_PERIOD,
    handlers: Functions = (),
    add_pages: AddPages | None = None,
) -> None:
    """Serve until the signal to stop; `ready` is called once everything is loaded and listens."""
    from fingerpost.answering.document_watcher import DocumentWatcher

    return_freed_memory()
    with listener, stopping.listening():
        assistant = open_assistant(place, settings, handlers)
        updater, watcher = _start_live_updates(assistant), DocumentWatcher(assistant).start()
        try:
            if not stopping.requested.is_set():
                http = _http_server(assistant, settings, grace, add_pages)
                await _serve(assistant, settings, listener, ready, stopping, grace, http)
        finally:
            if updater is not None:
                updater.close()
            watcher.close()
            await assistant.close()


def _start_live_updates(assistant: Assistant) -> LiveUpdater | None:
    """Start to follow the champion that the store names, now and after every promotion."""
    from fingerpost.learning.live_updates import LiveUpdater
    from fingerpost.routing.live import LiveRouter

    live = assistant.routes
    return LiveUpdater(live, assistant.sessions).start() if isinstance(live, LiveRouter) else None


def open_assistant(place: str | Path, settings: Settings, handlers: Functions = ()) -> Assistant:
    """Open a routebook with a warm router that reloads on edits of its folder, and functions that answer routes."""
    from fingerpost.answering.assistant import Assistant
    from fingerpost.routebook.load import is_student
    from fingerpost.routing.live import LiveRouter
    from fingerpost.routing.router import Router

    if is_student(Path(place)):
        # The folder of a trained student is not edited, so it is not watched.
        return Assistant.open(Router.from_routebook(place, settings=settings).warm(), settings, handlers=handlers)
    return Assistant.open(LiveRouter(place, settings=settings).watch(), settings, handlers=handlers)


async def _serve(
    assistant: Assistant,
    settings: Settings,
    listener: socket.socket,
    ready: Callable[[ServerInfo], None],
    stopping: StopSignals,
    grace: int,
    http: Any,
) -> None:
    from fingerpost.server.grpc_service import start_grpc

    port = listener.getsockname()[1]
    grpc = await start_grpc(assistant, settings, settings.serving.grpc_port)
    running = asyncio.create_task(http.serve([listener]))
    try:
        if await _wait_for_event(http.listens, running):
            with loaded_once():
                ready(ServerInfo(assistant.routes.router.routebook.name, port, grpc.port))
                await _wait_for_event(stopping.requested, running)
    finally:
        await _drain(http, running, grpc, stopping.forced, grace)
    # Raises the error that ended the server before the signal to stop.
    running.result()


async def _drain(http: Any, running: asyncio.Task[None], grpc: GrpcServer, forced: asyncio.Event, grace: int) -> None:
    http.stop()
    both = asyncio.gather(running, grpc.stop(grace), return_exceptions=True)
    forcing = asyncio.create_task(forced.wait())
    await asyncio.wait((both, forcing), return_when=asyncio.FIRST_COMPLETED)
    forcing.cancel()
    if not both.done():
        http.force_exit = True
        await asyncio.gather(running, grpc.stop(0), return_exceptions=True)
    left = set(http.server_state.tasks)
    for task in left:
        task.cancel()
    if left:
        await asyncio.wait(left, timeout=WRITE_TIMEOUT)


async def _wait_for_event(event: asyncio.Event, running: asyncio.Task[None]) -> bool:
    """Wait for an event or for the end of the server; return whether the event came."""
    waiting = asyncio.create_task(event.wait())
    await asyncio.wait((running, waiting), return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    return event.is_set()


def _http_server(assistant: Assistant, settings: Settings, grace: int, add_pages: AddPages | None) -> Any:
    import uvicorn

    from fingerpost.server.bounded_http import bounded_protocol
    from fingerpost.server.http import make_app
    from fingerpost.server.tls import http_options

    class Http(uvicorn.Server):
        """Sets an event when it listens, and leaves signals to us: uvicorn raises them again after shutdown."""

        def __init__(self, config: uvicorn.Config) -> None:
            super().__init__(config)
            self.listens = asyncio.Event()

        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            self.listens.set()

        def stop(self) -> None:
            """Accept no more requests, and end those that would not end by themselves."""
            self.should_exit = True
            app.decisions.feed.close()
            app.state.changes.close()
            app.state.health.close()

    limits, app = settings.serving.limits, make_app(assistant, settings, add_pages)
    return Http(
        uvicorn.Config(
            app,
            http=bounded_protocol(limits, waits_for_models=bool(settings.slots)),
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            # Forwarded addresses can be forged: the rate limit counts for the address that connects.
            proxy_headers=False,
            server_header=False,
            timeout_keep_alive=limits.head_seconds,
            timeout_graceful_shutdown=grace,
            **http_options(settings.serving.access),
        )
    )
