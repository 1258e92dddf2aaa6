"""Files that hold a commercial document: what they are is decided from their bytes, and every size is bounded."""

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

from fingerpost.assistants.agents.commerce.document import Document, DocumentError
from fingerpost.assistants.agents.commerce.layout import MOST_ROWS
from fingerpost.assistants.agents.commerce.nfe import read_nfe
from fingerpost.assistants.agents.commerce.pdf import MOST_PAGES, pdf_text
from fingerpost.assistants.agents.commerce.phrases import PHRASES
from fingerpost.assistants.agents.commerce.reading import LONGEST, read_cells, read_text
from fingerpost.types import Attachment

LARGEST = 20_000_000
"""Bytes of one file."""

_IMAGES = {
    b"\x89PNG\r\n\x1a\n": "PNG",
    b"\xff\xd8\xff": "JPEG",
    b"GIF8": "GIF",
    b"II*\0": "TIFF",
    b"MM\0*": "TIFF",
    b"RIFF": "WebP",
}
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_MOST_COLUMNS = 100
_SCRIPT = re.compile(r"<(?:!doctype html|html|script|body)\b", re.IGNORECASE)


def read(attachment: Attachment) -> Document:
    """Return the document that a file is; raises DocumentError that says what was wrong and what to do."""
    name, data = attachment.name, attachment.data
    if not data:
        raise DocumentError(f"{name}: the file is empty: send it again")
    if len(data) > LARGEST:
        raise DocumentError(
            f"{name}: {len(data) / 1e6:.0f} MB are more than the {LARGEST // 1_000_000} MB that are read:"
            " send only the pages of the document"
        )
    start = data.lstrip()[:16]
    if b"%PDF-" in data[:1024]:
        text, pages = pdf_text(name, data)
        return _paged(_found(read_text(text, name), name), pages)
    if kind := next((kind for magic, kind in _IMAGES.items() if data.startswith(magic)), None):
        return _found(read_text(_recognised(name, kind, data), name), name)
    if data.startswith(b"PK\x03\x04"):
        raise DocumentError(f"{name}: {_zipped(data)}")
    if data.startswith(_OLD_OFFICE):
        raise DocumentError(f"{name}: is an old Office file, which is not read: export it as PDF or CSV")
    text = _decoded(name, data)
    if start.startswith((b"<", b"\xef\xbb\xbf<")):
        if _SCRIPT.search(text[:2_000]):
            raise DocumentError(f"{name}: is a web page, which is not read: print it as PDF, or paste its text")
        return read_nfe(text, name)
    if name.lower().endswith(".pdf") or attachment.mime.lower() == "application/pdf":
        raise DocumentError(f"{name}: is no PDF, though it is named so: send the PDF itself, or name it .txt or .csv")
    return _read_plain(name, attachment.mime, text)


def _paged(document: Document, pages: int) -> Document:
    """Say of a document that only its first pages were read."""
    if pages <= MOST_PAGES:
        return document
    note = PHRASES["pages"][document.language].format(document.source, MOST_PAGES, pages)
    return replace(document, notes=(*document.notes, note), cut=True)


def _found(document: Document | None, name: str) -> Document:
    if document is None:
        raise DocumentError(
            f"{name}: holds neither lines with prices nor a total: send an invoice, an order, a quote or a receipt"
        )
    return document


def _zipped(data: bytes) -> str:
    """Say what a zip is, from its list of names alone: nothing in it is unpacked."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()[:2_000]
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
        names = []
    if any(name.startswith("xl/") for name in names):
        return "is an Excel workbook, which is not read: save the sheet as CSV (File, Save as, CSV UTF-8) and send that"
    if any(name.startswith("word/") for name in names):
        return "is a Word document, which is not read: save it as PDF and send that"
    return "is a zip archive, which is never unpacked: send the file that is in it"


def _recognised(name: str, kind: str, data: bytes) -> str:
    """Return the text of an image, where an engine is there that reads images."""
    if find_spec("pytesseract") is None or find_spec("PIL") is None or shutil.which("tesseract") is None:
        raise DocumentError(
            f"{name}: is an image ({kind}), which needs OCR, and no engine is installed: send a PDF with text, paste"
            " the text, or install tesseract and `pip install pytesseract`"
        )
    engine, images = import_module("pytesseract"), import_module("PIL.Image")
    try:
        with images.open(io.BytesIO(data)) as image:
            text: str = engine.image_to_string(image, timeout=30)
    except (OSError, ValueError, RuntimeError, SyntaxError, images.DecompressionBombError) as error:
        raise DocumentError(
            f"{name}: OCR could not read the image ({error}): send a sharper one, or a PDF with text"
        ) from error
    if not text.strip():
        raise DocumentError(f"{name}: OCR found no text in the image: send a sharper one, or a PDF with text")
    return text


def _decoded(name: str, data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        charset = "utf-16"
    elif b"\0" in data:
        raise DocumentError(f"{name}: is binary and of no kind that is read: send a PDF, a CSV or plain text")
    else:
        charset = "utf-8-sig"
    try:
        return data.decode(charset)
    except UnicodeDecodeError:
        # What is no UTF-8 was written by an old Windows program; the few bytes that mean nothing there are left out.
        return data.decode("cp1252", "ignore")


def _read_plain(name: str, mime: str, text: str) -> Document:
    lines = text[:LONGEST].splitlines()
    delimiter = _delimiter(lines)
    is_table = delimiter and (
        name.lower().endswith((".csv", ".tsv")) or "csv" in mime.lower() or "tab-separated" in mime.lower()
    )
    document = None
    if is_table:
        document = read_cells(_cells(name, lines, delimiter), name)
    return _found(document or read_text(text, name), name)


def _delimiter(lines: list[str]) -> str:
    """Return the sign that parts cells: the one with which most rows have as many cells as others have."""
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
        # A cell that begins like a formula is text as any other: nothing is worked out.
        return [row[:_MOST_COLUMNS] for row in rows]
    except csv.Error as error:
        raise DocumentError(f"{name}: is no table that can be read ({error}): save it again as CSV UTF-8") from error
