"""Results of training on a teacher's labels: targets, phases compared with ADR-0008, and avap's frozen rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.convergence import picture, streams, teacher
from benchmarks.convergence.path import JUDGES, Counted, Part, Teacher, count, labelled, walk
from benchmarks.convergence.streams import Stream
from benchmarks.report import BUILD, Check, Table
from fingerpost.evaluation.evaluate import RowResult, route_rows_in_batch
from fingerpost.evaluation.rows import read_rows
from fingerpost.learning.collect import PERSON
from fingerpost.learning.promotion_gate import compare
from fingerpost.learning.train import train
from fingerpost.models.encoder import PLAIN, EmbeddedEncoder
from fingerpost.routebook import load
from fingerpost.routebook.model import Routebook
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.router import Router
from fingerpost.routing.student.model import Student
from fingerpost.settings import Settings

NOISE = 0.1
CLOSED, NEAR = 50.0, 3.0
"""Targets: per cent of the gap to full labels that must be closed, and points of the model's share beyond theirs."""
PARTS = ((0.25, False), (0.25, False), (0.25, True), (0.25, True))
"""The quarters of a stream: in the first two the model decides whatever rules do not, in the others the student."""
PHASES = (
    ("now: bootstrap", "95"),
    ("1: labels are collected", "95"),
    ("2: the student decides", "10 to 20"),
    ("3: and learns on; declared types", "under 5"),
    ("4: the odd one, on rows held back", "under 2"),
)
"""The phases of ADR-0008, with the per cent of traffic that it expects to reach the model."""
DECLARED = {"platform_data", "prefix", "injected"}
"""Tags of rows that a platform sends by itself, which can declare what they are."""
LABELS = 300
"""Real labels that avap with all its examples is taught."""

Cells = tuple[object, ...]


def measure(place: Path, cache: Path) -> Iterator[Check | Table]:
    """Measure the public sets by intent, then all three streams, then avap with all its examples."""
    rows: list[Cells] = []
    for stream in streams.of_intents(place):
        yield from targets(stream, cache, rows)
    yield Table(
        f"From {streams.BEGIN} examples a class, with a teacher that is wrong in {NOISE:.0%}",
        ("set", "labels", "calls", "accuracy %", "to the model %", "wrong among the rest %", "at exactly 3 % wrong"),
        rows,
        [
            f"To the model: messages the student is unsure about, at its own threshold for {streams.ERROR:.0%} wrong;",
            "in the last column at the threshold that leaves exactly so many of these rows wrong.",
        ],
    )
    walked: dict[str, list[Part]] = {}
    for stream in (*streams.of_domains(place), streams.of_avap()):
        answers = teacher.answered(stream.name, stream.flow)
        yield teacher_table(stream, answers)
        walked[stream.name] = list(walk(stream, recorded_teacher(stream, answers), cache, PARTS))
    yield path_table(walked)
    yield on_top(cache)
    yield from frozen(cache)
    picture.draw(walked, BUILD / "convergence.png")


def targets(stream: Stream, cache: Path, rows: list[Cells]) -> Iterator[Check]:
    """Compare few labels, all labels, and a noisy teacher's: of every message, and of those alone that were unsure."""
    counted = stream.held[JUDGES:]
    true = [labelled(row.text, row.route, i)._replace(source=PERSON) for i, row in enumerate(stream.flow)]
    few = count(route_rows_in_batch(_router(stream.book, cache), counted))
    best = train(stream.book, true, EmbeddedEncoder(PLAIN), cache).student
    full = count(route_rows_in_batch(_router(stream.book, cache, best), counted))
    noisy = teacher.Noisy(stream.book.names, NOISE)
    whole = list(walk(stream, noisy, cache, ((1.0, False),)))
    unsure = list(walk(stream, noisy, cache, ((0.25, True),) * 4))
    rows += [
        (stream.name, "few", 0, *_percent(few)),
        (stream.name, "few, and all others by a person", 0, *_percent(full)),
        (stream.name, "few, and the teacher's of all others", _calls(whole), *_percent(whole[-1].after)),
        (stream.name, "few, and the teacher's of the unsure", _calls(unsure), *_percent(unsure[-1].after)),
    ]
    after = whole[-1].after
    closed = 100 * (after.accuracy - few.accuracy) / (full.accuracy - few.accuracy)
    beyond = 100 * (after.least - full.least)
    yield Check(f"{stream.name}: gap to full labels closed", closed, CLOSED, "%", at_least=True)
    yield Check(
        f"{stream.name}: the model's share at {streams.ERROR:.0%} error beyond that of full labels",
        beyond,
        NEAR,
        "points",
    )


def teacher_table(stream: Stream, answers: Sequence[teacher.Answered]) -> Table:
    """Tell how often the real teacher was right, and what it takes for what."""
    routes = sorted({answer.route for answer in answers})
    rows = []
    for route in routes:
        said = [answer.said or "nothing usable" for answer in answers if answer.route == route]
        wrong = [name for name in said if name != route]
        most = max(set(wrong), key=wrong.count) if wrong else "-"
        rows.append((route, len(said), 100 * (1 - len(wrong) / len(said)), most, wrong.count(most)))
    right = 100 * float(np.mean([answer.said == answer.route for answer in answers]))
    return Table(
        f"{stream.name}: {len(answers)} answers of a real teacher, {right:.1f} % right",
        ("route", "messages", "right %", "most often said instead", "times"),
        rows,
    )


