"""The promotion gate: a challenger is promoted only if no figure is significantly worse than the champion's.

Both decide the same rows, so differences are paired: rows are resampled with replacement (2,000 times, seeded), and if
even the upper end of the 95 % interval of the difference is below zero, the challenger is worse. Routes and languages
share the 5 % among them (Bonferroni).
Held-out rows and fresh labels are compared separately, and held-out rows are required: poisoned labels favour the
student that was trained on them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fingerpost.evaluation.evaluate import RowResult, contract_violations, route_rows_in_batch
from fingerpost.evaluation.metrics import (
    BOOTSTRAP_DRAWS,
    CONFIDENCE_LEVEL,
    MIN_ROWS,
    auroc,
    paired_bootstrap_interval,
    percentile_interval,
)
from fingerpost.evaluation.rows import Row
from fingerpost.routing.router import Router

MIN_HELD_OUT_ROWS = 50
"""Fewest held-out rows for a promotion."""

CALIBRATION_TOLERANCE = 0.001
"""Loss of calibration that is ignored: confidences move a little with every label, without any effect."""


class Check(NamedTuple):
    """One figure of champion and challenger, higher is better, with the interval of the difference."""

    what: str
    rows: int
    champion: float
    challenger: float
    low: float
    high: float
    level: float = CONFIDENCE_LEVEL
    slack: float = 0.0

    @property
    def worse(self) -> bool:
        """Whether the challenger is significantly worse, by more than the slack."""
        return self.high < -self.slack

    def __str__(self) -> str:
        """Return the check as one line of text."""
        return (
            f"{self.what}: {self.champion:.4f} -> {self.challenger:.4f} on {self.rows} rows, "
            f"{self.level:.4g} % interval of the difference {self.low:+.4f} to {self.high:+.4f}"
        )


class Comparison(NamedTuple):
    """The checks of a challenger, and the reasons to refuse it; without a reason it passes.

    `unchecked_routes`: the routes with too few held-out rows for a check of their own, and how many each has.
    """

    rows: int
    checks: list[Check]
    reasons: list[str]
    unchecked_routes: Mapping[str, int] = MappingProxyType({})

    @property
    def passed(self) -> bool:
        """Whether the challenger may be promoted."""
        return not self.reasons

    def as_json(self) -> dict[str, Any]:
        """Return the comparison as it is stored with the student."""
        checks = [
            {**check._asdict(), **{k: round(v, 4) for k, v in check._asdict().items() if isinstance(v, float)}}
            for check in self.checks
        ]
        fields = {"rows": self.rows, "passed": self.passed, "reasons": self.reasons, "checks": checks}
        return {**fields, "few": dict(self.unchecked_routes)}


def compare(champion: Router, challenger: Router, held_out: Sequence[Row], fresh: Sequence[Row] = ()) -> Comparison:
    """Compare two routers of one routebook, on held-out rows and fresh labels that neither student was fitted on."""
    held_out, fresh = (_without_training_rows(champion, challenger, rows) for rows in (held_out, fresh))
    if len(held_out) < MIN_HELD_OUT_ROWS:
        reason = f"too few held-out rows that neither has seen: {len(held_out)}, and {MIN_HELD_OUT_ROWS} are needed"
        return Comparison(len(held_out), [], [f"{reason}; give a file of labelled rows with --held-out FILE"])
    old, new = route_rows_in_batch(champion, held_out), route_rows_in_batch(challenger, held_out)
    checks = [*_checks(old, new), *_acceptance_checks(old, new)]
    new_violations = _new_violations(champion, old, challenger, new)
    if len(fresh) >= MIN_ROWS:
        # No acceptance checks: fresh labels are mostly of messages that the champion was unsure about.
        old, new = route_rows_in_batch(champion, fresh), route_rows_in_batch(challenger, fresh)
        checks += [check._replace(what=f"fresh labels, {check.what}") for check in _checks(old, new)]
        new_violations += _new_violations(champion, old, challenger, new)
    reasons = [f"significantly worse: {check}" for check in checks if check.worse]
    reasons += [
        f"breaks the contract: {breach['rule']} in row {breach['id']}, {breach['what']}" for breach in new_violations
    ]
    counted = Counter(row.expected for row in held_out)
    unchecked = {name: counted[name] for name in champion.routebook.names if counted[name] < MIN_ROWS}
    return Comparison(len(held_out) + len(fresh), checks, reasons, unchecked)


def _new_violations(
    champion: Router, old: Sequence[RowResult], challenger: Router, new: Sequence[RowResult]
) -> list[dict[str, Any]]:
    """Return the contract violations of the challenger that the champion does not have."""
    in_scope = {(breach["rule"], breach["id"]) for breach in contract_violations(champion, old)}
    return [breach for breach in contract_violations(challenger, new) if (breach["rule"], breach["id"]) not in in_scope]


def _without_training_rows(champion: Router, challenger: Router, rows: Sequence[Row]) -> list[Row]:
    students = [student for student in (champion.warm_student(), challenger.warm_student()) if student is not None]
    return [row for row in rows if not any(student.was_fitted_on(row.message.text) for student in students)]


def _checks(before: Sequence[RowResult], after: Sequence[RowResult]) -> list[Check]:
    inside = [i for i, outcome in enumerate(before) if outcome.row.expected is not None]
    outside = [i for i, outcome in enumerate(before) if outcome.row.expected is None and outcome.row.app is None]
    checks = []
    if inside:
        checks = [
            _mean_check("accuracy", before, after, inside, lambda o: float(o.hit)),
            _mean_check(
                "calibration (1 - Brier)", before, after, inside, lambda o: 1 - (o.decision.confidence - o.hit) ** 2
            )._replace(slack=CALIBRATION_TOLERANCE),
        ]
    if len(outside) >= MIN_ROWS and len(inside) >= MIN_ROWS:
        checks.append(_out_of_scope_check(before, after, inside, outside))
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for i in inside:
        groups[f"route {before[i].row.expected}"].append(i)
        if before[i].row.lang:
            groups[f"language {before[i].row.lang}"].append(i)
    large_groups = {name: group for name, group in sorted(groups.items()) if len(group) >= MIN_ROWS}
    # Bonferroni: all groups together may be wrongly found worse as rarely as one figure.
    level = 100 - (100 - CONFIDENCE_LEVEL) / max(1, len(large_groups))
    checks += [
        _mean_check(name, before, after, group, lambda o: float(o.hit), level) for name, group in large_groups.items()
    ]
    return checks


def _mean_check(
    what: str,
    before: Sequence[RowResult],
    after: Sequence[RowResult],
    rows: Sequence[int],
    figure: Callable[[RowResult], float],
    level: float = CONFIDENCE_LEVEL,
) -> Check:
    old, new = (np.array([figure(outcomes[i]) for i in rows]) for outcomes in (before, after))
    return Check(
        what, len(rows), float(old.mean()), float(new.mean()), *paired_bootstrap_interval(old, new, level), level
    )


def _acceptance_checks(before: Sequence[RowResult], after: Sequence[RowResult]) -> list[Check]:
    """Compare the share of rows accepted and right, and the accuracy among accepted rows."""
    accepted = [np.array([outcome.decision.accepted for outcome in outcomes]) for outcomes in (before, after)]
    right = [
        np.array([outcome.decision.accepted and outcome.right for outcome in outcomes]) for outcomes in (before, after)
    ]
    rng, rows, differences = np.random.default_rng(0), len(before), []
    for _ in range(BOOTSTRAP_DRAWS):
        drawn = rng.integers(0, rows, rows)
        first, second = (_share(hits[drawn], of[drawn]) for hits, of in zip(right, accepted, strict=True))
        differences.append(second - first)
    old, new = (_share(hits, of) for hits, of in zip(right, accepted, strict=True))
    return [
        Check(
            "accepted and right",
            rows,
            float(right[0].mean()),
            float(right[1].mean()),
            *paired_bootstrap_interval(right[0], right[1]),
        ),
        Check("right among accepted", rows, old, new, *percentile_interval(differences)),
    ]


def _share(hits: NDArray[np.bool_], of: NDArray[np.bool_]) -> float:
    return float(hits.sum() / of.sum()) if of.any() else 1.0


def _out_of_scope_check(
    before: Sequence[RowResult], after: Sequence[RowResult], inside: Sequence[int], outside: Sequence[int]
) -> Check:
    """Compare how well out-of-scope rows are detected."""
    scores = [np.array([_scope_score(outcome) for outcome in outcomes]) for outcomes in (before, after)]
    in_scope, out_of_scope = np.array(inside), np.array(outside)
    old, new = (auroc(score[in_scope], score[out_of_scope]) or 0.0 for score in scores)
    rng = np.random.default_rng(0)
    differences = []
    for _ in range(BOOTSTRAP_DRAWS // 10):
        these, those = rng.choice(in_scope, len(in_scope)), rng.choice(out_of_scope, len(out_of_scope))
        first, second = (auroc(score[these], score[those]) or 0.0 for score in scores)
        differences.append(second - first)
    return Check("out of scope (AUROC)", len(in_scope) + len(out_of_scope), old, new, *percentile_interval(differences))


def _scope_score(outcome: RowResult) -> float:
    # A rule's decision is certainly in scope.
    return np.inf if outcome.decision.scope is None else outcome.decision.scope
