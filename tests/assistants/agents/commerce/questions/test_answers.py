"""Answers about a document: in the language of the question, from its values, and nothing invented."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytest.importorskip("pypdf", reason="PDF is read with the extra fingerpost[pdf]")

from fingerpost.assistants.agents.commerce import (
    CommercialDocument,
    LineItem,
    Party,
    Tax,
    answer,
    files,
    lines_table,
    parse_text,
    read_document,
)
from fingerpost.assistants.agents.commerce.questions.answers import answer_all
from fingerpost.types import Attachment

SAMPLES = Path(files.__file__).parent.parent / "samples"


def _sample(name: str) -> CommercialDocument:
    return read_document(Attachment(name, "", (SAMPLES / name).read_bytes()))


NOTA = _sample("nota_fiscal_aurora.txt")
INVOICE = _sample("invoice_harbor.pdf")
FACTURA = _sample("factura_caldera.txt")
QUOTE = _sample("orcamento_jardim.csv")
ERRORS = _sample("invoice_with_errors.txt")


@pytest.mark.parametrize(
    ("document", "question", "wanted"),
    [
        (NOTA, "qual o total?", ["O total é R$ 7.776,45."]),
        (NOTA, "total?", ["O total é R$ 7.776,45."]),
        (NOTA, "quanto deu tudo?", ["R$ 7.776,45"]),
        (NOTA, "quanto tenho que pagar?", ["R$ 7.776,45"]),
        (NOTA, "e o subtotal?", ["O subtotal é R$ 7.716,30."]),
        (NOTA, "teve desconto?", ["O desconto é R$ 216,30."]),
        (NOTA, "valor do frete", ["O frete é R$ 180,00."]),
        (NOTA, "quais os impostos?", ["IPI R$ 96,45", "ICMS 17% R$ 1.305,60 (incluído nos preços)"]),
        (NOTA, "quanto de ICMS?", ["ICMS 17% R$ 1.305,60"]),
        (NOTA, "quando vence?", ["Vence em 11/09/2024."]),
        (NOTA, "qual a data de emissão?", ["12/08/2024"]),
        (NOTA, "quem emitiu a nota?", ["Papelaria Aurora Boreal Ltda", "14.725.836/0001-91"]),
        (NOTA, "para quem é?", ["Colégio Monte Alto S/A"]),
        (NOTA, "qual o CNPJ do fornecedor?", ["14.725.836/0001-91"]),
        (NOTA, "CNPJ do destinatário", ["36.925.814/0001-07"]),
        (NOTA, "número da nota", ["000.018.457"]),
        (NOTA, "quantos itens tem?", ["Tem 4 linhas."]),
        (NOTA, "liste os itens", ["4 itens:", "Papel sulfite A4 75g resma: 20 CX a R$ 189,90 = R$ 3.798,00", "Grampeador"]),
        (NOTA, "qual o item mais caro?", ["O mais caro é Papel sulfite A4"]),
        (NOTA, "qual o mais barato?", ["O mais barato é Caderno"]),
        (NOTA, "quanto custa a caneta?", ["Caneta esferográfica azul: 15 CX a R$ 42,50 = R$ 637,50"]),
        (NOTA, "quantos cadernos?", ["Caderno universitário 96 fls: 240 UN"]),
        (NOTA, "preço do item GR-018", ["Grampeador de mesa metálico"]),
        (NOTA, "as contas batem?", ["As contas batem.", "4 linhas", "subtotal", "total"]),
        (NOTA, "qual a condição de pagamento?", ["boleto em 30 dias"]),
        (NOTA, "qual o total e o vencimento?", ["R$ 7.776,45", "11/09/2024"]),
        (NOTA, "me faz um resumo", ["Nota fiscal 000.018.457", "Papelaria Aurora", "Colégio Monte Alto", "Tem 4 linhas.", "R$ 7.776,45"]),
        (NOTA, "what is the total?", ["The total is R$ 7,776.45."]),
        (NOTA, "¿cuándo vence?", ["Vence el 11/09/2024."]),
        (INVOICE, "what's the total?", ["The total is $2,036.00."]),
        (INVOICE, "how much do I owe?", ["$2,036.00"]),
        (INVOICE, "when is it due?", ["It is due on 3 April 2024."]),
        (INVOICE, "who issued it?", ["Harbor & Pine Hardware LLC"]),
        (INVOICE, "who is the customer?", ["Cedar Ridge Builders Inc."]),
        (INVOICE, "what are the payment terms?", ["Net 30"]),
        (INVOICE, "how much tax?", ["Sales tax 6% $111.00"]),
        (INVOICE, "which is the most expensive item?", ["The dearest is Ladder 8 ft", "highest total is Cordless drill"]),
        (INVOICE, "how much is the ladder?", ["Ladder 8 ft, aluminum: 2 at $164.50 = $329.00"]),
        (INVOICE, "how many drills did we buy?", ["Cordless drill 18V, two batteries: 6"]),
        (INVOICE, "is the math right?", ["The sums are right."]),
        (INVOICE, "summarize this invoice", ["Invoice HP-10452", "$2,036.00"]),
        (INVOICE, "where is the seller?", ["118 Wharf Street"]),
        (INVOICE, "qual o desconto?", ["O desconto é US$ 96.75."]),
        (FACTURA, "¿cuál es el total?", ["El total es 1.952,46 €."]),
        (FACTURA, "¿cuánto es el IVA?", ["IVA 21% 338,86 €"]),
        (FACTURA, "quién emitió la factura", ["Calefacción Sierra Norte, S.L."]),
        (FACTURA, "NIF del cliente", ["50123498J"]),
        (FACTURA, "¿cuánto cuesta la caldera?", ["Caldera de condensación 24 kW", "1.185,00 €"]),
        (FACTURA, "¿cuadra?", ["Las cuentas cuadran."]),
        (FACTURA, "hazme un resumen", ["Factura CSN-2024/0312"]),
        (FACTURA, "forma de pago", ["transferencia bancaria"]),
        (QUOTE, "até quando vale?", ["03/04/2024"]),
        (ERRORS, "is everything correct?", ["Festival programme, 32 pp: £2,520.00 expected, £2,620.00 found (difference £100.00)", "VAT: £677.90 expected", "before the date of issue"]),
        (ERRORS, "confere essa fatura?", ["Nem tudo bate:", "esperado £2,520.00"]),
    ],
)  # fmt: skip
def test_a_question_is_answered(document: CommercialDocument, question: str, wanted: list[str]) -> None:
    said = answer(document, question)
    for words in wanted:
        assert words in said, said


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("when is it due?", "This receipt has no due date."), ("quando vence?", "Este recibo não tem data de vencimento."),
        ("¿cuándo vence?", "Este recibo no tiene fecha de vencimiento."), ("who is the buyer?", "This receipt has no buyer named."),
        ("what is the discount?", "This receipt has no discount."), ("quais impostos?", "Este recibo não tem impostos indicados."),
        ("shipping cost?", "This receipt has no shipping charge."), ("how much is the VAT?", "This receipt has no VAT."),
        ("qual o número?", "Este recibo não tem número."), ("payment terms?", "This receipt has no payment terms."),
        ("seller's address", "This receipt has no address of the seller."), ("what is the subtotal?", "This receipt has no subtotal."),
        ("how much is the printer?", "This receipt has no item like “printer”."), ("preço da geladeira?", "Este recibo não tem nenhum item como “geladeira”."),
    ],
)  # fmt: skip
def test_missing_values_are_reported(question: str, wanted: str) -> None:
    document = CommercialDocument(
        kind="receipt", currency="USD", lines=(LineItem("Tea", total=Decimal(3)),), total=Decimal(3)
    )
    assert wanted in answer(document, question)


def test_terms_are_given_instead_of_a_due_date() -> None:
    assert (
        answer(replace(INVOICE, due=None, said=""), "when is it due?")
        == "This invoice has no due date. It only says: Net 30. 4 March 2024 + 30 days = 3 April 2024."
    )


def test_too_little_to_check_is_no_praise() -> None:
    assert (
        answer(CommercialDocument(kind="receipt", total=Decimal(5)), "are the sums right?")
        == "This receipt has too few figures to check its sums."
    )


def test_each_question_of_a_message_is_answered() -> None:
    said = answer(NOTA, "quem emitiu a nota e quanto fica sem o frete?").split("\n")
    assert "Papelaria Aurora Boreal Ltda" in said[0]
    assert said[1] == "R$ 7.776,45 − R$ 180,00 (frete) = R$ 7.596,45"


def test_a_passage_about_the_seller_does_not_tell_who_buys() -> None:
    document = parse_text(
        "NFS-e\nNúmero da Nota\n31\n\nPRESTADOR DE SERVIÇOS\nNome/Razão Social: AURORA CONSULTORIA CONTÁBIL S/S\n"
        "CPF/CNPJ: 46.353.753/0001-81\nEndereço: R. RONDON 310, SALA 4, CENTRO\n\nTOMADOR DE SERVIÇOS\n"
        "Nome/Razão Social: PADARIA SOL ME\n\nDISCRIMINAÇÃO DOS SERVIÇOS\nHonorários contábeis ....... R$ 150,00\n"
        "VALOR TOTAL DO SERVIÇO = R$ 150,00"
    )
    assert document is not None
    assert "PADARIA SOL ME" in answer(document, "Quem é o tomador do serviço?")
    assert "PADARIA SOL" not in answer(document, "Quem é o prestador do serviço?")


@pytest.mark.parametrize(
    "question", ["what if the discount were 10% instead of 5%?", "e com 10% de desconto em vez de 5%?"]
)
def test_another_discount_is_of_the_goods_and_not_of_the_total(question: str) -> None:
    found = answer_all(NOTA, question).text.replace(",", ".")
    assert "771.63" in found
    assert "777.65" not in found


@pytest.mark.parametrize("question", ["what if the supplier were another instead?", "e com 10% em vez de 5%?"])
def test_what_cannot_be_calculated_gets_no_figure(question: str) -> None:
    found = answer_all(NOTA, question)
    assert found.outside
    assert "777,65" not in found.text
    assert "777.65" not in found.text


def test_what_a_document_does_not_have_gets_no_other_figure() -> None:
    for question in ("qual o valor do vale-transporte?", "who signed it off?", "¿quién lo entregó?"):
        found = answer_all(NOTA, question)
        assert found.outside
        assert not any(char.isdigit() for char in found.text)


def test_a_fallback_for_a_charge_is_what_its_label_says() -> None:
    document = CommercialDocument(kind="order", total=Decimal(200), said="Frete\tCIF\nLate fee of\t5% a month")
    assert answer(document, "o frete é por nossa conta?") == "Diz “Frete: CIF”."
    assert "200.00 × 5% = 10.00" in answer(document, "how much is the late fee?")


def test_a_word_for_what_the_document_does_not_have_is_said() -> None:
    assert "não diz nada sobre “helicóptero”" in answer(NOTA, "qual o total do helicóptero?")
    assert "says nothing" not in answer(INVOICE, "what is the total of the invoice?")


def test_every_figure_of_an_answer_is_in_the_document() -> None:
    said = answer(INVOICE, "list the items, total, tax, discount and shipping")
    known = {amount for line in INVOICE.lines for amount in (line.quantity, line.unit_price, line.total)}
    known |= {
        INVOICE.total,
        INVOICE.discount,
        INVOICE.shipping,
        INVOICE.taxes[0].amount,
        INVOICE.taxes[0].rate,
        Decimal(len(INVOICE.lines)),
    }
    for line in INVOICE.lines:
        said = said.replace(line.description, "")
    figures = [
        Decimal(word.strip("$.,%=:").replace(",", "")) for word in said.split() if any(char.isdigit() for char in word)
    ]
    assert len(figures) > 12
    assert set(figures) <= known


def test_two_documents_are_compared() -> None:
    second = replace(
        INVOICE,
        number="HP-10453",
        lines=(
            replace(INVOICE.lines[0], quantity=Decimal(8), total=Decimal(1032)),
            *INVOICE.lines[2:],
            LineItem("Paint", total=Decimal(40)),
        ),
        total=Decimal("2100.00"),
    )
    said = answer(INVOICE, "what is the difference between the two?", second)
    assert "Totals: $2,036.00 and $2,100.00, a difference of $64.00." in said
    assert "Only in invoice HP-10452: Ladder 8 ft, aluminum." in said
    assert "Only in invoice HP-10453: Paint." in said
    assert "Cordless drill 18V, two batteries (6 → 8)" in said
    assert "Os dois totais são US$ 2,036.00." in answer(INVOICE, "compare as duas", INVOICE)
    assert "Los artículos son los mismos." in answer(INVOICE, "compara las dos facturas", INVOICE)
    assert "different currencies" in answer(INVOICE, "compare them", NOTA)
    assert "send the other one" in answer(INVOICE, "compare them")


def test_lines_as_a_table() -> None:
    columns, rows = lines_table(NOTA)
    assert columns == ("Descrição", "Código", "Quantidade", "Unidade", "Preço unitário", "Total")
    assert rows[0] == ("Papel sulfite A4 75g resma", "PA-101", "20", "CX", "189,90", "3.798,00")
    assert lines_table(INVOICE)[0] == ("Description", "Code", "Quantity", "Unit price", "Total")
    assert lines_table(CommercialDocument()) == (("Description",), ())
    assert lines_table(NOTA, "en")[1][0][-1] == "3,798.00"


def test_what_is_left_to_pay() -> None:
    document = parse_text(
        "Invoice 7\nRoof 1 5,000.00 5,000.00\nTotal $5,000.00\nDeposit paid $1,500.00\nBalance due $3,500.00"
    )
    assert document is not None
    assert answer(document, "how much is left to pay?") == "$3,500.00 are left to pay."
    assert answer(document, "what is the total?") == "The total is $5,000.00."


def test_a_withheld_tax_is_marked() -> None:
    document = CommercialDocument(
        kind="invoice", currency="EUR", taxes=(Tax("IRPF", Decimal(15), Decimal("-15.00")),), total=Decimal(106)
    )
    assert "IRPF 15% 15,00 € (retenido)" in answer(document, "¿qué impuestos lleva?")


@given(st.text(max_size=120))
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_any_question_has_an_answer(question: str) -> None:
    assert answer(INVOICE, question).strip()
    assert answer(CommercialDocument(), question).strip()
    assert answer(NOTA, question, FACTURA).strip()


@given(st.text(max_size=60))
def test_braces_and_the_like_in_a_document_are_only_text(words: str) -> None:
    document = replace(INVOICE, seller=replace(INVOICE.seller, name="{0} " + words), terms="{terms}" + words)
    assert "{0} " in answer(document, "who is the seller?")
    assert "{terms}" in answer(document, "payment terms?")


@pytest.mark.parametrize(
    ("question", "wanted", "other"),
    [
        ("what is our VAT number?", "GB222", "GB111"),
        ("cuál es nuestro NIF", "GB222", "GB111"),
        ("what is the VAT number of Harbour Looms?", "GB111", "GB222"),
    ],
)
def test_a_tax_number_is_that_of_the_party_which_is_named(question: str, wanted: str, other: str) -> None:
    seller, buyer = Party("Harbour Looms Ltd", "GB111"), Party("Quay Inn", "GB222")
    said = answer(CommercialDocument(kind="invoice", seller=seller, buyer=buyer), question)
    assert wanted in said
    assert other not in said
