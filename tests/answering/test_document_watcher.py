"""Documents that change while a server runs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fingerpost import Router
from fingerpost.answering.assistant import Assistant
from fingerpost.answering.document_watcher import DocumentWatcher
from fingerpost.settings import Settings
from fingerpost.testing import WordEncoder

BOOK = 'fallback = "guide"\n[[routes]]\nname = "guide"\nretrieval = true\n'
ASKED = "when does the school open?"


@pytest.fixture
def knowledge(tmp_path: Path) -> Path:
    folder = tmp_path / "school" / "knowledge"
    folder.mkdir(parents=True)
    (folder.parent / "routebook.toml").write_text(BOOK, encoding="utf-8")
    (folder.parent / "examples.jsonl").write_text("", encoding="utf-8")
    (folder / "fines.md").write_text("# Fines\n\nA fine comes by post.\n", encoding="utf-8")
    return folder


@pytest.fixture
async def assistant(own_cache: Path, knowledge: Path, tmp_path: Path) -> AsyncIterator[Assistant]:
    settings = Settings(cache=own_cache, database=f"sqlite:///{tmp_path}/store.sqlite")
    router = Router.from_routebook(knowledge.parent, encoder=WordEncoder(), settings=settings)
    opened = Assistant.open(router, settings)
    yield opened
    await opened.close()


async def test_added_edited_and_deleted_documents_are_taken_on(assistant: Assistant, knowledge: Path) -> None:
    watcher, added = DocumentWatcher(assistant), knowledge / "hours.md"
    assert not watcher.update()
    added.write_text("# Hours\n\nThe school does open at nine.\n", encoding="utf-8")
    assert watcher.update()
    assert "at nine" in (await assistant.ask(ASKED)).text
    added.write_text("# Hours\n\nThe school does open at half past ten.\n", encoding="utf-8")
    assert watcher.update()
    assert "half past ten" in (await assistant.ask(ASKED)).text
    added.unlink()
    assert watcher.update()
    assert not watcher.update()
    assert "half past ten" not in (await assistant.ask(ASKED)).text


async def test_a_folder_that_is_gone_leaves_what_is_indexed(assistant: Assistant, knowledge: Path) -> None:
    watcher = DocumentWatcher(assistant)
    (knowledge / "fines.md").unlink()
    knowledge.rmdir()
    assert not watcher.update()
    assert "by post" in (await assistant.ask("how does a fine come?")).text


async def test_it_stops_when_it_is_closed(assistant: Assistant) -> None:
    DocumentWatcher(assistant).start().close()
