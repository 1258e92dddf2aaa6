"""The longest message and the default session id, the same for HTTP and gRPC."""

from __future__ import annotations

MAX_MESSAGE_CHARACTERS = 200_000
"""Characters of a message; longer texts are sent as the editor's content or as an attachment."""


def room_session(user: str, room: str) -> str:
    """Return the id of the session of a user in a room."""
    # A colon in the user's name must be escaped: `a:b` in `c` is not `a` in `b:c`.
    escaped = user.replace("%", "%25").replace(":", "%3A")
    return f"{escaped}:{room}"
