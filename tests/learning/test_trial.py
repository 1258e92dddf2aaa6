"""What an edited routebook would change: flips of stored messages, held-out rows and examples, by labels of people."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fingerpost.learning import trial
from fingerpost.learning.published_routebook import ServedContent
from fingerpost.learning.train import train
from fingerpost.learning.trial import TrialJob, run_trial
from fingerpost.routebook.example_rows import ExampleChange, edit_examples
from fingerpost.routebook.load import read_folder
from fingerpost.routebook.pack import digest_of, pack
from fingerpost.routing.student.serialization import pack as pack_student
from fingerpost.settings import LearningSettings, Settings
from fingerpost.stores import Store
from fingerpost.testing import WordEncoder
from fingerpost.types import Turn
from tests.conftest import SHOP
from tests.learning.test_published_routebook import write_book
from tests.learning.words import labelled

NEW = ["warranty for the kettle", "the kettle warranty please", "is there a warranty for kettles", "kettle warranty"]
"""Texts of nobody's route yet."""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return write_book(tmp_path / "shop")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(cache=tmp_path / "cache", database=f"sqlite:///{tmp_path}/store.sqlite")


@pytest.fixture
def store(settings: Settings) -> Iterator[Store]:
    with Store.open(settings.database) as store:
        yield store


def job(place: Path, settings: Settings, *changes: ExampleChange) -> TrialJob:
    content = pack(place)
    edited = edit_examples(content, changes, list(SHOP))
    return TrialJob(settings, "shop", place, ServedContent(None, digest_of(content), content), edited.packed)


def say(store: Store, text: str, corrected: str | None = None, **more: Any) -> int:
    number = len(list(store.stored_messages("shop")))
    store.write(f"s{number}", f"r{number}", [Turn("user", text, "refund", "student", 0.5)], routebook="shop", **more)
    if corrected is not None:
        store.correct(f"r{number}", corrected)
    return next(one.id for one in store.stored_messages("shop") if one.request == f"r{number}")


def run(given: TrialJob) -> tuple[dict[str, Any], list[str]]:
    steps: list[str] = []
    found = run_trial(given, lambda step, *_: steps.append(step), WordEncoder())
    json.dumps(found)
    return found, steps


def test_a_message_that_moves_is_told_and_its_label_says_whether_that_is_right(
    place: Path, settings: Settings, store: Store
) -> None:
    right = say(store, "warranty of my kettle", "product")
    wrong = say(store, "kettle warranty of mine", "nothing of these")
    open_one = say(store, "a warranty for that kettle")
    say(store, "where is my parcel now")
    found, steps = run(job(place, settings, ExampleChange("product", NEW)))
    flips = {flip["turn"]: flip for flip in found["flips"] if flip["source"] == "traffic"}
    assert all(flip["new"] == "product" for flip in flips.values())
    assert {number: flip["way"] for number, flip in flips.items()}.items() <= {
        right: "fixed", wrong: "moved", open_one: "unknown",
    }.items()  # fmt: skip
    assert flips, "the edit has no effect"
    traffic = found["traffic"]
    assert (traffic["messages"], traffic["labelled"], traffic["changed"]) == (4, 2, len(flips))
    assert traffic["right"]["new"] > traffic["right"]["old"]
    assert all(flip["text"] is None for flip in flips.values()), "no text of people is kept in a trial"
    assert list(dict.fromkeys(steps)) == ["training", "replaying", "cross-validating"]


def test_a_removed_example_breaks_what_it_taught(place: Path, settings: Settings, store: Store) -> None:
    say(store, "track the courier please", "shipping")
    gone = [text for text in SHOP["shipping"] if "courier" in text or "track" in text]
    found, _ = run(job(place, settings, ExampleChange("shipping", remove=gone), ExampleChange("product", gone)))
    [flip] = [flip for flip in found["flips"] if flip["source"] == "traffic"]
    assert (flip["old"], flip["new"], flip["expected"], flip["way"]) == ("shipping", "product", "shipping", "broken")
    assert found["flips"][0]["way"] == "broken", "what breaks comes first"


