"""Weighs the evidence where no layer is sure: for each route what it makes likelier, beside the classifier's guess."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import exp, log

from fingerpost.routebook.guards import HITS
from fingerpost.routebook.model import Routebook
from fingerpost.routing.evidence.supervisor import applies
from fingerpost.types import Decision, Evidence, Step

LEAST = 0.02
"""The least probability of a route: no guess is so bad that no evidence could outweigh it."""


def needs_hits(book: Routebook, decision: Decision, evidence: Evidence) -> bool:
    """Whether a document search could change what weighs most."""
    return (
        evidence.hits is None
        and _is_open(book, decision)
        and any(HITS in by_evidence for by_evidence in book.weights.values())
    )


def weigh_evidence(
    book: Routebook, decision: Decision, evidence: Evidence, candidates: Sequence[tuple[str, float]]
) -> Decision:
    """Return the likeliest route where no layer is sure, by the classifier's `candidates` and the evidence.

    A route that a guard contradicts on this evidence is no candidate. Without candidates, as when there is no vector,
    the evidence decides alone.
    """
    if not _is_open(book, decision):
        return decision
    known = dict(candidates) or dict.fromkeys(book.names, 1 / len(book.names))
    possible = [name for name in book.names if not _is_contradicted(book, replace(decision, route=name), evidence)]
    if not possible:
        return decision
    weighed = {
        name: log(max(known.get(name, 0.0), LEAST)) + sum(_found(book, name, evidence).values()) for name in possible
    }
    best = max(weighed, key=weighed.__getitem__)
    if decision.route in weighed and weighed[best] <= weighed[decision.route]:
        return decision
    probabilities = {name: exp(weight - weighed[best]) for name, weight in weighed.items()}
    # What nobody was sure of does not become surer because another route is ruled out.
    confidence = min(decision.confidence or 1.0, 1 / sum(probabilities.values()))
    second = max((name for name in weighed if name != best), key=weighed.__getitem__, default=None)
    said = (
        ", ".join(f"{name} {weight:+.2f}" for name, weight in _found(book, best, evidence).items())
        or f"what speaks against {decision.route}"
    )
    change = f"{decision.route} ({decision.confidence:.2f}, {decision.layer}) to {best} on {said}"
    return replace(
        decision,
        route=best,
        confidence=confidence,
        reason=f"nobody is sure, and the evidence weighs: {change}",
        runner_up=second,
        margin=confidence * (1 - (probabilities[second] if second else 0.0)),
        qualifier=None,
        trail=(*decision.trail, Step("weights", change, 0.0)),
    )


def _is_open(book: Routebook, decision: Decision) -> bool:
    """Whether no layer is sure of a decision, and it is not one that the message is out of scope."""
    out_of_scope = decision.scope is not None and decision.scope < 0
    return bool(book.weights) and not decision.accepted and not out_of_scope and decision.layer in ("fallback", "llm")


def _is_contradicted(book: Routebook, decision: Decision, evidence: Evidence) -> bool:
    return any(
        guard.contradicts and decision.route in guard.off and applies(guard, book, decision, evidence.names)
        for guard in book.guards
    )


def _found(book: Routebook, route: str, evidence: Evidence) -> dict[str, float]:
    return {name: weight for name, weight in book.weights.get(route, {}).items() if name in evidence.names}
