"""Evaluate a router on labelled rows: one pass for all figures, confused routes and errors."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from fingerpost.errors import RowsError
from fingerpost.evaluation.app_rows import app_figures, is_correct
from fingerpost.evaluation.cost import Prices, asked_model, cost
from fingerpost.evaluation.metrics import accuracy_with_interval, auroc, ece, reliability, risk_coverage
from fingerpost.evaluation.out_of_scope import Outcome, out_of_scope_figures, outcome_of
from fingerpost.evaluation.rows import Row
from fingerpost.language.text import as_read, normalised
from fingerpost.models.embedding_cache import encode_cached
from fingerpost.observability.facts import STATED
from fingerpost.routebook.model import OUT_OF_SCOPE
from fingerpost.routing.layers.llm import split_label
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.layers.stated_confidence import fit_calibration
from fingerpost.routing.router import Router
from fingerpost.types import Decision

NONE = "(none)"
MAX_TRAINING_SHARE = 0.2
"""Largest share of rows that may be training examples by chance ("thanks!"); they are left out and counted."""


@dataclass(frozen=True, slots=True)
class RowResult:
    """The decision on one row.

    `best`: the best route before any threshold. `outcome`: of a row out of scope, None for one in scope.
    """

    row: Row
    decision: Decision
    best: str | None
    outcome: Outcome | None
    milliseconds: float

    @property
    def given(self) -> str | None:
        """The route that is compared with the expected one: the best one; out of scope, the decision's or None."""
        if self.row.expected is not None:
            return self.best
        return None if self.outcome == "caught" else self.decision.route

    @property
    def served(self) -> str | None:
        """The route of the decision; None for a row out of scope that is caught."""
        return None if self.outcome == "caught" else self.decision.route

    @property
    def right(self) -> bool:
        """Whether the given route is the expected one; a row out of scope is right if it is caught."""
        return self.given == self.row.expected

    @property
    def hit(self) -> bool:
        """Whether the best route is the expected one."""
        return self.row.expected is not None and self.best == self.row.expected


def without_training_rows(router: Router, rows: Sequence[Row]) -> list[Row]:
    """Return the rows that the student was not fitted on; raises RowsError if it was fitted on many of them."""
    student = router.warm_student()
    if student is None:
        return list(rows)
    fresh = [row for row in rows if not student.was_fitted_on(row.message.text)]
    known = len(rows) - len(fresh)
    if known > max(MAX_TRAINING_SHARE * len(rows), 2) or not fresh:
        raise RowsError(
            f"{known} of {len(rows)} rows are training examples of the classifier, so their accuracy means nothing: "
            "evaluate on rows it has not seen"
        )
    return fresh


def route_rows(
    router: Router, rows: Sequence[Row], progress: Callable[[int, int], None] = lambda *_: None
) -> list[RowResult]:
    """Route every row separately, as traffic arrives, and measure the latency."""
    router.warm()
    results = []
    for i, row in enumerate(rows):
        started = perf_counter()
        decision = router.route(row.message)
        milliseconds = (perf_counter() - started) * 1000
        results.append(_row_result(router, row, decision, milliseconds))
        progress(i + 1, len(rows))
    return results


def route_rows_in_batch(router: Router, rows: Sequence[Row]) -> list[RowResult]:
    """Route all rows in one batch, without latencies."""
    decisions = router.warm().route_many([row.message for row in rows])
    return [_row_result(router, row, decision, 0.0) for row, decision in zip(rows, decisions, strict=True)]


def _row_result(router: Router, row: Row, decision: Decision, milliseconds: float) -> RowResult:
    outcome = outcome_of(decision, router.routebook) if row.expected is None and row.app is None else None
    best = decision.route if row.app is not None else best_route(decision)
    return RowResult(row, decision, best, outcome, milliseconds)


def best_route(decision: Decision) -> str | None:
    """Return the best route before rejection: for a message out of scope, the nearest route."""
    out_of_scope = decision.scope is not None and decision.scope < 0
    return decision.runner_up if out_of_scope else decision.route


