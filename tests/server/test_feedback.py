"""Feedback over HTTP and gRPC: by the request id of every answer, validated and stored."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")

from fingerpost import Router
from fingerpost.observability.metrics import METRICS
from fingerpost.server import assistance_pb2 as pb
from fingerpost.settings import Settings
from fingerpost.stores import Store
from tests.server.grpc_running import QUESTION, Client, failure, own_settings, serving
from tests.server.http_running import Place


@pytest.fixture
def settings(own_cache: Path, tmp_path: Path) -> Settings:
    return own_settings(own_cache, tmp_path)


@pytest.fixture
async def client(avap: Router, settings: Settings) -> AsyncIterator[Client]:
    async with serving(avap, settings) as running_client:
        yield running_client


def words(store: Store) -> dict[str, str | None]:
    return {said.request: said.corrected for said in store.stored_messages("avap")}


def test_the_id_of_any_answer_takes_feedback(place: Place) -> None:
    store = place.assistant.sessions.store
    ids = [
        place.post("/v1/route", text=QUESTION, session="a", request_id="first").headers["x-fingerpost-request"],
        place.post("/v1/ask", text=QUESTION).json()["request"],
        place.post("/v1/chat/completions", model="avap", messages=[{"role": "user", "content": QUESTION}]).headers[
            "x-fingerpost-request"
        ],
    ]
    place.post("/v1/route", text=QUESTION, session="a", request_id="mine")
    before = METRICS.value("feedback", route="PLATFORM")
    for request in (*ids, "mine"):
        told = place.post("/v1/feedback", request_id=request, route="platform")
        assert (told.status_code, told.json()) == (200, {"request": request, "route": "PLATFORM"})
        assert words(store)[request] == "PLATFORM"
    assert METRICS.value("feedback", route="PLATFORM") == before + 4
    assert place.post("/v1/feedback", request_id="mine", route="RETRIEVAL").status_code == 200
    assert words(store)["mine"] == "RETRIEVAL", "the last word counts"


def test_the_header_has_the_callers_own_id(place: Place) -> None:
    told = place.post("/v1/ask", text=QUESTION, request_id="mine-1")
    assert told.headers.get_list("x-fingerpost-request") == [told.json()["request"]] == ["mine-1"]
    streamed = place.post("/v1/ask", text=QUESTION, request_id="mine-2", stream=True)
    assert streamed.headers["x-fingerpost-request"] == "mine-2"
    for more in ({}, {"session": "own"}):
        routed = place.post("/v1/route", text=QUESTION, request_id="mine-3", **more)
        assert routed.headers["x-fingerpost-request"] == "mine-3"
    completed = place.post(
        "/v1/chat/completions",
        model="avap",
        user='{"request_id": "mine-4"}',
        messages=[{"role": "user", "content": QUESTION}],
    )
    assert completed.headers["x-fingerpost-request"] == "mine-4"
    for request in ("mine-1", "mine-2", "mine-3", "mine-4"):
        assert place.post("/v1/feedback", request_id=request, route="PLATFORM").status_code == 200


def test_an_id_in_the_header_cannot_forge_another(place: Place) -> None:
    forged = place.post("/v1/route", text=QUESTION, request_id="r\r\nX-Fingerpost-Route: OTHER")
    assert forged.status_code == 400
    assert len(forged.headers["x-fingerpost-request"]) == 32
    foreign = place.post("/v1/ask", text=QUESTION, request_id="pedido-ñ")
    assert foreign.headers["x-fingerpost-request"] == "pedido-%C3%B1"
    assert foreign.json()["request"] == "pedido-ñ"


def test_a_request_cannot_forge_a_line_of_the_log(place: Place, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="fingerpost")
    forged = "r\n[feedback] request other is corrected to PLATFORM"
    for path in ("/v1/route", "/v1/ask"):
        told = place.post(path, text=QUESTION, session="a", request_id=forged)
        assert told.status_code == 400
        assert "give a string without line breaks and control characters" in told.text
    assert "of request other" not in caplog.text


def test_a_session_cannot_forge_a_line_of_the_log(place: Place, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="fingerpost")
    for path in ("/v1/route", "/v1/ask"):
        told = place.post(path, text=QUESTION, session="s\n[feedback] request other is corrected to PLATFORM")
        assert told.status_code == 400
        assert "give a string without line breaks and control characters" in told.text
    assert "request other" not in caplog.text


def test_a_request_in_two_sessions_needs_the_session(place: Place) -> None:
    for session in ("x", "y"):
        place.post("/v1/route", text=QUESTION, session=session, request_id="twice")
    told = place.post("/v1/feedback", request_id="twice", route="PLATFORM")
    assert (told.status_code, "name the session too" in told.json()["error"]["message"]) == (400, True)
    assert place.post("/v1/feedback", request_id="twice", route="PLATFORM", session="y").status_code == 200


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        ({"request_id": "r", "route": "NOWHERE"}, 400, "route 'NOWHERE' does not exist in avap; routes: RETRIEVAL"),
        ({"request_id": "r", "route": "PLATFORM"}, 404, "request 'r' is not in the store"),
        ({"request_id": "", "route": "PLATFORM"}, 400, "give a string of 1 to 256 characters"),
        ({"request_id": "r\x00", "route": "PLATFORM"}, 400, "give a string of 1 to 256 characters"),
        ({"request_id": "r\n[feedback] x", "route": "PLATFORM"}, 400, "without line breaks and control characters"),
        ({"request_id": "r"}, 422, "route: field required"),
        ({"route": "PLATFORM"}, 422, "request_id: field required"),
        ({"request_id": 7, "route": "PLATFORM"}, 422, "request_id: input should be a valid string"),
        ({"request_id": "r", "route": "PLATFORM", "why": "x"}, 422, "why: unknown field, remove it"),
    ],
)
def test_what_is_wrong_is_told(place: Place, body: dict[str, object], status: int, says: str) -> None:
    told = place.http.post("/v1/feedback", json=body)
    assert told.status_code == status
    assert says in told.json()["error"]["message"]


def test_a_message_that_was_not_stored_takes_none(place: Place) -> None:
    for probed in ({}, {"session": "s"}):
        request = place.post("/v1/route", text=QUESTION, **probed).headers["x-fingerpost-request"]
        assert place.post("/v1/feedback", request_id=request, route="PLATFORM").status_code == 404


def test_the_log_tells_of_it_and_nothing_of_the_message(place: Place, caplog: pytest.LogCaptureFixture) -> None:
    text = "what does addVar do for ana@example.org?"
    request = place.post("/v1/route", text=text, session="log", user="ana", request_id="r-log").headers[
        "x-fingerpost-request"
    ]
    with caplog.at_level(logging.INFO, "fingerpost"):
        place.post("/v1/feedback", request_id=request, route="PLATFORM")
    assert f"[feedback] request {request} is corrected to PLATFORM" in caplog.text
    assert "addVar" not in caplog.text
    assert "ana" not in caplog.text


def test_it_is_described(place: Place) -> None:
    described = place.http.get("/openapi.json").json()
    assert "/v1/feedback" in described["paths"]
    assert set(described["components"]["schemas"]["FeedbackBody"]["required"]) == {"request_id", "route"}
    assert "POST /v1/feedback" in place.http.get("/docs").text


# gRPC.


async def test_every_stored_decision_names_its_request(client: Client) -> None:
    store = client.assistant.sessions.store
    whole = await client.engine.AskAgent(pb.AgentRequest(query=QUESTION))
    stream = [reply async for reply in client.engine.AskAgentStream(pb.AgentRequest(query=QUESTION))]
    await client.engine.Route(pb.AgentRequest(query=QUESTION, session_id="s"))
    named = await client.engine.Route(pb.AgentRequest(query=QUESTION, session_id="s", request_id="mine"))
    assert stream[0].decision.request_id == stream[-1].decision.request_id
    ids = [whole.decision.request_id, stream[0].decision.request_id, named.request_id]
    assert ids[-1] == "mine"
    assert set(words(store)) == set(ids), "what only probes is not stored"
    for request in ids:
        reply = await client.engine.Feedback(pb.FeedbackRequest(request_id=request, route="platform"))
        assert reply.route == "PLATFORM"
    assert set(words(store).values()) == {"PLATFORM"}


async def test_a_decision_that_was_not_stored_names_none(client: Client) -> None:
    assert (await client.engine.Route(pb.AgentRequest(query=QUESTION))).request_id == ""


@pytest.mark.parametrize(
    ("request_id", "route", "says"),
    [
        ("r", "NOWHERE", "route 'NOWHERE' does not exist in avap"),
        ("r", "", "route '' does not exist in avap"),
        ("r", "PLATFORM", "request 'r' is not in the store"),
        ("", "PLATFORM", "give a string of 1 to 256 characters"),
    ],
)
async def test_what_is_wrong_is_an_invalid_argument(client: Client, request_id: str, route: str, says: str) -> None:
    code, said = await failure(client.engine.Feedback(pb.FeedbackRequest(request_id=request_id, route=route)))
    assert code == ("NOT_FOUND" if "not in the store" in says else "INVALID_ARGUMENT")
    assert says in said
