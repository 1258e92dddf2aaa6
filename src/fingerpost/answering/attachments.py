"""What can be read of an attachment."""

from __future__ import annotations

from typing import Any

from fingerpost.types import Attachment

_UNREADABLE = ("image/", "audio/", "video/", "font/")
LARGEST = 1_000_000


def as_text(attachment: Any) -> str:
    """Return the text of an attachment; empty where it holds none that can be read here."""
    if not isinstance(attachment, Attachment) or attachment.mime.lower().startswith(_UNREADABLE):
        return ""
    data = attachment.data[:LARGEST]
    if b"\0" in data:
        return ""
    try:
        # Whatever it is said to be: programs and tables come under many names. A cut may split a last character.
        return data.decode("utf-8", "ignore" if len(data) == LARGEST else "strict").strip()
    except UnicodeDecodeError:
        return data.decode("latin-1").strip() if attachment.mime.lower().startswith("text/") else ""
