"""`python -m benchmarks.conversation`: fit the models of `conversation.topic_shift`, and measure context detection.

Needs FINGERPOST_DATA, a folder with tiage (does a turn change the topic?) and trec_cast (does a question need those
before it, and how would it read without them?). Prints the weights that belong into `conversation/topic_shift.py`.
FINGERPOST_ENCODER names the encoder; the weights are those of `plain`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from benchmarks.conversation_fit import (
    COSINES,
    LEARNED,
    WAYS,
    Bools,
    Row,
    Task,
    Vectors,
    f1,
    folds,
    interval,
    planted,
    read_rows,
    truth,
)
from benchmarks.data import FOLDER, folder
from benchmarks.report import BUILD, Report, Table
from fingerpost.conversation import topic_shift, turn_search
from fingerpost.conversation.anaphora import make_self_contained
from fingerpost.conversation.resolve import read_reference
from fingerpost.evaluation.metrics import auroc
from fingerpost.language.text import fold
from fingerpost.models.factory import open_encoder
from fingerpost.settings import Settings
from fingerpost.types import Turn

TOPICS = Path(__file__).parent.parent / "tests" / "data" / "topics.jsonl"
COLUMNS = ("way", "F1", "F1 of the others", "AUROC", "F1 beyond the last turn's cosine, 95 %")


def main() -> None:
    """Fit, measure, print, and write what was found."""
    place = folder()
    if place is None:
        raise SystemExit(f"{FOLDER} is not set: name the folder that holds tiage and trec_cast")
    train, dev = (read_rows(place / "tiage" / f"{name}.jsonl", "shift") for name in ("train", "dev"))
    cast = read_rows(place / "trec_cast" / "2019-2020.jsonl", "needs_context")
    asked = [row for row in cast if row.turns]
    new = planted(asked, [row for row in cast if not row.true])
    same = [Row(row.text, row.turns, False, row.dialogue) for row in asked]
    topics = read_rows(TOPICS, "shift")
    vectors = Vectors([*train, *dev, *cast, *topics])
    seen = {name: vectors.features(rows) for name, rows in (("train", train), ("asked", asked), ("new", new))}
    going_on = [*same, *new], [*seen["asked"], *seen["new"]]
    shifts = Task(train, seen["train"], *going_on)
    needs = Task(asked, seen["asked"])
    report = Report({"tiage": len(train) + len(dev), "trec_cast": len(cast), "topics": len(topics)})
    report.add(_compared("New topic: tiage train, 5 parts by dialogue", shifts))
    report.add(_on_dev(shifts, dev, vectors))
    report.add(_compared("Needs context: trec_cast with history, 5 parts by dialogue", needs))
    report.add(_both(Task(train, seen["train"]), Task(*going_on), needs))
    models = {
        "SHIFT": shifts.fitted(),
        "SHIFT_BY_WORDS": shifts.fitted(by_words=True),
        "CONTEXT": needs.fitted(),
        "CONTEXT_BY_WORDS": needs.fitted(by_words=True),
    }
    report.add(_on_topics(topics, vectors, shifts))
    report.add(_rewrites([row for row in asked if row.true]))
    report.add(_searched(cast, vectors))
    report.add(_timed(topics, vectors))
    report.write(BUILD / "conversation.json")
    for name, model in models.items():
        is_kept = model._replace(threshold=0) == getattr(topic_shift, name)._replace(threshold=0)
        print(f"\n{name}{'' if is_kept else ' IS NOT what shift.py holds'}\n{model.bias}, {model.weights}")
    for way in LEARNED:
        found = f"shift {shifts.threshold(way):.2f} on tiage, needs {needs.threshold(way):.2f} on trec_cast"
        print(f"\nBest thresholds, {way}: {found}")


def _compared(title: str, task: Task) -> Table:
    """Compare all ways on rows of dialogues that nothing was fitted on."""
    true, said, rows = truth(task.rows), {}, []
    for way in WAYS:
        scores, said[way] = task.held_back(way, with_thresholds=True)
        area = auroc(scores[true], scores[~true])
        rows.append((way, f1(said[way], true), f1(~said[way], ~true), area, _beyond(task.rows, said, way)))
    return Table(title, COLUMNS, rows, [f"{len(true)} rows, {true.mean():.0%} positive."])


def _beyond(rows: Sequence[Row], said: dict[str, Bools], way: str) -> str:
    base = "cosine, last turn"
    return interval(rows, said[way], said[base]) if base in said and way != base else ""


def _on_dev(task: Task, dev: Sequence[Row], vectors: Vectors) -> Table:
    """Fit on all of train, judge dev once; beside it, what tiage alone would give."""
    seen, true = vectors.features(dev), truth(dev)
    alone = Task(task.rows, task.seen)
    said: dict[str, Bools] = {}
    rows: list[tuple[Any, ...]] = []
    for name, one, way in [*((way, task, way) for way in WAYS), ("both, fitted on tiage alone", alone, WAYS[-1])]:
        scores = one.learn(way)(seen)
        said[name] = scores >= one.threshold(way)
        rows.append(
            (
                name,
                f1(said[name], true),
                f1(~said[name], ~true),
                auroc(scores[true], scores[~true]),
                _beyond(dev, said, name),
            )
        )
    return Table(
        "New topic: tiage dev, fitted on train", COLUMNS, rows, [f"{len(true)} rows, {true.mean():.0%} positive."]
    )


def _both(tiage: Task, cast: Task, needs: Task) -> Table:
    """Ask both models about talks that go on, and about the same talks turned to something else."""
    count, true = len(needs.rows), truth(needs.rows)
    shifts, context, alone = np.zeros(2 * count), np.zeros(2 * count), tiage.learn(WAYS[-1])(cast.seen)
    for part, held in folds(needs.rows):
        both, fitted = np.concatenate([held, held]), cast.of(np.concatenate([part, part]))
        joint = Task([*fitted.rows, *tiage.rows], [*fitted.seen, *tiage.seen])
        shifts[both] = joint.learn(WAYS[-1])(cast.of(both).seen)
        context[both] = needs.of(part).learn(WAYS[-1])(cast.of(both).seen)
    rows: list[tuple[Any, ...]] = [("all lean", f1(np.ones(count, dtype=bool), true), 1.0)]
    for name, threshold in (
        ("needs", 2.0),
        ("needs, and shift < 0.4", 0.4),
        ("needs, and shift < 0.5", 0.5),
    ):
        leans = (context >= topic_shift.CONTEXT.threshold) & (shifts < threshold)
        rows.append((name, f1(leans[:count], true), float(leans[count:].mean())))
    areas = [auroc(scores[count:], scores[:count]) or 0.0 for scores in (shifts, alone)]
    note = f"New topics told from the rest: AUROC {areas[0]:.3}; fitted on tiage alone {areas[1]:.3}."
    title = "Leaning: trec_cast, and its talks turned to a new topic"
    return Table(title, ("way", "F1", "new topics said to lean"), rows, [note])


def _on_topics(topics: Sequence[Row], vectors: Vectors, shifts: Task) -> Table:
    """Judge talks in Portuguese and Spanish, which nothing was fitted on, as the product does."""
    seen, new, leaning = vectors.features(topics), truth(topics), np.array([row.leans for row in topics])
    with_vectors = [
        topic_shift.detect_topic_shift(row.text, row.turns, vectors.of(row.text), vectors.beside(row)) for row in topics
    ]
    by_words = [topic_shift.detect_topic_shift(row.text, row.turns) for row in topics]
    rules = np.array([any(read_reference(row.text, fold(row.text))) for row in topics])
    rows: list[tuple[Any, ...]] = [("all positive", f1(np.ones_like(new), new), 0.5, f1(np.ones_like(new), leaning))]
    for way in COSINES:
        scores = shifts.learn(way)(seen)
        rows.append((way, f1(scores >= shifts.threshold(way), new), auroc(scores[new], scores[~new]), None))
    rows.append(("the rules of resolve", None, None, f1(rules, leaning)))
    for name, judged in zip(LEARNED, (by_words, with_vectors), strict=True):
        scores = np.array([topic.shift_probability for topic in judged])
        begins, leans = (
            np.array([getattr(topic, what) for topic in judged]) for what in ("is_new_topic", "needs_context")
        )
        rows.append((name, f1(begins, new), auroc(scores[new], scores[~new]), f1(leans, leaning)))
    low = scores >= shifts.threshold(WAYS[-1])
    note = f"With the threshold that is best on tiage, words and vectors: F1 {f1(low, new):.3f}."
    return Table(
        "Portuguese and Spanish: tests/data/topics.jsonl", ("way", "new topic F1", "AUROC", "leans F1"), rows, [note]
    )


def _rewrites(rows: Sequence[Row]) -> Table:
    """Compare completed messages with those that people wrote, by the words that carry a topic."""
    ways: dict[str, Callable[[Row], str]] = {
        "the message": lambda row: row.text,
        "the turn before it and the message": lambda row: f"{row.turns[-1].text} {row.text}",
        "the first turn and the message": lambda row: f"{row.turns[0].text} {row.text}",
        "completed": lambda row: make_self_contained(row.text, row.turns),
    }
    found = []
    for year in ("2019", "2020"):
        chosen = [row for row in rows if row.dialogue.startswith(year)]
        for way, written in ways.items():
            scores = np.array([_shared(turn_search.content_stems(written(row)), row) for row in chosen])
            recall, precision, recovered = np.nanmean(scores, axis=0)
            middle = 2 * recall * precision / (recall + precision)
            found.append((year, way, float(recall), float(precision), float(middle), float(recovered)))
    note = "Recovered: of the words that the message lacks. The rules were written by looking at rows of 2019."
    columns = ("year", "way", "recall", "precision", "F1", "recovered")
    return Table("Completed messages beside the official rewrites, trec_cast", columns, found, [note])


def _shared(written: frozenset[str], row: Row) -> tuple[float, float, float]:
    wanted = turn_search.content_stems(row.rewrite)
    lacking = wanted - turn_search.content_stems(row.text)
    hit = len(written & wanted)
    recovered = len(written & lacking) / len(lacking) if lacking else np.nan
    return hit / max(len(wanted), 1), hit / max(len(written), 1), recovered


def _searched(cast: Sequence[Row], vectors: Vectors) -> Table:
    """Search threads of three talks of six turns for one of them: the first, the last, or one that is not there."""
    talks = [[row for row in cast if row.dialogue == name] for name in dict.fromkeys(row.dialogue for row in cast)]
    talks = [talk for talk in talks if len(talk) > 6]
    rng = np.random.default_rng(0)
    found: dict[str, list[tuple[bool, bool, bool, bool]]] = {}
    for _ in range(1500):
        drawn = [talks[i] for i in rng.choice(len(talks), 4, replace=False)]
        turns = [Turn("user", row.text) for talk in drawn[:3] for row in talk[:6]]
        wanted = int(rng.choice([0, 2, 3]))
        row = drawn[wanted][int(rng.integers(6 if wanted < 3 else 0, len(drawn[wanted])))]
        name = ("back to the first", "", "on with the last", "about neither")[wanted]
        given = row.text, turns, vectors.of(row.text), [vectors.of(turn.text) for turn in turns]
        best, passed = turn_search.rank_turns(*given)[0], turn_search.search_turns(*given)
        by_words = turn_search.search_turns(row.text, turns)
        right = [bool(hits) and hits[0].position // 6 == wanted for hits in ([best], passed, by_words)]
        kind = name if wanted == 3 else f"{name}, {'leaning' if row.true else 'self-contained'}"
        found.setdefault(kind, []).append((right[0], right[1], bool(passed), right[2]))
    rows = [(kind, len(hits), *np.mean(hits, axis=0).tolist()) for kind, hits in sorted(found.items())]
    columns = (
        "message",
        "threads",
        "best is right",
        "right and past the threshold",
        "anything past the threshold",
        "right by words",
    )
    return Table("Search in threads of eighteen turns, trec_cast", columns, rows)


def _timed(topics: Sequence[Row], vectors: Vectors) -> Table:
    """Time each function beside one encoding."""
    encoder = open_encoder(Settings.from_environment())
    encoder.encode(["warm"])
    given = [(row.text, row.turns, vectors.of(row.text), vectors.beside(row)) for row in topics]
    work: dict[str, Callable[[], Any]] = {
        "one encoding": lambda: [encoder.encode([one[0]]) for one in given],
        "topic_of, with vectors": lambda: [topic_shift.detect_topic_shift(*one) for one in given],
        "topic_of, by words": lambda: [topic_shift.detect_topic_shift(one[0], one[1]) for one in given],
        "search": lambda: [turn_search.search_turns(*one) for one in given],
        "complete": lambda: [make_self_contained(one[0], one[1]) for one in given],
    }
    rows = []
    for name, do in work.items():
        times = []
        for _ in range(10):
            began = perf_counter()
            do()
            times.append((perf_counter() - began) / len(given))
        rows.append((name, 1e6 * float(np.median(times))))
    return Table("Time a message", ("what", "µs"), rows)


if __name__ == "__main__":
    main()
