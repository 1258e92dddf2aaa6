"""Rows that are grouped by show their name beside their key, where the schema leaves no doubt which column it is."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

pytest.importorskip("sqlglot", reason="plans and checks come with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics import check_sql
from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.measures import Meanings
from fingerpost.assistants.agents.analytics.planner.select_block import Block

_GROUP = Block.group

CLASSES = AllowedTable(
    "classes",
    (
        AllowedColumn("class_id", "integer", key=True),
        AllowedColumn("title"),
        AllowedColumn("level", synonyms=("nível", "nivel")),
        AllowedColumn("coach", "integer", references=("coaches", "code"), synonyms=("treinador", "entrenador")),
    ),
    synonyms=("aula", "clase"),
)
GYM = Allowlist(
    (
        CLASSES,
        AllowedTable("coaches", (AllowedColumn("code", "integer", key=True), AllowedColumn("coach_name"))),
        AllowedTable(
            "visits",
            (
                AllowedColumn("visit_id", "integer", key=True),
                AllowedColumn("class_id", "integer", references=("classes", "class_id")),
                AllowedColumn("minutes", "integer", synonyms=("minutos",)),
            ),
            synonyms=("visita",),
        ),
    )
)

pytestmark = pytest.mark.usefixtures("words_alone")
ROWS = """
CREATE TABLE coaches (code INTEGER PRIMARY KEY, coach_name TEXT);
CREATE TABLE classes (class_id INTEGER PRIMARY KEY, title TEXT, level TEXT, coach INTEGER);
CREATE TABLE visits (visit_id INTEGER PRIMARY KEY, class_id INTEGER, minutes INTEGER);
INSERT INTO coaches VALUES (7, 'Ana'), (8, 'Rui');
INSERT INTO classes VALUES (1, 'Yoga', 'easy', 7), (2, 'Boxing', 'hard', 8), (3, 'Yoga', 'hard', 8), (4, NULL, 'easy', 7);
INSERT INTO visits VALUES (1, 1, 10), (2, 2, 20), (3, 2, 30), (4, 3, 40), (5, 2, 50), (6, 4, 60), (7, 4, 70);
"""
ASKED: list[tuple[str, list[tuple[Any, ...]]]] = [
    ("which class had the most visits?", [("Boxing", 2, 3)]),
    ("qual aula teve mais visitas?", [("Boxing", 2, 3)]),
    ("¿qué clase tuvo más visitas?", [("Boxing", 2, 3)]),
    ("visits by class", [("Boxing", 2, 3), (None, 4, 2), ("Yoga", 1, 1), ("Yoga", 3, 1)]),
    ("classes with more than 2 visits", [("Boxing", 2, 3)]),
    ("qual treinador teve mais visitas?", [("Rui", 8, 4)]),
    ("which level had the most visits?", [("hard", 4)]),
]


@pytest.fixture(scope="module")
def gym() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:")
    connection.executescript(ROWS)
    yield connection
    connection.close()


@pytest.mark.parametrize(("question", "expected"), ASKED)
def test_a_row_is_shown_by_its_name_and_its_key(
    gym: sqlite3.Connection, question: str, expected: list[tuple[Any, ...]]
) -> None:
    """Two of one name stay two, and one without a name stays."""
    planned = plan(question, GYM, meanings=Meanings())
    assert gym.execute(check_sql(planned.sql, "sqlite", GYM)).fetchall() == expected


@pytest.mark.parametrize(
    "columns",
    [
        (AllowedColumn("title"), AllowedColumn("name")),
        (AllowedColumn("level_name"),),
        (AllowedColumn("title", "integer"),),
        (AllowedColumn("title", references=("coaches", "code")),),
    ],
    ids=["two", "of something else", "a number", "a reference"],
)
def test_a_name_that_is_not_obvious_is_not_shown(columns: tuple[AllowedColumn, ...]) -> None:
    """Then the key alone stands for a row, as ever."""
    other = replace(CLASSES, columns=(CLASSES.columns[0], *columns))
    sql = plan("visits by class", replace(GYM, tables=(other, *GYM.tables[1:])), meanings=Meanings()).sql
    assert sql.startswith("SELECT classes.class_id AS class_id, COUNT(*)")


def test_a_column_that_is_called_as_its_table_is_its_name() -> None:
    """Whoever wrote the allowlist has said so."""
    other = replace(
        CLASSES, columns=(CLASSES.columns[0], AllowedColumn("label"), AllowedColumn("tag", synonyms=("class",)))
    )
    sql = plan("visits by class", replace(GYM, tables=(other, *GYM.tables[1:])), meanings=Meanings()).sql
    assert sql.startswith("SELECT classes.tag AS tag, classes.class_id AS class_id, COUNT(*)")


def test_a_key_that_is_also_the_name_is_shown_once() -> None:
    columns = (AllowedColumn("code", key=True), AllowedColumn("level"))
    visits = replace(
        GYM.tables[2], columns=(GYM.tables[2].columns[0], AllowedColumn("at", references=("classes", "code")))
    )
    allowlist = Allowlist((replace(CLASSES, columns=columns, label=("code",)), visits))
    sql = plan("visits by class", allowlist, meanings=Meanings()).sql
    assert sql.startswith("SELECT classes.code AS code, COUNT(*)")


def test_a_file_that_names_the_label_has_the_last_word() -> None:
    """Its column alone is shown, as it asks."""
    sql = plan("visits by class", GYM, meanings=Meanings(labels=(("classes", "level"),))).sql
    assert sql.startswith("SELECT classes.level AS level, COUNT(*)")


@pytest.mark.parametrize("noun", ["class", "address", "business"])
def test_a_noun_that_ends_in_two_s_is_one(noun: str) -> None:
    """And its plural is found by it."""
    table = replace(CLASSES, name=f"{noun}es", synonyms=())
    visits = replace(
        GYM.tables[2],
        columns=(GYM.tables[2].columns[0], AllowedColumn("at", "integer", references=(f"{noun}es", "class_id"))),
    )
    allowlist = Allowlist((table, GYM.tables[1], visits))
    assert plan(f"which {noun} had the most visits?", allowlist, meanings=Meanings()).sql.endswith("LIMIT 1")
    assert "LIMIT" not in plan(f"which {noun}es had the most visits?", allowlist, meanings=Meanings()).sql


PARTS = replace(
    GYM,
    tables=(
        *GYM.tables[1:],
        replace(
            CLASSES,
            columns=(
                AllowedColumn("class_id", "integer", key=True),
                AllowedColumn("level", values=("easy", "hard")),
                AllowedColumn("coach", "integer", references=("coaches", "code"), synonyms=("treinador",)),
            ),
        ),
    ),
)


@pytest.fixture
def parts() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:")
    connection.executescript(ROWS.replace("(4, NULL, 'easy', 7)", "(4, NULL, 'easy', NULL)"))
    yield connection
    connection.close()


@pytest.mark.parametrize("question", ["list the easy classes", "lista las clases easy", "liste as aulas easy"])
def test_rows_without_a_name_are_listed_with_all_they_hold(parts: sqlite3.Connection, question: str) -> None:
    """And with the names of what they refer to; one that refers to nothing is there too."""
    planned = plan(question, PARTS, meanings=Meanings())
    found = parts.execute(check_sql(planned.sql, "sqlite", PARTS)).fetchall()
    assert found == [(1, "easy", 7, "Ana"), (4, "easy", None, None)]
    assert "GROUP BY" not in planned.sql
    assert "coach" not in planned.understood


def test_a_file_that_names_labels_shows_no_whole_rows() -> None:
    sql = plan("list the easy classes", PARTS, meanings=Meanings(labels=(("coaches", "coach_name"),))).sql
    assert sql.startswith("SELECT classes.class_id AS class_id FROM")


def test_what_two_columns_refer_to_is_not_named_beside_either() -> None:
    second = AllowedColumn("stand_in", "integer", references=("coaches", "code"))
    table = PARTS.tables[-1]
    allowlist = replace(PARTS, tables=(*PARTS.tables[:-1], replace(table, columns=(*table.columns, second))))
    assert "coach_name" not in plan("list the easy classes", allowlist, meanings=Meanings()).sql


def test_saboteur_a_join_that_loses_rows(parts: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the outer join the class that has no coach is gone."""
    monkeypatch.setattr(Block, "group", lambda self, output, **_: _GROUP(self, output))
    planned = plan("list the easy classes", PARTS, meanings=Meanings())
    assert parts.execute(planned.sql).fetchall() == [(1, "easy", 7, "Ana")]


def test_a_group_is_told_once_with_all_that_shows_it() -> None:
    planned = plan("visits by class", GYM, meanings=Meanings())
    assert (planned.understood, planned.title) == ("Visits; by class (title)", "Visits by class")
