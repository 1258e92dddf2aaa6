"""Conversion of requests to messages, and of decisions and answers to responses."""

from __future__ import annotations

import json
import math
from base64 import b64encode, urlsafe_b64encode
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

import pytest
from google.protobuf.json_format import MessageToDict
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.errors import MessageError
from fingerpost.server import assistance_pb2 as pb
from fingerpost.server.grpc_messages import (
    decode_message,
    encode_answer,
    encode_decision,
    split_surrogate,
    valid_text,
)
from fingerpost.server.limits import MAX_MESSAGE_CHARACTERS
from fingerpost.types import Answer, Attachment, Decision, Part, Step

# As Python strings may be, halves of characters included.
ANY_TEXT = st.text(st.characters() | st.characters(categories=["Cs"]))
TEXT = st.text(st.characters(exclude_categories=["Cs"]))


@dataclass(frozen=True)
class Goods:
    """An extra of a decision."""

    names: tuple[str, ...] = ()
    values: Any = None


def _with_editor(content: str) -> str:
    return decode_message(pb.AgentRequest(query="fix it", editor_content=content)).editor


def test_every_field_of_a_request_reaches_the_message() -> None:
    message = decode_message(
        pb.AgentRequest(
            query="qué hace esto?",
            editor_content=b64encode("addVar(año, 1)".encode()).decode(),
            selected_text="año",
            extra_context="plan: libre",
            user_info='{"name": "Ana", "projects": 3}',
            query_type="CODE_GENERATION",
            attachments=[pb.Attachment(name="a.png", mime="image/png", data=b"\x89PNG\xff")],
            user="ana",
            room="web",
        )
    )
    assert (message.text, message.editor, message.selection) == ("qué hace esto?", "addVar(año, 1)", "año")
    assert (message.extra_context, message.declared) == ("plan: libre", "CODE_GENERATION")
    assert message.user_info == {"name": "Ana", "projects": 3}
    assert message.attachments == (Attachment("a.png", "image/png", b"\x89PNG\xff"),)
    # A room does not name a mini-app: which one runs there is in the store.
    assert message.active_app is None


def test_what_is_left_out_is_none() -> None:
    message = decode_message(pb.AgentRequest(query="hi"))
    assert (message.editor, message.user_info, message.declared, message.attachments) == ("", {}, None, ())


@given(TEXT)
def test_base64_is_read_in_both_alphabets_with_and_without_padding_and_breaks(text: str) -> None:
    data = text.encode()
    for packed in (b64encode(data).decode(), urlsafe_b64encode(data).decode()):
        broken = "\r\n".join(packed[i : i + 7] for i in range(0, len(packed), 7))
        for form in (packed, packed.rstrip("="), broken):
            assert _with_editor(form) == text


@pytest.mark.parametrize("content", ["addVar(x, 1)", "A", "QUJD=QUJD", "ñandú", "QUJDR", "%%%%"])
def test_what_is_not_base64_is_told(content: str) -> None:
    with pytest.raises(MessageError, match="editor_content is not base64"):
        _with_editor(content)


def test_base64_of_what_is_no_text_is_told() -> None:
    with pytest.raises(MessageError, match="editor_content does not hold UTF-8"):
        _with_editor(b64encode(b"\xff\xfe\x00").decode())


@pytest.mark.parametrize("info", ["[1]", '"ana"', "3", "null", "{", "ana", "[" * 40_000])
def test_user_info_must_be_an_object(info: str) -> None:
    with pytest.raises(MessageError, match=r"user_info is .* JSON object"):
        decode_message(pb.AgentRequest(query="hi", user_info=info))


@given(st.dictionaries(TEXT, st.none() | st.booleans() | st.integers() | TEXT))
def test_any_object_is_taken(info: dict[str, Any]) -> None:
    assert decode_message(pb.AgentRequest(query="hi", user_info=json.dumps(info))).user_info == info


@pytest.mark.parametrize("query", ["", "   ", "\n\t"])
def test_an_empty_query_is_told(query: str) -> None:
    with pytest.raises(MessageError, match="query is empty"):
        decode_message(pb.AgentRequest(query=query))


def test_a_query_that_is_material_is_told() -> None:
    assert decode_message(pb.AgentRequest(query="x" * MAX_MESSAGE_CHARACTERS)).text
    with pytest.raises(MessageError, match="editor_content, or as an attachment"):
        decode_message(pb.AgentRequest(query="x" * (MAX_MESSAGE_CHARACTERS + 1)))


