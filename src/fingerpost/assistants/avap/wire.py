"""The fields of the gRPC protocol that clients of the AVAP platform read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fingerpost.server.grpc_messages import valid_text
from fingerpost.types import Answer

if TYPE_CHECKING:
    from fingerpost.server.assistance_pb2 import AgentResponse


def fill_response(response: AgentResponse, answer: Answer) -> None:
    """Put the code of an answer into `avap_code`."""
    response.avap_code = valid_text(answer.code)
