"""Evaluate a router on rows: one pass, every figure, and the errors by name."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from fingerpost.errors import RowsError
from fingerpost.evaluation.app_rows import app_figures, went_right
from fingerpost.evaluation.cost import Prices, asked_model, cost
from fingerpost.evaluation.metrics import auroc, ece, reliability, risk_coverage, share
from fingerpost.evaluation.rows import OUT_OF_SCOPE, Row
from fingerpost.language.text import as_read
from fingerpost.models.embedding_cache import encode_cached
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.router import Router
from fingerpost.types import Decision

NONE = "(none)"
MOST_FITTED = 0.2
"""Share of rows that may be in the training examples by chance ("thanks!"); they are left out and counted."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One row and what became of it.

    `best` is the best route before any threshold or refusal; `refused` says that none was given.
    """

    row: Row
    decision: Decision
    best: str | None
    refused: bool
    milliseconds: float

    @property
    def given(self) -> str | None:
        """What counts as the answer: the best route in scope; out of scope, the one it was sent to, if any."""
        if self.row.expected is not None:
            return self.best
        return None if self.refused else self.decision.route

    @property
    def right(self) -> bool:
        """Whether that answer is the expected one."""
        return self.given == self.row.expected

    @property
    def hit(self) -> bool:
        """Whether the best route is the expected one."""
        return self.row.expected is not None and self.best == self.row.expected


def unseen(router: Router, rows: Sequence[Row]) -> list[Row]:
    """Leave out rows that the student was fitted on; refuse a file that holds more than a few of them."""
    student = router.warm_student()
    if student is None:
        return list(rows)
    fresh = [row for row in rows if not student.was_fitted_on(row.message.text)]
    known = len(rows) - len(fresh)
    if known > max(MOST_FITTED * len(rows), 2) or not fresh:
        raise RowsError(
            f"{known} of {len(rows)} rows are among the examples the student was fitted on, so their accuracy means "
            "nothing: evaluate on rows it has not seen"
        )
    return fresh


def run(router: Router, rows: Sequence[Row], progress: Callable[[int, int], None] = lambda *_: None) -> list[Outcome]:
    """Route every row by itself, as traffic comes."""
    router.warm()
    outcomes = []
    for i, row in enumerate(rows):
        began = perf_counter()
        decision = router.route(row.message)
        took = (perf_counter() - began) * 1000
        outcomes.append(_outcome(router, row, decision, took))
        progress(i + 1, len(rows))
    return outcomes


def run_together(router: Router, rows: Sequence[Row]) -> list[Outcome]:
    """Route all rows in one batch, where nobody asks how long one takes."""
    decisions = router.warm().route_many([row.message for row in rows])
    return [_outcome(router, row, decision, 0.0) for row, decision in zip(rows, decisions, strict=True)]


def _outcome(router: Router, row: Row, decision: Decision, milliseconds: float) -> Outcome:
    refused = decision.route in (None, router.routebook.out_of_scope)
    best = decision.route if row.app is not None else best_route(decision)
    return Outcome(row, decision, best, refused, milliseconds)


def best_route(decision: Decision) -> str | None:
    """Return the best route before any refusal: for a message unlike every example, the one it was nearest to."""
    stranger = decision.scope is not None and decision.scope < 0
    return decision.runner_up if stranger else decision.route


def evaluate(
    router: Router,
    rows: Sequence[Row],
    file: Path,
    progress: Callable[[int, int], None] = lambda *_: None,
    prices: Prices | None = None,
) -> dict[str, Any]:
    """Return all figures as one JSON-ready mapping."""
    student = router.warm_student()
    fresh = unseen(router, rows)
    outcomes = run(router, fresh, progress)
    inside = [o for o in outcomes if o.row.expected is not None]
    accepted = [o for o in outcomes if o.decision.accepted]
    confidence, hits = [o.decision.confidence for o in inside], [o.hit for o in inside]
    calibration = ece(confidence, hits)
    strangers = [o for o in outcomes if o.row.expected is None and o.row.app is None]
    ranking = auroc(_scopes(inside), _scopes(strangers))
    judged = [o for o in accepted if o.row.expected is not None or o.row.app is None]
    qualified = [(o.decision.qualifier or "") == o.row.qualifier for o in outcomes if o.row.qualifier is not None]
    without = _accuracy_without_rules(router, inside)
    times = [o.milliseconds for o in outcomes]
    unsure = [o for o in inside if o.decision.layer in ("llm", "fallback")]
    return {
        "routebook": router.routebook.name,
        "student": None if student is None else student.key,
        "bar": None if student is None else round(router.routebook.thresholds.accept or student.threshold, 4),
        "file": str(file),
        "rows": len(outcomes),
        "left_out": len(rows) - len(fresh),
        "accuracy": round(sum(hits) / len(hits), 4) if hits else None,
        "accuracy_served": round(sum(o.decision.route == o.row.expected for o in inside) / len(inside), 4)
        if inside
        else None,
        "accuracy_without_rules": without,
        "ece": None if calibration is None else round(calibration, 4),
        "oos_auroc": None if ranking is None else round(ranking, 4),
        "coverage": round(len(accepted) / len(outcomes), 4),
        "selective_accuracy": round(sum(o.hit for o in judged) / len(judged), 4) if judged else None,
        "qualifier_accuracy": round(sum(qualified) / len(qualified), 4) if qualified else None,
        "table_recall": _table_recall(outcomes),
        "follow_up_accuracy": _accuracy([o for o in inside if o.row.follow_up]),
        "topic_shift_accuracy": _accuracy([o for o in inside if o.row.topic_shift]),
        **app_figures(outcomes, router.routebook.acting),
        "by_route": _groups(inside, lambda row: [row.expected or NONE]),
        "by_tag": _groups(inside, lambda row: row.tags),
        "by_lang": _groups(inside, lambda row: [row.lang] if row.lang else []),
        "layers": _layers(outcomes),
        "unsure": len(unsure),
        "accuracy_unsure": round(sum(o.hit for o in unsure) / len(unsure), 4) if unsure else None,
        "llm_calls": sum(asked_model(o.decision) for o in outcomes),
        "cost": cost(router, outcomes, prices),
        "latency_ms": {
            "p50": round(float(np.percentile(times, 50)), 3),
            "p95": round(float(np.percentile(times, 95)), 3),
        },
        "violations": violations(router, outcomes),
        "confused": confused(
            (_wanted(o.row), _instead(o) or NONE, o.row.id, o.row.message.text) for o in outcomes if _at_fault(o)
        ),
        "errors": _errors(router, outcomes),
        "confusion": _confusion(outcomes),
        "reliability": reliability(confidence, hits),
        "risk_coverage": risk_coverage([o.decision.confidence for o in outcomes], [o.hit for o in outcomes]),
    }


def _accuracy(outcomes: Sequence[Outcome]) -> float | None:
    return round(sum(o.hit for o in outcomes) / len(outcomes), 4) if outcomes else None


def _table_recall(outcomes: Sequence[Outcome]) -> float | None:
    """Return the share of the expected tables that the decisions name."""
    rows = [o for o in outcomes if o.row.tables]
    wanted = [(t, o.decision.extra_values().get("tables", ())) for o in rows for t in o.row.tables or ()]
    return round(sum(table in found for table, found in wanted) / len(wanted), 4) if wanted else None


def _scopes(outcomes: Sequence[Outcome]) -> list[float]:
    # A rule or a declaration is as sure as can be that the message belongs somewhere.
    return [np.inf if o.decision.scope is None else o.decision.scope for o in outcomes]


def _groups(outcomes: Sequence[Outcome], keys: Callable[[Row], Sequence[str]]) -> dict[str, Any]:
    hits: defaultdict[str, list[bool]] = defaultdict(list)
    for outcome in outcomes:
        for key in keys(outcome.row):
            hits[key].append(outcome.hit)
    return {key: share(hits[key]) for key in sorted(hits)}


def _layers(outcomes: Sequence[Outcome]) -> dict[str, float]:
    counts = Counter(o.decision.layer for o in outcomes)
    return {layer: round(count / len(outcomes), 4) for layer, count in counts.most_common()}


def _accuracy_without_rules(router: Router, inside: Sequence[Outcome]) -> float | None:
    if not router.routebook.rules or not inside:
        return None
    book = replace(router.routebook, rules=())
    bare = Router.from_routebook(
        book,
        encoder=router.batcher.encoder,
        settings=replace(router.settings, slots={}),
        student=router.warm_student(),
        memo=Memo(size=0),
    )
    hits = [
        best_route(bare.route(o.row.message)) == o.row.expected if o.decision.layer == "rules" else o.hit
        for o in inside
    ]
    return round(sum(hits) / len(hits), 4)


def violations(router: Router, outcomes: Sequence[Outcome]) -> list[dict[str, str]]:
    """Check the contract from outside: prefixes are obeyed (RC-01), history moves nothing it may not (RC-03)."""
    found = []
    rules = router.routebook.rules
    # Only a file that marks its leaning rows tells which of the others must not move.
    flagged = any(o.row.deictic for o in outcomes)
    for o in outcomes:
        message = o.row.message
        held = [
            (i, phrase) for i, rule in enumerate(rules) for phrase in rule.contains if phrase in message.text.lower()
        ]
        fired = next((i for i, rule in enumerate(rules) if f"rule:{rule.name}" in o.decision.signals), len(rules))
        if held and fired >= held[0][0] and o.decision.route != rules[held[0][0]].route:
            what = f'holds "{held[0][1]}" but went to {o.decision.route}'
            found.append({"rule": "RC-01", "id": o.row.id, "what": what})
        complete = not o.row.deictic if flagged else o.row.deictic is False
        # A model is given no history either (RC-03 in its facts); asking it twice would only cost.
        if complete and (message.turns or message.intent_history) and o.decision.layer != "llm":
            alone = router.route(replace(message, turns=(), intent_history=()))
            if alone.route != o.decision.route:
                what = f"{alone.route} without history, {o.decision.route} with it"
                found.append({"rule": "RC-03", "id": o.row.id, "what": what})
    return found


def _errors(router: Router, outcomes: Sequence[Outcome], nearest: int = 3) -> list[dict[str, Any]]:
    wrong = [o for o in outcomes if _at_fault(o)]
    examples = router.routebook.examples
    near: list[list[dict[str, Any]]] = [[] for _ in wrong]
    if wrong and examples:
        encoder, cache = router.batcher.encoder, router.settings.cache
        taught = encode_cached(encoder, [as_read(e.text) for e in examples], cache)
        asked = encode_cached(encoder, [router.resolve(o.row.message).text for o in wrong], cache)
        for i, row in enumerate(asked @ taught.T):
            picks = np.argsort(-row, kind="stable")[:nearest]
            near[i] = [
                {"text": examples[p].text, "route": examples[p].route, "similarity": round(float(row[p]), 3)}
                for p in picks
            ]
    return [
        {
            "id": o.row.id,
            "text": o.row.message.text[:300],
            "expected": _wanted(o.row),
            "given": _instead(o),
            "accepted": o.decision.accepted,
            "layer": o.decision.layer,
            "confidence": round(o.decision.confidence, 4),
            "nearest": near[i],
        }
        for i, o in enumerate(wrong)
    ]


def confused(mistakes: Iterable[tuple[str, str, str, str]]) -> list[dict[str, Any]]:
    """Name the errors: which route is taken for which, how often, with one example; the most frequent first.

    A mistake is what was expected, what was given, the row's id and its text.
    """
    pairs: defaultdict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for expected, given, name, text in mistakes:
        pairs[expected, given].append((name, text))
    return [
        {"expected": expected, "given": given, "rows": len(found), "id": found[0][0], "text": found[0][1][:300]}
        for (expected, given), found in sorted(pairs.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    ]


def _wanted(row: Row) -> str:
    return row.expected or (OUT_OF_SCOPE if row.app is None else row.app.starts or row.app.target)


def _at_fault(outcome: Outcome) -> bool:
    if outcome.row.app is not None:
        return not went_right(outcome, outcome.row.app)
    if outcome.row.expected is None:
        return outcome.decision.accepted
    return not outcome.hit or outcome.decision.route != outcome.row.expected


def _instead(outcome: Outcome) -> str | None:
    """Return what a row at fault was taken for; where the best route was right and not kept to, where it went."""
    mistaken = outcome.row.expected is not None and not outcome.hit
    return outcome.best if mistaken else outcome.decision.route


def _confusion(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    pairs = Counter(
        (o.row.expected or NONE, (o.best if o.row.expected else o.decision.route) or NONE)
        for o in outcomes
        if o.row.expected is not None or o.row.app is None
    )
    routes = sorted({route for pair in pairs for route in pair}, key=lambda route: (route == NONE, route))
    return {"routes": routes, "matrix": [[pairs[expected, given] for given in routes] for expected in routes]}
