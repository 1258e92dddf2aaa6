"""What labels chosen by `suggest` gain over as many chosen at random, from ten examples a class."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.data import clinc150, few, sample, split
from benchmarks.report import Check, Table
from fingerpost.evaluation.rows import read_labelled
from fingerpost.language.text import as_read
from fingerpost.learning.suggest import choose
from fingerpost.models.embedding_cache import encode_cached
from fingerpost.models.encoder import PLAIN, EmbeddedEncoder
from fingerpost.routebook.model import OUT_OF_SCOPE
from fingerpost.routing.student.calibration import softmax
from fingerpost.routing.student.component_models import ComponentModels
from fingerpost.routing.student.features import Vocabulary
from fingerpost.routing.student.training import fit
from fingerpost.types import Example

SHOTS, EACH, DRAWS = 10, 2, 20
"""Examples a class to start from, labels a class that are then chosen, and draws of those examples."""

TARGET = 1.5
"""How many times the gain of random labels the chosen ones must gain."""

Floats = NDArray[np.floating[Any]]


class Pool(NamedTuple):
    """A data set: rows to draw examples from, the rest being unlabelled, and rows to measure on."""

    name: str
    train: Sequence[Example]
    held: Sequence[Example]


def measure(place: Path, cache: Path, quick: bool) -> Iterator[Check | Table]:
    """Compare both choices in every draw, on two sets with a target, and on one that took no part in the design."""
    rows = []
    for pool in _pools(place):
        print(f"  {pool.name}", flush=True)
        n = EACH * len({row.route for row in pool.train})
        accuracy = 100 * np.array(list(_draws(pool, n, cache, 2 if quick else DRAWS)))
        start, by_suggest, by_chance = accuracy.mean(axis=0)
        gains = accuracy[:, 1:] - accuracy[:, :1]
        ratio, low, high = ratio_with_interval(gains)
        interval = f"{low:.2f} to {high:.2f}"
        won = int((gains[:, 0] > gains[:, 1]).sum())
        rows.append((pool.name, n, start, by_suggest - start, by_chance - start, ratio, interval, won))
        if pool.name != "BANKING77":
            note = f"{n} labels at once, {len(gains)} draws, 95 %: {interval}"
            yield Check(
                f"{pool.name}: gain by suggest over gain by chance", ratio, TARGET, "times", at_least=True, note=note
            )
    yield Table(
        f"Accuracy gained by {EACH} labels a class, from {SHOTS} examples a class",
        ("set", "labels", "accuracy % before", "by suggest", "by chance", "ratio", "95 % interval", "draws won"),
        rows,
        [
            "The classifier's two component models, weighted as in the classifier of the first draw.",
            "The interval is that of a bootstrap over draws. BANKING77 took no part in choosing the method.",
        ],
    )


def ratio_with_interval(gains: Floats) -> tuple[float, float, float]:
    """Return the ratio of the mean gains (first column over second), and its 95 % interval over draws."""
    picks = np.random.default_rng(0).integers(len(gains), size=(10_000, len(gains)))
    means = gains[picks].mean(axis=1)
    low, high = np.quantile(means[:, 0] / means[:, 1], [0.025, 0.975])
    mean = gains.mean(axis=0)
    return float(mean[0] / mean[1]), float(low), float(high)


def _pools(place: Path) -> list[Pool]:
    train, held = clinc150(place)
    inside, known = ([row for row in rows if row.route != OUT_OF_SCOPE] for rows in (train, held))
    others = [(name, split(read_labelled(place / name / "train.jsonl"))) for name in ("hwu64", "banking77")]
    return [Pool("CLINC150", inside, known), *(Pool(name.upper(), *parts) for name, parts in others)]


def _draws(pool: Pool, n: int, cache: Path, draws: int) -> Iterator[tuple[float, float, float]]:
    """Yield for each draw the accuracy of the start, with the labels that `suggest` chooses, and with random ones."""
    encoder = EmbeddedEncoder(PLAIN)
    rows = list({row.text: row for row in pool.train}.values())
    names = sorted({row.route for row in rows})
    held = [row for row in pool.held if row.route in names]
    vectors, held_vectors = (encode_cached(encoder, [as_read(r.text) for r in part], cache) for part in (rows, held))
    place = {row.text: i for i, row in enumerate(rows)}
    learner = _Learner(rows, vectors, names, held, held_vectors)
    for draw in range(draws):
        taught = few(rows, SHOTS, draw)
        if draw == 0:
            learner.factors = fit(taught, encoder, cache=cache).notes["factors"]
        start = [place[row.text] for row in taught]
        pool_places = np.setdiff1d(np.arange(len(rows)), start)
        before, probabilities = learner.accuracy(start, pool_places)
        ranked = np.sort(probabilities, axis=1)
        chosen = choose(vectors[pool_places], 1 - (ranked[:, -1] - ranked[:, -2]), n, vectors[start])
        by_chance = [place[row.text] for row in sample([rows[i] for i in pool_places], n, seed=1000 + draw)]
        by_suggest, _ = learner.accuracy([*start, *pool_places[chosen]])
        random, _ = learner.accuracy([*start, *by_chance])
        print(f"    draw {draw}: {before:.4f}, {by_suggest:.4f} by suggest, {random:.4f} by chance", flush=True)
        yield before, by_suggest, random


class _Learner:
    """Fits the classifier's component models on any of the rows, without the folds that only set thresholds."""

    def __init__(
        self, rows: Sequence[Example], vectors: Floats, names: Sequence[str], held: Sequence[Example], on: Floats
    ) -> None:
        self.factors = [1.0, 1.0]
        self._texts, self._vectors = [as_read(row.text) for row in rows], vectors
        self._names, self._truth = names, np.array([names.index(row.route) for row in rows])
        self._held, self._held_vectors = [as_read(row.text) for row in held], on
        self._held_truth = np.array([names.index(row.route) for row in held])

    def accuracy(self, taught: Sequence[int], pool: NDArray[np.int64] | None = None) -> tuple[float, Floats]:
        """Return the accuracy on the held rows, and the probabilities of the rows in `pool`."""
        texts = [self._texts[i] for i in taught]
        vocabulary = Vocabulary.learn(texts, [None] * len(texts))
        learner = ComponentModels(
            self._vectors[taught], vocabulary.matrix(texts, [None] * len(texts)), self._truth[taught], len(self._names)
        )
        [models] = learner.fit_parts([np.arange(len(taught))])

        def scores(texts: Sequence[str], vectors: Floats) -> Floats:
            other = ComponentModels(vectors, vocabulary.matrix(texts, [None] * len(texts)), self._truth, 0)
            parts = other.scores(models, np.arange(len(texts)))
            return np.asarray(sum(factor * part for factor, part in zip(self.factors, parts, strict=True)))

        right = scores(self._held, self._held_vectors).argmax(axis=1) == self._held_truth
        if pool is None:
            return float(right.mean()), np.zeros((0, 0))
        return float(right.mean()), softmax(scores([self._texts[i] for i in pool], self._vectors[pool]))
