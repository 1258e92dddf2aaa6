"""Health in a browser: what is not well is told with what to do, slow checks come afterwards, and nothing is secret."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fingerpost import Router
from fingerpost.console import health
from fingerpost.console.app import add_console
from fingerpost.errors import StoreError
from fingerpost.observability.metrics import Metrics
from fingerpost.server import child_commands, health_report
from fingerpost.server.child_commands import CommandResult
from tests.console.conftest import DESKTOP, PHONE, Browse, Served, Visit
from tests.server.http_running import running, settings_in

SHIFT = {"live": {"refund": 0.7, "<b>": 0.3}, "taught": {"refund": 0.2}, "chance": 0.001, "beyond_noise": True}
DRIFT = {
    "messages": 900, "drifted": True, "says": "Significant drift in 900 messages: routes.", "routes": SHIFT,
    "languages": {**SHIFT, "chance": None, "beyond_noise": False},
    "familiar": {"live": {}, "taught": {}, "chance": None, "beyond_noise": False},
}  # fmt: skip
DOCTOR = [
    {"check": "fingerpost", "ok": True, "result": "0.2.0 on Python 3.13"},
    {"check": "store", "ok": False, "result": "/srv/private/store.sqlite cannot be created"},
]


@pytest.fixture(autouse=True)
def commands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Children that answer at once; `tests/server/test_child_commands.py` runs the real ones."""
    monkeypatch.setattr(health_report, "run_doctor", lambda *_: CommandResult({"checks": DOCTOR}))
    monkeypatch.setattr(health_report, "run_drift", lambda *_: CommandResult({"drift": DRIFT}))
    # What other tests of this process counted is nothing of these.
    monkeypatch.setattr("fingerpost.server.health_checks.METRICS", Metrics())


@pytest.fixture
def served(new_shop: Router, own_cache: Path, tmp_path: Path) -> Iterator[Served]:
    settings = settings_in(tmp_path, own_cache, traces="store")
    with running(new_shop, settings, add_pages=add_console) as place, Served(place) as served:
        yield served


def broken_trace(served: Served, request: str) -> dict[str, Any]:
    book = served.place.assistant.routes.router.routebook
    route = next(route.name for route in book.routes if not route.retrieval)
    known = {"routebook": book.name, "request": request, "session": "s", "at": 1.7e9, "route": route, "text": "x"}
    return {**known, "declared": False, "reading": None, "facts": [["retriever", {"docs": 3}]]}


def opened(visit: Visit) -> None:
    visit.open("/console/health")
    visit.page.locator("#doctor .checks").wait_for()
    visit.page.locator("#drift table").first.wait_for()


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
@pytest.mark.parametrize("dark", [False, True])
def test_it_is_usable_narrow_wide_and_dark(served: Served, browse: Browse, size: dict[str, int], dark: bool) -> None:
    served.place.assistant.sessions.store.put_traces([broken_trace(served, "r" * 80)])
    with browse(served, size, dark=dark) as visit:
        opened(visit)
        for heading in (*health.PARTS.values(), "Installation", "Drift"):
            assert visit.page.get_by_role("heading", name=heading, exact=True).is_visible()
        for scope in ("this worker", "all workers of this server", "all servers on this store"):
            assert visit.page.get_by_text(scope).first.is_visible()
        assert "`" not in visit.page.locator("main").inner_text(), "names of commands are marked, not quoted"
        assert visit.page.get_by_role("navigation").evaluate("menu => menu.scrollWidth <= menu.clientWidth")
        visit.check()


def test_a_planted_breach_is_shown_and_leads_to_its_decision(served: Served, browse: Browse) -> None:
    served.place.assistant.sessions.store.put_traces([broken_trace(served, "bad/one?")])
    with browse(served) as visit:
        opened(visit)
        assert visit.page.get_by_text("1 fault").is_visible()
        assert visit.page.get_by_text("1 trace audited, 1 breach").is_visible()
        visit.page.get_by_role("group", name="Breaches of the contract").get_by_role("link").click()
        visit.page.wait_for_url("**/console/traffic/decision/bad%2Fone%3F?session=s")
        assert visit.page.get_by_role("heading", name="Contract").is_visible()


