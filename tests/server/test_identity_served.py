"""Over the wire, who may do what: keys of clients, their roles and quotas, and sessions of others, on every path."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import httpx
import pytest

pytest.importorskip("fastapi", reason="the servers need the extra fingerpost[serve]")
pytest.importorskip("grpc", reason="the servers need the extra fingerpost[serve]")

from starlette.responses import Response

from fingerpost import Router
from fingerpost.answering.request_ids import RequestIds
from fingerpost.runtime.server_settings import AccessSettings
from fingerpost.server import assistance_pb2 as pb
from fingerpost.server.access import NEEDED_ROLES
from fingerpost.server.http import make_app
from fingerpost.server.key_file import add_key, revoke_key
from fingerpost.server.keys import ClientKey, KeyRing, Role
from fingerpost.server.origin_guard import OriginGuard
from fingerpost.settings import ServerSettings
from tests.server.grpc_running import Client, failure, own_settings, replies_of, serving
from tests.server.http_running import Place, SlowModel, events, running, settings_in, slots_at

SAID = "what does addVar do?"
CLIENTS = (
    ClientKey("shop", Role.USE),
    ClientKey("desk", Role.USE),
    ClientKey("ana", Role.USE, user="ana"),
    ClientKey("eye", Role.REVIEW),
    ClientKey("boss", Role.ADMINISTER),
    ClientKey("few", Role.USE, quota=3),
)


class Keys:
    """A file of keys, and the key of each client."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "keys.toml"
        self.of = {client.name: add_key(self.file, client) for client in CLIENTS}
        self.of["one"] = "the one key"

    @property
    def settings(self) -> ServerSettings:
        return ServerSettings(key=self.of["one"], access=AccessSettings(keys=str(self.file)))

    def header(self, name: str) -> dict[str, str]:
        return {"authorization": f"Bearer {self.of[name]}"}


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Keys:
    return Keys(tmp_path_factory.mktemp("keys"))


