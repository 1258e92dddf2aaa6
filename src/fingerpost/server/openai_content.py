"""The content of a chat message: a text, or a list of parts, of which some are files."""

from __future__ import annotations

import binascii
from base64 import b64decode
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote_to_bytes

from starlette.exceptions import HTTPException

from fingerpost.types import Attachment

Content = str | list[dict[str, Any]] | None


def text_of(content: Content) -> str:
    """Return the texts of a content, one a line."""
    if content is None or isinstance(content, str):
        return content or ""
    texts = (part.get("text") for part in content if part.get("type") in ("text", "input_text", "output_text"))
    return "\n".join(text for text in texts if isinstance(text, str))


def attached(content: Content) -> list[Attachment]:
    """Return the files that came inside a content. Nothing is fetched from anywhere."""
    found = []
    for number, part in enumerate(content if isinstance(content, list) else (), 1):
        kind = part.get("type")
        inside = part.get(str(kind))
        if kind == "image_url":
            url = inside.get("url") if isinstance(inside, Mapping) else inside
            found.append(_from_url(url, f"image-{number}"))
        elif kind == "file" and isinstance(inside, Mapping):
            found.append(_from_url(inside.get("file_data"), str(inside.get("filename") or f"file-{number}")))
        elif kind == "input_audio" and isinstance(inside, Mapping):
            form = str(inside.get("format") or "wav")
            found.append(Attachment(f"audio-{number}.{form}", f"audio/{form}", _decoded(inside.get("data"))))
        elif kind not in ("text", "input_text", "output_text"):
            raise HTTPException(400, f"a part of type {str(kind)[:40]!r}: send text, image_url, file or input_audio")
    return found


def _from_url(url: Any, name: str) -> Attachment:
    """Return what a data: URL holds."""
    head, comma, body = url.partition(",") if isinstance(url, str) else ("", "", "")
    if not comma or not head.lower().startswith("data:"):
        remedy = "addresses are not fetched, and files are not kept: send it as a data: URL"
        raise HTTPException(400, f"{name}: is no data: URL: {remedy}")
    mime, *marks = head[5:].split(";")
    packed = any(mark.strip().lower() == "base64" for mark in marks)
    data = _decoded(body) if packed else unquote_to_bytes(body)
    return Attachment(name, mime.strip().lower() or "text/plain", data)


def _decoded(data: Any) -> bytes:
    try:
        return b64decode(data, validate=True)
    except (binascii.Error, ValueError, TypeError):
        raise HTTPException(400, "a file's data is not base64: encode its bytes so") from None
