"""Counters and latency histograms of this process, independent of how they are exposed."""

from __future__ import annotations

import threading
from bisect import bisect_left

from fingerpost.runtime.fork import reset_after_fork

BUCKETS = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds of the histogram buckets, in seconds."""

Labels = tuple[tuple[str, str], ...]


class Metrics:
    """Named counters and histograms with labels; thread-safe and fork-safe."""

    def __init__(self) -> None:
        """Create an empty registry."""
        self._counters: dict[tuple[str, Labels], float] = {}
        self._timings: dict[tuple[str, Labels], list[float]] = {}
        self._lock = threading.Lock()
        reset_after_fork(self)

    def after_fork(self) -> None:
        """Replace the lock: the thread that may have held it does not exist in the child."""
        self._lock = threading.Lock()

    def count(self, name: str, amount: float = 1, **labels: str) -> None:
        """Add to a counter."""
        key = (name, tuple(sorted(labels.items()) if len(labels) > 1 else labels.items()))
        with self._lock:
            self._counters[key] = self._counters.get(key, 0) + amount

    def observe(self, name: str, seconds: float, labels: Labels = ()) -> None:
        """Add one duration to a histogram; the caller sorts the labels, because this is on the hot path."""
        with self._lock:
            cells = self._timings.get((name, labels))
            if cells is None:
                cells = self._timings[name, labels] = [0.0] * (len(BUCKETS) + 2)
            cells[bisect_left(BUCKETS, seconds)] += 1
            cells[-1] += seconds

    def value(self, name: str, **labels: str) -> float:
        """Return a counter's value, or the number of observed durations, summed over all series with these labels."""
        wanted = set(labels.items())
        with self._lock:
            counted = list(self._counters.items())
            counted += [(key, sum(cells[:-1])) for key, cells in self._timings.items()]
        return sum(amount for (known, given), amount in counted if known == name and wanted <= set(given))

    def counters(self) -> list[tuple[str, Labels, float]]:
        """Return every counter with its labels."""
        with self._lock:
            return [(name, labels, amount) for (name, labels), amount in self._counters.items()]

    def timings(self) -> list[tuple[str, Labels, list[float], float]]:
        """Return every histogram: the count per bucket (the last one unbounded) and the sum of seconds."""
        with self._lock:
            return [(name, labels, cells[:-1], cells[-1]) for (name, labels), cells in self._timings.items()]


METRICS = Metrics()
"""The registry of this process."""
