"""Declarations: what is refused, with file and line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fingerpost.reading import DeclarationError, declare, load

GOOD = """
[actions.water]
does = "notes that plants were watered"
parameters.plants = { type = "item", many = true, required = true }
parameters.date = { type = "date", past = true }
examples = ["I watered [the fern](plants) [yesterday](date)"]
"""


def test_a_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "plants.toml"
    file.write_text(GOOD, encoding="utf-8")
    declaration = load(file)
    assert declaration.name == "plants"
    assert declaration.actions["water"].parameters["date"].past
    assert declaration.examples[0].actions == ("water",)


@pytest.mark.parametrize(
    ("old", "new", "line", "told"),
    [
        ('"item"', '"itme"', 4, "unknown type 'itme'; is 'item' meant?"),
        ("](plants)", "](plant)", 6, "has no parameter 'plant'; is 'plants' meant?"),
        ("](date)", "](date", 6, "a bracket is left over"),
        ("does =", "dose =", 3, "unknown key 'dose'; is 'does' meant?"),
        ("many = true", "manny = true", 4, "unknown key 'manny'"),
        ('type = "date"', 'type = "choice"', 5, "a choice, and nothing else, has choices"),
        ('["I watered [the fern](plants) [yesterday](date)"]', "[]", 2, "action 'water' has no examples"),
        ("[actions.water]", "[actions.none]", 2, "no action can be called 'none'"),
    ],
)
def test_a_contradiction_is_told_with_its_line(tmp_path: Path, old: str, new: str, line: int, told: str) -> None:
    file = tmp_path / "plants.toml"
    assert old in GOOD
    file.write_text(GOOD.replace(old, new), encoding="utf-8")
    with pytest.raises(DeclarationError) as error:
        load(file)
    assert told in str(error.value)
    assert f"plants.toml, line {line}:" in str(error.value)


@pytest.mark.parametrize("content", ["actions = 3", "[actions", "\x00", "stray = 1"])
def test_a_file_that_is_no_declaration_is_told(tmp_path: Path, content: str) -> None:
    file = tmp_path / "plants.toml"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(DeclarationError, match=r"plants\.toml"):
        load(file)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(DeclarationError, match=r"nowhere\.toml"):
        load(tmp_path / "nowhere.toml")


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({"text": "hm"}, "needs text and actions"),
        ({"text": "", "actions": ["a"]}, "is no text"),
        ({"text": "x || y", "actions": ["a"]}, "2 requests"),
        ({"text": "x", "actions": ["b"]}, "no action 'b'"),
        ({"text": "[x](n)", "actions": ["none"]}, "asks for nothing has values"),
        ({"text": "x {c=z}", "actions": ["a"]}, "no choice 'z'"),
    ],
)
def test_further_examples_are_checked(row: dict[str, Any], told: str) -> None:
    action = {"parameters": {"n": "number", "c": {"type": "choice", "choices": ["y"]}}, "examples": ["do [1](n)"]}
    with pytest.raises(DeclarationError, match=told):
        declare({"actions": {"a": action}, "examples": [row]})
