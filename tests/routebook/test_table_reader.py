"""Values out of tables that a person wrote: file, key, value and remedy of every fault."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fingerpost.errors import RoutebookError
from fingerpost.routebook.table_reader import TableReader

READER = TableReader(Path("routebook.toml"))


def test_sound_values_are_taken() -> None:
    assert READER.value({"a": 1}, "a", float, 0.5) == 1.0
    assert READER.value({}, "a", float, 0.5) == 0.5
    assert READER.strings({"a": ["x", "y"]}, "a", "rule") == ("x", "y")
    assert READER.words({"a": ["x"]}, "a", "rule") == ("x",)
    assert READER.name({"a": "x"}, "a", "rule") == "x"
    assert READER.tables({}, "a") == []
    [pattern] = READER.patterns({"a": [r"\bcafe\S"]}, "a", "rule")
    assert pattern.search("a cafes")


@pytest.mark.parametrize(
    ("take", "said"),
    [
        (lambda: READER.check_keys({"b": 1}, "rule", ("a",)), "rule.b = 1: unknown key; known: a"),
        (lambda: READER.check_keys([], "rule", ("a",)), "must be a table"),
        (lambda: READER.value({"a": "x"}, "a", float, 0.5, "rule"), "rule.a = 'x': must be a number"),
        (lambda: READER.value({"a": True}, "a", float, 0.5), "must be a number"),
        (lambda: READER.tables({"a": {}}, "a"), "write each as a table of its own: [[a]]"),
        (lambda: READER.strings({"a": ["x", " "]}, "a", "rule"), "must be a list of strings that are not empty"),
        (lambda: READER.words({"a": ["two words"]}, "a", "rule"), "must be a single word"),
        (lambda: READER.name({}, "a", "rule"), "is required: give a string that is not empty"),
        (lambda: READER.patterns({"a": ["Café"]}, "a", "rule"), "patterns match text in lower case without accents"),
        (lambda: READER.patterns({"a": ["("]}, "a", "rule"), "not a regular expression"),
    ],
)
def test_a_fault_is_told_with_its_place_and_its_remedy(take: Callable[[], Any], said: str) -> None:
    with pytest.raises(RoutebookError) as told:
        take()
    assert said in str(told.value)
    assert "routebook.toml" in str(told.value)


def test_a_named_part_stands_for_itself_in_patterns_and_in_later_parts() -> None:
    reader = TableReader(Path("routebook.toml"))
    reader.read_terms({"number": r"\d+|one", "share": "{number} ?%"})
    [pattern] = reader.patterns({"a": [r"^{share} of x{2}$"]}, "a", "rule")
    assert pattern.search("20 % of xx")
    assert pattern.search("one% of xx")
    single = reader.pattern({"a": r"\{number"}, "a", "rule")
    assert single is not None
    assert single.search("{number")
    assert reader.pattern({}, "a", "rule") is None


@pytest.mark.parametrize(
    ("terms", "patterns", "said"),
    [
        ({"number": "{later}", "later": "x"}, [], "{later} is not in [terms]"),
        ({"number": "x"}, ["{nmber}"], "number"),
        ({"Number": "x"}, [], "must be lower-case letters"),
        ({"number": ""}, [], "give a string"),
        ("number", [], "must be a table"),
        ({"number": "("}, ["{number}"], "not a regular expression"),
    ],
)
def test_a_part_that_cannot_be_used_is_told(terms: Any, patterns: list[str], said: str) -> None:
    reader = TableReader(Path("routebook.toml"))

    def take() -> None:
        reader.read_terms(terms)
        reader.patterns({"a": patterns}, "a", "rule")

    with pytest.raises(RoutebookError) as error:
        take()
    assert said in str(error.value)
