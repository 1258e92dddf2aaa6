"""Questions with names that no allowlist holds: a condition, a question back, or a refusal that says why."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("sqlglot", reason="questions become SQL with the extra fingerpost[analytics]")
pytest.importorskip("sqlalchemy", reason="databases are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics import check_sql
from fingerpost.assistants.agents.analytics.name_lookup import NameLookup
from fingerpost.assistants.agents.analytics.plan_with_names import SeveralNamesError, plan_with_names
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from fingerpost.assistants.agents.analytics.read_only_database import ReadOnlyDatabase
from fingerpost.assistants.agents.analytics.semantic_parser import parse
from tests.assistants.agents.analytics.clinic import CLINIC, make_clinic


@pytest.fixture(scope="module")
def clinic(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReadOnlyDatabase]:
    database = ReadOnlyDatabase(make_clinic(tmp_path_factory.mktemp("clinic") / "clinic.sqlite"))
    yield database
    database.close()


def answer(database: ReadOnlyDatabase, question: str, *before: str) -> tuple[str, list[tuple[object, ...]]]:
    plan = plan_with_names(question, CLINIC, NameLookup(database, 5.0), before=before)
    return plan.understood, database.run(check_sql(plan.sql, "sqlite", CLINIC)).rows


@pytest.mark.parametrize(
    ("question", "understood", "rows"),
    [
        ("How many citas of Jardim das Flores?", "Citas; Jardim das Flores (titulo)", [(20,)]),
        ("quantas citas de jardim das flores", "Citas; Jardim das Flores (titulo)", [(20,)]),
        ("cuantas citas de João Núñez", "Citas; João Núñez (nombre)", [(10,)]),
        ("cuantas citas de Ana Gomez hechas", "Citas; hechas (estado); Ana Gómez (nombre)", [(10,)]),
        ("cuantas citas del medico Lucía Ferrer", "Citas; Lucía (nombre); Ferrer (apellidos)", [(15,)]),
        ("cuantas citas del medico Oscar", "Citas; Óscar (nombre); Peña (apellidos)", [(15,)]),
        ("cuantas citas de los pacientes Ana Gómez y João Núñez", "Citas; Ana Gómez y João Núñez (nombre)", [(20,)]),
        ('total de importe de citas de "cafe central"', "Total: importe; Café Central (titulo)", [(200.0,)]),
        ("How many citas of Inés O'Brien?", "Citas; Inés O Brien (nombre)", [(10,)]),
    ],
)
def test_a_name_becomes_a_condition(
    clinic: ReadOnlyDatabase, question: str, understood: str, rows: list[tuple[object, ...]]
) -> None:
    told, found = answer(clinic, question)
    assert set(told.split("; ")) == set(understood.split("; "))
    assert found == rows


def test_a_follow_up_goes_on_with_the_name(clinic: ReadOnlyDatabase) -> None:
    first = "cuantas citas de João Núñez"
    assert answer(clinic, "y las de Torre Norte?", first)[1] == [(10,)]
    assert answer(clinic, "y las anuladas?", first)[1] == [(10,)]


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("How many citas did Lucía Ferrer have?", "Which one is meant?"),
        ("¿Cuántas citas tuvo Lucía Ferrer?", "¿Cuál es?"),
        ("Quantas citas teve Lucia Ferrer?", "Qual deles?"),
    ],
)
def test_a_name_of_several_is_asked_back(clinic: ReadOnlyDatabase, question: str, asks: str) -> None:
    with pytest.raises(SeveralNamesError) as caught:
        answer(clinic, question)
    assert asks in str(caught.value)
    assert "Lucía Ferrer (medicos.nombre, medicos.apellidos), Lucía Ferrer (pacientes.nombre)" in str(caught.value)


def test_a_first_name_of_several_people_is_asked_back(clinic: ReadOnlyDatabase) -> None:
    with pytest.raises(SeveralNamesError, match=r"Ana Gómez \(pacientes.nombre\), Ana Ferrer \(pacientes.nombre\)"):
        answer(clinic, "cuantas citas de Ana")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many citas of Xavier Poiret?", "no such name was found: «Xavier Poiret»"),
        ("¿Cuántas citas de Xavier Poiret?", "no se encontró ese nombre: «Xavier Poiret»"),
        ("Quantas citas do Xavier Poiret?", "esse nome não foi encontrado: «Xavier Poiret»"),
    ],
)
def test_a_name_of_nobody_is_refused(clinic: ReadOnlyDatabase, question: str, told: str) -> None:
    with pytest.raises(NotUnderstoodError, match=told) as caught:
        answer(clinic, question)
    assert "«Xavier»" in str(caught.value), "refused as before"
    assert not isinstance(caught.value, SeveralNamesError)


def test_two_people_of_two_columns_are_not_mixed(clinic: ReadOnlyDatabase) -> None:
    """`Lucía Peña` is none of them."""
    with pytest.raises(NotUnderstoodError):
        answer(clinic, "cuantas citas de los medicos Lucía Ferrer y Óscar Peña")


def test_without_a_database_it_is_refused_as_before() -> None:
    with pytest.raises(NotUnderstoodError) as caught:
        plan_with_names("cuantas citas de João Núñez", CLINIC, None)
    assert "no se encontró" not in str(caught.value)


def test_values_with_quotes_are_read_back(tmp_path: Path) -> None:
    """Whatever a value holds, it comes into the statement as a literal of the planner."""
    import sqlite3

    url = make_clinic(tmp_path / "clinic.sqlite")
    raw = sqlite3.connect(tmp_path / "clinic.sqlite")
    raw.execute("UPDATE salas SET titulo = ? WHERE id = 1", ('Nube d\'Or "B"; --',))
    raw.commit()
    raw.close()
    database = ReadOnlyDatabase(url)
    assert answer(database, "cuantas citas de la sala Nube")[1] == [(20,)]
    database.close()


@pytest.mark.parametrize(
    "question", ["¿Cuántas citas tuvo atendidas João Núñez?", "How many citas has João Núñez attended?"]
)
def test_an_unknown_word_beside_a_name_is_no_part_of_it(clinic: ReadOnlyDatabase, question: str) -> None:
    """The name is found, and the other word, which may say which ones, is not dropped: the rest is a guess."""
    with pytest.raises(NotUnderstoodError, match=r"Citas; João Núñez \(nombre\)") as caught:
        answer(clinic, question)
    assert set(caught.value.words) <= {"atendidas", "attended"}


@pytest.mark.parametrize(
    "question",
    [
        "salas sin citas de João Núñez",
        "how many citas without importe of João Núñez",
        "pacientes de Vigo sin citas de Lucía Ferrer",
    ],
)
def test_a_name_behind_a_denial_is_not_dropped(clinic: ReadOnlyDatabase, question: str) -> None:
    """It has its part in what was understood, or the question is refused."""
    try:
        told = answer(clinic, question)[0]
    except NotUnderstoodError as error:
        told = str(error.words)
    assert "Núñez" in told or "Ferrer" in told or "Lucía" in told, told


@pytest.mark.parametrize(
    "question",
    [
        "how many refunded citas of João Núñez",
        "cuantas citas reembolsadas de João Núñez",
        "quantas citas online de João Núñez",
    ],
)
def test_an_unknown_adjective_beside_a_name_is_not_dropped(clinic: ReadOnlyDatabase, question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        answer(clinic, question)


def test_what_a_strict_reading_refuses_an_easy_one_would_answer(
    clinic: ReadOnlyDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The saboteur: where unknown words may be left out, all of his visits are told as those attended."""
    monkeypatch.setattr(parse, "leaves_unknown_words", lambda *_: False)
    assert answer(clinic, "How many citas has João Núñez attended?")[1] == [(10,)]


def test_first_names_and_surnames_of_two_are_not_put_together_anew(clinic: ReadOnlyDatabase) -> None:
    for question in ("how many citas of Óscar Peña and Marta Ferrer", "how many citas not of Óscar Peña"):
        with pytest.raises(NotUnderstoodError):
            answer(clinic, question)
