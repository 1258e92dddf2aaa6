"""What would have changed a decision: one example more, and when that is not tried."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from fingerpost import Message, Route, Router
from fingerpost.models.embedding_cache import cached_vectors
from fingerpost.routing.explanation import what_if
from fingerpost.routing.explanation.trial import KnownVectors
from fingerpost.routing.explanation.what_if import why_not_refitted, with_example
from fingerpost.routing.layers.memo import Memo
from fingerpost.runtime.deadline import Deadline
from fingerpost.settings import Settings
from fingerpost.testing import WordEncoder
from tests.conftest import SHOP

ROUTES = [Route(name, examples=examples) for name, examples in SHOP.items()]


def test_one_example_more_is_really_learned(shop: Router) -> None:
    text = "xyzzy plugh"
    decision = shop.route(text)
    tried = with_example(shop, KnownVectors(shop.batcher.yielding_encoder), Message(text), decision, "product")
    assert (tried.kind, tried.example_of, tried.route) == ("example", "product", "product")
    taught = [Route(n, examples=[*e, *([text] if n == "product" else [])]) for n, e in SHOP.items()]
    fresh = Router(taught, encoder=WordEncoder(), settings=Settings(cache=None), memo=Memo(size=0)).route(text)
    assert (fresh.route, fresh.accepted) == (tried.route, tried.accepted)
    assert fresh.confidence == pytest.approx(tried.confidence, abs=0.05)


def test_the_router_itself_stays_as_it_was(shop: Router) -> None:
    before, student = shop.route("xyzzy plugh"), shop.warm_student()
    shop.explain("xyzzy plugh")
    after = shop.route("xyzzy plugh")
    assert (after.route, after.confidence) == (before.route, before.confidence)
    assert shop.warm_student() is student


def test_the_message_is_not_kept_in_the_cache(tmp_path: Path) -> None:
    router = Router(ROUTES, encoder=WordEncoder(), settings=Settings(cache=tmp_path), memo=Memo(size=0)).warm()
    students = sorted((tmp_path / "students").iterdir())
    private = "my parcel with the number that nobody knows"
    told = router.explain(private)
    assert any(tried.kind == "example" for tried in told.what_ifs)
    assert cached_vectors(WordEncoder.fingerprint, [private], tmp_path) == {}
    with sqlite3.connect(next(tmp_path.glob("embeddings-*.sqlite"))) as db:
        assert db.execute("SELECT count(*) FROM embeddings").fetchone()[0] == len(router.routebook.examples)
    assert sorted((tmp_path / "students").iterdir()) == students


def test_it_is_not_tried_on_many_examples(shop: Router, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(what_if, "MAX_REFITTED", 5)
    told = shop.explain("where is the parcel")
    assert any("30 examples take too long" in note for note in told.notes)
    assert not any(tried.kind == "example" for tried in told.what_ifs)


def test_it_is_not_tried_on_a_classifier_of_other_examples_or_without_time(shop: Router) -> None:
    student = shop.warm_student()
    assert student is not None
    assert why_not_refitted(shop, student, Deadline(60)) is None
    assert "too little time" in str(why_not_refitted(shop, student, Deadline(0.1)))
    other = shop.rebuilt(replace(shop.routebook, examples=shop.routebook.examples[:-1]), student)
    assert "trained on other examples" in str(why_not_refitted(other, student, Deadline(60)))


def test_in_doubt_what_ends_the_doubt_comes_first(new_shop: Router) -> None:
    told = new_shop.explain("what is the weather in Lisbon")
    edits = [tried.accepted for tried in told.what_ifs if tried.kind == "words"]
    assert edits == sorted(edits, reverse=True)
