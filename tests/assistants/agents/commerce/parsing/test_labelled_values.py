"""Dates and amounts in the document's own words, and which of them a question names."""

from __future__ import annotations

from fingerpost.assistants.agents.commerce.parsing.labelled_values import find_verbatim, matching_form, verbatim_values
from tests.assistants.agents.commerce.rows import rows_of


def test_a_value_is_kept_with_the_words_before_it() -> None:
    said = verbatim_values(rows_of("Lamp   20.00\nEco levy: 3.00\nPickup day: 03/05/2024"), {0})
    assert [line.split("\t") for line in said.split("\n")] == [["Eco levy", "3.00"], ["Pickup day", "03/05/2024"]]


def test_a_question_gets_the_pair_that_it_names() -> None:
    said = "Eco levy\t3.00\nPickup day\t03/05/2024"
    assert find_verbatim(said, "how much is the eco levy").text == "Eco levy: 3.00"
    assert find_verbatim(said, "when is the pickup").text == "Pickup day: 03/05/2024"
    assert find_verbatim(said, "who is the seller").text == ""


def test_texts_and_codes_are_kept_with_their_labels() -> None:
    said = verbatim_values(
        rows_of("Warranty: two years on parts\nIBAN ES76 2077 0024\nShip via   Overland Express"), set()
    )
    assert verbatim_values(rows_of("Contact: a.b@c.example"), set()).startswith("E-mail\ta.b@c.example")
    assert said.split("\n") == ["Warranty\ttwo years on parts", "IBAN\tES76 2077 0024", "Ship via\tOverland Express"]


def test_a_label_that_a_field_explains_is_not_quoted_whole() -> None:
    said = "Prazo de entrega\t25 dias\nFrete\t10,00\nIVA 21 %\t4,00 €"
    assert find_verbatim(said, "qual o prazo de entrega").whole
    assert not find_verbatim(said, "qual o frete").whole
    assert not find_verbatim(said, "el iva").whole


def test_a_question_for_an_amount_gets_no_text() -> None:
    assert find_verbatim("Deposit\tpayable on Monday", "how much is the deposit").text == ""
    assert find_verbatim("Deposit\t£20.00", "how much is the deposit").is_amount


def test_the_form_of_a_date_that_a_document_uses() -> None:
    assert matching_form("Due\t03/05/2024", ["2024-05-03", "03/05/2024"]) == "03/05/2024"
    assert matching_form("Due\t3 May", ["2024-05-03"]) == ""
