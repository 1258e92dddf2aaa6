"""Nearest examples: their likeness, their line, what is marked as the same, and the bound on encoding."""

from __future__ import annotations

import gc
from dataclasses import replace
from pathlib import Path

import pytest

from fingerpost import Example, Route, Router
from fingerpost.language.text import as_read
from fingerpost.routing.explanation import nearest
from fingerpost.routing.explanation.model import NearExample
from fingerpost.routing.explanation.nearest import example_vectors, learn_examples, nearest_examples
from fingerpost.routing.layers.memo import Memo
from fingerpost.runtime.deadline import Deadline
from fingerpost.settings import Settings
from fingerpost.testing import WordEncoder
from tests.conftest import SHOP


def _told(router: Router, text: str) -> list[NearExample]:
    learn_examples(router, text, Deadline(60))
    vector = router.batcher.encode(as_read(text))
    return nearest_examples(router.routebook, example_vectors(router), vector, text)


def test_the_line_is_where_the_example_is_written(new_shop: Router) -> None:
    folder = new_shop.routebook.folder
    assert folder is not None
    lines = (folder / "examples.jsonl").read_text(encoding="utf-8").split("\n")
    found = _told(new_shop, "where is my package")
    assert len(found) == 5
    for near in found:
        assert near.line is not None
        assert near.text in lines[near.line - 1].encode().decode(
            "unicode_escape" if "\\u" in lines[near.line - 1] else "utf-8"
        )
        assert near.file == f"{folder.name}/examples.jsonl"
        assert -1 <= near.likeness <= 1


def test_the_same_text_and_nearly_the_same_are_marked(new_shop: Router) -> None:
    example = new_shop.routebook.examples[0].text
    assert _told(new_shop, example.upper() + " !")[0].sameness == "same text"
    assert _told(new_shop, example)[0].likeness == pytest.approx(1, abs=1e-4)
    assert _told(new_shop, "completely unrelated astronomy")[0].sameness == ""


def test_examples_built_in_python_have_no_line(shop: Router) -> None:
    found = _told(shop, "where is my parcel")
    assert {(near.file, near.line) for near in found} == {(None, None)}
    assert found[0].route == "shipping"


def test_a_file_that_was_damaged_since_gives_no_lines(new_shop: Router, tmp_path: Path) -> None:
    (tmp_path / "examples.jsonl").write_text("not json\n")
    book = replace(new_shop.routebook, folder=tmp_path)
    learn_examples(new_shop, "", Deadline(60))
    found = nearest_examples(book, example_vectors(new_shop), new_shop.batcher.encode("parcel"), "parcel")
    assert [near.line for near in found] == [None] * 5


def test_without_time_those_that_share_words_come_first() -> None:
    encoder = WordEncoder()
    routes = [Route(name, examples=examples) for name, examples in SHOP.items()]
    router = Router(routes, encoder=encoder, settings=Settings(cache=None), memo=Memo(size=0)).warm()
    known = learn_examples(router, "the courier lost my parcel", Deadline(0.0))
    assert known == 16 < len(router.routebook.examples)
    assert as_read("the courier lost my parcel") in example_vectors(router).known


def test_only_vectors_of_examples_are_kept_and_only_as_long_as_the_router() -> None:
    router = Router(
        [Route("a", examples=["one", "two"]), Route("b", examples=["three", "four"])],
        encoder=WordEncoder(),
        settings=Settings(cache=None),
    )
    router.explain("a secret message of somebody")
    assert set(example_vectors(router).known) == {"one", "two", "three", "four"}
    before = len(nearest._vectors)
    del router
    gc.collect()
    assert len(nearest._vectors) < before


def test_two_examples_of_one_text_are_listed_once() -> None:
    router = Router(
        [Route("a", examples=["one", "two"]), Route("b", examples=["three", "four"])],
        examples=[Example("one", "a", after="b")],
        encoder=WordEncoder(),
        settings=Settings(cache=None),
    )
    assert [near.text for near in _told(router, "one")].count("one") == 1
