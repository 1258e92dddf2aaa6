"""Conversion between the messages of assistance.proto and the types of Fingerpost."""

from __future__ import annotations

import binascii
import json
from base64 import b64decode
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from google.protobuf.struct_pb2 import Struct

from fingerpost.errors import MessageError
from fingerpost.resilience.ladder import degraded_in
from fingerpost.runtime.server_settings import DEFAULTS, Limits
from fingerpost.server import assistance_pb2 as pb
from fingerpost.server.json_size import has_more_values
from fingerpost.server.limits import MAX_FILES, MAX_MESSAGE_CHARACTERS
from fingerpost.types import Answer, Attachment, Decision, Degraded, Message

_URL_SAFE = str.maketrans("-_", "+/")


def decode_message(request: pb.AgentRequest, limits: Limits = DEFAULTS) -> Message:
    """Return the message of a request; raises MessageError that names an invalid field."""
    if not request.query.strip():
        raise MessageError("query is empty: send the text of the message")
    if len(request.query) > MAX_MESSAGE_CHARACTERS:
        remedy = "send long texts in editor_content, or as an attachment"
        raise MessageError(f"query is longer than {MAX_MESSAGE_CHARACTERS:,} characters: {remedy}")
    if len(request.attachments) > MAX_FILES:
        raise MessageError(
            f"attachments has {len(request.attachments):,} entries, more than {MAX_FILES}: send the others with another"
            " message"
        )
    if has_more_values(request.user_info.encode(), limits.values):
        raise MessageError(
            f"user_info has more than {limits.values:,} values: send less, or raise FINGERPOST_MAX_VALUES"
        )
    return Message(
        request.query,
        attachments=[Attachment(file.name, file.mime, file.data) for file in request.attachments],
        editor=_decode_editor(request.editor_content),
        selection=request.selected_text,
        extra_context=request.extra_context,
        user_info=_decode_user_info(request.user_info),
        declared=request.query_type or None,
    )


ADAPTER_GROUP = "fingerpost.grpc_adapters"
"""The entry point group of functions that fill fields of a response."""

PART_KINDS = ("table", "card", "choice")
"""The kinds of parts that are sent in the field `parts`; the others have fields of their own."""


def encode_decision(
    decision: Decision, request_id: str = "", explanation: Mapping[str, Any] | None = None
) -> pb.Decision:
    """Return the protocol's message for a decision, with the id of its request where the request was stored."""
    return pb.Decision(
        route=decision.route or "",
        accepted=decision.accepted,
        confidence=decision.confidence,
        layer=decision.layer,
        reason=valid_text(decision.reason),
        runner_up=decision.runner_up or "",
        margin=decision.margin,
        signals=map(valid_text, decision.signals),
        trail=[pb.Step(who=step.who, said=valid_text(step.said), micros=step.micros) for step in decision.trail],
        request_id=request_id,
        qualifier=decision.qualifier or "",
        thread_id=valid_text(decision.thread_id or ""),
        extras=_struct(decision.extra_values()),
        explanation="" if explanation is None else _as_json(explanation),
        degraded=_degraded(degraded_in(decision.facts)),
    )


def encode_answer(
    answer: Answer, text: str = "", request_id: str = "", explanation: Mapping[str, Any] | None = None
) -> pb.AgentResponse:
    """Return the last response for an answer; `text` is empty where the text was streamed before."""
    citations = []
    for part in answer.citations:
        values = part.values
        citations.append(
            pb.Citation(
                number=values.get("citation", 0),
                file=valid_text(values.get("file", "")),
                heading=valid_text(values.get("heading", "")),
                text=valid_text(part.text),
                score=values.get("score", 0.0),
            )
        )
    response = pb.AgentResponse(
        text=valid_text(text),
        is_final=True,
        validation_status=answer.status,
        checked=answer.checked,
        decision=encode_decision(answer.decision, request_id, explanation),
        citations=citations,
        notes=map(valid_text, answer.notes),
        degraded=_degraded(answer.degraded),
        parts=[
            pb.Part(kind=part.kind, text=valid_text(part.text), values=_as_json(part.values))
            for part in answer.parts
            if part.kind in PART_KINDS
        ],
    )
    for fill in _adapters():
        fill(response, answer)
    return response


def _degraded(degraded: Iterable[Degraded]) -> list[pb.Degraded]:
    return [pb.Degraded(part=each.part, rung=each.rung, why=each.why) for each in degraded]


@cache
def _adapters() -> list[Callable[[pb.AgentResponse, Answer], None]]:
    """Return the functions by which packages fill the response fields of their own clients."""
    return [point.load() for point in entry_points(group=ADAPTER_GROUP)]


def _struct(values: Mapping[str, Any]) -> Struct:
    """Return a map as a protobuf Struct, by way of JSON, so that values of unknown types become text."""
    struct = Struct()
    # Struct refuses half a character, which JSON escapes.
    struct.update(json.loads(valid_text(json.dumps(json.loads(_as_json(values)), ensure_ascii=False))))
    return struct


def _as_json(values: Mapping[str, Any]) -> str:
    """Return values as JSON; values of unknown types become text, and NaN and infinity become null."""
    try:
        return json.dumps(dict(values), default=str, allow_nan=False)
    except ValueError:
        return json.dumps(json.loads(json.dumps(dict(values), default=str), parse_constant=lambda _: None))


def valid_text(text: str) -> str:
    """Return a text that UTF-8 can encode: lone surrogates are replaced, and pairs are joined."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def split_surrogate(text: str) -> tuple[str, str]:
    """Return a valid text, and the high surrogate at its end that the next piece completes, if any."""
    high = text[-1:] if "\ud800" <= text[-1:] <= "\udbff" else ""
    return valid_text(text.removesuffix(high)), high


def _decode_editor(given: str) -> str:
    """Decode base64 in either alphabet, with or without padding and line breaks."""
    encoded = "".join(given.split()).translate(_URL_SAFE).rstrip("=")
    try:
        return b64decode(encoded + "=" * (-len(encoded) % 4), validate=True).decode()
    except (binascii.Error, ValueError) as error:
        # UnicodeDecodeError is a ValueError, and so is the error for non-ASCII characters.
        problem = "does not hold UTF-8 text" if isinstance(error, UnicodeDecodeError) else "is not base64"
        raise MessageError(f"editor_content {problem}: send the base64 of the UTF-8 text in the editor") from None


def _decode_user_info(given: str) -> Mapping[str, Any]:
    if not given.strip():
        return {}
    try:
        found = json.loads(given)
    except (ValueError, RecursionError) as error:
        raise MessageError(f"user_info is not JSON ({error}): send a JSON object, or nothing") from None
    if not isinstance(found, dict):
        raise MessageError(f"user_info is a JSON {type(found).__name__}: send a JSON object, or nothing")
    return found
