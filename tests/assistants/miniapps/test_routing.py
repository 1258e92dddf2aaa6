"""The miniapps routebook on its frozen sets, its fast paths, and what taking a part away would cost."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from fingerpost import Router
from fingerpost.evaluation.app_rows import FAST_LAYERS, app_figures, is_correct
from fingerpost.evaluation.evaluate import evaluate, route_rows
from fingerpost.evaluation.rows import Row, read_rows
from fingerpost.language.text import fold
from fingerpost.models.encoder import PLAIN, EmbeddedEncoder
from fingerpost.routebook.load import load
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.student.cache import is_current

DATA = Path(__file__).parent.parent.parent / "data"
# Written from the description of the routes alone: the first two before any example, the last one afterwards.
FROZEN = {
    "miniapps-dev.jsonl": "11463d1d139f275aff256ff726d10ef0e3bec036925f02bbf6c03ac9d4b5c55c",
    "miniapps-check.jsonl": "5e261e1ac0902321ce0d7b7266663b9892acbac47b57b3524a514b5589841517",
    "miniapps-final.jsonl": "06d8acdd3a4f0dcee417f29ca69ae303c471d9080eae265301712b856e72b080",
}
BARS = {
    "accuracy": 0.91,
    "target_accuracy": 0.95,
    "trigger_precision": 0.90,
    "trigger_recall": 0.90,
    "fast_path_share": 0.90,
    "fast_path_precision": 0.99,
}
SLICES = {"topic_question": 0.96, "polite_request": 0.90, "action_trap": 0.88, "control_trap": 0.88}


@pytest.fixture(scope="module")
def miniapps() -> Router:
    """The router of the routebook, which remembers nothing."""
    return Router.from_routebook("miniapps", memo=Memo(size=0)).warm()


def rows_of(name: str, router: Router) -> list[Row]:
    return read_rows(DATA / name, router.routebook.names)


@pytest.mark.parametrize("name", FROZEN)
def test_the_frozen_sets_are_as_they_were_written(name: str) -> None:
    assert sha256((DATA / name).read_bytes()).hexdigest() == FROZEN[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", FROZEN)
def test_it_decides_messages_of_people_who_saw_no_example(miniapps: Router, name: str) -> None:
    figures = evaluate(miniapps, rows_of(name, miniapps), DATA / name)
    short = {key: figures[key] for key, bar in BARS.items() if figures[key] < bar}
    assert not short, figures["errors"]
    assert figures["false_actions"] <= 0.02, figures["errors"]
    assert figures["llm_calls"] == 0


def test_what_is_hard_is_told_apart_and_little_is_taken_for_an_action_by_mistake(miniapps: Router) -> None:
    """One set has too few rows for such small parts of it."""
    outcomes = [o for name in FROZEN for o in route_rows(miniapps, rows_of(name, miniapps))]
    assert (app_figures(outcomes, "TRANSACTIONAL")["false_actions"] or 0.0) <= 0.015
    hits = {tag: [o.hit for o in outcomes if tag in o.row.tags and o.row.expected is not None] for tag in SLICES}
    shares = {tag: sum(hits[tag]) / len(hits[tag]) for tag in SLICES}
    assert all(shares[tag] >= bar for tag, bar in SLICES.items()), shares


@pytest.mark.parametrize("name", FROZEN)
def test_a_fast_path_is_right_whenever_it_is_taken(miniapps: Router, name: str) -> None:
    taken = [o for o in route_rows(miniapps, rows_of(name, miniapps)) if o.decision.layer in FAST_LAYERS]
    assert len(taken) >= 50
    assert [o.row.message.text for o in taken if o.row.app is None or not is_correct(o, o.row.app)] == []


@pytest.mark.slow
def test_an_action_that_needs_no_confidence_is_taken_by_mistake_more_often(miniapps: Router) -> None:
    """What `needs` is for: without it, doubtful talk changes what an app holds."""
    book = miniapps.routebook
    loose = replace(book, routes=tuple(replace(route, needs=0.0) for route in book.routes))
    without = Router.from_routebook(loose, memo=Memo(size=0), student=miniapps.warm_student())
    pairs = [
        (evaluate(router, rows_of(name, miniapps), DATA / name)["false_actions"])
        for router in (miniapps, without)
        for name in FROZEN
    ]
    assert sum(pairs[3:]) > sum(pairs[:3])


def test_no_example_is_in_a_frozen_set_but_for_what_everybody_says() -> None:
    taught = {fold(example.text) for example in load("miniapps").examples}
    shared = [
        json.loads(line)["text"]
        for name in FROZEN
        for line in (DATA / name).read_text(encoding="utf-8").splitlines()
        if fold(json.loads(line)["text"]) in taught
    ]
    assert all(len(text.split()) <= 6 for text in shared), shared
    assert len(shared) <= 40


def test_the_shipped_student_fits_the_examples() -> None:
    assert is_current(load("miniapps"), EmbeddedEncoder(PLAIN).fingerprint)
