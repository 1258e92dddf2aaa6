"""Reading of document files: Markdown, text, HTML and PDF."""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import PurePosixPath

from fingerpost.errors import SearchError
from fingerpost.language.text import clean
from fingerpost.retrieval.markdown import Outline, read_markdown
from fingerpost.retrieval.passages import ParsedDocument, shorten_heading
from fingerpost.retrieval.webpage import read_html

MAX_FILE_BYTES = 20_000_000
"""Maximum size of a file."""

_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s{0,9}=\s{0,9}[\"']?\s{0,9}([A-Za-z0-9_-]{1,40})", re.IGNORECASE)
_CHARSETS = ("utf-8", "us-ascii", "iso-8859-1", "iso-8859-15", "windows-1252", "latin-1", "latin1")
_BLANK_LINE = re.compile(r"\n[ \t]*\n")


def read_document(file: str, data: bytes) -> ParsedDocument:
    """Return the document in a file, whose ending tells the format; raises SearchError with the reason."""
    name = PurePosixPath(file)
    kind = name.suffix.lower()
    if kind == ".pdf":
        return _read_pdf(data, name.stem)
    text = unicodedata.normalize("NFC", clean(_decode(data, kind)).replace("\r\n", "\n").replace("\r", "\n"))
    return _READERS[kind](text, name.stem)


def is_supported(file: str) -> bool:
    """Return whether files with this ending can be read."""
    kind = PurePosixPath(file).suffix.lower()
    return kind in _READERS or kind == ".pdf"


def _read_text(text: str, name: str) -> ParsedDocument:
    outline = Outline()
    for block in _BLANK_LINE.split(text):
        outline.block(block)
    return outline.document(name)


_READERS: dict[str, Callable[[str, str], ParsedDocument]] = {
    ".md": read_markdown,
    ".markdown": read_markdown,
    ".txt": _read_text,
    ".text": _read_text,
    ".html": read_html,
    ".htm": read_html,
}


def _decode(data: bytes, kind: str) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        charset = "utf-16"
    else:
        if b"\0" in data:
            raise SearchError(
                "is binary, although it has the ending of a text file: rename it, or remove it from the folder"
            )
        declared = _CHARSET.search(data[:2048]) if kind in (".html", ".htm") else None
        named = declared[1].decode().lower() if declared else ""
        charset = named if named in _CHARSETS and named != "utf-8" else "utf-8-sig"
    try:
        return data.decode(charset)
    except UnicodeDecodeError as error:
        shown = charset.removesuffix("-sig").upper()
        raise SearchError(f"is not {shown} (byte {error.start}): save it as UTF-8") from error


def _read_pdf(data: bytes, name: str) -> ParsedDocument:
    if find_spec("pypdf") is None:
        raise SearchError("is a PDF, which needs another package: pip install 'fingerpost[pdf]'")
    import pypdf

    try:
        reader = pypdf.PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise SearchError("is protected by a password: save it without one")
        given = reader.metadata.title if reader.metadata else None
        title = shorten_heading(clean(given if isinstance(given, str) else "")) or name
        outline = Outline()
        outline.heading(1, title)
        for number, page in enumerate(reader.pages, 1):
            # Ligatures and similar characters must be found by their plain letters.
            text = unicodedata.normalize("NFKC", clean(page.extract_text()))
            outline.heading(2, f"page {number}")
            for block in _BLANK_LINE.split(text):
                outline.block(block)
    except SearchError:
        raise
    except Exception as error:
        # pypdf raises many kinds of exceptions for a damaged PDF, and one file must not abort the run.
        raise SearchError(f"cannot be read as a PDF ({type(error).__name__}: {error}): save it again") from error
    return outline.document(title)
