"""Messages that set their own file aside, in three languages, and those that only speak of leaving something out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.conversation import file_aside
from fingerpost.conversation.file_aside import split_parts, without_file
from fingerpost.errors import EncoderError


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("Ignore the attachment. How many orders in May?", "How many orders in May?"),
        ("please disregard this file and list the sellers", "list the sellers"),
        ("sent the wrong picture, sorry. What is GMV?", "What is GMV?"),
        ("the pdf is unrelated: how does a refund work?", "how does a refund work?"),
        ("desconsidera o anexo, qual o frete médio?", "qual o frete médio?"),
        ("nao precisa abrir o arquivo. quantos vendedores temos?", "quantos vendedores temos?"),
        ("Não precisa abrir o arquivo. Quantos vendedores temos?", "Quantos vendedores temos?"),
        ("mandei a foto errada, desculpa. o que é churn?", "o que é churn?"),
        ("no mires el adjunto; ¿cuántos pedidos hubo?", "¿cuántos pedidos hubo?"),
        ("el archivo no tiene nada que ver, ¿qué es el GMV?", "¿qué es el GMV?"),
        ("olvídate del pdf: ventas por mes", "ventas por mes"),
        ("never mind the file", ""),
        ("don't look at the invoice I sent, just total sales by state", "just total sales by state"),
        ("Setting the attached invoice aside, who are you?", "who are you?"),
        ("not about the attachment: payments by type", "payments by type"),
        ("the quote has nothing to do with it. Best sellers?", "Best sellers?"),
        ("the file you can ignore, sales per month", "sales per month"),
        ("esquece a nota fiscal, quantos pedidos em maio?", "quantos pedidos em maio?"),
        ("não leve em conta o boleto em anexo: quem é você?", "quem é você?"),
        ("independente do arquivo, quantos vendedores temos?", "quantos vendedores temos?"),
        ("o anexo pode ignorar e me diz quantos pedidos cancelamos", "me diz quantos pedidos cancelamos"),
        ("a gente fala da nota outra hora, quantos vendedores temos?", "quantos vendedores temos?"),
        ("la cotización es para mi socio. ¿Cuántos pedidos hubo en mayo?", "¿Cuántos pedidos hubo en mayo?"),
        ("haz como si no hubiera archivo: ventas por mes y por estado", "ventas por mes y por estado"),
        ("no tengas en cuenta el pdf: pagos por tipo", "pagos por tipo"),
        ("no hagas caso al archivo, hola", "hola"),
        ("don't worry about the attachment, who are you?", "who are you?"),
        ("não se preocupe com o anexo: vendas por mês", "vendas por mês"),
        ("no proceses la factura, ventas por mes", "ventas por mes"),
        ("o anexo é pra depois. quem é você?", "quem é você?"),
        ("sin mirar la factura adjunta, ventas por mes", "ventas por mes"),
        ("el presupuesto ignóralo: ventas por mes", "ventas por mes"),
        ("anexo errado, desculpa!", ""),
    ],
)
def test_what_is_said_beside_it_is_left(text: str, rest: str) -> None:
    left = without_file(text)
    assert left is not None
    assert left.strip(" ()") == rest


@pytest.mark.parametrize(
    "text",
    [
        "",
        "read the attachment",
        "ignore o frete e me dá o total da nota",
        "ignore the tax lines, what is the subtotal?",
        "ignora la primera línea y suma el resto",
        "is there an error in this document?",
        "o valor do arquivo confere?",
        "ignore the previous file, this is the right one",
        "mandei o errado antes. é esse",
        "¿qué dice el archivo?",
        "don't ignore the attachment: what is the total?",
        "não esquece do anexo, qual o total?",
        "no te olvides de la factura adjunta",
        "which item in the file is not for us?",
        "is there anything I can ignore in this invoice?",
        "ignore the invoice date and give me the total",
        "don't use the invoice's currency",
        "the invoice is wrong, isn't it?",
        "o valor do frete está errado nessa nota?",
        "la factura es de otro proveedor, ¿cuál?",
        "não consigo abrir o arquivo, pode ler os itens?",
        "I can't open the pdf, what does it say?",
        "no puedo leer la factura, ¿cuál es el total?",
        "look at the file, not at the database",
        "posso pagar essa fatura depois?",
        "can the invoice be paid later?",
        "before we pay, check the invoice",
        "olha o anexo antes de responder",
        "não deixa o anexo de fora, soma os itens",
        "te paso la factura del lunes, ¿cuándo vence?",
        "aqui vai o recibo de ontem. qual o valor?",
    ],
)
def test_a_file_that_is_still_meant_is_kept(text: str) -> None:
    assert without_file(text) is None


@pytest.fixture
def _forgotten() -> Iterator[None]:
    file_aside._rest_of.cache_clear()
    yield
    file_aside._rest_of.cache_clear()


@pytest.mark.usefixtures("_forgotten")
def test_the_learned_weights_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "ignore the attachment. How many orders were cancelled in May?"
    assert without_file(text) is not None
    weights, bias = file_aside._weights()
    monkeypatch.setattr(file_aside, "_weights", lambda: (weights * 0, bias * 0))
    file_aside._rest_of.cache_clear()
    assert without_file(text) is None


@pytest.mark.usefixtures("_forgotten")
def test_what_denies_it_outweighs_what_is_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "don't ignore the attachment. How many orders were cancelled in May?"
    assert without_file(text) is None
    monkeypatch.setattr(file_aside, "_KEPT", re.compile(r"(?!)"))
    file_aside._rest_of.cache_clear()
    assert without_file(text) is not None


@pytest.mark.usefixtures("_forgotten")
def test_without_an_encoder_a_file_counts_until_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_texts: object) -> None:
        raise EncoderError("no weights")

    text = "ignore the attachment. How many orders in May?"
    with monkeypatch.context() as without:
        without.setattr(file_aside, "features", fail)
        assert without_file(text) is None
    assert without_file(text) == "How many orders in May?"


@pytest.mark.usefixtures("_forgotten")
def test_a_message_of_many_parts_is_not_encoded(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_texts: object) -> None:
        raise AssertionError("every line of a page is encoded")

    monkeypatch.setattr(file_aside, "features", fail)
    assert without_file("ignore the attachment\n" * (file_aside.MAX_PARTS + 1)) is None


@pytest.mark.parametrize(
    "text",
    [
        "ignore the attached file" + " !" * 12_000,
        "cat and " * 6000,
        "ignore the attachment. " + "a " * file_aside.MAX_WORDS,
    ],
)
def test_a_long_message_is_not_divided(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    def fail(_text: str) -> list[str]:
        raise AssertionError("a page is divided into parts")

    monkeypatch.setattr(file_aside, "split_parts", fail)
    assert without_file(text) is None


@pytest.mark.usefixtures("_forgotten")
def test_signs_alone_are_not_encoded(monkeypatch: pytest.MonkeyPatch) -> None:
    encoded: list[str] = []
    features = file_aside.features

    def count(texts: Sequence[str]) -> object:
        encoded.extend(texts)
        return features(texts)

    monkeypatch.setattr(file_aside, "features", count)
    assert without_file("ignore the attached file" + " !" * 500) == ""
    assert encoded == ["ignore the attached file !"]


def test_the_words_of_a_text_are_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = 0

    class Words:
        def findall(self, text: str, start: int = 0, end: int | None = None) -> list[str]:
            nonlocal counted
            counted += (len(text) if end is None else end) - start
            return re.findall(r"\w+", text[start:end])

    monkeypatch.setattr(file_aside, "_WORD", Words())
    text = "cat and " * 6000
    assert "".join(split_parts(text)) == text
    assert counted <= len(text)


@given(st.text(max_size=200))
def test_the_parts_of_a_text_are_the_text(text: str) -> None:
    assert "".join(split_parts(text)) == text


@given(st.text(max_size=200))
def test_any_text_is_read_and_nothing_is_added_to_it(text: str) -> None:
    left = without_file(text)
    assert left is None or len(left) <= len(text)


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("ignóralo, ¿cuántas tiendas hay en Bahía?", "¿cuántas tiendas hay en Bahía?"),
        ("desconsidera. quantos pedidos atrasaram?", "quantos pedidos atrasaram?"),
        ("disregard it, how is churn calculated?", "how is churn calculated?"),
    ],
)
def test_a_pronoun_is_enough_to_name_the_file(text: str, rest: str) -> None:
    assert without_file(text) == rest


@pytest.mark.parametrize(
    "text",
    [
        "a gente não encomendou essas cadeiras, responde isso",
        "nos facturaron de más, reclama",
        "we never signed for it",
    ],
)
def test_a_complaint_about_what_stands_in_the_file_is_about_the_file(text: str) -> None:
    assert without_file(text) is None
