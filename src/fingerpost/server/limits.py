"""Bounds of what clients may send that nobody can set; those that an operator can are in `Settings.serving.limits`."""

from __future__ import annotations

MAX_MESSAGE_CHARACTERS = 200_000
"""Characters of a message; longer texts are sent as the editor's content or as an attachment."""
MAX_FILES = 20
"""Attachments of one message."""
MAX_PIPELINED = 100
"""Requests of one connection that wait for their turn; each takes about 2 KB, and common clients pipeline none."""
