"""What an edited routebook would change: it and the one that serves decide the same messages, and are compared.

Three kinds of messages: stored traffic, newest first; the rows of FINGERPOST_HELD_OUT; and the examples that both have,
by cross-validation. No model is asked, and no memo is used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from heapq import nlargest
from itertools import groupby
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from fingerpost.errors import RowsError, TrainingError
from fingerpost.evaluation.compare import compare
from fingerpost.evaluation.cross_validation import CrossValidation, cross_validate, figures
from fingerpost.evaluation.evaluate import without_training_rows
from fingerpost.evaluation.rows import read_rows
from fingerpost.learning.champion import load_serving_student
from fingerpost.learning.published_routebook import ServedContent, read_published
from fingerpost.models.encoder import Encoder
from fingerpost.routebook.model import Routebook
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.router import Router
from fingerpost.routing.student.cache import key_of
from fingerpost.settings import Settings
from fingerpost.stores.store import Store
from fingerpost.stores.stored_messages import StoredMessage
from fingerpost.types import CONVERSATION, Decision, Message, Turn

MAX_MESSAGES = 1_000
"""Stored messages that are decided again."""
MAX_ROWS = 1_000
"""Held-out rows that are decided."""
MAX_FLIPS = 300
"""Changed decisions that are told one by one."""
MAX_SECONDS = 300.0
"""Seconds after which no further message is decided; cross-validation begins only in the first half of them."""
CHUNK = 50

FIXED, BROKEN, MOVED, UNKNOWN = "fixed", "broken", "moved", "unknown"
"""The way of a change: to the right route, away from it, between wrong ones, or nobody said which is right."""
_ORDER = {BROKEN: 0, FIXED: 1, UNKNOWN: 2, MOVED: 3}

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and of how much."""


class TrialJob(NamedTuple):
    """What is compared: the packed routebook that serves, and the edited one; `folder` is that of the server."""

    settings: Settings
    name: str
    folder: Path
    base: ServedContent
    content: str


class Routers(NamedTuple):
    """The router that serves, the one of the edited routebook, and what is to be said of them."""

    before: Router
    after: Router
    notes: list[str]


def run_trial(job: TrialJob, progress: Progress, encoder: Encoder | None = None) -> dict[str, Any]:
    """Return what the edited routebook would change, as one JSON-ready mapping."""
    began = monotonic()
    before, after = (
        read_published(content, job.base.number or 0, job.name, job.folder)
        for content in (job.base.content, job.content)
    )
    with Store.open(job.settings.database, job.settings.retention) as store:
        progress("training", 0, 1)
        routers = _routers(store, before, after, job.settings, encoder)
        traffic, flips = replay(routers, store.trials.messages(job.name, MAX_MESSAGES), began + MAX_SECONDS, progress)
    held_out, more = _held_out(routers, job.settings, progress)
    flips += more
    validated, more = None, list[dict[str, Any]]()
    if monotonic() - began < MAX_SECONDS / 2:
        validated, more = _cross_validation(routers, before, after, progress)
    else:
        routers.notes.append("the examples were not cross-validated: training and replaying took too long")
    flips = sorted([*flips, *more], key=lambda flip: _ORDER[flip["way"]])
    return {
        "seconds": round(monotonic() - began, 1),
        "notes": routers.notes,
        "traffic": traffic,
        "held_out": held_out,
        "cross_validation": validated,
        "flips": flips[:MAX_FLIPS],
        "left_out": max(0, len(flips) - MAX_FLIPS),
    }


def _routers(store: Store, before: Routebook, after: Routebook, settings: Settings, encoder: Encoder | None) -> Routers:
    notes: list[str] = []
    own = Router.from_routebook(before, encoder=encoder, settings=replace(settings, slots={}), memo=Memo(size=0))
    fingerprint = own.batcher.encoder.fingerprint
    number, student = load_serving_student(store, before, fingerprint)
    fits = student is not None and key_of(after, fingerprint) == key_of(before, fingerprint)
    if number is not None and not fits:
        notes.append(
            f"classifier version {number}, trained on labels of traffic, does not fit other examples: after publishing,"
            " the classifier of the examples serves until `fingerpost learn` has trained another"
        )
    routers = own.rebuilt(before, student), own.rebuilt(after, student if fits else None)
    for router in routers:
        router.records_decisions = False
        router.warm()
    return Routers(*routers, notes)


