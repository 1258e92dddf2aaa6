"""Hostile texts: parsing must be linear; quadratic work would take minutes and exceed the CPU limit."""

from __future__ import annotations

import subprocess
import sys

import pytest

ALLOWED = 30
"""CPU limit in seconds; linear work needs a few at most, other work many times as much."""

READ = """
from fingerpost.assistants.agents.commerce.document_parser import parse_text
row = {row}
parse_text("\\n".join([row] * 60) + "\\ntotal 1,00")
"""
PATTERN = """
from fingerpost.assistants.agents.commerce.{module} import {pattern}
assert not {pattern}.search({text})
"""
PROGRAMS = {
    "lines": """
from fingerpost.routebook.load import load
clue = next(clue for clue in load("agents").clues if clue.name == "lines")
for text in ("1," * 2000 + "\\n" * 3000 + "x", "1" * 3000 + " " * 3000 + "\\n" * 3000, "1\\n" + "a 1 " * 2000):
    for pattern in clue.patterns:
        pattern.search(text)
""",
    "thousands": """
from fingerpost.assistants.agents.commerce import looks_like_document
for number in range(8):
    looks_like_document("111 " * (4990 - number) + " 1,0")
""",
    "tail of a line": """
from fingerpost.assistants.agents.commerce import looks_like_document
for sign in ";| " * 20:
    looks_like_document("total 1,00 2,00 3,00\\naaa 1" + sign * 19_000 + "x")
""",
    "alone, semicolons": READ.format(row="'total ' + ';' * 580 + 'x'"),
    "alone, spaces": READ.format(row="'total ' + ' ' * 580 + 'x'"),
    "a number's label": PATTERN.format(
        module="document_kind", pattern="_UNTITLED_NUMBER", text="'no' + ' ' * 100_000 + 'x'"
    ),
    "a series": PATTERN.format(module="document_kind", pattern="_SERIES", text="' ' * 100_000 + 'x'"),
    "a tax number's label": PATTERN.format(module="party_names", pattern="_ID", text="'cnpj' + ' ' * 100_000 + '!'"),
    "blanks": PATTERN.format(module="amounts", pattern="_IS_SPACED", text="(' ' * 5_000 + '\\n') * 60"),
    "labels": """
from fingerpost.assistants.agents.commerce.labels import find_labels
assert len(find_labels("total " * 30_000)) == 30_000
""",
    "heads": """
from fingerpost.assistants.agents.commerce.table_header import _columns_by_words
assert len(_columns_by_words("# " * 30_000)) == 30_000
""",
}
LIMITED = "import resource; resource.setrlimit(resource.RLIMIT_CPU, ({0}, {0}))\n"


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_hostile_text_is_read_in_time_that_grows_with_its_length(name: str) -> None:
    pytest.importorskip("resource", reason="a process is limited on Unix alone")
    program = LIMITED.format(ALLOWED) + PROGRAMS[name]
    done = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True)
    assert done.returncode == 0, (name, done.returncode, done.stderr)


def test_the_limit_ends_what_does_not() -> None:
    pytest.importorskip("resource", reason="a process is limited on Unix alone")
    program = LIMITED.format(1) + "import re; re.search('(?:a+)+b', 'a' * 60)"
    assert subprocess.run([sys.executable, "-c", program], check=False, capture_output=True).returncode != 0
