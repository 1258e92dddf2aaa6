"""Training beside a server: a process of its own, at the lowest priority, once enough was said since the last time."""

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

EVERY = 60.0
"""Seconds between two looks at how much was said."""
PATIENCE = 3600.0
"""Seconds after which a training is ended."""
AHEAD = 86_400.0
"""Seconds that the clocks of two servers may lie apart."""
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""A second thread of the trainer would take a core that the server needs."""


class Trainer:
    """Has `fingerpost learn` run after so many sessions; of several servers on one store one trains at a time."""

    def __init__(self, place: str, name: str, settings: Settings, store: Store) -> None:
        """Take where the routebook is and what it is called."""
        self._place, self._name, self._settings, self._store = place, name, settings, store
        # What came of a try without a new student is not in the store, and is not to be tried every minute.
        self._tried = 0.0
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def is_due(self) -> bool:
        """Whether enough sessions were used since a student was made, or was tried to be made here."""
        times = [self._tried, *(version.at for version in self._store.students.all(self._name))]
        # What a clock wrote that was far ahead would keep it from being due until then.
        latest = self._store.now() + AHEAD
        return self._store.sessions_since(max(at for at in [0.0, *times] if at <= latest)) >= (
            self._settings.learning.after
        )

    def train(self) -> int:
        """Train in a process of its own and return its exit code: 0 if the new student serves, 1 if it was refused."""
        self._tried = self._store.now()
        command = [sys.executable, "-m", "fingerpost", "learn", "--routebook", self._place]
        if self._settings.learning.held_out is not None:
            command += ["--held-out", str(self._settings.learning.held_out)]
        running = subprocess.Popen(  # noqa: S603 - our own command
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            env={**os.environ, **ONE_THREAD},
        )
        # Not before it runs: what is done between fork and exec may wait for a thread that is not there.
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, running.pid, 19)
        try:
            written, failed = running.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            running.kill()
            running.communicate()
            log_event(
                f"[learning] training {self._name} took more than {PATIENCE:.0f} s and was ended", logging.WARNING
            )
            return 2
        said = (written if running.returncode in (0, 1) else failed).strip().splitlines()
        outcome = {0: "done", 1: "refused"}.get(running.returncode, "not possible")
        last = said[-1] if said else "nothing was said"
        log_event(f"[learning] training {self._name}: {outcome}: {last}", logging.INFO, outcome=outcome)
        return running.returncode

    def start(self, every: float = EVERY) -> Trainer:
        """Look every so many seconds, on a thread of its own."""
        self._thread = threading.Thread(target=self._run, args=(every,), name="fingerpost-trainer", daemon=True)
        self._thread.start()
        return self

    def close(self) -> None:
        """Look no more; a training that is under way goes on by itself."""
        self._stop.set()

    def _run(self, every: float) -> None:
        while not self._stop.wait(every):
            try:
                if self.is_due():
                    self.train()
            except (FingerpostError, OSError) as error:
                log_event(f"[learning] whether to train {self._name} cannot be told now: {error}", logging.WARNING)
