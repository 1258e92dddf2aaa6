"""The supervisor: deterministic guards over what the layers decided, in one pass.

The first guard of the routebook that applies moves the decision, and no other is asked after it; so nothing
moves twice. A decision with a confidence of `Thresholds.trust` and more is left alone, unless a guard contradicts
it outright. What a rule or the caller decided is no guess, and is never moved.
"""

from __future__ import annotations

from dataclasses import replace

from fingerpost.routebook.guards import HITS, Guard
from fingerpost.routebook.model import Routebook
from fingerpost.routing.evidence.probes import describe
from fingerpost.types import Decision, Evidence, Step, merge_extras

CERTAIN = ("declared", "rules")
"""Layers that are not supervised."""

SUPERVISOR = "supervisor"
CORRECTED = "corrected"
"""The signal of what a person has decided, which no guard undoes."""


def supervise(book: Routebook, decision: Decision, evidence: Evidence) -> Decision:
    """Return the decision with what the evidence tells, moved where a guard says so."""
    decision = replace(
        decision,
        signals=tuple(dict.fromkeys((*decision.signals, *evidence.signals))),
        extras=merge_extras(decision.extras, evidence.extras),
    )
    guard = first_guard(book, decision, evidence)
    if guard is None:
        return decision
    before = f"{decision.route} ({decision.confidence:.2f}, {decision.layer})"
    said = f"{before} to {guard.to} on {describe(evidence)}"
    return replace(
        decision,
        route=guard.to,
        accepted=True,
        confidence=guard.confidence,
        layer=SUPERVISOR,
        reason=f"guard {guard.name}: {said}",
        runner_up=decision.route,
        margin=guard.confidence,
        scope=None,
        qualifier=None,
        signals=tuple(dict.fromkeys((*decision.signals, guard.signal))),
        trail=(*decision.trail, Step(f"guard {guard.name}", said, 0.0)),
    )


def first_guard(book: Routebook, decision: Decision, evidence: Evidence) -> Guard | None:
    """Return the guard that overrules the decision; none where a layer that is certain, or a guard, has decided."""
    if decision.layer in (*CERTAIN, SUPERVISOR) or CORRECTED in decision.signals:
        return None
    return next((guard for guard in book.guards if _applies(guard, book, decision, evidence.names)), None)


def hangs_on_hits(book: Routebook, decision: Decision, evidence: Evidence) -> bool:
    """Whether a search could still change what the guards do: nobody looks for what changes nothing."""
    if evidence.hits is not None or not any(HITS in guard.reads for guard in book.guards):
        return False
    without = first_guard(book, decision, evidence)
    found = first_guard(book, decision, replace(evidence, names=evidence.names | {HITS}))
    return _outcome(without, decision) != _outcome(found, decision)


def may_hang_on_hits(book: Routebook, evidence: Evidence) -> bool:
    """Whether a search could change what the guards do, whichever route a model that is asked now may name."""
    if evidence.hits is not None:
        return False
    return any(
        HITS in guard.reads and guard.when <= evidence.names | {HITS} and evidence.names.isdisjoint(guard.unless)
        for guard in book.guards
    )


def _outcome(guard: Guard | None, decision: Decision) -> tuple[str | None, str, float]:
    if guard is None:
        return decision.route, "", decision.confidence
    return guard.to, guard.signal, guard.confidence


def _applies(guard: Guard, book: Routebook, decision: Decision, held: frozenset[str]) -> bool:
    if guard.to == decision.route or (guard.off and decision.route not in guard.off):
        return False
    if decision.confidence >= book.thresholds.trust and not guard.contradicts:
        return False
    return guard.when <= held and held.isdisjoint(guard.unless)
