"""How much memory a part of a test takes: the peak of the whole process, as the system counts it."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def peak_growth() -> Iterator[Callable[[], float]]:
    """Yield what returns the megabytes that the process has grown by at most since the block began."""
    gc.collect()
    # Resets the peak to what is used now.
    Path("/proc/self/clear_refs").write_text("5")
    before = _megabytes("VmRSS")
    yield lambda: _megabytes("VmHWM") - before


def _megabytes(line: str) -> float:
    found = re.search(rf"{line}:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert found
    return int(found[1]) / 1000
