"""The trail of a decision: the result and the time of every step, and the decision built from the last one."""

from __future__ import annotations

from time import perf_counter_ns

from fingerpost.errors import ModelError
from fingerpost.language.text import mixed_alphabets
from fingerpost.observability.facts import current_facts
from fingerpost.resilience.ladder import CLASSIFIER, ENCODER, record_degraded
from fingerpost.types import Decision, Resolved, Step, Verdict


def decision_of(
    verdict: Verdict, layer: str, steps: list[Step], began: int, resolved: Resolved | None = None
) -> Decision:
    """Append a layer's verdict to the trail and return the decision."""
    steps.append(Step(layer, f"{verdict.route}: {verdict.reason}", micros_since(began)))
    return final_decision(verdict, layer, steps, resolved)


def final_decision(verdict: Verdict, layer: str, steps: list[Step], resolved: Resolved | None = None) -> Decision:
    """Return the decision for a verdict, with the trail as it is and the references that the answer needs again."""
    return Decision(
        route=verdict.route,
        accepted=verdict.accepted,
        confidence=verdict.confidence,
        layer=layer,
        reason=verdict.reason,
        runner_up=verdict.runner_up,
        margin=verdict.margin,
        signals=verdict.signals,
        qualifier=verdict.qualifier,
        scope=verdict.scope,
        extras=verdict.extras,
        trail=tuple(steps),
        resolved=resolved,
        facts=tuple(current_facts() or ()),
    )


def failed_step(layer: str, said: str, fault: ModelError, began: int) -> Step:
    """Return the step of a layer on a server that failed, and record that the decision goes on without it."""
    record_degraded(CLASSIFIER if layer == "llm" else ENCODER, "local", fault)
    return Step(layer, said, micros_since(began))


def resolve_steps(written: str, resolved: Resolved, began: int) -> list[Step]:
    """Return the trail's step for resolving the references of a message as written; empty where nothing is told."""
    said = []
    if resolved.was_cut:
        said.append(f"cut from {len(resolved.whole):,} to {len(resolved.text):,} characters, head and tail")
    if mixed := mixed_alphabets(written):
        said.append(f"mixes alphabets inside words: {', '.join(mixed[:3])}")
    if resolved.again:
        said.append("asks for the previous answer in another form")
    if resolved.leans:
        on = "no known turn"
        if resolved.on_editor:
            on = "the editor"
        elif resolved.turn:
            on = f"[{resolved.turn.route or '?'}]"
        said.append(f"{resolved.leans}, refers to {on}")
    return [Step("resolve", "; ".join(said), micros_since(began))] if said else []


def micros_since(began: int) -> float:
    """Return the microseconds since a `perf_counter_ns` reading."""
    return (perf_counter_ns() - began) / 1000
