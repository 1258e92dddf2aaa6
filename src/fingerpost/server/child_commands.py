"""Checks that take seconds, for people who look at a server: off the event loop, one at a time, and kept for a while.

Commands of ours run in a child process of low priority, with one thread, and are killed after their time, and where the
server stops.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, Generic, NamedTuple, TypeVar

from fingerpost.learning.background_training import SINGLE_THREAD_ENVIRONMENT
from fingerpost.routing.live import LiveRouter
from fingerpost.routing.router import RouterSource
from fingerpost.settings import Settings

T = TypeVar("T")

PRIORITY = 10
"""Behind serving, but not behind everything: somebody waits for it."""
DOCTOR_SECONDS = 120.0
"""Seconds that `fingerpost doctor` may take."""
DRIFT_SECONDS = 240.0
"""Seconds that the comparison of traffic with the examples may take."""
DRIFT_MESSAGES = 1_000
"""The latest messages whose sessions are compared with the examples."""
FAULT_SECONDS = 60.0
"""The most seconds for which a failure counts."""
STOP_SECONDS = 0.2
"""Seconds between two looks whether the server stops."""


class KeptResult(Generic[T]):
    """The result of work that takes a while: it is done once at a time, on a thread, and counts for some seconds.

    One that says what was missing or went wrong counts for a minute at most: it may have been mended since.
    """

    def __init__(self, work: Callable[[], T], seconds: float, clock: Callable[[], float] = monotonic) -> None:
        """Do nothing yet; the result of `work` counts for so many seconds."""
        self._work, self._seconds, self._clock = work, seconds, clock
        self._running: asyncio.Task[T] | None = None
        self._until = 0.0

    async def get(self, patience: float) -> T | None:
        """Return the result, of now or of before; None where it is not there after these seconds, and goes on."""
        task = self._running
        if task is None or (task.done() and self._clock() >= self._until):
            task = self._running = asyncio.create_task(asyncio.to_thread(self._work))
            task.add_done_callback(self._note_end)
        done, _ = await asyncio.wait({task}, timeout=patience)
        return task.result() if done else None

    def _note_end(self, task: asyncio.Task[T]) -> None:
        # An error is told by `get`; where nobody asks, it is no error of the event loop.
        failed = task.cancelled() or task.exception() is not None or _says_a_fault(task.result())
        self._until = self._clock() + (min(self._seconds, FAULT_SECONDS) if failed else self._seconds)


class CommandResult(NamedTuple):
    """The JSON object that a command wrote; else what went wrong, with its last words as `detail`."""

    found: dict[str, Any] | None
    fault: str = ""
    detail: str = ""


def _says_a_fault(result: object) -> bool:
    return isinstance(result, CommandResult) and result.found is None


def run_doctor(settings: Settings, routes: RouterSource, stop: threading.Event) -> CommandResult:
    """Return what `fingerpost doctor` says of this installation, with the settings of this server, until `stop`."""
    environment = {**_environment(settings), "FINGERPOST_ROUTEBOOK": place_of(routes) or ""}
    done = _run(["doctor", "--json"], environment, DOCTOR_SECONDS, stop)
    return done if isinstance(done, CommandResult) else _parsed(done.stdout, done)


def run_drift(settings: Settings, routes: RouterSource, stop: threading.Event) -> CommandResult:
    """Return what `fingerpost eval --drift` finds in the latest messages, until `stop`."""
    place = place_of(routes)
    if place is None:
        return CommandResult(None, "the routebook has no folder to compare with")
    with tempfile.TemporaryDirectory(prefix="fingerpost-") as folder:
        file = Path(folder) / "drift.json"
        words = ["eval", "--drift", "--no-llm", "--last", str(DRIFT_MESSAGES), "--routebook", place]
        done = _run([*words, "--json", str(file)], _environment(settings), DRIFT_SECONDS, stop)
        if isinstance(done, CommandResult):
            return done
        return _parsed(file.read_text(encoding="utf-8") if file.exists() else "", done)


def place_of(routes: RouterSource) -> str | None:
    """Return the folder of the routebook that is served; None for one without a folder."""
    folder = routes.folder if isinstance(routes, LiveRouter) else routes.router.routebook.folder
    # Whole: a folder may have the name of an installed routebook, and people who may not see paths know them by it.
    return None if folder is None else str(folder.absolute())


def _environment(settings: Settings) -> dict[str, str]:
    """Return the environment of a child: that of this process, with what its settings say."""
    given = {"DATABASE_URL": settings.database, "FINGERPOST_CACHE": str(settings.cache or "off")}
    return {**os.environ, **SINGLE_THREAD_ENVIRONMENT, **given}


def _run(
    words: Sequence[str], environment: dict[str, str], seconds: float, stop: threading.Event
) -> subprocess.CompletedProcess[str] | CommandResult:
    command = [sys.executable, "-m", "fingerpost", *words]
    name = f"`fingerpost {words[0]}`"
    try:
        process = subprocess.Popen(  # noqa: S603 - our own command
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            env=environment,
        )
    except OSError as error:
        return CommandResult(None, f"{name} cannot be started: run it in a terminal of this machine", str(error))
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, process.pid, PRIORITY)
    until = monotonic() + seconds
    while monotonic() < until and not stop.is_set():
        with contextlib.suppress(subprocess.TimeoutExpired):
            stdout, stderr = process.communicate(timeout=min(seconds, STOP_SECONDS))
            return subprocess.CompletedProcess(command, process.returncode, stdout, stderr)
    process.kill()
    process.communicate()
    if stop.is_set():
        return CommandResult(None, f"{name} was ended: the server stops")
    return CommandResult(
        None, f"{name} took more than {seconds:g} s and was ended: run it in a terminal of this machine"
    )


def _parsed(text: str, done: subprocess.CompletedProcess[str]) -> CommandResult:
    with contextlib.suppress(ValueError):
        return CommandResult(dict(json.loads(text)))
    last = next((line for line in reversed((done.stderr or done.stdout).strip().splitlines()) if line.strip()), "")
    said = last.removeprefix("fingerpost: ")[:500]
    return CommandResult(None, f"it gave no result, and ended with status {done.returncode}", said)
