"""Fixtures of the HTTP tests: a scripted model, and a running server whose assistant uses it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="the servers need the extra fingerpost[serve]")

from fingerpost import Router
from fingerpost.testing import ScriptedReply, ScriptedServer
from tests.server.http_running import Place, running, says, settings_in, slots_at


@pytest.fixture(scope="module")
def model() -> Iterator[ScriptedServer]:
    with ScriptedServer([ScriptedReply("said by the model")]) as server:
        yield server


@pytest.fixture(scope="module")
def place(
    avap: Router, own_cache: Path, tmp_path_factory: pytest.TempPathFactory, model: ScriptedServer
) -> Iterator[Place]:
    with running(avap, settings_in(tmp_path_factory.mktemp("http"), own_cache, slots=slots_at(model.url))) as served:
        yield served


@pytest.fixture
def plain(model: ScriptedServer) -> None:
    """Reset the model to its default reply."""
    says(model, "said by the model")
