"""Rows of dialogues, and the fitting and evaluation of the models of `conversation.topic_shift`.

Rows of one dialogue are never on both sides of a split.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.report import BUILD
from fingerpost.conversation import topic_shift
from fingerpost.language.text import as_read
from fingerpost.models.embedding_cache import encode_cached
from fingerpost.models.factory import open_encoder
from fingerpost.settings import Settings
from fingerpost.types import Turn

STRENGTH, FOLDS, DRAWN = 0.1, 5, 2000
"""Inverse strength of the regularisation; parts of a cross-validation; times that dialogues are drawn anew."""
USUAL = 0.98
"""Share of rows that may agree on a feature that is fitted."""
PLANTED = 0.25
"""Weight of a planted row: as many of them as rows that go on would make new topics too likely."""

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Features = dict[str, float]
Score = Callable[[Sequence[Features]], Floats]


@dataclass(frozen=True, slots=True)
class Row:
    """A message with the turns before it, what is true of it, and the dialogue it is from."""

    text: str
    turns: tuple[Turn, ...]
    true: bool
    dialogue: str
    weight: float = 1.0
    rewrite: str = ""
    leans: bool = False


def read_rows(file: Path, positive: str) -> list[Row]:
    """Read a set; where it tells no roles, two people speak by turns, and in one with rewrites the person alone."""
    rows: list[Row] = []
    for line in file.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        past, rewrite = entry["history"], entry.get("rewrite", "")
        if past and isinstance(past[0], dict):
            turns = [Turn(turn["role"], turn["content"]) for turn in past]
        else:
            mine = [bool(rewrite) or (len(past) - i) % 2 == 0 for i in range(len(past))]
            turns = [Turn("user" if own else "assistant", text) for own, text in zip(mine, past, strict=True)]
        goes_on = rows and len(past) > 1
        dialogue = entry.get("dialogue") or (rows[-1].dialogue if goes_on else f"{file.stem}-{len(rows)}")
        true, leans = entry["label"] == positive, entry.get("leans", False)
        rows.append(Row(entry["text"], tuple(turns), true, dialogue, rewrite=rewrite, leans=leans))
    return rows


def planted(rows: Sequence[Row], pool: Sequence[Row]) -> list[Row]:
    """Return the same talks, each gone on with a self-contained question of another one: a new topic for certain.

    Such a question comes from a dialogue that is on the same side of every split.
    """
    rng = np.random.default_rng(0)
    part = parts(rows)
    made = []
    for row in rows:
        others = [one.text for one in pool if part[one.dialogue] == part[row.dialogue] and one.dialogue != row.dialogue]
        made.append(Row(others[rng.integers(len(others))], row.turns, True, row.dialogue, PLANTED))
    return made


def parts(rows: Sequence[Row]) -> dict[str, int]:
    """Return the part of a cross-validation that each dialogue belongs to."""
    names = list(dict.fromkeys(row.dialogue for row in rows))
    return {
        name: int(i) % FOLDS for name, i in zip(names, np.random.default_rng(0).permutation(len(names)), strict=True)
    }


def folds(rows: Sequence[Row]) -> Iterator[tuple[Bools, Bools]]:
    """Yield what to fit on and what is held back, split by dialogue."""
    part = parts(rows)
    held = np.array([part[row.dialogue] for row in rows])
    for fold in range(FOLDS):
        yield held != fold, held == fold


class Vectors:
    """The vectors of all texts, by text."""

    def __init__(self, rows: Sequence[Row]) -> None:
        """Encode every text once; the cache keeps them for the next run."""
        texts = list(dict.fromkeys(as_read(text) for row in rows for text in (row.text, *(t.text for t in row.turns))))
        settings = Settings.from_environment({"FINGERPOST_CACHE": "off", **os.environ})
        found = encode_cached(open_encoder(settings), texts, settings.cache or BUILD / "cache")
        self._known: dict[str, NDArray[np.float32]] = dict(zip(texts, found, strict=True))

    def of(self, text: str) -> NDArray[np.float32]:
        """Return the vector of a text."""
        return self._known[as_read(text)]

    def beside(self, row: Row) -> list[NDArray[np.float32]]:
        """Return the vectors of a row's turns."""
        return [self.of(turn.text) for turn in row.turns]

    def features(self, rows: Sequence[Row]) -> list[Features]:
        """Return what the models see of rows."""
        return [topic_shift.features(row.text, row.turns, self.of(row.text), self.beside(row)) for row in rows]


