"""A trace: one request as it is recorded, and the contract checked against such a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fingerpost.observability.redaction import redact
from fingerpost.routebook.model import Routebook
from fingerpost.routing.contract import Breach, Demands, Owed, check_answering, check_routing
from fingerpost.types import SNIPPET, Decision, Fact, Message


def trace_of(
    book: Routebook, message: Message, decision: Decision, facts: Sequence[Fact], *, whole: bool = False
) -> dict[str, Any]:
    """Return what is recorded of a decision: no more of the text than its first sixty characters, redacted.

    What the contract demands of the text is worked out now, while all of it is here.
    """
    demand = Demands(book).of(message.text)
    # Redacted before it is cut, so that no half of an address stays; and not more of it than can matter.
    text = redact(message.text if whole else message.text[:1000])
    return {
        "routebook": book.name,
        "text": text if whole else text[:SNIPPET],
        "declared": message.declared is not None,
        "route": decision.route,
        "accepted": decision.accepted,
        "confidence": round(decision.confidence, 4),
        "layer": decision.layer,
        "reason": redact(decision.reason),
        "runner_up": decision.runner_up,
        "signals": list(decision.signals),
        "qualifier": decision.qualifier,
        "trail": [[step.who, redact(step.said)[:120], round(step.micros, 1)] for step in decision.trail],
        "facts": [[fact.what, fact.detail] for fact in facts],
        "owed": list(demand) if demand else None,
    }


def check_trace(book: Routebook, trace: Mapping[str, Any]) -> list[Breach]:
    """Compare a recorded request with the contract; raises ValueError where the record is none of ours."""
    try:
        facts = [Fact(str(what), dict(detail)) for what, detail in trace["facts"]]
        demand = _demand(trace["owed"])
        route, declared = trace["route"], bool(trace["declared"])
        if not all(isinstance(fact.detail.get("entries", 0), int) for fact in facts):
            raise TypeError("entries")
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"not a trace: {error!r} is missing or of another shape") from error
    if route is not None and route not in book.names:
        raise ValueError(f"route {route!r} is not in the routebook {book.name}")
    return [
        *check_routing(demand, route, declared=declared, facts=facts),
        *check_answering(book, route, facts),
    ]


def _demand(stored: Any) -> Owed | None:
    if stored is None:
        return None
    if not isinstance(stored, list) or len(stored) != 2 or not all(isinstance(part, str) for part in stored):
        raise TypeError("owed")
    return Owed(*stored)
