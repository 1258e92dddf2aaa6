"""The examples nearest to a message decide where the classifier is not sure, and leave it alone where it is."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from fingerpost import Message, Router
from fingerpost.errors import StudentError
from fingerpost.routebook.model import Routebook
from fingerpost.routing.student import serialization
from fingerpost.routing.student.cache import fit_for, key_of
from fingerpost.routing.student.model import NO_THRESHOLD
from fingerpost.routing.student.neighbours import FEWEST, Neighbours, fit_neighbours, joined
from fingerpost.routing.student.training import fit
from fingerpost.testing import WordEncoder
from fingerpost.types import Decision, Example, Route

WIDTH = 64


def _given(count: int = FEWEST) -> tuple[NDArray[np.float32], list[Example]]:
    """Return vectors around one direction for each of two routes, and their examples."""
    draw = np.random.default_rng(7)
    vectors = draw.normal(scale=0.1, size=(count, WIDTH))
    vectors[np.arange(count), np.arange(count) % 2] += 1
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors.astype(np.float32), [Example(f"text {i}", ("bills", "parcels")[i % 2]) for i in range(count)]


def _toward(axis: int) -> NDArray[np.float32]:
    toward: NDArray[np.float32] = np.eye(WIDTH, dtype=np.float32)[axis]
    return toward


def _neighbours(vectors: NDArray[np.float32], examples: list[Example]) -> Neighbours:
    found = fit_neighbours(vectors, examples, "stranger")
    assert found is not None
    return found


def test_the_route_of_the_nearest_examples_has_the_most() -> None:
    neighbours = _neighbours(*_given())
    for axis, route in enumerate(("bills", "parcels")):
        shares = neighbours.shares(_toward(axis), None)
        assert sum(shares.values()) == pytest.approx(1)
        assert shares[route] > 0.95


def test_few_examples_and_very_many_are_not_asked() -> None:
    vectors, examples = _given()
    assert fit_neighbours(vectors[1:], examples[1:], None) is None
    strangers = [replace(example, route="stranger") for example in examples[:1]]
    assert fit_neighbours(vectors, [*strangers, *examples[1:]], "stranger") is None


def test_an_example_of_the_same_context_is_nearer() -> None:
    vectors, examples = _given()
    twice = np.concatenate([vectors, vectors])
    other = [replace(example, route="questions", after="bills") for example in examples]
    neighbours = _neighbours(twice, [*examples, *other])
    alone, after = (neighbours.shares(_toward(0), context) for context in (None, "bills"))
    assert alone["bills"] > 0.7 > alone["questions"]
    assert after["questions"] > 0.7 > after["bills"]


def test_both_count_and_neither_excludes_the_other() -> None:
    together = joined(("a", "b", "c"), (0.6, 0.4, 0.0), {"a": 0.1, "b": 0.9, "c": 0.0})
    assert sum(together) == pytest.approx(1)
    assert together[1] > together[0] > together[2] == 0
    assert joined(("a", "b"), (0.999, 0.001), {"b": 1.0})[0] > 0.5


def test_they_are_stored_with_the_student_and_read_again(tmp_path: Path) -> None:
    texts = _texts()
    student = fit(texts, WordEncoder(), nearest=True)
    assert student.neighbours is not None
    serialization.save(student, tmp_path)
    stored = serialization.load(tmp_path, "words-64").neighbours
    assert stored is not None
    vector = WordEncoder().encode(["the invoice of my parcel"])[0]
    assert stored.shares(vector, None) == student.neighbours.shares(vector, None)


def test_only_routebooks_that_weigh_evidence_keep_them() -> None:
    book = Routebook(name="post", routes=(Route("bills"), Route("parcels")), fallback="bills", examples=tuple(_texts()))
    weighs = replace(book, weights={"bills": {"sql": 0.1}})
    encoder = WordEncoder()
    kept = [fit_for(one, one.examples, encoder, None).neighbours is not None for one in (book, weighs)]
    assert kept == [False, True]
    # So that the student of the one is not taken for the other's.
    assert key_of(book, encoder.fingerprint) != key_of(weighs, encoder.fingerprint)


def test_damaged_ones_are_refused(tmp_path: Path) -> None:
    student = fit(_texts(), WordEncoder(), nearest=True)
    packed = serialization.pack(student)
    for near in ([["bills"], [""]], [["bills", 1], [""]], [["bills", "parcels"]]):
        damaged = packed._replace(head={**packed.head, "near": near})
        with pytest.raises(StudentError, match="examples do not match"):
            serialization.unpack(damaged, "words-64", "here")


@pytest.mark.parametrize("near", ["bills", "parcels"])
def test_they_are_asked_only_where_the_classifier_is_not_sure(near: str) -> None:
    examples = _texts()
    student = fit(examples, WordEncoder(), nearest=True)
    assert student.neighbours is not None
    # All that is near is of one route, whatever the weights say.
    student.neighbours.labels[:, 0] = student.neighbours.routes.index(near)
    student.scope_threshold = student.familiarity_threshold = NO_THRESHOLD
    routes = (Route("bills"), Route("parcels"))
    weighs = Routebook(
        name="post", routes=routes, fallback="bills", examples=tuple(examples), weights={"bills": {"sql": 0.1}}
    )

    def routed(text: str, threshold: float, book: Routebook = weighs) -> Decision:
        student.threshold = threshold
        return Router.from_routebook(book, encoder=WordEncoder(), student=student).route(Message(text))

    assert routed("invoice amount due", 0.0).route == "bills"
    assert routed("parcel street door", 0.0).route == "parcels"
    unsure = routed("amount street", 1.1)
    assert unsure.route == near
    assert not unsure.accepted
    assert unsure.confidence > 0.5
    # Where a routebook weighs no evidence, the classifier's own guess stands.
    alone = routed("amount sum street", 1.1, replace(weighs, weights={}))
    assert (alone.route, alone.accepted) == ("bills", False)


def _texts() -> list[Example]:
    words = {"bills": "invoice amount due tax charge sum pay", "parcels": "parcel street door truck late box van"}
    return [
        Example(f"{first} {second} {third} n{i}", route)
        for route, known in words.items()
        for i, (first, second, third) in enumerate(permutations(known.split(), 3))
        if i % 2
    ]
