"""Train a challenger on the routebook's examples and labelled rows of traffic, and record its lineage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from fingerpost import __version__
from fingerpost.evaluation.rows import UNCORRECTED
from fingerpost.language.text import fold
from fingerpost.learning.collect import LabelledRow
from fingerpost.learning.label_noise import suspect_labels
from fingerpost.models.encoder import Encoder
from fingerpost.routebook.model import Routebook
from fingerpost.routing.student.cache import key_of
from fingerpost.routing.student.model import Student
from fingerpost.routing.student.training import fit
from fingerpost.types import Example

MIN_EXAMPLES_FOR_THRESHOLDS = 200
"""Number of examples from which on they alone set the thresholds."""


@dataclass(frozen=True, slots=True)
class TrainedStudent:
    """A student and its lineage: what it was trained on."""

    student: Student
    lineage: dict[str, Any]


def train(
    book: Routebook,
    rows: Sequence[LabelledRow],
    encoder: Encoder,
    cache: Path | None,
    progress: Callable[[str], None] = lambda _: None,
) -> TrainedStudent:
    """Fit a student on a routebook's examples and on labelled rows of traffic.

    An example wins over a row of the same text. Suspect labels are left out; uncorrected ones have no say in whether
    another is. The thresholds are set on the examples: labels of traffic are mostly of hard messages, and some are
    wrong. With few examples the labels that others than the student gave help to set them.
    """
    written = {(fold(example.text), example.after) for example in book.examples}
    new = [row for row in rows if (fold(row.text), row.after) not in written]
    progress(f"checking {len(new)} labels for errors")
    labelled = [row for row in new if row.source != UNCORRECTED]
    used_rows = _without_suspects(book.examples, labelled, encoder, cache)
    known = [*book.examples, *map(_as_example, used_rows)]
    uncorrected = [row for row in new if row.source == UNCORRECTED]
    used_rows = [*used_rows, *_without_suspects(known, uncorrected, encoder, cache)]
    trusted = len(book.examples) if len(book.examples) >= MIN_EXAMPLES_FOR_THRESHOLDS else len(known)
    examples = [*book.examples, *map(_as_example, used_rows)]
    student = fit(
        examples,
        encoder,
        out_of_scope=book.out_of_scope,
        accept_error=book.thresholds.accept_error,
        cache=cache,
        trusted=trusted if trusted == len(book.examples) or uncorrected else None,
        nearest=bool(book.weights),
        progress=progress,
    )
    digest = sha256()
    for row in sorted((row.text, row.route, row.after or "") for row in used_rows):
        digest.update(repr(row).encode("utf-8", "replace"))
    lineage = {
        "fingerpost": __version__,
        "base": key_of(book, encoder.fingerprint),
        "encoder": encoder.fingerprint,
        "key": student.key,
        "data": digest.hexdigest(),
        "examples": len(book.examples),
        "rows": dict(Counter(row.source for row in used_rows)),
        "cut": sum(row.cut for row in used_rows),
        "doubted": len(new) - len(used_rows),
        "known": len(rows) - len(new),
        "estimate": {key: student.notes.get(key) for key in ("accuracy", "coverage", "accepted_error")},
    }
    return TrainedStudent(student, lineage)


def _without_suspects(
    examples: Sequence[Example], rows: Sequence[LabelledRow], encoder: Encoder, cache: Path | None
) -> list[LabelledRow]:
    suspects = suspect_labels(examples, rows, encoder, cache)
    return [row for i, row in enumerate(rows) if i not in suspects]


def _as_example(row: LabelledRow) -> Example:
    return Example(row.text, row.route, row.after)
