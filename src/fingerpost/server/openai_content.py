"""The content of an OpenAI chat message: a text, or a list of text and file parts."""

from __future__ import annotations

import binascii
from base64 import b64decode
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote_to_bytes

from starlette.exceptions import HTTPException

from fingerpost.server.limits import MAX_FILES
from fingerpost.types import Attachment

Content = str | list[dict[str, Any]] | None


def text_of(content: Content) -> str:
    """Return the text parts of a content, joined by line breaks."""
    if content is None or isinstance(content, str):
        return content or ""
    texts = (part.get("text") for part in content if part.get("type") in ("text", "input_text", "output_text"))
    return "\n".join(text for text in texts if isinstance(text, str))


def attachments_of(content: Content) -> list[Attachment]:
    """Return the files of a content; they must be inline, and no URL is fetched."""
    found = []
    for number, part in enumerate(content if isinstance(content, list) else (), 1):
        kind = part.get("type")
        value = part.get(str(kind))
        if kind == "image_url":
            url = value.get("url") if isinstance(value, Mapping) else value
            found.append(_from_data_url(url, f"image-{number}"))
        elif kind == "file" and isinstance(value, Mapping):
            found.append(_from_data_url(value.get("file_data"), str(value.get("filename") or f"file-{number}")))
        elif kind == "input_audio" and isinstance(value, Mapping):
            extension = str(value.get("format") or "wav")
            found.append(
                Attachment(f"audio-{number}.{extension}", f"audio/{extension}", _decode_base64(value.get("data")))
            )
        elif kind not in ("text", "input_text", "output_text"):
            raise HTTPException(400, f"unknown part type {str(kind)[:40]!r}: send text, image_url, file or input_audio")
        if len(found) > MAX_FILES:
            raise HTTPException(
                413, f"the message has more than {MAX_FILES} files: send the others with another message"
            )
    return found


def _from_data_url(url: Any, name: str) -> Attachment:
    """Return the attachment that a data: URL contains."""
    head, comma, body = url.partition(",") if isinstance(url, str) else ("", "", "")
    if not comma or not head.lower().startswith("data:"):
        remedy = "URLs are not fetched and files are not stored: send it as a data: URL"
        raise HTTPException(400, f"{name} is not a data: URL: {remedy}")
    mime, *parameters = head[5:].split(";")
    is_base64 = any(parameter.strip().lower() == "base64" for parameter in parameters)
    data = _decode_base64(body) if is_base64 else unquote_to_bytes(body)
    return Attachment(name, mime.strip().lower() or "text/plain", data)


def _decode_base64(data: Any) -> bytes:
    try:
        return b64decode(data, validate=True)
    except (binascii.Error, ValueError, TypeError):
        raise HTTPException(400, "the data of a file is not base64: encode its bytes as base64") from None
