"""What the learning loop makes of avap's traffic, whose labels are known: the rows exported, and what they teach.

Two of avap's frozen sets and the messages of `convergence/avap-traffic.jsonl` are sent as traffic in short sessions,
the rows are collected and cleaned as `history export` does it, and a challenger is trained and measured on the third
set. Nobody corrects anything, which is the worst case: wrong decisions stay among the labels. The language model is the
simulated teacher of the convergence benchmark.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.convergence import measure as convergence
from benchmarks.convergence import streams, teacher
from benchmarks.convergence.path import Teacher, walk
from benchmarks.report import Check, Table
from fingerpost.evaluation.evaluate import RowResult, route_rows_in_batch
from fingerpost.evaluation.rows import UNCORRECTED, Row, read_labelled, read_rows
from fingerpost.learning.cleaning import clean
from fingerpost.learning.collect import UNLABELLED, CollectedRows, LabelledRow, collect
from fingerpost.learning.corrections import may_object
from fingerpost.learning.train import train
from fingerpost.models.encoder import PLAIN, EmbeddedEncoder
from fingerpost.routebook import load
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.router import Router
from fingerpost.settings import Settings
from fingerpost.stores.stored_messages import StoredMessage
from fingerpost.types import Example, Message, Turn

SETS = ("dev", "check", "hostile")
ALONE = 4
"""Messages of a session that stand alone, after at most one that has a history."""
EXPORTED, PRECISION, TO_MODEL = 50.0, 97.0, 6.0
"""Targets in per cent: eligible messages exported, labels right, messages that reach the model."""
TEACHER_CONFIDENCE = 0.9
EXAMPLES, BEFORE, AFTER, ALL_RIGHT = CLASSIFIERS = ("examples", "before", "after", "all right")


class Traffic(NamedTuple):
    """Stored messages, and the right route of those that are counted, by the time at which they came."""

    messages: list[StoredMessage]
    truth: dict[float, str]


class Round(NamedTuple):
    """One set held out: the traffic of the others, what is exported of it, and how the set is decided after each."""

    held: str
    traffic: Traffic
    eligible: frozenset[float]
    found: CollectedRows
    decided: dict[str, list[RowResult]]

    def exported(self, when: str) -> list[LabelledRow]:
        """Return the exported rows of eligible messages."""
        rows = [row for row in self.found.rows if row.at in self.eligible]
        return rows if when == AFTER else _by_others(rows)

    def right(self, when: str) -> int:
        """Return how many of these labels are right."""
        return sum(row.route == self.traffic.truth[row.at] for row in self.exported(when))


def measure(cache: Path) -> Iterator[Check | Table]:
    """Measure what is exported and what it teaches, for each set in turn, then avap's stream from few examples."""
    rounds = list(_rounds(cache))
    decided = {when: [outcome for one in rounds for outcome in one.decided[when]] for when in CLASSIFIERS}
    yield export_table(rounds)
    yield effect_table(rounds, decided)
    exported = sum(len(one.exported(AFTER)) for one in rounds)
    eligible, right = sum(len(one.eligible) for one in rounds), sum(one.right(AFTER) for one in rounds)
    to_model, selective, _ = _figures(decided[AFTER])
    yield Check("eligible messages exported", _percent(exported, eligible), EXPORTED, "%", at_least=True)
    yield Check("exported labels that are right", _percent(right, exported), PRECISION, "%", at_least=True)
    yield Check("messages that reach the model", to_model, TO_MODEL, "%")
    least = _figures(decided[EXAMPLES])[1]
    yield Check("selective accuracy", selective, least, "%", at_least=True, note="target: with the examples alone")
    yield stream_table(cache)


