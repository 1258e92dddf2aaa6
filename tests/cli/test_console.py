"""`fingerpost console`: on this machine alone, with a browser or without."""

from __future__ import annotations

import webbrowser
from typing import Any

import pytest
import typer

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")

from fingerpost.cli import console as module
from fingerpost.console.app import add_console
from fingerpost.server import serve as server
from fingerpost.server.worker import ServerInfo
from tests.server.http_running import until


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Serve nothing, and tell what would be served and which addresses would be opened."""
    found: dict[str, Any] = {"opened": []}

    def serve(place: str, settings: Any, **given: Any) -> int:
        found.update(place=place, serving=settings.serving, **given)
        given["when_ready"](ServerInfo("shop", 4321, 1))
        return 0

    monkeypatch.setattr(server, "serve", serve)
    monkeypatch.setattr(webbrowser, "open", found["opened"].append)
    return found


def test_it_serves_on_this_machine_alone_and_opens_the_browser(
    started: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FINGERPOST_HOST", "0.0.0.0")  # noqa: S104 - it must not be taken
    monkeypatch.setenv("FINGERPOST_API_KEY", "k")
    with pytest.raises(typer.Exit) as ended:
        module.console("avap")
    assert ended.value.exit_code == 0
    assert started["serving"].host == "127.0.0.1"
    assert started["serving"].workers == 1
    assert started["place"] == "avap"
    assert started["add_pages"] is add_console
    until(lambda: started["opened"] == ["http://127.0.0.1:4321/"])


def test_no_browser_is_opened_where_none_is_wanted(started: dict[str, Any]) -> None:
    with pytest.raises(typer.Exit):
        module.console("avap", http_port=0, no_open=True)
    assert started["opened"] == []
    assert started["serving"].http_port == 0
