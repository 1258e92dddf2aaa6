"""`fingerpost serve`: one process, or several under a supervisor."""

from __future__ import annotations

import logging
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from fingerpost.errors import SettingsError
from fingerpost.observability.events import log_event
from fingerpost.server.binding import announce, bind, check_exposure, set_up_log
from fingerpost.server.worker import GRACE, Listening, StopSignals, run, work
from fingerpost.settings import Settings

PACKAGES = (
    "fastapi", "grpc", "grpc_health", "grpc_reflection", "httptools", "prometheus_client",
    "python_multipart", "uvicorn",
)  # fmt: skip
"""What the extra `serve` brings."""


def serve(place: str | Path, settings: Settings, *, open_to_all: bool = False, grace: int = GRACE) -> int:
    """Serve a routebook until told to stop, and return the exit code."""
    serving = settings.serving
    _need_packages()
    check_exposure(serving, open_to_all=open_to_all)
    set_up_log()
    with _training(place, settings):
        if serving.workers > 1:
            from fingerpost.server.processes import supervise

            supervise(place, settings, grace)
            return 0
        listener = bind(serving.host, serving.http_port)

        def ready(listening: Listening) -> None:
            announce(listening, serving)

        signals = (signal.SIGTERM, signal.SIGINT)
        run(lambda: work(place, settings, listener, ready, StopSignals(signals), grace))
    return 0


@contextmanager
def _training(place: str | Path, settings: Settings) -> Iterator[None]:
    """Have students trained meanwhile, where the settings say so."""
    if not settings.learning.automatic:
        yield
        return
    from fingerpost.routebook.load import is_student, load

    if is_student(Path(place)):
        log_event(
            f"[learning] {place} holds a student of `fingerpost train`: it serves, and is not trained on",
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


def _need_packages() -> None:
    """Refuse to start where nothing could be served."""
    missing = [name for name in PACKAGES if find_spec(name) is None]
    if missing:
        raise SettingsError(f"serving needs {', '.join(missing)}: pip install 'fingerpost[serve]'")
