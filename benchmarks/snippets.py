"""Accuracy lost by training on the first sixty characters instead of complete texts: `python -m benchmarks.snippets`.

A session that has ended keeps so much of a message unless FINGERPOST_KEEP_TEXT is on; rows of older traffic are cut.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.__main__ import cache_folder
from benchmarks.data import clinc150, few, folder, split
from benchmarks.report import Table, as_text
from fingerpost import Router
from fingerpost.evaluation.evaluate import evaluate
from fingerpost.evaluation.rows import read_labelled, read_rows
from fingerpost.language.text import as_read, fold
from fingerpost.models.embedding_cache import encode_cached
from fingerpost.models.encoder import PLAIN, EmbeddedEncoder
from fingerpost.routebook.load import load
from fingerpost.routebook.model import OUT_OF_SCOPE
from fingerpost.routing.student.training import fit
from fingerpost.settings import Settings
from fingerpost.types import SNIPPET, Example

SHOTS = 30
"""Examples a class of the public sets: some minutes a set, with all of them it is hours."""

SETS = Path(__file__).parent.parent / "tests" / "data"


def main() -> None:
    """Print one table for the shipped routebook and, where the public sets are at hand, one for them."""
    for tables in (public, avap):
        for table in tables(cache_folder()):
            print(as_text(table), flush=True)


def cut(examples: Sequence[Example]) -> list[Example]:
    """Return examples as a store that keeps snippets gives them; texts that then have two labels go."""
    short = [replace(example, text=example.text[:SNIPPET].strip()) for example in examples]
    labels: dict[tuple[str, str | None], set[str]] = {}
    for example in short:
        labels.setdefault((fold(example.text), example.after), set()).add(example.route)
    return [example for example in short if len(labels[fold(example.text), example.after]) == 1]


def half(examples: Sequence[Example]) -> list[Example]:
    """Return every second example cut, as in a store where half of the sessions have ended."""
    mixed = [*examples[::2], *cut(examples[1::2])]
    whole = {(fold(example.text), example.after): example.route for example in examples[::2]}
    return [e for e in mixed if whole.get((fold(e.text), e.after), e.route) == e.route]


KEPT: dict[str, Callable[[Sequence[Example]], Sequence[Example]]] = {"whole": list, "half cut": half, "cut": cut}


def avap(cache: Path) -> Iterator[Table]:
    """Fit the shipped routebook's student on its examples, whole and cut, and measure both on the frozen sets."""
    book, settings, rows = load("avap"), Settings(cache=cache), []
    for name, kept in KEPT.items():
        examples = tuple(kept(book.examples))
        router = Router.from_routebook(replace(book, examples=examples, folder=None), settings=settings).warm()
        cells: list[str] = [name, f"{len(examples):,}"]
        for file in sorted(SETS.glob("avap-*.jsonl")):
            given = read_rows(file, book.names)
            long = [row for row in given if len(row.message.text) > SNIPPET]
            result, of_long = evaluate(router, given, file), evaluate(router, long, file)
            cells += [f"{result['accuracy_without_rules']:.3f}", f"{of_long['accuracy_without_rules']:.3f}"]
            cells.append(f"{result['coverage']:.2f}")
        rows.append(cells)
    names = [file.stem.removeprefix("avap-") for file in sorted(SETS.glob("avap-*.jsonl"))]
    of_sets = [what for name in names for what in (name, f"{name}, over {SNIPPET}", f"{name}, accepted")]
    longer = sum(len(example.text) > SNIPPET for example in book.examples) / len(book.examples)
    title = f"avap, rules off; {longer:.0%} of the examples are longer than {SNIPPET} characters"
    yield Table(title, ["trained on", "examples", *of_sets], rows)


def public(cache: Path) -> Iterator[Table]:
    """Fit on public sets, whole and cut, and measure on their whole held-back rows."""
    place = folder()
    if place is None:
        return
    train, held = clinc150(place)
    sets = {"HWU64": split(read_labelled(place / "hwu64" / "train.jsonl")), "CLINC150": (train, held)}
    encoder = EmbeddedEncoder(PLAIN)
    for name, (taught, asked) in sets.items():
        rows = []
        inside = [row for row in asked if row.route != OUT_OF_SCOPE]
        vectors = encode_cached(encoder, [as_read(row.text) for row in inside], cache)
        long = np.array([len(row.text) > SNIPPET for row in inside])
        for kind, kept in KEPT.items():
            examples = kept(few([row for row in taught if row.route != OUT_OF_SCOPE], SHOTS, seed=0))
            student = fit(examples, encoder, cache=cache)
            best = [student.predict(v, fold(row.text)).ranked(1)[0][0] for v, row in zip(vectors, inside, strict=True)]
            right = np.array([given == row.route for given, row in zip(best, inside, strict=True)])
            of_long = f"{right[long].mean():.3f}" if long.any() else "-"
            rows.append([kind, f"{len(examples):,}", f"{right.mean():.3f}", of_long])
        title = f"{name}: accuracy on whole held-back texts, of which {long.mean():.0%} are longer than {SNIPPET}"
        yield Table(title, ["trained on", "examples", "accuracy", "accuracy of the longer"], rows)


if __name__ == "__main__":
    main()
