"""Fills the AVAP fields of the gRPC protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fingerpost.server.grpc_messages import valid_text
from fingerpost.types import Answer

if TYPE_CHECKING:
    from fingerpost.server.assistance_pb2 import AgentResponse


def fill_response(response: AgentResponse, answer: Answer) -> None:
    """Set `avap_code` of a response to the code of an answer."""
    response.avap_code = valid_text(answer.code)
