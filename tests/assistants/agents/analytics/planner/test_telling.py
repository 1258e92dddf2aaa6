"""How a question was understood: what is missing is told, also where the words do not deny it."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.planner.meanings import Meanings
from fingerpost.assistants.agents.analytics.planner.named_tables import writer_of
from fingerpost.assistants.agents.analytics.planner.request import Group, Request, Where
from fingerpost.assistants.agents.analytics.planner.telling import understood
from tests.assistants.agents.analytics.semantic_parser.school import SCHOOL


def _understood(where: Where, language: str = "en") -> str:
    request = Request(groups=(Group((("pupils", ""),), words="pupils"),), wheres=(where,), listed=True)
    return understood(request, writer_of(request, SCHOOL, Meanings(), "sqlite").settler, language)


def test_what_has_none_of_another_table_is_told_with_it() -> None:
    missing = Where("not exists", (("lessons", ""),), words="taught")
    assert _understood(missing).endswith("; taught (lessons = 0)")
    told = Where("not exists", (("lessons", ""),), words="lessons = 0")
    assert _understood(told).endswith("; lessons = 0"), "once is enough"
    assert _understood(Where("exists", (("lessons", ""),), words="taught")).endswith("; taught")


@pytest.mark.parametrize(("language", "empty"), [("en", "empty"), ("es", "vacío"), ("pt", "vazio")])
def test_a_column_that_is_empty_is_told_so(language: str, empty: str) -> None:
    missing = Where("null", (("pupils", "left_on"),), words="left")
    assert _understood(missing, language).endswith(f"; left (left on: {empty})")
    there = Where("not null", (("pupils", "left_on"),), words="left")
    assert _understood(there, language).endswith("; left (left on)")
