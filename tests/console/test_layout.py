"""The frame of all pages, over the wire: headers, navigation by role, refusals as pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.requests import Request

from fingerpost import Router
from fingerpost.console import layout
from fingerpost.console.app import PAGES, add_console
from fingerpost.runtime.server_settings import AccessSettings
from fingerpost.server.key_file import add_key
from fingerpost.settings import ServerSettings
from tests.console.conftest import CLIENTS, Served
from tests.server.http_running import running, settings_in

PAGE_PATHS = [page.path for page in PAGES]


@pytest.mark.parametrize("path", PAGE_PATHS)
def test_every_page_binds_the_browser_to_this_server(laptop: Served, path: str) -> None:
    headers = laptop.client().get(path).headers
    policy = dict(part.strip().partition(" ")[::2] for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cache-control"] == "no-store"


def test_parts_events_and_refusals_have_the_headers_of_pages(laptop: Served) -> None:
    client = laptop.client()
    with client.stream("GET", "/console/traffic/live") as events:
        assert events.status_code == 200
    answers = {
        204: client.post("/console/review/release", data={"desk": "a"}),
        404: client.get("/console/routes/"),
        405: client.put("/console/routes"),
    }
    for status, answer in {200: events, **answers}.items():
        assert answer.status_code == status
        for name, value in layout.PAGE_HEADERS.items():
            assert answer.headers.get_list(name) == [value], (status, name)
        assert "location" not in answer.headers


def test_json_is_taken_for_nothing_else(laptop: Served) -> None:
    client = laptop.client()
    for answer in (client.get("/v1/routes"), client.get("/v1/nowhere"), client.post("/v1/route", json={"text": "hi"})):
        assert answer.headers.get_list("x-content-type-options") == ["nosniff"]
    assert client.get("/v1/routes", headers={"host": "evil.example"}).headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", PAGE_PATHS)
def test_no_page_has_a_script_or_a_style_of_its_own(laptop: Served, path: str) -> None:
    text = laptop.client().get(path).text
    assert " style=" not in text
    assert "<style" not in text
    assert text.count("<script") == text.count("<script defer src=")
    assert " onclick=" not in text


def test_the_navigation_has_the_pages_that_a_key_may_open(keyed: Served) -> None:
    for name in ("shop", "eye", "boss", "one"):
        text = keyed.client(name).get(layout.HOME).text
        role = next((role for client, role in _ROLES.items() if client == name), 3)
        for page in PAGES:
            assert (f'href="{page.path}"' in text) == (role >= page.role), (name, page.title)


_ROLES = {"shop": 1, "eye": 2, "boss": 3}


@pytest.mark.parametrize("path", ["/console/traffic", "/console/savings"])
def test_where_traces_go_is_shown_only_to_who_administers(
    new_shop: Router, own_cache: Path, tmp_path: Path, path: str
) -> None:
    file = tmp_path / "keys.toml"
    keys = {client.name: add_key(file, client) for client in CLIENTS}
    traces = str(tmp_path / "secret-place.jsonl")
    serving = ServerSettings(access=AccessSettings(keys=str(file)))
    settings = settings_in(tmp_path, own_cache, traces=traces, serving=serving)
    with running(new_shop, settings, add_pages=add_console) as place, Served(place, keys) as served:
        assert traces in served.client("boss").get(path).text
        told = served.client("eye").get(path).text
        assert "<code>FINGERPOST_TRACES</code> is not <code>store</code>" in told
        assert "secret-place" not in told + served.client("shop").get(path).text


def test_a_path_that_is_not_there_is_a_page_that_says_so(laptop: Served) -> None:
    answer = laptop.client().get("/console/nowhere")
    assert answer.status_code == 404
    assert "<h1>Not Found</h1>" in answer.text
    assert "default-src 'self'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("kind", ["text/plain", "multipart/form-data; boundary=x", None])
def test_a_form_of_another_type_is_refused(laptop: Served, kind: str | None) -> None:
    headers = {} if kind is None else {"content-type": kind}
    for path in ("/console/review/label", "/console/review/release", layout.SIGN_IN):
        assert laptop.client().post(path, content=b"desk=a&item=1", headers=headers).status_code == 415, path


def test_a_script_is_told_an_error_as_text(laptop: Served) -> None:
    answer = laptop.client().get("/console/nowhere", headers={"hx-request": "true"})
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/plain")


def test_what_is_put_into_a_page_is_escaped() -> None:
    evil = "<script>alert(1)</script>\"'"
    text = layout.templates().from_string('<p title="{{ it }}">{{ it }}</p>').render(it=evil)
    assert "<script" not in text
    assert text.count('"') == 2
    # The error page, whose text may repeat what somebody sent.
    scope = {"type": "http", "path": "/console/x", "query_string": b"", "headers": [], "server": ("a", 1)}
    console = layout.Console(None, None, None, ())  # type: ignore[arg-type]
    page = console.render(Request(scope), "error.html", title=evil, code=400, message=evil)
    assert b"<script>" not in page.body
