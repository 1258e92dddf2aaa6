"""The quick checks: a breach planted, a breaker opened, a queue that fills, a store that is gone, each is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fingerpost import Router
from fingerpost.answering.assistant import Assistant
from fingerpost.errors import StoreError
from fingerpost.observability.metrics import Metrics
from fingerpost.server import health_checks
from fingerpost.server.health_checks import DOUBT, FAULT, OK, HealthCheck, ago, quick_health, size_text
from fingerpost.settings import LearningSettings, Settings
from fingerpost.stores import backups
from fingerpost.stores.trace_writer import TraceWriter
from fingerpost.testing import ScriptedReply, ScriptedServer
from tests.server.http_running import settings_in, slots_at


@pytest.fixture
def settings(own_cache: Path, tmp_path: Path) -> Settings:
    return settings_in(tmp_path, own_cache, traces="store")


@pytest.fixture
def assistant(new_shop: Router, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Assistant]:
    monkeypatch.setattr(health_checks, "METRICS", Metrics())
    assistant = Assistant.open(new_shop, settings)
    yield assistant
    assistant.sessions.close()


def found(assistant: Assistant, settings: Settings) -> dict[str, HealthCheck]:
    return {check.name: check for check in quick_health(assistant, settings).checks}


def trace(assistant: Assistant, *facts: list[Any], **more: Any) -> dict[str, Any]:
    book = assistant.routes.router.routebook
    route = next(route.name for route in book.routes if not route.retrieval)
    known = {"routebook": book.name, "request": "r1", "session": "s1", "at": 1.0, "route": route, "declared": False}
    return {**known, "reading": None, "facts": list(facts), **more}


def test_all_is_well_but_for_the_backup(assistant: Assistant, settings: Settings) -> None:
    checks = found(assistant, settings)
    assert {name: check.state for name, check in checks.items() if check.state != OK} == {"Backup": DOUBT}
    assert all(check.do for check in checks.values() if check.state != OK)
    assert {check.part for check in checks.values()} == {"contract", "breakers", "queues", "store"}
    assert all(check.scope for check in checks.values())


def test_a_planted_breach_is_found_with_its_request(assistant: Assistant, settings: Settings) -> None:
    store = assistant.sessions.store
    store.put_traces([trace(assistant), trace(assistant, ["retriever", {"docs": 3}], request="bad")])
    health = quick_health(assistant, settings)
    [check] = [check for check in health.checks if check.name == "Newest 1,000 traces"]
    assert (check.state, "2 traces audited, 1 breach" in check.says, bool(check.do)) == (FAULT, True, True)
    assert [(one.rule, one.request, one.session) for one in health.breaches] == [("RC-04", "bad", "s1")]


def test_only_the_newest_traces_are_audited_and_few_breaches_shown(
    assistant: Assistant, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health_checks, "AUDITED", 50)
    broken = trace(assistant, ["retriever", {"docs": 3}])
    assistant.sessions.store.put_traces([broken] * 30 + [trace(assistant)] * 25)
    health = quick_health(assistant, settings)
    assert any("50 traces audited, 25 breaches" in check.says for check in health.checks)
    assert len(health.breaches) == health_checks.SHOWN


def test_records_that_are_no_traces_are_to_be_looked_at(assistant: Assistant, settings: Settings) -> None:
    assistant.sessions.store.put_traces([{"request": "x"}, {"request": "y", "facts": 3, "at": "noon"}])
    check = found(assistant, settings)["Newest 1,000 traces"]
    assert (check.state, "2 could not be read" in check.says) == (DOUBT, True)


def test_counted_breaches_refusals_and_lower_rungs_are_told(assistant: Assistant, settings: Settings) -> None:
    metrics: Metrics = vars(health_checks)["METRICS"]
    metrics.count("contract_breaches", 2, rule="RC-05")
    metrics.count("refusals", 3, kind="overload")
    metrics.count("refusals", 4, kind="key")
    metrics.count("degraded", 5, part="search", rung="embedded")
    metrics.count("traces_dropped", 6)
    checks = found(assistant, settings)
    assert (checks["Since the start"].state, checks["Since the start"].says) == (FAULT, "RC-05 2")
    assert checks["Requests"].says == "3 refused because the server was overloaded, since the start"
    assert (checks["Requests"].state, "FINGERPOST_WORKERS" in checks["Requests"].do) == (DOUBT, True)
    assert "search 5" in checks["Parts that failed"].says
    assert (checks["Dropped traces"].state, checks["Dropped traces"].says) == (FAULT, "6 since the start")


def test_an_open_breaker_is_told_and_a_closed_one_again(
    new_shop: Router, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ScriptedServer([ScriptedReply("x")]) as model:
        given = replace(settings, slots=slots_at(model.url))
        assistant = Assistant.open(new_shop, given)
        try:
            writer = assistant.components.writers["main"]
            breaker = writer.guard.breaker  # type: ignore[attr-defined]
            name = "Model that answers (main)"
            check = found(assistant, given)[name]
            assert (check.state, check.says) == (OK, "called as usual (circuit breaker closed)")
            for _ in range(breaker.failures):
                breaker.record_failure()
            check = found(assistant, given)[name]
            assert (check.state, check.scope) == (FAULT, "this worker")
            assert "not called for another 30 s" in check.says
            assert "check that its server runs" in check.do
            assert model.url.partition("//")[2].split("/")[0] in check.detail
            breaker._open_until = 0.0
            assert found(assistant, given)[name].state == DOUBT
            breaker.record_success()
            assert found(assistant, given)[name].state == OK
            assert "Model that decides" not in found(assistant, given)
        finally:
            assistant.sessions.close()


def test_a_queue_that_fills_is_told(assistant: Assistant, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = TraceWriter(lambda _: None, size=4)
    monkeypatch.setattr(writer, "_start", lambda: None)
    monkeypatch.setattr(assistant.sessions, "traces", writer)
    assert found(assistant, settings)["Trace writer"].state == OK
    for _ in range(6):
        writer.put({})
    check = found(assistant, settings)["Trace writer"]
    assert (check.state, check.says) == (DOUBT, "4 of at most 4 wait; 0 written, 2 dropped")
    monkeypatch.setattr(assistant.sessions, "traces", None)
    assert "FINGERPOST_TRACES" in found(assistant, settings)["Trace writer"].do


@pytest.mark.parametrize("broken", ["probe", "figures", "decisions"])
def test_a_store_that_is_gone_is_told_without_its_address(
    assistant: Assistant, settings: Settings, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    def gone(*_: object, **__: object) -> None:
        raise StoreError("postgresql://db.internal/fingerpost cannot be reached")

    store = assistant.sessions.store
    places = {
        "probe": (store.probe, "check"),
        "figures": (store.probe, "figures"),
        "decisions": (type(store.decisions), "page"),
    }
    monkeypatch.setattr(*places[broken], gone)
    faults = [check for check in quick_health(assistant, settings).checks if check.state == FAULT]
    assert [check.part for check in faults] == ["contract" if broken == "decisions" else "store"]
    assert "db.internal" not in faults[0].says + faults[0].do
    assert "db.internal" in faults[0].detail
    assert "store check" in faults[0].do


def test_backups_and_training(assistant: Assistant, settings: Settings, tmp_path: Path) -> None:
    assert "none is known" in found(assistant, settings)["Backup"].says
    backups.backup(settings.database, tmp_path / "backup.sqlite")
    check = found(assistant, settings)["Backup"]
    assert (check.state, check.says) == (OK, "the latest was made less than a minute ago")
    old = "UPDATE fingerpost_backups SET at = at - 864000"
    assistant.sessions.store._database.write(lambda connection: connection.execute(old))
    check = found(assistant, settings)["Backup"]
    assert (check.state, check.says) == (DOUBT, "the latest was made 10 days ago")
    learning = replace(settings, learning=LearningSettings(automatic=True, after=40))
    assert "the next is trained after 40" in found(assistant, learning)["Training"].says
    assert "`FINGERPOST_LEARN=on`" in found(assistant, settings)["Training"].do


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(0, "less than a minute ago"), (60, "1 minute ago"), (7_300, "2 hours ago"), (900_000, "10 days ago")],
)
def test_times_in_words(seconds: float, told: str) -> None:
    assert ago(seconds) == told


@pytest.mark.parametrize(
    ("size", "told"), [(12, "12 bytes"), (1_200, "1.2 kB"), (3_400_000, "3.4 MB"), (5 * 10**9, "5.0 GB")]
)
def test_sizes_in_words(size: int, told: str) -> None:
    assert size_text(size) == told
