"""The texts that a caller sends: the message, the editor, earlier messages, and attachments."""

from __future__ import annotations

from typing import Any

from fingerpost.types import Attachment, Message

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


def texts_of_caller(message: Message) -> list[str]:
    """Return all texts of a caller, which an answer may quote.

    Not the turns of the assistant: what it wrote before may be wrong, and is checked again.
    """
    own = [message.text, message.editor, message.selection, *map(attachment_text, message.attachments)]
    return own + [turn.text for turn in message.turns if turn.role == "user"]
