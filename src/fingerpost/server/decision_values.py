"""The JSON of stored decisions: a line of the list, and the whole trace with its timing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from fingerpost.answering.exchange_trace import CLASSIFY_STEP
from fingerpost.answering.request import stored_name
from fingerpost.stores.decisions import DecisionMessages, StoredDecision

_EXACT = ConfigDict(extra="forbid")


class DecisionSummary(BaseModel):
    """A stored decision in a list."""

    model_config = _EXACT

    id: Annotated[int, Field(description="Its number; later ones are higher.")]
    request: str | None
    session: str | None
    user: str | None
    client: Annotated[str | None, Field(description="The name of the key that sent the message.")]
    at: Annotated[float | None, Field(description="When it was answered, in seconds since 1970.")]
    outcome: Annotated[str | None, Field(description="answered, routed, failed or cancelled.")]
    routebook: str | None
    text: Annotated[str | None, Field(description="The beginning of the message, redacted.")]
    language: Annotated[str | None, Field(description="en, es or pt; null where nothing tells.")]
    route: str | None
    layer: str | None
    accepted: bool | None
    confidence: float | None
    micros: Annotated[float | None, Field(description="Microseconds for the whole request.")]
    breaches: Annotated[int, Field(description="Certain breaches of the contract.")]


class DecisionList(BaseModel):
    """Stored decisions, newest first."""

    model_config = _EXACT

    decisions: list[DecisionSummary]
    next: Annotated[
        int | None, Field(description="Give it as `before` to look further back; null where there is nothing more.")
    ]
    last: Annotated[
        int, Field(description="The newest decision of all: give it as `after` to /v1/decisions/live, to miss none.")
    ]
    recorded: Annotated[bool, Field(description="Whether this server stores decisions: FINGERPOST_TRACES is `store`.")]


class TracedMessage(BaseModel):
    """What is stored of a message or an answer."""

    model_config = _EXACT

    role: str
    text: Annotated[str | None, Field(description="Null once retention has deleted it.")]


class TracedStep(BaseModel):
    """What a layer, probe or guard said."""

    model_config = _EXACT

    who: str
    said: str
    micros: float


class TracedFact(BaseModel):
    """Something that happened while the message was handled."""

    model_config = _EXACT

    what: str
    detail: dict[str, Any]


class TracedTime(BaseModel):
    """How long a step of the request took; a layer is within the step that decides."""

    model_config = _EXACT

    name: str
    within: str | None
    start: Annotated[float, Field(description="Microseconds after the request began.")]
    micros: float


class TracedPassage(BaseModel):
    """A passage that the answer cites."""

    model_config = _EXACT

    file: str
    heading: str
    score: float


class TracedBreach(BaseModel):
    """A rule of the contract that was broken; with `certain` false, a doubt for a person to look at."""

    model_config = _EXACT

    rule: str
    what: str
    certain: bool


class DecisionTrace(DecisionSummary):
    """All that is stored of a decision."""

    reason: str | None
    runner_up: str | None
    signals: list[str]
    qualifier: str | None
    declared: bool | None
    corrected: Annotated[str | None, Field(description="The route that a person gave it.")]
    messages: list[TracedMessage]
    trail: list[TracedStep]
    facts: list[TracedFact]
    timing: list[TracedTime]
    passages: list[TracedPassage]
    contract: list[TracedBreach]


def summary_values(decision: StoredDecision) -> dict[str, Any]:
    """Return a decision as in a list; what an older or damaged trace does not have is None."""
    trace = decision.trace
    return {
        "id": decision.id,
        **{name: _text(trace.get(name)) for name in ("request", "session")},
        "user": _user(decision),
        "client": decision.client,
        "at": _number(trace.get("at")),
        **{name: _text(trace.get(name)) for name in ("outcome", "routebook", "text", "language", "route", "layer")},
        "accepted": _truth(trace.get("accepted")),
        "confidence": _number(trace.get("confidence")),
        "micros": _number(trace.get("micros")),
        "breaches": sum(each["certain"] for each in _breaches(trace)),
    }


def trace_values(decision: StoredDecision, stored: DecisionMessages) -> dict[str, Any]:
    """Return all that is stored of a decision."""
    trace = decision.trace
    signals = trace.get("signals")
    return {
        **summary_values(decision),
        **{name: _text(trace.get(name)) for name in ("reason", "runner_up", "qualifier")},
        "signals": [str(each) for each in signals] if isinstance(signals, list) else [],
        "declared": _truth(trace.get("declared")),
        "corrected": stored.corrected,
        "messages": [message._asdict() for message in stored.messages],
        "trail": _trail(trace),
        "facts": [
            {"what": str(what), "detail": detail if isinstance(detail, dict) else {"value": detail}}
            for what, detail in _rows(trace, "facts", 2)
        ],
        "timing": _timing(trace),
        "passages": [
            {"file": str(file), "heading": str(heading), "score": _number(score) or 0.0}
            for file, heading, score in _rows(trace, "passages", 3)
        ],
        "contract": _breaches(trace),
    }


def _timing(trace: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the steps of a request in order, with the layers, which ran one after another, within that which decides.

    A trace of an older version has the layers alone.
    """
    found: list[dict[str, Any]] = []
    steps = _rows(trace, "steps", 3)
    for name, start, micros in steps or [[CLASSIFY_STEP, 0.0, None]]:
        at = _number(start) or 0.0
        if steps:
            found.append({"name": str(name), "within": None, "start": at, "micros": _number(micros) or 0.0})
        if name == CLASSIFY_STEP:
            for layer in _trail(trace):
                within = CLASSIFY_STEP if steps else None
                found.append({"name": layer["who"], "within": within, "start": at, "micros": layer["micros"]})
                at = round(at + layer["micros"], 1)
    return found


def _trail(trace: Mapping[str, Any]) -> list[dict[str, Any]]:
    rows = _rows(trace, "trail", 3)
    return [{"who": str(who), "said": str(said), "micros": _number(micros) or 0.0} for who, said, micros in rows]


def _breaches(trace: Mapping[str, Any]) -> list[dict[str, Any]]:
    rows = _rows(trace, "breaches", 3)
    return [{"rule": str(rule), "what": str(what), "certain": bool(certain)} for rule, what, certain in rows]


def _rows(trace: Mapping[str, Any], name: str, width: int) -> list[list[Any]]:
    """Return the rows of a list in a trace; those of another shape are left out."""
    rows = trace.get(name)
    return [row for row in rows if isinstance(row, list) and len(row) == width] if isinstance(rows, list) else []


def _user(decision: StoredDecision) -> str | None:
    """Return the user's name as the client gave it."""
    return None if decision.user is None else decision.user.removeprefix(stored_name(decision.client, ""))


def _text(value: Any) -> str | None:
    return None if value is None else str(value)


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _truth(value: Any) -> bool | None:
    return value if isinstance(value, bool) else None
