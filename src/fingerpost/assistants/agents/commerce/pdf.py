"""The text layer of a PDF, with its columns kept apart; pages, streams, characters and time are bounded."""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from fingerpost.assistants.agents.commerce.document import DocumentError
from fingerpost.assistants.agents.commerce.document_parser import LONGEST

if TYPE_CHECKING:
    import pypdf

MOST_PAGES = 50
LARGEST_PAGE = 2_000_000
"""Bytes of the drawing of one page: a page of text has some thousands."""
MOST_STEPS = 300_000
"""Steps of drawing that are followed in one document, in its pages and in their forms: a few seconds' work."""
MOST_FORMS, LARGEST_FORMS = 1_000, 10_000_000
"""Forms that one page may have, and bytes that they unfold to together."""
_STEP = re.compile(rb"[^\s()<>\[\]/{}%]+|[(<\[/]")
"""A word, a number or the begin of anything else."""
_PLACED = frozenset({b"Td", b"TD", b"Tm", b"T*", b"BT", b"ET"})
LETTERS = 16
"""Letters of a text that take as long as a step."""
TURNED = 20
"""Places on the page that are worked out in the time of a step."""


def pdf_text(name: str, data: bytes) -> tuple[str, int, int]:
    """Return the text of the first pages of a PDF, how many those are, and how many it has.

    Raises DocumentError where there is no text.
    """
    if find_spec("pypdf") is None:
        raise DocumentError(name, "pdf_package")
    import pypdf

    try:
        reader = pypdf.PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise DocumentError(name, "pdf_locked")
        count = len(reader.pages)
        pages = list(_pages(name, reader))
    except DocumentError:
        raise
    except Exception as error:
        # A damaged PDF makes pypdf raise almost anything.
        raise DocumentError(name, "pdf_broken", f"{type(error).__name__}: {error}") from error
    text = unicodedata.normalize("NFKC", "\n".join(pages)[:LONGEST].replace("\u00ba", "\u00b0").replace("\u00aa", "a"))
    if not count:
        raise DocumentError(name, "pdf_pages")
    if len(pages) < min(count, MOST_PAGES) and not text.strip():
        raise DocumentError(name, "pdf_endless", MOST_STEPS)
    if sum(char.isalnum() for char in text) < 10:
        raise DocumentError(name, "pdf_scan")
    return text, len(pages), count


class _EndlessError(Exception):
    """A document draws on and on."""


class _Budget:
    """What may still be drawn of a document."""

    def __init__(self, left: int) -> None:
        self.left = left

    def spend(self, size: int) -> None:
        """Take off what is going to be drawn; raises _EndlessError where that is more than is left."""
        self.left -= size
        self.check()

    def check(self) -> None:
        """Raise _EndlessError where more was drawn than there was."""
        if self.left < 0:
            raise _EndlessError


def _pages(name: str, reader: pypdf.PdfReader) -> Iterator[str]:
    """Yield the text of the first pages, until all that may be drawn was: what is left then is cut, as page 51 is."""
    budget = _Budget(MOST_STEPS)
    try:
        for number in range(min(len(reader.pages), MOST_PAGES)):
            yield _page_text(name, reader.pages[number], budget)
    except _EndlessError:
        return


def _page_text(name: str, page: pypdf.PageObject, budget: _Budget) -> str:
    drawn = b"".join(_contents(page))
    if len(drawn) > LARGEST_PAGE:
        raise DocumentError(name, "pdf_unfolds", LARGEST_PAGE // 1_000_000)
    budget.spend(_steps(drawn))
    turned = _turned(page) // TURNED
    # Without the places of its words a page of columns is harder to read, but it is read.
    if turned <= budget.left:
        budget.spend(turned)
        text: str = page.extract_text(extraction_mode="layout", layout_mode_space_vertically=True)
        if text.strip():
            return text
    # Text inside forms that the page draws is only found the other way; a form can draw others many times over.
    forms = _forms(page)
    budget.spend(_steps(drawn))

    def step(operator: bytes, operands: Any, *_: Any) -> None:
        if operator == b"Do" and operands:
            budget.spend(1 + forms.get(operands[0], 0))

    plain: str = page.extract_text(visitor_operand_before=step)
    # pypdf keeps to itself what is raised inside a form.
    budget.check()
    return plain


def _steps(drawn: bytes) -> int:
    return sum(1 for _ in _STEP.finditer(drawn)) + len(drawn) // LETTERS


def _turned(page: pypdf.PageObject) -> int:
    """Return how many places are worked out to draw a page: for each text, one for every move that still holds."""
    contents = page.get_contents()
    turned = moves = shifts = 0
    outer: list[int] = []
    for operands, operator in contents.operations if contents is not None else ():
        if operator == b"q":
            outer.append(moves)
        elif operator == b"Q":
            moves = outer.pop() if outer else 0
        elif operator == b"cm":
            moves += 1
        elif operator in (b"Tj", b"'", b'"'):
            turned += moves + shifts
        elif operator == b"TJ" and operands and isinstance(operands[0], list):
            texts = sum(isinstance(one, (str, bytes)) for one in operands[0])
            shifts += len(operands[0]) - texts
            turned += texts * (moves + shifts)
        elif operator in _PLACED:
            shifts = 0
    return turned


def _contents(page: pypdf.PageObject) -> Iterator[bytes]:
    """Yield the streams of a page, until they are more than one page may have."""
    contents = page.get("/Contents")
    contents = contents.get_object() if contents is not None else None
    size = 0
    for stream in contents if isinstance(contents, list) else [contents]:
        data = getattr(stream.get_object() if stream is not None else None, "get_data", None)
        if data is not None and size <= LARGEST_PAGE:
            yield (drawn := data())
            size += len(drawn)


def _forms(page: pypdf.PageObject) -> dict[str, int]:
    """Return the forms that a page, or a form in it, can draw, and how much each draws itself; of one name the most."""
    sizes: dict[str, int] = {}
    seen: dict[int, int] = {}
    unfolded = 0
    left: list[Any] = [page]
    while left:
        resources = left.pop().get("/Resources")
        inside = resources.get_object().get("/XObject") if resources is not None else None
        for name, reference in inside.get_object().items() if inside is not None else ():
            form = reference.get_object()
            if form.get("/Subtype") != "/Form":
                continue
            if id(form) not in seen:
                drawn = form.get_data()
                unfolded += len(drawn)
                if unfolded > LARGEST_FORMS or len(seen) >= MOST_FORMS:
                    raise _EndlessError
                seen[id(form)] = _steps(drawn)
                left.append(form)
            sizes[name] = max(sizes.get(name, 0), seen[id(form)])
    return sizes
