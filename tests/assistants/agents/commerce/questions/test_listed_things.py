"""Things that one question lists are answered one by one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fingerpost.assistants.agents.commerce.document import CommercialDocument
from fingerpost.assistants.agents.commerce.parsing.document_parser import parse_text
from fingerpost.assistants.agents.commerce.questions.answers import answer
from fingerpost.assistants.agents.commerce.questions.listed_things import MOST_THINGS, listed_things

TEXT = """FATURA 31
Teares do Porto Lda                      Data 11/06/2025
Cliente: Adega do Cais

Linho cru      2      30,00      60,00
Total EUR 60,00

Nosso número: 4711-8
Placa: IZQ4H18   KM: 143.870
"""


def _document() -> CommercialDocument:
    document = parse_text(TEXT)
    assert document is not None
    return document


def test_each_of_two_numbers_is_told() -> None:
    said = answer(_document(), "nosso número e número da fatura")
    assert "4711-8" in said
    assert "31" in said.replace("4711-8", "")


def test_whose_plate_it_is_need_not_be_stated() -> None:
    said = answer(_document(), "placa e km do carro")
    assert "IZQ4H18" in said
    assert "143.870" in said


@pytest.mark.parametrize("question", ["total sem desconto e frete", "soma do linho e do frete", "o dia e a noite"])
def test_what_is_worked_out_together_or_names_nothing_stays_one(question: str) -> None:
    assert listed_things(question, _document()) == [question]


def test_a_list_longer_than_people_write_is_one_question() -> None:
    question = ", ".join(["placa", "KM"] * MOST_THINGS)
    assert listed_things(question, _document()) == [question]
    document = replace(_document(), said="\n".join(f"code{place}\t{place}" for place in range(MOST_THINGS + 1)))
    longer = ", ".join(f"code{place}" for place in range(MOST_THINGS + 1))
    assert listed_things(longer, document) == [longer]