def fit(rows: Sequence[Row], seen: Sequence[Features], by_words: bool = False) -> topic_shift.LogisticModel:
    """Fit a logistic regression, and write it in the units of the features."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import StandardScaler

    names = [name for name in seen[0] if not (by_words and name.startswith("near"))]
    # What is the same in nearly all rows tells nothing: in some sets nobody answers, or nobody chats.
    names = [name for name in names if Counter(found[name] for found in seen).most_common(1)[0][1] < USUAL * len(seen)]
    table = np.array([[found[name] for name in names] for found in seen])
    true, weight = truth(rows), np.array([row.weight for row in rows])
    scaler = StandardScaler().fit(table)
    model = LogisticRegression(C=STRENGTH, max_iter=2000).fit(scaler.transform(table), true, sample_weight=weight)
    weights = model.coef_[0] / scaler.scale_
    bias = float(model.intercept_[0] - weights @ scaler.mean_)
    return topic_shift.LogisticModel(
        0.5, round(bias, 2), {name: round(float(w), 2) for name, w in zip(names, weights, strict=True)}
    )


def truth(rows: Sequence[Row]) -> Bools:
    """Return what is true of each row."""
    return np.array([row.true for row in rows])


def f1(said: Bools, true: Bools) -> float:
    """Return the F1 of the positive class."""
    return float(2 * (said & true).sum() / max(said.sum() + true.sum(), 1))


def best_bar(scores: Floats, true: Bools) -> float:
    """Return the threshold with the best F1: halfway between two scores."""
    order = np.argsort(-scores, kind="stable")
    ranked = 2 * np.cumsum(true[order]) / (np.arange(1, len(true) + 1) + true.sum())
    best = int(np.argmax(ranked))
    return float((scores[order][best] + scores[order][min(best + 1, len(true) - 1)]) / 2)


@dataclass(frozen=True, slots=True)
class Task:
    """Rows with their features, and rows that are only fitted on."""

    rows: Sequence[Row]
    seen: Sequence[Features]
    more: Sequence[Row] = ()
    more_seen: Sequence[Features] = ()

    def of(self, part: Bools) -> Task:
        """Return the task with a part of its rows."""
        rows = [row for row, taken in zip(self.rows, part, strict=True) if taken]
        return Task(rows, [s for s, taken in zip(self.seen, part, strict=True) if taken], self.more, self.more_seen)

    def fitted(self, by_words: bool = False) -> topic_shift.LogisticModel:
        """Fit on all rows."""
        return fit([*self.rows, *self.more], [*self.seen, *self.more_seen], by_words)

    def learn(self, way: str) -> Score:
        """Return how a way scores rows, having learned from these."""
        if way in LEARNED:
            model = self.fitted(by_words=way == "words alone")
            return lambda seen: np.array([model.probability(found) for found in seen])
        if way == "all positive":
            return lambda seen: np.ones(len(seen))
        name = COSINES[way]
        # Near means the same topic, and near means self-contained: which of the two, the rows themselves tell.
        near = np.array([found[name] for found in self.seen])
        up = 1.0 if near[truth(self.rows)].mean() > near[~truth(self.rows)].mean() else -1.0
        return lambda seen: np.array([up * found[name] for found in seen])

    def threshold(self, way: str) -> float:
        """Return the best threshold on these rows; what was fitted is not asked about rows that it knows."""
        scores = self.held_back(way)[0] if way in LEARNED else self.learn(way)(self.seen)
        return best_bar(scores, truth(self.rows))

    def held_back(self, way: str, with_thresholds: bool = False) -> tuple[Floats, Bools]:
        """Return scores, and verdicts by thresholds of the fitted part, on rows of unseen dialogues."""
        scores, said = np.zeros(len(self.rows)), np.zeros(len(self.rows), dtype=bool)
        for part, held in folds(self.rows):
            task = self.of(part)
            scores[held] = task.learn(way)(self.of(held).seen)
            if with_thresholds:
                said[held] = scores[held] >= task.threshold(way)
        return scores, said


LEARNED = ("words alone", "words and vectors")
COSINES = {"cosine, last turn": "near_answer", "cosine, nearest turn": "nearest"}
WAYS = ("all positive", *COSINES, *LEARNED)


def interval(rows: Sequence[Row], one: Bools, other: Bools) -> str:
    """Return the 95 % interval of the difference of two F1, over dialogues drawn anew."""
    names = {name: i for i, name in enumerate(dict.fromkeys(row.dialogue for row in rows))}
    which, true = np.array([names[row.dialogue] for row in rows]), truth(rows)
    counts = [np.bincount(which, weights=v, minlength=len(names)) for v in (one & true, one, other & true, other, true)]
    drawn = np.random.default_rng(0).integers(len(names), size=(DRAWN, len(names)))
    hit, said, other_hit, other_said, real = (column[drawn].sum(axis=1) for column in counts)
    low, high = np.quantile(2 * hit / (said + real) - 2 * other_hit / (other_said + real), [0.025, 0.975])
    return f"{low:+.3f} to {high:+.3f}"
