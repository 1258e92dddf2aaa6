"""Between the messages of the protocol and the words of Fingerpost."""

from __future__ import annotations

import binascii
import json
from base64 import b64decode
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from google.protobuf.struct_pb2 import Struct

from fingerpost.errors import MessageError
from fingerpost.server import assistance_pb2 as pb
from fingerpost.server.limits import LONGEST, session_in
from fingerpost.types import Answer, Attachment, Decision, Message

_URL_SAFE = str.maketrans("-_", "+/")


def message_of(request: pb.AgentRequest) -> Message:
    """Return the message of a request, or say which field cannot be read."""
    if not request.query.strip():
        raise MessageError("query is empty: give the text that was sent")
    if len(request.query) > LONGEST:
        remedy = "send long material in editor_content, or as an attachment"
        raise MessageError(f"query is longer than {LONGEST:,} characters: {remedy}")
    return Message(
        request.query,
        attachments=[Attachment(file.name, file.mime, file.data) for file in request.attachments],
        editor=_editor(request.editor_content),
        selection=request.selected_text,
        extra_context=request.extra_context,
        user_info=_user_info(request.user_info),
        declared=request.query_type or None,
    )


def session_of(request: pb.AgentRequest) -> str | None:
    """Return the session of a request: the one it names, else that of its user in its room, else none."""
    if request.session_id or not (request.user or request.room):
        return request.session_id or None
    return session_in(request.user, request.room)


ADAPTER_POINTS = "fingerpost.grpc_adapters"
"""The entry points of functions that fill fields of a response."""

BESIDE = ("table", "card")
"""Parts of an answer that have no field of their own."""


def decision_of(decision: Decision, request: str = "") -> pb.Decision:
    """Return a decision as it is sent, with the name of its request where something of it was stored."""
    return pb.Decision(
        route=decision.route or "",
        accepted=decision.accepted,
        confidence=decision.confidence,
        layer=decision.layer,
        reason=fit(decision.reason),
        runner_up=decision.runner_up or "",
        margin=decision.margin,
        signals=map(fit, decision.signals),
        trail=[pb.Step(who=step.who, said=fit(step.said), micros=step.micros) for step in decision.trail],
        request_id=request,
        qualifier=decision.qualifier or "",
        thread_id=fit(decision.thread_id or ""),
        extras=_struct(decision.extra_values()),
    )


def final_of(answer: Answer, text: str = "", request: str = "") -> pb.AgentResponse:
    """Return the last response: all that is known of an answer, with its text where none was sent before."""
    citations = []
    for part in answer.citations:
        number, file, heading, score = (part.values[name] for name in ("citation", "file", "heading", "score"))
        citations.append(
            pb.Citation(number=number, file=fit(file), heading=fit(heading), text=fit(part.text), score=score)
        )
    response = pb.AgentResponse(
        text=fit(text),
        is_final=True,
        validation_status=answer.status,
        decision=decision_of(answer.decision, request),
        citations=citations,
        notes=map(fit, answer.notes),
        parts=[
            pb.Part(kind=part.kind, text=fit(part.text), values=_as_json(part.values))
            for part in answer.parts
            if part.kind in BESIDE
        ],
    )
    for fill in _adapters():
        fill(response, answer)
    return response


@cache
def _adapters() -> list[Callable[[pb.AgentResponse, Answer], None]]:
    """Return the functions of packages that fill fields of a response that only their clients know."""
    return [point.load() for point in entry_points(group=ADAPTER_POINTS)]


def _struct(values: Mapping[str, Any]) -> Struct:
    """Return a map as the wire carries it: through JSON, so that what has no form of its own is text."""
    struct = Struct()
    # Struct refuses half a character, which JSON escapes.
    struct.update(json.loads(fit(json.dumps(json.loads(_as_json(values)), ensure_ascii=False))))
    return struct


def _as_json(values: Mapping[str, Any]) -> str:
    """Return a part's values; what JSON has no form for is written as text, and a number that is none as null."""
    try:
        return json.dumps(dict(values), default=str, allow_nan=False)
    except ValueError:
        return json.dumps(json.loads(json.dumps(dict(values), default=str), parse_constant=lambda _: None))


def fit(text: str) -> str:
    """Return a text as the wire can carry it: of a character that models write in halves, a lone one is replaced."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def whole(text: str) -> tuple[str, str]:
    """Return a piece of text as it is sent, and the half of a character at its end that the next piece completes."""
    held = text[-1:] if "\ud800" <= text[-1:] <= "\udbff" else ""
    return fit(text.removesuffix(held)), held


def _editor(given: str) -> str:
    """Decode base64 in either alphabet, with or without padding and line breaks."""
    packed = "".join(given.split()).translate(_URL_SAFE).rstrip("=")
    try:
        return b64decode(packed + "=" * (-len(packed) % 4), validate=True).decode()
    except (binascii.Error, ValueError) as error:
        # UnicodeDecodeError is a ValueError too, and so is what is said of letters beyond ASCII.
        wrong = "does not hold UTF-8 text" if isinstance(error, UnicodeDecodeError) else "is not base64"
        raise MessageError(f"editor_content {wrong}: send the base64 of the UTF-8 text in the editor") from None


def _user_info(given: str) -> Mapping[str, Any]:
    if not given.strip():
        return {}
    try:
        found = json.loads(given)
    except (ValueError, RecursionError) as error:
        raise MessageError(f"user_info is not JSON ({error}): send a JSON object, or nothing") from None
    if not isinstance(found, dict):
        raise MessageError(f"user_info is a JSON {type(found).__name__}: send a JSON object, or nothing")
    return found
