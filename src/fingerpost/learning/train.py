"""A challenger: the routebook's examples and what traffic taught, fitted together, with its lineage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from fingerpost import __version__
from fingerpost.language.text import fold
from fingerpost.learning.collect import Labelled
from fingerpost.learning.label_noise import doubtful
from fingerpost.models.encoder import Encoder
from fingerpost.routebook.model import Routebook
from fingerpost.routing.student.model import Student
from fingerpost.routing.student.training import fit, training_key
from fingerpost.types import Example

ENOUGH = 200
"""Examples of a routebook from which on they alone set the bars."""


@dataclass(frozen=True, slots=True)
class Trained:
    """A student and what it was made of."""

    student: Student
    lineage: dict[str, Any]


def base_key(book: Routebook, encoder: str) -> str:
    """Name the examples of a routebook; a student that was made on top of others is not theirs."""
    return training_key(book.examples, encoder, book.thresholds.accept_error, book.out_of_scope)


def train(
    book: Routebook,
    rows: Sequence[Labelled],
    encoder: Encoder,
    cache: Path | None,
    progress: Callable[[str], None] = lambda _: None,
) -> Trained:
    """Fit a student on a routebook's examples and on rows that traffic taught.

    Where an example has the same text, its author decides. Labels of a teacher that all others speak against are
    left out. What the student stands by goes by the examples: labels are mostly of what was hard, and some are wrong.
    """
    written = {(fold(example.text), example.after) for example in book.examples}
    new = [row for row in rows if (fold(row.text), row.after) not in written]
    progress(f"looking for doubtful labels among {len(new)}")
    doubted = doubtful(book.examples, new, encoder, cache)
    kept = [row for i, row in enumerate(new) if i not in doubted]
    examples = [*book.examples, *(Example(row.text, row.route, row.after) for row in kept)]
    student = fit(
        examples,
        encoder,
        out_of_scope=book.out_of_scope,
        accept_error=book.thresholds.accept_error,
        cache=cache,
        trusted=len(book.examples) if len(book.examples) >= ENOUGH else None,
        progress=progress,
    )
    digest = sha256()
    for row in sorted((row.text, row.route, row.after or "") for row in kept):
        digest.update(repr(row).encode("utf-8", "replace"))
    lineage = {
        "fingerpost": __version__,
        "base": base_key(book, encoder.fingerprint),
        "encoder": encoder.fingerprint,
        "key": student.key,
        "data": digest.hexdigest(),
        "examples": len(book.examples),
        "rows": dict(Counter(row.source for row in kept)),
        "cut": sum(row.cut for row in kept),
        "doubted": len(doubted),
        "known": len(rows) - len(new),
        "estimate": {key: student.notes.get(key) for key in ("accuracy", "coverage", "accepted_error")},
    }
    return Trained(student, lineage)
