"""Patterns that can hang are found by reading them; the others, those of the shipped routebooks too, are left alone."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fingerpost.errors import RoutebookError
from fingerpost.routebook import pattern_check, table_reader
from fingerpost.routebook.load import installed_routebooks, load
from fingerpost.routebook.pattern_check import LONGEST, can_hang
from fingerpost.routing.live import LiveRouter
from fingerpost.settings import Settings
from fingerpost.testing import WordEncoder
from tests.conftest import SHOP

HANGING = {
    r"(?:[a-z]{2,8} ?){2,8}refund": "ha", r"(?:\w{1,8}\s?){1,8}\?": "a",
    r"(a+)+$": "a", r"(\w+\s?)*$": "a", r"(?:\w*\W*)*x": "a ", r"(?:a|aa)+b": "a", r"(a|a)*b": "a", r"^(\d+)*$": "1",
    r"((a+b?)*)*c": "a", r"(.*,)*x": "a,", r"(?:x+x+)+y": "x", r"(?:(?:\w+) ?)+!": "a", r"(\w+|\s+\w*)*z": "a",
    r"(?:\w+\s?){0,40}x": "a", r"(?:(?:ab)+)+c": "ab", r"(?=(a+)+b)a": "a", r"(?:\s*a\s*)+x": "a  ", r"(.*)*x": "a",
    r"(a*)*b": "a", r"(a|b|ab)*c": "ab", r"([a-z]+)*\d": "a", r"(?:a?){30}b": "a", r"(\d+)+\.": "1",
    r"(?:[a-z0-9]+-?)+@": "a", r"^(([a-z])+.)+[A-Z]([a-z])+$": "a", r"(x|x?)+y": "x", r"(?:a+|b+|ab)+c": "ab",
    r"(?:foo|fo+)*bar": "foo", r"(?:\w+,?\s*)+$": "a", r"(?!(a+)+b)c": "a", r"(?<=a)(a+)+b": "a",
    r"(?:a{1,20}){1,20}b": "a", r"(?:(?:\w+)\W*)+\?": "a", r"(?:\d+,?)+%": "1", r"(?:a+){2,}b": "a",
    r"(?:a|a?b?)*c": "ab", r"((?:\w+ ?)*)!": "a",
}  # fmt: skip
"""Patterns that take exponential time, and what to repeat for it."""

SLOW = {
    r"(\w+\s?){0,3}x": "a", r"\w+\w+\w+$": "a", r"a+a+$": "a", r"\s*\s*\s*$": " ", r".*.*.*x": "a",
    r"[a-z]*[a-z]*[a-z]*1": "a", r"(?:.|\n)*x(?:.|\n)*y(?:.|\n)*z$": "xy", r"(?:please\s*)*\s*\s*now": " ",
    r"(?:ab?)*(?:a?b)*(?:ab)*c": "ab",
}  # fmt: skip
"""Patterns whose time is a high power of the length."""

FAST = [
    r"\bmy (?:\w+\s+){0,3}order\b", r"(?:\w+\s+)*end", r"^\s*\w+\s*$", r"(?:very )+much", r"a+b+c+", r"(?:a|b)*c",
    r"(?:no|not)+$", r"(?:bye ?)+$", r"(?:to|too)+$", r"(?>a+)+b", r"(?:a++)+b", r"\d+(?:,\d+)*x", r"(?:\w+\.)+com",
    r"(a+)?b", r"(?P<x>a)(?P=x)+", r"^(?:tudo bem(?:\W+|$))*$", r"(a+)+", r"(?:[ab]|b)+c", r"", r".*x", r"foo.*bar",
    r"\bfoo\b.*\bbar\b.*\bbaz\b", r"(?:\d+ \w+, )+x", r"^(?=.*foo)(?=.*bar)", r"(?:,\s*\w*)*;", r"(?:\w|\d)+z",
    r"\w{1,12}\s?\d{1,12}x",
]  # fmt: skip


@pytest.mark.parametrize("pattern", [*HANGING, *SLOW])
def test_a_pattern_that_can_hang_is_found(pattern: str) -> None:
    assert can_hang(pattern)


@pytest.mark.parametrize("pattern", FAST)
def test_a_pattern_that_cannot_is_left_alone(pattern: str) -> None:
    assert not can_hang(pattern)
    for part in ("a", "ab", "w ", "1", "1,", "no", "to", "bye ", "very ", "tudo bem ", "x", "foo ", "foo bar "):
        began = time.thread_time()
        re.search(pattern, (part * LONGEST)[: LONGEST - 1] + "#")
        assert time.thread_time() - began < 2


SEARCH = "import re, sys, time; re.search(sys.argv[1], sys.argv[2]); print(time.process_time())"


@pytest.mark.slow
@pytest.mark.parametrize("pattern", HANGING)
def test_what_is_found_does_hang(pattern: str) -> None:
    with pytest.raises(subprocess.TimeoutExpired):
        subprocess.run([sys.executable, "-c", SEARCH, pattern, HANGING[pattern] * 40 + "#"], timeout=1.5, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("pattern", SLOW)
def test_what_is_found_is_slow(pattern: str) -> None:
    text = (SLOW[pattern] * LONGEST)[:LONGEST] + "#"
    command = ["timeout", "3", sys.executable, "-c", SEARCH, pattern, text]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode == 124 or float(done.stdout) > 0.25


@pytest.mark.parametrize("name", ["agents", "avap", "miniapps"])
def test_shipped_routebooks_have_none(name: str) -> None:
    assert name in installed_routebooks()
    book = load(name)
    patterns = [pattern.pattern for rule in book.rules for pattern in (*rule.patterns, *rule.unless_patterns)]
    patterns += [rule.requires.pattern for rule in book.rules if rule.requires]
    patterns += [pattern.pattern for clue in book.clues for pattern in clue.patterns]
    patterns += [pattern for route in book.routes for pattern in route.never]
    assert patterns
    assert [pattern for pattern in patterns if can_hang(pattern)] == []


BOOK = (
    "".join(f'[[routes]]\nname = "{name}"\n' for name in SHOP)
    + """
