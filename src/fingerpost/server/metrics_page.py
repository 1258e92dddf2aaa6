"""The metrics of a server in Prometheus' text format.

Workers share one port, so a scrape reaches any of them: each adds up the counters and histograms of all, also of those
that ended. Gauges are shown for each worker, by its number in the label `worker`.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from time import monotonic

from prometheus_client import CollectorRegistry
from prometheus_client.exposition import generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from fingerpost.observability.metrics import BUCKETS, METRICS, Metrics
from fingerpost.validation.code_check import CIRCUIT_OPEN_UNTIL

COUNTERS = {
    "account_figures": "Figures, dates and names of an account in answers that were corrected, and clauses left out.",
    "answers": "Answers by route and validation status.",
    "degraded": "Parts of answers that came from a lower rung, by part and rung.",
    "contract_breaches": "Breaches of the routing contract, by rule.",
    "contract_doubts": "Cases in which router and audit differ and neither is certain, by rule.",
    "exchanges": "Messages by outcome.",
    "feedback": "Corrections of the route of a message, by correct route.",
    "grpc_failures": "Calls over gRPC that failed, by status.",
    "parser_checks": "Checks of generated code, by verdict.",
    "parser_version_mismatches": "Parser versions seen that are not the expected one.",
    "refusals": "Requests that were denied because of their key, the rate limit, or malformed, large or slow HTTP.",
    "reloads": "Reloads of an edited routebook, by outcome.",
    "retrievals": "Searches for documents by outcome.",
    "signals": "Signals of decisions, by signal without what follows its colon.",
    "store_failures": "Failures of the store that requests met.",
    "traces_dropped": "Traces that were not written.",
    "unchecked_notes": "Answers with a note that some or all of their code was not checked, by reason.",
    "unvalidated_answers": "Answers with code that was not validated.",
}
TIMINGS = {
    "decisions": "Decisions by route and layer.",
    "http_requests": "Requests over HTTP by path and status, until the end of the response.",
    "model": "Calls of language models by slot and purpose.",
    "parser": "Calls of the parser.",
    "retrieval": "Searches for documents.",
}
"""Help texts of counters and timings; metrics without one are shown as well."""

_ALWAYS_SHOWN = ("traces_dropped", "unvalidated_answers", "store_failures")
_RULES = tuple(f"RC-{number:02d}" for number in range(1, 9))
"""Shown as 0 from the start: an alert sees an increase only of a counter that existed before."""


class MetricsPage(Collector):
    """Exposes the metrics of a registry."""

    def __init__(self, metrics: Metrics = METRICS) -> None:
        """Create the page."""
        self._metrics = metrics
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def text(self) -> bytes:
        """Return the metrics in Prometheus' text format."""
        return generate_latest(self._registry)

    def describe(self) -> Iterable[Metric]:
        """Return nothing: the metrics are not known in advance."""
        return ()

    def collect(self) -> Iterable[Metric]:
        """Return the current metrics."""
        yield from self._circuit_states()
        yield from self._counters()
        yield from self._histograms()

    def _circuit_states(self) -> Iterable[Metric]:
        name = "fingerpost_parser_circuit_state"
        family = GaugeMetricFamily(name, "The circuit breaker of the parser: 0 closed, 1 half-open, 2 open.")
        for worker, open_until in sorted(self._metrics.gauges(CIRCUIT_OPEN_UNTIL).items()):
            # The monotonic clock is one for all processes of a machine.
            state = 0 if not open_until else 2 if monotonic() < open_until else 1
            family.add_sample(name, {"worker": worker} if worker else {}, state)
        return [family] if family.samples else []

    def _counters(self) -> Iterable[Metric]:
        found: dict[str, dict[tuple[tuple[str, str], ...], float]] = {name: {(): 0.0} for name in _ALWAYS_SHOWN}
        found["contract_breaches"] = {(("rule", rule),): 0.0 for rule in _RULES}
        for name, labels, amount in self._metrics.counters():
            found.setdefault(name, {})[labels] = amount
        for name in sorted(found):
            family = CounterMetricFamily(f"fingerpost_{name}", COUNTERS.get(name, "A counter of Fingerpost."))
            for labels, amount in sorted(found[name].items()):
                family.add_sample(f"fingerpost_{name}_total", dict(labels), amount)
            yield family

    def _histograms(self) -> Iterable[Metric]:
        families: dict[str, HistogramMetricFamily] = {}
        for name, labels, cells, seconds in sorted(self._metrics.timings()):
            full = f"fingerpost_{name}_seconds"
            help_text = TIMINGS.get(name, "A timing of Fingerpost.")
            family = families.setdefault(name, HistogramMetricFamily(full, help_text))
            bounds = (*(f"{bound:g}" for bound in BUCKETS), "+Inf")
            counts = list(accumulate(cells))
            for bound, count in zip(bounds, counts, strict=True):
                family.add_sample(f"{full}_bucket", {**dict(labels), "le": bound}, count)
            family.add_sample(f"{full}_count", dict(labels), counts[-1])
            family.add_sample(f"{full}_sum", dict(labels), seconds)
        return families.values()
