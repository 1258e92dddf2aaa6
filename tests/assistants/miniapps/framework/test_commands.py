"""What a reader finds, as the actions of an app take it."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from fingerpost.assistants.miniapps.bill_split.app import APP as BILL
from fingerpost.assistants.miniapps.framework.app import MiniApp
from fingerpost.assistants.miniapps.framework.commands import (
    CONTROLS,
    command_of,
    declared,
    held_by,
    read_message,
    reader_of,
)
from fingerpost.assistants.miniapps.framework.parts import LANGUAGES
from fingerpost.assistants.miniapps.framework.replay import Point
from fingerpost.assistants.miniapps.framework.understand import STEERING, VIEW
from fingerpost.assistants.miniapps.trip_planner.app import APP as TRIP
from fingerpost.language.money import Money
from fingerpost.models.encoder import EmbeddedEncoder
from fingerpost.reading import Command
from fingerpost.reading.declaration import joined, load
from fingerpost.reading.learned import load_learned
from fingerpost.reading.network import shared_network
from fingerpost.reading.reader import fingerprint_of
from fingerpost.reading.values import Share
from tests.assistants.miniapps.framework.shelf import ScriptedReader, sure

TODAY = date(2026, 11, 16)


def point(app: MiniApp, *names: str, recent: tuple[int, ...] = (), last: int = 0) -> Point:
    """Return where the app stands with things of these names; their ids count from 1."""
    things = [{"id": n, "name": name} for n, name in enumerate(names, 1)]
    return Point({**app.start, "things": things, "next": len(names) + 1}, recent, last)


def test_what_is_held_are_places_of_items_not_their_ids(counter: MiniApp) -> None:
    held = held_by(counter, point(counter, "vase", "lamp", "book", recent=(3, 9, 1), last=2))
    assert (held.items, held.people) == (["vase", "lamp", "book"], ["Ana", "Tom"])
    assert (list(held.recent), held.last) == ([2, 0], 1), "what is gone is not pointed at"


def test_among_narrows_what_is_held(counter: MiniApp) -> None:
    held = held_by(counter, point(counter, "vase", "lamp", "book", recent=(3, 1), last=2), among=(2, 3))
    assert (held.items, list(held.recent), held.last) == (["lamp", "book"], [1], 1)


def test_values_are_json(counter: MiniApp, reader: ScriptedReader) -> None:
    now = point(counter, "vase", "lamp")
    found = Command(
        "give",
        {
            "thing": "lamp",
            "person": "Ana",
            "price": Money(8450, "EUR"),
            "part": Share(Fraction(2, 3)),
            "since": "2026-11-16",
        },
        assumed=["thing"],
    )
    command = command_of(counter, now, found, "pt")
    assert json.loads(json.dumps(command.values)) == {
        "thing": 2,
        "person": "Ana",
        "price": {"cents": 8450, "currency": "EUR"},
        "part": {"parts": [2, 3], "is_parts": False},
        "since": "2026-11-16",
        "assumed": ["thing"],
        "language": "pt",
    }


def test_of_two_of_one_name_the_one_touched_last_is_meant_or_the_newest(
    counter: MiniApp, reader: ScriptedReader
) -> None:
    found = Command("drop", {"things": ["vase"]})
    assert command_of(counter, point(counter, "vase", "vase"), found, "en").values["things"] == [2]
    touched = point(counter, "vase", "vase", recent=(1, 2), last=1)
    assert command_of(counter, touched, found, "en").values["things"] == [1]


def test_a_message_is_read_once_and_anew_when_something_changed(counter: MiniApp, reader: ScriptedReader) -> None:
    reader.finds["drop it"] = sure(("drop", {"things": ["vase"]}))
    for _ in range(3):
        assert read_message(counter, point(counter, "vase"), "drop it", TODAY).commands
    assert reader.read_texts == ["drop it"]
    read_message(counter, point(counter, "vase", "lamp"), "drop it", TODAY)
    read_message(counter, point(counter, "vase"), "drop it", date(2026, 11, 17))
    assert len(reader.read_texts) == 3


def test_a_reader_is_opened_once(counter: MiniApp, reader: ScriptedReader) -> None:
    assert reader_of(counter).declaration is reader.declaration
    assert reader_of(counter) is reader_of(counter)


def test_an_action_that_is_not_declared_is_none(counter: MiniApp, reader: ScriptedReader) -> None:
    assert declared(counter, "explode") is None
    assert declared(counter, "more") is not None


@pytest.mark.parametrize("app", [TRIP, BILL], ids=lambda app: app.id)
def test_each_declared_action_is_carried_out_and_each_required_value_asked_for(app: MiniApp) -> None:
    declaration = load(app.declaration)
    assert set(declaration.actions) - {VIEW} == {action.name for action in app.actions}
    for action in declaration.actions.values():
        for parameter in action.parameters.values():
            if parameter.required:
                assert set(LANGUAGES) <= set(parameter.ask), f"{action.name}.{parameter.name} has no question"


@pytest.mark.parametrize("app", [TRIP, BILL], ids=lambda app: app.id)
def test_no_app_declares_what_steers_every_app(app: MiniApp) -> None:
    assert set(load(CONTROLS).actions) == set(STEERING)
    assert set(STEERING).isdisjoint(load(app.declaration).actions)
    assert set(STEERING) <= set(joined(load(app.declaration), load(CONTROLS)).actions)


@pytest.mark.parametrize("app", [TRIP, BILL], ids=lambda app: app.id)
def test_what_the_apps_have_learned_is_kept(app: MiniApp, monkeypatch: pytest.MonkeyPatch) -> None:
    """Learning takes seconds: the file that ships must fit the declaration that ships."""
    from fingerpost.reading import reader as reading

    def learned_now(*_: object) -> object:
        raise AssertionError(f"{Path(app.declaration).with_name('reader.npz')} is stale: write it with keep_learned")

    monkeypatch.setattr(reading, "learn_app", learned_now)
    reading.open_reader(app.declaration, CONTROLS)


@pytest.mark.parametrize("app", [TRIP, BILL])
def test_what_the_shipped_readers_learn_is_kept(app: MiniApp) -> None:
    """After a change of examples, declarations or weights: python scripts/keep_readers.py."""
    declaration, encoder = joined(load(app.declaration), load(CONTROLS)), EmbeddedEncoder()
    kept, fingerprint = app.declaration.with_name("reader.npz"), fingerprint_of(declaration, encoder)
    assert load_learned(kept, declaration, shared_network(), fingerprint) is not None
    changed = replace(declaration, examples=declaration.examples[1:])
    assert load_learned(kept, changed, shared_network(), fingerprint_of(changed, encoder)) is None
