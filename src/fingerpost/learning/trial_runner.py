"""Runs trials for a server: one at a time in a low-priority child process, which can be cancelled and ends in time."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import pickle
import queue
import subprocess
import sys
import tempfile
import threading
from time import monotonic
from typing import IO, Any

from fingerpost.errors import StoreError
from fingerpost.learning.background_training import SINGLE_THREAD_ENVIRONMENT
from fingerpost.learning.trial import TrialJob
from fingerpost.observability.events import log_event
from fingerpost.stores.store import Store
from fingerpost.stores.trials import DONE, FAILED, NewTrial

KILL_AFTER = 600.0
"""Seconds after which a trial is killed."""
CLOSE_WITHIN = 5.0
"""Seconds that a server which stops waits for the end of a trial."""
TELL_EVERY = 0.5
"""Seconds between two looks whether it was cancelled; progress is stored as often."""

COMMAND = [sys.executable, "-m", "fingerpost.learning.trial_process"]


class TrialRunner:
    """Starts trials and follows them, each on a thread of its own, while its child process works."""

    def __init__(self, store: Store) -> None:
        """Create it for the store in which trials are kept."""
        self._store, self._stop = store, threading.Event()
        self._follower: threading.Thread | None = None

    def start(self, who: str, job: TrialJob, given: NewTrial) -> int:
        """Begin a trial and return its number; raises ConflictError while another one runs on this store."""
        number = self._store.trials.begin(job.name, who, given)
        given_job = number, job, self._follower
        follower = threading.Thread(target=self._follow_after, args=given_job, name="fingerpost-trial", daemon=True)
        self._follower = follower
        follower.start()
        return number

    def close(self) -> None:
        """End what runs, and wait until its child process is gone and the store knows."""
        self._stop.set()
        if self._follower is not None:
            self._follower.join(CLOSE_WITHIN)

    def _follow_after(self, number: int, job: TrialJob, before: threading.Thread | None) -> None:
        """Follow a trial once the child of the one before is gone, which outlives its cancelling for a moment."""
        if before is not None:
            before.join()
        if self._goes_on(number, {}):
            self._follow(number, job)

    def _follow(self, number: int, job: TrialJob) -> None:
        try:
            with tempfile.TemporaryFile() as errors:
                process = subprocess.Popen(  # noqa: S603 - our own command
                    COMMAND,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=errors,
                    env={**os.environ, **SINGLE_THREAD_ENVIRONMENT},
                )
                with contextlib.suppress(OSError):
                    os.setpriority(os.PRIO_PROCESS, process.pid, 19)
                try:
                    self._finish(number, job, self._outcome(number, job, process), errors)
                finally:
                    process.kill()
                    process.wait()
        except (StoreError, OSError) as error:
            # Its lease ends, and it counts as lost.
            log_event(f"[trial] {job.name}: trial {number} ended: {error}", logging.WARNING)

    def _outcome(self, number: int, job: TrialJob, process: subprocess.Popen[bytes]) -> dict[str, Any] | None:
        """Return the last line of the child; None where the trial was cancelled or lost."""
        if process.stdin is None or process.stdout is None:
            raise OSError("the child process has no pipes")
        lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        threading.Thread(target=_read, args=(process.stdout, lines), daemon=True).start()
        # On a thread: a child that does not read must not keep this one from ending it.
        threading.Thread(target=_send, args=(process.stdin, job), daemon=True).start()
        said: dict[str, Any] = {}
        until, told = monotonic() + KILL_AFTER, 0.0
        while not self._stop.is_set():
            if monotonic() > until:
                return {"error": f"took more than {KILL_AFTER:.0f} s and was ended: try it in a quieter time"}
            if monotonic() - told > TELL_EVERY:
                if not self._goes_on(number, said):
                    return None
                told = monotonic()
            try:
                line = lines.get(timeout=TELL_EVERY)
            except queue.Empty:
                continue
            if line is None:
                return {"error": "ended without a result: the server's log says why"}
            said = json.loads(line)
            if said.keys() & {"result", "error"}:
                return said
        return {"error": "the server was stopped"}

    def _goes_on(self, number: int, said: dict[str, Any]) -> bool:
        """Store how far a trial is; return whether it is still to go on."""
        try:
            return self._store.trials.renew(number, said)
        except StoreError:
            # A store that fails for a moment ends no trial; where it stays away, the result cannot be stored.
            return True

    def _finish(self, number: int, job: TrialJob, said: dict[str, Any] | None, errors: IO[bytes]) -> None:
        if said is None:
            log_event(f"[trial] {job.name}: trial {number} was cancelled, or lost to the next one")
            return
        if "result" in said:
            self._store.trials.finish(number, DONE, said["result"])
            log_event(f"[trial] {job.name}: trial {number} is done in {said['result']['seconds']} s")
            return
        self._store.trials.finish(number, FAILED, {"error": said["error"]})
        errors.seek(0)
        last = errors.read()[-2000:].decode("utf-8", "replace").strip()
        log_event(f"[trial] {job.name}: trial {number} failed: {said['error']} {last}", logging.WARNING)


def _send(pipe: IO[bytes], job: TrialJob) -> None:
    with contextlib.suppress(ValueError, OSError), pipe:
        pipe.write(pickle.dumps(job))


def _read(pipe: IO[bytes], found: queue.SimpleQueue[bytes | None]) -> None:
    with pipe:
        for line in pipe:
            found.put(line)
    found.put(None)
