"""The field of the gRPC protocol that clients of the AVAP platform read."""

from __future__ import annotations

import pytest

pytest.importorskip("grpc", reason="serving needs the extra fingerpost[serve]")

from fingerpost.assistants.avap.wire import fill_response
from fingerpost.server import assistance_pb2 as pb
from fingerpost.server.grpc_messages import encode_answer
from fingerpost.types import Answer, Decision, Part

CODE = Decision("CODE_GENERATION", True, 1.0, "rules", "asks for code")


def test_code_is_put_into_its_field_and_nothing_else_changes() -> None:
    response = pb.AgentResponse(text="see below", is_final=True)
    fill_response(response, Answer(CODE, (Part("text", "see below"), Part("code", "addVar(x, 1)"))))
    assert response == pb.AgentResponse(text="see below", is_final=True, avap_code="addVar(x, 1)")


def test_without_code_the_field_is_empty() -> None:
    response = pb.AgentResponse()
    fill_response(response, Answer(CODE, (Part("text", "addVar(x, 1)"),)))
    assert response.avap_code == ""


def test_half_a_character_in_code_does_not_stop_the_answer() -> None:
    response = pb.AgentResponse()
    fill_response(response, Answer(CODE, (Part("code", 'addVar(x, "\ud83d")'),)))
    assert response.avap_code == 'addVar(x, "\ufffd")'


def test_the_server_fills_it_in_through_the_entry_point() -> None:
    assert encode_answer(Answer(CODE, (Part("code", "addVar(x, 1)"),))).avap_code == "addVar(x, 1)"
