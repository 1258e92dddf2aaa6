"""Background training for a server: a low-priority child process, started after enough new sessions."""

from __future__ import annotations

import contextlib
import logging
import os
import subprocess
import sys
import threading

from fingerpost.errors import FingerpostError
from fingerpost.observability.events import log_event
from fingerpost.settings import Settings
from fingerpost.stores.store import Store

CHECK_INTERVAL = 60.0
"""Seconds between two checks whether training is due."""
TRAINING_TIMEOUT = 3600.0
"""Seconds after which a training process is killed."""
MAX_CLOCK_SKEW = 86_400.0
"""Largest difference in seconds between the clocks of two servers."""
SINGLE_THREAD_ENVIRONMENT = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""Limits the training process to one thread, because the server needs the other cores."""


class BackgroundTrainer:
    """Runs `fingerpost learn` after a number of new sessions; of several servers on one store, one trains at a time."""

    def __init__(self, place: str, name: str, settings: Settings, store: Store) -> None:
        """Create a trainer for the routebook `name` at `place`, an installed name or a folder."""
        self._place, self._name, self._settings, self._store = place, name, settings, store
        # A failed attempt leaves nothing in the store, and must not be repeated every minute.
        self._last_attempt = 0.0
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def is_due(self) -> bool:
        """Whether enough sessions were used since the last student or the last attempt to train one."""
        times = [self._last_attempt, *(version.at for version in self._store.students.all(self._name))]
        # A timestamp from a clock that is far ahead would postpone training until that time.
        latest = self._store.now() + MAX_CLOCK_SKEW
        return self._store.sessions_since(max(at for at in [0.0, *times] if at <= latest)) >= (
            self._settings.learning.after
        )

    def train(self) -> int:
        """Train in a child process and return its exit code: 0 if the new student was promoted, 1 if it was refused."""
        self._last_attempt = self._store.now()
        command = [sys.executable, "-m", "fingerpost", "learn", "--routebook", self._place]
        if self._settings.learning.held_out is not None:
            command += ["--held-out", str(self._settings.learning.held_out)]
        process = subprocess.Popen(  # noqa: S603 - our own command
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            env={**os.environ, **SINGLE_THREAD_ENVIRONMENT},
        )
        # Not in a `preexec_fn`: code between fork and exec may deadlock on a lock of another thread.
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process.pid, 19)
        try:
            stdout, stderr = process.communicate(timeout=TRAINING_TIMEOUT)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            log_event(
                f"[learning] training {self._name} took more than {TRAINING_TIMEOUT:.0f} s and was killed",
                logging.WARNING,
            )
            return 2
        lines = (stdout if process.returncode in (0, 1) else stderr).strip().splitlines()
        outcome = {0: "done", 1: "refused"}.get(process.returncode, "failed")
        last = lines[-1] if lines else "no output"
        log_event(f"[learning] training {self._name}: {outcome}: {last}", logging.INFO, outcome=outcome)
        return process.returncode

    def start(self, every: float = CHECK_INTERVAL) -> BackgroundTrainer:
        """Check every `every` seconds, on a background thread."""
        self._thread = threading.Thread(target=self._run, args=(every,), name="fingerpost-trainer", daemon=True)
        self._thread.start()
        return self

    def close(self) -> None:
        """Stop checking; a training that is running continues."""
        self._stop.set()

    def _run(self, every: float) -> None:
        while not self._stop.wait(every):
            try:
                if self.is_due():
                    self.train()
            except (FingerpostError, OSError) as error:
                log_event(f"[learning] cannot check whether to train {self._name}: {error}", logging.WARNING)
