"""Declarations: what is refused, with file and line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fingerpost.reading import DeclarationError, declare, load
from fingerpost.reading.declaration import joined

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


_EXAMPLES = 'examples = ["I watered [the fern](plants) [yesterday](date)"]'
_PLANTS = '{ type = "item", many = true, required = true }'
_NO_LIST = "examples is a list of messages"
_NO_CHOICES = "choices is a list of names, as"


@pytest.mark.parametrize(
    ("old", "new", "line", "told"),
    [
        (_EXAMPLES, "examples = 5", 6, _NO_LIST),
        (_EXAMPLES, "examples = [5]", 6, _NO_LIST),
        (_EXAMPLES, 'examples = "add it"', 6, _NO_LIST),
        (_EXAMPLES, "examples = {a = 1}", 6, _NO_LIST),
        (_EXAMPLES, 'examples = ["I watered || "]', 6, "a request has no words"),
        (_EXAMPLES, 'examples = ["{date=1}"]', 6, "a request has no words"),
        (_PLANTS, "{ type = 5 }", 4, "type is one of name, item"),
        (_PLANTS, "{ type = [] }", 4, "type is one of name, item"),
        (_PLANTS, '{ type = "" }', 4, "type is one of name, item"),
        (_PLANTS, "{ type = {a = 1} }", 4, "type is one of name, item"),
        (_PLANTS, '{ type = [["item"]] }', 4, "unknown type ['item']"),
        (_PLANTS, '{ type = "choice", choices = 5 }', 4, _NO_CHOICES),
        (_PLANTS, '{ type = "choice", choices = {a = 5} }', 4, _NO_CHOICES),
        (_PLANTS, '{ type = "choice", choices = {a = "done"} }', 4, _NO_CHOICES),
        (_PLANTS, '{ type = "choice", choices = {a = [5]} }', 4, _NO_CHOICES),
        (_PLANTS, '{ type = "choice", choices = [5, 6] }', 4, _NO_CHOICES),
        (_PLANTS, '{ type = "choice", choices = [["a"]] }', 4, _NO_CHOICES),
        (_PLANTS, '{ type = "choice", choices = [""] }', 4, _NO_CHOICES),
        (_PLANTS, '{ type = "choice", choices = "done" }', 4, _NO_CHOICES),
        ("many = true", 'many = "no"', 4, "many is true or false, without quotes, not 'no'"),
        ("required = true", 'required = "false"', 4, "required is true or false"),
        ("past = true", "past = 1", 5, "past is true or false"),
    ],
)
def test_a_key_of_another_kind_is_told_with_its_line(tmp_path: Path, old: str, new: str, line: int, told: str) -> None:
    with pytest.raises(DeclarationError) as error:
        load(_written(tmp_path, GOOD.replace(old, new)))
    assert told in str(error.value)
    assert f"plants.toml, line {line}:" in str(error.value)


def test_parameters_that_are_no_table_are_told_with_the_line_of_their_action(tmp_path: Path) -> None:
    second = '[actions.dig]\nparameters = ["plants"]\nexamples = ["dig"]\n'
    with pytest.raises(DeclarationError, match=r"line 8: action 'dig': parameters is a table, as parameters\.NAME"):
        load(_written(tmp_path, GOOD + second))


def test_the_examples_that_are_wrong_are_those_of_their_action(tmp_path: Path) -> None:
    with pytest.raises(DeclarationError, match=r"line 8: action 'dig': examples is a list"):
        load(_written(tmp_path, GOOD + "[actions.dig]\nexamples = 5\n"))


@pytest.mark.parametrize("actions", ["5", '[["none"]]', "[5]", '"none"', "{a = 1}"])
def test_actions_of_an_example_that_are_no_list_of_names(tmp_path: Path, actions: str) -> None:
    with pytest.raises(DeclarationError, match=r'line 8: .hello there.: actions is a list of names, as \["none"\]'):
        load(_written(tmp_path, f'{GOOD}[[examples]]\ntext = "hello there"\nactions = {actions}\n'))


@pytest.mark.parametrize("examples", ["5", "{a = 1}", '"add it"'])
@pytest.mark.parametrize("further", ["", 'examples_file = "more.jsonl"\n'])
def test_further_examples_that_are_no_tables(tmp_path: Path, examples: str, further: str) -> None:
    with pytest.raises(DeclarationError, match=r"line 1: examples beside actions are tables \[\[examples\]\]"):
        load(_written(tmp_path, f"examples = {examples}\n{further}{GOOD}"))


def _written(folder: Path, content: str) -> Path:
    file = folder / "plants.toml"
    file.write_text(content, encoding="utf-8")
    return file


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


def test_examples_may_lie_in_a_file_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "plants.toml"
    file.write_text('examples_file = "more.jsonl"\n' + GOOD, encoding="utf-8")
    rows = '{"text": "riega [el cactus](plants)", "actions": ["water"], "lang": "es"}\n\n{"text": "hi", "actions": ["none"]}\n'
    (tmp_path / "more.jsonl").write_text(rows, encoding="utf-8")
    declaration = load(file)
    assert [example.actions for example in declaration.examples] == [("water",), ("water",), ("none",)]


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (None, r"more\.jsonl"),
        ("{broken", r"more\.jsonl, line 1"),
        ('{"text": "x", "actions": ["water"]}\n3,', r"more\.jsonl, line 2"),
        ("3", "needs text and actions"),
        ('{"text": "x", "actions": ["watr"]}', "is 'water' meant"),
    ],
)
def test_a_broken_file_of_examples_is_told(tmp_path: Path, rows: str | None, told: str) -> None:
    file = tmp_path / "plants.toml"
    file.write_text('examples_file = "more.jsonl"\n' + GOOD, encoding="utf-8")
    if rows is not None:
        (tmp_path / "more.jsonl").write_text(rows, encoding="utf-8")
    with pytest.raises(DeclarationError, match=told):
        load(file)


def test_a_question_for_a_missing_value_is_declared_by_language() -> None:
    asked = {"en": "Which one?", "es": "¿Cuál?", "pt": "Qual?"}
    action = {"parameters": {"n": {"type": "number", "required": True, "ask": asked}}, "examples": ["do [1](n)"]}
    assert declare({"actions": {"a": action}}).actions["a"].parameters["n"].ask == asked
    for wrong in ("Which one?", {"en": ""}, {"en": 3}):
        action["parameters"]["n"]["ask"] = wrong  # type: ignore[index]
        with pytest.raises(DeclarationError, match="questions by language"):
            declare({"actions": {"a": action}})


def test_of_two_declarations_the_first_wins() -> None:
    one = declare({"actions": {"a": {"does": "mine", "examples": ["do a"]}}, "examples": []})
    rows = [{"text": "b now", "actions": ["b"]}, {"text": "a || b", "actions": ["a", "b"]}]
    other = declare(
        {"actions": {"a": {"does": "theirs", "examples": ["a!"]}, "b": {"examples": ["do b"]}}, "examples": rows}
    )
    both = joined(one, other)
    assert both.actions["a"].does == "mine"
    assert [example.annotated.text for example in both.examples] == ["do a", "do b", "b now"]
