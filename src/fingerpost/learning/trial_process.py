"""The child process of a trial: `python -m fingerpost.learning.trial_process`, for a server.

It reads a pickled job from its input, and writes a line of JSON for every step, the last one with the result or error.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
import threading
from time import sleep
from typing import Any

from fingerpost.errors import FingerpostError, StoreError

LOOK_EVERY = 0.5
"""Seconds between two looks whether the server is still there."""
UNAVAILABLE = "the store is not available now: try again later"


def main() -> int:
    """Run the trial that the parent process sent."""
    # What libraries print, be they of C, must not get among the lines.
    lines = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()

    def tell(values: dict[str, Any]) -> None:
        lines.write(json.dumps(values) + "\n")
        lines.flush()

    from fingerpost.learning.trial import run_trial

    job = pickle.load(sys.stdin.buffer)  # noqa: S301 - from the parent process, through a pipe of its own
    try:
        result = run_trial(job, lambda step, done, of: tell({"step": step, "done": done, "of": of}))
    except StoreError as error:
        # Its message has the store's address, which is for the operator alone.
        sys.stderr.write(f"{error}\n")
        tell({"error": UNAVAILABLE})
    except FingerpostError as error:
        tell({"error": str(error)})
    else:
        tell({"result": result})
    return 0


def _end_with(parent: int) -> None:
    """End this process once the server was killed: nobody waits for the result."""
    while os.getppid() == parent:
        sleep(LOOK_EVERY)
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main())
