"""Extracts the text layer of a PDF with its columns; pages, streams, characters and work are bounded."""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from fingerpost.assistants.agents.commerce.document import DocumentError
from fingerpost.assistants.agents.commerce.parsing.document_parser import LONGEST

if TYPE_CHECKING:
    import pypdf

MOST_PAGES = 50
LARGEST_PAGE = 2_000_000
"""Maximum size of the content streams of one page in bytes; a page of text has some thousands."""
LARGEST_STREAM = 5_000_000
"""Maximum size of one stream in bytes once it is decompressed, where decompressing ends."""
MOST_STEPS = 300_000
"""Work budget of a document in drawing operations, forms included: a few seconds."""
MOST_FORMS, LARGEST_FORMS = 1_000, 10_000_000
"""Maximum number of forms of one page, and their total decompressed bytes."""
_STEP = re.compile(rb"[^\s()<>\[\]/{}%]+|[(<\[/]")
"""A token of a content stream: a word, a number or the start of anything else."""
_POSITION_OPERATORS = frozenset({b"Td", b"TD", b"Tm", b"T*", b"BT", b"ET"})
BYTES_PER_STEP = 16
"""Bytes of a content stream that cost as much as one operation."""
TRANSFORMATIONS_PER_STEP = 20
"""Matrix multiplications that cost as much as one operation."""


def pdf_text(name: str, data: bytes) -> tuple[str, int, int]:
    """Return the text of the first pages of a PDF, the number of pages read, and the number of pages.

    Raises DocumentError where there is no text.
    """
    if find_spec("pypdf") is None:
        raise DocumentError(name, "pdf_package")
    import pypdf

    try:
        with pypdf.apply_configuration(
            zlib_maximum_output_length=LARGEST_STREAM,
            lzw_maximum_output_length=LARGEST_STREAM,
            run_length_maximum_output_length=LARGEST_STREAM,
        ):
            reader = pypdf.PdfReader(io.BytesIO(data))
            if reader.is_encrypted and not reader.decrypt(""):
                raise DocumentError(name, "pdf_locked")
            count = len(reader.pages)
            pages = list(_pages(name, reader))
    except DocumentError:
        raise
    except pypdf.errors.LimitReachedError as error:
        raise DocumentError(name, "pdf_unfolds", LARGEST_PAGE // 1_000_000) from error
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


class _BudgetExceededError(Exception):
    """The work budget of a document is exhausted."""


class _Budget:
    """The remaining work budget of a document."""

    def __init__(self, left: int) -> None:
        self.left = left

    def spend(self, size: int) -> None:
        """Reduce the budget; raise _BudgetExceededError where it is exceeded."""
        self.left -= size
        self.check()

    def check(self) -> None:
        """Raise _BudgetExceededError where the budget is exceeded."""
        if self.left < 0:
            raise _BudgetExceededError


def _pages(name: str, reader: pypdf.PdfReader) -> Iterator[str]:
    """Yield the text of the first pages until the page limit or the work budget is reached."""
    budget = _Budget(MOST_STEPS)
    try:
        for number in range(min(len(reader.pages), MOST_PAGES)):
            yield _page_text(name, reader.pages[number], budget)
    except _BudgetExceededError:
        return


def _page_text(name: str, page: pypdf.PageObject, budget: _Budget) -> str:
    drawn = b"".join(_contents(page))
    if len(drawn) > LARGEST_PAGE:
        raise DocumentError(name, "pdf_unfolds", LARGEST_PAGE // 1_000_000)
    budget.spend(_operation_count(drawn))
    turned = _transformation_count(page) // TRANSFORMATIONS_PER_STEP
    # Beyond the budget for the layout mode, the page is read without the positions of its words.
    if turned <= budget.left:
        budget.spend(turned)
        text: str = page.extract_text(extraction_mode="layout", layout_mode_space_vertically=True)
        if text.strip():
            return text
    # Only the plain mode finds text inside forms; nested forms can multiply the work.
    forms = _form_costs(page)
    budget.spend(_operation_count(drawn))

    def step(operator: bytes, operands: Any, *_: Any) -> None:
        if operator == b"Do" and operands:
            budget.spend(1 + forms.get(operands[0], 0))

    plain: str = page.extract_text(visitor_operand_before=step)
    # pypdf swallows exceptions raised inside a form, so the budget is checked again.
    budget.check()
    return plain


def _operation_count(drawn: bytes) -> int:
    return sum(1 for _ in _STEP.finditer(drawn)) + len(drawn) // BYTES_PER_STEP


def _transformation_count(page: pypdf.PageObject) -> int:
    """Return the number of matrix multiplications of a page: per text, one for every transformation in effect."""
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
        elif operator in _POSITION_OPERATORS:
            shifts = 0
    return turned


def _contents(page: pypdf.PageObject) -> Iterator[bytes]:
    """Yield the content streams of a page until their size exceeds the limit."""
    contents = page.get("/Contents")
    contents = contents.get_object() if contents is not None else None
    size = 0
    for stream in contents if isinstance(contents, list) else [contents]:
        data = getattr(stream.get_object() if stream is not None else None, "get_data", None)
        if data is not None and size <= LARGEST_PAGE:
            yield (drawn := data())
            size += len(drawn)


def _form_costs(page: pypdf.PageObject) -> dict[str, int]:
    """Return the cost of each form that a page can draw, directly or nested; for equal names the largest."""
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
                    raise _BudgetExceededError
                seen[id(form)] = _operation_count(drawn)
                left.append(form)
            sizes[name] = max(sizes.get(name, 0), seen[id(form)])
    return sizes
