"""The frame of all pages, over the wire: headers, navigation by role, refusals as pages."""

from __future__ import annotations

import pytest
from starlette.requests import Request

from fingerpost.console import layout
from fingerpost.console.app import PAGES
from tests.console.conftest import Served

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


def test_a_path_that_is_not_there_is_a_page_that_says_so(laptop: Served) -> None:
    answer = laptop.client().get("/console/nowhere")
    assert answer.status_code == 404
    assert "<h1>Not Found</h1>" in answer.text
    assert "default-src 'self'" in answer.headers["content-security-policy"]


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