@pytest.fixture(scope="module")
def served(avap: Router, own_cache: Path, keys: Keys, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    settings = settings_in(tmp_path_factory.mktemp("identity"), own_cache, serving=keys.settings)
    with running(avap, settings) as place:
        yield place


@pytest.fixture
async def grpc_served(avap: Router, own_cache: Path, keys: Keys, tmp_path: Path) -> AsyncIterator[Client]:
    async with serving(avap, replace(own_settings(own_cache, tmp_path), serving=keys.settings)) as client:
        yield client


def post(place: Place, keys: Keys, name: str, path: str, **body: Any) -> httpx.Response:
    return place.http.post(path, json=body, headers=keys.header(name))


def chat(place: Place, keys: Keys, name: str, **context: Any) -> httpx.Response:
    messages = [{"role": "user", "content": SAID}]
    return post(place, keys, name, "/v1/chat/completions", model="avap", messages=messages, user=json.dumps(context))


def form(place: Place, keys: Keys, name: str, **fields: str) -> httpx.Response:
    files = {"attachments": ("a.txt", b"text")}
    return place.http.post("/v1/ask", data={"text": SAID, **fields}, files=files, headers=keys.header(name))


def metadata(keys: Keys, name: str) -> tuple[tuple[str, str], ...]:
    return tuple(keys.header(name).items())


# Sessions of others


WAYS = {
    "ask": lambda place, keys, name, **named: post(place, keys, name, "/v1/ask", text=SAID, **named),
    "stream": lambda place, keys, name, **named: post(place, keys, name, "/v1/ask", text=SAID, stream=True, **named),
    "route": lambda place, keys, name, **named: post(place, keys, name, "/v1/route", text=SAID, **named),
    "stored route": lambda place, keys, name, **named: post(
        place, keys, name, "/v1/route", text=SAID, request_id="mine", **named
    ),
    "form": form,
    "openai": chat,
}


@pytest.mark.parametrize("way", WAYS)
def test_a_session_of_another_key_does_not_exist(served: Place, keys: Keys, way: str) -> None:
    session = f"of the shop, {way}"
    assert post(served, keys, "shop", "/v1/ask", text=SAID, session=session, user="ana").status_code == 200
    before = served.texts(session)
    for other in ("desk", "ana", "eye", "boss", "one"):
        refused = WAYS[way](served, keys, other, session=session)
        assert (refused.status_code, refused.json()["error"]["code"]) == (404, "not_found"), other
    assert served.texts(session) == before
    assert WAYS[way](served, keys, "shop", session=session, user="ana").status_code == 200


@pytest.mark.parametrize("way", WAYS)
def test_a_session_of_another_user_of_the_key_does_not_exist(served: Place, keys: Keys, way: str) -> None:
    session = f"of ana, {way}"
    assert post(served, keys, "shop", "/v1/ask", text=SAID, session=session, user="ana").status_code == 200
    refused = WAYS[way](served, keys, "shop", session=session, user="bob")
    assert (refused.status_code, "send the key and the user that opened it" in refused.text) == (404, True)


def test_who_names_a_user_and_a_room_finds_no_session_of_them(served: Place, keys: Keys) -> None:
    own = post(served, keys, "one", "/v1/ask", text=SAID, user="ana", room="kitchen").json()
    guessed = post(served, keys, "one", "/v1/ask", text="repeat that", session="ana:kitchen", user="bob").json()
    assert guessed["session"] == "ana:kitchen"
    assert served.texts("ana:kitchen")[0] == "repeat that", "a new one: nothing of hers is in it"
    assert post(served, keys, "one", "/v1/ask", text=SAID, session=own["session"], user="bob").status_code == 404
    again = post(served, keys, "one", "/v1/ask", text=SAID, user="ana", room="kitchen").json()
    assert again["session"] == own["session"]
    for other in ("shop", "desk"):
        told = post(served, keys, other, "/v1/ask", text=SAID, user="ana", room="kitchen").json()
        assert told["session"] != own["session"]


def test_a_check_of_sessions_that_is_left_out_is_found_out(
    served: Place, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert post(served, keys, "shop", "/v1/ask", text=SAID, session="left open").status_code == 200

    async def ahold(*_: Any) -> None:
        return None

    monkeypatch.setattr(RequestIds, "ahold", ahold)
    monkeypatch.setattr(RequestIds, "release", lambda *_: None)
    assert post(served, keys, "desk", "/v1/route", text=SAID, session="left open").status_code == 200, "it reads it"
    written = post(served, keys, "desk", "/v1/ask", text=SAID, session="left open")
    assert written.status_code == 404, "the store itself refuses to write"


def test_feedback_is_for_messages_of_ones_own_unless_one_reviews(served: Place, keys: Keys) -> None:
    asked = post(served, keys, "shop", "/v1/ask", text=SAID, session="to correct", user="ana").json()
    given = {"request_id": asked["request"], "route": "PLATFORM"}
    for other in ("desk", "ana"):
        for named in ({}, {"session": "to correct"}):
            refused = post(served, keys, other, "/v1/feedback", **given, **named)
            unknown = post(served, keys, other, "/v1/feedback", **{**given, "request_id": "never"}, **named)
            assert refused.status_code == unknown.status_code == 404
            assert refused.text.replace(asked["request"], "never") == unknown.text, "the two are not told apart"
    for who in ("shop", "eye", "boss", "one"):
        assert post(served, keys, who, "/v1/feedback", **given).status_code == 200


def test_users_of_two_keys_are_two_people(served: Place, keys: Keys) -> None:
    store = served.assistant.sessions.store
    for name in ("shop", "desk"):
        post(served, keys, name, "/v1/ask", text=f"{SAID} {name}", user="eva", room="r")
    exported = [row["text"] for row in store.export("key:shop/eva") if row.get("role") == "user"]
    assert exported == [f"{SAID} shop"]
    assert list(store.export("eva")) == []
    assert store.forget(user="key:shop/eva") > 0
    assert [row["text"] for row in store.export("key:desk/eva") if row.get("role") == "user"] == [f"{SAID} desk"]


def test_a_key_of_one_user_speaks_for_no_other(served: Place, keys: Keys) -> None:
    own = post(served, keys, "ana", "/v1/ask", text=SAID, session="hers")
    assert own.status_code == 200
    assert next(row["session"] for row in served.assistant.sessions.store.export("key:ana/ana")) == "hers"
    for way in ("ask", "route", "openai", "form"):
        refused = WAYS[way](served, keys, "ana", session="hers", user="bob")
        assert (refused.status_code, "this key speaks for 'ana' alone" in refused.text) == (403, True)


async def test_over_grpc_sessions_of_others_do_not_exist(grpc_served: Client, keys: Keys) -> None:
    engine = grpc_served.engine
    asked = await engine.AskAgent(
        pb.AgentRequest(query=SAID, session_id="s", user="ana"), metadata=metadata(keys, "shop")
    )
    stolen = pb.AgentRequest(query=SAID, session_id="s")
    for other in ("desk", "boss", "one"):
        assert (await failure(engine.AskAgent(stolen, metadata=metadata(keys, other))))[0] == "NOT_FOUND"
        assert (await failure(engine.Route(stolen, metadata=metadata(keys, other))))[0] == "NOT_FOUND"
        stream = replies_of(engine.AskAgentStream(stolen, metadata=metadata(keys, other)))
        assert (await failure(stream))[0] == "NOT_FOUND"
    bob = pb.AgentRequest(query=SAID, session_id="s", user="bob")
    assert (await failure(engine.AskAgent(bob, metadata=metadata(keys, "shop"))))[0] == "NOT_FOUND"
    wrong = pb.FeedbackRequest(request_id=asked.decision.request_id, route="PLATFORM")
    assert (await failure(engine.Feedback(wrong, metadata=metadata(keys, "desk"))))[0] == "NOT_FOUND"
    assert (await engine.Feedback(wrong, metadata=metadata(keys, "eye"))).route == "PLATFORM"
    assert (await failure(engine.AskAgent(bob, metadata=metadata(keys, "ana"))))[0] == "PERMISSION_DENIED"
    assert (await engine.Route(stolen, metadata=metadata(keys, "shop"))).thread_id == "s"


# Keys, roles and quotas


def test_every_path_is_in_the_table_of_roles(served: Place) -> None:
    app = make_app(served.assistant, served.assistant.components.settings)
    paths = {str(getattr(route, "path", "")).partition("{")[0] for route in app.routes}
    paths -= {"/healthz", "/readyz", "/docs", "/openapi.json"}
    assert paths <= NEEDED_ROLES.keys()
    methods = {method.name for method in pb.DESCRIPTOR.services_by_name["AssistanceEngine"].methods}
    assert methods <= NEEDED_ROLES.keys()


@pytest.mark.parametrize(
    ("name", "statuses"),
    [("shop", (200, 403, 404)), ("eye", (200, 200, 404)), ("boss", (200, 200, 404)), ("one", (200, 200, 404))],
)
def test_a_role_may_do_what_it_is_for(served: Place, keys: Keys, name: str, statuses: tuple[int, int, int]) -> None:
    paths = ("/v1/models/avap", "/metrics", "/v1/unknown")
    found = [served.http.get(path, headers=keys.header(name)) for path in paths]
    assert tuple(answer.status_code for answer in found) == statuses
    if name == "shop":
        assert found[1].json()["error"]["message"] == "the key 'shop' has the role use: this needs review"


async def test_a_path_without_a_role_of_its_own_needs_the_highest(served: Place, keys: Keys) -> None:
    app = make_app(served.assistant, served.assistant.components.settings)
    app.get("/v1/added/{name}")(lambda _: Response())
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        for name, statuses in (("shop", [403, 404]), ("boss", [200, 404])):
            paths = ("/v1/added/one", "/v1/gone/one")
            assert [(await client.get(path, headers=keys.header(name))).status_code for path in paths] == statuses
        assert (await client.get("/v1/gone/one")).status_code == 401


async def test_over_grpc_a_role_may_do_what_it_is_for(grpc_served: Client, keys: Keys) -> None:
    evaluate = pb.EvaluateRequest(limit=-1)
    for name, code in (("shop", "PERMISSION_DENIED"), ("eye", "PERMISSION_DENIED"), ("boss", "INVALID_ARGUMENT")):
        assert (await failure(grpc_served.engine.EvaluateRAG(evaluate, metadata=metadata(keys, name))))[0] == code
    wrong = (("authorization", "Bearer nobody's"),)
    assert (await failure(grpc_served.engine.Route(pb.AgentRequest(query=SAID), metadata=wrong)))[
        0
    ] == "UNAUTHENTICATED"


def test_without_or_with_a_wrong_key_nobody_comes_in(served: Place, keys: Keys) -> None:
    key = keys.of["shop"]
    for wrong in ({}, *({"authorization": f"Bearer {bad}"} for bad in (key.swapcase(), key[:-1], f"{key}a", "shop"))):
        assert served.http.post("/v1/route", json={"text": SAID}, headers=wrong).status_code == 401
    hashed = keys.file.read_text(encoding="utf-8").split('"')[3]
    for stolen in (hashed, hashed.removeprefix("sha256:")):
        assert served.http.post("/v1/route", json={"text": SAID}, headers={"x-api-key": stolen}).status_code == 401


def test_a_quota_is_kept_over_http(served: Place, keys: Keys) -> None:
    answers = [post(served, keys, "few", "/v1/route", text=SAID) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
    assert answers[-1].json()["error"]["message"].startswith("the key 'few' has 3 requests a minute: retry in ")
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 20


async def test_http_and_grpc_share_a_quota(avap: Router, own_cache: Path, tmp_path: Path) -> None:
    keys = Keys(tmp_path)
    settings = replace(own_settings(own_cache, tmp_path), serving=keys.settings)
    with running(avap, settings) as place:
        assert [post(place, keys, "few", "/v1/route", text=SAID).status_code for _ in range(2)] == [200, 200]
        async with serving(avap, settings) as client:
            asked, who = pb.AgentRequest(query=SAID), metadata(keys, "few")
            assert (await client.engine.Route(asked, metadata=who)).route
            code, says = await failure(client.engine.Route(asked, metadata=who))
            assert (code, "3 requests a minute" in says) == ("RESOURCE_EXHAUSTED", True)


def test_a_key_that_is_revoked_while_its_answer_streams_is_refused_from_then_on(
    avap: Router, own_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fingerpost.server.keys.READ_EVERY", 0.0)
    keys = Keys(tmp_path)
    with SlowModel(20) as model:
        settings = settings_in(tmp_path, own_cache, serving=keys.settings, slots=slots_at(model.url))
        with running(avap, settings) as place:
            body = {"text": "thanks a lot!", "stream": True}
            with place.http.stream("POST", "/v1/ask", json=body, headers=keys.header("shop")) as stream:
                assert model.begun.wait(30)
                revoke_key(keys.file, "shop")
                assert post(place, keys, "shop", "/v1/route", text=SAID).status_code == 401
                text = stream.read().decode()
            assert events(text)[-1][0] == "answer", "what had begun is finished"
            assert post(place, keys, "desk", "/v1/route", text=SAID).status_code == 200
            new = add_key(keys.file, ClientKey("shop", Role.USE))
            fresh = place.http.post("/v1/route", json={"text": SAID}, headers={"x-api-key": new})
            assert fresh.status_code == 200


def test_a_server_that_ignores_the_file_is_found_out(
    served: Place, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(KeyRing, "find", lambda *_: (b"", ClientKey("shop", Role.ADMINISTER)))
    assert served.http.get("/metrics", headers={"x-api-key": "anything"}).status_code == 200


# Web pages of others


@contextmanager
def open_server(avap: Router, own_cache: Path, folder: Path, **access: Any) -> Iterator[Place]:
    """Serve without a key, as on one's own machine."""
    serving_without = ServerSettings(access=AccessSettings(**access))
    with running(avap, settings_in(folder, own_cache, serving=serving_without)) as place:
        yield place


@pytest.fixture(scope="module")
def unlocked(avap: Router, own_cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with open_server(avap, own_cache, tmp_path_factory.mktemp("unlocked")) as place:
        yield place


FORM: dict[str, Any] = {"data": {"text": SAID, "session": "s"}, "files": {"attachments": ("a.txt", b"text")}}
JSON: dict[str, Any] = {"json": {"text": SAID, "session": "s"}}


@pytest.mark.parametrize("body", [FORM, JSON], ids=["multipart", "json"])
@pytest.mark.parametrize("origin", ["https://evil.example", "null"])
def test_a_page_of_a_foreign_origin_cannot_write_into_a_session(
    unlocked: Place, body: dict[str, Any], origin: str
) -> None:
    refused = unlocked.http.post("/v1/ask", headers={"origin": origin}, **body)
    assert (refused.status_code, "add the origin to FINGERPOST_ORIGINS" in refused.text) == (403, True)
    assert unlocked.texts("s") == []


@pytest.mark.parametrize("path", ["/v1/models", "/metrics", "/healthz", "/readyz", "/docs", "/openapi.json"])
def test_a_server_that_is_called_by_a_foreign_name_answers_nothing(unlocked: Place, path: str) -> None:
    refused = unlocked.http.get(path, headers={"host": "rebound.evil.example"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (421, "wrong_host")
    assert unlocked.http.get(path).status_code == 200


def test_two_hosts_or_two_origins_are_none(unlocked: Place) -> None:
    own = unlocked.url.removeprefix("http://")
    for status, headers in ((421, ("host", "host")), (403, ("host", "origin", "origin"))):
        connection = HTTPConnection(own)
        connection.putrequest("GET", "/healthz", skip_host=True)
        for name in headers:
            connection.putheader(name, own if name == "host" else unlocked.url)
        connection.endheaders()
        assert connection.getresponse().status == status
        connection.close()


def test_a_server_without_its_guard_is_found_out(unlocked: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OriginGuard, "refusal", lambda *_: None)
    written = unlocked.http.post("/v1/ask", headers={"origin": "https://evil.example", "host": "evil.example"}, **FORM)
    assert written.status_code == 200


def test_by_default_no_page_of_another_origin_may_read(unlocked: Place) -> None:
    for headers in ({"origin": "http://localhost:3000"}, {}):
        answer = unlocked.http.post("/v1/route", json={"text": SAID}, headers=headers)
        assert (answer.status_code, [name for name in answer.headers if "access-control" in name]) == (200, [])


@pytest.mark.parametrize("app", ["https://app.example.com", "vscode-webview://0a1b"])
def test_pages_of_origins_in_the_settings_may_call_and_read(
    avap: Router, own_cache: Path, tmp_path: Path, app: str
) -> None:
    with open_server(avap, own_cache, tmp_path, origins=(app,)) as place:
        asks = {"origin": app, "access-control-request-method": "POST"}
        preflight = place.http.options(
            "/v1/ask", headers={**asks, "access-control-request-headers": "authorization,content-type,x-stainless-os"}
        )
        assert preflight.status_code == 200
        assert preflight.headers["access-control-allow-origin"] == app
        answer = place.http.post("/v1/route", json={"text": SAID}, headers={"origin": app})
        assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (200, app)
        assert "X-Fingerpost-Route" in answer.headers["access-control-expose-headers"]
        assert "access-control-allow-credentials" not in answer.headers
        other = place.http.post("/v1/route", json={"text": SAID}, headers={"origin": "https://evil.example"})
        assert (other.status_code, "access-control-allow-origin" in other.headers) == (403, False)
