"""Counters and latency histograms, independent of how they are exposed; those of several workers are added up."""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections.abc import Sequence
from ctypes import Array, c_char

from fingerpost.observability.shared_series import Cells, Labels, SharedSeries
from fingerpost.runtime.fork import reset_after_fork

BUCKETS = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds of the histogram buckets, in seconds."""

Table = dict[tuple[str, Labels], Cells]


class Metrics:
    """Named counters, histograms and gauges with labels; thread-safe and fork-safe."""

    def __init__(self) -> None:
        """Create an empty registry."""
        self._counters: Table = {}
        self._timings: Table = {}
        self._gauges: Table = {}
        self._tables = {"counter": self._counters, "timing": self._timings, "gauge": self._gauges}
        self._lock = threading.Lock()
        self._worker = 0
        self._workers: list[SharedSeries] = []
        reset_after_fork(self)

    def share(self, memories: Sequence[Array[c_char]], worker: int) -> None:
        """Count in a worker's memory from now on, and add up those of all workers; before anything is counted.

        What a worker before it counted there is kept; its gauges are not.
        """
        with self._lock:
            self._worker, self._workers = worker, [SharedSeries(memory) for memory in memories]
            for (kind, name, labels), cells in self._workers[worker]:
                self._tables[kind][name, labels] = cells
            for cells in self._gauges.values():
                cells[0] = 0.0

    def after_fork(self) -> None:
        """Replace the lock, whose thread does not exist in the child, and leave the parent's memory to the parent."""
        self._lock = threading.Lock()
        self._worker, self._workers = 0, []
        for table in self._tables.values():
            table.update({key: list(cells) for key, cells in table.items()})

    def count(self, name: str, amount: float = 1, **labels: str) -> None:
        """Add to a counter."""
        key = (name, tuple(sorted(labels.items()) if len(labels) > 1 else labels.items()))
        with self._lock:
            cells = self._counters.get(key) or self._add("counter", key, 1)
            cells[0] += amount

    def observe(self, name: str, seconds: float, labels: Labels = ()) -> None:
        """Add one duration to a histogram; the caller sorts the labels, because this is on the hot path."""
        with self._lock:
            cells = self._timings.get((name, labels)) or self._add("timing", (name, labels), len(BUCKETS) + 2)
            cells[bisect_left(BUCKETS, seconds)] += 1
            cells[-1] += seconds

    def set(self, name: str, value: float) -> None:
        """Set a gauge of this process."""
        with self._lock:
            cells = self._gauges.get((name, ())) or self._add("gauge", (name, ()), 1)
            cells[0] = value

    def _add(self, kind: str, key: tuple[str, Labels], count: int) -> Cells:
        shared = self._workers[self._worker].add((kind, *key), count) if self._workers else None
        # Where the shared memory is full, a new series is shown by this worker alone.
        cells = self._tables[kind][key] = [0.0] * count if shared is None else shared
        return cells

    def value(self, name: str, **labels: str) -> float:
        """Return a counter's value, or the number of observed durations, summed over all series with these labels.

        It is that of this process alone.
        """
        wanted = set(labels.items())
        with self._lock:
            counted = [(key, cells[0]) for key, cells in self._counters.items()]
            counted += [(key, sum(cells[:-1])) for key, cells in self._timings.items()]
        return sum(amount for (known, given), amount in counted if known == name and wanted <= set(given))

    def counters(self) -> list[tuple[str, Labels, float]]:
        """Return every counter of all workers with its labels."""
        return [(name, labels, cells[0]) for (name, labels), cells in self._sums("counter").items()]

    def timings(self) -> list[tuple[str, Labels, list[float], float]]:
        """Return every histogram of all workers: the count per bucket (the last one unbounded), the sum of seconds."""
        return [(name, labels, cells[:-1], cells[-1]) for (name, labels), cells in self._sums("timing").items()]

    def gauges(self, name: str) -> dict[str, float]:
        """Return a gauge by the worker's number, for the workers that have set it; alone, a process has no number."""
        with self._lock:
            own = self._gauges.get((name, ()))
            workers = list(self._workers)
        if not workers:
            return {} if own is None else {"": own[0]}
        every = {str(number): dict(series) for number, series in enumerate(workers)}
        return {number: found["gauge", name, ()][0] for number, found in every.items() if ("gauge", name, ()) in found}

    def _sums(self, kind: str) -> dict[tuple[str, Labels], list[float]]:
        with self._lock:
            sums = {key: list(cells) for key, cells in self._tables[kind].items()}
            others = [series for number, series in enumerate(self._workers) if number != self._worker]
        for other in others:
            for (found, name, labels), cells in other:
                if found == kind:
                    before = sums.get((name, labels), [0.0] * len(cells))
                    sums[name, labels] = [one + more for one, more in zip(before, cells, strict=True)]
        return sums


METRICS = Metrics()
"""The registry of this process."""
