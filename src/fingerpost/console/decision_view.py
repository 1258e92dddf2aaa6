"""A decision as it fell through the layers: what each said, how long it took, and which were not asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from fingerpost.answering.ask_back import question_for
from fingerpost.answering.components import Components
from fingerpost.answering.handlers import handler_of, slot_of
from fingerpost.routebook.model import Routebook
from fingerpost.routing.evidence.supervisor import SUPERVISOR
from fingerpost.routing.explanation.bar import bar_of
from fingerpost.routing.explanation.guard_outcomes import decision_before_guards
from fingerpost.routing.explanation.model import Bar
from fingerpost.routing.router import Router
from fingerpost.types import Decision, Message

DECIDED, OVERRULED, PASSED, HELPED, NOT_ASKED = "decided", "overruled", "passed on", "helped", "not asked"
"""What became of a layer; one that helped prepares what others decide by, and a guard overrules one that decided."""

TITLES = {
    "declared": "Declared by the caller",
    "trigger": "Phrase that opens an app",
    "session": "Running app",
    "choice": "Choice of the user",
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

HANDLERS = {
    "documents": "documents",
    "code": "documents, with checked code",
    "conversation": "conversation",
    "request": "data of the request",
    "reply": "a fixed reply",
    "behind": "another routebook",
    "function": "a function in Python",
}
"""What people read for the handlers of the engine; those of packages have their own name."""
ASKS_BACK = "a question which route is meant"
MODEL_FREE = frozenset(("reply", "function", "behind"))
"""Handlers that ask none of the models of this routebook."""

HELPERS = frozenset(("resolve", "encoder", "conversation", "probes"))
_ORDER = {name: place for place, name in enumerate(TITLES)}


class Answering(NamedTuple):
    """What answers a message, in words, and the slot of the model that writes it; None where none is asked."""

    by: str
    slot: str | None


class LayerOutcome(NamedTuple):
    """One step of the way down; `micros` is None for a layer that took no time, or was not asked."""

    name: str
    title: str
    state: str
    said: str
    micros: float | None = None


def answering_of(decision: Decision, message: Message, book: Routebook, components: Components) -> Answering:
    """Return what would answer a message with this decision."""
    if not components.settings.slots and question_for(decision, message, book) is not None:
        return Answering(ASKS_BACK, None)
    handler = "function" if decision.route in components.functions else handler_of(book, decision.route)
    slot = None if handler in MODEL_FREE else slot_of(book, decision.route)
    return Answering(HANDLERS.get(handler, handler), slot)


def layer_outcomes(decision: Decision, router: Router) -> list[LayerOutcome]:
    """Return the way of a decision through the layers, also those that had no say or were not reached."""
    decider = decision_before_guards(decision).layer
    states = {decider: OVERRULED, "guard": DECIDED} if decision.layer == SUPERVISOR else {decider: DECIDED}
    found = [_outcome(step.who, step.said, step.micros, states) for step in decision.trail]
    taken = {outcome.name for outcome in found}
    if decider != "declared":
        found += [_absent(name, why, decider) for name, why in _layers(router).items() if name not in taken]
    # Stable: steps of one layer stay as they came.
    return sorted(found, key=lambda outcome: _ORDER.get(outcome.name, len(_ORDER)))


def _outcome(who: str, said: str, micros: float, states: Mapping[str, str]) -> LayerOutcome:
    name, _, rest = who.partition(" ")
    title = f"{TITLES[name]} {rest}".rstrip() if name in TITLES else who
    state = states.get(name) or (HELPED if name in HELPERS else PASSED)
    return LayerOutcome(name, title, state, "no rule matches" if said == "abstain" else said, micros)


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
