"""An assistant whose model is the `server` of the test module, with a store and traces of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fingerpost import Router
from fingerpost.answering.assistant import Assistant
from fingerpost.settings import SearchSettings, Settings, Slot
from fingerpost.testing import ScriptedServer


@pytest.fixture
async def assistant(own_cache: Path, tmp_path: Path, avap: Router, server: ScriptedServer) -> AsyncIterator[Assistant]:
    settings = Settings(
        cache=own_cache,
        slots={"main": Slot(server.url, "big"), "conversational": Slot(server.url, "small")},
        database=f"sqlite:///{tmp_path}/store.sqlite",
        search=SearchSettings(folder=own_cache / "index"),
        traces=str(tmp_path / "traces.jsonl"),
    )
    opened = Assistant.open(avap, settings)
    yield opened
    await opened.close()