@given(TEXT)
def test_a_text_is_sent_as_it_is(text: str) -> None:
    assert valid_text(text) == text


@given(st.lists(ANY_TEXT))
def test_pieces_that_part_a_character_are_sent_as_the_whole_is(pieces: list[str]) -> None:
    sent, held = "", ""
    for piece in pieces:
        text, held = split_surrogate(held + piece)
        text.encode()
        sent += text
    assert sent + valid_text(held) == valid_text("".join(pieces))


def test_halves_of_a_character_meet() -> None:
    assert split_surrogate("a\ud83d") == ("a", "\ud83d")
    assert split_surrogate("\ud83d\ude00") == ("😀", "")
    assert valid_text("a\ud83d b") == "a\ufffd b"


def test_a_decision_is_sent_with_its_trail() -> None:
    decision = Decision(
        "RETRIEVAL", True, 0.75, "student", "asks", "CODE", 0.5, ("rule:a",), qualifier="EDITOR",
        trail=(Step("rules", "silent", 12.5), Step("student", "RETRIEVAL \ud800", 90.0)),
    )  # fmt: skip
    sent = encode_decision(decision)
    assert (sent.route, sent.accepted, sent.confidence, sent.layer) == ("RETRIEVAL", True, 0.75, "student")
    assert (sent.reason, sent.runner_up, sent.margin, sent.qualifier) == ("asks", "CODE", 0.5, "EDITOR")
    assert list(sent.signals) == ["rule:a"]
    assert [(step.who, step.micros) for step in sent.trail] == [("rules", 12.5), ("student", 90.0)]
    assert encode_decision(Decision(None, False, 0.0, "none", "?")).route == ""


def _sent_extras(*extras: Any) -> dict[str, Any]:
    sent = encode_decision(Decision("product", True, 1.0, "rules", "r", extras=extras))
    found: dict[str, Any] = MessageToDict(pb.Decision.FromString(sent.SerializeToString()).extras)
    return found


def test_extras_are_sent_as_a_map_of_their_fields() -> None:
    assert _sent_extras(Goods(("lamp", "ñandú"), {"cents": 1250})) == {
        "names": ["lamp", "ñandú"],
        "values": {"cents": 1250},
    }
    assert _sent_extras() == {}


@pytest.mark.parametrize(
    ("value", "sent"),
    [(Decimal("1.50"), "1.50"), (math.nan, None), ([math.inf, 1], [None, 1]), ("a\ud83d", "a\ufffd"), ({3: "x"}, {"3": "x"})],
)  # fmt: skip
def test_a_value_of_an_extra_that_the_wire_has_no_form_for_does_not_stop_it(value: Any, sent: Any) -> None:
    assert _sent_extras(Goods(values=value))["values"] == sent


def test_a_decision_is_sent_with_the_name_of_its_session() -> None:
    decision = Decision("product", True, 1.0, "rules", "r", thread_id="s-\ud83d")
    assert encode_decision(decision).thread_id == "s-\ufffd"
    assert encode_decision(Decision("product", True, 1.0, "rules", "r")).thread_id == ""


def test_an_answer_is_sent_with_its_code_citations_and_notes() -> None:
    values = {"file": "addVar.md", "heading": "addVar", "number": 4, "citation": 1, "score": 0.5}
    parts = (Part("text", "see [1]"), Part("code", "addVar(x, 1)"), Part("citation", "Sets a variable.", values))
    answer = Answer(Decision("CODE", True, 1.0, "rules", "r"), parts, "INVALID_UNRESOLVED", "Line 1: no", ("failed",))
    final = encode_answer(answer)
    assert (final.text, final.is_final, final.avap_code) == ("", True, "addVar(x, 1)")
    assert (final.validation_status, list(final.notes)) == ("INVALID_UNRESOLVED", ["failed"])
    assert encode_answer(replace(answer, checked="partly")).checked == "partly"
    [citation] = final.citations
    assert (citation.number, citation.file, citation.heading) == (1, "addVar.md", "addVar")
    assert (citation.text, citation.score) == ("Sets a variable.", 0.5)
    assert encode_answer(answer, answer.text).text == "see [1]"
