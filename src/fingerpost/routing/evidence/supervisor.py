"""The supervisor: deterministic guards that may override a decision on evidence, in one pass.

The first guard of the routebook that applies overrides the decision, and no further guard is tried. A decision with
a confidence of at least `Thresholds.trust` is overridden only by a guard with `contradicts`. The decisions of rules
and of the caller are never overridden.
"""

from __future__ import annotations

from dataclasses import replace

from fingerpost.routebook.guards import HITS, UNSURE, Guard
from fingerpost.routebook.model import Routebook
from fingerpost.routing.evidence.probes import describe
from fingerpost.types import Decision, Evidence, Step, merge_extras

CERTAIN = ("declared", "rules")
"""Layers that are not supervised."""

SUPERVISOR = "supervisor"
CORRECTED = "corrected"
"""The signal of a person's correction, which no guard overrides."""


def supervise(book: Routebook, decision: Decision, evidence: Evidence) -> Decision:
    """Return the decision with the evidence's signals and extras, overridden where a guard applies."""
    decision = replace(
        decision,
        signals=tuple(dict.fromkeys((*decision.signals, *evidence.signals))),
        extras=merge_extras(decision.extras, evidence.extras),
    )
    guard = first_guard(book, decision, evidence)
    if guard is None:
        return decision
    before = f"{decision.route} ({decision.confidence:.2f}, {decision.layer})"
    change = f"{before} to {guard.to} on {describe(evidence)}"
    return replace(
        decision,
        route=guard.to,
        # What only settles a doubt, or only says which route it is not, is a better guess and no more.
        accepted=bool(guard.when) and UNSURE not in guard.when,
        confidence=guard.confidence,
        layer=SUPERVISOR,
        reason=f"guard {guard.name}: {change}",
        runner_up=decision.route,
        margin=guard.confidence,
        scope=None,
        qualifier=None,
        signals=tuple(dict.fromkeys((*decision.signals, guard.signal))),
        trail=(*decision.trail, Step(f"guard {guard.name}", change, 0.0)),
    )


def first_guard(book: Routebook, decision: Decision, evidence: Evidence) -> Guard | None:
    """Return the guard that overrides the decision; None for decisions that are not supervised."""
    if decision.layer in (*CERTAIN, SUPERVISOR) or CORRECTED in decision.signals:
        return None
    return next((guard for guard in book.guards if applies(guard, book, decision, evidence.names)), None)


def needs_search(book: Routebook, decision: Decision, evidence: Evidence) -> bool:
    """Whether the result of a document search could change which guard applies to this decision."""
    if evidence.hits is not None or not any(HITS in guard.reads for guard in book.guards):
        return False
    without = first_guard(book, decision, evidence)
    found = first_guard(book, decision, replace(evidence, names=evidence.names | {HITS}))
    return _outcome(without, decision) != _outcome(found, decision)


def may_need_search(book: Routebook, evidence: Evidence) -> bool:
    """Whether a document search could change the guards' outcome for some route, before the route is known."""
    if evidence.hits is not None:
        return False
    return any(
        HITS in guard.reads
        and guard.when <= evidence.names | {HITS, UNSURE}
        and evidence.names.isdisjoint(guard.unless)
        for guard in book.guards
    )


def _outcome(guard: Guard | None, decision: Decision) -> tuple[str | None, str, float]:
    if guard is None:
        return decision.route, "", decision.confidence
    return guard.to, guard.signal, guard.confidence


def applies(guard: Guard, book: Routebook, decision: Decision, held: frozenset[str]) -> bool:
    """Whether a guard overrides a decision on the evidence that is there."""
    if guard.to == decision.route or (guard.off and decision.route not in guard.off):
        return False
    if decision.confidence >= book.thresholds.trust and not guard.contradicts:
        return False
    if not decision.accepted:
        held |= {UNSURE}
    return guard.when <= held and held.isdisjoint(guard.unless)
