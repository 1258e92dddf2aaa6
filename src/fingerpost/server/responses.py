"""The JSON of HTTP responses: decisions, answers and errors."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from traceback import format_exception
from typing import Any
from urllib.parse import quote

from pydantic_core import PydanticSerializationError, to_json
from starlette.exceptions import HTTPException
from starlette.responses import Response

from fingerpost.errors import BusyError, FingerpostError
from fingerpost.observability.events import log_event
from fingerpost.resilience.ladder import degraded_in
from fingerpost.routebook.model import Routebook
from fingerpost.server.overload import RETRY_AFTER
from fingerpost.server.statuses import error_entry
from fingerpost.types import Answer, Decision, Degraded

RawHeader = tuple[bytes, bytes]
"""Name and value of a header, as they are sent; the name is in lower case."""

_JSON_TYPE = (b"content-type", b"application/json")
_ascii_json = json.JSONEncoder(separators=(",", ":"), default=str).encode


def json_bytes(value: Any) -> bytes:
    """Return a value as JSON on one line."""
    try:
        return to_json(value, inf_nan_mode="null", fallback=str)
    except PydanticSerializationError:
        # A model may send a lone surrogate, which UTF-8 cannot encode, and its other half with the next piece.
        return _ascii_json(value).encode()


class JsonResponse(Response):
    """A JSON response; it builds its headers itself, because Starlette takes longer for them than a decision takes."""

    def __init__(self, value: Any, status: int = 200, headers: Iterable[RawHeader] = ()) -> None:
        """Create the response."""
        body = json_bytes(value)
        self.body, self.status_code, self.background = body, status, None
        self.raw_headers = [_JSON_TYPE, (b"content-length", b"%d" % len(body)), *headers]


def raw_headers(headers: Mapping[str, str]) -> list[RawHeader]:
    """Return headers as they are sent."""
    return [(name.encode("latin-1"), given.encode("latin-1")) for name, given in headers.items()]


def decision_values(decision: Decision, book: Routebook) -> dict[str, Any]:
    """Return all fields of a decision, and those of its route."""
    found = None
    for route in book.routes:
        if route.name == decision.route:
            found = route
            break
    values = {
        "routebook": book.name,
        "route": decision.route,
        "agent": decision.route,
        "accepted": decision.accepted,
        "confidence": decision.confidence,
        "layer": decision.layer,
        "reason": decision.reason,
        "runner_up": decision.runner_up,
        "margin": decision.margin,
        "signals": decision.signals,
        "thread_id": decision.thread_id,
        "qualifier": decision.qualifier,
        "scope": decision.scope,
        "retrieval": found.retrieval if found else None,
        "slot": found.slot if found else None,
        "validation": found.validation if found else None,
        "trail": [{"who": step.who, "said": step.said, "micros": step.micros} for step in decision.trail],
        "facts": [{"what": fact.what, "detail": fact.detail} for fact in decision.facts],
        "degraded": degraded_values(degraded_in(decision.facts)),
        "extras": decision.extra_values(),
    }
    for extension in book.extensions:
        values.update(extension.wire_fields(decision))
    return values


def degraded_values(degraded: Iterable[Degraded]) -> list[dict[str, str]]:
    """Return the parts that came from a lower rung, with the reason."""
    return [each._asdict() for each in degraded]


def decision_headers(decision: Decision) -> Sequence[RawHeader]:
    """Return the headers of a decision, for proxies and access logs; the route is percent-encoded."""
    return _decision_headers(decision.route or "", decision.accepted, decision.layer, decision.confidence)


@lru_cache(maxsize=1_000)
def _decision_headers(route: str, accepted: bool, layer: str, confidence: float) -> Sequence[RawHeader]:
    found = {
        "x-fingerpost-route": quote(route),
        "x-fingerpost-accepted": "true" if accepted else "false",
        "x-fingerpost-layer": layer,
        "x-fingerpost-confidence": f"{confidence:.4f}",
    }
    return tuple(raw_headers(found))


def answer_values(answer: Answer, book: Routebook, request: str, session: str) -> dict[str, Any]:
    """Return all fields of an answer, each once: a person is shown the text, the cards of `parts`, and the notes."""
    parts = [part for part in answer.parts if part.kind not in ("text", "code", "citation")]
    return {
        "text": answer.text,
        "code": answer.code,
        "validation_status": answer.status,
        "checked": answer.checked,
        "trace": answer.trace,
        "notes": answer.notes,
        "degraded": degraded_values(answer.degraded),
        "citations": citation_values(answer),
        "parts": [{"kind": part.kind, "text": part.text, "values": dict(part.values)} for part in parts],
        "decision": decision_values(answer.decision, book),
        "request": request,
        "session": session,
    }


def full_text(answer: Answer) -> str:
    """Return the text to show a person: the answer followed by its cards and notes."""
    return "\n\n".join(part for part in (answer.text, *trailing_texts(answer)) if part)


def trailing_texts(answer: Answer) -> list[str]:
    """Return the cards and notes of an answer, as texts to show after it."""
    return [*(part.text for part in answer.parts if part.kind == "card"), *answer.notes]


def citation_values(answer: Answer) -> list[dict[str, Any]]:
    """Return the passages that [1], [2] in the text of an answer refer to."""
    return [
        {
            "number": part.values.get("citation"),
            "file": part.values.get("file"),
            "heading": part.values.get("heading"),
            "text": part.text,
            "score": part.values.get("score"),
        }
        for part in answer.citations
    ]


# Errors.

_ERROR_TYPES = {
    401: ("authentication_error", "invalid_api_key"),
    403: ("permission_error", "forbidden"),
    404: ("invalid_request_error", "not_found"),
    408: ("timeout_error", "timeout"),
    409: ("invalid_request_error", "conflict"),
    413: ("invalid_request_error", "too_large"),
    414: ("invalid_request_error", "too_large"),
    421: ("invalid_request_error", "wrong_host"),
    429: ("rate_limit_error", "rate_limit_exceeded"),
    431: ("invalid_request_error", "too_large"),
    503: ("unavailable_error", "unavailable"),
    504: ("timeout_error", "timeout"),
}


def error_values(status: int, message: str, code: str | None = None) -> dict[str, Any]:
    """Return the body of an error in OpenAI's format, which all paths share."""
    kind, default = _ERROR_TYPES.get(
        status, ("server_error", "internal") if status >= 500 else ("invalid_request_error", None)
    )
    return {"error": {"message": message, "type": kind, "param": None, "code": code or default}}


def error_response(error: Exception, request_id: str) -> JsonResponse:
    """Return the response for an error."""
    status, values = error_status(error, request_id)
    return JsonResponse(values, status, raw_headers(error_headers(error)))


def error_headers(error: Exception) -> Mapping[str, str]:
    """Return the headers of the response for an error."""
    if isinstance(error, BusyError):
        return {"retry-after": str(RETRY_AFTER)}
    return (error.headers if isinstance(error, HTTPException) else None) or {}


def error_status(error: Exception, request_id: str) -> tuple[int, dict[str, Any]]:
    """Return the status and the body for an error; details of internal errors are logged, and not sent."""
    if isinstance(error, HTTPException):
        return error.status_code, error_values(error.status_code, error.detail)
    status, public = error_entry(error) or (500, "")
    if status in (400, 403, 404, 409, 429, 504):
        return status, error_values(status, str(error))
    trace = "" if isinstance(error, FingerpostError) else "\n" + "".join(format_exception(error))
    log_event(
        f"[http] request {request_id} failed: {type(error).__name__}: {error}{trace}", logging.ERROR, request=request_id
    )
    return status, error_values(status, public or f"internal error: see the server's log for request {request_id}")
