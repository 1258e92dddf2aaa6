"""The request: one object from the server's edge to the store."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypedDict
from uuid import uuid4

from fingerpost.language.detect import language_of
from fingerpost.routebook.apps import AppSession
from fingerpost.routebook.model import Routebook
from fingerpost.routebook.replies import named_values
from fingerpost.routing.router import Router, as_message
from fingerpost.runtime.deadline import Deadline
from fingerpost.stores.session_owners import SessionOwner
from fingerpost.stores.turn_writer import check_ids
from fingerpost.types import Decision, Message

KEY_PREFIX = "key:"
"""Begins the names under which users and rooms of a named client are stored; callers may not use it in theirs."""

ClosedAppSessions = Callable[[str], Sequence[AppSession]]
"""Returns the latest closed sessions of an app, newest first; it may block on the store."""


def stored_name(client: str | None, name: str) -> str:
    """Return the name under which a user or a room of a client is stored."""
    return f"{KEY_PREFIX}{client}/{name}" if client else name


def no_closed_app_sessions(_: str) -> Sequence[AppSession]:
    """Return no sessions, for requests without a store."""
    return ()


class RequestOptions(TypedDict, total=False):
    """The options of a request; see `Request` for their meaning. `timeout` is in seconds."""

    session: str | None
    user: str | None
    room: str | None
    client: str | None
    request_id: str | None
    may_repeat: bool
    timeout: float | None


@dataclass(frozen=True, slots=True)
class Request:
    """One message with everything that is needed to answer it. Use `Request.create`.

    message: the message; once the store was read, with the session's last turns and the running app.
    router: the router that the request began with; a reload meanwhile does not change it.
    deadline: the time by which the answer must be complete.
    session: the conversation that the message belongs to.
    id: the id of the request in logs, traces and the store; a request is stored once under its id.
    user: the author of the message, for export and deletion; None where the caller does not know.
    room: the place where the message was written; apps run for a user in a room. By default the session.
    client: the name of the key that sent it, "" for one without a name; None within a program, where nobody is checked.
    may_repeat: whether the caller chose the id, so that the same request can arrive again.
    continues: whether the store may hold something of before: the caller named a session, or a room that has an app.
    app_session: the latest app session of the user in the room, running or ended.
    closed_app_sessions: returns the closed sessions of an app that the user may resume.
    probes: whether only the decision is wanted, so that the session is read and nothing is added to it.
    decision: the decision on the message; None until there is one, never for a function that answers a route.
    """

    message: Message
    router: Router
    deadline: Deadline
    session: str
    id: str
    user: str | None = None
    room: str = ""
    client: str | None = None
    may_repeat: bool = False
    continues: bool = True
    app_session: AppSession | None = None
    closed_app_sessions: ClosedAppSessions = no_closed_app_sessions
    decision: Decision | None = None
    probes: bool = False

    @classmethod
    def create(
        cls,
        message: str | Message,
        router: Router,
        *,
        session: str | None = None,
        user: str | None = None,
        room: str | None = None,
        client: str | None = None,
        request_id: str | None = None,
        may_repeat: bool = True,
        timeout: float | None = None,
    ) -> Request:
        """Return a request that begins now; raises MessageError for ids that the store cannot hold.

        Without a session or an id, new ones are created; without a timeout, that of the router's settings is used.
        A server that makes ids itself gives them with `may_repeat=False`.
        """
        continues = bool(session or (room and router.routebook.apps))
        session = session or uuid4().hex
        given = {"room": room, "request": request_id}
        check_ids(session=session, user=user, **{name: value for name, value in given.items() if value is not None})
        made = cls(
            as_message(message),
            router,
            Deadline(router.settings.answer_timeout if timeout is None else timeout),
            session,
            request_id or uuid4().hex,
            user,
            room or session,
            client,
            may_repeat=may_repeat and request_id is not None,
            continues=continues,
        )
        if client:
            check_ids(user=made.stored_user, room=made.app_place[1])
        return made

    @property
    def book(self) -> Routebook:
        """Return the routebook of the router."""
        return self.router.routebook

    @property
    def stored_user(self) -> str | None:
        """Return the user's name in the store, where that of a named client is another than that of all others."""
        return stored_name(self.client, self.user) if self.user is not None else None

    @property
    def owner(self) -> SessionOwner | None:
        """Return whose sessions the request may use; None within a program, for all of them."""
        return None if self.client is None else SessionOwner(self.client, self.stored_user)

    @property
    def app_place(self) -> tuple[str, str]:
        """Return the user ("" if unknown) and the room for which apps run, by their names in the store."""
        return self.stored_user or "", stored_name(self.client, self.room)

    @property
    def text(self) -> str:
        """Return the text of the message."""
        return self.message.text

    @property
    def language(self) -> str:
        """Return the language of the message: "en", "es" or "pt", English where nothing tells."""
        return language_of(self.message.text)

    @property
    def values(self) -> dict[str, str]:
        """Return the named values of the message: what the named groups of the rules' patterns find in it."""
        resolved = self.decision.resolved if self.decision is not None else None
        return named_values(self.book.rules, resolved or self.router.resolve(self.message))
