"""What HTTP and gRPC hold to alike: how long a message may be, and which session a user has in a room."""

from __future__ import annotations

LONGEST = 200_000
"""Characters of a message. What is longer is material: it comes in the editor, or as an attachment."""


def session_in(user: str, room: str) -> str:
    """Return the name of the session that a user has in a room."""
    # A user's own colon must not reach into the room: `a:b` in `c` is not `a` in `b:c`.
    escaped = user.replace("%", "%25").replace(":", "%3A")
    return f"{escaped}:{room}"