def path_table(walked: Mapping[str, Sequence[Part]]) -> Table:
    """Put the share that reached the model beside what ADR-0008 expects."""
    rows: list[Cells] = []
    for i, (phase, expected) in enumerate(PHASES):
        cells: list[object] = [phase, expected]
        for parts in walked.values():
            if i < len(parts):
                cells += [100 * float(np.mean(parts[i].asked)), 100 * float(np.mean(parts[i].right))]
            else:
                after = parts[-1].after
                cells += [100 * after.share, 100 * after.accuracy]
        rows.append(tuple(cells))
    least = ", ".join(f"{name} {100 * parts[-1].after.least:.1f} %" for name, parts in walked.items())
    refused = [f"{name}: part {i + 1}" for name, parts in walked.items() for i, p in enumerate(parts) if not p.promoted]
    return Table(
        "The share that reaches the model, and what is routed right, by phase",
        ("phase", "ADR-0008 %", *(f"{name} {what} %" for name in walked for what in ("model", "right"))),
        rows,
        [
            "Nothing of these streams was declared by a caller. The last line counts the best route, asked or not.",
            f"At the threshold that leaves exactly {streams.ERROR:.0%} of the rows held back wrong: {least}.",
            f"Challengers that the gate refused: {', '.join(refused) or 'none'}.",
        ],
    )


def on_top(cache: Path) -> Table:
    """Tell what rules and declared types take off the model's share, on avap's frozen rows with all its examples."""
    book = load.load("avap")
    alone = _outcomes(replace(book, rules=()), cache)
    ruled = _outcomes(book, cache)
    declared = [outcome for outcome in ruled if not DECLARED & set(outcome.row.tags)]
    asked = [sum(not o.decision.accepted for o in outcomes) for outcomes in (alone, ruled, declared)]
    names = ("student alone", "rules before it", "and what the platform sends by itself is declared")
    return Table(
        f"What rules and declared types take off the model's share: {len(ruled)} rows of avap",
        ("", "to the model", "%"),
        [(name, count, 100 * count / len(ruled)) for name, count in zip(names, asked, strict=True)],
    )


def frozen(cache: Path) -> Iterator[Check | Table]:
    """Teach avap, with all its examples, what a real teacher said; the gate compares on one set, others are counted."""
    book, encoder = load.load("avap"), EmbeddedEncoder(PLAIN)
    stream = streams.of_avap()
    answers = [a for a in teacher.answered("avap", stream.flow) if a.said != teacher.UNUSABLE][:LABELS]
    rows = [labelled(answer.text, answer.said, i) for i, answer in enumerate(answers)]
    champion = _router(book, cache)
    trained = train(book, rows, encoder, cache)
    challenger = _router(book, cache, trained.student)
    sets = {name: read_rows(streams.SETS / f"avap-{name}.jsonl", book.names) for name in ("dev", "check", "hostile")}
    passed = compare(champion, challenger, sets["dev"]).passed
    serving = challenger if passed else champion
    cells: list[Cells] = []
    for name, held in sets.items():
        before, after, served = (count(route_rows_in_batch(router, held)) for router in (champion, challenger, serving))
        cells.append((name, len(held), *_percent(before)[:3], *_percent(after)[:3]))
        lost = 100 * (before.accuracy - served.accuracy)
        yield Check(f"avap-{name}: accuracy lost to {len(rows)} real labels", lost, 0.0, "points")
    yield Table(
        f"avap with {len(rows)} real labels, {trained.lineage['doubted']} of them doubted and left out; the gate "
        f"{'promotes' if passed else 'refuses'} it",
        ("set", "rows", "accuracy %", "to the model %", "wrong %", "after: accuracy %", "to the model %", "wrong %"),
        cells,
    )


def _outcomes(book: Routebook, cache: Path) -> list[RowResult]:
    rows = [
        r for name in ("dev", "check", "hostile") for r in read_rows(streams.SETS / f"avap-{name}.jsonl", book.names)
    ]
    return route_rows_in_batch(_router(book, cache), rows)


def recorded_teacher(stream: Stream, answers: Sequence[teacher.Answered]) -> Teacher:
    """Return a teacher that says what the real one said, and errs like it about everything else."""
    real = {answer.text: answer.said for answer in answers}
    errs = teacher.Simulated(answers, sorted({row.route for row in stream.flow}))
    return lambda row: real[row.text] if row.text in real else errs(row)


def _router(book: Routebook, cache: Path, student: Student | None = None) -> Router:
    return Router.from_routebook(book, settings=Settings(cache=cache), student=student, memo=Memo(size=0))


def _calls(parts: Sequence[Part]) -> int:
    return sum(sum(part.asked) for part in parts)


def _percent(counted: Counted) -> tuple[float, ...]:
    return 100 * counted.accuracy, 100 * counted.share, 100 * counted.wrong, 100 * counted.least
