"""Health, readiness, metrics and the API documentation."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")

from prometheus_client.parser import text_string_to_metric_families

from fingerpost import Route, Router
from fingerpost.audit.auditor import Breach, report
from fingerpost.observability.metrics import Metrics
from fingerpost.server.metrics_page import MetricsPage
from fingerpost.settings import SearchSettings, Slot
from fingerpost.testing import WordEncoder
from tests.server.http_running import Place, running, settings_in

PREFIX = "You are a direct and concise assistant."
QUESTION = "what does addVar do?"


@pytest.fixture(scope="module")
def place(avap: Router, own_cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with running(avap, settings_in(tmp_path_factory.mktemp("status"), own_cache)) as served:
        yield served


def _samples(text: str) -> dict[str, float]:
    found = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
            found[f"{sample.name}{{{labels}}}"] = sample.value
    return found


# Health


def test_it_lives_and_is_ready(place: Place) -> None:
    student = place.assistant.routes.router.warm_student()
    assert student is not None
    assert place.http.get("/healthz").json() == {"status": "ok"}
    ready = place.http.get("/readyz")
    assert ready.status_code == 200
    assert ready.json() == {
        "status": "ok",
        "store": "ok",
        "router": "ok",
        "index": "ok",
        "parser": "in process",
        "models": {},
        "student": student.key,
    }


def test_an_index_that_cannot_be_read_makes_it_unready(
    avap: Router, own_cache: Path, tmp_path: Path, place: Place
) -> None:
    assert place.assistant.components.retriever is not None, "it has made the index that is copied"
    shutil.copytree(own_cache / "index", tmp_path / "index")
    where = settings_in(tmp_path, own_cache, search=SearchSettings(folder=tmp_path / "index"))
    with running(avap, where) as served:
        assert served.http.get("/readyz").json()["index"] == "ok"
        for file in (tmp_path / "index").rglob("*.sqlite*"):
            file.write_bytes(b"no database at all" * 1000)
        assert served.assistant.components.retriever is not None
        served.assistant.components.retriever.index.close()
        ready = served.http.get("/readyz")
        assert (ready.status_code, ready.json()["index"]) == (503, "fails")
        assert str(tmp_path) not in ready.text


ROUTES = [Route("refund", examples=["money back", "refund me"]), Route("chat", examples=["hello", "thanks"])]


def test_models_that_nobody_reaches_leave_it_ready(own_cache: Path, tmp_path: Path) -> None:
    slots = {slot: Slot("http://127.0.0.1:9/v1", "m") for slot in ("main", "conversational", "classifier")}
    where = settings_in(tmp_path, own_cache, slots=slots)
    with running(Router(ROUTES, encoder=WordEncoder(), settings=where), where) as place:
        ready = place.http.get("/readyz")
        assert ready.status_code == 200
        assert ready.json()["models"] == {"main": "set", "conversational": "set", "classifier": "closed"}
        assert "127.0.0.1" not in ready.text


def test_an_encoder_that_nobody_reaches_is_told_of_and_leaves_it_ready(own_cache: Path, tmp_path: Path) -> None:
    where = settings_in(tmp_path, own_cache, encoder=Slot("http://127.0.0.1:9/v1", "vectors"))
    with running(Router(ROUTES, settings=where), where) as served:
        ready = served.http.get("/readyz")
        assert ready.json() == {
            "status": "ok", "store": "ok", "router": "fails", "parser": "none", "models": {}, "student": "none"
        }  # fmt: skip
        assert ready.status_code == 200


# Metrics


def test_what_happened_is_counted_where_prometheus_finds_it(place: Place) -> None:
    before = _samples(place.http.get("/metrics").text)
    place.post("/v1/route", text=PREFIX)
    place.post("/v1/route", text=PREFIX)
    place.post("/v1/ask", text=QUESTION)
    place.post("/v1/route", wrong=1)
    answer = place.http.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    after = _samples(answer.text)

    def rose(name: str) -> float:
        return after.get(name, 0) - before.get(name, 0)

    assert rose("fingerpost_decisions_seconds_count{layer=rules,route=PLATFORM}") == 2
    assert rose("fingerpost_decisions_seconds_bucket{layer=rules,le=+Inf,route=PLATFORM}") == 2
    assert rose("fingerpost_decisions_seconds_count{layer=student,route=RETRIEVAL}") == 1
    assert rose("fingerpost_answers_total{route=RETRIEVAL,status=ok}") == 1
    assert rose("fingerpost_retrieval_seconds_count{}") == 1
    assert rose("fingerpost_retrievals_total{outcome=found}") == 1
    assert rose("fingerpost_http_requests_seconds_count{path=/v1/route,status=200}") == 2
    assert rose("fingerpost_http_requests_seconds_count{path=/v1/route,status=422}") == 1
    assert rose("fingerpost_http_requests_seconds_sum{path=/v1/ask,status=200}") > 0
    assert after["fingerpost_parser_circuit_state{}"] == 0


def test_paths_that_do_not_exist_make_no_labels(place: Place) -> None:
    for number in range(20):
        place.http.get(f"/v1/nothing-{number}")
    text = place.http.get("/metrics").text
    assert "nothing-" not in text
    assert 'path="other",status="404"' in text


def test_what_must_not_happen_is_zero_from_the_start() -> None:
    samples = _samples(MetricsPage(metrics=Metrics()).text().decode())
    assert samples["fingerpost_traces_dropped_total{}"] == 0
    assert samples["fingerpost_unvalidated_answers_total{}"] == 0
    assert [samples[f"fingerpost_contract_breaches_total{{rule=RC-0{n}}}"] for n in range(1, 9)] == [0] * 8
    assert "fingerpost_parser_circuit_state{}" not in samples, "there is no parser"


def test_a_breach_of_the_contract_is_seen(place: Place) -> None:
    name = "fingerpost_contract_breaches_total{rule=RC-04}"
    before = _samples(place.http.get("/metrics").text)[name]
    report([Breach("RC-04", "made for this test")])
    assert _samples(place.http.get("/metrics").text)[name] == before + 1


def test_buckets_add_up_and_odd_labels_are_escaped() -> None:
    metrics = Metrics()
    for seconds in (0.00005, 0.0002, 0.3, 99.0):
        metrics.observe("decisions", seconds, (("layer", 'a"b\\c\nd'), ("route", "ñ")))
    metrics.count("something_new", 2, kind="x")
    metrics.count("something_new", 1)
    text = MetricsPage(metrics=metrics).text().decode()
    samples = _samples(text)
    buckets = [value for name, value in samples.items() if "_bucket" in name]
    assert buckets == sorted(buckets)
    assert buckets[0] == 1
    assert buckets[-1] == 4
    assert samples['fingerpost_decisions_seconds_sum{layer=a"b\\c\nd,route=ñ}'] == pytest.approx(99.30025)
    assert samples["fingerpost_something_new_total{kind=x}"] == 2
    assert samples["fingerpost_something_new_total{}"] == 1


# The description


def _resolved(described: Any, reference: str) -> Any:
    found = described
    for step in reference.removeprefix("#/").split("/"):
        found = found[step]
    return found


def test_bodies_are_described_and_references_lead_somewhere(place: Place) -> None:
    described = place.http.get("/openapi.json").json()
    for reference in re.findall(r'"\$ref": ?"([^"]+)"', json.dumps(described)):
        assert _resolved(described, reference)
    for path in ("/v1/route", "/v1/ask", "/v1/chat/completions"):
        content = described["paths"][path]["post"]["requestBody"]["content"]
        schema = _resolved(described, content["application/json"]["schema"]["$ref"])
        assert schema["properties"]
        assert described["paths"][path]["post"]["description"]
    route = _resolved(described, "#/components/schemas/RouteBody")
    assert route["required"] == ["text"]
    assert {"session", "user", "room", "editor", "selection", "extra_context", "user_info", "declared", "turns"} <= set(
        route["properties"]
    )
    form = described["paths"]["/v1/ask"]["post"]["requestBody"]["content"]["multipart/form-data"]
    assert _resolved(described, form["schema"]["$ref"])["properties"]["attachments"]["items"]["format"] == "binary"
    assert "text/event-stream" in described["paths"]["/v1/ask"]["post"]["responses"]["200"]["content"]


def test_an_example_in_the_description_is_as_the_server_answers(place: Place) -> None:
    described = place.http.get("/openapi.json").json()
    example = described["paths"]["/v1/route"]["post"]["responses"]["200"]["content"]["application/json"]["example"]
    assert set(example) <= set(place.post("/v1/route", text=PREFIX).json())
    example = described["paths"]["/v1/ask"]["post"]["responses"]["200"]["content"]["application/json"]["example"]
    assert set(example) == set(place.post("/v1/ask", text=QUESTION).json())


def test_the_page_for_people_can_be_read_without_the_internet(place: Place) -> None:
    page = place.http.get("/docs")
    for words in ("POST /v1/route", "POST /v1/ask", "extra_context", "GET /readyz", "validation_status"):
        assert words in page.text
    assert not re.search(r"<script|src=|<link|https?://|@import|url\(", page.text), "nothing is fetched"
    policy = page.headers["content-security-policy"]
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy
