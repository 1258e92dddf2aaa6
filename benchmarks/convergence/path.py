"""Run a message stream through a router that is trained on its teacher's labels, phase by phase."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np

from benchmarks.convergence.streams import ERROR, Stream
from benchmarks.convergence.teacher import UNUSABLE
from fingerpost.evaluation.evaluate import RowResult, route_rows_in_batch
from fingerpost.evaluation.rows import UNCORRECTED, Row
from fingerpost.learning.champion import load_serving_student
from fingerpost.learning.cleaning import limit_uncorrected
from fingerpost.learning.collect import MIN_UNCORRECTED_CONFIDENCE, TEACHER, LabelledRow
from fingerpost.learning.training_run import run_training
from fingerpost.models.encoder import PLAIN, EmbeddedEncoder
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.router import Router
from fingerpost.settings import Settings
from fingerpost.stores.store import Store
from fingerpost.types import Example, Message

RULES, STUDENT = "rules", "student"
JUDGES = 500
"""Held-out rows by which the gate compares; what is reported is counted on the others."""

Teacher = Callable[[Example], str]


class Counted(NamedTuple):
    """What a router does with rows: the share that it would put to a model, and how much of it all is right.

    `accuracy` is that of the best route whether or not it is stood by; `wrong` the share among what it stands by.
    `least` is the share that it would put to a model if its threshold left exactly ERROR wrong among the rest.
    """

    share: float
    accuracy: float
    wrong: float
    least: float


class Part(NamedTuple):
    """A part of a stream: which messages went to the model, which were routed right, and what was learned from it.

    `own`: whether each label is right that the student gave itself.
    """

    asked: Sequence[bool]
    right: Sequence[bool]
    own: Sequence[bool]
    promoted: bool
    after: Counted


def walk(
    stream: Stream,
    teacher: Teacher,
    cache: Path,
    parts: Sequence[tuple[float, bool]],
    *,
    uncorrected: bool = True,
) -> Iterator[Part]:
    """Yield the parts of the stream; of each its share is given, and whether a student decides in it already.

    With `uncorrected` its own confident decisions are learned from too; nobody ever corrects one.
    """
    encoder, settings = EmbeddedEncoder(PLAIN), Settings(cache=cache)
    router = Router.from_routebook(stream.book, encoder=encoder, settings=settings, memo=Memo(size=0))
    judges, counted = stream.held[:JUDGES], stream.held[JUDGES:]
    labels: list[LabelledRow] = []
    begin = 0
    with TemporaryDirectory() as folder, Store.open(f"sqlite:///{folder}/store.sqlite") as store:
        for share, deciding in parts:
            messages = stream.flow[begin : begin + round(share * len(stream.flow))]
            begin += len(messages)
            rows = [Row(str(i), Message(row.text), row.route) for i, row in enumerate(messages)]
            asked, right, own = [], [], []
            for outcome, row in zip(route_rows_in_batch(router, rows), messages, strict=True):
                decided = outcome.decision.accepted and (deciding or outcome.decision.layer == RULES)
                said = outcome.decision.route if decided else teacher(row)
                asked.append(not decided)
                right.append(said == row.route)
                if not decided and said not in (None, UNUSABLE):
                    labels.append(labelled(row.text, said, len(labels)))
                elif uncorrected and _is_sure(outcome) and decided:
                    labels.append(labelled(row.text, str(said), len(labels))._replace(source=UNCORRECTED))
                    own.append(said == row.route)
            rows_to_learn = limit_uncorrected(labels, Counter(), encoder, cache)
            learned = run_training(store, stream.book, rows_to_learn, judges, settings, encoder=encoder)
            student = load_serving_student(store, stream.book, encoder.fingerprint)[1]
            router = router.rebuilt(stream.book, student)
            yield Part(asked, right, own, learned.promoted, count(route_rows_in_batch(router, counted)))


def _is_sure(outcome: RowResult) -> bool:
    return outcome.decision.layer == STUDENT and outcome.decision.confidence >= MIN_UNCORRECTED_CONFIDENCE


def labelled(text: str, route: str, number: int) -> LabelledRow:
    """Return a teacher's label, each of a session of its own."""
    return LabelledRow(text, route, None, TEACHER, None, f"session-{number}", float(number), False)


def count(outcomes: Sequence[RowResult]) -> Counted:
    """Count what a router made of rows."""
    accepted = [outcome for outcome in outcomes if outcome.decision.accepted]
    wrong = float(np.mean([not outcome.hit for outcome in accepted])) if accepted else 0.0
    hits = np.array([outcome.hit for outcome in outcomes])
    surest = hits[np.argsort([-outcome.decision.confidence for outcome in outcomes], kind="stable")]
    few_wrong = np.flatnonzero(np.cumsum(~surest) <= ERROR * np.arange(1, len(surest) + 1))
    kept = int(few_wrong[-1]) + 1 if len(few_wrong) else 0
    return Counted(1 - len(accepted) / len(outcomes), float(hits.mean()), wrong, 1 - kept / len(outcomes))
