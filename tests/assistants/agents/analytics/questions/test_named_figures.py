"""Figures with a name in the file of measures."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from dataclasses import replace

from fingerpost.assistants.agents.analytics.planner.measures import Meanings, Named
from fingerpost.assistants.agents.analytics.planner.request import Measure
from fingerpost.assistants.agents.analytics.questions.named_figures import (
    read_named_figure,
    read_weak_figures,
    said_once,
)
from fingerpost.assistants.agents.analytics.questions.question_target import Asked
from tests.assistants.agents.analytics.questions.shop import FIGURES, asked_of, assembly_of


@pytest.mark.parametrize("question", ["revenue", "faturamento", "facturación", "facturacion"])
def test_a_figure_is_found_by_its_name(question: str) -> None:
    (measure,) = asked_of(question).measures
    assert (measure.how, measure.name) == ("named", "revenue")


def test_a_figure_that_cannot_be_averaged_leaves_the_average_alone() -> None:
    asked = Asked(assembly_of("average revenue"))
    assert not read_named_figure(asked, 0, "AVG")
    assert asked.measures == []


def _sold(question: str) -> Asked:
    sold = Named("sold", ("sold", "vendidos"), select="SUM(items.price)", weak=True)
    asked = Asked(assembly_of(question, Meanings(measures=(sold,))))
    read_weak_figures(asked)
    return asked


@pytest.mark.parametrize("question", ["orders sold", "pedidos vendidos"])
def test_a_weak_figure_beside_a_table_only_ties_its_rows(question: str) -> None:
    asked = _sold(question)
    assert asked.measures == []
    assert [(where.how, where.refs) for where in asked.assembly.wheres] == [("exists", (("items", ""),))]


def test_a_weak_figure_alone_is_the_figure() -> None:
    assert [measure.name for measure in _sold("sold").measures] == ["sold"]


def test_a_figure_that_another_defines_is_said_once() -> None:
    asked = Asked(assembly_of("revenue"))
    named, summed = Measure("named", name="revenue"), Measure("SUM", (("orders", "total_value"),))
    assert said_once(asked, (named, summed)) == (summed,)
    other = replace(summed, refs=(("orders", "weight"),))
    assert said_once(asked, (named, other)) == (named, other)
    assert FIGURES.measures[0].name == named.name
