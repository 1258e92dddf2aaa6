"""Every reason for which a question is refused is said in the language of the question."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("sqlglot", reason="plans and checks come with the extra fingerpost[analytics]")

from fingerpost.assistants.agents import analytics, store_allowlist
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.measures_file import store_meanings
from fingerpost.assistants.agents.analytics.planner.refusal_reasons import FILE, reason_in
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError

SAID = tomllib.loads(FILE.read_text(encoding="utf-8"))
TOLD_ELSEWHERE = {
    "some words could not be placed",
    "the question has no shape that is known",
    "{}.{} is in several currencies, {}: ask by {}, or for one",
    "a name stands for several",
}
"""Reasons that have a sentence of their own, or that are put together from a text of several parts."""


def _reasons(tree: ast.AST) -> Iterator[str]:
    """Yield the reasons of the errors that a module raises, with {} for what it fills in."""
    texts = {
        target.id: node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args):
            continue
        if node.func.id != "NotUnderstoodError":
            continue
        why = node.args[0]
        if isinstance(why, ast.Constant):
            yield str(why.value)
        elif isinstance(why, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in why.values)
        elif isinstance(why, ast.Name) and why.id in texts:
            yield str(texts[why.id])


def _all_reasons() -> set[str]:
    folder = Path(analytics.__file__).parent
    return {why for file in folder.rglob("*.py") for why in _reasons(ast.parse(file.read_text(encoding="utf-8")))}


def test_every_reason_is_said_in_the_languages_of_questions() -> None:
    assert _all_reasons() - TOLD_ELSEWHERE - SAID.keys() == set()


def test_saboteur_a_reason_that_nobody_translated() -> None:
    new = set(_reasons(ast.parse("raise NotUnderstoodError(f'{a} is too new', (a,))")))
    assert new - SAID.keys() == {"{} is too new"}


def test_each_translation_is_of_a_reason_in_use() -> None:
    own = {"{} is in several currencies, {}: ask by {}, or for one"}
    assert SAID.keys() - _all_reasons() - own == set()


@pytest.mark.parametrize(("why", "said"), SAID.items())
def test_each_has_both_languages_and_the_same_places(why: str, said: dict[str, str]) -> None:
    assert set(said) == {"pt", "es"}
    assert {text.count("{}") for text in said.values()} == {why.count("{}")}


def test_names_are_put_in() -> None:
    assert reason_in("nothing joins cars with cats", "es") == "nada une cars con cats"
    assert reason_in("nothing joins cars with cats", "en") == "nothing joins cars with cats"


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("¿cuánto?", "falta decir qué sumar; di qué contar"),
        ("hola", "falta decir qué contar o listar; di"),
        ("best product", "«product»: nothing says what the ranking goes by; say what to count"),
        ("qual é o melhor produto?", "«produto»: falta dizer por que valor classificar; diga o que contar"),
    ],
)
def test_a_refusal_says_why_in_the_language_of_the_question(question: str, told: str) -> None:
    with pytest.raises(NotUnderstoodError) as caught:
        plan(question, store_allowlist(), meanings=store_meanings())
    assert str(caught.value).startswith(told)
