"""The review interface over the wire: who may use it, several reviewers on two servers, labels, undo, figures."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import httpx
import pytest

pytest.importorskip("fastapi", reason="the servers need the extra fingerpost[serve]")

from pydantic import BaseModel

from fingerpost import Router
from fingerpost.learning import review_queue
from fingerpost.learning.review import messages_to_review
from fingerpost.runtime.server_settings import AccessSettings
from fingerpost.server import review, review_bodies
from fingerpost.server.access import NEEDED_ROLES, needed_role
from fingerpost.server.key_file import add_key
from fingerpost.server.keys import ClientKey, Role
from fingerpost.settings import ServerSettings
from fingerpost.stores import Store
from fingerpost.types import Turn
from tests.server.http_running import Place, running, settings_in
from tests.stores.server import Server

CLIENTS = (
    ClientKey("shop", Role.USE),
    ClientKey("ana", Role.REVIEW),
    ClientKey("ben", Role.REVIEW),
    ClientKey("boss", Role.ADMINISTER),
)
SAID = [
    "parcel or jacket, money or lamp?", "refund the parcel or send a lamp", "is the courier waterproof",
    "where did my shoes go", "do you deliver lamps in blue", "my money went to the courier",
    "is the lamp lost", "does a refund have pockets", "track the jacket", "change the colour of my delivery",
]  # fmt: skip


class Reviewer:
    """A person with a key, at one of the servers."""

    def __init__(self, place: Place, key: str, name: str) -> None:
        self.place, self.name, self.header = place, name, {"authorization": f"Bearer {key}"}

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.place.http.post(f"/v1/review/{path}", json=body, headers=self.header)

    def get(self, path: str, **query: Any) -> httpx.Response:
        return self.place.http.get(f"/v1/review/{path}", params=query, headers=self.header)

    def claim(self, limit: int = 1, **more: Any) -> list[dict[str, Any]]:
        told = self.post("claims", limit=limit, **more)
        assert told.status_code == 200, told.text
        items: list[dict[str, Any]] = valid(told, review_bodies.ClaimValues)["items"]
        return items

    def label(self, item: int, route: str | None = "refund", **more: Any) -> dict[str, Any]:
        told = self.post("labels", item=item, route=route, **more)
        assert told.status_code == 200, told.text
        return valid(told, review_bodies.LabelValues)


def valid(response: httpx.Response, model: type[BaseModel]) -> dict[str, Any]:
    """Return the values of a response, which are just what is documented."""
    model.model_validate_json(response.content)
    values: dict[str, Any] = response.json()
    return values


class Desk:
    """Two servers on one store, and reviewers at them."""

    def __init__(self, places: list[Place], keys: dict[str, str]) -> None:
        self.places, self._keys = places, keys
        self.store: Store = places[0].assistant.sessions.store

    def person(self, name: str, server: int = 0) -> Reviewer:
        return Reviewer(self.places[server], self._keys[name], name)

    def corrections(self) -> dict[int, str | None]:
        return {message.id: message.corrected for message in self.store.stored_messages("routes")}


@pytest.fixture(params=["sqlite", "postgresql"])
def desk(request: pytest.FixtureRequest, shop: Router, own_cache: Path, tmp_path: Path) -> Iterator[Desk]:
    more: dict[str, Any] = {}
    if request.param == "postgresql":
        server: Server = request.getfixturevalue("postgres")
        more["database"] = server.make_database()
    file = tmp_path / "keys.toml"
    keys = {client.name: add_key(file, client) for client in CLIENTS}
    serving = ServerSettings(access=AccessSettings(keys=str(file)))
    settings = settings_in(tmp_path, own_cache, serving=serving, **more)
    with running(shop, settings) as first, running(shop, settings) as second:
        store = first.assistant.sessions.store
        for place, text in enumerate(SAID):
            turns = [Turn("user", text, "refund", "student", 0.5), Turn("assistant", "An answer.")]
            store.write(f"s{place // 2}", f"r{place}", turns, routebook="routes")
        yield Desk([first, second], keys)


PATHS = [
    ("get", "items"), ("post", "claims"), ("post", "labels"), ("get", "labels"), ("post", "undo"), ("post", "release"),
    ("get", "progress"), ("get", "results"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path"), PATHS)
def test_only_the_role_review_may(desk: Desk, method: str, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The saboteur takes the rule away: then the path needs more than `review`."""

    def status(name: str) -> int:
        person = desk.person(name)
        told = (
            person.post(path, **({"item": 4711, "answer": "skip"} if path == "labels" else {}))
            if method == "post"
            else person.get(path)
        )
        return told.status_code

    allowed = {200, 404}
    assert status("shop") == 403
    assert status("ana") in allowed
    assert status("boss") in allowed
    assert desk.places[0].http.request(method, f"/v1/review/{path}", json={}).status_code == 401
    monkeypatch.delitem(NEEDED_ROLES, f"/v1/review/{path}")
    assert needed_role(f"/v1/review/{path}") == Role.ADMINISTER


