"""The planner on another schema, without any file: names, kinds and references of the allowlist are enough."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("sqlglot", reason="plans and checks come with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics import check_sql
from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.measures import Meanings
from fingerpost.assistants.agents.analytics.planner.measures_file import read_meanings
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError

SCHOOL = Allowlist(
    (
        AllowedTable(
            "students",
            (
                AllowedColumn("student_id", "integer", key=True),
                AllowedColumn("full_name"),
                AllowedColumn("city", synonyms=("cidade", "ciudad")),
                AllowedColumn("birth_date", "date", synonyms=("nascimento",)),
            ),
            synonyms=("aluno", "student", "alumno"),
        ),
        AllowedTable(
            "teachers",
            (AllowedColumn("teacher_id", "integer", key=True), AllowedColumn("city", synonyms=("cidade", "ciudad"))),
            synonyms=("professor", "teacher"),
        ),
        AllowedTable(
            "courses",
            (
                AllowedColumn("course_id", "integer", key=True),
                AllowedColumn("teacher_id", "integer", references=("teachers", "teacher_id")),
                AllowedColumn("area", values=("math", "history"), synonyms=("área",)),
                AllowedColumn("hours", "integer", synonyms=("carga horária",)),
            ),
            synonyms=("curso", "course"),
        ),
        AllowedTable(
            "enrolments",
            (
                AllowedColumn("enrolment_id", "integer", key=True),
                AllowedColumn("student_id", "integer", references=("students", "student_id")),
                AllowedColumn("course_id", "integer", references=("courses", "course_id")),
                AllowedColumn("enrolled_on", "date", synonyms=("data da matrícula",)),
                AllowedColumn("grade", "number", synonyms=("nota", "nota final")),
            ),
            synonyms=("matrícula", "enrolment", "inscripción"),
        ),
    )
)
ROWS = """
CREATE TABLE students (student_id INTEGER PRIMARY KEY, full_name TEXT, city TEXT, birth_date TEXT);
CREATE TABLE teachers (teacher_id INTEGER PRIMARY KEY, city TEXT);
CREATE TABLE courses (course_id INTEGER PRIMARY KEY, teacher_id INTEGER, area TEXT, hours INTEGER);
CREATE TABLE enrolments (
    enrolment_id INTEGER PRIMARY KEY, student_id INTEGER, course_id INTEGER, enrolled_on TEXT, grade REAL);
INSERT INTO students VALUES (1, 'Ana', 'Porto', '2001-05-02'), (2, 'Rui', 'Lisboa', '2002-01-09'), (3, 'Eva', 'Porto', NULL);
INSERT INTO teachers VALUES (1, 'Porto'), (2, 'Braga');
INSERT INTO courses VALUES (1, 1, 'math', 40), (2, 1, 'math', 60), (3, 2, 'history', 30);
INSERT INTO enrolments VALUES (1, 1, 1, '2023-02-01', 15), (2, 1, 2, '2023-02-03', 12), (3, 2, 1, '2024-02-01', 18),
    (4, 2, 3, '2024-03-01', 9), (5, 1, 3, '2024-03-05', NULL);
