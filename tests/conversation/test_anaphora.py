"""A message that leans is completed from what was asked before, in three languages."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.conversation import anaphora
from fingerpost.conversation.anaphora import DASH, MAX_QUOTED_CHARACTERS, MAX_TURNS, make_self_contained
from fingerpost.types import Turn


def asked(*texts: str) -> list[Turn]:
    return [turn for text in texts for turn in (Turn("user", text), Turn("assistant", "Aqui está."))]


def without_accents(text: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFD", text) if not unicodedata.combining(sign))


REPLACED = [
    ("isso vale para promoções?", "qual é o prazo de entrega?", "o prazo de entrega vale para promoções?"),
    ("e isso?", "o que é taxa de cancelamento?", "e taxa de cancelamento?"),
    ("nisso entra o frete?", "o que é o ticket médio?", "no ticket médio entra o frete?"),
    ("tem exemplo disso?", "o que é o ticket médio?", "tem exemplo do ticket médio?"),
    ("qual a diferença entre esses dois?", "o que são boleto e pix?", "qual a diferença entre boleto e pix?"),
    ("¿eso vale para las ofertas?", "¿cuál es el plazo de entrega?", "¿el plazo de entrega vale para las ofertas?"),
    ("¿un ejemplo de eso?", "¿qué es el ticket medio?", "¿un ejemplo del ticket medio?"),
    ("compara los dos", "¿qué son la tarjeta y el boleto?", "compara la tarjeta y el boleto"),
    ("is it optional?", "what is the shipping insurance?", "is the shipping insurance optional?"),
    ("what are its limits?", "tell me about the gift voucher", "what are the gift voucher's limits?"),
    ("what are their limits?", "tell me about gift vouchers", "what are gift vouchers' limits?"),
    ("compare the two", "what are refunds and returns?", "compare refunds and returns"),
    ("that is optional?", "what is the shipping insurance?", "the shipping insurance is optional?"),
]


@pytest.mark.parametrize(("text", "before", "expected"), REPLACED)
def test_a_pronoun_is_replaced_where_that_is_safe(text: str, before: str, expected: str) -> None:
    assert make_self_contained(text, asked(before)) == expected
    assert make_self_contained(without_accents(text), asked(without_accents(before))) == without_accents(expected)


@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("e no mês passado?", "quantos pedidos em SP?"), ("faz o mesmo para 2018", "vendas por mês em 2017"),
        ("qual a diferença entre esses dois?", "quantos pedidos em SP e no RJ?"), ("quem emitiu?", "segue a nota fiscal 4512"),
        ("ele vende em quais categorias?", "qual vendedor vendeu mais?"), ("só as cinco primeiras", "qual a receita por categoria?"),
        ("y por estado?", "¿cuántos pedidos hubo?"), ("haz lo mismo con 2018", "ventas por mes en 2017"),
        ("desglósalo por mes", "¿cuál es la nota media?"), ("compara esos dos con MG", "¿cuántos pedidos en SP y en RJ?"),
        ("and in 2017?", "how many orders in SP?"), ("the same for RJ", "how many orders in SP?"),
        ("and those two?", "how many orders in SP and RJ?"), ("what did she buy?", "which customer spent most?"),
    ],
)  # fmt: skip
def test_else_the_earlier_question_is_put_in_front(text: str, before: str) -> None:
    assert make_self_contained(text, asked(before)) == f"{before}{DASH}{text}"
    plain = without_accents(text), without_accents(before)
    assert make_self_contained(plain[0], asked(plain[1])) == f"{plain[1]}{DASH}{plain[0]}"


@pytest.mark.parametrize(
    ("text", "before"),
    [
        # The pronoun may stand for what the message names itself.
        ("o boleto vence quando? isso pode mudar?", "o que é o pix?"),
        # Nothing that was said.
        ("is it possible to cancel?", "what is the refund policy?"),
        # Before a noun it is no pronoun, and two months are not two things.
        ("that fee again?", "what is the shipping insurance?"),
        ("y los dos meses pasados?", "¿qué son ventas y pedidos?"),
        # One thing is not they, and it is not many things.
        ("how do they work?", "what is the shipping insurance?"),
        ("how does it work?", "what are vouchers?"),
        # It brings its own thing.
        ("eso de las ofertas?", "¿qué es el ticket medio?"),
    ],
)
def test_where_it_is_not_plain_nothing_is_replaced(text: str, before: str) -> None:
    assert make_self_contained(text, asked(before)) == f"{before}{DASH}{text}"


def test_without_its_guards_a_wrong_thing_would_be_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(anaphora, "FILLER", re.compile("(?!)"))
    said = make_self_contained("is it possible to cancel?", asked("what is the refund policy?"))
    assert said == "is the refund policy possible to cancel?"


@pytest.mark.parametrize("text", ["o item chegou?", "comissões por mês?", "as visitas?", "foi caro?"])
def test_only_whole_words_are_pronouns(text: str) -> None:
    assert make_self_contained(text, asked("o que é o pix?")) == f"o que é o pix?{DASH}{text}"


def test_it_goes_back_to_the_last_question_that_stands_alone() -> None:
    turns = asked("o que é o pix?", "quantos pedidos em SP?", "obrigado!", "isso é muito?")
    assert make_self_contained("por quê?", turns) == f"quantos pedidos em SP?{DASH}por quê?"


def test_a_question_that_went_on_comes_along() -> None:
    turns = asked("quantos pedidos em SP?", "e no RJ?")
    assert make_self_contained("e por mês?", turns) == f"quantos pedidos em SP?{DASH}e no RJ?{DASH}e por mês?"


def test_a_message_that_points_and_names_stands_alone() -> None:
    turns = asked("vendas por mês em 2017", "compare essas duas notas")
    assert make_self_contained("quem emitiu?", turns) == f"compare essas duas notas{DASH}quem emitiu?"


def test_a_pronoun_is_kept_after_something_else_was_asked() -> None:
    turns = asked("what is the shipping insurance?", "and the vouchers?")
    assert DASH in make_self_contained("is it optional?", turns)


@pytest.mark.parametrize("turns", [[], [Turn("assistant", "Olá!")], asked("oi"), asked("")])
def test_where_nothing_was_asked_it_stays_as_it_is(turns: list[Turn]) -> None:
    assert make_self_contained("e por estado?", turns) == "e por estado?"


def test_what_was_named_again_is_not_said_twice() -> None:
    text = "quantos pedidos em SP, e no RJ?"
    assert make_self_contained(text, asked("quantos pedidos em SP?")) == text


def test_a_pasted_document_is_cut_between_words() -> None:
    said = make_self_contained("quem emitiu?", asked("nota fiscal 4512\n" + "item caneta azul 3,00\n" * 400))
    front, _, text = said.partition(DASH)
    assert text == "quem emitiu?"
    assert front.startswith("nota fiscal 4512 item caneta")
    assert len(front) <= MAX_QUOTED_CHARACTERS + 1
    assert front.endswith("…")


def test_turns_longer_ago_are_not_seen() -> None:
    turns = [Turn("user", "quantos pedidos em SP?"), *[Turn("assistant", "Pronto.")] * MAX_TURNS]
    assert make_self_contained("e no RJ?", turns) == "e no RJ?"


PIECES = st.sampled_from(
    [
        "isso",
        "it",
        "eso",
        "what is",
        "o que é",
        "the two",
        "esses dois",
        "pix",
        "it's",
        "de",
        "e",
        "?",
        "boleto",
        "ﷺ",
        "é",
        "their",
        "of",
        "SP e RJ",
    ]
)
TEXTS = st.one_of(st.text(max_size=120), st.lists(PIECES, max_size=8).map(" ".join))


@given(TEXTS, st.lists(st.tuples(st.sampled_from(["user", "assistant"]), TEXTS), max_size=6))
def test_any_text_is_completed_alike_twice(text: str, said: list[tuple[str, str]]) -> None:
    turns = [Turn(*one) for one in said]
    completed = make_self_contained(text, turns)
    assert completed == make_self_contained(text, turns)
    assert len(completed) <= len(text) + 2 * (MAX_QUOTED_CHARACTERS + len(DASH) + 1) + 20
    tokens = set(anaphora._tokens(text))
    # Either all of the message is there, or one pronoun was replaced in it.
    points = tokens & anaphora._PRONOUNS or anaphora._BOTH.search(" ".join(anaphora._tokens(text)))
    assert completed == text or completed.endswith(text.strip()) or points
