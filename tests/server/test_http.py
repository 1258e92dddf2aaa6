"""The assistant over HTTP: decisions, answers and streams, from a real server over the wire."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")

from fingerpost import Message, Router
from fingerpost.answering.request import Request
from fingerpost.assistants.avap.settings import ParserSettings
from fingerpost.testing import ScriptedReply, ScriptedServer
from fingerpost.types import Attachment
from tests.server.http_running import Place, events, running, says, sent, settings_in, slots_at

pytestmark = pytest.mark.usefixtures("plain")

PREFIX = "You are a direct and concise assistant. You have a project usage percentage of 20%."
QUESTION = "what does addVar do?"
CODE = "write an endpoint that reads a parameter and returns it"
GOOD = 'Here it is.\n\n```avap\naddParam("a", a)\naddResult(a)\n```'
BAD = "```avap\nfor i in range(3):\naddResult(i)\n```"


# /v1/route


@pytest.mark.parametrize(
    "text",
    [
        PREFIX,
        "cuántas llamadas llevo este mes?",
        "minha fatura veio mais alta, por quê?",
        QUESTION,
        "valeu, ajudou demais!",
    ],
)
def test_a_decision_is_that_of_the_router(place: Place, avap: Router, text: str) -> None:
    answer = place.post("/v1/route", text=text)
    decided = avap.route(text)
    told = answer.json()
    assert answer.status_code == 200
    for name in ("route", "accepted", "layer", "reason", "runner_up", "qualifier", "thread_id"):
        assert told[name] == getattr(decided, name), name
    assert told["confidence"] == pytest.approx(decided.confidence)
    assert [step["who"] for step in told["trail"]] == [step.who for step in decided.trail]
    assert [fact["what"] for fact in told["facts"]] == [fact.what for fact in decided.facts]
    route = avap.routebook[str(decided.route)]
    assert (told["retrieval"], told["slot"], told["validation"]) == (route.retrieval, route.slot, route.validation)
    assert answer.headers["x-fingerpost-route"] == decided.route
    assert answer.headers["x-fingerpost-accepted"] == str(decided.accepted).lower()
    assert answer.headers["x-fingerpost-layer"] == decided.layer
    assert answer.headers["x-fingerpost-confidence"] == f"{decided.confidence:.4f}"
    assert len(answer.headers["x-fingerpost-request"]) == 32


def test_all_that_comes_with_a_message_reaches_the_router(place: Place) -> None:
    turns = [{"role": "user", "content": "write an endpoint that hashes a password", "route": "CODE_GENERATION"}]
    assert place.post("/v1/route", text="and that one?", turns=turns).json()["route"] == "CODE_GENERATION"
    history = [{"type": "PLATFORM", "topic": "how many calls did I make"}]
    assert place.post("/v1/route", text="and the month before?", intent_history=history).json()["route"] == "PLATFORM"
    told = place.post("/v1/route", text="explain this", selection="addVar(x, 1)", editor="addVar(x, 1)").json()
    assert told["qualifier"] == "EDITOR"
    declared = place.post("/v1/route", text="hola", declared="PLATFORM").json()
    assert (declared["route"], declared["layer"]) == ("PLATFORM", "declared")


def test_without_a_session_it_is_remembered_in_that_of_the_user_in_the_room(place: Place) -> None:
    told = place.post("/v1/route", text=QUESTION, user="nobody-1", room="r", request_id="r-room").json()
    assert place.texts(told["thread_id"]) == [QUESTION]
    assert place.post("/v1/route", text=PREFIX, user="nobody-1", room="r").json()["thread_id"] == told["thread_id"]


def test_without_session_user_and_room_nothing_is_stored(place: Place) -> None:
    def rows() -> int:
        store = place.assistant.sessions.store
        [(count,)] = store._database.read(lambda connection: connection.query("SELECT count(*) FROM fingerpost_turns"))
        return int(count)

    before = rows()
    place.post("/v1/route", text=QUESTION)
    assert rows() == before


def test_what_only_probes_reads_its_session_and_writes_nothing(place: Place) -> None:
    place.post("/v1/ask", text="write an endpoint that hashes a password", session="s-probe")
    before = place.texts("s-probe")
    assert place.post("/v1/route", text="and that one?", session="s-probe").json()["route"] == "CODE_GENERATION"
    assert place.texts("s-probe") == before
    assert place.post("/v1/route", text="how many calls are left?", session="s-new").status_code == 200
    assert place.texts("s-new") == []


def test_with_a_session_and_an_id_it_is_remembered_under_the_name_that_was_told(place: Place) -> None:
    text = "write an endpoint that hashes a password"
    answer = place.post("/v1/route", text=text, session="s-route", user="rita", request_id="r-route")
    assert place.texts("s-route") == ["write an endpoint that hashes a password"]
    assert place.post("/v1/route", text="and that one?", session="s-route").json()["route"] == "CODE_GENERATION"
    stored = [row for row in place.assistant.sessions.store.export("rita") if "role" in row]
    assert stored[0]["request"] == answer.headers["x-fingerpost-request"]
    assert stored[0]["outcome"] == "routed"


def test_a_decision_names_its_session(place: Place) -> None:
    for given in ({"session": "s-thread"}, {"user": "nobody-2", "room": "r"}):
        session = place.post("/v1/route", text=PREFIX, **given).json()["thread_id"]
        assert session == given.get("session", session)
        told = place.post("/v1/ask", text=QUESTION, **given).json()
        assert told["decision"]["thread_id"] == told["session"] == session
    assert place.post("/v1/route", text=PREFIX).json()["thread_id"] is None


def test_a_decision_without_extras_says_so(place: Place) -> None:
    told = place.post("/v1/route", text=QUESTION).json()
    assert told["extras"] == {}
    assert "tables" not in told, "that is a field of the agents routebook alone"


def test_names_are_unlike_each_other(place: Place) -> None:
    names = {place.post("/v1/route", text=PREFIX).headers["x-fingerpost-request"] for _ in range(20)}
    assert len(names) == 20


# /v1/ask, as JSON


def test_an_answer_holds_all_that_is_known_of_it(place: Place, model: ScriptedServer) -> None:
    says(model, "It assigns a value [1].")
    answer = place.post("/v1/ask", text=QUESTION, session="s-ask", user="ana")
    told = answer.json()
    assert answer.status_code == 200
    assert told["text"] == "It assigns a value [1]."
    assert answer.text.count("It assigns a value [1].") == 1
    assert (told["code"], told["validation_status"], told["trace"], told["notes"]) == ("", "", "", [])
    first = told["citations"][0]
    assert first["number"] == 1
    assert first["file"].endswith("addVar.md")
    assert first["heading"]
    assert first["text"]
    assert first["score"] > 0
    assert told["parts"] == []
    assert told["decision"]["route"] == answer.headers["x-fingerpost-route"] == "RETRIEVAL"
    assert told["decision"]["trail"]
    assert told["request"] == answer.headers["x-fingerpost-request"]
    assert told["session"] == "s-ask"
    assert place.texts("s-ask") == [QUESTION, "It assigns a value [1]."]
    assert place.outcomes("ana") == [("user", "answered"), ("assistant", "answered")]


def test_without_a_session_one_is_made_and_told(place: Place) -> None:
    first, second = (place.post("/v1/ask", text=QUESTION).json()["session"] for _ in range(2))
    assert first != second
    assert place.texts(first) == [QUESTION, "said by the model"]
    assert place.post("/v1/ask", text=QUESTION, session="", user="").json()["session"], "as forms leave fields empty"


def test_a_user_has_a_session_in_every_room(place: Place) -> None:
    sessions = [
        place.post("/v1/ask", text=QUESTION, user=user, room=room).json()["session"]
        for user, room in (("a", "x"), ("a", "x"), ("a", "y"), ("b", "x"), ("a:x", ""), ("a", ":x"))
    ]
    assert sessions[0] == sessions[1]
    assert len(set(sessions)) == 5


def test_code_that_failed_the_parser_is_said_to_have_failed(place: Place, model: ScriptedServer) -> None:
    says(model, BAD)
    told = place.post("/v1/ask", text=CODE).json()
    assert (told["validation_status"], told["checked"]) == ("INVALID_UNRESOLVED", "all")
    assert told["trace"].startswith("Line ")
    assert "failed the parser" in told["notes"][0]
    assert told["trace"] in told["notes"][0]


def test_code_that_the_service_cannot_check_is_checked_in_process(
    avap: Router, own_cache: Path, tmp_path: Path, model: ScriptedServer
) -> None:
    says(model, GOOD)
    # A port that was just released has no listener.
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    parser = ParserSettings(address=f"127.0.0.1:{port}", timeout=0.5, threshold=1)
    settings = settings_in(tmp_path, own_cache, slots=slots_at(model.url), sections=(parser,))
    with running(avap, settings) as place:
        told = place.post("/v1/ask", text="escribe un endpoint que lea un parámetro y lo devuelva").json()
        assert (told["validation_status"], told["checked"]) == ("", "all")
        assert told["degraded"] == [{"part": "parser", "rung": "embedded", "why": "failed"}]
        assert told["code"] == 'addParam("a", a)\naddResult(a)'
        assert told["notes"] == []
        assert "fingerpost_parser_circuit_state 2.0" in place.http.get("/metrics").text
        ready = place.http.get("/readyz")
        assert (ready.status_code, ready.json()["parser"]) == (200, "open")


def test_a_form_with_files_is_read_as_json_is(
    place: Place, model: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Message] = []
    honest = place.assistant.ask

    async def ask(request: Request) -> Any:
        seen.append(request.message)
        return await honest(request)

    monkeypatch.setattr(place.assistant, "ask", ask)
    fields = {
        "text": "qué hace este fichero? explícame addVar",
        "session": "s-form",
        "user_info": json.dumps({"plan": "pro"}),
        "turns": json.dumps([{"role": "user", "content": "hola"}]),
        "editor": "addVar(x, 1)",
        "stream": "false",
        "timeout": "25.5",
    }
    files: Any = [
        ("attachments", ("uno.txt", b"contenido \xc3\xb1", "text/plain")),
        ("attachments", ("dos.bin", b"\x00\xff")),
    ]
    answer = place.http.post("/v1/ask", data=fields, files=files)
    assert answer.status_code == 200, answer.text
    assert seen[0].attachments == (
        Attachment("uno.txt", "text/plain", b"contenido \xc3\xb1"),
        Attachment("dos.bin", "application/octet-stream", b"\x00\xff"),
    )
    assert seen[0].user_info == {"plan": "pro"}
    assert seen[0].turns[0].text == "hola"
    assert seen[0].editor == "addVar(x, 1)"
    assert "contenido ñ" in sent(model)
    assert answer.json()["session"] == "s-form"


# /v1/ask, as it is written


@pytest.mark.parametrize("how", ["field", "header"])
def test_events_are_decision_pieces_and_answer(place: Place, model: ScriptedServer, how: str) -> None:
    text = "It assigns a value — señal 😀 [1].\n\nAnd\r\nno more."
    says(model, text)
    body: dict[str, Any] = {"text": QUESTION, "session": f"s-{how}"}
    headers = {"accept": "text/event-stream"} if how == "header" else {}
    if how == "field":
        body["stream"] = True
    answer = place.http.post("/v1/ask", json=body, headers=headers)
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.headers["x-fingerpost-route"] == "RETRIEVAL"
    assert answer.headers["cache-control"] == "no-store"
    # A slow machine also tells of its progress.
    found = [event for event in events(answer.text) if event[0] != "progress"]
    assert [name for name, _ in found] == ["decision", *["piece"] * (len(found) - 2), "answer"]
    assert len(found) > 5, "in pieces, as the model gave it"
    assert found[0][1]["route"] == "RETRIEVAL"
    assert "".join(value["text"] for name, value in found if name == "piece") == text
    assert found[-1][1]["text"] == text
    assert found[-1][1]["citations"]
    assert found[-1][1]["request"] == answer.headers["x-fingerpost-request"]
    assert place.texts(f"s-{how}") == [QUESTION, text]


def test_half_a_character_a_piece_is_whole_in_the_end(place: Place, model: ScriptedServer) -> None:
    def chunk(content: str, finished: str | None = None) -> bytes:
        choice = {"index": 0, "delta": {"content": content}, "finish_reason": finished}
        head = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": "m", "choices": [choice]}
        return b"data: " + json.dumps(head).encode() + b"\n\n"

    body = chunk("smile \ud83d") + chunk("\ude00!") + chunk("", "stop") + b"data: [DONE]\n\n"
    says(model, ScriptedReply(body=body))
    found = events(place.post("/v1/ask", text=QUESTION, stream=True).text)
    # Like a browser, which joins UTF-16 strings.
    pieces = [value["text"] for name, value in found if name == "piece"]
    assert "".join(pieces).encode("utf-16", "surrogatepass").decode("utf-16") == "smile 😀!"
    assert found[-1][0] == "answer"


def test_code_is_checked_before_a_word_of_it_is_sent(place: Place, model: ScriptedServer) -> None:
    says(model, BAD, GOOD)
    found = events(place.post("/v1/ask", text=CODE, stream=True).text)
    assert [name for name, _ in found] == ["decision", "piece", "answer"]
    assert found[1][1]["text"] == GOOD
    assert found[2][1]["code"] == 'addParam("a", a)\naddResult(a)'
    assert len(model.requests) == 2


def test_a_model_that_breaks_off_ends_the_events_with_a_cut_answer(place: Place, model: ScriptedServer) -> None:
    says(model, ScriptedReply("a long answer that is never finished, whoever waits for it", cut=True))
    answer = place.post("/v1/ask", text=QUESTION, stream=True, user="broken", session="s-broken")
    found = events(answer.text)
    assert answer.status_code == 200
    assert found[1][0] == "piece"
    name, last = found[-1]
    assert (name, last["notes"]) == ("answer", ["Cut short: the model stopped answering."])
    assert last["degraded"] == [{"part": "answer", "rung": "partial", "why": "failed"}]
    assert "127.0.0.1" not in answer.text, "no address of ours"
    assert place.outcomes("broken") == [("user", "answered"), ("assistant", "answered")]


def test_code_that_takes_a_while_sends_progress_before_it(place: Place, model: ScriptedServer) -> None:
    says(model, ScriptedReply(BAD, wait=1.2))
    answer = place.post("/v1/ask", text="write an endpoint that reads a parameter and returns it", stream=True)
    found = events(answer.text)
    assert [values["step"] for name, values in found if name == "progress"] == ["writing", "second attempt"]
    names = [name for name, _ in found]
    assert names == ["decision", "progress", "progress", "piece", "answer"]
    assert answer.headers["x-fingerpost-route"] == "CODE_GENERATION"


def test_a_decision_that_takes_a_while_comes_after_progress(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    aroute = Router.aroute

    async def slow(self: Router, message: Any) -> Any:
        await asyncio.sleep(1.2)
        return await aroute(self, message)

    monkeypatch.setattr(Router, "aroute", slow)
    answer = place.post("/v1/ask", text=QUESTION, stream=True)
    assert events(answer.text)[0] == ("progress", {"step": "routing"})
    assert events(answer.text)[1][0] == "decision"
    assert "x-fingerpost-route" not in answer.headers, "the headers were sent before it"


def test_a_fault_of_ours_in_a_stream_is_told_without_its_details(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    async def breaks(*_: Any, **__: Any) -> Any:
        yield await place.assistant.routes.router.aroute(QUESTION)
        raise ZeroDivisionError("the secret of the house")

    monkeypatch.setattr(place.assistant, "stream", breaks)
    answer = place.post("/v1/ask", text=QUESTION, stream=True)
    assert events(answer.text)[-1][0] == "error"
    assert events(answer.text)[-1][1]["error"]["type"] == "server_error"
    assert "secret of the house" not in answer.text


def test_a_refusal_before_the_decision_has_a_status_of_its_own(place: Place, model: ScriptedServer) -> None:
    answer = place.post("/v1/ask", text=QUESTION, stream=True, declared="NOWHERE")
    assert answer.status_code == 400
    assert "NOWHERE" in answer.json()["error"]["message"]
