"""Patterns that can hang are found by reading them; the others, those of the shipped routebooks too, are left alone."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from fingerpost.routebook.load import installed_routebooks, load
from fingerpost.routebook.pattern_check import can_hang

HANGING = {
    r"(a+)+$": "a", r"(\w+\s?)*$": "a", r"(?:\w*\W*)*x": "a ", r"(?:a|aa)+b": "a", r"(a|a)*b": "a", r"^(\d+)*$": "1",
    r"((a+b?)*)*c": "a", r"(.*,)*x": "a,", r"(?:x+x+)+y": "x", r"(?:(?:\w+) ?)+!": "a", r"(\w+|\s+\w*)*z": "a",
    r"(?:\w+\s?){0,40}x": "a", r"(?:(?:ab)+)+c": "ab", r"(?=(a+)+b)a": "a",
}  # fmt: skip
"""Patterns that hang, and what to repeat for it."""

FAST = [
    r"\bmy (?:\w+\s+){0,3}order\b", r"(?:\w+\s+)*end", r"^\s*\w+\s*$", r"(?:very )+much", r"a+b+c+", r"(?:a|b)*c",
    r"(?:no|not)+$", r"(?:bye ?)+$", r"(?:to|too)+$", r"(?>a+)+b", r"(?:a++)+b", r"\d+(?:,\d+)*x", r"(?:\w+\.)+com",
    r"(a+)?b", r"(?P<x>a)(?P=x)+", r"(\w+\s?){0,3}x", r"^(?:tudo bem(?:\W+|$))*$", r"(a+)+", r"(?:[ab]|b)+c", r"",
]  # fmt: skip


@pytest.mark.parametrize("pattern", HANGING)
def test_a_pattern_that_can_hang_is_found(pattern: str) -> None:
    assert can_hang(pattern)


@pytest.mark.parametrize("pattern", FAST)
def test_a_pattern_that_cannot_is_left_alone(pattern: str) -> None:
    assert not can_hang(pattern)
    for part in ("a", "ab", "w ", "1", "1,", "no", "to", "bye ", "very ", "tudo bem ", "x"):
        re.search(pattern, part * 30 + "#")


@pytest.mark.slow
@pytest.mark.parametrize("pattern", HANGING)
def test_what_is_found_does_hang(pattern: str) -> None:
    code = "import re, sys; re.search(sys.argv[1], sys.argv[2])"
    with pytest.raises(subprocess.TimeoutExpired):
        subprocess.run([sys.executable, "-c", code, pattern, HANGING[pattern] * 40 + "#"], timeout=1.5, check=False)


@pytest.mark.parametrize("name", ["agents", "avap", "miniapps"])
def test_shipped_routebooks_have_none(name: str) -> None:
    assert name in installed_routebooks()
    book = load(name)
    patterns = [pattern.pattern for rule in book.rules for pattern in rule.patterns]
    patterns += [pattern.pattern for clue in book.clues for pattern in clue.patterns]
    assert [pattern for pattern in patterns if can_hang(pattern)] == []
