"""docs/reference/glossary.md: every public word once, and every place in it exists; no two public classes of one name."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest

import fingerpost
from tests.outlines import outline

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
_ROW = re.compile(r"^\| (?P<words>[^|]+) \| (?P<meaning>[^|]+) \| `(?P<place>[\w.]+)` \|$")

REWRITTEN = ("assistants/miniapps/", "assistants/agents/analytics/planner/")
"""Folders whose classes may share a name with one elsewhere: they are about to be rewritten."""

SHARED_NAMES = frozenset({
    "Day", "Fact", "Item", "Names", "Question", "Reading", "Refusal", "Request", "Step", "Talk", "Token", "Values",
    "Word", "Writer",
})  # fmt: skip
"""The names of classes in those folders that are used twice."""

STILL_TWICE = frozenset({
    "Checked", "Column", "Database", "Document", "Guard", "Row", "Store", "Table", "Values",
})  # fmt: skip
"""Names outside those folders that still have two classes; none may be added."""


def _rows() -> list[tuple[str, str, str]]:
    lines = (ROOT / "docs" / "reference" / "glossary.md").read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if line.startswith("| ") and not line.startswith("| word |")]
    matches = [_ROW.match(row) for row in rows]
    assert all(matches), [row for row, match in zip(rows, matches, strict=True) if match is None]
    return [(m["words"], m["meaning"], m["place"]) for m in matches if m is not None]


def _file_of(module: str) -> Path | None:
    path = SOURCE.joinpath(*module.split("."))
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)


def _defined(file: Path) -> set[str]:
    """Return the names that a module defines itself, imports excluded."""
    found = outline(file)
    return {*found.classes, *found.functions, *found.assigned}


def test_every_word_is_explained_once() -> None:
    words = Counter(word for entry, _, _ in _rows() for word in entry.split(", "))
    assert [word for word, count in words.items() if count > 1] == []
    assert [name for name in fingerpost.__all__ if words[f"`{name}`"] != 1] == []


@pytest.mark.parametrize(("words", "meaning", "place"), _rows())
def test_every_place_exists(words: str, meaning: str, place: str) -> None:
    assert meaning.endswith("."), "one sentence"
    if _file_of(place) is not None:
        assert not words.startswith("`"), "a word in code letters names its class or function"
        return
    module, _, name = place.rpartition(".")
    file = _file_of(module)
    assert file is not None, f"{module} does not exist"
    assert name in _defined(file), f"{module} does not define {name}"
    if words.startswith("`"):
        assert words == f"`{name}`"


def _public_classes() -> dict[str, list[str]]:
    found = defaultdict(list)
    package = SOURCE / "fingerpost"
    for file in sorted(package.rglob("*.py")):
        if not file.name.endswith(("_pb2.py", "_pb2_grpc.py")):
            for name in outline(file).classes:
                if not name.startswith("_"):
                    found[name].append(file.relative_to(package).as_posix())
    return found


def test_no_two_public_classes_have_one_name() -> None:
    twice = {name: files for name, files in _public_classes().items() if len(files) > 1}
    elsewhere = {name: [f for f in files if not f.startswith(REWRITTEN)] for name, files in twice.items()}
    assert {name: f for name, f in elsewhere.items() if len(f) > 1 and name not in STILL_TWICE} == {}
    assert set(twice) <= SHARED_NAMES | STILL_TWICE
