"""What a language model reads in a message of which an app's reader is not sure.

The router may ask it first, to tell whether the message is for the app; what it read then is not asked again when the
message is carried out.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from fingerpost.assistants.miniapps.framework.commands import held_by, reader_of
from fingerpost.assistants.miniapps.framework.replay import Point
from fingerpost.assistants.miniapps.framework.understand import route_for
from fingerpost.errors import ModelError
from fingerpost.observability.events import log_event
from fingerpost.reading.by_model import LONGEST, checked, is_question, prompt_of, schema_of
from fingerpost.reading.reader import Reading

if TYPE_CHECKING:
    from fingerpost.assistants.miniapps.framework.app import MiniApp
    from fingerpost.models.label_chooser import LabelChooser

MAX_TOKENS = 200
"""Tokens of an answer: some commands with their values."""
KEPT = 64
"""Readings that are kept from the router to the handler; a message is carried out right after it is routed."""

_kept: dict[tuple[Path, str, str], Reading | None] = {}


class Unsure(NamedTuple):
    """A message of which an app's reader is not sure, and where the app stands."""

    app: MiniApp
    now: Point
    text: str


@dataclass(slots=True)
class ByModel:
    """What a model read in a message, and, where it was not asked yet, what it is to be asked."""

    read: Reading | None = None
    unsure: Unsure | None = None


async def route_by_model(chooser: LabelChooser, unsure: Unsure, said_last: Sequence[str]) -> str | None:
    """Return the route of a message in which a model reads what the app can do; None where it does not."""
    read = await _asked(chooser, unsure, said_last)
    while len(_kept) >= KEPT:
        _kept.pop(next(iter(_kept)), None)
    _kept[_key(unsure)] = read
    return None if read is None else route_for(read)


async def read_by_model(chooser: LabelChooser, unsure: Unsure, said_last: Sequence[str]) -> Reading | None:
    """Return what a model reads in a message; None where its answer cannot be used, or none came in time."""
    key = _key(unsure)
    return _kept.pop(key) if key in _kept else await _asked(chooser, unsure, said_last)


def _key(unsure: Unsure) -> tuple[Path, str, str]:
    return unsure.app.declaration, " ".join(unsure.text.split()), repr(held_by(unsure.app, unsure.now))


async def _asked(chooser: LabelChooser, unsure: Unsure, said_last: Sequence[str]) -> Reading | None:
    app, text, held = unsure.app, unsure.text, held_by(unsure.app, unsure.now)
    if len(text) > LONGEST or is_question(text, held.people):
        return None
    declaration = (await asyncio.to_thread(reader_of, app)).declaration
    try:
        answer = await chooser.fill(
            prompt_of(declaration, held, text, said_last), schema_of(declaration, held), MAX_TOKENS
        )
    except ModelError as error:
        log_event(f"[app] {app.id}: no model read a message: {error}", logging.WARNING, app=app.id)
        return None
    # Off the event loop: every run of words of the message is looked at.
    read = await asyncio.to_thread(checked, declaration, held, text, answer, date.today())
    found = (
        "nothing that can be used" if read is None else ", ".join(one.action for one in read.commands or read.doubtful)
    )
    log_event(f"[app] {app.id}: a model read {found or 'nothing to do'}", app=app.id)
    return read
