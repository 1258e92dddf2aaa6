"""Labelled rows: public sets where they are at hand, made-up sentences where they are not."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.words import sentences

OUTSIDE = "oos"
"""The label of rows that belong to no route."""

FOLDER = "FINGERPOST_DATA"
"""The environment variable that names the folder of public sets."""


class Row(NamedTuple):
    """One labelled text."""

    text: str
    label: str


@dataclass(frozen=True, slots=True)
class Labelled:
    """Rows to learn from and rows held back from it; `outside` holds rows that belong to no route."""

    source: str
    train: Sequence[Row]
    held: Sequence[Row]
    outside: Sequence[Row] = ()


def folder() -> Path | None:
    """Return the folder of public sets, if one is named."""
    value = os.environ.get(FOLDER)
    return Path(value) if value else None


def fifteen_thousand() -> Labelled:
    """Return 15,000 examples of 150 routes, and rows to ask about."""
    place = folder()
    if place is None:
        return _made_up()
    train, held = read(place / "clinc150" / "train.jsonl"), read(place / "clinc150" / "val.jsonl")
    known = {row.text for row in train}
    fresh = [row for row in held if row.text not in known]
    return Labelled(
        source="CLINC150",
        train=[row for row in train if row.label != OUTSIDE],
        held=[row for row in fresh if row.label != OUTSIDE],
        outside=[row for row in fresh if row.label == OUTSIDE],
    )


def read(file: Path) -> list[Row]:
    """Read one object a line."""
    with file.open(encoding="utf-8") as lines:
        return [Row(row["text"], row["label"]) for row in map(json.loads, lines)]


def sample(rows: Sequence[Row], count: int, seed: int = 0) -> list[Row]:
    """Return rows drawn without replacement, the same for the same seed."""
    chosen = np.random.default_rng(seed).permutation(len(rows))[:count]
    return [rows[i] for i in chosen]


def _made_up() -> Labelled:
    rows = [Row(text, f"topic-{topic:03}") for text, topic in sentences(150, 18_000)]
    return Labelled(f"made-up sentences, because {FOLDER} is not set", rows[:15_000], rows[15_000:])