def test_a_message_that_is_an_example_says_nothing_of_how_good_it_is(
    place: Path, settings: Settings, store: Store
) -> None:
    say(store, NEW[0], "product")
    found, _ = run(job(place, settings, ExampleChange("product", NEW)))
    assert [flip["taught"] for flip in found["flips"] if flip["source"] == "traffic"] == [True]
    traffic = found["traffic"]
    assert (traffic["labelled"], traffic["judged"], traffic["fixed"]) == (1, 0, 0)
    assert (traffic["changed"], traffic["changed_examples"]) == (1, 1)


def test_examples_that_both_have_are_cross_validated(place: Path, settings: Settings, store: Store) -> None:
    del store
    found, _ = run(job(place, settings, ExampleChange("product", NEW)))
    validated = found["cross_validation"]
    assert validated["rows"] == {"old": 30, "new": 34}
    assert validated["common"] == 30
    assert all(0 <= validated["accuracy"][side] <= 1 for side in ("old", "new"))
    flips = [flip for flip in found["flips"] if flip["source"] == "examples"]
    assert len(flips) == validated["fixed"] + validated["broken"] + validated["moved"]


def test_held_out_rows_are_compared_as_the_command_does(
    place: Path, settings: Settings, store: Store, tmp_path: Path
) -> None:
    del store
    file = tmp_path / "rows.jsonl"
    rows = [("the kettle has no warranty", "product"), ("parcel of mine", "shipping"), ("refund for me", "refund")]
    file.write_text("".join(json.dumps({"text": text, "route": route}) + "\n" for text, route in rows))
    held = replace(settings, learning=LearningSettings(held_out=file))
    found, steps = run(job(place, held, ExampleChange("product", NEW)))
    assert found["held_out"]["rows"] == 3
    assert "held-out rows" in steps
    file.write_text("no JSON")
    found, _ = run(job(place, held, ExampleChange("product", NEW)))
    assert found["held_out"] is None
    assert "held-out rows were left out" in found["notes"][0]
    gone = replace(settings, learning=LearningSettings(held_out=place.parent / "gone.jsonl"))
    found = run_trial(job(place, gone, ExampleChange("product", NEW)), lambda *_: None, WordEncoder())
    assert "gone.jsonl: no such file" in found["notes"][0]
    assert str(place.parent) not in found["notes"][0]


def test_it_ends_when_time_is_over_and_says_so(
    place: Path, settings: Settings, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    say(store, "where is my parcel now")
    monkeypatch.setattr(trial, "MAX_SECONDS", 0.0)
    found, _ = run(job(place, settings, ExampleChange("product", NEW)))
    assert (found["traffic"]["messages"], found["cross_validation"]) == (0, None)
    assert [note.partition(":")[2].strip() for note in found["notes"]] == [
        "time was over", "training and replaying took too long",
    ]  # fmt: skip


def test_no_more_than_the_newest_messages_are_decided_and_flips_listed(
    place: Path, settings: Settings, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(6):
        say(store, f"warranty of the kettle {number}")
    monkeypatch.setattr(trial, "MAX_MESSAGES", 4)
    monkeypatch.setattr(trial, "MAX_FLIPS", 1)
    found, _ = run(job(place, settings, ExampleChange("product", NEW)))
    assert found["traffic"]["messages"] == 4
    assert len(found["flips"]) == 1
    assert found["left_out"] >= found["traffic"]["changed"] - 1


def test_a_classifier_of_traffic_serves_before_and_its_end_is_told(
    place: Path, settings: Settings, store: Store
) -> None:
    book = replace(read_folder(place), name="shop")
    trained = train(book, labelled([(text, "product") for text in NEW]), WordEncoder(), None)
    number = store.students.add("shop", trained.lineage, *pack_student(trained.student))
    store.students.set_serving("shop", number, "test")
    found, _ = run(job(place, settings, ExampleChange("product", NEW)))
    assert f"classifier version {number}, trained on labels of traffic, does not fit" in found["notes"][0]
