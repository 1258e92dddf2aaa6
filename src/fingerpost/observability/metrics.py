"""Counters and timings of this process, for whoever exposes them."""

from __future__ import annotations

import threading
from bisect import bisect_left

from fingerpost.runtime.fork import reset_after_fork

BUCKETS = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds in seconds."""

Labels = tuple[tuple[str, str], ...]


class Metrics:
    """Named counters and timings with labels; safe between threads, and in a child of fork."""

    def __init__(self) -> None:
        """Begin at nothing."""
        self._counters: dict[tuple[str, Labels], float] = {}
        self._timings: dict[tuple[str, Labels], list[float]] = {}
        self._lock = threading.Lock()
        reset_after_fork(self)

    def after_fork(self) -> None:
        """Begin with a free lock: whichever thread held it lives on in the parent only."""
        self._lock = threading.Lock()

    def count(self, name: str, amount: float = 1, **labels: str) -> None:
        """Add to a counter."""
        key = (name, tuple(sorted(labels.items())))
        with self._lock:
            self._counters[key] = self._counters.get(key, 0) + amount

    def observe(self, name: str, seconds: float, labels: Labels = ()) -> None:
        """Add one timing to a histogram; labels come sorted, because every message passes here."""
        with self._lock:
            cells = self._timings.get((name, labels))
            if cells is None:
                cells = self._timings[name, labels] = [0.0] * (len(BUCKETS) + 2)
            cells[bisect_left(BUCKETS, seconds)] += 1
            cells[-1] += seconds

    def value(self, name: str, **labels: str) -> float:
        """Return how often: a counter, or the number of timings, summed over all that have these labels."""
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
        """Return every histogram: counts a bucket (the last one unbounded), and the sum of seconds."""
        with self._lock:
            return [(name, labels, cells[:-1], cells[-1]) for (name, labels), cells in self._timings.items()]


METRICS = Metrics()
"""The one registry of the process."""
