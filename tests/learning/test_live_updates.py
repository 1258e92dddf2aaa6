"""Who serves, followed: promotions and roll-backs reach a live router, and requests under way lose nothing."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fingerpost.answering.sessions import Sessions
from fingerpost.errors import StoreError
from fingerpost.learning.live_updates import LiveUpdater
from fingerpost.learning.shadow import compare_shadow
from fingerpost.learning.train import train
from fingerpost.models.encoder import Encoder
from fingerpost.observability.metrics import METRICS
from fingerpost.routing.live import LiveRouter
from fingerpost.routing.student.serialization import pack
from fingerpost.settings import Settings
from fingerpost.stores.student_registry import StudentRegistry
from fingerpost.testing import WordEncoder
from tests.conftest import SHOP
from tests.learning.words import labelled, texts

ENCODER: Encoder = WordEncoder()
STRANGE = "hello, that sofa has a warranty"
"""What those who were not taught by traffic take for something else, or are not sure of."""


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveRouter]:
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "routebook.toml").write_text(
        "".join(f'[[routes]]\nname = "{name}"\n\n' for name in SHOP), encoding="utf-8"
    )
    rows = [{"text": text, "route": name} for name, words in SHOP.items() for text in words]
    (folder / "examples.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    router = LiveRouter(folder, encoder=ENCODER, settings=Settings(cache=tmp_path / "cache"))
    yield router
    router.close()


@pytest.fixture
def numbers(live: LiveRouter, sessions: Sessions) -> list[int]:
    """Two versions: one that traffic taught, and one that takes everything for shipping."""
    book, made = live.router.routebook, []
    for pairs in (texts()[:240], [(text, "shipping") for text, _ in texts()[:240]]):
        trained = train(book, labelled(pairs, source="person"), ENCODER, None)
        made.append(sessions.store.students.add(book.name, trained.lineage, *pack(trained.student)))
    return made


def until(true: Callable[[], bool]) -> bool:
    for _ in range(500):
        if true():
            return True
        time.sleep(0.02)
    return False


def key(live: LiveRouter) -> str:
    student = live.router.warm_student()
    assert student is not None
    return student.key


def test_a_promotion_and_a_roll_back_are_taken_over(live: LiveRouter, sessions: Sessions, numbers: list[int]) -> None:
    updater, students = LiveUpdater(live, sessions), sessions.store.students
    own, name = key(live), live.router.routebook.name
    assert updater.update() is False
    students.set_serving(name, numbers[0], "better")
    assert updater.update() is True
    taught = key(live)
    assert taught != own
    assert live.route(STRANGE).route == "product"
    students.set_serving(name, numbers[1], "by mistake")
    updater.update()
    assert live.route(STRANGE).route == "shipping"
    students.roll_back(name, "worse")
    updater.update()
    assert key(live) == taught
    students.roll_back(name, "worse")
    updater.update()
    assert key(live) == own


def test_a_server_that_starts_takes_over_who_serves(live: LiveRouter, sessions: Sessions, numbers: list[int]) -> None:
    own = key(live)
    sessions.store.students.set_serving(live.router.routebook.name, numbers[0], "better")
    LiveUpdater(live, sessions)
    assert key(live) != own


def test_an_edit_of_the_examples_sets_a_student_of_others_aside(
    live: LiveRouter, sessions: Sessions, numbers: list[int], caplog: pytest.LogCaptureFixture
) -> None:
    from fingerpost import Example

    sessions.store.students.set_serving(live.router.routebook.name, numbers[0], "better")
    updater = LiveUpdater(live, sessions)
    taught = key(live)
    live.add_examples([Example("do you gift-wrap kettles", "product")])
    updater.update()
    assert key(live) != taught
    assert "was trained on other examples than the routebook has" in caplog.text


def test_nothing_is_lost_while_students_change(live: LiveRouter, sessions: Sessions, numbers: list[int]) -> None:
    name, students = live.router.routebook.name, sessions.store.students
    updater = LiveUpdater(live, sessions).start(every=0.01)
    stop, decided, faults = threading.Event(), [0], list[Exception]()

    def ask() -> None:
        while not stop.is_set():
            try:
                assert live.route(STRANGE).route is not None
                decided[0] += 1
            except Exception as error:  # noqa: BLE001 - any fault is one too many
                faults.append(error)

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    taken = []
    try:
        for number in [*numbers, *numbers]:
            students.set_serving(name, number, "")
            wanted = students.read(name, number)[0]["key"]
            assert until(lambda wanted=wanted: key(live) == wanted)  # type: ignore[misc]
        for _ in range(4):
            before = key(live)
            began = time.monotonic()
            students.roll_back(name, "")
            assert until(lambda before=before: key(live) != before)  # type: ignore[misc]
            taken.append(time.monotonic() - began)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
        updater.close()
    assert faults == []
    assert decided[0] > 50
    assert len(taken) == 4


def test_a_store_that_fails_for_a_while_changes_nobody(
    live: LiveRouter, sessions: Sessions, numbers: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    name, honest = live.router.routebook.name, StudentRegistry.serving
    sessions.store.students.set_serving(name, numbers[0], "better")
    updater = LiveUpdater(live, sessions)
    taught, looked = key(live), threading.Event()

    def fails(*_: object) -> None:
        looked.set()
        raise StoreError("the server is away")

    monkeypatch.setattr(StudentRegistry, "serving", fails)
    updater.start(every=0.01)
    assert looked.wait(5)
    assert key(live) == taught
    monkeypatch.setattr(StudentRegistry, "serving", honest)
    sessions.store.students.set_serving(name, numbers[1], "")
    assert until(lambda: key(live) != taught)
    updater.close()


def test_a_shadow_decides_beside_without_effect(live: LiveRouter, sessions: Sessions, numbers: list[int]) -> None:
    name = live.router.routebook.name
    sessions.store.students.set_serving(name, numbers[0], "better")
    sessions.store.students.set_serving(name, numbers[1], "to be looked at", "shadow")
    updater = LiveUpdater(live, sessions)
    counted = METRICS.value("decisions")
    for request, text in (("r1", STRANGE), ("r2", "where is my parcel")):
        with sessions.exchange("s", text, request_id=request) as exchange:
            assert exchange.route().route == {"r1": "product", "r2": "shipping"}[request]
    assert sessions.traces is not None
    sessions.traces.flush()
    assert METRICS.value("decisions") == counted + 2
    found = compare_shadow(sessions.store, name)
    assert found.compared == 2
    [row] = found.rows
    assert (row.request, row.route, row.student, row.shadow_route) == ("r1", "product", numbers[1], "shipping")
    sessions.store.students.set_serving(name, None, "enough", "shadow")
    updater.update()
    assert sessions.shadow is None
