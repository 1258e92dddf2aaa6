"""A decision as it fell through the layers: what each said, how long it took, and which were not asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from fingerpost.routing.evidence.supervisor import SUPERVISOR
from fingerpost.routing.explanation.bar import bar_of
from fingerpost.routing.explanation.guard_outcomes import decision_before_guards
from fingerpost.routing.explanation.model import Bar
from fingerpost.routing.router import Router
from fingerpost.types import Decision

DECIDED, OVERRULED, PASSED, HELPED, NOT_ASKED = "decided", "overruled", "passed on", "helped", "not asked"
"""What became of a layer; one that helped prepares what others decide by, and a guard overrules one that decided."""

TITLES = {
    "declared": "Declared by the caller",
    "trigger": "Phrase that opens an app",
    "session": "Running app",
    "memo": "Memo",
    "resolve": "References",
    "rules": "Rules",
    "encoder": "Encoder",
    "small_talk": "Small talk",
    "conversation": "Follow-up",
    "student": "Classifier",
    "llm": "Language model",
    "fallback": "Fallback",
    "probes": "Evidence",
    "guard": "Guard",
}
"""Names of the steps for people, in the order in which they are taken."""

HELPERS = frozenset(("resolve", "encoder", "conversation", "probes"))
_ORDER = {name: place for place, name in enumerate(TITLES)}


class LayerOutcome(NamedTuple):
    """One step of the way down; `millis` is None for a layer that took no time, or was not asked."""

    name: str
    title: str
    state: str
    said: str
    millis: float | None = None


def layer_outcomes(decision: Decision, router: Router) -> list[LayerOutcome]:
    """Return the way of a decision through the layers, also those that had no say or were not reached."""
    decider = decision_before_guards(decision).layer
    states = {decider: OVERRULED, "guard": DECIDED} if decision.layer == SUPERVISOR else {decider: DECIDED}
    found = [_outcome(step.who, step.said, step.micros / 1000, states) for step in decision.trail]
    taken = {outcome.name for outcome in found}
    if decider != "declared":
        found += [_absent(name, why, decider) for name, why in _layers(router).items() if name not in taken]
    # Stable: steps of one layer stay as they came.
    return sorted(found, key=lambda outcome: _ORDER.get(outcome.name, len(_ORDER)))


def _outcome(who: str, said: str, millis: float, states: Mapping[str, str]) -> LayerOutcome:
    name, _, rest = who.partition(" ")
    title = f"{TITLES[name]} {rest}".rstrip() if name in TITLES else who
    state = states.get(name) or (HELPED if name in HELPERS else PASSED)
    return LayerOutcome(name, title, state, "no rule matches" if said == "abstain" else said, millis)


def _absent(name: str, why: str, decider: str) -> LayerOutcome:
    """Return a layer without a step: asked in vain, not reached, or not set up."""
    reached = _ORDER[name] < _ORDER.get(decider, len(_ORDER))
    if why or not reached:
        return LayerOutcome(name, TITLES[name], NOT_ASKED, why or "decided before it was its turn")
    said = "no earlier decision of this text counts" if name == "memo" else "no verdict"
    return LayerOutcome(name, TITLES[name], PASSED, said)


def _layers(router: Router) -> dict[str, str]:
    """Return the layers that every message may come to, and why one is not set up where it is not."""
    book = router.routebook
    return {
        "memo": "",
        "rules": "" if book.rules else "the routebook has no rules",
        "student": "" if book.examples else "the routebook has no examples",
        "llm": "" if router.chooser is not None else "no language model is set: see OLLAMA_URL in the settings",
        "fallback": "",
    }


def bar_for(decision: Decision, router: Router) -> Bar | None:
    """Return the confidence that the classifier's route had to reach; None where another layer decided."""
    student = router.warm_student() if decision.layer in ("student", "fallback") else None
    if student is None or decision.route is None or decision.route not in student.routes:
        return None
    return bar_of(router.routebook, student, decision.route, decision.confidence)
