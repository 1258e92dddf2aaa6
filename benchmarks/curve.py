"""Learning curve and ablation of the shipped routebook on the frozen sets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchmarks.report import Table
from fingerpost import Router
from fingerpost.evaluation.evaluate import evaluate
from fingerpost.evaluation.learning_curve import router_fitted_on, sample_examples
from fingerpost.evaluation.rows import read_rows
from fingerpost.routebook.load import load
from fingerpost.settings import Settings

SETS = Path(__file__).parent.parent / "tests" / "data"
SHARES = (0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0)


def tables(cache: Path) -> Iterator[Table]:
    """Fit on growing random parts of the examples, and measure each on rows by someone else."""
    book = load("avap")
    whole = Router.from_routebook(book, settings=Settings(cache=cache))
    rows = []
    for share in SHARES:
        router = router_fitted_on(whole, share)
        student = router.warm_student()
        held_back = student.notes["accuracy"] if student else None
        cells = [f"{len(sample_examples(book.examples, share)):,}", f"{held_back:.3f}"]
        for file in sorted(SETS.glob("avap-*.jsonl")):
            result = evaluate(router, read_rows(file, book.names), file)
            cells += [f"{result['accuracy']:.3f}", f"{result['accuracy_without_rules']:.3f}"]
        rows.append(cells)
    names = [file.stem for file in sorted(SETS.glob("avap-*.jsonl"))]
    columns = ["examples", "cross-validation", *(c for name in names for c in (name, f"{name}, rules off"))]
    yield Table("Learning curve of the avap routebook", columns, rows)
