"""OpenTelemetry spans for layers and store calls; off by default, and never with message text in them."""

from __future__ import annotations

import time
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from fingerpost.errors import SettingsError
from fingerpost.types import Decision

_tracer: Any = None
_OFF = nullcontext()


def enable(provider: Any = None) -> None:
    """Send spans to a tracer provider: the given one, the program's own, or a new one that exports over OTLP.

    Endpoint and headers come from OpenTelemetry's own variables, such as OTEL_EXPORTER_OTLP_ENDPOINT; this is how
    Langfuse receives spans.
    """
    global _tracer  # noqa: PLW0603 - one tracer per process
    try:
        from opentelemetry import trace

        if provider is None and isinstance(trace.get_tracer_provider(), trace.ProxyTracerProvider):
            if _tracer is not None:
                return
            provider = _otlp_provider()
        _tracer = trace.get_tracer("fingerpost", tracer_provider=provider)
    except ImportError as error:
        raise SettingsError(
            "spans are switched on, but OpenTelemetry is not installed: pip install 'fingerpost[otel]'"
        ) from error


def disable() -> None:
    """Stop sending spans."""
    global _tracer  # noqa: PLW0603 - one tracer per process
    _tracer = None


def span(name: str) -> AbstractContextManager[Any]:
    """Return a context manager that traces a piece of work; it does nothing while spans are disabled."""
    return _OFF if _tracer is None else _tracer.start_as_current_span(f"fingerpost.{name}")


def record_decision(decision: Decision, nanoseconds: int) -> None:
    """Emit a span for a decision that ended now after `nanoseconds`, with a child span for every step of its trail."""
    if _tracer is None:
        return
    from opentelemetry import trace

    end = time.time_ns()
    begin = end - nanoseconds
    attributes = {
        "fingerpost.route": decision.route or "",
        "fingerpost.layer": decision.layer,
        "fingerpost.accepted": decision.accepted,
        "fingerpost.confidence": float(decision.confidence),
    }
    whole = _tracer.start_span("fingerpost.route", start_time=begin, attributes=attributes)
    inside = trace.set_span_in_context(whole)
    at = begin
    for step in decision.trail:
        part = _tracer.start_span(f"fingerpost.{step.who}", context=inside, start_time=at)
        at = min(at + int(step.micros * 1000), end)
        part.end(end_time=at)
    whole.end(end_time=end)


def _otlp_provider() -> Any:
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    provider = TracerProvider(resource=Resource.create({"service.name": "fingerpost"}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider
