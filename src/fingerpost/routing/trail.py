"""The trail of a decision: what each layer said and what it cost, and the decision that ends it."""

from __future__ import annotations

from time import perf_counter_ns

from fingerpost.observability.facts import current_facts
from fingerpost.types import Decision, Resolved, Step, Verdict


def decision_of(verdict: Verdict, layer: str, steps: list[Step], began: int) -> Decision:
    """Add a layer's verdict as the last step of the trail, and return the decision."""
    steps.append(Step(layer, f"{verdict.route}: {verdict.reason}", since(began)))
    return closed(verdict, layer, steps)


def closed(verdict: Verdict, layer: str, steps: list[Step]) -> Decision:
    """Return a verdict as the decision that ends a trail."""
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
        facts=tuple(current_facts() or ()),
    )


def resolve_steps(resolved: Resolved, began: int) -> list[Step]:
    """Return what there is to tell of how a message was resolved; mostly nothing."""
    said = []
    if resolved.was_cut:
        said.append(f"cut from {len(resolved.whole):,} to {len(resolved.text):,} characters, head and tail")
    if resolved.again:
        said.append("wants the prior answer in another form")
    if resolved.leans:
        on = "nothing known"
        if resolved.on_editor:
            on = "the open code"
        elif resolved.turn:
            on = f"[{resolved.turn.route or '?'}]"
        said.append(f"{resolved.leans}, leans on {on}")
    return [Step("resolve", "; ".join(said), since(began))] if said else []


def since(began: int) -> float:
    """Return the microseconds since a moment."""
    return (perf_counter_ns() - began) / 1000
