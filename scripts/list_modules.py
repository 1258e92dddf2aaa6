"""Write docs/reference/modules.md: every module of the package with the first sentence of its docstring."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "fingerpost"
FILE = ROOT / "docs" / "reference" / "modules.md"
HEAD = """# Modules

Every module with the first sentence of its docstring; `make modules` writes this page, and a test keeps it true. \
[Where to change what](../explanation/architecture.md#where-to-change-what) goes from a wish to a file.
"""


def listing() -> str:
    """Return the page."""
    rooms: dict[str, list[str]] = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        place = file.relative_to(PACKAGE)
        if file.name.endswith(("_pb2.py", "_pb2_grpc.py")) or "template" in str(place):
            continue
        doc = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
        room = place.parent.as_posix()
        rooms.setdefault(room, [])
        if file.name == "__init__.py":
            rooms[room].insert(0, _sentence(doc))
        else:
            rooms[room].append(f"- `{place.name}`: {_sentence(doc)}")
    parts = [HEAD]
    for room, entries in sorted(rooms.items()):
        parts.append(f"\n## {room if room != '.' else 'fingerpost'}\n\n" + "\n".join(_spaced(entries)) + "\n")
    return "".join(parts)


def _spaced(entries: list[str]) -> list[str]:
    """Put a blank line between the sentence of a package and the list of its modules."""
    return entries if entries[0].startswith("- ") else [entries[0], "", *entries[1:]]


def _sentence(doc: str) -> str:
    return " ".join(doc.split("\n\n", maxsplit=1)[0].split())


if __name__ == "__main__":
    FILE.write_text(listing(), encoding="utf-8")
