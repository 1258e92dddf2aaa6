"""Spans: off by default, one per step of a decision, exported over OTLP if configured, never with message text."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from fingerpost import Decision, Message, Router
from fingerpost.observability import spans as spanning
from fingerpost.observability.events import set_request_names
from fingerpost.types import Fact, Step

COMMAND = Path(sys.executable).with_name("fingerpost")
PREFIX = "You are a direct and concise assistant."
TALK = Message(
    "and the other?",
    turns=[("user", "where is my parcel"), ("assistant", "it comes tomorrow")],
    user_info={"name": "Bartholomew"},
)
OPENINFERENCE_KINDS = {"LLM", "EMBEDDING", "CHAIN", "RETRIEVER", "RERANKER", "TOOL", "AGENT", "GUARDRAIL", "EVALUATOR"}
MISSING = "OpenTelemetry's SDK or its OTLP exporter is not installed"

# A rule answers, so that nothing is loaded.
ROUTE = f"""
import sys
from fingerpost import Router
Router.from_routebook("avap").route({PREFIX!r})
"""


class Spans:
    """The exported spans, and the provider that exports them."""

    def __init__(self) -> None:
        sdk = pytest.importorskip("opentelemetry.sdk.trace", reason=MISSING)
        export = pytest.importorskip("opentelemetry.sdk.trace.export", reason=MISSING)
        memory = pytest.importorskip("opentelemetry.sdk.trace.export.in_memory_span_exporter", reason=MISSING)
        self._exporter = memory.InMemorySpanExporter()
        self.provider = sdk.TracerProvider(shutdown_on_exit=False)
        self.provider.add_span_processor(export.SimpleSpanProcessor(self._exporter))

    @property
    def all(self) -> list[Any]:
        """Return all spans in the order of their start."""
        return sorted(self._exporter.get_finished_spans(), key=lambda span: span.start_time)

    def named(self, name: str) -> Any:
        [span] = [span for span in self.all if span.name == name]
        return span


@pytest.fixture
def spans() -> Iterator[Spans]:
    """Spans collected in memory, and disabled afterwards."""
    kept = Spans()
    spanning.enable(kept.provider)
    yield kept
    spanning.disable()
    kept.provider.shutdown()


# Off.


def test_by_default_opentelemetry_is_not_even_imported(own_cache: Path) -> None:
    told = "print(sorted(name for name in sys.modules if name.partition('.')[0] == 'opentelemetry'))"
    done = _python(ROUTE + told, own_cache)
    assert (done.returncode, done.stdout, done.stderr) == (0, "[]\n", "")


def test_spans_switched_on_without_opentelemetry_are_told_with_the_remedy(own_cache: Path) -> None:
    code = """
import sys
sys.modules["opentelemetry"] = None
from fingerpost import Router
from fingerpost.errors import SettingsError
try:
    Router.from_routebook("avap")
except SettingsError as error:
    print(error)
