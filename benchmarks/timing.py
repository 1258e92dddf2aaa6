"""Interleaved timing, for comparisons on a busy machine: contenders alternate message by message."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import median
from time import perf_counter
from typing import Any

WARM_UP = 5


def interleaved(
    calls: Mapping[str, Callable[[Any], object]], inputs: Sequence[Any], clock: Callable[[], float] = perf_counter
) -> dict[str, float]:
    """Return the median seconds of each call over all inputs; who goes first changes from input to input."""
    for value in inputs[:WARM_UP]:
        for call in calls.values():
            call(value)
    names = list(calls)
    times: dict[str, list[float]] = {name: [] for name in names}
    for i, value in enumerate(inputs):
        first = i % len(names)
        for name in names[first:] + names[:first]:
            call = calls[name]
            began = clock()
            call(value)
            times[name].append(clock() - began)
    return {name: median(taken) for name, taken in times.items()}
