"""Labelled rows for the benchmarks: public data sets if available, otherwise synthetic sentences."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.words import sentences
from fingerpost.evaluation.rows import read_labelled
from fingerpost.routebook.model import OUT_OF_SCOPE
from fingerpost.types import Example

FOLDER = "FINGERPOST_DATA"
"""The environment variable that names the folder of public sets."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """Rows to learn from and rows held back from it; `outside` holds rows that belong to no route."""

    source: str
    train: Sequence[Example]
    held: Sequence[Example]
    outside: Sequence[Example] = ()


def folder() -> Path | None:
    """Return the folder of public sets, if one is named."""
    value = os.environ.get(FOLDER)
    return Path(value) if value else None


def fifteen_thousand() -> Labelled:
    """Return 15,000 examples of 150 routes, and rows to ask about."""
    place = folder()
    if place is None:
        return _made_up()
    train, held = clinc150(place)
    return Labelled(
        source="CLINC150",
        train=[row for row in train if row.route != OUT_OF_SCOPE],
        held=[row for row in held if row.route != OUT_OF_SCOPE],
        outside=[row for row in held if row.route == OUT_OF_SCOPE],
    )


def small() -> Labelled:
    """Return a tenth of it: 1,500 examples of 30 routes, fitted in seconds."""
    data = fifteen_thousand()
    routes = sorted({row.route for row in data.train})[:30]
    train, held = ([row for row in rows if row.route in routes] for rows in (data.train, data.held))
    return Labelled(f"{data.source}, 30 routes of 50 examples", few(train, 50, seed=0), held, data.outside)


def clinc150(place: Path) -> tuple[list[Example], list[Example]]:
    """Return both published parts, the second without the few texts that the first holds too."""
    train = read_labelled(place / "clinc150" / "train.jsonl")
    known = {row.text for row in train}
    return train, [row for row in read_labelled(place / "clinc150" / "val.jsonl") if row.text not in known]


def split(rows: Sequence[Example], share: float = 0.8, seed: int = 0) -> tuple[list[Example], list[Example]]:
    """Return a share of the rows, and the rest without texts that the share holds too."""
    mixed = sample(rows, len(rows), seed)
    end = int(share * len(mixed))
    known = {row.text for row in mixed[:end]}
    return mixed[:end], [row for row in mixed[end:] if row.text not in known]


def sample(rows: Sequence[Example], count: int, seed: int = 0) -> list[Example]:
    """Return rows drawn without replacement, the same for the same seed."""
    return [rows[i] for i in np.random.default_rng(seed).permutation(len(rows))[:count]]


def few(rows: Sequence[Example], count: int, seed: int) -> list[Example]:
    """Return `count` rows of every route."""
    taken: dict[str, int] = {}
    chosen = []
    for row in sample(rows, len(rows), seed):
        taken[row.route] = taken.get(row.route, 0) + 1
        if taken[row.route] <= count:
            chosen.append(row)
    return chosen


def _made_up() -> Labelled:
    rows = [Example(text, f"topic-{topic:03}") for text, topic in sentences(150, 18_000)]
    return Labelled(f"made-up sentences, because {FOLDER} is not set", rows[:15_000], rows[15_000:])