def _rounds(cache: Path) -> Iterator[Round]:
    book, encoder = load.load("avap"), EmbeddedEncoder(PLAIN)
    router = Router.from_routebook(book, settings=Settings(cache=cache), memo=Memo(size=0))
    sets = {name: read_rows(streams.SETS / f"avap-{name}.jsonl", book.names) for name in SETS}
    others = [
        Row(f"traffic-{i}", Message(row.text), row.route)
        for i, row in enumerate(read_labelled(streams.HERE / "avap-traffic.jsonl"))
    ]
    says = simulated_teacher()
    for name, held in sets.items():
        traffic = replay(router, [*(row for other in SETS if other != name for row in sets[other]), *others], says)
        by_people = [message._replace(corrected=traffic.truth.get(message.at)) for message in traffic.messages]
        texts = [row.message.text for row in held]
        found, best = (
            clean(collect(book, messages), texts, encoder, cache) for messages in (traffic.messages, by_people)
        )
        decided = {EXAMPLES: route_rows_in_batch(router, held)}
        for when, rows in ((BEFORE, _by_others(found.rows)), (AFTER, found.rows), (ALL_RIGHT, best.rows)):
            student = train(book, rows, encoder, cache).student
            decided[when] = route_rows_in_batch(router.rebuilt(book, student), held)
        yield Round(name, traffic, eligible_messages(traffic), found, decided)


def export_table(rounds: Sequence[Round]) -> Table:
    """Tell how many messages are exported, how many of their labels are right, and why the others are left out."""
    rows, left_out = [], Counter[str]()
    for one in rounds:
        messages, eligible = len(one.traffic.truth), len(one.eligible)
        for when in (BEFORE, AFTER):
            count = len(one.exported(when))
            shares = _percent(count, eligible), _percent(one.right(when), count)
            rows.append((one.held, when, messages, eligible, count, *shares))
        # Turns of the rows' histories are in the store, and are no messages of their own.
        left_out += one.found.left_out - Counter({UNLABELLED: len(one.traffic.messages) - messages})
    return Table(
        "Exported from traffic: each set is held out once, and the others and 330 more messages are the traffic",
        ("held out", "export", "messages", "eligible", "exported", "of eligible %", "labels right %"),
        rows,
        [
            "Eligible: answered, and followed by a message of the session that does not object.",
            "Before: labels by people, corrections and the language model; after: uncorrected ones too.",
            *(f"left out: {count} {reason}" for reason, count in left_out.most_common()),
        ],
    )


def effect_table(rounds: Sequence[Round], decided: Mapping[str, Sequence[RowResult]]) -> Table:
    """Tell how the sets are decided after training on what was exported."""
    rows = [
        (one.held, when, len(outcomes), *_figures(outcomes)) for one in rounds for when, outcomes in one.decided.items()
    ]
    rows += [("all", when, len(outcomes), *_figures(outcomes)) for when, outcomes in decided.items()]
    undeclared = [outcome for outcome in decided[AFTER] if not convergence.DECLARED & set(outcome.row.tags)]
    asked = _percent(sum(not outcome.decision.accepted for outcome in undeclared), len(decided[AFTER]))
    at_target = ", ".join(f"{when} {_at_target(outcomes):.2f} %" for when, outcomes in decided.items())
    return Table(
        "What the exported rows teach, without a model",
        ("held out", "classifier", "rows", "to the model %", "selective accuracy %", "accuracy %"),
        rows,
        [
            "examples: the routebook's alone; before and after: trained on the export as well;",
            "all right: as if people had labelled all of the traffic, the most that a loop can learn from it.",
            f"Selective accuracy at a threshold that sends exactly {TO_MODEL:.0f} % to the model: {at_target}.",
            f"After, and with what the platform sends by itself declared: {asked:.1f} % to the model.",
        ],
    )


def stream_table(cache: Path) -> Table:
    """Walk avap's stream from ten examples a route, without and with what nobody corrected, beside ADR-0008."""
    stream = streams.of_avap()
    walked = {
        own: list(walk(stream, simulated_teacher(), cache, convergence.PARTS, uncorrected=own)) for own in (False, True)
    }
    rows: list[tuple[object, ...]] = []
    for i, (phase, expected) in enumerate(convergence.PHASES):
        cells: list[object] = [phase, expected]
        for parts in walked.values():
            if i < len(parts):
                cells += [100 * float(np.mean(parts[i].asked)), 100 * float(np.mean(parts[i].right))]
            else:
                cells += [100 * parts[-1].after.share, 100 * (1 - parts[-1].after.wrong)]
        rows.append(tuple(cells))
    own = [right for part in walked[True] for right in part.own]
    return Table(
        f"avap from {streams.BEGIN} examples a route: {len(stream.flow)} messages, by the phases of ADR-0008",
        ("phase", "ADR-0008 %", "before: model %", "before: right %", "after: model %", "after: right %"),
        rows,
        [
            "Right: of the stream all decisions, of the rows held back those that are accepted.",
            f"Uncorrected labels: {len(own)}, {_percent(sum(own), len(own)):.1f} % right.",
            *(
                f"{'after' if after else 'before'}: promoted after parts "
                f"{', '.join(str(i + 1) for i, part in enumerate(parts) if part.promoted) or 'none'}"
                for after, parts in walked.items()
            ),
        ],
    )


