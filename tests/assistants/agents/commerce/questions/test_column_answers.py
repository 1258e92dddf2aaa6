"""Cells of a line item under a column that a question names."""

from __future__ import annotations

from fingerpost.assistants.agents.commerce.document import CommercialDocument
from fingerpost.assistants.agents.commerce.parsing.document_parser import parse_text
from fingerpost.assistants.agents.commerce.questions.answers import answer

TEXT = """INVOICE 31
Harbour Looms Ltd                      Date 11/06/2025
To: Quay Inn

Item              Lot      Rolls    Price    Amount
Linen cloth       L4471        2    30.00     60.00
Cotton rope       L4502        1    20.00     20.00
Total EUR 80.00
"""


def _document() -> CommercialDocument:
    return _read(TEXT)


def _read(text: str) -> CommercialDocument:
    document = parse_text(text)
    assert document is not None
    return document


def test_a_column_of_one_line_is_quoted() -> None:
    said = answer(_document(), "which lot is the cotton rope of")
    assert "Lot L4502" in said
    assert "L4471" not in said


def test_the_line_of_the_question_before_is_meant() -> None:
    assert "L4471" in answer(_document(), "how many rolls of linen cloth came and of which lot?")


def test_a_price_is_no_cell_of_another_column() -> None:
    assert "20.00" in answer(_document(), "how much is a roll of cotton rope")


DATED = """NOTA FISCAL 55
Data: 2/6/2025
Emitente: Casa Verde Ltda
Cliente: Ana Lima

Descrição           Lote    Validade    Qtd   Preço    Valor
Leite               A12     10/07/2025  10    5,00     50,00
Queijo              B07                 2     30,00    60,00

Total R$                                              110,00
Vencimento: 30/06/2025
"""


def test_several_columns_of_one_line_are_quoted() -> None:
    said = answer(_read(DATED), "Qual o lote e a validade do leite?")
    assert "A12" in said
    assert "10/07/2025" in said


def test_a_column_of_days_is_asked_by_its_name() -> None:
    assert "10/07/2025" in answer(_read(DATED), "Qual é a validade do leite?")
    assert "10/07/2025" not in answer(_read(DATED), "Qual é a validade do queijo?")


def test_a_column_is_not_quoted_in_place_of_what_else_is_asked() -> None:
    carried = _read(TEXT + "\nCarrier: Bolton Haulage\n")
    assert "Bolton" in answer(carried, "Who is the carrier, the lot of the cotton rope?")


def test_a_column_tells_no_number_of_its_kind() -> None:
    assert "L4502" not in answer(_document(), "how many lots has the cotton rope?")
    assert "Kilos 4,5" in answer(
        _read(DATED.replace("Lote ", "Kilos").replace("A12", "4,5")), "quantos kilos do leite?"
    )
