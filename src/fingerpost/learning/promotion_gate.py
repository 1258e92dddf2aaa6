"""The gate: a challenger serves only where it is nowhere worse than the champion beyond noise.

Both decide the same rows, so each difference is paired: rows are drawn again and again with replacement (2,000 times,
seeded), and where even the upper end of the 95 % interval of the difference is below zero the challenger is worse.
Routes and languages share the 5 % among them.
Held-out rows and fresh labels are compared apart, and there must be held-out rows: labels that somebody poisoned speak
for the student that learned them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fingerpost.evaluation.evaluate import Outcome, run_together, violations
from fingerpost.evaluation.metrics import DRAWS, LEAST, LEVEL, auroc, paired, percentiles
from fingerpost.evaluation.rows import Row
from fingerpost.routing.router import Router

ENOUGH = 50
"""Held-out rows without which nothing is promoted."""

SLIGHT = 0.001
"""Calibration that may be lost: confidences move a little with every label, all one way, and nobody would notice."""


class Check(NamedTuple):
    """One figure of both, higher is better, with the interval of the difference."""

    what: str
    rows: int
    champion: float
    challenger: float
    low: float
    high: float
    level: float = LEVEL
    slack: float = 0.0

    @property
    def worse(self) -> bool:
        """Whether the challenger is worse beyond noise, and by more than counts as nothing."""
        return self.high < -self.slack

    def __str__(self) -> str:
        """Say it in a line."""
        return (
            f"{self.what}: {self.champion:.4f} -> {self.challenger:.4f} on {self.rows} rows, "
            f"{self.level:.4g} % interval of the difference {self.low:+.4f} to {self.high:+.4f}"
        )


class Comparison(NamedTuple):
    """What was compared, and why the challenger is refused; without a reason it may serve.

    `few`: the routes with too few held-out rows to be checked by themselves, and how many each has.
    """

    rows: int
    checks: list[Check]
    reasons: list[str]
    few: Mapping[str, int] = MappingProxyType({})

    @property
    def passed(self) -> bool:
        """Whether it may serve."""
        return not self.reasons

    def as_json(self) -> dict[str, Any]:
        """Return it as it is kept with the student."""
        checks = [
            {**check._asdict(), **{k: round(v, 4) for k, v in check._asdict().items() if isinstance(v, float)}}
            for check in self.checks
        ]
        kept = {"rows": self.rows, "passed": self.passed, "reasons": self.reasons, "checks": checks}
        return {**kept, "few": dict(self.few)}


def compare(champion: Router, challenger: Router, held: Sequence[Row], fresh: Sequence[Row] = ()) -> Comparison:
    """Compare two routers of one routebook: on held-out rows and on fresh labels that neither student was fitted on."""
    held, fresh = (_unseen(champion, challenger, rows) for rows in (held, fresh))
    if len(held) < ENOUGH:
        reason = f"too few held-out rows to compare on: neither has seen {len(held)}, and it takes {ENOUGH}"
        return Comparison(len(held), [], [f"{reason}; give more of them"])
    old, new = run_together(champion, held), run_together(challenger, held)
    checks = [*_checks(old, new), *_stood_by(old, new)]
    broken = _broken(champion, old, challenger, new)
    if len(fresh) >= LEAST:
        # Not what is right among accepted: labels are fresh mostly where the champion did not stand by anything.
        old, new = run_together(champion, fresh), run_together(challenger, fresh)
        checks += [check._replace(what=f"fresh labels, {check.what}") for check in _checks(old, new)]
        broken += _broken(champion, old, challenger, new)
    reasons = [f"worse beyond noise: {check}" for check in checks if check.worse]
    reasons += [f"breaks the contract: {breach['rule']} in row {breach['id']}, {breach['what']}" for breach in broken]
    counted = Counter(row.expected for row in held)
    few = {name: counted[name] for name in champion.routebook.names if counted[name] < LEAST}
    return Comparison(len(held) + len(fresh), checks, reasons, few)


def _broken(
    champion: Router, old: Sequence[Outcome], challenger: Router, new: Sequence[Outcome]
) -> list[dict[str, Any]]:
    """Return where the challenger breaks the contract and the champion keeps it."""
    known = {(breach["rule"], breach["id"]) for breach in violations(champion, old)}
    return [breach for breach in violations(challenger, new) if (breach["rule"], breach["id"]) not in known]


def _unseen(champion: Router, challenger: Router, rows: Sequence[Row]) -> list[Row]:
    students = [student for student in (champion.warm_student(), challenger.warm_student()) if student is not None]
    return [row for row in rows if not any(student.was_fitted_on(row.message.text) for student in students)]


def _checks(before: Sequence[Outcome], after: Sequence[Outcome]) -> list[Check]:
    inside = [i for i, outcome in enumerate(before) if outcome.row.expected is not None]
    outside = [i for i, outcome in enumerate(before) if outcome.row.expected is None and outcome.row.app is None]
    checks = []
    if inside:
        checks = [
            _mean("accuracy", before, after, inside, lambda o: float(o.hit)),
            _mean(
                "calibration (1 - Brier)", before, after, inside, lambda o: 1 - (o.decision.confidence - o.hit) ** 2
            )._replace(slack=SLIGHT),
        ]
    if len(outside) >= LEAST and len(inside) >= LEAST:
        checks.append(_scope(before, after, inside, outside))
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for i in inside:
        groups[f"route {before[i].row.expected}"].append(i)
        if before[i].row.lang:
            groups[f"language {before[i].row.lang}"].append(i)
    told = {name: group for name, group in sorted(groups.items()) if len(group) >= LEAST}
    # Of many groups one is unlucky: all of them together are to be wrongly found worse as rarely as one figure.
    level = 100 - (100 - LEVEL) / max(1, len(told))
    checks += [_mean(name, before, after, group, lambda o: float(o.hit), level) for name, group in told.items()]
    return checks


def _mean(
    what: str,
    before: Sequence[Outcome],
    after: Sequence[Outcome],
    rows: Sequence[int],
    worth: Callable[[Outcome], float],
    level: float = LEVEL,
) -> Check:
    old, new = (np.array([worth(outcomes[i]) for i in rows]) for outcomes in (before, after))
    return Check(what, len(rows), float(old.mean()), float(new.mean()), *paired(old, new, level), level)


def _stood_by(before: Sequence[Outcome], after: Sequence[Outcome]) -> list[Check]:
    """Compare how much is stood by and right, and the share of right ones among what each stands by."""
    stands = [np.array([outcome.decision.accepted for outcome in outcomes]) for outcomes in (before, after)]
    right = [
        np.array([outcome.decision.accepted and outcome.right for outcome in outcomes]) for outcomes in (before, after)
    ]
    rng, rows, differences = np.random.default_rng(0), len(before), []
    for _ in range(DRAWS):
        drawn = rng.integers(0, rows, rows)
        first, second = (_share(hits[drawn], of[drawn]) for hits, of in zip(right, stands, strict=True))
        differences.append(second - first)
    old, new = (_share(hits, of) for hits, of in zip(right, stands, strict=True))
    return [
        Check("accepted and right", rows, float(right[0].mean()), float(right[1].mean()), *paired(right[0], right[1])),
        Check("right among accepted", rows, old, new, *percentiles(differences)),
    ]


def _share(hits: NDArray[np.bool_], of: NDArray[np.bool_]) -> float:
    return float(hits.sum() / of.sum()) if of.any() else 1.0


def _scope(before: Sequence[Outcome], after: Sequence[Outcome], inside: Sequence[int], outside: Sequence[int]) -> Check:
    """Compare how well those that belong nowhere are told apart."""
    scores = [np.array([_familiar(outcome) for outcome in outcomes]) for outcomes in (before, after)]
    known, strangers = np.array(inside), np.array(outside)
    old, new = (auroc(score[known], score[strangers]) or 0.0 for score in scores)
    rng = np.random.default_rng(0)
    differences = []
    for _ in range(DRAWS // 10):
        these, those = rng.choice(known, len(known)), rng.choice(strangers, len(strangers))
        first, second = (auroc(score[these], score[those]) or 0.0 for score in scores)
        differences.append(second - first)
    return Check("out of scope (AUROC)", len(known) + len(strangers), old, new, *percentiles(differences))


def _familiar(outcome: Outcome) -> float:
    # What a rule decides is as familiar as can be.
    return np.inf if outcome.decision.scope is None else outcome.decision.scope