"""
ASKED = [
    ("quantos alunos temos?", [(3,)]),
    ("how many students by city", [("Porto", 2), ("Lisboa", 1)]),
    ("nota média por área", [("math", 15.0), ("history", 9.0)]),
    ("alunos por área", [("history", 2), ("math", 2)]),
    ("carga horária total por cidade do professor", [("Porto", 100), ("Braga", 30)]),
    ("matrículas por ano", [("2023", 2), ("2024", 3)]),
    ("enrolments in math since 2024", [(1,)]),
    ("alunos sem matrícula", [(1,)]),
    ("matrículas sem nota", [(1,)]),
    ("courses with more than 35 hours", [(2,)]),
    ("os 2 alunos com mais matrículas", [(1, 3), (2, 2)]),
    ("percentual de matrículas em history", [(40.0,)]),
    ("áreas com nota média acima de 10", [("math", 15.0)]),
    ("maior nota", [(18.0,)]),
    ("média de matrículas por aluno", [(2.5,)]),
    ("data da primeira matrícula", [("2023-02-01",)]),
]


@pytest.fixture
def school() -> Iterator[sqlite3.Connection]:
    """Three students, two teachers, three courses."""
    connection = sqlite3.connect(":memory:")
    connection.executescript(ROWS)
    yield connection
    connection.close()


@pytest.mark.usefixtures("words_alone")
@pytest.mark.parametrize(("question", "expected"), ASKED)
def test_a_schema_of_ones_own_is_asked_the_same_way(
    school: sqlite3.Connection, question: str, expected: list[tuple[object, ...]]
) -> None:
    """Counts, groups over references, conditions, rankings: no name of the store is in the code."""
    planned = plan(question, SCHOOL, meanings=Meanings())
    assert school.execute(check_sql(planned.sql, "sqlite", SCHOOL)).fetchall() == expected


def test_figures_of_the_store_mean_nothing_elsewhere() -> None:
    """`faturamento` has no column in a school."""
    with pytest.raises(NotUnderstoodError, match="faturamento"):
        plan("faturamento por cidade", SCHOOL)


def test_a_file_brings_figures_of_ones_own(tmp_path: Path, school: sqlite3.Connection) -> None:
    """A measure, a condition and the names of values, in any language."""
    file = tmp_path / "measures.toml"
    file.write_text(
        """
        [dates]
        enrolments = "enrolled_on"
        [[measures]]
        name = "approved"
        words = ["taxa de aprovação", "pass rate"]
        select = "100.0 * SUM(CASE WHEN enrolments.grade >= 10 THEN 1 ELSE 0 END) / COUNT(enrolments.grade)"
        [[conditions]]
        words = ["reprovados", "failed"]
        where = "enrolments.grade < 10"
        [[values]]
        columns = ["courses.area"]
        names = { math = ["matemática"], history = ["história"] }
        """,
        encoding="utf-8",
    )
    meanings = read_meanings(file)
    asked = {
        "taxa de aprovação em 2024": [(50.0,)],
        "pass rate by área": [("math", 100.0), ("history", 0.0)],
        "quantos alunos reprovados?": [(1,)],
        "matrículas em matemática": [(3,)],
    }
    for question, expected in asked.items():
        assert school.execute(plan(question, SCHOOL, meanings=meanings).sql).fetchall() == expected


def test_two_ways_between_tables_are_not_guessed() -> None:
    """Who bills and who receives are both customers: the question has to say which."""
    keys = (AllowedColumn("customer_id", "integer", key=True), AllowedColumn("city", synonyms=("cidade",)))
    orders = (
        AllowedColumn("order_id", "integer", key=True),
        AllowedColumn("billed_to", "integer", references=("customers", "customer_id")),
        AllowedColumn("sent_to", "integer", references=("customers", "customer_id")),
    )
    both = Allowlist((AllowedTable("customers", keys), AllowedTable("orders", orders, synonyms=("pedido",))))
    with pytest.raises(NotUnderstoodError, match="2 maneiras"):
        plan("pedidos por cidade", both, meanings=Meanings())


def test_tables_that_nothing_joins_are_not_multiplied() -> None:
    """A city of one table says nothing of another."""
    apart = Allowlist(
        (
            AllowedTable("orders", (AllowedColumn("order_id", key=True),)),
            AllowedTable("shops", (AllowedColumn("city", synonyms=("cidade",)),)),
        )
    )
    with pytest.raises(NotUnderstoodError, match="nothing joins"):
        plan("orders by city", apart, meanings=Meanings())


def test_rows_without_a_key_are_not_counted_once_each() -> None:
    """Where a join repeats them, nothing tells them apart."""
    columns = (
        AllowedColumn("place", references=("places", "place")),
        AllowedColumn("heat", "number", synonyms=("calor",)),
    )
    places = (AllowedColumn("place", key=True),)
    visits = (
        AllowedColumn("visit_id", key=True),
        AllowedColumn("place", references=("places", "place")),
        AllowedColumn("reason", synonyms=("motivo",)),
    )
    loose = Allowlist(
        (AllowedTable("readings", columns), AllowedTable("places", places), AllowedTable("visits", visits))
    )
    with pytest.raises(NotUnderstoodError, match="não tem chave"):
        plan("calor médio por motivo", loose, meanings=Meanings())