[[rules]]
name = "slow"
route = "refund"
patterns = ["PATTERN"]
"""
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "routebook.toml").write_text(BOOK.replace("PATTERN", "refund"))
    rows = [{"text": text, "route": name} for name, texts in SHOP.items() for text in texts]
    (tmp_path / "examples.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return tmp_path


@pytest.mark.parametrize("key", ["patterns", "unless_patterns", "requires"])
def test_a_routebook_with_such_a_pattern_is_refused_with_its_place(folder: Path, key: str) -> None:
    written = '"(a+)+$"' if key == "requires" else '["(a+)+$"]'
    text = BOOK.replace("PATTERN", "refund") + (f"{key} = {written}\n" if key != "patterns" else "")
    (folder / "routebook.toml").write_text(text if key != "patterns" else BOOK.replace("PATTERN", "(a+)+$"))
    with pytest.raises(RoutebookError) as told:
        load(folder)
    assert f"rules[0].{key}" in str(told.value)
    assert "(a+)+$" in str(told.value)
    assert "possessive" in str(told.value)


def test_saboteur_without_the_check_it_is_loaded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_reader, "can_hang", lambda _: False)
    (folder / "routebook.toml").write_text(BOOK.replace("PATTERN", "(a+)+$"))
    assert load(folder).rules[0].patterns[0].pattern == "(a+)+$"


def test_saboteur_loops_in_a_row_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pattern_check, "MOST_STEPS", 1e30)
    can_hang.cache_clear()
    assert not can_hang(r"\w+\w+\w+$")
    can_hang.cache_clear()


def test_a_served_routebook_goes_on_when_an_edit_is_refused(folder: Path) -> None:
    router = LiveRouter(folder, encoder=WordEncoder(), settings=Settings(cache=None))
    try:
        (folder / "routebook.toml").write_text(BOOK.replace("PATTERN", "(a+)+$"))
        with pytest.raises(RoutebookError, match="possessive"):
            router.reload()
        began = time.monotonic()
        assert router.route("refund " + "a" * 40 + "!").route == "refund"
        assert time.monotonic() - began < 5
    finally:
        router.close()
