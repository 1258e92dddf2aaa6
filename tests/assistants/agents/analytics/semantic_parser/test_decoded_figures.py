"""What is asked for, out of probabilities: shares, times between dates, groups that are chosen, values once each."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.planner.request import Gap, NotUnderstoodError, Request
from fingerpost.assistants.agents.analytics.questions.reader import dated_marks
from fingerpost.assistants.agents.analytics.questions.tokens import tokens
from fingerpost.assistants.agents.analytics.semantic_parser.decoded_figures import asked
from fingerpost.assistants.agents.analytics.semantic_parser.decoder_state import Decoder
from fingerpost.assistants.agents.analytics.semantic_parser.schema_items import COLUMN, TABLE, VALUE, Item, schema_items
from tests.assistants.agents.analytics.semantic_parser.school import SCHOOL, said

PUPILS, LESSONS = Item(TABLE, "pupils"), Item(TABLE, "lessons")
FEE, STATE = Item(COLUMN, "lessons", "fee"), Item(COLUMN, "lessons", "state")
PAID, GIVEN = Item(COLUMN, "lessons", "paid_on"), Item(COLUMN, "lessons", "given_on")
DONE = Item(VALUE, "lessons", "state", "done")


def _asked(question: str, parts: dict[Item, str], **heads: str) -> Request:
    schema, pieces = schema_items(SCHOOL), tokens(question)
    decoder = Decoder(said(schema, len(pieces), parts, **heads), pieces, dated_marks(pieces, SCHOOL), schema, {})
    return asked(decoder, Request())


def test_a_share_of_rows_and_of_a_sum() -> None:
    found = _asked("zzz", {LESSONS: "aggregate", DONE: "share"}, aggregate="share")
    assert found.share
    assert found.measures[0].how == "count"
    assert [(one.how, one.values) for one in found.numerator] == [("=", ("done",))]
    found = _asked("zzz", {FEE: "aggregate", DONE: "share"}, aggregate="share")
    assert (found.measures[0].how, found.measures[0].refs) == ("SUM", (("lessons", "fee"),))


def test_a_share_of_nothing_that_is_named_is_refused() -> None:
    with pytest.raises(NotUnderstoodError, match="share"):
        _asked("zzz", {LESSONS: "aggregate"}, aggregate="share")


def test_the_time_between_two_dates() -> None:
    found = _asked("zzz", {GIVEN: "start", PAID: "end"}, aggregate="avg")
    assert found.measures[0].gap == Gap(("lessons", "given_on"), ("lessons", "paid_on"))
    found = _asked("zzz", {LESSONS: "select", GIVEN: "start", PAID: "end"}, order="desc", limit="one")
    assert (found.measures[0].how, found.order, found.limit) == ("MAX", "desc", 1)


def test_groups_that_are_chosen_by_their_count() -> None:
    found = _asked("zzz more than three", {PUPILS: "select", LESSONS: "having"})
    assert [(one.measure.how, one.how, one.values) for one in found.having] == [("count", ">", (3.0,))]
    with pytest.raises(NotUnderstoodError, match="compared with"):
        _asked("zzz", {PUPILS: "select", LESSONS: "having"})


def test_values_are_listed_once_each_or_with_their_rows() -> None:
    once = _asked("zzz", {STATE: "select"}, distinct="yes")
    assert [group.refs for group in once.groups] == [(("lessons", "state"),)]
    each = _asked("zzz", {STATE: "select"})
    assert [group.refs for group in each.groups] == [(("lessons", ""),), (("lessons", "state"),)]
