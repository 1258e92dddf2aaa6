"""`fingerpost serve`: one process, or several worker processes under a supervisor."""

from __future__ import annotations

import logging
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from fingerpost.errors import SettingsError
from fingerpost.observability.events import log_event
from fingerpost.server.binding import bind, check_exposure, configure_logging, print_addresses
from fingerpost.server.keys import KeyRing
from fingerpost.server.tls import check_certificate
from fingerpost.server.worker import GRACE_PERIOD, ServerInfo, StopSignals, run_event_loop, run_worker
from fingerpost.settings import Settings

if TYPE_CHECKING:
    from fingerpost.answering.functions import Functions
    from fingerpost.server.pages import AddPages

PACKAGES = (
    "fastapi", "grpc", "grpc_health", "grpc_reflection", "httptools", "jinja2", "prometheus_client",
    "python_multipart", "uvicorn",
)  # fmt: skip
"""The packages of the extra `serve`."""


def serve(
    place: str | Path,
    settings: Settings,
    *,
    open_to_all: bool = False,
    grace: int = GRACE_PERIOD,
    handlers: Functions = (),
    add_pages: AddPages | None = None,
    when_ready: Callable[[ServerInfo], None] = lambda _: None,
) -> int:
    """Serve a routebook until the signal to stop, and return the exit code; `handlers` as for `Assistant.open`.

    `add_pages` adds pages for people, such as the console; `when_ready` is called once one process serves.
    """
    serving = settings.serving
    if handlers and serving.workers > 1:
        raise SettingsError(
            f"FINGERPOST_WORKERS = {serving.workers}: functions are served by one process: set it to 1, or make"
            " the handlers a package with an entry point"
        )
    require_packages()
    configure_logging()
    check_exposure(serving, open_to_all=open_to_all)
    check_certificate(serving.access)
    if serving.access.keys is not None:
        # Read here as well, so that a wrong file is told before anything is loaded.
        KeyRing(serving.access.keys)
    with _background_training(place, settings):
        if serving.workers > 1:
            from fingerpost.server.processes import supervise

            supervise(place, settings, grace, add_pages)
            return 0
        # Bound by gRPC itself once everything is loaded: a taken port is told before that.
        bind(serving.host, serving.grpc_port, kind="grpc").close()
        listener = bind(serving.host, serving.http_port)

        def ready(info: ServerInfo) -> None:
            print_addresses(info, serving, pages=add_pages is not None)
            when_ready(info)

        stopping = (signal.SIGTERM, signal.SIGINT)
        run_event_loop(
            lambda: run_worker(place, settings, listener, ready, StopSignals(stopping), grace, handlers, add_pages)
        )
    return 0


@contextmanager
def _background_training(place: str | Path, settings: Settings) -> Iterator[None]:
    """Train students in the background while the server runs, if the settings ask for it."""
    if not settings.learning.automatic:
        yield
        return
    from fingerpost.routebook.load import is_student, load

    if is_student(Path(place)):
        log_event(
            f"[learning] {place} holds a classifier made by `fingerpost build train`: it is served, and not"
            " trained further",
            logging.WARNING,
        )
        yield
        return
    from fingerpost.learning.background_training import BackgroundTrainer
    from fingerpost.stores.store import Store

    name = load(place).name
    with Store.open(settings.database, settings.retention) as store:
        trainer = BackgroundTrainer(str(place), name, settings, store).start()
        try:
            yield
        finally:
            trainer.close()


def require_packages() -> None:
    """Raise SettingsError if a package that serving needs is not installed."""
    missing = [name for name in PACKAGES if find_spec(name) is None]
    if missing:
        raise SettingsError(f"serving needs {', '.join(missing)}: pip install 'fingerpost[serve]'")
