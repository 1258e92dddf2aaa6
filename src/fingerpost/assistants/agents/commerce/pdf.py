"""The text layer of a PDF, with its columns kept apart; pages, streams and characters are bounded."""

from __future__ import annotations

import io
import unicodedata
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from fingerpost.assistants.agents.commerce.document import DocumentError
from fingerpost.assistants.agents.commerce.reading import LONGEST

if TYPE_CHECKING:
    import pypdf

MOST_PAGES = 50
LARGEST_PAGE = 2_000_000
"""Bytes of the drawing of one page: a page of text has some thousands."""
MOST_STEPS = 200_000
"""Steps of drawing that are followed in one page and in the forms that it draws, which may draw others."""


def pdf_text(name: str, data: bytes) -> tuple[str, int]:
    """Return the text of the first pages of a PDF, and how many it has; raises DocumentError where there is none."""
    if find_spec("pypdf") is None:
        raise DocumentError(f"{name}: is a PDF, which needs one more package: pip install 'fingerpost[pdf]'")
    import pypdf

    try:
        reader = pypdf.PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise DocumentError(f"{name}: is locked with a password: save it without one and send it again")
        count = len(reader.pages)
        pages = [_page_text(name, reader.pages[number]) for number in range(min(count, MOST_PAGES))]
    except DocumentError:
        raise
    except Exception as error:
        # A damaged PDF makes pypdf raise almost anything.
        raise DocumentError(
            f"{name}: cannot be read as a PDF ({type(error).__name__}: {error}): save it again"
        ) from error
    text = unicodedata.normalize("NFKC", "\n".join(pages)[:LONGEST].replace("\u00ba", "\u00b0").replace("\u00aa", "a"))
    if not count:
        raise DocumentError(f"{name}: has no pages: send it again")
    if sum(char.isalnum() for char in text) < 10:
        raise DocumentError(
            f"{name}: has no text layer: it is a scan, which needs OCR: send the PDF that the invoice program made,"
            " or paste the text"
        )
    return text, count


def _page_text(name: str, page: pypdf.PageObject) -> str:
    if _drawn(page) > LARGEST_PAGE:
        raise DocumentError(
            f"{name}: a page unfolds to more than {LARGEST_PAGE // 1_000_000} MB: print it to a new PDF and send that"
        )
    text: str = page.extract_text(extraction_mode="layout", layout_mode_space_vertically=True)
    if text.strip():
        return text
    # Text inside forms that the page draws is only found the other way; a form can draw others many times over.
    steps = 0

    def step(*_: Any) -> None:
        nonlocal steps
        steps += 1
        if steps > MOST_STEPS:
            raise _EndlessError

    try:
        plain: str = page.extract_text(visitor_operand_before=step)
    except _EndlessError:
        plain = ""
    # pypdf keeps to itself what is raised inside a form, so the count tells.
    if steps > MOST_STEPS:
        raise DocumentError(
            f"{name}: a page takes more than {MOST_STEPS} steps to draw: print it to a new PDF and send that"
        )
    return plain


class _EndlessError(Exception):
    """A page draws on and on."""


def _drawn(page: pypdf.PageObject) -> int:
    """Return the bytes that the drawing of a page unfolds to."""
    contents = page.get("/Contents")
    contents = contents.get_object() if contents is not None else None
    streams = contents if isinstance(contents, list) else [contents]
    size = 0
    for stream in streams:
        data = getattr(stream.get_object() if stream is not None else None, "get_data", None)
        size += len(data()) if data is not None else 0
        if size > LARGEST_PAGE:
            break
    return size
