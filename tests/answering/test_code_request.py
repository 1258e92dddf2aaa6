"""Requests for code, taken apart into clauses with the pages nearest to each."""

from __future__ import annotations

from pathlib import Path

import pytest

from fingerpost.answering.code_request import MAX_CLAUSES, clauses_of, request_parts
from fingerpost.models.encoder import Batcher
from fingerpost.retrieval.factory import open_retriever
from fingerpost.retrieval.search import Retriever
from fingerpost.settings import SearchSettings, Settings
from fingerpost.testing import WordEncoder


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("read the name and return it in capitals", ["read the name", "the name", "return it in capitals", "it in capitals"]),
        ("lea el nombre y luego devuelva la fecha", ["lea el nombre", "el nombre", "devuelva la fecha", "la fecha"]),
        ("lê o nome, depois devolve a data", ["lê o nome", "o nome", "devolve a data", "a data"]),
        ("call https://x.example.com/a: now", ["call https://x.example.com/a"]),
        ("hash", []),
    ],
)  # fmt: skip
def test_a_request_is_cut_at_the_words_that_join_clauses(text: str, clauses: list[str]) -> None:
    assert clauses_of(text) == [text, *clauses]


def test_a_long_request_is_searched_in_part() -> None:
    assert len(clauses_of("do this, " * 100)) <= 1 + 2 * MAX_CLAUSES


@pytest.fixture
def retriever(tmp_path: Path) -> Retriever:
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "hash.md").write_text("# hash\n\nmake the digest of a text\n", encoding="utf-8")
    (pages / "loop.md").write_text("# loop\n\nrepeat lines many times\n", encoding="utf-8")
    settings = Settings(cache=None, search=SearchSettings(folder=tmp_path / "index"))
    return open_retriever(settings, Batcher(WordEncoder()), "pages", pages)


async def test_each_part_has_its_nearest_pages_and_a_synonym_is_sure(retriever: Retriever) -> None:
    text = "make the digest and repeat lines"
    whole, digest, _, loop = await request_parts(text, text, retriever, {"hash": ["digest"]})
    assert whole.text == text
    assert digest.pages[0] == ("hash", 1.0)
    assert loop.text == "repeat lines"
    assert loop.pages[0][0] == "loop"
    assert 0 < loop.pages[0][1] < 1
    retriever.close()
