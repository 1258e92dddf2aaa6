"""The MIME type of an attachment: from its first bytes where there are any, else as declared."""

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
_WITH_MAGIC = frozenset({*(mime for _, mime in _MAGIC), "image/webp", "image/heic"})
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
_NOT_DOCUMENTS = ("text/x-", "text/javascript", "image/svg", "image/gif", "application/vnd.android")


def mime_of(attachment: Any) -> str:
    """Return the MIME type of an attachment: bytes, an Attachment, or a mapping with name, mime and data."""
    name, declared, data = _parts(attachment)
    declared = declared.partition(";")[0].strip().lower()
    stated = by_name(name) if declared in ("", UNKNOWN) else declared
    if not data:
        return stated or UNKNOWN
    detected = _by_bytes(data)
    if detected == "application/zip":
        # Office files are zip files: their name or their declaration tells which.
        return next((mime for mime in (by_name(name), stated) if mime.startswith(_OFFICE)), detected)
    if detected is not None:
        return detected
    if stated in _WITH_MAGIC:
        # The first bytes are not those of the declared type.
        return UNKNOWN if b"\x00" in data else "text/plain"
    return stated or UNKNOWN


def name_of(attachment: Any) -> str:
    """Return the name of an attachment; empty if it has none."""
    return _parts(attachment)[0]


def _by_bytes(data: bytes) -> str | None:
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "image/webp"
    if data[4:8] == b"ftyp" and data[8:12] in _HEIC:
        return "image/heic"
    return next((mime for magic, mime in _MAGIC if data.startswith(magic)), None)


def is_document(mime: str) -> bool:
    """Whether a file of this type can be a document for people, such as an invoice, a table or a letter."""
    return mime.startswith(_DOCUMENTS) and not mime.startswith(_NOT_DOCUMENTS)


def by_name(name: str) -> str:
    """Return the MIME type for a file name's extension; empty for an unknown one."""
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
