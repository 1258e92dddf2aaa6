"""Accuracy and calibration of the student on public data sets, with an ablation of its features.

The tuned encoder has seen these sets. So each is measured with weights that were tuned without it, where
FINGERPOST_WEIGHTS names a folder of them (`python -m training.tune without-clinc150.npz --without clinc150`), else with
the plain encoder.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from statistics import mean
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.data import clinc150, few, split
from benchmarks.report import Table
from fingerpost.evaluation.metrics import auroc, ece
from fingerpost.evaluation.rows import read_labelled
from fingerpost.language.text import as_read, fold
from fingerpost.models.embedding_cache import encode_cached
from fingerpost.models.encoder import PLAIN, EmbeddedEncoder, Encoder
from fingerpost.models.sentence_network import SentenceNetwork
from fingerpost.routebook.model import OUT_OF_SCOPE, Routebook
from fingerpost.routing.student.cache import load_or_fit
from fingerpost.routing.student.component_models import ComponentModels
from fingerpost.routing.student.features import Vocabulary
from fingerpost.routing.student.model import Student
from fingerpost.types import Example, Route, Verdict

SHOTS, SEEDS = 10, (0, 1, 2)

Floats = NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True)
class Set:
    """One experiment: rows to fit on, rows held back; those labelled out of scope are told apart later."""

    data: str
    name: str
    train: Sequence[Example]
    held: Sequence[Example]


def tables(place: Path, cache: Path) -> Iterator[Table]:
    """Yield the table of the student, of few examples, and of the features."""
    full, shots = full_sets(place), few_shots(place)
    encoders = {data: encoder_without(data) for data in ("clinc150", "banking77", "hwu64")}
    students = {s.name: student_of(s, encoders[s.data], cache) for s in (*full, *shots)}
    yield Table(
        "Accuracy of the student",
        ("set", "rows fitted on", "rows held back", "accuracy %", "ECE", "AUROC by scope", "AUROC by confidence"),
        [quality(s, students[s.name], encoders[s.data], cache) for s in full],
        [
            "Accuracy: the best route before any threshold, over rows in scope. ECE: 15 bins, over the same rows.",
            "AUROC: rows in scope against rows out of scope, by the verdict's scope and by its confidence.",
        ],
    )
    rows = [acceptance(s, students[s.name], encoders[s.data], cache) for s in (*full[:1], *shots)]
    means = [
        (
            f"{data}, mean of {len(SEEDS)} seeds",
            *(float(mean(row[i] for row in rows[1:] if row[0].startswith(data))) for i in (1, 2, 3)),
        )
        for data in ("CLINC150", "BANKING77", "HWU64")
    ]
    yield Table(
        f"What is accepted, with all examples and with {SHOTS} a class",
        ("set", "accuracy %", "accepted %", "wrong among accepted %"),
        [*rows, *means],
    )
    ablations = [_ablation(s, students[s.name], encoders[s.data], cache) for s in (*full[:1], *full[2:], *shots)]
    yield Table(
        "What each choice of features gave: accuracy %",
        ("set", "logistic, embedding", "hinge, n-grams", "hinge, embedding and n-grams", "the student: both voices"),
        [row[:5] for row in ablations],
    )
    yield Table(
        "What each choice of features gave: out-of-scope AUROC by the best score",
        ("set", "logistic, embedding", "hinge, n-grams", "hinge, embedding and n-grams", "the student: both voices"),
        [(row[0], *row[5:]) for row in ablations if row[5] is not None],
    )


def full_sets(place: Path) -> list[Set]:
    train, held = clinc150(place)
    inside = [row for row in train if row.route != OUT_OF_SCOPE]
    others = [(name, split(read_labelled(place / name / "train.jsonl"))) for name in ("banking77", "hwu64")]
    return [
        Set("clinc150", "CLINC150", inside, held),
        Set("clinc150", "CLINC150, shown 100 rows out of scope", train, held),
        *(Set(name, name.upper(), *parts) for name, parts in others),
    ]


def few_shots(place: Path) -> list[Set]:
    """Return ten examples a class of each set, drawn three times."""
    whole = [s for s in full_sets(place) if s.name == s.data.upper()]
    return [
        Set(s.data, f"{s.name}, {SHOTS} a class, seed {seed}", few(s.train, SHOTS, seed), s.held)
        for s in whole
        for seed in SEEDS
    ]


class LeftOut:
    """The tuned encoder with weights that were tuned without a set."""

    def __init__(self, file: Path) -> None:
        """Read the weights."""
        self.fingerprint = f"{file.stem}-{sha256(file.read_bytes()).hexdigest()[:12]}"
        with np.load(file, allow_pickle=False) as stored:
            self._network = SentenceNetwork({name: stored[name].astype(np.float32) for name in stored.files})

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one row per text."""
        return self._network.encode(texts)


