"""Changes of what serves over the wire: who may make them, hostile edits, two administrators at once, lineage."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

pytest.importorskip("fastapi", reason="the servers need the extra fingerpost[serve]")

from pydantic import BaseModel

from fingerpost.learning import trial_runner
from fingerpost.learning.live_updates import LiveUpdater
from fingerpost.routing.live import LiveRouter
from fingerpost.runtime.server_settings import AccessSettings
from fingerpost.server.access import needed_role
from fingerpost.server.change_bodies import (
    MAX_BODY,
    PublishedValues,
    TrialList,
    TrialValues,
    VersionsValues,
)
from fingerpost.server.key_file import add_key
from fingerpost.server.keys import ClientKey, Role
from fingerpost.server.served_routes import ServedRoutes
from fingerpost.settings import ServerSettings
from fingerpost.testing import WordEncoder
from tests.learning.test_published_routebook import write_book
from tests.server.http_running import PATIENCE, Place, running, settings_in, until

CLIENTS = (
    ClientKey("shop", Role.USE), ClientKey("eye", Role.REVIEW),
    ClientKey("boss", Role.ADMINISTER), ClientKey("chief", Role.ADMINISTER),
)  # fmt: skip
FLIP = {
    "source": "examples", "turn": None, "text": "x", "old": "refund", "new": "product", "expected": "product",
    "way": "fixed", "taught": False,
}  # fmt: skip
RESULT = {"seconds": 1.0, "notes": [], "traffic": {"changed": 1}, "flips": [FLIP], "left_out": 0}
CHILD = f"import sys; sys.stdin.buffer.read(); print({json.dumps({'result': RESULT})!r})"
KETTLE = [{"route": "product", "add": ["warranty for the kettle", "kettle warranty"]}]
ADMINISTER: dict[str, dict[str, Any]] = {
    "try": {"changes": KETTLE}, "cancel": {"trial": 1}, "publish": {"trial": 1, "digest": "0" * 64},
    "rollback": {"version": 1}, "classifier": {"serving": None},
}  # fmt: skip


class Desk:
    """A server with keys of all roles."""

    def __init__(self, place: Place, keys: dict[str, str]) -> None:
        self.place, self.keys = place, keys

    def post(self, who: str | None, path: str, **body: Any) -> httpx.Response:
        header = {} if who is None else {"authorization": f"Bearer {self.keys[who]}"}
        return self.place.http.post(f"/v1/routebook/{path}", json=body, headers=header)

    def get(self, who: str | None, path: str, **query: Any) -> httpx.Response:
        header = {} if who is None else {"authorization": f"Bearer {self.keys[who]}"}
        return self.place.http.get(f"/v1/routebook/{path}", params=query, headers=header)

    def tried(self, who: str = "boss") -> dict[str, Any]:
        begun = valid(self.post(who, "try", changes=KETTLE), TrialValues)
        until(lambda: self.trial(begun["trial"])["state"] == "done")
        return self.trial(begun["trial"])

    def trial(self, number: int) -> dict[str, Any]:
        [found] = valid(self.get("eye", "trials", trial=number), TrialList)["trials"]
        return dict(found)

    def served(self) -> int | None:
        found: int | None = valid(self.get("eye", "versions"), VersionsValues)["served"]
        return found


def valid(response: httpx.Response, model: type[BaseModel]) -> dict[str, Any]:
    """Return the values of a response, which are just what is documented."""
    assert response.status_code == 200, response.text
    model.model_validate_json(response.content)
    values: dict[str, Any] = response.json()
    return values


@pytest.fixture
def desk(tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setattr(trial_runner, "COMMAND", [sys.executable, "-c", CHILD])
    file = tmp_path / "keys.toml"
    keys = {client.name: add_key(file, client) for client in CLIENTS}
    settings = settings_in(tmp_path, own_cache, serving=ServerSettings(access=AccessSettings(keys=str(file))))
    live = LiveRouter(write_book(tmp_path / "shop"), encoder=WordEncoder(), settings=settings)
    with running(live, settings) as place:  # type: ignore[arg-type]
        updater = LiveUpdater(live, place.assistant.sessions).start(0.05)
        try:
            yield Desk(place, keys)
        finally:
            updater.close()


def test_only_administrators_change_reviewers_see_and_others_do_neither(desk: Desk) -> None:
    for path, body in ADMINISTER.items():
        assert needed_role(f"/v1/routebook/{path}") == Role.ADMINISTER
        for who, status in ((None, 401), ("shop", 403), ("eye", 403)):
            assert desk.post(who, path, **body).status_code == status, (who, path)
    for path in ("trials", "versions"):
        for who, status in ((None, 401), ("shop", 403), ("eye", 200), ("boss", 200)):
            assert desk.get(who, path).status_code == status, (who, path)
    assert desk.place.assistant.sessions.store.trials.all("shop") == [], "nobody has changed anything"


def test_an_edit_is_tried_published_and_rolled_back_with_its_lineage(desk: Desk) -> None:
    tried = desk.tried()
    assert (tried["who"], tried["change"]["added"], tried["flips"]) == ("boss", 2, [FLIP])
    assert valid(desk.get("eye", "trials"), TrialList)["trials"][0]["flips"] == []
    told = desk.post("chief", "publish", trial=tried["trial"], digest=tried["digest"])
    assert valid(told, PublishedValues) == {"version": 1}
    live = desk.place.assistant.routes
    until(lambda: "kettle warranty" in {example.text for example in live.router.routebook.examples})
    versions = valid(desk.get("eye", "versions"), VersionsValues)
    [version] = versions["versions"]
    assert (version["who"], version["serves"], version["digest"]) == ("chief", True, tried["digest"])
    assert valid(desk.post("boss", "rollback", version=1), PublishedValues) == {"version": None}
    until(lambda: "kettle warranty" not in {example.text for example in live.router.routebook.examples})
    [version] = valid(desk.get("eye", "versions"), VersionsValues)["versions"]
    assert (version["serves"], version["withdrawn"], version["ended_by"]) == (False, True, "boss")


def test_something_else_than_what_was_tried_is_refused(desk: Desk) -> None:
    tried = desk.tried()
    other = desk.post("boss", "publish", trial=tried["trial"], digest="0" * 64)
    assert (other.status_code, "not what trial" in other.text) == (409, True)
    assert desk.post("boss", "publish", trial=99, digest=tried["digest"]).status_code == 404
    assert desk.post("boss", "publish", trial=tried["trial"], digest="latest").status_code == 422
    assert desk.served() is None


def test_who_only_reads_keeps_no_administrator_from_publishing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    tried, reading, over = desk.tried(), threading.Event(), threading.Event()

    def read_for_long(*_: object) -> dict[str, Any]:
        reading.set()
        over.wait(PATIENCE)
        return {}

    monkeypatch.setattr(ServedRoutes, "examples", read_for_long)
    header = {"authorization": f"Bearer {desk.keys['eye']}"}
    with ThreadPoolExecutor(1) as eye:
        read = eye.submit(desk.place.http.get, "/v1/routes/refund", headers=header)
        assert reading.wait(PATIENCE)
        published = desk.post("boss", "publish", trial=tried["trial"], digest=tried["digest"])
        assert (published.status_code, read.done()) == (200, False)
        over.set()


def test_two_administrators_at_once_publish_one_change_and_roll_back_one_version(desk: Desk) -> None:
    first = desk.tried("boss")
    second = valid(desk.post("chief", "try", changes=[{"route": "refund", "add": ["no kettle"]}]), TrialValues)
    until(lambda: desk.trial(second["trial"])["state"] == "done")

    def publish(given: tuple[str, dict[str, Any]]) -> int:
        who, trial = given
        return desk.post(who, "publish", trial=trial["trial"], digest=trial["digest"]).status_code

    with ThreadPoolExecutor(2) as both:
        assert sorted(both.map(publish, [("boss", first), ("chief", second)])) == [200, 409]
        assert desk.served() == 1
        backs = list(both.map(lambda who: desk.post(who, "rollback", version=1).status_code, ["boss", "chief"]))
    assert sorted(backs) == [200, 409]


def test_one_change_is_tried_at_a_time_and_anybody_who_administers_may_cancel_it(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial_runner, "COMMAND", [sys.executable, "-c", "import time; time.sleep(600)"])
    begun = valid(desk.post("boss", "try", changes=KETTLE), TrialValues)
    busy = desk.post("chief", "try", changes=KETTLE)
    assert (busy.status_code, "a change of boss is being tried" in busy.text) == (409, True)
    assert desk.place.http.get("/healthz").status_code == 200, "serving goes on"
    assert valid(desk.post("chief", "cancel", trial=begun["trial"]), TrialValues)["state"] == "cancelled"
    assert desk.post("chief", "cancel", trial=99).status_code == 404
    monkeypatch.setattr(trial_runner, "COMMAND", [sys.executable, "-c", CHILD])
    desk.tried()


@pytest.mark.parametrize(
    ("change", "status", "told"),
    [
        ({"route": "nowhere", "add": ["x"]}, 400, "there is no route 'nowhere'"),
        ({"route": "../../etc/passwd", "add": ["x"]}, 400, "there is no route"),
        ({"route": "x" * 900_000, "add": ["x"]}, 400, "there is no route"),
        ({"route": "product", "add": ["a\x00b"]}, 400, "has a control character"),
        ({"route": "product", "add": ["x" * 10_000_000]}, 413, "larger than 1,000,000 bytes"),
        ({"route": "product", "add": ["x"] * 100_000}, None, "more than"),
        ({"route": "product", "add": [{"text": "x"}]}, 422, "changes.0.add.0"),
        ({"route": "product", "file": "/etc/passwd"}, 422, "unknown field"),
        ({"route": "product"}, 400, "nothing would change"),
    ],
)
def test_hostile_edits_are_refused_in_words(desk: Desk, change: dict[str, Any], status: int | None, told: str) -> None:
    answer = desk.post("boss", "try", changes=[change])
    assert answer.status_code in ({status} if status else {400, 413}), answer.text
    assert told in answer.json()["error"]["message"]
    assert len(answer.content) < 2_000
    assert desk.place.assistant.sessions.store.trials.all("shop") == []


def test_script_tags_are_texts_like_others_and_no_path_is_read(desk: Desk) -> None:
    text = "<script>alert(document.cookie)</script>"
    found = valid(desk.post("boss", "try", changes=[{"route": "product", "add": [text]}]), TrialValues)
    assert found["change"]["routes"]["product"]["add"] == [text]
    assert desk.post("boss", "try", folder="/etc").status_code == 422
    both = desk.post("boss", "try", folder=True, changes=KETTLE)
    assert (both.status_code, "give either" in both.text) == (400, True)
    same = desk.post("boss", "try", folder=True)
    assert (same.status_code, "the folder has what is served" in same.text) == (400, True)


def test_a_body_of_the_largest_size_is_read(desk: Desk) -> None:
    texts = [f"{number} " + "long words of somebody " * 20 for number in range(1_500)]
    assert 500_000 < len(json.dumps(texts)) < MAX_BODY
    assert desk.post("boss", "try", changes=[{"route": "product", "add": texts}]).status_code == 200


def test_classifiers_over_the_wire(desk: Desk) -> None:
    nothing = desk.post("boss", "classifier", serving=None)
    assert (nothing.status_code, "nothing to roll back" in nothing.text) == (409, True)
    assert desk.post("boss", "classifier", serving=7).status_code == 409
    unknown = desk.post("boss", "classifier", serving=None, version=5)
    assert (unknown.status_code, "has no classifier version 5" in unknown.text) == (400, True)