def test_an_item_says_what_it_is_and_why_it_is_here(desk: Desk) -> None:
    [item] = desk.person("ana").claim()
    assert item["text"] in SAID
    assert item["kind"] in ("disagreement", "new topic", "uncertain")
    assert item["why"]
    assert item["decided"] == {"route": "refund", "layer": "student", "confidence": 0.5}
    assert [guess["route"] for guess in item["guesses"]] != []
    assert item["guesses"] == sorted(item["guesses"], key=lambda guess: -guess["confidence"])
    assert [turn["text"] for turn in item["conversation"] if turn["current"]] == [item["text"]]
    assert "An answer." in [turn["text"] for turn in item["conversation"]]
    routes = desk.person("ana").get("items").json()["routes"]
    assert [route["name"] for route in routes] == ["refund", "shipping", "product"]


def test_reviewers_on_two_servers_at_once_never_get_the_same_item(desk: Desk) -> None:
    def person(name: str, server: int, tab: str) -> list[int]:
        who, shown = desk.person(name, server), list[int]()
        while items := who.claim(desk=tab):
            shown.append(items[0]["item"])
            who.label(items[0]["item"], desk=tab)
        return shown

    with ThreadPoolExecutor(4) as pool:
        working = [
            pool.submit(person, *one) for one in (("ana", 0, ""), ("ben", 1, ""), ("boss", 0, ""), ("ana", 1, "tab"))
        ]
        shown = [number for one in working for number in one.result()]
    assert len(shown) == len(set(shown)) == len(SAID)
    assert set(desk.corrections().values()) == {"refund"}
    assert desk.person("ana").get("progress").json()["total"] == len(SAID)


