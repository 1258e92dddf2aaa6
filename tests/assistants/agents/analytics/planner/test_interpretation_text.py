"""How a question was understood: what is missing is told, also where the words do not deny it."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.planner.interpretation_text import understood
from fingerpost.assistants.agents.analytics.planner.measures import Meanings
from fingerpost.assistants.agents.analytics.planner.named_tables import writer_of
from fingerpost.assistants.agents.analytics.planner.request import Group, Measure, Request, Where
from tests.assistants.agents.analytics.semantic_parser.school import SCHOOL


def _understood(where: Where, language: str = "en") -> str:
    request = Request(groups=(Group((("pupils", ""),), words="pupils"),), wheres=(where,), listed=True)
    return understood(request, writer_of(request, SCHOOL, Meanings(), "sqlite").settler, language)


@pytest.mark.parametrize(("language", "without"), [("en", "without"), ("es", "sin"), ("pt", "sem")])
def test_what_has_none_of_another_table_is_told_so(language: str, without: str) -> None:
    """Once, and in the same words whether it was said so or read by the network."""
    for words in ("taught", "lessons = 0"):
        missing = Where("not exists", (("lessons", ""),), words=words)
        assert _understood(missing, language).endswith(f"; {without} lessons")
    assert _understood(Where("exists", (("lessons", ""),), words="taught"), language).endswith("; taught")


def test_what_is_said_of_the_rows_that_are_missing_is_told_with_them() -> None:
    """`not paid by voucher` lacks those payments alone; what is said of the rows themselves stands apart."""
    missing = Where("not exists", (("lessons", ""),), words="taught")
    cancelled = Where("=", (("lessons", "state"),), ("cancelled",), words="cancelled")
    porto = Where("=", (("pupils", "town"),), ("Porto",), words="Porto")
    pupils = Group((("pupils", ""),), words="pupils")
    request = Request(groups=(pupils,), wheres=(missing, cancelled, porto), listed=True)
    told = understood(request, writer_of(request, SCHOOL, Meanings(), "sqlite").settler, "en")
    assert told.endswith("; Porto (town); without lessons: cancelled (state)")


def test_what_is_denied_of_the_rows_that_are_missing_stays_denied() -> None:
    """`without lessons that were not cancelled` are not those without cancelled ones."""
    missing = Where("not exists", (("lessons", ""),), words="taught")
    held = Where("<>", (("lessons", "state"),), ("cancelled",), words="not cancelled")
    request = Request(groups=(Group((("pupils", ""),), words="pupils"),), wheres=(missing, held), listed=True)
    assert "NOT lessons.state = 'cancelled'" in writer_of(request, SCHOOL, Meanings(), "sqlite").statement.sql()


@pytest.mark.parametrize(("language", "empty"), [("en", "empty"), ("es", "vacío"), ("pt", "vazio")])
def test_a_column_that_is_empty_is_told_so(language: str, empty: str) -> None:
    missing = Where("null", (("pupils", "left_on"),), words="left")
    assert _understood(missing, language).endswith(f"; left (left on: {empty})")
    there = Where("not null", (("pupils", "left_on"),), words="left")
    assert _understood(there, language).endswith("; left (left on)")


@pytest.mark.parametrize(
    ("language", "best", "worst"),
    [
        ("pt", "do maior ao menor; no máximo 5 linhas", "do menor ao maior; no máximo 5 linhas"),
        ("en", "highest first; at most 5 rows", "lowest first; at most 5 rows"),
        ("es", "de mayor a menor; como máximo 5 filas", "de menor a mayor; como máximo 5 filas"),
    ],
)
def test_the_best_and_the_worst_are_told_apart(language: str, best: str, worst: str) -> None:
    told = []
    for order in ("desc", "asc"):
        pupils = Request(
            measures=(Measure("count", (("pupils", ""),), words="pupils"),),
            groups=(Group((("pupils", "town"),), words="town"),),
            order=order,
            limit=5,
        )
        writer = writer_of(pupils, SCHOOL, Meanings(), "sqlite")
        told.append(understood(writer.request, writer.settler, language))
    assert told[0].endswith(best)
    assert told[1].endswith(worst)
