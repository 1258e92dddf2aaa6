"""What an app's reader finds in a message, as the app's actions take it: ids for items, and all as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fingerpost.assistants.miniapps.framework.parts import AppCommand, Language
from fingerpost.assistants.miniapps.framework.replay import Point
from fingerpost.language.money import Money
from fingerpost.reading import reader as reading
from fingerpost.reading.declaration import DeclaredAction, Parameter
from fingerpost.reading.reader import Reader, open_reader
from fingerpost.reading.values import Held, Share

if TYPE_CHECKING:
    from fingerpost.assistants.miniapps.framework.app import MiniApp

CONTROLS = Path(__file__).parent / "controls.toml"
"""What can be asked of every app."""


def reader_of(app: MiniApp) -> Reader:
    """Return the reader of an app, opened once a process."""
    return _opened(app.declaration)


@lru_cache(maxsize=64)
def _opened(declaration: Path) -> Reader:
    return open_reader(declaration, CONTROLS)


def held_by(app: MiniApp, now: Point, among: Sequence[int] = ()) -> Held:
    """Return what the words of a message may mean; `among`: only items of these ids."""
    items = [item for item in app.items(now.state) if not among or item.id in among]
    known = app.known(now.state) if not among else ()
    places = {item.id: place for place, item in enumerate(items)}
    recent = [places[one] for one in now.recent if one in places]
    last = sum(one in places for one in now.recent[: now.last])
    return Held([item.name for item in items], list(app.people(now.state)), recent, last, known)


def read_message(app: MiniApp, now: Point, text: str, today: date) -> reading.Reading:
    """Return what a message asks of an app."""
    held = held_by(app, now)
    key = json.dumps([held.items, held.people, held.recent, held.last, held.known])
    return _read(app.declaration, text, key, today)


@lru_cache(maxsize=256)
def _read(declaration: Path, text: str, held: str, today: date) -> reading.Reading:
    """Read a message; it is read when it is routed and again when it is carried out."""
    return _opened(declaration).read(text, Held(*json.loads(held)), today)


def command_of(app: MiniApp, now: Point, found: reading.Command, language: Language) -> AppCommand:
    """Return a command that was read with the values that the app's action takes."""
    action = reader_of(app).declaration.actions[found.action]
    values = {name: as_json(app, now, action.parameters[name], value) for name, value in found.values.items()}
    assumed = {"assumed": list(found.assumed)} if found.assumed else {}
    return AppCommand(found.action, {**values, **assumed, "language": language})


def as_json(app: MiniApp, now: Point, parameter: Parameter, value: Any, among: Sequence[int] = ()) -> Any:
    """Return a value as JSON; an item by its id: of several with one name the one touched last, or the newest."""
    if isinstance(value, list):
        return [as_json(app, now, parameter, one, among) for one in value]
    if "item" in parameter.types and isinstance(value, str):
        ids = [item.id for item in app.items(now.state) if item.name == value and (not among or item.id in among)]
        return next((one for one in now.recent if one in ids), ids[-1])
    if isinstance(value, Money):
        return {"cents": value.cents, "currency": value.currency}
    if isinstance(value, Share):
        return {"parts": [value.value.numerator, value.value.denominator], "is_parts": value.is_parts}
    return value


def declared(app: MiniApp, action: str) -> DeclaredAction | None:
    """Return an action as it is declared."""
    return reader_of(app).declaration.actions.get(action)