def replay(
    routers: Routers, stored: Iterable[StoredMessage], until: float, progress: Progress
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Decide stored messages by both routers, newest first, and return the figures and the changes.

    A message whose text either classifier was trained on is compared, but says nothing of how good it is.
    """
    found = nlargest(MAX_MESSAGES, _with_turns(stored), key=lambda pair: pair[0].id)
    count, flips = Counter[str](), list[dict[str, Any]]()
    for start in range(0, len(found), CHUNK):
        chunk = found[start : start + CHUNK]
        if monotonic() > until:
            routers.notes.append(f"only the newest {count['messages']} messages were decided again: time was over")
            break
        messages = [message for _, message in chunk]
        decided = zip(chunk, *(router.route_many(messages) for router in routers[:2]), strict=True)
        for (one, _), old, new in decided:
            count.update(_counts(routers, one, old, new))
            if old.route != new.route:
                flips.append(_traffic_flip(routers, one, old, new))
        progress("replaying", count["messages"], len(found))
    ways = Counter(flip["way"] for flip in flips if not flip["taught"])
    names = ("messages", "cut", "labelled", "judged")
    return {
        **{name: count[name] for name in names},
        "changed": len(flips),
        "changed_examples": sum(flip["taught"] for flip in flips),
        **{way: ways[way] for way in _ORDER},
        "accepted": {"old": count["accepted old"], "new": count["accepted new"]},
        "right": {"old": count["right old"], "new": count["right new"]},
    }, flips


def _with_turns(stored: Iterable[StoredMessage]) -> Iterator[tuple[StoredMessage, Message]]:
    """Yield the messages that the layers decided, each with what was said before it."""
    for _, session in groupby(stored, key=lambda message: (message.session, message.life)):
        turns: list[Turn] = []
        for one in session:
            if one.text.strip() and one.layer not in ("choice", "declared"):
                yield one, Message(one.text, turns=turns[-CONVERSATION:])
            turns.append(Turn("user", one.text, one.corrected or one.route))


def _counts(routers: Routers, one: StoredMessage, old: Decision, new: Decision) -> Counter[str]:
    labelled = one.corrected is not None
    judged = labelled and not _is_taught(routers, one.text)
    return Counter({
        "messages": 1, "cut": one.cut, "labelled": labelled, "judged": judged,
        "accepted old": old.accepted, "accepted new": new.accepted,
        "right old": judged and old.route == one.corrected, "right new": judged and new.route == one.corrected,
    })  # fmt: skip


def _is_taught(routers: Routers, text: str) -> bool:
    students = [router.warm_student() for router in routers[:2]]
    return any(student is not None and student.was_fitted_on(text) for student in students)


def _traffic_flip(routers: Routers, one: StoredMessage, old: Decision, new: Decision) -> dict[str, Any]:
    way = UNKNOWN if one.corrected is None else _way(old.route, new.route, one.corrected)
    # Without the text: it is read when it is shown, as long as retention leaves it.
    return _flip("traffic", None, old.route, new.route, one.corrected, way) | {
        "turn": one.id,
        "taught": _is_taught(routers, one.text),
    }


def _way(old: str | None, new: str | None, expected: str | None) -> str:
    return FIXED if new == expected else BROKEN if old == expected else MOVED


def _flip(
    source: str, text: str | None, old: str | None, new: str | None, expected: str | None, way: str
) -> dict[str, Any]:
    return {
        "source": source, "turn": None, "text": text, "old": old, "new": new, "expected": expected, "way": way,
        "taught": False,
    }  # fmt: skip


def _held_out(
    routers: Routers, settings: Settings, progress: Progress
) -> tuple[dict[str, Any] | None, list[dict[str, Any]]]:
    """Compare both routers on the operator's rows, without those that either was trained on."""
    file = settings.learning.held_out
    if file is None:
        return None, []
    progress("held-out rows", 0, 1)
    try:
        book = routers.after.routebook
        rows = read_rows(file, book.names, book.out_of_scope)[:MAX_ROWS]
        for router in routers[:2]:
            rows = without_training_rows(router, rows)
    except RowsError as error:
        # Who reviews sees it: the folders of the server are for the operator alone.
        told = str(error).replace(str(file), file.name)
        routers.notes.append(f"the held-out rows were left out: {told}")
        return None, []
    result = compare(routers.before, routers.after, rows)
    flips = [
        _flip("held-out", flip["text"], flip["old"], flip["new"], flip["expected"], flip["way"])
        for flip in result.pop("flips")
    ]
    return result, flips


def _cross_validation(
    routers: Routers, before: Routebook, after: Routebook, progress: Progress
) -> tuple[dict[str, Any] | None, list[dict[str, Any]]]:
    """Cross-validate both routebooks, and compare the predictions of the examples that both have."""
    cache, validated = routers.before.settings.cache, list[CrossValidation]()
    for number, (book, router) in enumerate(zip((before, after), routers[:2], strict=True)):
        progress("cross-validating", number, 2)
        try:
            validated.append(cross_validate(book, router.batcher.encoder, cache))
        except TrainingError as error:
            routers.notes.append(f"the examples were not cross-validated: {error}")
            return None, []
    known = [{one.example: one.verdict.route for one in each.predictions} for each in validated]
    common = [example for example in known[0] if example in known[1]]
    flips = [
        _flip("examples", example.text[:300], *routes, example.route, _way(*routes, example.route))
        for example in common
        if (routes := (known[0][example], known[1][example]))[0] != routes[1]
    ]
    told = [figures(book, each) for book, each in zip((before, after), validated, strict=True)]
    names = ("rows", "accuracy", "coverage", "accepted_error")
    sides = {name: dict(zip(("old", "new"), (each[name] for each in told), strict=True)) for name in names}
    ways = Counter(flip["way"] for flip in flips)
    return {"common": len(common), **sides, **{way: ways[way] for way in (FIXED, BROKEN, MOVED)}}, flips
