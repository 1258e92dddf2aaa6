"""One process that serves: HTTP and gRPC around one assistant, on one event loop.

Told to stop, it takes nothing new, lets what is under way end within a grace period, and writes what is queued. Told
so twice, it does not wait.
"""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from fingerpost.settings import Settings

if TYPE_CHECKING:
    from fingerpost.answering.assistant import Assistant
    from fingerpost.learning.live_updates import LiveUpdater
    from fingerpost.server.grpc_service import GrpcServer

GRACE = 20
"""Seconds that requests have to end once the server was told to stop; most supervisors wait 30 before they kill."""
WRITING = 5.0
"""Seconds that requests have to write what became of them, after they were ended."""
KEEP_ALIVE = 75
"""Seconds that an idle connection is kept: longer than most proxies keep theirs, so that it is they who end it."""


class Listening(NamedTuple):
    """What a process serves, and where it listens."""

    routebook: str
    http_port: int
    grpc_port: int


class Stopping:
    """Whether a process was told to stop (`told`), and told so again (`hurry`)."""

    def __init__(self, signals: Sequence[signal.Signals] = ()) -> None:
        """Take the signals that mean it."""
        self.told, self.hurry = asyncio.Event(), asyncio.Event()
        self._signals = signals

    def tell(self) -> None:
        """Stop, or where that is under way already stop at once."""
        (self.hurry if self.told.is_set() else self.told).set()

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Take the signals of this process; in its main thread only."""
        loop = asyncio.get_running_loop()
        for each in self._signals:
            loop.add_signal_handler(each, self.tell)
        try:
            yield
        finally:
            for each in self._signals:
                loop.remove_signal_handler(each)


def run(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run on uvloop where there is one."""
    factory: Callable[[], asyncio.AbstractEventLoop] | None = None
    if find_spec("uvloop") is not None:
        import uvloop

        factory = uvloop.new_event_loop
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(work())


async def work(
    place: str | Path,
    settings: Settings,
    listener: socket.socket,
    ready: Callable[[Listening], None],
    stopping: Stopping,
    grace: int = GRACE,
) -> None:
    """Serve until told to stop; `ready` is called once everything is loaded and listens."""
    with listener, stopping.listening():
        assistant = open_assistant(place, settings)
        updater = _follow(assistant)
        try:
            if not stopping.told.is_set():
                await _serve(assistant, settings, listener, ready, stopping, grace)
        finally:
            if updater is not None:
                updater.close()
            await assistant.close()


def _follow(assistant: Assistant) -> LiveUpdater | None:
    """Serve with the champion that the store names, now and after every promotion."""
    from fingerpost.learning.live_updates import LiveUpdater
    from fingerpost.routing.live import LiveRouter

    live = assistant.routes
    return LiveUpdater(live, assistant.sessions).start() if isinstance(live, LiveRouter) else None


def open_assistant(place: str | Path, settings: Settings) -> Assistant:
    """Open a routebook with a router that is warm, and that follows edits of its folder."""
    from fingerpost.answering.assistant import Assistant
    from fingerpost.routebook.load import is_student
    from fingerpost.routing.live import LiveRouter
    from fingerpost.routing.router import Router

    if is_student(Path(place)):
        # What `fingerpost train` wrote is no routebook that anybody edits.
        return Assistant.open(Router.from_routebook(place, settings=settings).warm(), settings)
    return Assistant.open(LiveRouter(place, settings=settings).watch(), settings)


async def _serve(
    assistant: Assistant,
    settings: Settings,
    listener: socket.socket,
    ready: Callable[[Listening], None],
    stopping: Stopping,
    grace: int,
) -> None:
    from fingerpost.server.grpc_service import start_grpc

    port = listener.getsockname()[1]
    http = _http(assistant, settings, grace)
    grpc = await start_grpc(assistant, settings, settings.serving.grpc_port)
    running = asyncio.create_task(http.serve([listener]))
    try:
        if await _came(http.listens, running):
            ready(Listening(assistant.routes.router.routebook.name, port, grpc.port))
            await _came(stopping.told, running)
    finally:
        await _drain(http, running, grpc, stopping.hurry, grace)
    # What made it end before it was told to.
    running.result()


async def _drain(http: Any, running: asyncio.Task[None], grpc: GrpcServer, hurry: asyncio.Event, grace: int) -> None:
    http.should_exit = True
    both = asyncio.gather(running, grpc.stop(grace), return_exceptions=True)
    hurried = asyncio.create_task(hurry.wait())
    await asyncio.wait((both, hurried), return_when=asyncio.FIRST_COMPLETED)
    hurried.cancel()
    if not both.done():
        http.force_exit = True
        await asyncio.gather(running, grpc.stop(0), return_exceptions=True)
    left = set(http.server_state.tasks)
    for task in left:
        task.cancel()
    if left:
        await asyncio.wait(left, timeout=WRITING)


async def _came(event: asyncio.Event, running: asyncio.Task[None]) -> bool:
    """Wait for an event, or for the end of what runs; tell whether it came."""
    waiting = asyncio.create_task(event.wait())
    await asyncio.wait((running, waiting), return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    return event.is_set()


def _http(assistant: Assistant, settings: Settings, grace: int) -> Any:
    import uvicorn

    from fingerpost.server.http import make_app

    class Http(uvicorn.Server):
        """Tells when it listens, and leaves signals to us: uvicorn raises them again, which is no clean exit."""

        def __init__(self, config: uvicorn.Config) -> None:
            super().__init__(config)
            self.listens = asyncio.Event()

        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            self.listens.set()

    return Http(
        uvicorn.Config(
            make_app(assistant, settings),
            http="httptools",
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            # Whoever may set an address for us could be anybody: the rate counts for the one that connects.
            proxy_headers=False,
            server_header=False,
            timeout_keep_alive=KEEP_ALIVE,
            timeout_graceful_shutdown=grace,
        )
    )
