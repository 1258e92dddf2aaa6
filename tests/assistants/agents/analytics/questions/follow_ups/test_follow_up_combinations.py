"""A follow-up puts the last two requests together: both, side by side, as a share, and what one grew by."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError, Request
from fingerpost.assistants.agents.analytics.questions.follow_ups.follow_up_reader import follow
from tests.assistants.agents.analytics.questions.shop import FIGURES, SHOP, request_of

YEARS = (("2017-01-01", "2018-01-01"), ("2018-01-01", "2019-01-01"))


def _after(first: str, second: str, question: str) -> Request:
    earlier = request_of(first)
    return follow(question, follow(second, earlier, SHOP, FIGURES), SHOP, FIGURES, earlier)


@pytest.mark.parametrize("question", ["both together", "os dois juntos", "las dos juntas"])
def test_both_values_are_put_together(question: str) -> None:
    found = _after("how many orders in Porto", "and in Lima?", question)
    assert [where.values for where in found.wheres] == [("Porto", "Lima")]
    assert found.groups == ()


@pytest.mark.parametrize("question", ["compare both", "compara os dois anos lado a lado", "compare the two"])
def test_two_times_are_put_side_by_side(question: str) -> None:
    found = _after("how many orders in 2018", "and in 2017?", question)
    assert [when.spans for when in found.whens] == [YEARS]
    assert [group.part for group in found.groups] == ["year"]


@pytest.mark.parametrize("question", ["compare with Lima", "compara com Lima", "compara con Lima"])
def test_what_is_named_is_put_beside_what_was_asked_for(question: str) -> None:
    found = follow(question, request_of("how many orders in Porto"), SHOP, FIGURES)
    assert [where.values for where in found.wheres] == [("Porto", "Lima")]
    assert [group.refs for group in found.groups] == [(("customers", "city"),)]


def test_of_a_figure_that_is_put_together_again_each_side_is_asked_for() -> None:
    found = _after("average number of items per order in 2018", "and in 2017?", "compare both")
    assert [side.words for side in found.sides] == ["2017", "2018"]


@pytest.mark.parametrize("question", ["qual dos dois teve mais?", "cuál de los dos tuvo más?"])
def test_who_asks_which_of_the_two_does_not_mean_both(question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        _after("how many orders in Porto", "and in Lima?", question)


@pytest.mark.parametrize("question", ["both together", "compare both", "as a percentage", "compare with 2017"])
def test_where_there_are_no_two_it_is_refused(question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        follow(question, request_of("how many orders in Porto"), SHOP, FIGURES)


@pytest.mark.parametrize("question", ["as a percentage", "em percentual", "en porcentaje"])
def test_what_was_narrowed_down_is_a_share_of_what_it_was_among(question: str) -> None:
    found = _after("how many orders in Porto", "how many of those are open?", question)
    assert found.share
    assert [where.values for where in found.numerator] == [("open",)]
    assert [where.values for where in found.wheres] == [("Porto",)]


def test_another_value_is_no_part_of_the_one_before() -> None:
    with pytest.raises(NotUnderstoodError):
        _after("how many orders in Porto", "and in Lima?", "as a percentage")


@pytest.mark.parametrize("question", ["how much growth is that in percent?", "qual foi o crescimento?"])
def test_growth_is_that_between_the_two_times(question: str) -> None:
    found = _after("how many orders in 2018", "and in 2017?", question)
    assert found.change == "growth"
    assert [side.whens[0].spans[0] for side in found.sides] == list(YEARS)
