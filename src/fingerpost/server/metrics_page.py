"""The metrics of this process as Prometheus reads them.

Every worker answers for itself: behind one port a scrape reaches any of them, and a counter may seem to go back.
With several workers let Prometheus take rates over a while, or run one worker a port.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import accumulate

from prometheus_client import CollectorRegistry
from prometheus_client.exposition import generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from fingerpost.observability.metrics import BUCKETS, METRICS, Metrics
from fingerpost.validation.code_check import BREAKER_STATES, CodeChecker

COUNTERS = {
    "answers": "Answers by route and validation status.",
    "contract_breaches": "Rules of the contract that were not kept.",
    "exchanges": "Messages by what became of them.",
    "feedback": "What people say a message should have been, by route.",
    "grpc_failures": "Calls over gRPC that failed, by status.",
    "parser_checks": "Checks of generated code by verdict.",
    "parser_version_mismatches": "Parsers of another version than the expected one.",
    "refusals": "Requests that were refused for their key or their rate.",
    "reloads": "Edits of the routebook that were taken over or refused.",
    "retrievals": "Searches for documents by outcome.",
    "store_failures": "Requests that could not be written.",
    "traces_dropped": "Traces that were not kept.",
    "unvalidated_answers": "Answers with code that no parser has seen.",
}
TIMINGS = {
    "decisions": "Decisions by route and layer.",
    "http_requests": "Requests over HTTP by path and status, until the end of the response.",
    "model": "Calls of language models by slot and purpose.",
    "parser": "Calls of the parser.",
    "retrieval": "Searches for documents.",
}
"""What is known; anything else that is counted or timed is shown as well."""

_SILENT = ("traces_dropped", "unvalidated_answers", "store_failures")
_RULES = tuple(f"RC-{number:02d}" for number in range(1, 9))
"""Shown as 0 from the start: an alert sees a counter rise only if it was there before."""


class MetricsPage(Collector):
    """Gives out what a registry of ours holds, and the state of the parser's breaker."""

    def __init__(self, gate: Callable[[], CodeChecker | None] = lambda: None, metrics: Metrics = METRICS) -> None:
        """`gate` gives the gate of the moment, whose breaker to tell of, if there is one."""
        self._gate, self._metrics = gate, metrics
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def text(self) -> bytes:
        """Return the page, in Prometheus' text format."""
        return generate_latest(self._registry)

    def describe(self) -> Iterable[Metric]:
        """Name nothing ahead: what there is depends on what happened."""
        return ()

    def collect(self) -> Iterable[Metric]:
        """Return everything of this moment."""
        gate = self._gate()
        if gate is not None:
            state = GaugeMetricFamily(
                "fingerpost_parser_circuit_state", "The parser's breaker: 0 closed, 1 half-open, 2 open."
            )
            state.add_metric((), BREAKER_STATES[gate.state])
            yield state
        yield from self._counters()
        yield from self._histograms()

    def _counters(self) -> Iterable[Metric]:
        found: dict[str, dict[tuple[tuple[str, str], ...], float]] = {name: {(): 0.0} for name in _SILENT}
        found["contract_breaches"] = {(("rule", rule),): 0.0 for rule in _RULES}
        for name, labels, amount in self._metrics.counters():
            found.setdefault(name, {})[labels] = amount
        for name in sorted(found):
            family = CounterMetricFamily(f"fingerpost_{name}", COUNTERS.get(name, "A count of Fingerpost."))
            for labels, amount in sorted(found[name].items()):
                family.add_sample(f"fingerpost_{name}_total", dict(labels), amount)
            yield family

    def _histograms(self) -> Iterable[Metric]:
        families: dict[str, HistogramMetricFamily] = {}
        for name, labels, cells, seconds in sorted(self._metrics.timings()):
            full = f"fingerpost_{name}_seconds"
            help_text = TIMINGS.get(name, "Times of Fingerpost.")
            family = families.setdefault(name, HistogramMetricFamily(full, help_text))
            bounds = (*(f"{bound:g}" for bound in BUCKETS), "+Inf")
            counts = list(accumulate(cells))
            for bound, count in zip(bounds, counts, strict=True):
                family.add_sample(f"{full}_bucket", {**dict(labels), "le": bound}, count)
            family.add_sample(f"{full}_count", dict(labels), counts[-1])
            family.add_sample(f"{full}_sum", dict(labels), seconds)
        return families.values()
