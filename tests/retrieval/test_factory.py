"""Opening the index of the settings: synchronisation at start, concurrent starts, and read-only places."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from fingerpost.errors import ModelError, SearchError
from fingerpost.models.encoder import Batcher
from fingerpost.retrieval.factory import index_file, knowledge_source, open_index, open_retriever
from fingerpost.retrieval.index import sync
from fingerpost.retrieval.search import Retriever
from fingerpost.retrieval.sqlite import SqliteIndex
from fingerpost.settings import SearchSettings, Settings
from fingerpost.testing import WordEncoder
from tests.retrieval.words import SHOP, OtherEncoder, faults, finish, start, write
from tests.stores.server import unprivileged
from tests.stores.words import in_child


def settings(file: Path | None = None, folder: Path | None = None) -> Settings:
    return Settings(cache=None, search=SearchSettings(file=file, folder=folder))


def best(retriever: Retriever, query: str) -> str | None:
    hits = asyncio.run(retriever.search(query))
    return hits[0].passage.file if hits else None


@pytest.fixture
def shop(folder: Path) -> Path:
    return write(folder, SHOP)


def test_the_file_is_the_named_one_or_the_routebook_s_own_or_none(tmp_path: Path) -> None:
    assert index_file(settings(tmp_path / "x.sqlite", tmp_path), "shop") == tmp_path / "x.sqlite"
    assert index_file(settings(None, tmp_path), "shop") == tmp_path / "index-shop.sqlite"
    assert index_file(settings(None, tmp_path), "../a shop/é") == tmp_path / "index-..-a-shop-.sqlite"
    assert index_file(settings(), "shop") is None


def test_documents_are_taken_in_and_the_second_time_nothing_is_encoded(shop: Path, tmp_path: Path) -> None:
    for expected in (5, 0):
        encoder = WordEncoder()
        retriever = open_retriever(settings(folder=tmp_path), Batcher(encoder), "shop", shop)
        assert sum("\n" in batch[0] for batch in encoder.batches) == expected, "a passage has a heading above it"
        assert bool(encoder.batches) is bool(expected)
        assert best(retriever, "warehouse") == "plain.txt"
        retriever.close()
    assert faults(tmp_path / "index-shop.sqlite") == []


def test_what_changed_since_is_told(shop: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    open_retriever(settings(folder=tmp_path), Batcher(WordEncoder()), "shop", shop).close()
    write(shop, {"new.md": "kettles", "bad.txt": "x\0y"})
    (shop / "refunds.md").unlink()
    with caplog.at_level(logging.INFO, "fingerpost"):
        retriever = open_retriever(settings(folder=tmp_path), Batcher(WordEncoder()), "shop", shop)
    assert caplog.messages[0] == f"[index] {shop}: 1 added, 0 changed, 1 removed, 4 unchanged, 1 skipped"
    assert caplog.messages[1].startswith(f"[index] {shop}/bad.txt is binary")
    assert best(retriever, "kettles") == "new.md"
    retriever.close()


@pytest.mark.parametrize("knowledge", [None, Path("/nowhere/at/all")])
def test_a_routebook_without_documents_searches_what_is_there(
    tmp_path: Path, knowledge: Path | None, shop: Path
) -> None:
    empty = open_retriever(settings(folder=tmp_path), Batcher(WordEncoder()), "shop", knowledge)
    assert best(empty, "warehouse") is None
    empty.close()
    index = open_index(settings(folder=tmp_path), "shop")
    sync(index, WordEncoder(), shop, str(shop))
    index.close()
    retriever = open_retriever(settings(folder=tmp_path), Batcher(WordEncoder()), "shop", knowledge)
    assert best(retriever, "warehouse") == "plain.txt"
    retriever.close()


def test_without_any_place_it_is_kept_in_memory(shop: Path) -> None:
    retriever = open_retriever(settings(), Batcher(WordEncoder()), "shop", shop)
    assert "memory" in retriever.index.place
    assert best(retriever, "warehouse") == "plain.txt"
    retriever.close()


def test_two_routebooks_in_one_file_leave_each_other_s_documents_alone(shop: Path, tmp_path: Path) -> None:
    other = write(tmp_path / "other", {"kettles.md": "kettles boil"})
    both = settings(file=tmp_path / "both.sqlite")
    open_retriever(both, Batcher(WordEncoder()), "shop", shop).close()
    open_retriever(both, Batcher(WordEncoder()), "kitchen", other).close()
    retriever = open_retriever(both, Batcher(WordEncoder()), "shop", shop)
    assert len(retriever.index.documents(knowledge_source("shop"))) == 5
    assert len(retriever.index.documents(knowledge_source("kitchen"))) == 1
    retriever.close()


def test_another_encoder_encodes_again(shop: Path, tmp_path: Path) -> None:
    open_retriever(settings(folder=tmp_path), Batcher(WordEncoder()), "shop", shop).close()
    retriever = open_retriever(settings(folder=tmp_path), Batcher(OtherEncoder()), "shop", shop)
    assert retriever.index.encoder() == OtherEncoder.fingerprint
    assert best(retriever, "warehouse") == "plain.txt"
    retriever.close()


def test_an_encoder_that_is_down_stops_nobody_from_starting(
    shop: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    class Down(WordEncoder):
        def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
            raise ModelError("bge-m3 at http://127.0.0.1:1: no vectors")

    retriever = open_retriever(settings(folder=tmp_path), Batcher(Down()), "shop", shop)
    assert "was not synchronised: bge-m3" in caplog.text
    retriever.close()
    retriever = open_retriever(settings(folder=tmp_path), Batcher(WordEncoder()), "shop", shop)
    assert best(retriever, "warehouse") == "plain.txt"
    retriever.close()


OPEN = """
import asyncio, sys, time
from pathlib import Path
from fingerpost.models.encoder import Batcher
from fingerpost.retrieval.factory import open_retriever
from fingerpost.settings import SearchSettings, Settings
from fingerpost.testing import WordEncoder
encoder = WordEncoder()
settings = Settings(cache=None, search=SearchSettings(folder=Path(sys.argv[1])))
time.sleep(max(0, float(sys.argv[3]) - time.time()))
retriever = open_retriever(settings, Batcher(encoder), "shop", Path(sys.argv[2]))
encoded = sum("\\n" in batch[0] for batch in encoder.batches)
print(encoded, asyncio.run(retriever.search("warehouse"))[0].passage.file)
"""


def test_many_processes_open_a_fresh_index_at_once(shop: Path, tmp_path: Path) -> None:
    place = tmp_path / "fresh" / "place"
    at = str(time.time() + 2)
    ended = [finish(process) for process in [start(OPEN, place, shop, at) for _ in range(6)]]
    assert sorted(ended) == ["0 plain.txt\n"] * 5 + ["5 plain.txt\n"], "one of them did it, and all of them found it"
    assert faults(place / "index-shop.sqlite") == []


# Where nothing can be written


@pytest.mark.parametrize("place", ["/proc/nowhere/x.sqlite", "/dev/null/x.sqlite"])
def test_a_place_that_takes_no_file_means_memory(shop: Path, place: str, caplog: pytest.LogCaptureFixture) -> None:
    retriever = open_retriever(settings(file=Path(place)), Batcher(WordEncoder()), "shop", shop)
    assert best(retriever, "warehouse") == "plain.txt"
    assert "continuing with a copy in memory" in caplog.text
    assert place in caplog.text
    retriever.close()


@pytest.fixture
def reachable() -> Iterator[Path]:
    """A folder into which a user without rights can look, but not write."""
    folder = Path(tempfile.mkdtemp(prefix="fp-index-"))
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.filterwarnings("ignore:This process.*fork:DeprecationWarning")
@pytest.mark.parametrize("changed", [False, True])
def test_a_read_only_index_is_searched_and_completed_in_memory(reachable: Path, changed: bool) -> None:
    documents = write(reachable / "documents", SHOP)
    more = write(reachable / "more", {"kettles.md": "kettles boil"})
    file = reachable / "index.sqlite"
    index = SqliteIndex(file)
    sync(index, WordEncoder(), documents, knowledge_source("shop"))
    sync(index, WordEncoder(), more, "more")
    index.close()
    if changed:
        write(documents, {"new.md": "marmalade"})
    file.chmod(0o444)
    reachable.chmod(0o555)
    before = file.read_bytes()

    def work() -> str:
        user = unprivileged()
        if user is not None:
            os.setuid(user)
        retriever = open_retriever(settings(file=file), Batcher(WordEncoder()), "shop", documents)
        found = [best(retriever, query) for query in ("warehouse", "kettles boil", "marmalade")]
        return f"{retriever.index.place}: {found[:2]} {found[2] == 'new.md'}"

    said = in_child(work)
    assert said == f"the index in memory: ['plain.txt', 'kettles.md'] {changed}", "what others indexed is there, too"
    assert file.read_bytes() == before


def test_a_disk_that_fills_up_means_memory(shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sqlite3

    put = SqliteIndex.put

    def full(self: SqliteIndex, *arguments: object) -> None:
        if "memory" not in self.place:
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise self._texts._explain(error)
        put(self, *arguments)  # type: ignore[arg-type]  # handed on as they are

    monkeypatch.setattr(SqliteIndex, "put", full)
    retriever = open_retriever(settings(folder=tmp_path), Batcher(WordEncoder()), "shop", shop)
    assert best(retriever, "warehouse") == "plain.txt"
    retriever.close()


def test_a_file_of_something_else_is_an_error_and_not_replaced(shop: Path, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("my notes, which are no index " * 100)
    with pytest.raises(SearchError, match="set FINGERPOST_INDEX to another file"):
        open_retriever(settings(file=file), Batcher(WordEncoder()), "shop", shop)
    assert file.read_text().startswith("my notes")
