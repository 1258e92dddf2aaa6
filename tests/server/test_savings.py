"""`/v1/savings`: roles, hostile queries, figures that add up, and prices."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from fingerpost import Router
from fingerpost.runtime.server_settings import AccessSettings
from fingerpost.server.key_file import add_key
from fingerpost.server.keys import ClientKey, Role
from fingerpost.server.savings import SavingsValues
from fingerpost.settings import ServerSettings
from tests.server.http_running import Place, running, settings_in


def trace(place: Place, layer: str = "rules", ago: float = 0.0, **more: Any) -> dict[str, Any]:
    book, now = place.assistant.routes.router.routebook.name, place.assistant.sessions.store.now()
    found = {"routebook": book, "at": now - ago, "layer": layer, "text": "where is my parcel?", "facts": []}
    return {**found, "trail": [], "steps": [["classify", 0.0, 300.0]], **more}


def by_model(place: Place, **more: Any) -> dict[str, Any]:
    used = {"purpose": "classify", "prompt": 1_000, "completion": 10, "told": True}
    facts = [["classifier", {"kind": "llm"}], ["model", {"purpose": "classify"}], ["tokens", used]]
    return trace(place, "llm", facts=facts, **more)


@pytest.fixture(scope="module")
def place(new_shop: Router, own_cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    settings = settings_in(tmp_path_factory.mktemp("savings"), own_cache, traces="store")
    with running(new_shop, settings) as place:
        traces = [trace(place)] * 3 + [trace(place, "student", ago=86_400 * 2)] * 4 + [by_model(place)]
        place.assistant.sessions.store.put_traces(traces)
        yield place


def test_the_figures_add_up_and_are_as_described(place: Place) -> None:
    found = place.http.get("/v1/savings").json()
    SavingsValues.model_validate(found)
    assert (found["decisions"], found["asked"], found["avoided"], found["left_to_model"]) == (8, 1, 7, 1 / 8)
    assert sum(layer["decisions"] for layer in found["layers"]) == 8
    assert sum(part["decisions"] for part in found["parts"]) == 8
    assert all(sum(part["by_layer"].values()) == part["decisions"] for part in found["parts"])
    assert sum(layer["share"] for layer in found["layers"]) == pytest.approx(1.0)
    assert found["used"] == {"calls": 1, "prompt_tokens": 1000, "completion_tokens": 10, "money": None}
    assert found["every_message"] == {"calls": 8, "prompt_tokens": 8000, "completion_tokens": 80, "money": None}
    assert [phase["current"] for phase in found["phases"]] == [False, True, False, False]
    assert (found["timezone"], found["recorded"], found["tokens_measured"]) == ("UTC", True, True)
    assert len(found["assumptions"]) >= 4


def test_messages_that_nobody_was_sure_of_are_not_saved_calls(
    new_shop: Router, own_cache: Path, tmp_path: Path
) -> None:
    with running(new_shop, settings_in(tmp_path, own_cache, traces="store")) as place:
        left = trace(place, "fallback", trail=[["fallback", "?", 1.0]])
        place.assistant.sessions.store.put_traces([*[trace(place)] * 4, *[left] * 3])
        found = place.http.get("/v1/savings").json()
    assert (found["decisions"], found["avoided"], found["asked"], found["unsure"]) == (7, 4, 0, 3)
    assert found["every_message"]["calls"] - found["used"]["calls"] == 4
    assert found["left_to_model"] == 3 / 7


def test_money_is_told_at_the_prices_that_are_given_and_changes_with_them(place: Place) -> None:
    def costs(prompt: float, completion: float) -> tuple[float, float]:
        query = {"prompt_price": prompt, "completion_price": completion}
        found = place.http.get("/v1/savings", params=query).json()
        return found["used"]["money"], found["every_message"]["money"]

    assert costs(2, 100) == pytest.approx((0.003, 0.024))
    assert costs(4, 100) == pytest.approx((0.005, 0.040))
    assert costs(0, 0) == (0, 0)


def test_a_shorter_period_has_less(place: Place) -> None:
    found = place.http.get("/v1/savings?last=24h").json()
    assert (found["decisions"], found["part_hours"]) == (4, 1)
    assert place.http.get("/v1/savings?last=7d").json()["decisions"] == 8


@pytest.mark.parametrize(
    ("query", "status", "named"),
    [
        ("last=1y", 422, "last"),
        ("last=24h&last=x", 422, "last"),
        ("prompt_price=-1&completion_price=1", 422, "prompt_price"),
        ("prompt_price=nan&completion_price=1", 422, "prompt_price"),
        ("prompt_price=inf&completion_price=1", 422, "prompt_price"),
        ("prompt_price=1e7&completion_price=1", 422, "prompt_price"),
        ("prompt_price=1%00&completion_price=1", 422, "prompt_price"),
        ("prompt_price=1", 400, "completion_price"),
        ("completion_price=1", 400, "prompt_price"),
        ("routebook=other", 422, "routebook"),
    ],
)
def test_a_query_that_is_none_is_refused_and_says_why(place: Place, query: str, status: int, named: str) -> None:
    answer = place.http.get(f"/v1/savings?{query}")
    assert (answer.status_code, named in answer.json()["error"]["message"]) == (status, True)


def test_it_needs_the_role_review(new_shop: Router, own_cache: Path, tmp_path: Path) -> None:
    file = tmp_path / "keys.toml"
    keys = {role: add_key(file, ClientKey(role.title, role)) for role in Role}
    serving = ServerSettings(access=AccessSettings(keys=str(file)))
    with running(new_shop, settings_in(tmp_path, own_cache, serving=serving)) as place:

        def status(key: str | None) -> int:
            headers = {} if key is None else {"authorization": f"Bearer {key}"}
            return httpx.get(f"{place.url}/v1/savings", headers=headers).status_code

        assert [status(keys[role]) for role in (Role.USE, Role.REVIEW, Role.ADMINISTER)] == [403, 200, 200]
        assert (status(None), status("wrong")) == (401, 401)
        found = httpx.get(f"{place.url}/v1/savings", headers={"authorization": f"Bearer {keys[Role.REVIEW]}"}).json()
        assert (found["recorded"], found["decisions"], found["every_message"]) == (False, 0, None)


def test_it_is_in_the_description_of_the_interface(place: Place) -> None:
    described = place.http.get("/openapi.json").json()["paths"]["/v1/savings"]["get"]
    assert {field["name"] for field in described["parameters"]} == {"last", "prompt_price", "completion_price"}