def simulated_teacher() -> Teacher:
    """Return what the real teacher said to messages of avap, and what it would say to others by its errors."""
    stream = streams.of_avap()
    return convergence.recorded_teacher(stream, teacher.answered(stream.name, stream.flow))


def replay(router: Router, rows: Sequence[Row], says: Teacher) -> Traffic:
    """Send the rows in sessions, and return what the store would hold."""
    rng = np.random.default_rng(0)
    shuffled = [rows[i] for i in rng.permutation(len(rows))]
    led = [row for row in shuffled if row.message.turns or row.message.intent_history]
    alone = [row for row in shuffled if not (row.message.turns or row.message.intent_history)]
    sessions = max(len(led), len(alone) // ALONE)
    traffic = Traffic([], {})
    for number in range(sessions):
        turns: list[Turn] = []
        for row in [*led[number : number + 1], *alone[number::sessions]]:
            for turn in (*row.message.turns, *row.message.intent_history):
                if turn.role == "user":
                    _store(traffic, number, turn, "declared")
                    turns.append(turn)
            message = Message(
                row.message.text, turns=turns[-6:], editor=row.message.editor, selection=row.message.selection
            )
            turns.append(_decide(router, message, str(row.expected), says))
            traffic.truth[_store(traffic, number, turns[-1], turns[-1].layer)] = str(row.expected)
    return traffic


def _decide(router: Router, message: Message, truth: str, says: Teacher) -> Turn:
    decision = router.route(message)
    if decision.accepted:
        return Turn("user", message.text, decision.route, decision.layer, decision.confidence)
    said = says(Example(message.text, truth))
    if said == teacher.UNUSABLE:
        return Turn("user", message.text, decision.route, decision.layer, decision.confidence)
    return Turn("user", message.text, said, "llm", TEACHER_CONFIDENCE)


def _store(traffic: Traffic, session: int, turn: Turn, layer: str | None) -> float:
    number = len(traffic.messages) + 1
    name, text, at = f"session-{session:04}", turn.text, float(number)
    traffic.messages.append(
        StoredMessage(
            number, name, 1, f"r{number}", None, text, False, turn.route, layer, turn.confidence, None, at, "answered"
        )
    )
    return at


def eligible_messages(traffic: Traffic) -> frozenset[float]:
    """Return the counted messages after which the same person went on without an objection."""
    return frozenset(
        one.at
        for one, following in zip(traffic.messages, traffic.messages[1:], strict=False)
        if one.at in traffic.truth and following.session == one.session and not may_object(following.text)
    )


def _by_others(rows: Sequence[LabelledRow]) -> list[LabelledRow]:
    return [row for row in rows if row.source != UNCORRECTED]


def _figures(outcomes: Sequence[RowResult]) -> tuple[float, float, float]:
    accepted = [outcome for outcome in outcomes if outcome.decision.accepted]
    return (
        _percent(len(outcomes) - len(accepted), len(outcomes)),
        _percent(sum(outcome.hit for outcome in accepted), len(accepted)),
        _percent(sum(outcome.hit for outcome in outcomes), len(outcomes)),
    )


def _at_target(outcomes: Sequence[RowResult]) -> float:
    """Return the selective accuracy if the least confident TO_MODEL per cent went to the model."""
    surest = sorted(outcomes, key=lambda outcome: outcome.decision.confidence, reverse=True)
    accepted = surest[: round(len(surest) * (1 - TO_MODEL / 100))]
    return _percent(sum(outcome.hit for outcome in accepted), len(accepted))


def _percent(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 100.0
