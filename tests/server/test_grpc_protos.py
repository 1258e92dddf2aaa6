"""The protocols: published fields stay, and the generated files are up to date."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from fingerpost.assistants.avap import avap_parser_pb2
from fingerpost.server import assistance_pb2

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src"

PUBLISHED = {
    "AgentRequest": {
        "query": 1, "session_id": 2, "editor_content": 3, "selected_text": 4, "extra_context": 5, "user_info": 6,
        "query_type": 7, "attachments": 8, "user": 9, "room": 10,
        "request_id": 11, "explain": 12,
    },
    "Attachment": {"name": 1, "mime": 2, "data": 3},
    "AgentResponse": {
        "text": 1, "avap_code": 2, "is_final": 3, "validation_status": 4, "decision": 5, "citations": 6, "notes": 7,
        "parts": 8, "checked": 9, "degraded": 10, "progress": 11,
    },
    "Degraded": {"part": 1, "rung": 2, "why": 3},
    "Part": {"kind": 1, "text": 2, "values": 3},
    "Decision": {
        "route": 1, "accepted": 2, "confidence": 3, "layer": 4, "reason": 5, "runner_up": 6, "margin": 7, "signals": 8,
        "trail": 10,
        "request_id": 15, "qualifier": 16, "thread_id": 17, "extras": 18, "explanation": 19,
        "degraded": 20,
    },
    "Step": {"who": 1, "said": 2, "micros": 3},
    "Citation": {"number": 1, "file": 2, "heading": 3, "text": 4, "score": 5},
    "FeedbackRequest": {"request_id": 1, "route": 2, "session_id": 3},
    "FeedbackResponse": {"route": 1},
    "EvaluateRequest": {"limit": 1},
    "EvaluateResponse": {
        "rows": 1, "hit_at_k": 2, "mrr": 3, "grounding": 4, "code_validity": 5, "k": 6, "parser_version": 7, "errors": 8,
        "answerability": 9, "faithfulness": 10,
    },
}  # fmt: skip
PARSER = {
    "CheckRequest": {"code": 1},
    "CheckReply": {"valid": 1, "trace": 2, "version": 3, "warnings": 4},
    "Fault": {"line": 1, "message": 2},
}


def _generate(target: Path) -> list[Path]:
    pytest.importorskip("grpc_tools", reason="generating needs the extra fingerpost[dev]")
    made: list[Path] = runpy.run_path(str(ROOT / "scripts" / "generate_protos.py"))["generate"](target)
    return made


def _stale(made: list[Path], target: Path) -> list[str]:
    """Return the generated files that differ from the committed ones."""
    names = [file.relative_to(target) for file in made]
    return [str(name) for name in names if (target / name).read_bytes() != (SOURCE / name).read_bytes()]


def _fields(file: Any) -> dict[str, dict[str, int]]:
    return {
        name: {field.name: field.number for field in message.fields}
        for name, message in file.DESCRIPTOR.message_types_by_name.items()
    }


def test_names_and_numbers_are_as_published() -> None:
    assert _fields(assistance_pb2) == PUBLISHED
    assert _fields(avap_parser_pb2) == PARSER


def test_the_calls_are_as_published() -> None:
    [engine] = assistance_pb2.DESCRIPTOR.services_by_name.values()
    assert engine.full_name == "fingerpost.v1.AssistanceEngine"
    assert {call.name: call.server_streaming for call in engine.methods} == {
        "AskAgent": False,
        "AskAgentStream": True,
        "Route": False,
        "Feedback": False,
        "EvaluateRAG": False,
    }
    [parser] = avap_parser_pb2.DESCRIPTOR.services_by_name.values()
    assert (parser.full_name, [call.name for call in parser.methods]) == ("fingerpost.avap.v1.AvapParser", ["Check"])


def test_the_generated_files_are_those_of_the_protocols(tmp_path: Path) -> None:
    made = _generate(tmp_path)
    assert len(made) == 3 * len(list(SOURCE.rglob("*.proto")))
    assert _stale(made, tmp_path) == [], "a protocol changed: run scripts/generate_protos.py"


def test_a_stale_file_is_found(tmp_path: Path) -> None:
    made = _generate(tmp_path)
    made[0].write_text(made[0].read_text().replace("CheckRequest", "CheckedRequest"))
    assert _stale(made, tmp_path) == [str(made[0].relative_to(tmp_path))]
