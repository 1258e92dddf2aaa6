"""Reads attachments as commercial documents: the file type is detected from the bytes, and every size is bounded."""

from __future__ import annotations

import csv
import io
import re
import shutil
import zipfile
from collections import Counter
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec

from fingerpost.assistants.agents.commerce.document import CommercialDocument, DocumentError
from fingerpost.assistants.agents.commerce.language.phrases import PHRASES
from fingerpost.assistants.agents.commerce.nfe import parse_nfe
from fingerpost.assistants.agents.commerce.parsing.document_parser import LONGEST, parse_table, parse_text
from fingerpost.assistants.agents.commerce.parsing.layout import MOST_ROWS
from fingerpost.assistants.agents.commerce.pdf import pdf_text
from fingerpost.types import Attachment

LARGEST = 20_000_000
"""Maximum size of a file in bytes."""

_IMAGES = {
    b"\x89PNG\r\n\x1a\n": "PNG",
    b"\xff\xd8\xff": "JPEG",
    b"GIF8": "GIF",
    b"II*\0": "TIFF",
    b"MM\0*": "TIFF",
    b"RIFF": "WebP",
}
_UTF16_STARTS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"<\0": "utf-16-le", b"\0<": "utf-16-be"}
"""Byte order marks of UTF-16, and how UTF-16 XML without one begins."""
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_MOST_COLUMNS = 100
_HTML = re.compile(r"<(?:!doctype html|html|script|body)\b", re.IGNORECASE)


def read_document(attachment: Attachment) -> CommercialDocument:
    """Parse a file into a document; raise DocumentError with the cause and the remedy."""
    name, data = attachment.name, attachment.data
    if not data:
        raise DocumentError(name, "empty")
    if len(data) > LARGEST:
        raise DocumentError(name, "large", f"{len(data) / 1e6:.0f}", LARGEST // 1_000_000)
    if b"%PDF-" in data[:1024]:
        text, seen, pages = pdf_text(name, data)
        return _with_page_note(_require_document(parse_text(text, name), name), seen, pages)
    if kind := next((kind for magic, kind in _IMAGES.items() if data.startswith(magic)), None):
        return _require_document(parse_text(_ocr_text(name, kind, data), name), name)
    if data.startswith(b"PK\x03\x04"):
        raise DocumentError(name, _zip_fault(data))
    if data.startswith(_OLD_OFFICE):
        raise DocumentError(name, "old_office")
    text = _decode(name, data)
    if text[:LONGEST].lstrip().startswith("<"):
        if _HTML.search(text[:2_000]):
            raise DocumentError(name, "web_page")
        return parse_nfe(text, name)
    if name.lower().endswith(".pdf") or attachment.mime.lower() == "application/pdf":
        raise DocumentError(name, "no_pdf")
    return _read_plain(name, attachment.mime, text)


def _with_page_note(document: CommercialDocument, seen: int, pages: int) -> CommercialDocument:
    """Mark a document as truncated where only its first pages were read."""
    if seen == pages:
        return document
    note = PHRASES["pages"][document.language].format(document.source, seen, pages)
    return replace(document, notes=(*document.notes, note), cut=True)


def _require_document(document: CommercialDocument | None, name: str) -> CommercialDocument:
    if document is None:
        raise DocumentError(name, "nothing")
    return document


def _zip_fault(data: bytes) -> str:
    """Return the fault key of a zip archive from its list of names; nothing is unpacked."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()[:2_000]
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
        names = []
    if any(name.startswith("xl/") for name in names):
        return "workbook"
    return "word" if any(name.startswith("word/") for name in names) else "zip"


def _ocr_text(name: str, kind: str, data: bytes) -> str:
    """Return the OCR text of an image; raise DocumentError where no OCR engine is installed."""
    if find_spec("pytesseract") is None or find_spec("PIL") is None or shutil.which("tesseract") is None:
        raise DocumentError(name, "image", kind)
    engine, images = import_module("pytesseract"), import_module("PIL.Image")
    try:
        with images.open(io.BytesIO(data)) as image:
            text: str = engine.image_to_string(image, timeout=30)
    except (OSError, ValueError, RuntimeError, SyntaxError, images.DecompressionBombError) as error:
        raise DocumentError(name, "ocr_failed", error) from error
    if not text.strip():
        raise DocumentError(name, "ocr_empty")
    return text


def _decode(name: str, data: bytes) -> str:
    if charset := next((charset for start, charset in _UTF16_STARTS.items() if data.startswith(start)), None):
        return data.decode(charset, "ignore")
    if b"\0" in data:
        raise DocumentError(name, "binary")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        # Text that is not UTF-8 mostly comes from old Windows programs; bytes undefined in cp1252 are dropped.
        return data.decode("cp1252", "ignore")


def _read_plain(name: str, mime: str, text: str) -> CommercialDocument:
    lines = text[:LONGEST].splitlines()
    delimiter = _delimiter(lines)
    is_table = delimiter and (
        name.lower().endswith((".csv", ".tsv")) or "csv" in mime.lower() or "tab-separated" in mime.lower()
    )
    document = None
    if is_table:
        document = parse_table(_cells(name, lines, delimiter), name)
    return _require_document(document or parse_text(text, name), name)


def _delimiter(lines: list[str]) -> str:
    """Return the CSV delimiter: the one that gives the most rows the same number of cells."""
    best, most = "", 0
    for sign in (";", "\t", "|", ","):
        counts = Counter(line.count(sign) for line in lines[:200] if line.strip())
        del counts[0]
        if counts:
            cells, rows = max(counts.items(), key=lambda entry: (entry[1], entry[0]))
            if rows > 1 and rows * min(cells, 8) > most:
                best, most = sign, rows * min(cells, 8)
    return best


def _cells(name: str, lines: list[str], delimiter: str) -> list[list[str]]:
    try:
        rows = csv.reader(lines[: MOST_ROWS + 1], delimiter=delimiter, skipinitialspace=True)
        # Cells that look like formulas stay plain text: nothing is evaluated.
        return [row[:_MOST_COLUMNS] for row in rows]
    except csv.Error as error:
        raise DocumentError(name, "table", error) from error
