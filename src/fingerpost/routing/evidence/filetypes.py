"""What kind of file came along: by its first bytes where there are any, else as it was declared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

UNKNOWN = "application/octet-stream"

_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"%PDF-", "application/pdf"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
    (b"\x1f\x8b", "application/gzip"),
    (b"PK\x03\x04", "application/zip"),
)
_MAGICAL = frozenset({*(mime for _, mime in _MAGIC), "image/webp", "image/heic"})
_HEIC = (b"heic", b"heix", b"mif1", b"hevc", b"msf1")
_OFFICE = "application/vnd."
_ENDINGS = {
    "pdf": "application/pdf",
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "tif": "image/tiff",
    "tiff": "image/tiff",
    "webp": "image/webp",
    "heic": "image/heic",
    "csv": "text/csv",
    "tsv": "text/tab-separated-values",
    "txt": "text/plain",
    "xml": "application/xml",
    "html": "text/html",
    "json": "application/json",
    "xls": "application/vnd.ms-excel",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "zip": "application/zip",
}
_DOCUMENTS = (
    "application/pdf", "application/xml", "application/msword", "application/vnd.", "application/json",
    "image/", "text/",
)  # fmt: skip
_NONE = ("text/x-", "text/javascript", "image/svg", "image/gif", "application/vnd.android")


def mime_of(attachment: Any) -> str:
    """Return the type of an attachment that is given as bytes, an Attachment, or a mapping with name and mime."""
    name, declared, data = _parts(attachment)
    declared = declared.partition(";")[0].strip().lower()
    said = by_name(name) if declared in ("", UNKNOWN) else declared
    if not data:
        return said or UNKNOWN
    seen = _by_bytes(data)
    if seen == "application/zip":
        # What an office writes is a zip file: its name or its declaration tells which.
        return next((mime for mime in (by_name(name), said) if mime.startswith(_OFFICE)), seen)
    if seen is not None:
        return seen
    if said in _MAGICAL:
        # It has not the first bytes of what it says it is.
        return UNKNOWN if b"\x00" in data else "text/plain"
    return said or UNKNOWN


def _by_bytes(data: bytes) -> str | None:
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "image/webp"
    if data[4:8] == b"ftyp" and data[8:12] in _HEIC:
        return "image/heic"
    return next((mime for magic, mime in _MAGIC if data.startswith(magic)), None)


def is_document(mime: str) -> bool:
    """Whether a file of this type can be an invoice, a table, a letter: something that a person reads."""
    return mime.startswith(_DOCUMENTS) and not mime.startswith(_NONE)


def by_name(name: str) -> str:
    """Return the type that a file's ending tells; empty where it tells none."""
    return _ENDINGS.get(name.rpartition(".")[2].lower(), "") if "." in name else ""


def _parts(attachment: Any) -> tuple[str, str, bytes]:
    if isinstance(attachment, bytes | bytearray):
        return "", "", bytes(attachment[:1024])
    if isinstance(attachment, Mapping):
        values = [attachment.get(key) for key in ("name", "mime", "data")]
    else:
        values = [getattr(attachment, key, None) for key in ("name", "mime", "data")]
    name, mime, data = values
    return (
        name if isinstance(name, str) else "",
        mime if isinstance(mime, str) else "",
        bytes(data[:1024]) if isinstance(data, bytes | bytearray) else b"",
    )
