"""Requests out of probabilities; what the network leaves out is refused."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError, Request
from fingerpost.assistants.agents.analytics.questions.reader import dated_marks
from fingerpost.assistants.agents.analytics.questions.tokens import tokens
from fingerpost.assistants.agents.analytics.semantic_parser.decoding import Decoded, decode
from fingerpost.assistants.agents.analytics.semantic_parser.network import CLASSES
from fingerpost.assistants.agents.analytics.semantic_parser.schema_items import (
    COLUMN,
    EMPTY,
    TABLE,
    VALUE,
    Item,
    schema_items,
)
from tests.assistants.agents.analytics.semantic_parser.school import SCHOOL, said

PUPILS, LESSONS = Item(TABLE, "pupils"), Item(TABLE, "lessons")
FEE, GIVEN = Item(COLUMN, "lessons", "fee"), Item(COLUMN, "lessons", "given_on")
CANCELLED = Item(VALUE, "lessons", "state", "cancelled")


def _decode(question: str, parts: dict[Item, str], *, linked: bool = True, **heads: str) -> Decoded:
    schema, pieces = schema_items(SCHOOL), tokens(question)
    output = said(schema, len(pieces), parts, **heads)
    for item in parts if linked else ():
        output.links[0, len(CLASSES) + schema.items.index(item)] = 0.9
    return decode(output, pieces, dated_marks(pieces, SCHOOL), schema, lambda _: True)


def _request(question: str, parts: dict[Item, str], **heads: str) -> Request:
    return _decode(question, parts, linked=True, **heads).request


def test_a_count_with_a_value() -> None:
    found = _request("zzz", {LESSONS: "aggregate", CANCELLED: "equal"}, aggregate="count")
    assert [(one.how, one.refs) for one in found.measures] == [("count", (("lessons", ""),))]
    assert [(one.how, one.refs, one.values) for one in found.wheres] == [("=", (("lessons", "state"),), ("cancelled",))]


def test_the_first_of_a_ranking() -> None:
    found = _request("zzz", {PUPILS: "group", FEE: "aggregate"}, aggregate="sum", order="desc", limit="one")
    assert (found.order, found.limit, found.groups[0].refs) == ("desc", 1, (("pupils", ""),))


def test_a_time_is_of_the_date_that_is_likeliest() -> None:
    found = _request("zzz in 2024", {LESSONS: "aggregate", GIVEN: "date"}, aggregate="count")
    assert [when.ref for when in found.whens] == [("lessons", "given_on")]


def test_a_number_is_compared_as_the_words_before_it_say() -> None:
    found = _request("zzz more than 30", {LESSONS: "aggregate", FEE: "compare"}, aggregate="count")
    assert [(one.how, one.values) for one in found.wheres] == [(">", (30.0,))]


def test_rows_that_lack_something_are_listed() -> None:
    found = _request("zzz without zzz", {PUPILS: "select", Item(EMPTY, "pupils", "left_on"): "hold"})
    assert found.listed
    assert [one.how for one in found.wheres] == ["null"]


def test_conditions_say_what_they_do() -> None:
    parts = {PUPILS: "select", CANCELLED: "differ", Item(EMPTY, "pupils", "left_on"): "hold", FEE: "compare"}
    found = _request("zzz at least 30", parts)
    assert {where.words for where in found.wheres} == {"≠ cancelled", "= ∅", ">= 30"}
    [without] = _request("zzz without", {PUPILS: "select", LESSONS: "without"}).wheres
    assert without.words == "lessons = 0"


def test_a_time_that_cannot_be_read_is_never_dropped() -> None:
    with pytest.raises(NotUnderstoodError, match="time"):
        _request("lessons the other day", {LESSONS: "select", GIVEN: "date"})


def test_what_cannot_be_written_is_refused() -> None:
    schema, pieces = schema_items(SCHOOL), tokens("zzz")
    output = said(schema, len(pieces), {LESSONS: "aggregate"}, aggregate="count")
    with pytest.raises(NotUnderstoodError, match="put together"):
        decode(output, pieces, [], schema, lambda _: False)


def test_less_likely_parts_are_less_sure() -> None:
    sure = _decode("zzz", {LESSONS: "aggregate"}, aggregate="count")
    unsure = _decode("zzz", {}, aggregate="count")
    assert unsure.roles < sure.roles
    assert unsure.weakest < sure.weakest
