"""The text of attachments."""

from __future__ import annotations

from typing import Any

from fingerpost.types import Attachment

_UNREADABLE = ("image/", "audio/", "video/", "font/")
MAX_BYTES = 1_000_000
"""Bytes of an attachment that are read."""


def attachment_text(attachment: Any) -> str:
    """Return the text of an attachment; empty for binary files."""
    if not isinstance(attachment, Attachment) or attachment.mime.lower().startswith(_UNREADABLE):
        return ""
    data = attachment.data[:MAX_BYTES]
    if b"\0" in data:
        return ""
    try:
        # Whatever the MIME type: programs and tables are sent with many. A cut may split the last character.
        return data.decode("utf-8", "ignore" if len(data) == MAX_BYTES else "strict").strip()
    except UnicodeDecodeError:
        return data.decode("latin-1").strip() if attachment.mime.lower().startswith("text/") else ""
