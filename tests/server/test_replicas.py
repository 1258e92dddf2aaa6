"""Three servers on one PostgreSQL: messages, training, promotions and publications reach all of them."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")
pytest.importorskip("psycopg", reason="PostgreSQL needs the extra fingerpost[postgres]")

from fingerpost.learning.train import train
from fingerpost.models.encoder import EmbeddedEncoder
from fingerpost.routebook.load import load
from fingerpost.routebook.pack import digest_of, pack
from fingerpost.routing.student.serialization import pack as pack_student
from fingerpost.stores import Store
from tests.conftest import SHOP
from tests.learning.words import labelled, texts
from tests.server.http_running import PATIENCE, until
from tests.server.test_serve import COMMAND, Server, serving
from tests.stores.server import Server as Postgres

TOML = "".join(f'[[routes]]\nname = "{name}"\n\n' for name in SHOP)
RULE = '[[rules]]\nname = "magic"\nroute = "refund"\ncontains = ["hocus pocus"]\n'
TOOTH = "my tooth hurts"
"""What the student of the examples knows nothing of, and one that takes everything for shipping does."""


def write_book(folder: Path, toml: str = TOML) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "routebook.toml").write_text(toml, encoding="utf-8")
    rows = [{"text": text, "route": name} for name, words in SHOP.items() for text in words]
    (folder / "examples.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return folder


class Client(threading.Thread):
    """A client that sends requests to one server continuously, and records the responses."""

    def __init__(self, server: Server) -> None:
        super().__init__(daemon=True)
        self._url, self._enough = f"{server.url}/v1/route", threading.Event()
        self.statuses: list[int | str] = []
        self.start()

    def run(self) -> None:
        with httpx.Client(timeout=PATIENCE) as http:
            while not self._enough.wait(0.05):
                for text in ("where is my parcel", "hocus pocus"):
                    try:
                        self.statuses.append(http.post(self._url, json={"text": text}).status_code)
                    except httpx.HTTPError as error:
                        self.statuses.append(repr(error))

    def end(self) -> list[int | str]:
        self._enough.set()
        self.join(PATIENCE)
        return self.statuses


class Replicas:
    """Three servers with separate folders and caches, as on separate machines, and one store."""

    def __init__(self, servers: list[Server], url: str) -> None:
        self.servers, self.url = servers, url

    def say(self, which: int, text: str, session: str | None = None) -> dict[str, Any]:
        # With an id of the request, a message that is only routed is kept in its session.
        body = {"text": text} if session is None else {"text": text, "session": session, "request_id": uuid4().hex}
        answer = httpx.post(f"{self.servers[which].url}/v1/route", json=body, timeout=PATIENCE)
        assert answer.status_code == 200, answer.text
        said: dict[str, Any] = answer.json()
        return said

    def all_say(self, text: str, key: str, value: str | None) -> None:
        """Wait until all decide so."""
        until(lambda: all(self.say(which, text)[key] == value for which in range(len(self.servers))))


@pytest.fixture(scope="module")
def replicas(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Replicas]:
    url, place = postgres.make_database(), tmp_path_factory.mktemp("replicas")
    with ExitStack() as stack:
        servers = []
        for name in ("one", "two", "three"):
            book = write_book(place / name / "shop")
            own = {"DATABASE_URL": url, "FINGERPOST_CACHE": str(place / name / "cache"), "OPENBLAS_NUM_THREADS": "1"}
            servers.append(stack.enter_context(serving(book, **own)).ready())
        yield Replicas(servers, url)


@pytest.fixture
def clients(replicas: Replicas) -> Iterator[list[Client]]:
    """Yield clients of all three servers; none of their requests may fail."""
    asking = [Client(server) for server in replicas.servers]
    yield asking
    for client in asking:
        until(lambda client=client: len(client.statuses) > 10)  # type: ignore[misc]
        assert set(client.end()) == {200}


def test_what_is_said_to_one_is_known_to_the_others(replicas: Replicas, clients: list[Client]) -> None:
    assert replicas.say(0, "where is my parcel", "talk")["route"] == "shipping"
    for which in (1, 2):
        leaning = replicas.say(which, "and that one?", "talk")
        assert leaning["route"] == "shipping"
        assert leaning["trail"][0]["said"] == "deixis, refers to [shipping]"
    assert replicas.say(1, "and that one?", "another talk")["trail"][0]["who"] != "resolve"
    with Store.open(replicas.url) as store:
        assert [turn.text for turn in store.turns("talk")] == ["where is my parcel", "and that one?", "and that one?"]


def test_a_promotion_and_a_roll_back_reach_all(replicas: Replicas, clients: list[Client], tmp_path: Path) -> None:
    assert {replicas.say(which, TOOTH)["route"] for which in range(3)} == {None}, "like nothing taught"
    book = load(write_book(tmp_path / "shop"))
    pairs = [(text, "shipping") for text, _ in texts()[:240]]
    trained = train(book, labelled(pairs, source="person"), EmbeddedEncoder(), None)
    with Store.open(replicas.url) as store:
        number = store.students.add("shop", trained.lineage, *pack_student(trained.student))
        store.students.set_serving("shop", number, "by mistake")
        replicas.all_say(TOOTH, "route", "shipping")
        store.students.roll_back("shop", "worse")
        replicas.all_say(TOOTH, "route", None)


def test_a_published_edit_reaches_all_and_withdrawn_all_go_back(
    replicas: Replicas, clients: list[Client], tmp_path: Path
) -> None:
    desk = write_book(tmp_path / "desk" / "shop", TOML + RULE)

    def publish(*words: str) -> str:
        environment = {**os.environ, "DATABASE_URL": replicas.url}
        done = subprocess.run(
            [COMMAND, "publish", str(desk), *words], env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    [before] = {replicas.say(which, "hocus pocus")["layer"] for which in range(3)}
    assert before != "rules"
    assert "version 1 is published" in publish()
    replicas.all_say("hocus pocus", "layer", "rules")
    assert "version 1 is withdrawn" in publish("--withdraw")
    replicas.all_say("hocus pocus", "layer", before)
    assert [server.process.poll() for server in replicas.servers] == [None] * 3
    for server in replicas.servers:
        assert "shop: version 1 is served" in server.err
        until(lambda server=server: "is served again" in server.err)  # type: ignore[misc]
        assert "Traceback" not in server.err


def test_a_server_that_starts_later_begins_with_what_is_published(
    replicas: Replicas, clients: list[Client], tmp_path: Path
) -> None:
    content = pack(write_book(tmp_path / "desk" / "shop", TOML + RULE))
    with Store.open(replicas.url) as store:
        store.published.add("shop", digest_of(content), content)
        try:
            book = write_book(tmp_path / "late" / "shop")
            with serving(book, DATABASE_URL=replicas.url, OPENBLAS_NUM_THREADS="1") as late:
                assert Replicas([late.ready()], replicas.url).say(0, "hocus pocus")["layer"] == "rules"
        finally:
            store.published.withdraw("shop")