def test_claims_that_nobody_looks_at_are_found_out(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The saboteur: every reviewer gets the first of the queue."""
    monkeypatch.setattr("fingerpost.stores.reviews._taken_digests", lambda *_: set())
    first, second = desk.person("ana").claim(), desk.person("ben", 1).claim()
    assert first[0]["item"] == second[0]["item"]


def test_a_label_is_stored_before_it_is_acknowledged_and_counts_once(desk: Desk) -> None:
    ana = desk.person("ana")
    [item] = ana.claim()
    given = ana.label(item["item"], "shipping")
    assert desk.corrections()[item["item"]] == "shipping"
    assert (given["route"], given["reviewer"], given["guess"]) == ("shipping", "ana", item["guesses"][0]["route"])
    with ThreadPoolExecutor(4) as pool:
        again = list(pool.map(lambda place: desk.person("ana", place % 2).label(item["item"], "shipping"), range(6)))
    assert again == [given] * 6
    progress = valid(ana.get("progress"), review_bodies.ProgressValues)
    assert (progress["mine"], progress["mine_today"], progress["left"]) == (1, 1, len(SAID) - 1)
    assert progress["reviewers"] == [{"reviewer": "ana", "total": 1, "today": 1}]


def test_what_another_has_or_labelled_is_a_conflict(desk: Desk) -> None:
    ana, ben = desk.person("ana"), desk.person("ben", 1)
    [item] = ana.claim()
    for said in ("is with ana now", "was labelled refund by ana"):
        told = ben.post("labels", item=item["item"], route="product")
        assert (told.status_code, told.json()["error"]["code"]) == (409, "conflict")
        assert said in told.json()["error"]["message"]
        ana.label(item["item"])


def test_feedback_of_a_client_does_not_replace_a_reviewers_label(desk: Desk) -> None:
    place, shop, ana = desk.places[0], desk.person("shop"), desk.person("ana")
    told = place.http.post(
        "/v1/route", json={"text": "my lamp", "session": "own", "request_id": "q"}, headers=shop.header
    )
    assert told.status_code == 200, told.text
    number = next(message.id for message in desk.store.stored_messages("routes") if message.request == "q")

    def feedback(person: Reviewer, route: str) -> httpx.Response:
        return place.http.post("/v1/feedback", json={"request_id": "q", "route": route}, headers=person.header)

    assert feedback(shop, "refund").status_code == 200
    ana.label(number, "product")
    told = feedback(shop, "shipping")
    assert (told.status_code, told.json()["error"]["code"]) == (409, "conflict")
    assert "was labelled product by a reviewer" in told.json()["error"]["message"]
    assert "ana" not in told.text
    assert desk.corrections()[number] == "product"
    assert feedback(desk.person("ben"), "shipping").status_code == 200
    assert desk.corrections()[number] == "shipping"
    ana.label(number, "product")
    assert desk.corrections()[number] == "product", "not answered with the label from before"


def test_nobody_else_waits_while_messages_are_ranked(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forms are read on the threads that all share; more reviewers than those wait for the order."""
    begun, go_on = Event(), Event()

    def slow(*given: Any) -> Any:
        begun.set()
        assert go_on.wait(30)
        return messages_to_review(*given)

    monkeypatch.setattr(review_queue, "messages_to_review", slow)
    people = min(32, (os.cpu_count() or 1) + 4) + 2
    shop = desk.person("shop")
    with ThreadPoolExecutor(people) as pool:
        claims = [pool.submit(desk.person("ana").post, "claims", desk=f"tab {place}") for place in range(people)]
        try:
            assert begun.wait(10)
            # Most of the others have come in meanwhile.
            told = [
                desk.places[0]
                .http.post("/v1/route", files={"text": (None, "my lamp")}, headers=shop.header, timeout=5)
                .status_code
                for _ in range(20)
            ]
        finally:
            go_on.set()
        assert [claim.result().status_code for claim in claims] == [200] * people
    assert told == [200] * 20


def test_none_of_these_and_skip(desk: Desk) -> None:
    ana = desk.person("ana")
    first, second = ana.claim(2)
    assert ana.label(first["item"], None, answer="none")["route"] == "oos"
    assert ana.label(second["item"], None, answer="skip")["route"] is None
    assert second["item"] not in [item["item"] for item in ana.claim(20)]
    assert [label["item"] for label in valid(ana.get("labels"), review_bodies.RecentValues)["labels"]] == [
        second["item"],
        first["item"],
    ]
    assert desk.corrections()[second["item"]] is None


def test_undo_brings_the_item_back(desk: Desk) -> None:
    ana = desk.person("ana")
    [item] = ana.claim()
    given = ana.label(item["item"])
    told = valid(desk.person("ana", 1).post("undo"), review_bodies.UndoneValues)
    assert (told["undone"], told["item"]["item"]) == (given, item["item"])
    assert desk.corrections()[item["item"]] is None
    assert ana.post("undo", label=given["label"]).status_code == 200, "a second click takes nothing else back"
    assert [again["item"] for again in ana.claim()] == [item["item"]]
    assert ana.post("undo").status_code == 404
    assert desk.person("ben").post("undo", label=given["label"]).status_code == 404


def test_what_is_given_back_goes_to_others(desk: Desk) -> None:
    ana, ben = desk.person("ana"), desk.person("ben", 1)
    held = ana.claim(20)
    assert (len(held), ben.claim()) == (len(SAID), [])
    assert ana.post("release").json() == {"released": len(SAID)}
    assert len(ben.claim(20)) == len(SAID)
    assert len(ben.get("items", limit=3).json()["items"]) == 3


def test_what_the_labels_gave(desk: Desk) -> None:
    ana = desk.person("ana")
    for item in ana.claim(4):
        ana.label(item["item"], "product")
    found = valid(ana.get("results"), review_bodies.ResultsValues)
    assert (found["labelled"], found["student"], found["needed"]) == (4, None, 20)
    assert 0 < found["examples"] <= 4
    assert [(day["labels"], day["decided"]) for day in found["agreement"]] == [(4, 0)]


@pytest.mark.parametrize(
    ("path", "body", "status", "said"),
    [
        ("labels", {"item": 1}, 400, "route is missing: give the right route"),
        ("labels", {"item": 1, "route": "nowhere"}, 400, "route 'nowhere' does not exist in routes"),
        ("labels", {"item": 10**15, "route": "refund"}, 404, "is not in the store of routes"),
        ("labels", {"item": 10**30, "route": "refund"}, 422, "item: input should be less than"),
        ("labels", {"item": "1", "route": "refund"}, 422, "item: input should be a valid integer"),
        ("labels", {"item": 1, "answer": "maybe"}, 422, "answer: input should be 'route', 'none' or 'skip'"),
        ("labels", {"item": 1, "route": "refund", "reviewer": "ben"}, 422, "reviewer: unknown field, remove it"),
        ("claims", {"desk": "a\x00b"}, 422, "desk: string should match pattern"),
        ("claims", {"limit": 51}, 422, "limit: input should be less than or equal to 50"),
        ("claims", {"limit": 0}, 422, "limit: input should be greater than or equal to 1"),
        ("undo", {"label": 0}, 422, "label: input should be greater than or equal to 1"),
    ],
)
def test_what_cannot_be_used_is_refused_in_words(
    desk: Desk, path: str, body: dict[str, Any], status: int, said: str
) -> None:
    told = desk.person("ana").post(path, **body)
    assert (told.status_code, said in told.json()["error"]["message"]) == (status, True), told.text


@pytest.mark.parametrize(("query", "said"), [({"limit": "many"}, "limit: "), ({"sort": "1"}, "sort: unknown field")])
def test_a_query_that_cannot_be_used_is_refused_in_words(desk: Desk, query: dict[str, str], said: str) -> None:
    told = desk.person("ana").get("items", **query)
    assert (told.status_code, said in told.json()["error"]["message"]) == (422, True), told.text


def test_every_path_is_documented_with_what_it_takes_and_returns(desk: Desk) -> None:
    described = desk.places[0].http.get("/openapi.json").json()
    for method, path in PATHS:
        entry = described["paths"][f"/v1/review/{path}"][method]
        reference = entry["responses"]["200"]["content"]["application/json"]["schema"]["$ref"]
        assert reference.rpartition("/")[2] in described["components"]["schemas"]
        assert entry["summary"]
        assert ("requestBody" in entry) is (method == "post")
    names = {one["name"] for one in described["paths"]["/v1/review/items"]["get"]["parameters"]}
    assert names == {"limit", "desk"}


def test_an_undocumented_field_is_found_out(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The saboteur: a field that the documentation does not have."""
    values = review.label_values
    monkeypatch.setattr(review, "label_values", lambda label: {**values(label), "more": 1})
    with pytest.raises(ValueError, match="more"):
        test_undo_brings_the_item_back(desk)
