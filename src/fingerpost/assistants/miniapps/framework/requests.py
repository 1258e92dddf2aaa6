"""The requests of a message, taken one by one: each on what the one before it left."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from fingerpost.assistants.miniapps.framework.app import MiniApp
from fingerpost.assistants.miniapps.framework.clauses import clauses, each_apart, sentences
from fingerpost.assistants.miniapps.framework.replay import Session
from fingerpost.assistants.miniapps.framework.understand import (
    NAVIGATIONAL,
    TRANSACTIONAL,
    Understood,
    answers,
    asks_to_begin,
    read_whole,
    takes_back,
    understand,
)


class MessagePart(NamedTuple):
    """A part of a message: all of it (`depth` 0), a sentence (1), a clause (2), or one with values of its own (3)."""

    text: str
    depth: int


def next_wanted(
    app: MiniApp, session: Session, requests: deque[Understood | MessagePart], intent: str, follows: bool
) -> Understood:
    """Return what the next request wants; one that holds several is parted first."""
    request = requests.popleft()
    while isinstance(request, MessagePart) and request.depth < 3:
        requests.extendleft(reversed(_parts(app, session, request, intent, follows)))
        request = requests.popleft()
    if isinstance(request, Understood):
        return request
    return understand(app, session, request.text, intent, date.today(), follows)


def _parts(
    app: MiniApp, session: Session, request: MessagePart, intent: str, follows: bool
) -> Sequence[Understood | MessagePart]:
    """Return what a request comes to as the app reads it, or else its parts; an answer to a question stays whole."""
    text, today, depth = request.text, date.today(), request.depth
    if intent == NAVIGATIONAL or (not follows and answers(app, session, text, today)):
        return [MessagePart(clause, 3) for clause in clauses(app, text)]
    acts = read_whole(app, session, text, intent, today, follows)
    if acts:
        return [Understood(act, session.language) for act in acts]
    if depth == 0:
        told = sentences(text) if app.reads is not None and intent == TRANSACTIONAL else [text]
        return [MessagePart(one, 1) for one in told]
    if depth == 1 and takes_back(text):
        return [MessagePart(text, 3)]
    if depth == 1:
        return [MessagePart(clause, 2) for clause in clauses(app, text, opening=asks_to_begin(app, text))]
    return [MessagePart(one, 3) for one in each_apart(app, session, text, today)]
