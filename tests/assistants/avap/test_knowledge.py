"""The AVAP reference: one page per command and concept, valid examples, and retrieval in three languages."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

import pytest

from fingerpost import Router
from fingerpost.answering.search_query import with_synonyms
from fingerpost.assistants.avap.parser import COMMANDS, check
from fingerpost.evaluation.rag import page_of, read_golden
from fingerpost.retrieval.factory import open_retriever
from fingerpost.retrieval.search import Retriever
from fingerpost.routebook.load import find_folder
from fingerpost.settings import SearchSettings, Settings
from fingerpost.validation.code_blocks import fenced_blocks

FOLDER = find_folder("avap")
PAGES = sorted((FOLDER / "knowledge").rglob("*.md"))
DATA = Path(__file__).parents[2] / "data" / "answers"


def test_every_command_has_a_page() -> None:
    written = {page.stem for page in PAGES}
    assert set(COMMANDS) - written == set()
    assert len([page for page in PAGES if page.parent.name == "concepts"]) >= 20


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_example_is_accepted_by_the_parser(page: Path) -> None:
    examples = [block for block in fenced_blocks(page.read_text(encoding="utf-8")) if block.language == "avap"]
    assert examples, "a page without an example explains little"
    for example in examples:
        checked = check(example.code)
        assert checked.valid, f"{page.name}: {checked.text}\n{example.code}"


def test_a_broken_example_would_be_noticed() -> None:
    (block,) = fenced_blocks("```avap\nstartLoop(i, 0, 3)\n```")
    assert not check(block.code).valid


def test_pages_name_only_commands_that_exist() -> None:
    written = {page.stem for page in PAGES}
    assert written >= set(COMMANDS)
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        after = text.partition("## See also")[2].partition("##")[0]
        named = [name.strip() for name in after.replace("\n", ",").split(",") if name.strip()]
        assert [name for name in named if name not in written] == [], page.name


@pytest.fixture(scope="module")
def retriever(avap: Router, own_cache: Path) -> Retriever:
    settings = Settings(cache=own_cache, search=SearchSettings(folder=own_cache / "index"))
    return open_retriever(settings, avap.documents.batcher, "avap", FOLDER / "knowledge")


async def test_questions_find_their_page_from_every_language(retriever: Retriever, avap: Router) -> None:
    """The questions were written without knowledge of the pages."""
    found: dict[str, list[bool]] = defaultdict(list)
    for line in (DATA / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        query = with_synonyms(row["question"], avap.routebook.synonyms)
        hits = await retriever.search(query, text=row["question"])
        found[row["language"]].append(any(page_of(hit) in row["pages"] for hit in hits))
    shares = {language: sum(right) / len(right) for language, right in found.items()}
    assert set(shares) == {"en", "es", "pt"}
    assert min(shares.values()) >= 0.9, shares
    assert max(shares.values()) - min(shares.values()) <= 0.05, shares


def test_the_golden_set_is_sound() -> None:
    rows, written = read_golden(FOLDER / "golden.jsonl"), {page.stem for page in PAGES}
    assert len(rows) >= 150
    assert sum(not row.answerable for row in rows) >= 20
    assert {row.language for row in rows} == {"en", "es", "pt"}
    assert sum(row.wants_code for row in rows) >= 20
    assert [row.id for row in rows if bool(row.pages) is not row.answerable or set(row.pages) - written] == []