def encoder_without(data: str) -> Encoder:
    """Return an encoder that has not seen a public set."""
    folder = os.environ.get("FINGERPOST_WEIGHTS")
    return LeftOut(Path(folder) / f"without-{data}.npz") if folder else EmbeddedEncoder(PLAIN)


def student_of(rows: Set, encoder: Encoder, cache: Path) -> Student:
    """Return the stored student of these rows, or fit it; a book unchecked, for public sets hold contradictions."""
    print(f"  student of {rows.name}", flush=True)
    names = dict.fromkeys(row.route for row in rows.train)
    routes = tuple(Route(name, out_of_scope=name == OUT_OF_SCOPE) for name in names)
    return load_or_fit(Routebook(rows.name, routes, examples=tuple(rows.train)), encoder, cache)


def verdicts_of(rows: Set, student: Student, encoder: Encoder, cache: Path) -> list[Verdict]:
    """Return what the student says of every row held back."""
    texts = [as_read(row.text) for row in rows.held]
    vectors = encode_cached(encoder, texts, cache)
    judged = (student.predict(vector, fold(text)) for vector, text in zip(vectors, texts, strict=True))
    return [student.verdict(judgement) for judgement in judged]


def quality(rows: Set, student: Student, encoder: Encoder, cache: Path) -> tuple[Any, ...]:
    verdicts = verdicts_of(rows, student, encoder, cache)
    inside, outside = _apart(rows, verdicts)
    right = _right(rows, verdicts)
    return (
        rows.name,
        len(rows.train),
        len(rows.held),
        100 * mean(right),
        ece([verdict.confidence for verdict in inside], right),
        auroc([verdict.scope or 0.0 for verdict in inside], [verdict.scope or 0.0 for verdict in outside]),
        auroc([verdict.confidence for verdict in inside], [verdict.confidence for verdict in outside]),
    )


def acceptance(rows: Set, student: Student, encoder: Encoder, cache: Path) -> tuple[Any, ...]:
    verdicts = verdicts_of(rows, student, encoder, cache)
    right = _right(rows, verdicts)
    accepted = [hit for hit, verdict in zip(right, _apart(rows, verdicts)[0], strict=True) if verdict.accepted]
    return rows.name, 100 * mean(right), 100 * len(accepted) / len(right), 100 * (1 - mean(accepted))


def _apart(rows: Set, verdicts: Sequence[Verdict]) -> tuple[list[Verdict], list[Verdict]]:
    """Return the verdicts on rows in scope and on rows out of scope."""
    pairs = list(zip(rows.held, verdicts, strict=True))
    inside = [verdict for row, verdict in pairs if row.route != OUT_OF_SCOPE]
    return inside, [verdict for row, verdict in pairs if row.route == OUT_OF_SCOPE]


def _right(rows: Set, verdicts: Sequence[Verdict]) -> list[bool]:
    pairs = zip(rows.held, verdicts, strict=True)
    return [verdict.route == row.route for row, verdict in pairs if row.route != OUT_OF_SCOPE]


def _ablation(rows: Set, student: Student, encoder: Encoder, cache: Path) -> tuple[Any, ...]:
    """Return accuracy and AUROC of each voice alone, of n-grams alone, and of the student."""
    print(f"  features of {rows.name}", flush=True)
    from sklearn.svm import LinearSVC

    train, held = [as_read(row.text) for row in rows.train], [as_read(row.text) for row in rows.held]
    names = list(student.routes)
    truth = np.array([names.index(row.route) for row in rows.train])
    dense, dense_held = encode_cached(encoder, train, cache), encode_cached(encoder, held, cache)
    vocabulary: Vocabulary = student.vocabulary
    sparse, sparse_held = (vocabulary.matrix(texts, [None] * len(texts)) for texts in (train, held))
    [((w1, b1), (w2, b2))] = ComponentModels(dense, sparse, truth, len(names)).fit_parts([np.arange(len(truth))])
    alone = LinearSVC(C=1, random_state=0, max_iter=3000).fit(sparse, truth)
    width = dense.shape[1]
    scores: list[Floats] = [
        dense_held @ w1.T + b1,
        alone.decision_function(sparse_held),
        dense_held @ w2[:, :width].T + np.asarray(sparse_held @ w2[:, width:].T) + b2,
        dense_held @ student.dense.T + np.asarray(sparse_held @ student.sparse) + student.bias,
    ]
    inside = np.array([row.route != OUT_OF_SCOPE for row in rows.held])
    expected = np.array([row.route for row in rows.held])[inside]
    accuracy = [100 * float((np.array(names)[s[inside].argmax(axis=1)] == expected).mean()) for s in scores]
    scope = [auroc(s[inside].max(axis=1), s[~inside].max(axis=1)) for s in scores]
    return (rows.name, *accuracy, *scope)