def test_a_store_that_is_gone_is_shown_with_what_to_do(
    served: Served, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone() -> None:
        raise StoreError("/srv/private/store.sqlite is full")

    monkeypatch.setattr(served.place.assistant.sessions.store.probe, "check", gone)
    with browse(served) as visit:
        opened(visit)
        assert visit.page.get_by_text("The store does not answer or does not take writes").is_visible()
        assert visit.page.get_by_text("What to do: start its server").is_visible()
        assert visit.page.get_by_text("/srv/private/store.sqlite is full").is_visible()
        visit.check()


def test_an_open_breaker_is_shown(served: Served, browse: Browse) -> None:
    breaker = served.place.assistant.sessions.memory.breaker
    for _ in range(breaker.failures):
        breaker.record_failure()
    with browse(served) as visit:
        visit.open("/console/health")
        assert visit.page.get_by_text("failed repeatedly: not called for another").is_visible()
    breaker.record_success()


def test_what_takes_long_comes_afterwards(served: Served, browse: Browse, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()

    def slow(*_: object) -> CommandResult:
        go_on.wait(60)
        return CommandResult({"checks": DOCTOR})

    monkeypatch.setattr(health_report, "LONG_PATIENCE", 0.2)
    monkeypatch.setattr(health_report, "run_doctor", slow)
    with browse(served) as visit:
        visit.open("/console/health")
        visit.page.get_by_text("Still running").wait_for()
        go_on.set()
        visit.page.locator("#doctor .checks").wait_for()


def test_checks_that_fail_and_drift_without_messages_say_what_to_do(
    served: Served, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = CommandResult(None, "it gave no result", "no messages of shop are stored")
    monkeypatch.setattr(health_report, "run_doctor", lambda *_: failed)
    monkeypatch.setattr(health_report, "run_drift", lambda *_: failed)
    with browse(served) as visit:
        visit.open("/console/health")
        visit.page.get_by_text("where no messages are stored yet, ask some").wait_for()
        visit.page.locator("#doctor .fault").wait_for()
        visit.check()


def test_who_may_open_it_and_what_each_sees(keyed: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in ("", "/doctor", "/drift"):
        assert keyed.client().get(f"/console/health{path}").status_code == 303
        assert keyed.client("shop").get(f"/console/health{path}").status_code == 403
        assert keyed.client("eye").get(f"/console/health{path}").status_code == 200
    eye, boss = (
        keyed.client("eye").get("/console/health/doctor").text,
        keyed.client("boss").get("/console/health/doctor").text,
    )
    assert "/srv/private" not in eye
    assert "ask somebody with the role administer" in eye
    assert "/srv/private/store.sqlite cannot be created" in boss
    assert "shown to the role administer" in keyed.client("eye").get("/console/health").text
    assert "shown to the role administer" not in keyed.client("boss").get("/console/health").text


def test_names_in_drift_are_escaped(served: Served) -> None:
    text = served.client().get("/console/health/drift").text
    assert "&lt;b&gt;" in text
    assert "<b>" not in text
    assert "70.0 %" in text
    assert "too few to tell" in text


@pytest.mark.parametrize(
    ("states", "told"),
    [
        ([], ("All is well", "ok")),
        (["ok", "doubt"], ("1 to look at", "doubt")),
        (["fault", "doubt", "fault"], ("2 faults, 1 to look at", "fault")),
    ],
)
def test_the_summary(states: list[str], told: tuple[str, str]) -> None:
    assert health.summary([{"state": state} for state in states]) == told


def test_the_bounds_of_slow_checks_are_those_the_page_tells() -> None:
    assert (health_report.KEPT, health_report.DOCTOR_KEPT, health_report.DRIFT_KEPT) == (5, 60, 900)
    assert child_commands.DRIFT_MESSAGES == 1_000
