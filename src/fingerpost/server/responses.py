"""What goes out over HTTP: decisions, answers and faults as JSON."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from traceback import format_exception
from typing import Any
from urllib.parse import quote

from pydantic_core import PydanticSerializationError, to_json
from starlette.exceptions import HTTPException
from starlette.responses import Response

from fingerpost.errors import DeadlineError, FingerpostError, MessageError, ModelError, SearchError, StoreError
from fingerpost.observability.events import log_event
from fingerpost.routebook.model import Routebook
from fingerpost.types import Answer, Decision

_in_ascii = json.JSONEncoder(separators=(",", ":"), default=str).encode


def as_bytes(value: Any) -> bytes:
    """Return a value as JSON on one line."""
    try:
        return to_json(value, inf_nan_mode="null", fallback=str)
    except PydanticSerializationError:
        # A model may send half a character, which UTF-8 cannot hold, and the other half with its next piece.
        return _in_ascii(value).encode()


class Json(Response):
    """A value as JSON. Its headers are put together here: Starlette takes longer for that than a decision takes."""

    def __init__(self, value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> None:
        """Take headers in lower case."""
        self.body, self.status_code, self.background = as_bytes(value), status, None
        self.raw_headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(self.body))]
        for name, given in (headers or {}).items():
            self.raw_headers.append((name.encode("latin-1"), given.encode("latin-1")))


def decision_values(decision: Decision, book: Routebook) -> dict[str, Any]:
    """Return all of a decision, and what its route implies."""
    # Not by the book's own look-up: a reload may have taken the route away since.
    implied = next((route for route in book.routes if route.name == decision.route), None)
    return {
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
        "retrieval": implied.retrieval if implied else None,
        "slot": implied.slot if implied else None,
        "validation": implied.validation if implied else None,
        "trail": [{"who": step.who, "said": step.said, "micros": step.micros} for step in decision.trail],
        "facts": [{"what": fact.what, "detail": fact.detail} for fact in decision.facts],
        "extras": decision.extra_values(),
        **{name: value for extension in book.extensions for name, value in extension.wire_fields(decision).items()},
    }


def decision_headers(decision: Decision) -> dict[str, str]:
    """Return what a proxy or a log may want to know of a decision; a name beyond ASCII is percent-encoded."""
    return {
        "x-fingerpost-route": quote(decision.route or ""),
        "x-fingerpost-layer": decision.layer,
        "x-fingerpost-confidence": f"{decision.confidence:.4f}",
    }


def answer_values(answer: Answer, book: Routebook, request: str, session: str) -> dict[str, Any]:
    """Return all of an answer; `said` is what to show a person."""
    return {
        "text": answer.text,
        "said": said(answer),
        "code": answer.code,
        "validation_status": answer.status,
        "trace": answer.trace,
        "notes": answer.notes,
        "citations": citations(answer),
        "parts": [{"kind": part.kind, "text": part.text, "values": dict(part.values)} for part in answer.parts],
        "decision": decision_values(answer.decision, book),
        "request": request,
        "session": session,
    }


def said(answer: Answer) -> str:
    """Return the text with what else a person must see behind it: cards, and notes such as that its code failed."""
    return "\n\n".join(part for part in (answer.text, *behind(answer)) if part)


def behind(answer: Answer) -> list[str]:
    """Return what stands behind the text for a person who sees nothing but texts."""
    return [*(part.text for part in answer.parts if part.kind == "card"), *answer.notes]


def citations(answer: Answer) -> list[dict[str, Any]]:
    """Return the passages of an answer as [1], [2] in its text name them."""
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


# Faults.

_STATUS: dict[type[FingerpostError], tuple[int, str]] = {
    MessageError: (400, ""),
    DeadlineError: (504, ""),
    ModelError: (503, "the language model is not available now: try again later"),
    SearchError: (503, "the documents cannot be searched now: try again later"),
    StoreError: (503, "the store is not available now: try again later"),
}
"""The status of each, and what to say of it where its own words are for whoever runs the server."""

_TYPES = {
    401: ("authentication_error", "invalid_api_key"),
    404: ("invalid_request_error", "not_found"),
    413: ("invalid_request_error", "too_large"),
    429: ("rate_limit_error", "rate_limit_exceeded"),
    503: ("unavailable_error", "unavailable"),
    504: ("timeout_error", "timeout"),
}


def fault_values(status: int, message: str, code: str | None = None) -> dict[str, Any]:
    """Return a fault in OpenAI's form, which all paths share."""
    kind, usual = _TYPES.get(status, ("server_error", "internal") if status >= 500 else ("invalid_request_error", None))
    return {"error": {"message": message, "type": kind, "param": None, "code": code or usual}}


def fault_response(error: Exception, request: str) -> Json:
    """Return the response to an error."""
    if isinstance(error, HTTPException):
        return Json(fault_values(error.status_code, error.detail), error.status_code, error.headers)
    status, values = fault_of(error, request)
    return Json(values, status)


def fault_of(error: Exception, request: str) -> tuple[int, dict[str, Any]]:
    """Return the status of an error and what the caller is told; the details of our own faults go to the log."""
    status, instead = next((told for kind, told in _STATUS.items() if isinstance(error, kind)), (500, ""))
    if status in (400, 504):
        return status, fault_values(status, str(error))
    where = "" if isinstance(error, FingerpostError) else "\n" + "".join(format_exception(error))
    log_event(
        f"[http] request {request} failed: {type(error).__name__}: {error}{where}", logging.ERROR, request=request
    )
    return status, fault_values(status, instead or f"a fault of this server: its log tells more of request {request}")