def evaluate(
    router: Router,
    rows: Sequence[Row],
    file: Path,
    progress: Callable[[int, int], None] = lambda *_: None,
    prices: Prices | None = None,
) -> dict[str, Any]:
    """Return all figures as one JSON-ready mapping."""
    student = router.warm_student()
    fresh = without_training_rows(router, rows)
    results = route_rows(router, fresh, progress)
    inside = [o for o in results if o.row.expected is not None]
    accepted = [o for o in results if o.decision.accepted]
    confidence, hits = [o.decision.confidence for o in inside], [o.hit for o in inside]
    calibration = ece(confidence, hits)
    ranking = auroc(_scope_scores(inside), _scope_scores([o for o in results if o.outcome is not None]))
    judged = [o for o in accepted if o.row.expected is not None or o.outcome is not None]
    qualified = [(o.decision.qualifier or "") == o.row.qualifier for o in results if o.row.qualifier is not None]
    without = _accuracy_without_rules(router, inside)
    times = [o.milliseconds for o in results]
    unsure = [o for o in inside if o.decision.layer in ("llm", "fallback")]
    return {
        "routebook": router.routebook.name,
        "student": None if student is None else student.key,
        "threshold": None if student is None else round(router.routebook.thresholds.accept or student.threshold, 4),
        "file": str(file),
        "rows": len(results),
        "left_out": len(rows) - len(fresh),
        "accuracy": round(sum(hits) / len(hits), 4) if hits else None,
        "accuracy_served": round(sum(o.decision.route == o.row.expected for o in inside) / len(inside), 4)
        if inside
        else None,
        "out_of_scope": out_of_scope_figures(results, router.routebook),
        "accuracy_without_rules": without,
        "ece": None if calibration is None else round(calibration, 4),
        "oos_auroc": None if ranking is None else round(ranking, 4),
        "coverage": round(len(accepted) / len(results), 4),
        "selective_accuracy": round(sum(o.right for o in judged) / len(judged), 4) if judged else None,
        "qualifier_accuracy": round(sum(qualified) / len(qualified), 4) if qualified else None,
        "table_recall": _table_recall(results),
        "follow_up_accuracy": _accuracy([o for o in inside if o.row.follow_up]),
        "topic_shift_accuracy": _accuracy([o for o in inside if o.row.topic_shift]),
        **app_figures(results, router.routebook.acting),
        "by_route": _groups(inside, lambda row: [row.expected or NONE]),
        "by_tag": _groups(inside, lambda row: row.tags),
        "by_lang": _groups(inside, lambda row: [row.lang] if row.lang else []),
        "layers": _layers(results),
        "unsure": len(unsure),
        "accuracy_unsure": round(sum(o.hit for o in unsure) / len(unsure), 4) if unsure else None,
        "llm_calls": sum(asked_model(o.decision) for o in results),
        "llm_calibration": fit_calibration(_stated(inside, router.routebook.names)) or None,
        "cost": cost(router, results, prices),
        "latency_ms": {
            "p50": round(float(np.percentile(times, 50)), 3),
            "p95": round(float(np.percentile(times, 95)), 3),
        },
        "violations": contract_violations(router, results),
        "confused": confused_routes(
            (_expected_label(o.row), _given_route(o) or NONE, o.row.id, o.row.message.text)
            for o in results
            if _is_error(o)
        ),
        "errors": _errors(router, results),
        "confusion": _confusion(results),
        "reliability": reliability(confidence, hits),
        "risk_coverage": risk_coverage(
            [o.decision.confidence for o in results], [o.right if o.decision.accepted else o.hit for o in results]
        ),
    }


def _stated(results: Sequence[RowResult], names: Sequence[str]) -> list[tuple[float, bool]]:
    """Return the confidences that the language model stated, and whether the route that it chose is right."""
    return [
        (float(fact.detail["confidence"]), split_label(names, str(fact.detail["label"]))[0] == result.row.expected)
        for result in results
        for fact in result.decision.facts
        if fact.what == STATED
    ]


def _accuracy(results: Sequence[RowResult]) -> float | None:
    return round(sum(o.hit for o in results) / len(results), 4) if results else None


def _table_recall(results: Sequence[RowResult]) -> float | None:
    """Return the share of the expected tables that the decisions name."""
    rows = [o for o in results if o.row.tables]
    wanted = [(t, o.decision.extra_values().get("tables", ())) for o in rows for t in o.row.tables or ()]
    return round(sum(table in found for table, found in wanted) / len(wanted), 4) if wanted else None


def _scope_scores(results: Sequence[RowResult]) -> list[float]:
    # A rule or a declared route is certainly in scope.
    return [np.inf if o.decision.scope is None else o.decision.scope for o in results]


def _groups(results: Sequence[RowResult], keys: Callable[[Row], Sequence[str]]) -> dict[str, Any]:
    hits: defaultdict[str, list[bool]] = defaultdict(list)
    for result in results:
        for key in keys(result.row):
            hits[key].append(result.hit)
    return {key: accuracy_with_interval(hits[key]) for key in sorted(hits)}


