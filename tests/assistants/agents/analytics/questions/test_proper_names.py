"""Names among the unknown words of a question, with and without capitals, in three languages."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.planner.measures import Meanings
from fingerpost.assistants.agents.analytics.questions.proper_names import ProperName, proper_names, replaced
from tests.assistants.agents.analytics.clinic import CLINIC


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("How many citas of Xavier Poiret?", [ProperName("Xavier Poiret", True)]),
        ("Quantas citas teve o Jardim das Flores em 2025?", [ProperName("Jardim das Flores", True)]),
        ("¿Cuántas citas de María de la Cruz?", [ProperName("María de la Cruz", True)]),
        ("cuantas citas de maria de la cruz", [ProperName("maria de la cruz", False)]),
        ("cuantas citas del paciente xavier poiret", [ProperName("xavier poiret", False)]),
        ('how many citas "cafe ruperto"', [ProperName("cafe ruperto", True)]),
        ("citas de Xavier y Poiret por mes", [ProperName("Xavier", True), ProperName("Poiret", True)]),
        ("CUANTAS CITAS DE XAVIER", [ProperName("xavier", False)]),
        ("How many citas of Inés O'Brien?", [ProperName("Inés O Brien", True)]),
        ("cuantas citas hubo frobnicando con Xavier", [ProperName("Xavier", True)]),
        ("quem frobnicou Xavier Poiret?", [ProperName("Xavier Poiret", True)]),
    ],
)
def test_names(question: str, names: list[ProperName]) -> None:
    assert proper_names(question, CLINIC, Meanings()) == names


@pytest.mark.parametrize(
    "question",
    [
        "cuantas citas en 2025",  # every word is known
        "cuantas frobnicadas citas hay",  # after no cue
        "Frobnicate how many citas",  # a capital that begins the question
        "citas de Aaa y Bbb y Ccc y Ddd",  # too many
        "citas de " + "Xavier " * 10,  # too long
        "cuantas citas hubo frobnicando con xavier",  # one word is no name
    ],
)
def test_what_is_no_name(question: str) -> None:
    assert proper_names(question, CLINIC, Meanings()) == []


def test_a_name_is_replaced_where_it_stands() -> None:
    assert replaced("citas de Inés O'Brien, hoy", {"Inés O Brien": '"X"'}) == 'citas de "X", hoy'
    assert replaced("citas de «cafe central»?", {"cafe central": '"Café"'}) == 'citas de "Café"?'
    assert replaced("CITAS DE XAVIER", {"xavier": "X"}) == "CITAS DE X"
    assert replaced("citas", {"nobody": "X"}) == "citas"
    assert replaced("managers for Ana", {"Ana": '"Ana"'}) == 'managers for "Ana"'
    both = {"Ana": '"Ana"', "Ana Smith": '"Ana Smith"'}
    assert replaced("of Ana Smith and Ana", both) == 'of "Ana Smith" and "Ana"'
