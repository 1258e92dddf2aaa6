"""Changes of what serves: just what was tried is published, nothing unseen is replaced, and roll-backs roll back."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from fingerpost.answering.sessions import Sessions
from fingerpost.errors import ConflictError, MessageError, NotFoundError
from fingerpost.learning import trial_runner
from fingerpost.learning.live_updates import LiveUpdater
from fingerpost.learning.route_changes import RouteChanges
from fingerpost.learning.train import train
from fingerpost.routebook.example_rows import ExampleChange
from fingerpost.routebook.pack import digest_of, pack
from fingerpost.routing.live import LiveRouter
from fingerpost.routing.router import Router
from fingerpost.routing.student.serialization import pack as pack_student
from fingerpost.settings import Settings
from fingerpost.stores import Store
from fingerpost.stores.student_registry import ServingVersion
from fingerpost.stores.trials import DONE
from fingerpost.testing import WordEncoder
from fingerpost.types import Turn
from tests.learning.test_published_routebook import write_book
from tests.learning.words import labelled

KETTLE = ExampleChange("product", ["warranty for the kettle", "kettle warranty"])
RESULT = {"seconds": 1, "traffic": {"changed": 1}, "flips": [{"turn": 1, "text": None}, {"turn": None, "text": "own"}]}
CHILD = f"import sys; sys.stdin.buffer.read(); print({json.dumps({'result': RESULT})!r})"


class Place:
    """A server's folder, its router, its store, and the changes of it."""

    def __init__(self, folder: Path, store: Store, settings: Settings) -> None:
        self.folder, self.store = folder, store
        self.live = LiveRouter(folder, encoder=WordEncoder(), settings=settings)
        self.updater = LiveUpdater(self.live, Sessions(self.live, store))
        self.changes = RouteChanges(self.live, store, settings)

    def tried(self, *changes: ExampleChange) -> tuple[int, str]:
        number = self.changes.try_examples("ana", changes or [KETTLE])
        return number, self.ended(number)

    def ended(self, number: int) -> str:
        given_up = monotonic() + 60
        while (found := self.changes.trial(number)).state != DONE:
            assert monotonic() < given_up, found
            sleep(0.02)
        return found.digest

    @property
    def texts(self) -> list[str]:
        self.updater.update()
        return [example.text for example in self.live.router.routebook.examples]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    monkeypatch.setattr(trial_runner, "COMMAND", [sys.executable, "-c", CHILD])
    settings = Settings(cache=tmp_path / "cache", database=f"sqlite:///{tmp_path}/store.sqlite", traces="off")
    with Store.open(settings.database) as store:
        yield Place(write_book(tmp_path / "shop"), store, settings)


def test_what_was_tried_is_published_served_and_rolled_back(place: Place) -> None:
    before = place.texts
    number, digest = place.tried()
    assert place.texts == before, "a trial changes nothing"
    assert place.changes.publish("ben", number, digest) == 1
    assert place.texts == [*before, *KETTLE.add]
    [version] = place.changes.versions().routebooks
    assert (version.who, version.parent, version.digest) == ("ben", None, digest)
    assert version.figures is not None
    assert (version.figures["trial"], version.figures["traffic"]) == (number, {"changed": 1})
    second, digest = place.tried(ExampleChange("refund", remove=["I want my money back"]))
    assert place.changes.publish("ben", second, digest) == 2
    assert "I want my money back" not in place.texts
    served = place.changes.roll_back("ben", 2)
    assert served is not None
    assert (served.number, place.texts) == (1, [*before, *KETTLE.add])
    assert place.changes.roll_back("ben", 1) is None
    assert place.texts == before