def _layers(results: Sequence[RowResult]) -> dict[str, float]:
    counts = Counter(o.decision.layer for o in results)
    return {layer: round(count / len(results), 4) for layer, count in counts.most_common()}


def _accuracy_without_rules(router: Router, inside: Sequence[RowResult]) -> float | None:
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


def contract_violations(router: Router, results: Sequence[RowResult]) -> list[dict[str, str]]:
    """Return violations of the contract: ignored phrases of rules (RC-01), and history that changed a route (RC-03)."""
    found = []
    rules = router.routebook.rules
    # Only if some rows are marked deictic do the others count as self-contained.
    flagged = any(o.row.deictic for o in results)
    for o in results:
        message = o.row.message
        matched = [
            (i, phrase)
            for i, rule in enumerate(rules)
            for phrase in rule.contains
            if phrase in normalised(message.text).lower()
        ]
        fired = next((i for i, rule in enumerate(rules) if f"rule:{rule.name}" in o.decision.signals), len(rules))
        if matched and fired >= matched[0][0] and o.decision.route != rules[matched[0][0]].route:
            what = f'holds "{matched[0][1]}" but went to {o.decision.route}'
            found.append({"rule": "RC-01", "id": o.row.id, "what": what})
        self_contained = not o.row.deictic if flagged else o.row.deictic is False
        # A model gets no history either (RC-03 in its facts), so it is not asked twice.
        if self_contained and (message.turns or message.intent_history) and o.decision.layer != "llm":
            alone = router.route(replace(message, turns=(), intent_history=()))
            if alone.route != o.decision.route:
                what = f"{alone.route} without history, {o.decision.route} with it"
                found.append({"rule": "RC-03", "id": o.row.id, "what": what})
    return found


def _errors(router: Router, results: Sequence[RowResult]) -> list[dict[str, Any]]:
    # Accepting a message that belongs to no route is the worst error: whoever acts on the decision is not warned.
    wrong = sorted((o for o in results if _is_error(o)), key=lambda o: o.outcome != "accepted")
    examples = router.routebook.examples
    near: list[list[dict[str, Any]]] = [[] for _ in wrong]
    if wrong and examples:
        encoder, cache = router.batcher.encoder, router.settings.cache
        example_vectors = encode_cached(encoder, [as_read(e.text) for e in examples], cache)
        row_vectors = encode_cached(encoder, [router.resolve(o.row.message).text for o in wrong], cache)
        for i, row in enumerate(row_vectors @ example_vectors.T):
            picks = np.argsort(-row, kind="stable")[:3]
            near[i] = [
                {"text": examples[p].text, "route": examples[p].route, "similarity": round(float(row[p]), 3)}
                for p in picks
            ]
    return [
        {
            "id": o.row.id,
            "text": o.row.message.text[:300],
            "expected": _expected_label(o.row),
            "given": _given_route(o),
            "accepted": o.decision.accepted,
            "outcome": o.outcome,
            "layer": o.decision.layer,
            "confidence": round(o.decision.confidence, 4),
            "nearest": near[i],
        }
        for i, o in enumerate(wrong)
    ]


def confused_routes(mistakes: Iterable[tuple[str, str, str, str]]) -> list[dict[str, Any]]:
    """Return which route is taken for which, how often, with one example; most frequent first.

    A mistake is the expected route, the given route, the row's id and its text.
    """
    pairs: defaultdict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for expected, given, name, text in mistakes:
        pairs[expected, given].append((name, text))
    return [
        {"expected": expected, "given": given, "rows": len(found), "id": found[0][0], "text": found[0][1][:300]}
        for (expected, given), found in sorted(pairs.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    ]


def _expected_label(row: Row) -> str:
    return row.expected or (OUT_OF_SCOPE if row.app is None else row.app.starts or row.app.target)


def _is_error(result: RowResult) -> bool:
    if result.row.app is not None:
        return not is_correct(result, result.row.app)
    if result.outcome is not None:
        return result.outcome != "caught"
    return not result.hit or result.decision.route != result.row.expected


def _given_route(result: RowResult) -> str | None:
    """Return the wrong route of an error: the best one, or the decision's if the best one was right."""
    mistaken = result.row.expected is not None and not result.hit
    return result.best if mistaken else result.decision.route


def _confusion(results: Sequence[RowResult]) -> dict[str, Any]:
    pairs = Counter(
        (o.row.expected or NONE, o.given or NONE)
        for o in results
        if o.row.expected is not None or o.outcome is not None
    )
    routes = sorted({route for pair in pairs for route in pair}, key=lambda route: (route == NONE, route))
    return {"routes": routes, "matrix": [[pairs[expected, given] for given in routes] for expected in routes]}
