"""What the builders of a request look at: rows, plurals, and what was put side by side."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.planner.request import Group, NotUnderstoodError, Request, When
from fingerpost.assistants.agents.analytics.questions.question_target import Asked, is_plural
from fingerpost.assistants.agents.analytics.questions.request_draft import Draft, compare_times, is_rows
from tests.assistants.agents.analytics.questions.shop import assembly_of


@pytest.mark.parametrize(
    ("words", "plural"), [("cities", True), ("mês", False), ("status", False), ("la ciudad", False)]
)
def test_a_plural_is_known_by_its_end(words: str, plural: bool) -> None:
    assert is_plural(words) == plural


def test_rows_of_a_table_are_no_column() -> None:
    assert is_rows(Group((("orders", ""),)))
    assert not is_rows(Group((("orders", "status"),)))
    assert not is_rows(Group(part="year"))


def _draft(*years: int, groups: tuple[Group, ...] = ()) -> Draft:
    spans = tuple((f"{year}-01-01", f"{year + 1}-01-01") for year in years)
    asked = Asked(assembly_of("revenue"), compare=True)
    return Draft(asked, Request(whens=(When(spans=spans),) if spans else ()), (), list(groups))


def test_two_years_are_a_group_beside_others() -> None:
    city = Group((("customers", "city"),))
    draft = _draft(2017, 2018, groups=(city,))
    compare_times(draft)
    assert [group.part for group in draft.groups] == ["", "year"]


def test_one_year_is_compared_with_nothing() -> None:
    with pytest.raises(NotUnderstoodError, match="what is compared with what"):
        compare_times(_draft(2017))
