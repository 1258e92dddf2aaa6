"""Headings above line items, and the columns of their rows."""

from __future__ import annotations

from fingerpost.assistants.agents.commerce.document import CommercialDocument
from fingerpost.assistants.agents.commerce.parsing.document_parser import parse_text
from fingerpost.assistants.agents.commerce.questions.answers import answer
from fingerpost.assistants.agents.commerce.session_codec import from_text, to_text

SECTIONS = """PROFORMA 12
Vigas del Norte S.A.             Fecha 19/03/2026
Cliente: Farmacia Sol

A) Equipos
   16  Sensor de nivel                 48,50       776,00
    1  Tablero de mando               215,00       215,00
B) Mano de obra
   16  Tendido de cable                22,00       352,00

Total                                           1.343,00
"""
PLAIN = """INVOICE 31
Harbour Looms Ltd                      Date 11/06/2025
To: Quay Inn

Item              Lot       Qty    Price    Amount
Linen cloth       L4471       2    30.00     60.00
Cotton rope       L4502       1    20.00     20.00
Total EUR 80.00
"""


def _document(text: str) -> CommercialDocument:
    document = parse_text(text)
    stored = from_text(to_text(document)) if document is not None else None
    assert stored is not None
    return stored


def test_line_items_stand_under_their_headings() -> None:
    assert [line.section for line in _document(SECTIONS).lines] == ["Equipos", "Equipos", "Mano de obra"]


def test_what_stands_above_all_goods_is_no_heading() -> None:
    assert not any(line.section for line in _document(PLAIN).lines)


def test_a_question_names_goods_by_their_heading() -> None:
    said = answer(_document(SECTIONS), "¿cuánto suman los equipos sin la mano de obra?")
    assert "991,00" in said
    assert "639,00" not in said


def test_cells_have_the_names_of_their_columns() -> None:
    assert "Lot\tL4502" in _document(PLAIN).lines[1].cells.split("\n")


ROOMS = """QUOTE Q-77
Date: 12 May 2025
From: Brightside Builders Ltd
To: Mrs Ellen Ward

Description              Qty   Price    Amount
Kitchen
Mixer tap                1     80.00     80.00
Wall paint               2     30.00     60.00
Bathroom
Mixer tap                1     80.00     80.00
Wall paint               2     30.00     60.00
Shower screen            1    210.00    210.00

Travel                   1    110.00    110.00

Subtotal                       600.00
VAT 20%                        120.00
Total                   GBP    720.00
"""


def test_an_empty_row_ends_a_heading() -> None:
    assert [line.section for line in _document(ROOMS).lines][-2:] == ["Bathroom", ""]


def test_empty_rows_between_all_rows_end_no_heading() -> None:
    head, goods = ROOMS.split("Kitchen")
    spaced = _document(head + "Kitchen" + goods.split("\n\nTravel")[0].replace("\n", "\n\n") + "\n\nTotal GBP 490.00")
    assert [line.section for line in spaced.lines] == ["Kitchen"] * 2 + ["Bathroom"] * 3


def test_a_row_further_left_ends_a_heading() -> None:
    indented = ROOMS.replace("\nMixer tap  ", "\n  Mixer tap").replace("\nWall paint  ", "\n  Wall paint")
    indented = indented.replace("\nShower screen  ", "\n  Shower screen").replace("\n\nTravel", "\nTravel")
    assert [line.section for line in _document(indented).lines][-2:] == ["Bathroom", ""]


def test_a_heading_whose_words_name_a_line_ends_the_one_before() -> None:
    document = _document(ROOMS.replace("Bathroom", "Screen"))
    assert [line.section for line in document.lines][:3] == ["Kitchen", "Kitchen", ""]
