"""The time between two dates."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.planner.request import Gap
from fingerpost.assistants.agents.analytics.questions.gaps import read_gaps
from tests.assistants.agents.analytics.questions.shop import assembly_of


def _gaps(question: str) -> list[object]:
    return [mark.made for mark in assembly_of(question).marks if isinstance(mark.made, Gap)]


@pytest.mark.parametrize("question", ["quantos dias da compra até a entrega", "días desde la compra hasta la entrega"])
def test_two_dates_and_a_duration_are_a_gap(question: str) -> None:
    assert _gaps(question) == [Gap(("orders", "ordered_on"), ("orders", "delivered_on"))]


def test_without_a_duration_two_dates_are_none() -> None:
    assert _gaps("orders from compra to delivery") == []


def test_a_gap_is_read_once() -> None:
    assembly = assembly_of("quantos dias da compra até a entrega")
    before = list(assembly.marks)
    read_gaps(assembly)
    assert assembly.marks == before
