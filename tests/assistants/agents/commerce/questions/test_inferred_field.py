"""Tests of questions whose field is told by their meaning as a whole."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.document import CommercialDocument, LineItem, Party
from fingerpost.assistants.agents.commerce.language.catalogue import fields
from fingerpost.assistants.agents.commerce.questions.answers import answer
from fingerpost.assistants.agents.commerce.questions.field_classifier import NOTHING, asked_field, is_word_of_questions

ORDER = CommercialDocument(
    "order",
    "77",
    issued=date(2025, 3, 3),
    currency="EUR",
    seller=Party("Tintas Rial, S.L.", "B15000001", "Rúa do Sol 4"),
    buyer=Party("Obras Caneda, S.A.", "A36000002", "Avda. del Mar 9"),
    lines=(
        LineItem("Rodillo", quantity=Decimal(4), unit_price=Decimal(5), total=Decimal(20)),
        LineItem("Brocha", quantity=Decimal(6), unit_price=Decimal(3), total=Decimal(18)),
    ),
    total=Decimal(38),
)


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("who are we purchasing from?", "Tintas Rial, S.L."),
        ("¿a quién le compramos?", "Tintas Rial, S.L."),
        ("quem fica com o dinheiro?", "Tintas Rial, S.L."),
        ("in whose name is it?", "Obras Caneda, S.A."),
        ("quantos artigos são ao todo?", "4 + 6 = 10"),
        ("who commissioned the work and what is their tax id", "A36000002"),
    ],
)
def test_a_question_without_the_name_of_a_field_is_answered(question: str, wanted: str) -> None:
    assert wanted in answer(ORDER, question)


def test_the_number_of_one_party_is_not_that_of_the_other() -> None:
    assert "B15000001" not in answer(ORDER, "who commissioned the work and what is their tax id")


@pytest.mark.parametrize("question", ["by what date must the goods arrive?", "para quando prometeram trazer tudo?"])
def test_another_day_is_not_told_for_that_of_delivery(question: str) -> None:
    said = answer(ORDER, question)
    assert "2025" not in said
    assert "20,00" not in said


def test_a_word_that_no_question_for_a_field_has_is_not_passed_over() -> None:
    assert not is_word_of_questions("helicoptero")
    assert "38" not in answer(ORDER, "a cuánto asciende el helicóptero?")


def test_what_no_field_answers_is_told_apart() -> None:
    assert asked_field("what colour are the curtains").name == NOTHING
    assert not asked_field("what colour are the curtains").is_sure


def test_words_that_name_a_field_are_not_overruled() -> None:
    assert "Obras Caneda" in answer(ORDER, "who is the customer that we are buying for?")


def test_every_field_that_is_told_can_be_answered() -> None:
    told = {asked_field(question).name for question in ("when does it get here", "who brings the goods")}
    assert told == {"delivery", "carrier"}
    assert told <= fields().keys()


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("is the total correct?", "Not everything adds up"),
        ("check the total", "Not everything adds up"),
        ("is this total wrong?", "Not everything adds up"),
        ("does the total match the lines?", "Not everything adds up"),
        ("does it add up?", "Not everything adds up"),
        ("¿está bien el total?", "No todo cuadra"),
        ("¿coincide el total con las líneas?", "No todo cuadra"),
        ("o total está certo?", "Nem tudo bate"),
        ("confere o total", "Nem tudo bate"),
        ("o total coincide com as linhas?", "Nem tudo bate"),
    ],
)
def test_a_question_whether_the_sums_are_right_is_no_question_for_the_total(question: str, wanted: str) -> None:
    assert wanted in answer(replace(ORDER, total=Decimal(300)), question)


@pytest.mark.parametrize(
    ("question", "wanted"), [("quantos itens?", "2 linhas"), ("how many items are there in all?", "2 lines")]
)
def test_lines_that_are_counted_are_not_added_up(question: str, wanted: str) -> None:
    said = answer(ORDER, question)
    assert wanted in said
    assert "4 + 6" not in said
