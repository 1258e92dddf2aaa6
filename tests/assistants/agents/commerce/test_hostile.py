"""Hostile texts: parsing must be linear; quadratic work would take minutes and exceed the CPU limit."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping

import pytest

ALLOWED = 30
"""CPU limit in seconds; linear work needs a few at most, other work many times as much."""

READ = """
from fingerpost.assistants.agents.commerce.parsing.document_parser import parse_text
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
        module="parsing.document_kind", pattern="_UNTITLED_NUMBER", text="'no' + ' ' * 100_000 + 'x'"
    ),
    "a series": PATTERN.format(module="parsing.document_kind", pattern="_SERIES", text="' ' * 100_000 + 'x'"),
    "a tax number's label": PATTERN.format(
        module="parsing.party_names", pattern="_ID", text="'cnpj' + ' ' * 100_000 + '!'"
    ),
    "blanks": PATTERN.format(module="language.amounts", pattern="_IS_SPACED", text="(' ' * 5_000 + '\\n') * 60"),
    "labels": """
from fingerpost.assistants.agents.commerce.language.labels import find_labels
assert len(find_labels("total " * 30_000)) == 30_000
""",
    "heads": """
from fingerpost.assistants.agents.commerce.parsing.table_header import _columns_by_words
assert len(_columns_by_words("# " * 30_000)) == 30_000
""",
}
RUNNER = """
import json, os, resource, sys, traceback
import fingerpost.assistants.agents.commerce.parsing.document_parser
ended = {}
allowed = int(sys.argv[1])
for name, program in json.load(sys.stdin).items():
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (allowed, allowed))
        try:
            exec(program, {})
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    ended[name] = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
print(json.dumps(ended))
"""
"""Runs each program in a process of its own, with its own limit, forked from one that has imported everything."""


def _ended(programs: Mapping[str, str], allowed: int) -> tuple[dict[str, int], str]:
    """Return the exit code of each program, negative where a signal ended it, and what all of them printed as errors."""
    pytest.importorskip("resource", reason="a process is limited on Unix alone")
    done = subprocess.run(
        [sys.executable, "-c", RUNNER, str(allowed)],
        input=json.dumps(programs),
        check=True,
        capture_output=True,
        text=True,
    )
    return json.loads(done.stdout), done.stderr


@pytest.fixture(scope="module")
def ended() -> tuple[dict[str, int], str]:
    return _ended(PROGRAMS, ALLOWED)


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_hostile_text_is_read_in_time_that_grows_with_its_length(
    name: str, ended: tuple[dict[str, int], str]
) -> None:
    codes, said = ended
    assert codes[name] == 0, (name, codes[name], said)


def test_the_limit_ends_what_does_not() -> None:
    programs = {"endless": "import re; re.search('(?:a+)+b', 'a' * 60)", "wrong": "assert False, 'so'", "good": "1 + 1"}
    codes, said = _ended(programs, 1)
    assert codes["endless"] < 0, "a signal ended it"
    assert (codes["wrong"], codes["good"]) == (1, 0)
    assert "AssertionError: so" in said
