"""Stored decisions over the wire: the list and its filters, one trace, who may see them, and values that are no query."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the servers need the extra fingerpost[serve]")

from fingerpost import Router
from fingerpost.server import decision_feed, decisions
from fingerpost.server.decision_values import DecisionList, DecisionTrace
from tests.server.http_running import Place, running, settings_in, until
from tests.server.live_reading import watching
from tests.server.test_identity_served import Keys

ASKED = "what does addVar do?"


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Keys:
    return Keys(tmp_path_factory.mktemp("keys"))


@pytest.fixture(scope="module")
def served(avap: Router, own_cache: Path, keys: Keys, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    settings = settings_in(tmp_path_factory.mktemp("decisions"), own_cache, traces="store", serving=keys.settings)
    with running(avap, settings) as place:
        for name, session, text in (
            ("shop", "one", ASKED),
            ("shop", "two", "¿qué hace el comando addVar con la variable?"),
            ("desk", "three", "write an endpoint that adds two numbers"),
            ("ana", "four", "obrigado, até amanhã!"),
        ):
            body = {"text": text, "session": session, "request_id": f"{session}-1"}
            assert place.http.post("/v1/ask", json=body, headers=keys.header(name)).status_code == 200
        place.http.post("/v1/route", json={"text": "not stored"}, headers=keys.header("shop"))
        traces = place.assistant.sessions.traces
        assert traces is not None
        traces.flush()
        yield place


def listed(place: Place, keys: Keys, who: str, **query: Any) -> dict[str, Any]:
    answer = place.http.get("/v1/decisions", params=query, headers=keys.header(who))
    assert answer.status_code == 200, answer.text
    DecisionList.model_validate(answer.json())
    found: dict[str, Any] = answer.json()
    return found


def sessions(place: Place, keys: Keys, who: str, **query: Any) -> list[str]:
    return [row["session"] for row in listed(place, keys, who, **query)["decisions"]]


@pytest.mark.parametrize(
    ("who", "found"),
    [
        ("shop", ["two", "one"]),
        ("desk", ["three"]),
        ("ana", ["four"]),
        ("eye", ["four", "three", "two", "one"]),
        ("boss", ["four", "three", "two", "one"]),
        ("one", ["four", "three", "two", "one"]),
    ],
)
def test_a_key_sees_its_own_and_a_reviewer_all(served: Place, keys: Keys, who: str, found: list[str]) -> None:
    assert sessions(served, keys, who) == found
    for session in ("one", "two", "three", "four"):
        status = served.http.get(f"/v1/decisions/{session}-1", headers=keys.header(who)).status_code
        assert status == (200 if session in found else 404)


def test_a_server_that_did_not_ask_for_owners_would_be_noticed(
    served: Place, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decisions, "feedback_owner", lambda _: None)
    assert sessions(served, keys, "desk") == ["four", "three", "two", "one"]


def test_last_is_the_newest_that_a_key_sees(served: Place, keys: Keys) -> None:
    for who in ("shop", "desk", "ana", "eye"):
        found = listed(served, keys, who)
        assert found["last"] == found["decisions"][0]["id"]
        with watching(served.url, keys.header(who)) as client:
            assert client.last_id == str(found["last"])


@pytest.mark.parametrize("odd", ["live", ".", ".."])
@pytest.mark.parametrize("path", ["/v1/route", "/v1/ask"])
def test_a_request_id_that_no_address_can_end_with_is_refused(served: Place, keys: Keys, path: str, odd: str) -> None:
    for session in ({}, {"session": "odd"}):
        body = {"text": ASKED, "request_id": odd, **session}
        answer = served.http.post(path, json=body, headers=keys.header("desk"))
        assert answer.status_code == 400
        assert f"request = {odd!r}: addresses end with request ids" in answer.json()["error"]["message"]


def test_a_key_that_has_its_views_is_told_and_others_get_theirs(
    served: Place, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decision_feed, "HEARTBEAT_SECONDS", 0.05)
    until(lambda: not served.app.decisions.feed._views)
    monkeypatch.setattr(decision_feed, "MAX_VIEWS_OF_KEY", 1)
    with watching(served.url, keys.header("shop")):
        refused = served.http.get("/v1/decisions/live", headers=keys.header("shop"))
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "1")
        assert "1 live views of this key are open" in refused.json()["error"]["message"]
        with watching(served.url, keys.header("desk")) as other:
            assert other.status == 200


def test_nobody_sees_anything_without_a_key(served: Place) -> None:
    for path in ("/v1/decisions", "/v1/decisions/live", "/v1/decisions/one-1"):
        assert served.http.get(path).status_code == 401


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"language": "es"}, ["two"]),
        ({"language": "pt"}, ["four"]),
        ({"route": "CODE_GENERATION"}, ["three"]),
        ({"session": "one"}, ["one"]),
        ({"accepted": "true", "session": "three"}, ["three"]),
        ({"accepted": "false", "session": "three"}, []),
        ({"layer": "nothing"}, []),
        ({"route": "", "layer": "", "accepted": "", "language": "", "session": "", "limit": "2"}, ["four", "three"]),
    ],
)
def test_the_list_is_filtered(served: Place, keys: Keys, query: dict[str, str], found: list[str]) -> None:
    assert sessions(served, keys, "eye", **query) == found


def test_the_list_goes_on(served: Place, keys: Keys) -> None:
    first = listed(served, keys, "eye", limit=3)
    second = listed(served, keys, "eye", limit=3, before=first["next"])
    assert [row["session"] for row in second["decisions"]] == ["one"]
    assert (second["next"], second["recorded"]) == (None, True)


@pytest.mark.parametrize(
    "query",
    [
        {"limit": "0"}, {"limit": "201"}, {"limit": "x"}, {"before": "-1"}, {"before": "9" * 30}, {"before": "1 OR 1"},
        {"accepted": "perhaps"}, {"language": "fr"}, {"colour": "red"},
    ],
)  # fmt: skip
def test_a_value_that_is_none_is_told(served: Place, keys: Keys, query: dict[str, str]) -> None:
    answer = served.http.get("/v1/decisions", params=query, headers=keys.header("eye"))
    assert answer.status_code == 422
    assert next(iter(query)) in answer.json()["error"]["message"]


@pytest.mark.parametrize("odd", ["a\0b", "' OR 1=1 --", "%00", "../../etc/passwd", "<script>", "\u202e", "é" * 1000])
def test_odd_values_find_nothing(served: Place, keys: Keys, odd: str) -> None:
    for name in ("route", "layer", "session"):
        assert sessions(served, keys, "eye", **{name: odd}) == []
    path = "".join(f"%{byte:02x}" for byte in odd.encode())
    answer = served.http.get(f"/v1/decisions/{path}", headers=keys.header("eye"))
    assert answer.status_code == 404
    assert "there is no decision" in answer.json()["error"]["message"]


def test_a_trace_has_messages_trail_facts_passages_timing_and_contract(served: Place, keys: Keys) -> None:
    answer = served.http.get("/v1/decisions/one-1", headers=keys.header("shop"))
    DecisionTrace.model_validate(answer.json())
    found = answer.json()
    assert (found["request"], found["session"], found["client"], found["outcome"]) == (
        "one-1",
        "one",
        "shop",
        "answered",
    )
    assert (found["route"], found["language"]) == ("RETRIEVAL", "en")
    assert [message["role"] for message in found["messages"]] == ["user", "assistant"]
    assert found["messages"][0]["text"] == ASKED
    assert found["trail"]
    assert {"what", "detail"} == set(found["facts"][0])
    assert found["passages"][0]["file"].endswith(".md")
    assert found["contract"] == []
    steps = [each for each in found["timing"] if each["within"] is None]
    assert [step["name"] for step in steps][:3] == ["read", "classify", "reformulate"]
    assert sum(step["micros"] for step in steps) == pytest.approx(found["micros"], abs=len(steps))
    layers = [each for each in found["timing"] if each["within"] == "classify"]
    assert [layer["name"] for layer in layers] == [step["who"] for step in found["trail"]]


def test_a_correction_is_part_of_it(served: Place, keys: Keys) -> None:
    body = {"request_id": "three-1", "route": "RETRIEVAL"}
    assert served.http.post("/v1/feedback", json=body, headers=keys.header("desk")).status_code == 200
    assert served.http.get("/v1/decisions/three-1", headers=keys.header("eye")).json()["corrected"] == "RETRIEVAL"


def test_one_is_found_by_its_session_too(served: Place, keys: Keys) -> None:
    answer = served.http.get("/v1/decisions/one-1", params={"session": "two"}, headers=keys.header("shop"))
    assert answer.status_code == 404
    assert served.http.get("/v1/decisions/a%2Fb", headers=keys.header("shop")).status_code == 404


def test_the_paths_are_documented(served: Place) -> None:
    document = served.http.get("/openapi.json").json()
    listed = document["paths"]["/v1/decisions"]["get"]
    assert [each["name"] for each in listed["parameters"]] == [
        "route", "layer", "accepted", "language", "session", "before", "limit",
    ]  # fmt: skip
    schema = listed["responses"]["200"]["content"]["application/json"]["schema"]
    assert schema["$ref"].endswith("/DecisionList")
    assert "DecisionTrace" in document["components"]["schemas"]
    assert {"/v1/decisions/live", "/v1/decisions/{request}"} <= set(document["paths"])
    page = served.http.get("/docs").text
    assert "GET /v1/decisions/live" in page
    assert "The language of the message." in page


def test_a_server_without_traces_says_so(avap: Router, own_cache: Path, tmp_path: Path) -> None:
    with running(avap, settings_in(tmp_path, own_cache)) as place:
        place.post("/v1/ask", text=ASKED, session="s")
        found = place.http.get("/v1/decisions").json()
        assert found == {"decisions": [], "next": None, "last": 0, "recorded": False}


@pytest.mark.parametrize(("who", "found"), [("shop", ["mine"]), ("eye", ["mine", "theirs"])])
def test_what_comes_is_for_its_owner_and_for_reviewers(served: Place, keys: Keys, who: str, found: list[str]) -> None:
    with watching(served.url, keys.header(who)) as client:
        for name, text in (("shop", "mine"), ("desk", "theirs"), ("shop", "last")):
            body = {"text": text, "session": f"live-{name}-{who}"}
            served.http.post("/v1/route", json=body, headers=keys.header(name))
        until(lambda: "last" in client.texts)
        assert client.texts[:-1] == found


# Last: what it stores is newer than what the others ask for.


def test_decisions_of_another_routebook_on_the_store_are_not_listed(served: Place, keys: Keys) -> None:
    before = sessions(served, keys, "boss")
    served.assistant.sessions.store.put_traces([{"request": "x", "session": "x", "routebook": "another"}])
    assert sessions(served, keys, "boss") == before
