"""Traffic in a browser: decisions as they come, filters, pausing, and the page of one decision."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import Any
from uuid import uuid4

import httpx
import pytest

from fingerpost import Router
from fingerpost.console import traffic
from fingerpost.console.app import add_console
from fingerpost.console.layout import templates
from fingerpost.server import decision_feed
from fingerpost.stores.decisions import StoredDecision
from tests.console.conftest import PHONE, Browse, Served
from tests.server.http_running import running, settings_in, until

EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"


def send(served: Served, text: str, session: str, path: str = "/v1/route", who: str | None = None) -> str:
    """Send a message, and return the id of its request."""
    request = uuid4().hex
    body = {"text": text, "session": session, "request_id": request}
    headers = served.header(who) if who else {}
    answer = httpx.post(served.url + path, json=body, headers=headers, timeout=30)
    assert answer.status_code == 200, answer.text
    return request


def stored(served: Served, request: str) -> None:
    """Wait until the decision on a request is stored."""
    store = served.place.assistant.sessions.store
    until(lambda: store.decisions.find(request) is not None)


def test_a_page_without_decisions_says_what_to_do(
    new_shop: Router, own_cache: Path, tmp_path: Path, browse: Browse
) -> None:
    settings = settings_in(tmp_path, own_cache, traces="store")
    with running(new_shop, settings, add_pages=add_console) as place, Served(place) as served, browse(served) as visit:
        visit.open("/console/traffic")
        assert visit.page.get_by_text("No decisions yet.").is_visible()
        visit.check()
        send(served, "my coat arrived torn", "first")
        visit.page.get_by_role("link", name="my coat arrived torn").wait_for()
        assert not visit.page.get_by_text("No decisions yet.").is_visible()


def test_a_server_that_records_nothing_says_what_to_set(
    new_shop: Router, own_cache: Path, tmp_path: Path, browse: Browse
) -> None:
    with (
        running(new_shop, settings_in(tmp_path, own_cache, traces="off"), add_pages=add_console) as place,
        Served(place) as served,
        browse(served) as visit,
    ):
        visit.open("/console/traffic")
        assert visit.page.get_by_text("FINGERPOST_TRACES").is_visible()
        assert not visit.page.get_by_role("button", name="Pause").is_visible()
        visit.check()


def test_a_live_decision_is_seen_within_a_second(laptop: Served, browse: Browse) -> None:
    with browse(laptop) as visit:
        visit.open("/console/traffic")
        visit.page.get_by_text("live", exact=True).wait_for()
        took = []
        # Three times, since a machine that others use, too, holds up one or another.
        for said in ("where is my parcel today", "where is my parcel tomorrow", "where is my parcel at all"):
            began = monotonic()
            send(laptop, said, "fast")
            visit.page.get_by_role("link", name=said).wait_for()
            took.append(monotonic() - began)
        assert min(took) < 1.0
        visit.check()


def test_rows_can_be_paused_and_none_is_missed(laptop: Served, browse: Browse) -> None:
    with browse(laptop) as visit:
        visit.open("/console/traffic?session=paused")
        visit.page.get_by_text("live", exact=True).wait_for()
        visit.page.keyboard.press("p")
        visit.page.get_by_text("paused", exact=True).wait_for()
        stored(laptop, send(laptop, "said meanwhile", "paused"))
        assert visit.page.get_by_role("link", name="said meanwhile").count() == 0
        visit.page.get_by_role("button", name="Resume").click()
        visit.page.get_by_role("link", name="said meanwhile").wait_for()
        send(laptop, "said afterwards", "paused")
        visit.page.get_by_role("link", name="said afterwards").wait_for()
        rows = visit.page.locator("tbody tr .said > a:first-child").all_inner_texts()
        assert rows == ["said afterwards", "said meanwhile"]


def test_a_row_that_one_points_at_stays_where_it_is(laptop: Served, browse: Browse) -> None:
    stored(laptop, send(laptop, "the first one", "held"))
    with browse(laptop) as visit:
        visit.open("/console/traffic?session=held")
        visit.page.get_by_text("live", exact=True).wait_for()
        visit.page.get_by_role("link", name="the first one").hover()
        request = send(laptop, "the second one", "held")
        stored(laptop, request)
        visit.page.wait_for_function("() => document.querySelectorAll('tbody tr').length === 1")
        visit.page.mouse.move(0, 0)
        visit.page.get_by_role("link", name="the second one").wait_for()


def test_filters_are_the_address_and_the_form(laptop: Served, browse: Browse) -> None:
    for text in ("¿dónde está mi paquete?", "where is my package?"):
        stored(laptop, send(laptop, text, "filters"))
    with browse(laptop) as visit:
        visit.open("/console/traffic?session=filters")
        visit.page.get_by_label("Language").select_option(label="Spanish")
        visit.page.get_by_role("button", name="Filter").click()
        visit.page.wait_for_url("**language=es**")
        assert visit.page.locator("tbody tr").count() == 1
        assert visit.page.get_by_label("Session").input_value() == "filters"
        assert visit.page.get_by_label("Language").input_value() == "es"
        send(laptop, "another in English, is it?", "filters")
        send(laptop, "¿y cuándo llega?", "filters")
        visit.page.get_by_role("link", name="¿y cuándo llega?").wait_for()
        assert visit.page.locator("tbody tr").count() == 2
        visit.page.get_by_role("link", name="Clear").click()
        visit.page.wait_for_url("**/console/traffic")
        assert visit.page.locator("tbody tr").count() > 2


def test_times_are_of_utc_as_on_all_pages(laptop: Served, browse: Browse) -> None:
    stored(laptop, send(laptop, "where is parcel 7", "timed", "/v1/ask"))
    with browse(laptop) as visit:
        visit.open("/console/traffic?session=timed")
        assert visit.page.get_by_role("columnheader", name="Time (UTC)").is_visible()
        row = visit.page.locator("#live tbody time").first
        day, _, clock = (row.get_attribute("datetime") or "")[:19].partition("T")
        assert row.inner_text() == clock
        visit.page.get_by_role("link", name="where is parcel 7").click()
        visit.page.wait_for_url("**/decision/**")
        assert visit.page.locator("dd time").inner_text() == f"{day} {clock} UTC"


def test_a_decision_opens_into_its_trace(laptop: Served, browse: Browse) -> None:
    request = send(laptop, "I want my money back for the torn coat", "opened", "/v1/ask")
    stored(laptop, request)
    with browse(laptop) as visit:
        visit.open("/console/traffic?session=opened")
        visit.page.get_by_role("link", name="I want my money back").click()
        visit.page.wait_for_url(f"**/decision/{request}?session=opened")
        for heading in ("Timing", "What each layer said", "Messages", "Passages", "Facts", "Contract"):
            assert visit.page.get_by_role("heading", name=heading).is_visible()
        assert visit.page.get_by_text("No rule was broken").is_visible()
        assert visit.page.locator(".waterfall rect:not(.track)").count() >= 3
        assert visit.page.get_by_role("rowheader", name="Read the session").is_visible()
        visit.check()
        visit.page.locator("main").get_by_role("link", name="opened").first.click()
        visit.page.wait_for_url("**/console/traffic?session=opened")


@pytest.mark.parametrize("dark", [False, True])
def test_it_is_usable_on_a_phone_and_in_the_dark(laptop: Served, browse: Browse, dark: bool) -> None:
    request = send(
        laptop, "my order has not arrived, please help me", "phone-with-a-very-long-name-" + "x" * 60, "/v1/ask"
    )
    stored(laptop, request)
    with browse(laptop, PHONE, dark=dark) as visit:
        visit.open("/console/traffic")
        visit.check()
        visit.page.get_by_role("link", name="my order has not arrived").first.click()
        visit.page.get_by_role("heading", name="Timing").wait_for()
        visit.check()


def test_what_somebody_typed_is_shown_and_nothing_of_it_runs(laptop: Served, browse: Browse) -> None:
    session = f"evil {EVIL}"
    with browse(laptop) as visit:
        visit.page.on("dialog", lambda dialog: pytest.fail("a script of a message ran"))
        visit.open("/console/traffic")
        visit.page.get_by_text("live", exact=True).wait_for()
        request = send(laptop, EVIL, session, "/v1/ask")
        visit.page.get_by_role("link", name="<script>alert(1)</script>").first.wait_for()
        stored(laptop, request)
        visit.page.get_by_role("link", name="<script>alert(1)</script>").first.click()
        visit.page.get_by_role("heading", name="<script>alert(1)</script>").wait_for()
        visit.page.locator("main").get_by_role("link", name="evil").first.click()
        visit.page.wait_for_url("**/console/traffic?session=*")
        assert visit.page.get_by_label("Session").input_value() == session
        assert visit.page.locator("main img, main script").count() == 0


def test_a_template_that_did_not_escape_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    row = StoredDecision(1, None, None, {"text": EVIL, "session": EVIL, "route": EVIL, "request": EVIL})
    assert b"<script" not in traffic.render_row(row)
    assert b"<img" not in traffic.render_row(row)
    monkeypatch.setattr(templates(), "autoescape", False)
    templates().cache.clear()  # type: ignore[union-attr]
    try:
        assert b"<script" in traffic.render_row(row)
    finally:
        templates().cache.clear()  # type: ignore[union-attr]


def test_a_key_sees_its_own_decisions_and_a_stranger_none(keyed: Served) -> None:
    mine, theirs = send(keyed, "mine alone", "mine", who="shop"), send(keyed, "not for shops", "theirs", who="boss")
    stored(keyed, mine)
    stored(keyed, theirs)
    for path in ("", "/live", f"/decision/{mine}"):
        assert keyed.client().get(f"/console/traffic{path}").status_code == 303
    shop, eye = keyed.client("shop"), keyed.client("eye")
    text = shop.get("/console/traffic").text
    assert "mine alone" in text
    assert "not for shops" not in text
    assert "not for shops" in eye.get("/console/traffic").text
    assert shop.get(f"/console/traffic/decision/{theirs}").status_code == 404
    assert eye.get(f"/console/traffic/decision/{theirs}").status_code == 200


def test_events_are_refused_with_a_status_and_head_opens_no_view(keyed: Served) -> None:
    events = {"accept": "text/event-stream"}
    refused = keyed.client().get("/console/traffic/live", headers=events)
    assert (refused.status_code, "sign in" in refused.text or "API key" in refused.text) == (401, True)
    head = keyed.client("shop").head("/console/traffic/live", headers=events)
    assert (head.status_code, head.headers["content-type"]) == (200, "text/event-stream; charset=utf-8")
    assert keyed.client().head("/console/traffic/live", headers=events).status_code == 401
    assert keyed.client("shop").head("/v1/decisions/live").status_code == 405
    assert not keyed.place.app.decisions.feed._views


def test_who_is_signed_in_no_longer_is_led_to_the_sign_in(
    keyed: Served, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The browser connects again soon.
    monkeypatch.setattr(decision_feed, "MAX_SECONDS", 0.2)
    monkeypatch.setattr(decision_feed, "HEARTBEAT_SECONDS", 0.05)
    with browse(keyed, failing=(401,)) as visit:
        visit.sign_in("shop")
        visit.open("/console/traffic?session=mine")
        visit.page.get_by_text("live", exact=True).wait_for()
        visit.page.context.clear_cookies()
        visit.page.wait_for_url("**/console/sign-in?next=**")
        assert visit.page.locator("input[name=next]").input_value() == "/console/traffic?session=mine"


@pytest.mark.parametrize("query", ["limit=x", "before=-1", "language=fr", "colour=red", "accepted=perhaps"])
def test_a_query_that_is_none_is_an_error_page(laptop: Served, query: str) -> None:
    answer = laptop.client().get(f"/console/traffic?{query}")
    assert answer.status_code == 422
    assert query.partition("=")[0] in answer.text


def test_older_decisions_are_a_page_of_their_own(laptop: Served) -> None:
    for number in range(3):
        stored(laptop, send(laptop, f"number {number}", "older"))
    text = laptop.client().get("/console/traffic?session=older&limit=2").text
    assert "number 2" in text
    assert "number 0" not in text
    address = text.partition('class="more"><a href="')[2].partition('"')[0].replace("&amp;", "&")
    older = laptop.client().get(address).text
    assert "number 0" in older
    assert "Back to the newest" in older
    assert "data-source" not in older


# Without a browser.


def test_bars_lie_within_the_drawing_and_can_be_seen() -> None:
    timing: list[dict[str, Any]] = [
        {"name": "read", "within": None, "start": 0.0, "micros": 0.1},
        {"name": "classify", "within": None, "start": 0.1, "micros": 999.8},
        {"name": "student", "within": "classify", "start": 0.1, "micros": 500.0},
        {"name": "generate", "within": None, "start": 999.9, "micros": 0.1},
    ]
    found = traffic.bars(timing, 1_000.0)
    assert [bar["name"] for bar in found] == ["Read the session", "Decide", "Classifier", "Write"]
    assert [bar["inside"] for bar in found] == [False, False, True, False]
    for bar in found:
        assert bar["width"] >= 4
        assert 0 <= bar["x"] <= traffic.BAR_UNITS - bar["width"]
    assert traffic.bars([], None) == []
    assert traffic.bars([{"name": "x", "within": None, "start": 0.0, "micros": 0.0}], None)[0]["width"] == 4


@pytest.mark.parametrize(
    ("micros", "told"),
    [(None, ""), (0.4, "0 µs"), (999.0, "999 µs"), (1_500.0, "1.5 ms"), (2_345_678.0, "2.35 s")],
)
def test_durations_in_words(micros: float | None, told: str) -> None:
    assert traffic.took(micros) == told


@pytest.mark.parametrize(
    ("layer", "told"),
    [
        ("student", "Classifier"),
        ("supervisor", "Guard"),
        ("guard money", "Guard money"),
        ("encoder", "Encoder"),
        ("my own", "My own"),
        (None, ""),
    ],
)
def test_layers_in_words(layer: str | None, told: str) -> None:
    assert traffic.layer_name(layer) == told


def test_a_row_is_one_line_whatever_is_in_it() -> None:
    odd: dict[str, Any] = {"text": "a\nb\r\nc\u2028d\ud800", "session": "s\n", "at": 1e300, "confidence": float("nan")}
    html = traffic.render_row(StoredDecision(1, None, None, odd))
    assert b"\n" not in html
    assert b"\r" not in html
    assert html.startswith(b"<tr data-id=")
