"""The passage that is quoted for a question."""

from __future__ import annotations

from fingerpost.assistants.agents.commerce.document import CommercialDocument, Party
from fingerpost.assistants.agents.commerce.questions.passage_selection import (
    CLEAR,
    SURE,
    Quotation,
    best_passage,
    may_answer,
)

DOCUMENT = CommercialDocument(
    passages="Goods leave our works five weeks after the order.\nBlue Hill Pottery\nNo guarantee against frost."
)


def test_the_passage_that_answers_is_sure() -> None:
    found = best_passage("how many weeks until delivery", DOCUMENT)
    assert found.text.startswith("Goods leave")
    assert found.is_sure


def test_nothing_is_sure_where_no_passage_answers() -> None:
    assert not best_passage("what colour are the bowls", DOCUMENT).is_sure
    assert not best_passage("how many weeks until delivery", CommercialDocument()).is_sure


def test_who_asks_for_an_account_gets_no_sentence_without_one() -> None:
    assert not may_answer("which account do we pay into", "The bank charges are for your account.")
    assert may_answer("which account do we pay into", "Pay into 4471-22081-9")
    assert may_answer("do we pay the charges", "The bank charges are for your account.")


def test_a_clear_passage_is_more_than_a_sure_one() -> None:
    assert Quotation("said", SURE).is_sure
    assert not Quotation("said", SURE).is_clear
    assert Quotation("said", CLEAR).is_clear
    assert not Quotation("", CLEAR).is_sure


def test_who_did_something_is_not_answered_by_the_name_of_a_party() -> None:
    named = CommercialDocument(passages="Issued by: Corby Glass, 4 Low Road", seller=Party("Corby Glass"))
    assert best_passage("who signed it", named).text == ""
    assert best_passage("who signed it", CommercialDocument(passages=named.passages)).text
