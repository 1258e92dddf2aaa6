"""The small app of `shelf.py`, with a reader that finds what a test says."""

from __future__ import annotations

from pathlib import Path

import pytest

from fingerpost.assistants.miniapps.framework import commands
from fingerpost.assistants.miniapps.framework.app import MiniApp
from fingerpost.reading.declaration import joined, load
from fingerpost.reading.reader import open_reader
from tests.assistants.miniapps.framework.shelf import DECLARATION, ScriptedReader, counter_app


@pytest.fixture
def counter(tmp_path: Path) -> MiniApp:
    """Return the app; its declaration is a file of this test alone."""
    path = tmp_path / "actions.toml"
    path.write_text(DECLARATION, encoding="utf-8")
    return counter_app(path)


@pytest.fixture
def reader(counter: MiniApp, monkeypatch: pytest.MonkeyPatch) -> ScriptedReader:
    """Return the reader of the counter: it finds what is written into `finds`."""
    scripted = ScriptedReader(joined(load(counter.declaration), load(commands.CONTROLS)))

    def opened(path: Path, *further: Path) -> object:
        return scripted if path == counter.declaration else open_reader(path, *further)

    monkeypatch.setattr(commands, "open_reader", opened)
    return scripted