def test_something_else_than_what_was_tried_is_not_published(place: Place) -> None:
    number, digest = place.tried()
    with pytest.raises(ConflictError, match="not what trial 1 has tried"):
        place.changes.publish("eve", number, "0" * 64)
    # Somebody who can write to the store puts another content under the same trial.
    place.store._database.write(
        lambda connection: connection.execute("UPDATE fingerpost_trials SET content = ?", pack(place.folder))
    )
    with pytest.raises(ConflictError, match="not what trial 1 has tried"):
        place.changes.publish("eve", number, digest)
    with pytest.raises(ConflictError, match="not what trial 1 has tried"):
        place.changes.publish("eve", number, digest_of(pack(place.folder)))
    with pytest.raises(NotFoundError):
        place.changes.publish("eve", 99, digest)
    assert place.store.published.latest("shop") is None


def test_what_has_not_ended_well_is_not_published(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial_runner, "COMMAND", [sys.executable, "-c", "import time; time.sleep(600)"])
    number = place.changes.try_examples("ana", [KETTLE])
    running = place.changes.trial(number)
    with pytest.raises(ConflictError, match="trial 1 is running"):
        place.changes.publish("ana", number, running.digest)
    assert place.changes.cancel(number).state == "cancelled"
    with pytest.raises(ConflictError, match="trial 1 is cancelled"):
        place.changes.publish("ana", number, running.digest)


def test_a_change_of_what_serves_meanwhile_refuses_it(place: Place) -> None:
    number, digest = place.tried()
    rows = (place.folder / "examples.jsonl").read_text()
    (place.folder / "examples.jsonl").write_text(rows + '{"text": "an edit of the folder", "route": "refund"}\n')
    with pytest.raises(ConflictError, match="does not serve yet"):
        place.changes.publish("ana", number, digest)
    place.live.reload()
    with pytest.raises(ConflictError, match="has changed since this was tried"):
        place.changes.publish("ana", number, digest)
    (place.folder / "examples.jsonl").write_text(rows)
    place.live.reload()
    place.store.published.add("shop", digest_of(pack(place.folder)), pack(place.folder))
    place.updater.update()
    with pytest.raises(ConflictError, match="has changed since this was tried"):
        place.changes.publish("ana", number, digest)
    with pytest.raises(ConflictError, match="version 1 is served by now"):
        place.changes.roll_back("ana", 2)


def test_the_folder_is_tried_while_a_version_is_published(place: Place) -> None:
    with pytest.raises(MessageError, match="the folder has what is served"):
        place.changes.try_folder("ana")
    number, digest = place.tried()
    place.changes.publish("ana", number, digest)
    place.updater.update()
    number = place.changes.try_folder("ana")
    digest = place.ended(number)
    assert digest == digest_of(pack(place.folder))
    assert place.changes.trial(number).change == {"source": "folder"}
    assert place.changes.publish("ana", number, digest) == 2
    assert not set(KETTLE.add) & set(place.texts)


def test_an_edit_that_cannot_be_served_is_refused_at_once(place: Place) -> None:
    everything = [text for text in place.texts if "parcel" in text or "courier" in text or "deliver" in text]
    with pytest.raises(MessageError, match="there is no route 'nowhere'"):
        place.changes.try_examples("ana", [ExampleChange("nowhere", ["x"])])
    rest = [*everything, "shipping to Portugal cost"]
    number, _ = place.tried(ExampleChange("shipping", remove=rest[:-1]))
    assert place.changes.trial(number).change["removed"] == len(rest) - 1
    assert len(place.changes.trials()) == 1


def test_routes_given_in_python_are_changed_there(place: Place) -> None:
    router = Router.from_routebook(place.folder, encoder=WordEncoder())
    changes = RouteChanges(router, place.store, router.settings)
    assert not changes.can_change
    with pytest.raises(MessageError, match="given its routes in Python"):
        changes.try_examples("ana", [KETTLE])


