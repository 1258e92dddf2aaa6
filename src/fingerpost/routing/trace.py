"""Traces: the record of one request, and the log line of a decision."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from fingerpost.audit.auditor import Auditor
from fingerpost.language.detect import detected_language
from fingerpost.observability.events import log_event
from fingerpost.observability.metrics import METRICS
from fingerpost.observability.redaction import redact
from fingerpost.routebook.model import Routebook
from fingerpost.types import SNIPPET, Decision, Fact, Message

RULE = "rule:"
"""The beginning of the signal that names the rule that fired."""


def trace_of(
    book: Routebook, message: Message, decision: Decision, facts: Sequence[Fact], *, whole: bool = False
) -> dict[str, Any]:
    """Return the record of a decision; of the text only the first 60 characters, or all of it, redacted.

    The auditor reads the text now, while all of it is available.
    """
    # Redacted before it is cut, so that no half of an address remains; 1,000 characters bound the cost.
    text = redact(message.text if whole else message.text[:1000])
    return {
        "routebook": book.name,
        "text": text if whole else text[:SNIPPET],
        "language": detected_language(message.text),
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
        "reading": list(Auditor(book).read(message.text)),
    }


def count_decision(decision: Decision, seconds: float) -> None:
    """Count a decision by layer and route, and each of its signals."""
    METRICS.observe("decisions", seconds, (("layer", decision.layer), ("route", decision.route or "")))
    for signal in decision.signals:
        # Without what follows the colon, such as the type of a file, which a client may choose.
        METRICS.count("signals", signal=signal.partition(":")[0])


def log_decision(book: Routebook, decision: Decision) -> None:
    """Log a decision, with the note of the rule that fired if it has one."""
    route, layer, confidence = decision.route, decision.layer, _rounded(decision.confidence)
    note = _rule_note(book, decision.signals)
    if note:
        log_event(f"[classify] {note} -> {route}", route=route, layer=layer, confidence=confidence)
        return
    summary = f"layer={layer} confidence={decision.confidence:.2f} accepted={decision.accepted}"
    log_event(
        f"[prepare/classify] {summary} -> {route}",
        accepted=decision.accepted,
        route=route,
        layer=layer,
        confidence=confidence,
    )


@lru_cache(maxsize=1_000)
def _rounded(confidence: float) -> float:
    """Return it with four digits; Python rounds by way of text, and all rules have the same confidence."""
    return round(confidence, 4)


def _rule_note(book: Routebook, signals: Sequence[str]) -> str:
    for signal in signals:
        if signal.startswith(RULE):
            fired = signal[len(RULE) :]
            for rule in book.rules:
                if rule.name == fired:
                    return rule.note or ""
    return ""
