"""What serves over the wire: routes, rules, guards and examples with their lines, searched in three languages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the servers need the extra fingerpost[serve]")

from fingerpost import Router
from fingerpost.language.text import fold
from fingerpost.learning.route_activity import Activity, recent_activity
from fingerpost.routing.live import LiveRouter
from fingerpost.server import served_routes
from fingerpost.server.route_values import MAX_EXAMPLES, MAX_FIND, RouteExamples, ServedValues
from fingerpost.stores import Store
from fingerpost.testing import WordEncoder
from tests.learning.test_published_routebook import write_book
from tests.server.http_running import Place, running, settings_in, until

MORE = """
[[guards]]
name = "paper"
to = "refund"
when = ["attachment"]
"""
WORDS = ["¿Cuándo me devuelven el dinero?", "quero a devolução", "<script>alert(1)</script>"]


@pytest.fixture
def place(tmp_path: Path, own_cache: Path) -> Iterator[Place]:
    folder = write_book(tmp_path / "shop", "abracadabra")
    with (folder / "routebook.toml").open("a") as toml:
        toml.write(MORE)
    with (folder / "examples.jsonl").open("a") as examples:
        examples.write("\n" + "".join(json.dumps({"text": text, "route": "refund"}) + "\n" for text in WORDS))
    settings = settings_in(tmp_path, own_cache, traces="store")
    live = LiveRouter(folder, encoder=WordEncoder(), settings=settings)
    with running(live, settings) as place:  # type: ignore[arg-type]
        yield place


def served(place: Place) -> dict[str, Any]:
    told = place.http.get("/v1/routes")
    assert told.status_code == 200, told.text
    ServedValues.model_validate_json(told.content)
    values: dict[str, Any] = told.json()
    return values


def test_routes_rules_and_guards_have_what_they_decided(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served_routes, "COUNTED_FOR", 0.0)
    for number, text in enumerate(["I want my money back", "abracadabra", "where is my parcel"]):
        assert place.post("/v1/ask", text=text, session=f"s{number}").status_code == 200
    until(lambda: served(place)["activity"]["decisions"] == 3)
    found = served(place)
    assert {route["name"]: route["decided"] for route in found["routes"]} == {"refund": 2, "shipping": 1, "product": 0}
    assert {route["name"]: route["examples"] for route in found["routes"]}["refund"] == 13
    [rule], [guard] = found["rules"], found["guards"]
    assert (rule["name"], rule["route"], rule["matches"], rule["decided"]) == ("magic", "refund", ["abracadabra"], 1)
    assert (guard["name"], guard["to"], guard["when"], guard["decided"]) == ("paper", "refund", ["attachment"], 0)
    assert (found["source"], found["classifier"]["version"]) == ("folder", None)


def test_counts_are_read_once_in_a_while_however_often_the_page_is_loaded(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []

    def counted(store: Store, routebook: str) -> Activity:
        calls.append(routebook)
        return recent_activity(store, routebook)

    monkeypatch.setattr(served_routes, "recent_activity", counted)
    for _ in range(5):
        served(place)
    assert calls == ["shop"]


def test_examples_of_a_route_have_their_lines_and_are_found_with_and_without_accents(place: Place) -> None:
    def find(route: str, **query: Any) -> dict[str, Any]:
        told = place.http.get(f"/v1/routes/{route}", params=query)
        assert told.status_code == 200, told.text
        RouteExamples.model_validate_json(told.content)
        values: dict[str, Any] = told.json()
        return values

    everything = find("refund")
    assert everything["found"] == 13
    assert [one["line"] for one in everything["examples"]] == [*range(1, 11), 32, 33, 34], "an empty line counts"
    assert [one["line"] for one in find("refund", find="CUANDO dinero")["examples"]] == [32]
    assert [one["line"] for one in find("refund", find="devolucao")["examples"]] == [33]
    assert find("refund", start=12, limit=5)["examples"][0]["text"] == WORDS[2]
    assert find("refund", find="parcel")["found"] == 0, "those of other routes are not looked for"


def test_examples_are_folded_once_however_many_words_are_looked_for(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    folded: list[str] = []

    def counted(text: str) -> str:
        folded.append(text)
        return fold(text)

    monkeypatch.setattr(served_routes, "fold", counted)
    words = "el dinero " * 20
    for _ in range(3):
        assert place.http.get("/v1/routes/refund", params={"find": words}).json()["found"] == 1
    assert folded.count(words) == 3
    assert folded.count(WORDS[0]) == 1


def test_what_is_asked_wrongly_is_told(place: Place) -> None:
    missing = place.http.get("/v1/routes/nowhere")
    assert missing.status_code == 404
    assert "the routes are refund, shipping, product" in missing.json()["error"]["message"]
    assert place.http.get("/v1/routes/refund", params={"find": "x" * (MAX_FIND + 1)}).status_code == 413
    for query in ("limit=0", f"limit={MAX_EXAMPLES + 1}", "start=-1", "sort=text"):
        assert place.http.get(f"/v1/routes/refund?{query}").status_code == 422


def test_routes_given_in_python_have_no_lines(new_shop: Router, own_cache: Path, tmp_path: Path) -> None:
    with running(new_shop, settings_in(tmp_path, own_cache)) as place:
        found = served(place)
        assert (found["source"], found["activity"]["recorded"]) == ("code", False)
        examples = place.http.get("/v1/routes/refund").json()["examples"]
        assert {one["line"] for one in examples} == {None}
