"""Documents of a routebook: none, empty ones and ones that cannot be read are told; what can be found is not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fingerpost.retrieval.check_documents import check_documents
from fingerpost.retrieval.factory import index_name, open_index
from fingerpost.retrieval.index import sync
from fingerpost.routebook.check import build
from fingerpost.routebook.model import Routebook
from fingerpost.settings import SearchSettings, Settings
from fingerpost.testing import WordEncoder
from fingerpost.types import Route


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(cache=None, search=SearchSettings(folder=tmp_path / "indexes"))


def book(folder: Path, *, retrieval: bool = True) -> Routebook:
    return build("shop", [Route("product", "", retrieval=retrieval), Route("refund", "")], folder=folder)


def told(book: Routebook, settings: Settings) -> list[str]:
    return [advice.where for advice in check_documents(book, settings)]


@pytest.mark.parametrize("folder", [True, False])
def test_a_route_without_documents_is_told(tmp_path: Path, settings: Settings, folder: bool) -> None:
    if folder:
        (tmp_path / "knowledge").mkdir()
    [advice] = check_documents(book(tmp_path), settings)
    assert advice.where == "knowledge/"
    assert advice.what.startswith("product should answer from documents")
    assert told(book(tmp_path, retrieval=False), settings) == []


def test_files_of_which_nothing_can_be_found_are_told_with_the_reason(tmp_path: Path, settings: Settings) -> None:
    knowledge = tmp_path / "knowledge"
    knowledge.mkdir()
    for name, data in {"a.md": b"", "b.md": b"# Shoes\n\nBlue.\n", "c.md": b"x\0y", "d.docx": b"z"}.items():
        (knowledge / name).write_bytes(data)
    found = {advice.where: advice.what for advice in check_documents(book(tmp_path), settings)}
    assert sorted(found) == ["knowledge/a.md", "knowledge/c.md", "knowledge/d.docx"]
    assert "contains no text" in found["knowledge/a.md"]
    assert "is binary" in found["knowledge/c.md"]
    (knowledge / "b.md").unlink()
    assert "knowledge/" in told(book(tmp_path), settings)


def test_documents_that_are_indexed_from_elsewhere_are_documents(tmp_path: Path, settings: Settings) -> None:
    shop, elsewhere = tmp_path / "shop", tmp_path / "elsewhere"
    shop.mkdir()
    elsewhere.mkdir()
    (elsewhere / "b.md").write_text("# Shoes\n\nBlue.\n", encoding="utf-8")
    index = open_index(settings, index_name("shop", shop))
    assert told(book(shop), settings) == ["knowledge/"], "an index without documents"
    sync(index, WordEncoder(), elsewhere, str(elsewhere))
    index.close()
    assert told(book(shop), settings) == []
    remote = replace(settings, search=replace(settings.search, folder=None, elasticsearch="http://127.0.0.1:1"))
    assert told(book(shop), remote) == []
