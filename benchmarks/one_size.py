"""One size of the growth table, in its own process: `python -m benchmarks.one_size ROUTES EXAMPLES`.

Prints a line of JSON as soon as the time of a decision is known, and another when a student was fitted.
"""

from __future__ import annotations

import json
import re
import resource
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from benchmarks.timing import interleaved
from benchmarks.words import sentences
from fingerpost import Route, Router
from fingerpost.language.text import fold
from fingerpost.routebook.model import Routebook
from fingerpost.routing.student.features import MAX_TERMS, Vocabulary
from fingerpost.routing.student.model import NO_THRESHOLD, Student, StudentLabel, text_digests
from fingerpost.routing.student.training import MAX_LEXICAL_SIZE, MAX_SPARSE_WEIGHTS, fit
from fingerpost.types import Example

WIDTH = 512
ASKED = 300
FAMILY = 8
"""Topics that lie close to each other, as intents of one domain do."""
MISTAKEN = 0.01
"""Share of examples with the label of a neighbour, as in sets that people labelled."""


class DrawnEncoder:
    """Unit vectors around the centre of a text's topic, drawn from the text itself: costs next to nothing."""

    fingerprint = f"drawn-{WIDTH}"

    def __init__(self, topics: dict[str, int], count: int) -> None:
        """Draw a centre for each topic, near those of its family."""
        rng = np.random.default_rng(0)
        families = _units(rng.standard_normal((count // FAMILY + 1, WIDTH)))
        own = _units(rng.standard_normal((count, WIDTH)))
        self.topics, self.centres = topics, families[np.arange(count) // FAMILY] + 0.6 * own

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one row a text."""
        noise = np.stack([np.random.default_rng(crc32(text.encode())).standard_normal(WIDTH) for text in texts])
        return _units(self.centres[[self.topics[text] for text in texts]] + _units(noise)).astype(np.float32)


def main(routes: int, examples: int) -> None:
    """Measure a student of the right shape, then a fitted one."""
    topics = dict(sentences(routes, examples + ASKED))
    encoder = DrawnEncoder(topics, routes)
    texts = list(topics)
    train, asked = texts[:examples], texts[examples:]
    _print(**_decision(_drawn_student(train, routes), encoder, asked))
    rows = [Example(text, _name(_label(topics[text], text, routes))) for text in train]
    began = perf_counter()
    student = fit(rows, encoder)
    took = perf_counter() - began
    _print(fit_seconds=took, peak_megabytes=_peak())
    _print(**_decision(student, encoder, asked))


def _decision(student: Student, encoder: DrawnEncoder, asked: Sequence[str]) -> dict[str, float]:
    """Time what follows the encoder: the student alone, and all of route() with vectors that are ready."""
    ready = _Ready(dict(zip(asked, encoder.encode(asked), strict=True)))
    book = Routebook(
        "growth", tuple(Route(name) for name in student.routes), examples=tuple(Example("", r) for r in student.routes)
    )
    router = Router.from_routebook(book, encoder=ready, student=student)

    def decide(text: str) -> object:
        return student.verdict(student.predict(ready.vectors[text], fold(text)))

    p50 = interleaved({"student": decide, "route": router.route}, asked)
    arrays = (student.dense, student.sparse, student.bias, student.vocabulary.idf, student.fitted)
    return {
        "student_micros": p50["student"] * 1e6,
        "route_micros": p50["route"] * 1e6,
        "array_megabytes": sum(array.nbytes for array in arrays) / 1e6,
    }


class _Ready:
    """Knows the vectors beforehand."""

    fingerprint = DrawnEncoder.fingerprint

    def __init__(self, vectors: dict[str, NDArray[np.float32]]) -> None:
        self.vectors = vectors

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.stack([self.vectors[text] for text in texts])


def _drawn_student(texts: Sequence[str], routes: int) -> Student:
    """Return a student of the shape that fitting would give it: a decision costs the same whatever the weights."""
    rng = np.random.default_rng(0)
    lexical = texts if len(texts) * routes <= MAX_LEXICAL_SIZE else ()
    vocabulary = Vocabulary.learn(
        lexical, [None] * len(lexical), cap=min(MAX_TERMS, MAX_SPARSE_WEIGHTS // (2 * routes))
    )
    return Student(
        encoder=DrawnEncoder.fingerprint,
        labels=[StudentLabel(_name(topic)) for topic in range(routes)],
        vocabulary=vocabulary,
        dense=rng.standard_normal((routes, WIDTH), dtype=np.float32),
        sparse=rng.standard_normal((len(vocabulary), routes), dtype=np.float32),
        bias=np.zeros(routes, dtype=np.float32),
        threshold=0.5,
        scope_threshold=NO_THRESHOLD,
        familiarity_threshold=NO_THRESHOLD,
        fitted=text_digests(texts),
    )


def _label(topic: int, text: str, routes: int) -> int:
    mistaken = crc32(text.encode()[::-1]) % 1000 < 1000 * MISTAKEN
    return (topic + 1) % routes if mistaken else topic


def _name(topic: int) -> str:
    return f"topic-{topic:04}"


def _units(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    units: NDArray[np.float64] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return units


def _peak() -> float:
    """Return the most memory this process ever held, in MB."""
    status = Path("/proc/self/status")
    if status.exists():
        # What getrusage says begins with what the parent held when it started this process.
        kilobytes = re.search(r"VmHWM:\s+(\d+)", status.read_text(encoding="utf-8"))
        if kilobytes:
            return int(kilobytes.group(1)) / 1e3
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)


def _print(**found: float) -> None:
    print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
