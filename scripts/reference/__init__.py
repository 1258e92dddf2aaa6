"""Write the pages of docs/reference that describe an interface from the code that has it: `make reference`.

Each module here returns one page; a test compares what they return with what is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "docs" / "reference"


def pages() -> dict[str, Callable[[], str]]:
    """Return what writes each page, by the name of its file."""
    from scripts.reference.commands import commands_page
    from scripts.reference.grpc_methods import grpc_page
    from scripts.reference.http_paths import http_page
    from scripts.reference.settings import settings_page

    return {
        "commands.md": commands_page,
        "grpc.md": grpc_page,
        "http.md": http_page,
        "settings.md": settings_page,
    }


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a Markdown table; line breaks and bars in its cells do not break it."""
    lines = [head, ["---"] * len(head), *rows]
    return ["| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in line) + " |" for line in lines]


def written_by(source: str) -> str:
    """Return the comment that says where a page comes from."""
    return f"<!-- Written by `make reference` from {source}: change it there. -->"