def test_texts_of_messages_come_from_the_store_as_long_as_they_are_there(place: Place) -> None:
    place.store.write("s", "r", [Turn("user", "said by somebody", "refund")], routebook="shop")
    number, _ = place.tried()
    assert [flip["text"] for flip in place.changes.trial(number).result["flips"]] == ["said by somebody", "own"]
    place.store.forget(session="s")
    assert [flip["text"] for flip in place.changes.trial(number).result["flips"]] == [None, "own"]


def test_classifiers_are_promoted_and_rolled_back_unless_another_serves_by_now(place: Place) -> None:
    book = place.live.router.routebook
    numbers = []
    for passed, text in ((True, "kettle warranty"), (True, "kettle please"), (False, "no kettle")):
        trained = train(book, labelled([(text, "product")]), WordEncoder(), None)
        lineage = {**trained.lineage, "comparison": {"passed": passed, "reasons": ["worse"]}}
        numbers.append(place.store.students.add("shop", lineage, *pack_student(trained.student)))
    first, second, refused = numbers
    promote = place.changes.promote_classifier
    assert promote("ana", first, None, anyway=False).student == first
    with pytest.raises(ConflictError, match="another classifier serves by now"):
        promote("ben", second, None, anyway=False)
    assert promote("ben", second, first, anyway=False).why == "by ben"
    with pytest.raises(ConflictError, match=f"version {refused} was refused: worse"):
        promote("ben", refused, second, anyway=False)
    with pytest.raises(MessageError, match="has no classifier version 99"):
        promote("ben", 99, second, anyway=True)
    with pytest.raises(ConflictError, match="another classifier serves by now"):
        place.changes.roll_back_classifier("ben", first)
    assert place.changes.roll_back_classifier("ben", second).student == first
    assert place.changes.roll_back_classifier("ben", first).student is None
    with pytest.raises(ConflictError, match="nothing to roll back"):
        place.changes.roll_back_classifier("ben", None)
    found = place.changes.versions()
    assert ([one.id for one in found.classifiers], found.serving and found.serving.student) == (numbers[::-1], None)


def test_edits_of_one_route_in_two_parts_are_all_told(place: Place) -> None:
    number, _ = place.tried(KETTLE, ExampleChange("product", ["a kettle"]), ExampleChange("refund", ["my coins back"]))
    told = place.changes.trial(number).change["routes"]
    assert told["product"] == {"add": [*KETTLE.add, "a kettle"], "remove": []}
    assert told["refund"] == {"add": ["my coins back"], "remove": []}


@pytest.mark.parametrize(
    ("line", "told"), [(b'{"text": broken', "line 31: not JSON"), (b'{"text": "caf\xe9", "route": "product"}', "UTF-8")]
)
def test_a_folder_that_cannot_be_served_is_told_as_such(place: Place, line: bytes, told: str) -> None:
    file = place.folder / "examples.jsonl"
    file.write_bytes(file.read_bytes() + line + b"\n")
    with pytest.raises(MessageError, match=f"what the folder or the store has cannot be served: .*{told}") as error:
        place.changes.try_examples("ana", [KETTLE])
    assert str(place.folder) not in str(error.value)
    place.store.published.add("shop", "x", json.dumps({"routebook.toml": "no"}))
    with pytest.raises(MessageError, match="cannot be served"):
        place.changes.try_folder("ana")


def test_of_two_who_roll_back_the_same_classifier_one_is_refused(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    students, lineage = place.store.students, {"comparison": {"passed": True}}
    first, second = (students.add("shop", lineage, {}, b"") for _ in range(2))
    students.set_serving("shop", first, "by hand")
    students.set_serving("shop", second, "by hand")
    looked = place.changes._serving

    def meanwhile(seen: int | None) -> ServingVersion | None:
        found = looked(seen)
        students.roll_back("shop", "by somebody else")
        return found

    monkeypatch.setattr(place.changes, "_serving", meanwhile)
    with pytest.raises(ConflictError, match="another classifier serves by now"):
        place.changes.roll_back_classifier("ana", second)
    serving = students.serving("shop")
    assert serving is not None
    assert serving.student == first
