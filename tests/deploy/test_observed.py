"""The alert rules and the dashboard name metrics, and labels of them, that a server really has."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Set
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")

import yaml
from prometheus_client.parser import text_string_to_metric_families

from fingerpost import Router
from fingerpost.testing import ScriptedReply, ScriptedServer
from tests.deploy.containerfile import ROOT
from tests.server.http_running import running, says, settings_in, slots_at

OF_PROMETHEUS = {"instance", "le"}
"""Labels that the scraper adds, and that of buckets."""
LABEL = re.compile(r"([a-z_]+)\s*(?:=~|!~|!=|=)\s*\"")
GROUPED = re.compile(r"by \(([^)]*)\)")
METRIC = re.compile(r"(fingerpost_[a-z_]+)(?:\{([^}]*)\})?")
QUOTED = re.compile(r"\{\{\s*([a-z_]+)\s*\}\}")


def _alerts() -> list[str]:
    groups = yaml.safe_load((ROOT / "deploy" / "alerts.yml").read_text(encoding="utf-8"))["groups"]
    return [rule["expr"] for group in groups for rule in group["rules"]]


def _panels() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((ROOT / "deploy" / "dashboard.json").read_text(encoding="utf-8"))["panels"]
    return found


def _queries() -> list[str]:
    return [target["expr"] for panel in _panels() for target in panel["targets"]]


def faults(expression: str, served: Mapping[str, Set[str]]) -> list[str]:
    """Return the metrics of an expression that are not served, and the labels that its metrics do not have."""
    named = METRIC.findall(expression)
    wrong = [name for name, _ in named if name not in served]
    grouped = {label.strip() for found in GROUPED.findall(expression) for label in found.split(",")}
    for name, chosen in named:
        used = {*LABEL.findall(chosen), *grouped} - OF_PROMETHEUS
        wrong += [f"{name}: {label}" for label in sorted(used - served.get(name, used))]
    return wrong


@pytest.fixture(scope="module")
def served(avap: Router, own_cache: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """Return the labels of every metric that a server shows once all that is observed has happened to it."""
    folder = tmp_path_factory.mktemp("observed")
    with (
        ScriptedServer([ScriptedReply("said by the model")]) as model,
        running(avap, settings_in(folder, own_cache, slots=slots_at(model.url))) as place,
    ):
        asked = place.post("/v1/ask", text="what does addVar do?", session="one", request_id="first")
        assert asked.status_code == 200
        assert place.post("/v1/feedback", request_id="first", route="RETRIEVAL", session="one").status_code == 200
        assert place.http.get("/v1/models", headers={"host": "elsewhere.example.com"}).status_code == 421
        says(model, *[ScriptedReply(status=500)] * 20)
        assert place.post("/v1/ask", text="what does addResult do?").json()["degraded"]
        page = place.http.get("/metrics").text
    labels: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(page):
        for sample in family.samples:
            labels.setdefault(sample.name, set()).update(sample.labels)
    return labels


@pytest.mark.parametrize("expression", [*_alerts(), *_queries()])
def test_it_names_what_a_server_shows(expression: str, served: dict[str, set[str]]) -> None:
    assert METRIC.search(expression)
    assert faults(expression, served) == []


def test_saboteur_a_name_or_a_label_that_does_not_exist_is_noticed(served: dict[str, set[str]]) -> None:
    assert faults("sum(rate(fingerpost_no_such_total[5m]))", served) == ["fingerpost_no_such_total"]
    by_layer = "sum by (layer, le) (rate(fingerpost_http_requests_seconds_bucket[5m]))"
    assert faults(by_layer, served) == ["fingerpost_http_requests_seconds_bucket: layer"]
    assert faults('fingerpost_answers_total{verdict="x"}', served) == ["fingerpost_answers_total: verdict"]


def test_what_must_not_happen_has_an_alert() -> None:
    alerts = " ".join(_alerts())
    for needed in (
        "unvalidated_answers",
        "parser_circuit_state",
        "contract_breaches",
        "traces_dropped",
        "store_failures",
    ):
        assert f"fingerpost_{needed}" in alerts


def test_legends_name_the_labels_of_their_query_and_panels_do_not_overlap() -> None:
    cells: set[tuple[int, int]] = set()
    for panel in _panels():
        for target in panel["targets"]:
            grouped = {label.strip() for found in GROUPED.findall(target["expr"]) for label in found.split(",")}
            assert set(QUOTED.findall(target["legendFormat"])) <= grouped, panel["title"]
        place = panel["gridPos"]
        own = {(place["x"] + x, place["y"] + y) for x in range(place["w"]) for y in range(place["h"])}
        assert not own & cells, panel["title"]
        assert place["x"] + place["w"] <= 24
        cells |= own
