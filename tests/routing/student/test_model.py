"""A student is saved as data, comes back the same, and says what it does not know."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from fingerpost import Example, StudentError, TrainingError
from fingerpost.language.text import fold
from fingerpost.routing.student import serialization
from fingerpost.routing.student.calibration import (
    DEFAULT_THRESHOLD,
    fit_factors,
    fit_scope_thresholds,
    fit_threshold,
    softmax,
)
from fingerpost.routing.student.component_models import MANY_ROWS, ComponentModels
from fingerpost.routing.student.features import AFTER, Vocabulary, char_ngrams
from fingerpost.routing.student.model import FORMAT, Prediction, Student
from fingerpost.routing.student.training import fit, training_key
from fingerpost.testing import WordEncoder
from tests.conftest import SHOP

EXAMPLES = [Example(text, route) for route, texts in SHOP.items() for text in texts]
QUESTIONS = ["where is the parcel", "refund the lamp", "is it waterproof", "zxq vvw kkp", "", "parcel money lamp"]


@pytest.fixture(scope="module")
def student() -> Student:
    return fit(EXAMPLES, WordEncoder())


def _judged(student: Student) -> list[list[float]]:
    vectors = WordEncoder().encode(QUESTIONS)
    return [list(student.predict(v, fold(q)).probabilities) for v, q in zip(vectors, QUESTIONS, strict=True)]


def test_the_same_input_gives_the_same_predictions(student: Student, fitted_once: dict[bytes, object]) -> None:
    fitted_once.clear()
    assert _judged(fit(EXAMPLES, WordEncoder())) == _judged(student)


def test_a_saved_student_comes_back_the_same(student: Student, tmp_path: Path) -> None:
    serialization.save(student, tmp_path / "s")
    again = serialization.load(tmp_path / "s", "words-64")
    assert _judged(again) == _judged(student)
    assert (again.threshold, again.scope_threshold, again.key) == (
        student.threshold,
        student.scope_threshold,
        student.key,
    )


def test_saving_again_leaves_one_file_of_arrays(student: Student, tmp_path: Path) -> None:
    serialization.save(student, tmp_path)
    serialization.save(fit(EXAMPLES[:-1], WordEncoder()), tmp_path)
    assert len(list(tmp_path.glob("*.npz"))) == 1
    assert serialization.load(tmp_path, "words-64").routes == student.routes


def test_another_encoder_is_refused(student: Student, tmp_path: Path) -> None:
    serialization.save(student, tmp_path)
    with pytest.raises(StudentError, match="fitted on vectors of words-64, but the encoder in use is other"):
        serialization.load(tmp_path, "other")


def test_one_of_the_format_before_is_refused(student: Student, tmp_path: Path) -> None:
    serialization.save(student, tmp_path)
    head = tmp_path / "student.json"
    head.write_text(json.dumps({**json.loads(head.read_text()), "format": FORMAT - 1}))
    with pytest.raises(StudentError, match=f"not a classifier of format {FORMAT}. Train it again"):
        serialization.load(tmp_path, "words-64")
    assert serialization.stored_key(tmp_path) is None


def test_nothing_but_data_is_in_the_folder(student: Student, tmp_path: Path) -> None:
    serialization.save(student, tmp_path)
    head = json.loads((tmp_path / "student.json").read_text())
    with np.load(tmp_path / head["arrays"], allow_pickle=False) as arrays:
        assert arrays.files
        assert all(arrays[name].dtype.kind in "fu" for name in arrays.files)


def test_probabilities_of_the_routes_sum_to_one(student: Student) -> None:
    judged = _judged(student)
    assert len(judged) > 0
    for row in judged:
        assert sum(row) == pytest.approx(1, abs=1e-5)


def test_out_of_scope_examples_make_no_route() -> None:
    strange = [Example(text, "oos") for text in ("who won the match", "tell me a joke", "sing a song", "what is love")]
    student = fit([*EXAMPLES, *strange], WordEncoder(), out_of_scope="oos")
    assert "oos" not in student.routes
    vector = WordEncoder().encode(["tell me a joke about love"])[0]
    assert student.verdict(student.predict(vector, "tell me a joke about love")).accepted is False


def test_the_editor_is_told_apart_within_a_route() -> None:
    about = [
        Example(f"{verb} the open script", "code", qualifier="EDITOR") for verb in ("fix", "explain", "clean", "check")
    ]
    fresh = [Example(f"write a new {noun}", "code") for noun in ("loop", "endpoint", "query", "function")]
    talk = [Example(f"thanks {word}", "chat") for word in ("a lot", "very much", "again", "friend")]
    student = fit([*about, *fresh, *talk], WordEncoder())
    assert student.routes == ("chat", "code")

    def uses_editor(text: str) -> bool:
        return student.verdict(student.predict(WordEncoder().encode([text])[0], text)).qualifier == "EDITOR"

    assert uses_editor("check and fix the open script")
    assert not uses_editor("write a new endpoint please")


def test_the_turn_that_is_leaned_on_counts() -> None:
    leaning = [Example("and that one", name, after=name) for name in ("refund", "shipping", "product")]
    more = [Example("why so", name, after=name) for name in ("refund", "shipping", "product")]
    student = fit([*EXAMPLES, *leaning, *more], WordEncoder())
    vector = WordEncoder().encode(["and why that one"])[0]
    for name in ("refund", "shipping", "product"):
        judged = student.predict(vector, "and why that one", after=name)
        assert judged.ranked(1)[0][0] == name


def test_one_example_a_route_keeps_the_documented_bar() -> None:
    student = fit([Example("money back", "refund"), Example("where is it", "shipping")], WordEncoder())
    assert student.threshold == DEFAULT_THRESHOLD == 0.85


def test_ten_examples_a_route_estimate_the_bar(student: Student) -> None:
    assert student.notes["folds"] == len(EXAMPLES)
    assert student.threshold != DEFAULT_THRESHOLD


def test_a_single_route_cannot_be_learned() -> None:
    with pytest.raises(TrainingError, match="at least two routes"):
        fit([Example("a", "x"), Example("b", "x")], WordEncoder())


def test_it_knows_what_it_was_fitted_on(student: Student) -> None:
    assert student.was_fitted_on("Where IS my parcel?")
    assert not student.was_fitted_on("where is my dog")


def test_the_key_changes_with_every_part_of_an_example() -> None:
    base = Example("a", "x")
    keys = {
        training_key([example], "e", 0.02, None)
        for example in (
            base,
            Example("b", "x"),
            Example("a", "y"),
            Example("a", "x", after="x"),
            Example("a", "x", qualifier="EDITOR"),
        )
    }
    assert (
        len(
            keys
            | {
                training_key([base], "f", 0.02, None),
                training_key([base], "e", 0.03, None),
                training_key([base], "e", 0.02, "x"),
                training_key([base], "e", 0.02, None, nearest=True),
            }
        )
        == 9
    )


def test_a_threshold_keeps_its_promise_on_the_rows_it_was_set_on() -> None:
    confidence = np.array([0.9, 0.8, 0.7, 0.6, 0.5])
    right = np.array([True, True, False, True, True])
    assert fit_threshold(confidence, right, 0.1) == 0.8
    assert fit_threshold(confidence, right, 0.26) == 0.5
    assert fit_threshold(confidence, ~right, 0.1) > 0.9
    assert fit_threshold(np.array([0.9, 0.9, 0.8]), np.array([True, False, True]), 0.1) > 0.9, (
        "a tie stands or falls whole"
    )
    assert fit_threshold(np.array([]), np.array([], dtype=bool), 0.1) == DEFAULT_THRESHOLD


def test_a_floor_parts_what_is_in_scope_from_what_is_not() -> None:
    scores = np.concatenate([np.linspace(5, 9, 50), np.linspace(0, 4, 50)])
    floor, familiar = fit_scope_thresholds(scores, np.arange(100) < 50)
    assert 4 < floor <= 5
    assert familiar == floor


def test_without_strangers_the_least_familiar_are_not_accepted() -> None:
    floor, familiar = fit_scope_thresholds(np.linspace(0, 100, 101), np.ones(101, dtype=bool))
    assert (floor, familiar) == (1, 10)


def test_a_turn_that_no_example_taught_still_counts(student: Student) -> None:
    vector = WordEncoder().encode(["and the other"])[0]
    for name in SHOP:
        judged = student.predict(vector, "and the other", after=name)
        assert judged.ranked(1)[0][0] == name


def test_weights_follow_the_voice_that_knows() -> None:
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 3, 300)
    good = np.eye(3)[truth] * 2 + rng.normal(0, 0.5, (300, 3))
    noise = rng.normal(0, 1, (300, 3))
    first, second = fit_factors([good, noise], truth)
    assert first > 5 * second
    assert softmax(first * good + second * noise).max(axis=1).mean() == pytest.approx(
        (np.argmax(first * good + second * noise, axis=1) == truth).mean(), abs=0.05
    )


def test_with_many_rows_the_weights_of_words_are_held_back_less() -> None:
    def words(count: int) -> float:
        truth = np.arange(count) % 2
        sparse = csr_matrix(0.01 * np.eye(2, dtype=np.float32)[truth])
        learner = ComponentModels(np.zeros((count, 4), dtype=np.float32), sparse, truth, 2)
        [[_, hinge]] = learner.fit_parts([np.arange(count)])
        return float(np.abs(hinge.weights[:, 4:]).max())

    assert words(MANY_ROWS) > 1.5 * words(MANY_ROWS - 1)


def test_a_vocabulary_is_capped_and_ordered_by_frequency() -> None:
    vocabulary = Vocabulary.learn(["b a", "a c", "a d"], [None, "x", None], cap=2)
    assert vocabulary.terms[0] == "a"
    assert vocabulary.terms[-1] == AFTER + "x"
    assert len(vocabulary) == 5


def test_char_ngrams_stay_inside_a_word() -> None:
    assert char_ngrams("ab") == ["_ ab", "_ab ", "_ ab "]


def test_very_many_examples_and_routes_go_without_ngrams(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fingerpost.routing.student.training.MAX_LEXICAL_SIZE", 10)
    student = fit(EXAMPLES, WordEncoder())
    assert student.sparse.shape == (0, 3)
    vector = WordEncoder().encode(["where is my parcel today"])[0]
    assert student.verdict(student.predict(vector, "where is my parcel today")).route == "shipping"


def test_two_writers_never_leave_a_folder_that_cannot_be_read(student: Student, tmp_path: Path) -> None:
    other = fit(EXAMPLES[:-1], WordEncoder())
    faults: list[Exception] = []

    def write(which: Student) -> None:
        try:
            for _ in range(20):
                serialization.save(which, tmp_path)
        except StudentError as error:
            faults.append(error)

    threads = [threading.Thread(target=write, args=(which,)) for which in (student, other)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert serialization.load(tmp_path, "words-64").routes == student.routes


def test_what_is_impossible_leaves_the_others_their_odds() -> None:
    prediction = Prediction(("A", "B", "C"), (0.2, 0.6, 0.2), 0.0, {})
    assert prediction.without({"B"}).probabilities == (0.5, 0.0, 0.5)
    assert prediction.without(set()).probabilities == pytest.approx((0.2, 0.6, 0.2))
    assert prediction.without({"A", "B", "C"}).probabilities == (0.0, 0.0, 0.0)
