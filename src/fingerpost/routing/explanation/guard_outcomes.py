"""What became of every guard: which one fired and on what evidence, which were skipped and why."""

from __future__ import annotations

import re
from dataclasses import replace

from fingerpost.routebook.guards import HITS, Guard
from fingerpost.routebook.model import Routebook
from fingerpost.routing.evidence.probes import Probes
from fingerpost.routing.evidence.supervisor import CERTAIN, CORRECTED, SUPERVISOR
from fingerpost.routing.explanation.model import GuardOutcome
from fingerpost.types import Decision, Message, Resolved

GUARD_STEP = "guard "
"""How the step of a guard in the trail begins."""

_BEFORE = re.compile(r"^(?P<route>.*) \((?P<confidence>\d\.\d\d), (?P<layer>[\w -]+)\) to ", re.DOTALL)
"""How that step describes the decision before the guard."""


def decision_before_guards(decision: Decision) -> Decision:
    """Return the decision as the guards saw it."""
    if decision.layer != SUPERVISOR:
        return decision
    said = next(step.said for step in decision.trail if step.who.startswith(GUARD_STEP))
    before = _BEFORE.match(said)
    if before is None:
        raise ValueError(f"not the step of a guard: {said!r}")
    route = None if before["route"] == "None" else before["route"]
    return replace(decision, route=route, confidence=float(before["confidence"]), layer=before["layer"])


def evidence_names(book: Routebook, message: Message, resolved: Resolved, decision: Decision) -> frozenset[str]:
    """Return the evidence that was present; whether the documents had a hit is known from the decision."""
    names = Probes(book).gather(message, resolved).names
    return names | {HITS} if "rag_probe_hit" in decision.signals else names


def guard_outcomes(book: Routebook, decision: Decision, held: frozenset[str]) -> list[GuardOutcome]:
    """Return for every guard of the routebook whether it fired, and on what or why not."""
    before = decision_before_guards(decision)
    outcomes: list[GuardOutcome] = []
    fired: str | None = None
    for guard in book.guards:
        why = why_skipped(guard, book, before, held)
        if why is None and fired is not None:
            why = f"the guard {fired} came first"
        if why is None:
            fired = guard.name
            outcomes.append(GuardOutcome(guard.name, guard.to, fired=True, why=f"found {_listed(guard.when)}"))
        else:
            outcomes.append(GuardOutcome(guard.name, guard.to, fired=False, why=why))
    return outcomes


def why_skipped(guard: Guard, book: Routebook, decision: Decision, held: frozenset[str]) -> str | None:
    """Return why a guard leaves a decision as it is; None where it applies. It mirrors `supervisor.first_guard`."""
    if decision.layer in CERTAIN or CORRECTED in decision.signals:
        who = f"the layer {decision.layer}" if decision.layer in CERTAIN else "a person who corrected it"
        return f"a decision of {who} is not overruled"
    if guard.to == decision.route or (guard.off and decision.route not in guard.off):
        other = f"it overrules {_listed(guard.off)}, not {decision.route}"
        return f"the route is {guard.to} already" if guard.to == decision.route else other
    missing, present = guard.when - held, guard.unless & held
    if missing:
        searched = " (the documents were not searched, or had nothing near)" if HITS in missing else ""
        return f"no evidence of {_listed(missing)}{searched}"
    if present:
        return f"{_listed(present)} speaks against it"
    if decision.confidence >= book.thresholds.trust and not guard.contradicts:
        sure = f"the confidence of {decision.confidence:.2f} reaches {book.thresholds.trust:.2f}"
        return f"{sure} (`trust` of [thresholds]), and it has no `contradicts`"
    return None


def _listed(names: frozenset[str]) -> str:
    return ", ".join(sorted(names)) or "nothing that speaks against it"
