"""What can be read of an attachment."""

from __future__ import annotations

from typing import Any

from fingerpost.types import Attachment

_READABLE = ("text/", "application/json", "application/xml", "application/x-yaml", "application/sql")


def as_text(attachment: Any) -> str:
    """Return the text of an attachment; empty where it holds none that can be read here."""
    if not isinstance(attachment, Attachment) or not attachment.mime.startswith(_READABLE):
        return ""
    return attachment.data.decode("utf-8", "replace").strip()
