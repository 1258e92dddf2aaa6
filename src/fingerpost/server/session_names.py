"""The session of a request by its caller, user and room, in names that nobody outside can guess."""

from __future__ import annotations

import hashlib
import hmac
from typing import TypedDict

from fingerpost.answering.request import KEY_PREFIX
from fingerpost.errors import AccessError, MessageError
from fingerpost.server.access import Caller
from fingerpost.server.keys import Role
from fingerpost.stores.session_owners import SessionOwner
from fingerpost.stores.store import Store

PREFIX = "room-"


class SessionOptions(TypedDict):
    """The options of a request that say whose it is."""

    session: str | None
    user: str | None
    room: str | None
    client: str


class SessionNames:
    """Names sessions of users in rooms by a secret of the store: the same for all servers on it, and no guess."""

    def __init__(self, store: Store) -> None:
        """Read the secret of a store: when a server starts, because requests may not wait for the store here."""
        self._secret = store.owners.secret()

    def room_session(self, client: str, user: str, room: str) -> str:
        """Return the id of the session of a user of a client in a room."""
        # With their lengths: `ab` in `c` is not `a` in `bc`.
        named = f"{len(client)}:{client}{len(user)}:{user}{room}".encode("utf-8", "surrogatepass")
        return PREFIX + hmac.digest(self._secret, named, hashlib.sha256).hex()[:32]

    def options(
        self, caller: Caller, session: str | None, user: str | None, room: str | None, *, new: bool = False
    ) -> SessionOptions:
        """Return the options of a request that say whose it is.

        Without a session it belongs to the session of the user in the room, or to a new one: where neither is named,
        and where the caller asks for a `new` one. Raises AccessError for a user that the caller may not speak for.
        """
        for name, value in (("session", session), ("user", user), ("room", room)):
            if value and value.startswith(KEY_PREFIX):
                raise MessageError(f"{name} = {value[:80]!r}: give a name that does not begin with {KEY_PREFIX!r}")
        user = user_of(caller, user)
        if not session and (user or room) and not new:
            session = self.room_session(caller.name, user or "", room or "")
        return {"session": session or None, "user": user, "room": room or None, "client": caller.name}


def user_of(caller: Caller, named: str | None) -> str | None:
    """Return the user a request is from: the one it names, or the only one that its key may speak for."""
    if caller.user is None:
        return named or None
    if named and named != caller.user:
        raise AccessError(f"user = {named[:80]!r}: this key speaks for {caller.user!r} alone: leave out `user`")
    return caller.user


def feedback_owner(caller: Caller) -> SessionOwner | None:
    """Return whose messages a caller may correct: its own, or those of all (None) with the role `review`."""
    if caller.role >= Role.REVIEW:
        return None
    return SessionOwner(caller.name, caller.stored_user)
