"""Calculates over line items: those past a limit or free of charge, the largest, the average, and all pieces."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.document import CommercialDocument, LineItem
from fingerpost.assistants.agents.commerce.questions.line_calculations import (
    average,
    discounted,
    extremes,
    for_a_piece,
    limit_of,
    over_limit,
    pieces,
)
from fingerpost.assistants.agents.commerce.questions.question_parser import parse_question
from fingerpost.assistants.agents.commerce.questions.sum_writer import Calculation, SumWriter

DOCUMENT = CommercialDocument(
    lines=(
        LineItem("Desk lamp", quantity=Decimal(4), unit_price=Decimal(20), total=Decimal(80)),
        LineItem("Oak table", quantity=Decimal(1), unit_price=Decimal(150), discount=Decimal(15), total=Decimal(135)),
        LineItem("Training", quantity=Decimal(1), unit_price=Decimal(0), total=Decimal(0)),
    ),
    total=Decimal(215),
)
LineCalculation = Callable[..., Calculation]


@pytest.mark.parametrize(
    ("calculate", "question", "wanted"),
    [
        (
            over_limit,
            "which lines are over 100?",
            ("1 of 3 lines:", "- Oak table: 1 at 150.00 = 135.00 (discount 15.00)"),
        ),
        (over_limit, "quais itens ficam abaixo de 100?", ("2 of 3 lines:",)),
        (over_limit, "which item is free of charge?", ("- Training: 1 at 0.00 = 0.00",)),
        (over_limit, "which items are there?", ()),
        (extremes, "which is the most expensive item?", ("The dearest is Oak table",)),
        (extremes, "which item has the largest quantity?", ("The dearest is Desk lamp",)),
        (average, "what is the average line total?", ("(80.00 + 135.00 + 0.00) ÷ 3 = 71.67",)),
        (pieces, "how many units in total?", ("4 + 1 + 1 = 6",)),
        (discounted, "which item has a discount?", ("Oak table", "15.00 ÷ 150.00 = 10%")),
    ],
)
def test_lines_are_calculated_with(calculate: LineCalculation, question: str, wanted: tuple[str, ...]) -> None:
    said = calculate(parse_question(question, DOCUMENT), DOCUMENT, SumWriter(DOCUMENT, "en")).said
    assert bool(said) is bool(wanted)
    for part in wanted:
        assert part in "\n".join(said)


def test_a_limit_is_the_figure_after_over() -> None:
    limit = limit_of(parse_question("are 3 lines over 1,500?", DOCUMENT))
    assert limit is not None
    assert limit.value == 1500
    assert limit_of(parse_question("how much are 3 lamps?", DOCUMENT)) is None


def test_a_dozen_and_a_thousand_have_a_price() -> None:
    writer = SumWriter(DOCUMENT, "pt")
    assert (
        "1.000 × 20,00 = 20.000,00"
        in for_a_piece(parse_question("quanto custa o milheiro de lamp", DOCUMENT), writer).said
    )
    assert for_a_piece(parse_question("quanto custa a lamp?", DOCUMENT), writer).said == ()
