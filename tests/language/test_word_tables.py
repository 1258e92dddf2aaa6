"""Each word table stands once, in `language`: no other module lists numbers or months in a literal of its own."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fingerpost.language.calendar_words import MONTHS, month_numbers, weekday_numbers
from fingerpost.language.numbers import number_words
from fingerpost.language.text import fold

PACKAGE = Path(__file__).parent.parent.parent / "src" / "fingerpost"
FEW = 3
"""Different values of one table in one literal that make it a table again."""

# One is an article too, "dos" is "of the", and "may" is a verb.
_AMBIGUOUS = {*number_words([1]), "dos", "once", "doce", "may"}
TABLES = {
    "numbers": number_words(range(101)),
    "months": month_numbers(MONTHS),
    "weekdays": weekday_numbers(languages=("en", "es")),
}

ALLOWED = {
    ("months", "assistants/agents/commerce/parsing/metadata.py"): "the months that are left out, by name",
}
"""Literals that hold several of the words and are no table of them, each with the reason."""


def _literals(source: str) -> Iterator[str]:
    """Yield each string literal but docstrings; the parts of an f-string, and strings in one collection, together."""
    tree = ast.parse(source)
    documented = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documented:
            yield node.value
        elif isinstance(node, ast.JoinedStr | ast.Tuple | ast.List | ast.Set | ast.Dict):
            parts = ast.iter_child_nodes(node)
            yield " ".join(str(part.value) for part in parts if isinstance(part, ast.Constant))


def _repeated(source: str) -> set[str]:
    """Return the tables that a literal of a module repeats."""
    found = set()
    for literal in _literals(source):
        words = set(re.findall(r"[a-z]+", fold(literal))) - _AMBIGUOUS
        found |= {name for name, table in TABLES.items() if len({table[word] for word in words & table.keys()}) >= FEW}
    return found


@pytest.mark.parametrize(
    "source",
    [
        'X = re.compile(r"(?:two|three|four)")',
        'X = "dois duas tres quatro"',
        'X = ("cinco", "seis", "siete")',
        'X = {"two": 2, "três": 3, "four": 4}',
        'X = "janeiro fevereiro março"',
        'X = ("January", "February", "March")',
        'X = "lunes martes miércoles"',
    ],
)
def test_a_repeated_table_is_found(source: str) -> None:
    assert _repeated(source)


@pytest.mark.parametrize(
    "source", ['"""Reads two, three or four."""', 'X = "two of them"', 'X = "los dos os dois as duas the two"', "X = 3"]
)
def test_what_is_no_table_is_let_be(source: str) -> None:
    assert not _repeated(source)


def test_no_module_repeats_a_table() -> None:
    files = (file for file in sorted(PACKAGE.rglob("*.py")) if file.parent.name != "language")
    found = {
        (table, file.relative_to(PACKAGE).as_posix())
        for file in files
        for table in _repeated(file.read_text(encoding="utf-8"))
    }
    assert found == ALLOWED.keys(), "take the words from fingerpost.language"
