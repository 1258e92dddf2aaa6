"""The console as a whole: `/` leads to it, a server without it has none, and what the first page costs."""

from __future__ import annotations

import signal
from pathlib import Path

import httpx
import pytest

from fingerpost.console.app import HOMES, PAGES
from fingerpost.console.layout import HOME
from fingerpost.server.http import make_app
from tests.console.conftest import Browse, Served
from tests.server.test_serve import _write_book, serving

LARGEST = 150_000
"""Bytes of the first page with all that it loads."""


def test_the_first_page_is_the_playground(laptop: Served) -> None:
    for path in HOMES:
        answer = laptop.client().get(path)
        assert (answer.status_code, answer.headers["location"]) == (303, HOME)


def test_pages_are_not_in_the_description_of_the_interface(laptop: Served) -> None:
    paths = laptop.client().get("/openapi.json").json()["paths"]
    assert "/v1/route" in paths
    assert not any(path.startswith("/console") for path in paths)


def test_a_server_without_the_console_has_no_page(laptop: Served) -> None:
    assistant = laptop.place.assistant
    paths = {getattr(route, "path", "") for route in make_app(assistant, assistant.components.settings).routes}
    assert "/v1/route" in paths
    assert not {"/", *(page.path for page in PAGES)} & paths


def test_the_first_page_is_small(laptop: Served, browse: Browse) -> None:
    sizes: dict[str, int] = {}
    with browse(laptop) as visit:
        visit.page.on("response", lambda answer: sizes.update({answer.url: len(answer.body()) if answer.ok else 0}))
        visit.open("/")
        visit.page.wait_for_load_state("networkidle")
    assert len(sizes) > 3
    assert sum(sizes.values()) < LARGEST, sizes


@pytest.mark.slow
def test_all_workers_of_a_server_have_the_console_and_accept_one_cookie(tmp_path: Path) -> None:
    with serving(_write_book(tmp_path), "--workers", "2", FINGERPOST_API_KEY="a key of mine") as server:
        server.ready()
        assert "console at /" in server.out
        with httpx.Client(base_url=server.url) as client:
            assert client.post("/console/sign-in", data={"key": "a key of mine"}).status_code == 303
            cookies = dict(client.cookies)
        # A new connection each time: the kernel gives them to both.
        pages = [httpx.get(server.url + HOME, cookies=cookies) for _ in range(12)]
        strangers = [httpx.get(server.url + HOME) for _ in range(4)]
        assert server.end(signal.SIGTERM) == 0
    assert [page.status_code for page in pages] == [200] * 12
    assert [page.status_code for page in strangers] == [303] * 4
