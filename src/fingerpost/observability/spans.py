"""OpenTelemetry spans for layers and store calls; off by default, and never with message text in them.

Attributes are named as their readers want them: `openinference.*`, `output.*`, `metadata`, `tag.tags`, `session.id` and
`llm.*` of OpenInference (Phoenix; Langfuse reads most of them too), `langfuse.*`, and `gen_ai.*` of OpenTelemetry.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from fingerpost.errors import SettingsError
from fingerpost.observability.events import request_names
from fingerpost.observability.facts import MODEL, TOKENS
from fingerpost.types import Decision, Fact

_tracer: Any = None
_OFF = nullcontext()

_KINDS = {"encoder": "EMBEDDING", "llm": "LLM", "probes": "RETRIEVER", "guard": "GUARDRAIL"}
"""The kinds of OpenInference by the first word of a step; every other step is a CHAIN."""


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
    whole = _tracer.start_span("fingerpost.route", start_time=begin, attributes=_decision_attributes(decision))
    inside = trace.set_span_in_context(whole)
    at = begin
    for step in decision.trail:
        part = _tracer.start_span(
            f"fingerpost.{step.who}",
            context=inside,
            start_time=at,
            attributes=_step_attributes(step.who, decision.facts),
        )
        at = min(at + int(step.micros * 1000), end)
        part.end(end_time=at)
    whole.end(end_time=end)


def _decision_attributes(decision: Decision) -> dict[str, Any]:
    names, route = request_names(), decision.route or ""
    told: dict[str, Any] = {
        "route": route,
        "layer": decision.layer,
        "accepted": decision.accepted,
        "confidence": float(decision.confidence),
    }
    more = {"runner_up": decision.runner_up, "request": names.get("request")}
    known = told | {name: value for name, value in more.items() if value}
    return {
        **{f"fingerpost.{name}": value for name, value in told.items()},
        "openinference.span.kind": "CHAIN",
        "output.value": route,
        "output.mime_type": "text/plain",
        "metadata": json.dumps(known, ensure_ascii=False),
        **{f"langfuse.observation.metadata.{name}": value for name, value in known.items()},
        **({"tag.tags": [route], "langfuse.trace.tags": [route]} if route else {}),
        **({"session.id": names["session"]} if names.get("session") else {}),
    }


def _step_attributes(who: str, facts: Sequence[Fact]) -> dict[str, Any]:
    kind = _KINDS.get(who.partition(" ")[0], "CHAIN")
    return {"openinference.span.kind": kind, **(_model_attributes(facts) if kind == "LLM" else {})}


def _model_attributes(facts: Sequence[Fact]) -> dict[str, Any]:
    """Return which model was asked for a decision, and the tokens that it took."""
    model = next((fact.detail.get("model") for fact in facts if fact.what == MODEL), None)
    if not model:
        return {}
    used = [fact.detail for fact in facts if fact.what == TOKENS]
    prompt, completion = (sum(int(one.get(name) or 0) for one in used) for name in ("prompt", "completion"))
    return {
        "llm.model_name": model,
        "gen_ai.request.model": model,
        "gen_ai.operation.name": "chat",
        "llm.token_count.prompt": prompt,
        "llm.token_count.completion": completion,
        "llm.token_count.total": prompt + completion,
        "gen_ai.usage.input_tokens": prompt,
        "gen_ai.usage.output_tokens": completion,
    }


def _otlp_provider() -> Any:
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    provider = TracerProvider(resource=Resource.create({"service.name": "fingerpost"}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider
