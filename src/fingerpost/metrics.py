"""Counters and timings of this process, for whoever exposes them."""

from __future__ import annotations

import threading
from bisect import bisect_left

BUCKETS = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds in seconds."""

Labels = tuple[tuple[str, str], ...]


class Metrics:
    """Named counters and histograms with labels; safe between threads."""

    def __init__(self) -> None:
        """Begin at nothing."""
        self._lock = threading.Lock()
        self._counters: dict[tuple[str, Labels], float] = {}
        self._timings: dict[tuple[str, Labels], list[float]] = {}

    def count(self, name: str, amount: float = 1, **labels: str) -> None:
        """Add to a counter."""
        key = (name, tuple(labels.items()))
        with self._lock:
            self._counters[key] = self._counters.get(key, 0) + amount

    def time(self, name: str, seconds: float, **labels: str) -> None:
        """Add one timing to a histogram."""
        key = (name, tuple(labels.items()))
        with self._lock:
            cells = self._timings.get(key)
            if cells is None:
                cells = self._timings[key] = [0.0] * (len(BUCKETS) + 2)
            cells[bisect_left(BUCKETS, seconds)] += 1
            cells[-1] += seconds

    def value(self, name: str, **labels: str) -> float:
        """Return a counter: the sum over all that have these labels."""
        wanted = set(labels.items())
        with self._lock:
            return sum(
                amount for (known, given), amount in self._counters.items() if known == name and wanted <= set(given)
            )

    def counters(self) -> list[tuple[str, Labels, float]]:
        """Return every counter with its labels."""
        with self._lock:
            return [(name, labels, amount) for (name, labels), amount in self._counters.items()]

    def timings(self) -> list[tuple[str, Labels, list[float], float]]:
        """Return every histogram: counts a bucket (the last one unbounded), and the sum of seconds."""
        with self._lock:
            return [(name, labels, cells[:-1], cells[-1]) for (name, labels), cells in self._timings.items()]


METRICS = Metrics()
"""The one registry of the process."""
