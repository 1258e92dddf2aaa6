"""The requests of the gRPC service: bounded before they are parsed, which takes memory and time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import grpc
from google.protobuf.message import DecodeError
from google.protobuf.message_factory import GetMessageClass

from fingerpost.observability.metrics import METRICS
from fingerpost.server import assistance_pb2 as pb

_SIZES = {0: 0, 1: 8, 2: 0, 3: 0, 4: 0, 5: 4}
"""Bytes of a field by its wire type, beside its numbers; groups (3, 4) hold fields of their own."""


class MalformedRequestError(Exception):
    """Bytes that are not the request of a method, or have too many fields; the message is for the caller."""


def add_service(service: Any, server: Any, check: Callable[[Any, str], Awaitable[Any]], max_fields: int) -> None:
    """Add a service to a server; `check` aborts calls to a method that are not admitted."""
    described = pb.DESCRIPTOR.services_by_name["AssistanceEngine"]
    handlers = {}
    for method in described.methods:
        kind = grpc.unary_stream_rpc_method_handler if method.server_streaming else grpc.unary_unary_rpc_method_handler
        handlers[method.name] = kind(
            _parsed(method.name, getattr(service, method.name), GetMessageClass(method.input_type), check, max_fields),
            response_serializer=GetMessageClass(method.output_type).SerializeToString,
        )
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(described.full_name, handlers),))


def _parsed(
    name: str,
    call: Callable[[Any, Any], Awaitable[Any]],
    kind: type[Any],
    check: Callable[[Any, str], Awaitable[Any]],
    max_fields: int,
) -> Callable[[bytes, Any], Awaitable[Any]]:
    """Return a method that takes the bytes of its request."""

    async def method(data: bytes, context: Any) -> Any:
        try:
            request = parse_request(data, kind, max_fields)
        except MalformedRequestError as error:
            # Whoever is not admitted is told that first; others are checked by the method itself.
            await check(context, name)
            METRICS.count("grpc_failures", code=grpc.StatusCode.INVALID_ARGUMENT.name)
            await context.abort(grpc.StatusCode.INVALID_ARGUMENT, str(error))
        return await call(request, context)

    return method


def parse_request(data: bytes, kind: type[Any], max_fields: int) -> Any:
    """Return the request in these bytes; raises MalformedRequestError."""
    if _has_more_fields(data, max_fields):
        raise MalformedRequestError(
            f"the request has more than {max_fields:,} fields or attachments: send fewer, or raise FINGERPOST_MAX_ITEMS"
        )
    try:
        return kind.FromString(data)
    except DecodeError:
        raise MalformedRequestError(
            f"the bytes of the request are no {kind.DESCRIPTOR.full_name}: encode it as assistance.proto describes it"
        ) from None


def _has_more_fields(data: bytes, most: int) -> bool:
    """Whether a message has more than `most` fields; False for what is no message, which the parser finds out."""
    at = found = 0
    try:
        while at < len(data) and found <= most:
            tag, at = _number(data, at)
            found += 1
            size = _SIZES[tag & 7]
            if tag & 7 in (0, 2):
                number, at = _number(data, at)
                size = number if tag & 7 == 2 else 0
            at += size
    except (IndexError, KeyError):
        return False
    return found > most


def _number(data: bytes, at: int) -> tuple[int, int]:
    """Return the number that begins at a place, in groups of seven bits, and the place after it."""
    number = shift = 0
    while True:
        byte = data[at]
        number |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return number, at
        if shift > 63:
            raise IndexError(at)
