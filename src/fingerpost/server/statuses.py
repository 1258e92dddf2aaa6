"""The status of every error and refusal, for HTTP and gRPC."""

from __future__ import annotations

import grpc

from fingerpost.errors import (
    AccessError,
    BusyError,
    ConflictError,
    DeadlineError,
    FingerpostError,
    MessageError,
    ModelError,
    NotFoundError,
    SearchError,
    StoreError,
)

ERRORS: dict[type[FingerpostError], tuple[int, str]] = {
    AccessError: (403, ""),
    BusyError: (429, ""),
    NotFoundError: (404, ""),
    ConflictError: (409, ""),
    MessageError: (400, ""),
    DeadlineError: (504, ""),
    ModelError: (503, "the language model is not available now: try again later"),
    SearchError: (503, "the documents cannot be searched now: try again later"),
    StoreError: (503, "the store is not available now: try again later"),
}
"""The status of each error in HTTP, and its public message where the error's own message is for the operator alone."""

DENIED = {"key": 401, "role": 403, "rate": 429, "quota": 429}
"""The status in HTTP of each kind of AccessDenied."""

GRPC_CODES = {
    400: grpc.StatusCode.INVALID_ARGUMENT,
    401: grpc.StatusCode.UNAUTHENTICATED,
    403: grpc.StatusCode.PERMISSION_DENIED,
    404: grpc.StatusCode.NOT_FOUND,
    409: grpc.StatusCode.ABORTED,
    429: grpc.StatusCode.RESOURCE_EXHAUSTED,
    503: grpc.StatusCode.UNAVAILABLE,
    504: grpc.StatusCode.DEADLINE_EXCEEDED,
}
"""The status in gRPC of each status in HTTP."""


def error_entry(error: Exception) -> tuple[int, str] | None:
    """Return the status of an error in HTTP and its public message; None for an error without a status of its own."""
    return next((entry for kind, entry in ERRORS.items() if isinstance(error, kind)), None)