"""
    done = _python(code, own_cache, FINGERPOST_SPANS="on")
    assert (done.returncode, done.stderr) == (0, "")
    assert "pip install 'fingerpost[otel]'" in done.stdout


def test_after_disabling_no_more_spans_are_made(shop: Router, spans: Spans) -> None:
    shop.route("where is my parcel")
    made = len(spans.all)
    spanning.disable()
    shop.route("where is my parcel")
    with spanning.span("work"):
        pass
    assert made > 0
    assert len(spans.all) == made


# On.


@pytest.mark.parametrize("message", ["where is my parcel", "zxq vvw kkp", TALK], ids=["student", "fallback", "leans"])
def test_every_step_of_the_trail_is_a_span_inside_the_decision(
    shop: Router, spans: Spans, message: str | Message
) -> None:
    decision = shop.route(message)
    whole = spans.named("fingerpost.route")
    parts = [span for span in spans.all if span is not whole]
    assert sorted(span.name for span in parts) == sorted(f"fingerpost.{step.who}" for step in decision.trail)
    for part in parts:
        assert part.parent is not None
        assert part.parent.span_id == whole.context.span_id
        assert part.context.trace_id == whole.context.trace_id
        assert whole.start_time <= part.start_time <= part.end_time <= whole.end_time
    assert all(before.end_time <= after.start_time for before, after in pairwise(parts))


def test_spans_last_as_long_as_the_steps_took(shop: Router, spans: Spans) -> None:
    decision = shop.route("where is my parcel")
    assert decision.trail
    for step in decision.trail:
        span = spans.named(f"fingerpost.{step.who}")
        assert span.end_time - span.start_time == pytest.approx(step.micros * 1000, abs=2)


def test_the_decision_has_the_fields_that_phoenix_and_langfuse_read(shop: Router, spans: Spans) -> None:
    before = set_request_names({"request": "r-1", "session": "s-1"})
    try:
        decision = shop.route("where is my parcel")
    finally:
        set_request_names(before)
    told = dict(spans.named("fingerpost.route").attributes)
    known = {"route": "shipping", "layer": "student", "accepted": True, "confidence": decision.confidence}
    more = {"runner_up": decision.runner_up, "request": "r-1"}
    assert json.loads(told.pop("metadata")) == known | more
    assert told == {
        **{f"fingerpost.{name}": value for name, value in known.items()},
        **{f"langfuse.observation.metadata.{name}": value for name, value in (known | more).items()},
        "openinference.span.kind": "CHAIN",
        "output.value": "shipping",
        "output.mime_type": "text/plain",
        "tag.tags": ("shipping",),
        "langfuse.trace.tags": ("shipping",),
        "session.id": "s-1",
    }
    assert {span.attributes["openinference.span.kind"] for span in spans.all} <= OPENINFERENCE_KINDS
    assert spans.named("fingerpost.encoder").attributes["openinference.span.kind"] == "EMBEDDING"


def test_outside_a_request_there_is_no_session(shop: Router, spans: Spans) -> None:
    shop.route("where is my parcel")
    told = spans.named("fingerpost.route").attributes
    assert "session.id" not in told
    assert "langfuse.observation.metadata.request" not in told


def test_a_model_that_was_asked_is_named_with_its_tokens(spans: Spans) -> None:
    facts = (
        Fact("model", {"slot": "classifier", "model": "tiny-1", "purpose": "classify"}),
        Fact("tokens", {"prompt": 120, "completion": 3}),
        Fact("tokens", {"prompt": 110, "completion": 4}),
    )
    trail = (Step("rules", "abstain", 5.0), Step("llm", "refund", 900.0), Step("guard money", "kept", 2.0))
    spanning.record_decision(Decision("refund", True, 0.9, "llm", "r", trail=trail, facts=facts), 1_000_000)
    assert dict(spans.named("fingerpost.llm").attributes) == {
        "openinference.span.kind": "LLM",
        "llm.model_name": "tiny-1",
        "gen_ai.request.model": "tiny-1",
        "gen_ai.operation.name": "chat",
        "llm.token_count.prompt": 230,
        "llm.token_count.completion": 7,
        "llm.token_count.total": 237,
        "gen_ai.usage.input_tokens": 230,
        "gen_ai.usage.output_tokens": 7,
    }
    assert dict(spans.named("fingerpost.rules").attributes) == {"openinference.span.kind": "CHAIN"}
    assert dict(spans.named("fingerpost.guard money").attributes) == {"openinference.span.kind": "GUARDRAIL"}


def test_a_decision_without_a_route_is_spanned_too(shop: Router, spans: Spans) -> None:
    assert shop.route("zxq vvw kkp").route is None
    told = spans.named("fingerpost.route").attributes
    assert told["fingerpost.route"] == told["output.value"] == ""
    assert "tag.tags" not in told


def test_no_text_of_a_message_is_in_a_span(avap: Router, shop: Router, spans: Spans) -> None:
    shop.route(TALK)
    shop.route("zxq vvw kkp")
    avap.route(f"{PREFIX} Your usage percentage is 20%.")
    avap.route("how many calls have I made this month?")
    shown = " ".join(span.to_json() for span in spans.all).lower()
    assert "fingerpost.rules" in shown
    for word in ("other", "parcel", "tomorrow", "bartholomew", "zxq", "concise", "percentage", "20%", "calls", "month"):
        assert word not in shown


def test_the_callers_span_is_the_parent(shop: Router, spans: Spans) -> None:
    with spans.provider.get_tracer("program").start_as_current_span("request") as request:
        shop.route("where is my parcel")
        asyncio.run(shop.aroute("where is my parcel"))
        shop.route_many(["where is my parcel"])
    decided = [span for span in spans.all if span.name == "fingerpost.route"]
    assert [span.parent.span_id for span in decided] == [request.get_span_context().span_id] * 3


def test_without_a_callers_span_each_decision_is_a_trace_of_its_own(shop: Router, spans: Spans) -> None:
    shop.route("where is my parcel")
    shop.route("where is my parcel")
    decided = [span for span in spans.all if span.name == "fingerpost.route"]
    assert [span.parent for span in decided] == [None, None]
    assert len({span.context.trace_id for span in decided}) == 2


def test_work_is_spanned_with_its_errors(spans: Spans) -> None:
    with pytest.raises(ZeroDivisionError), spanning.span("store"):
        _ = 1 / 0
    span = spans.named("fingerpost.store")
    assert span.status.status_code.name == "ERROR"


# From the environment.


@pytest.mark.parametrize(("switch", "expected"), [("on", "['fingerpost.route', 'fingerpost.rules']"), ("off", "[]")])
def test_the_programs_own_provider_is_used_where_spans_are_on(own_cache: Path, switch: str, expected: str) -> None:
    pytest.importorskip("opentelemetry.sdk.trace", reason=MISSING)
    code = f"""
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
kept = InMemorySpanExporter()
provider = TracerProvider()
provider.add_span_processor(SimpleSpanProcessor(kept))
trace.set_tracer_provider(provider)
{ROUTE}
print(sorted(span.name for span in kept.get_finished_spans()))
"""
    done = _python(code, own_cache, FINGERPOST_SPANS=switch)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{expected}\n", "")


def test_spans_arrive_by_otlp(own_cache: Path) -> None:
    pytest.importorskip("opentelemetry.exporter.otlp.proto.http.trace_exporter", reason=MISSING)
    service = pytest.importorskip("opentelemetry.proto.collector.trace.v1.trace_service_pb2", reason=MISSING)
    with _Collector() as collector:
        done = _run(
            [COMMAND, "route", PREFIX], own_cache, FINGERPOST_SPANS="on", OTEL_EXPORTER_OTLP_ENDPOINT=collector.url
        )
    assert (done.returncode, done.stderr) == (0, "")
    assert {path for path, _ in collector.posts} == {"/v1/traces"}
    sent = [service.ExportTraceServiceRequest.FromString(body) for _, body in collector.posts]
    [resource] = [resource for request in sent for resource in request.resource_spans]
    names = {attribute.key: attribute.value.string_value for attribute in resource.resource.attributes}
    assert names["service.name"] == "fingerpost"
    spans = {span.name: span for scope in resource.scope_spans for span in scope.spans}
    assert set(spans) == {"fingerpost.route", "fingerpost.rules"}
    assert spans["fingerpost.rules"].parent_span_id == spans["fingerpost.route"].span_id
    read = {one.key: one.value for one in spans["fingerpost.route"].attributes}
    assert read["openinference.span.kind"].string_value == "CHAIN"
    assert read["output.value"].string_value == read["langfuse.observation.metadata.route"].string_value == "PLATFORM"
    assert read["langfuse.observation.metadata.accepted"].bool_value is True
    assert [tag.string_value for tag in read["langfuse.trace.tags"].array_value.values] == ["PLATFORM"]
    assert all(b"concise" not in body for _, body in collector.posts)


def test_an_answer_in_a_session_is_one_of_that_session(own_cache: Path, tmp_path: Path) -> None:
    pytest.importorskip("opentelemetry.exporter.otlp.proto.http.trace_exporter", reason=MISSING)
    service = pytest.importorskip("opentelemetry.proto.collector.trace.v1.trace_service_pb2", reason=MISSING)
    with _Collector() as collector:
        spoken = {"FINGERPOST_SPANS": "on", "OTEL_EXPORTER_OTLP_ENDPOINT": collector.url}
        store = f"sqlite:///{tmp_path / 'store.sqlite'}"
        done = _run([COMMAND, "ask", "--session", "s-7", PREFIX], own_cache, **spoken, DATABASE_URL=store)
    assert (done.returncode, done.stderr) == (0, "")
    sent = [service.ExportTraceServiceRequest.FromString(body) for _, body in collector.posts]
    spans = [span for one in sent for part in one.resource_spans for scope in part.scope_spans for span in scope.spans]
    [decided] = [span for span in spans if span.name == "fingerpost.route"]
    read = {one.key: one.value.string_value for one in decided.attributes}
    assert read["session.id"] == "s-7"
    assert read["langfuse.observation.metadata.request"]
    assert all(b"concise" not in body for _, body in collector.posts)


def test_by_default_nothing_is_sent_though_an_address_is_set(own_cache: Path) -> None:
    with _Collector() as collector:
        done = _run([COMMAND, "route", PREFIX], own_cache, OTEL_EXPORTER_OTLP_ENDPOINT=collector.url)
    assert (done.returncode, done.stderr) == (0, "")
    assert collector.posts == []


class _Collector:
    """A local collector that receives exported spans."""

    def __init__(self) -> None:
        self.posts: list[tuple[str, bytes]] = []
        posts = self.posts

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                posts.append((self.path, self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))

    def __enter__(self) -> _Collector:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def _environment(cache: Path, **more: str) -> dict[str, str]:
    foreign = ("OTEL_", "FINGERPOST_", "OLLAMA_", "OPENAI_")
    plain = {key: value for key, value in os.environ.items() if not key.startswith(foreign)}
    return {**plain, "NO_PROXY": "127.0.0.1", "FINGERPOST_CACHE": str(cache), "FINGERPOST_ROUTEBOOK": "avap", **more}


def _python(code: str, cache: Path, **more: str) -> subprocess.CompletedProcess[str]:
    return _run([sys.executable, "-W", "error", "-c", code], cache, **more)


def _run(command: Sequence[str | Path], cache: Path, **more: str) -> subprocess.CompletedProcess[str]:
    environment = _environment(cache, **more)
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
