"""Labels that break the contract: by the rules of the routebook, or by the auditor where the rules are wrong."""

from __future__ import annotations

from dataclasses import replace

from fingerpost.learning.label_contract import LabelContract
from fingerpost.routebook.load import load

FIGURE = "You have consumed 90% of your API calls on endpoint /orders"


def test_a_label_against_the_figures_of_an_account_is_broken() -> None:
    contract = LabelContract(load("avap"))
    assert contract.is_broken_by(FIGURE, "RETRIEVAL")
    assert contract.is_broken_by(FIGURE, "RETRIEVAL", given_by_person=True)
    assert not contract.is_broken_by(FIGURE, "PLATFORM")
    assert not contract.is_broken_by("what does addVar do?", "RETRIEVAL")


def test_it_is_broken_although_every_rule_is_blind() -> None:
    book = load("avap")
    blind = replace(book, rules=tuple(replace(rule, patterns=(), contains=("zzz",)) for rule in book.rules))
    assert LabelContract(blind).is_broken_by(FIGURE, "RETRIEVAL")


def test_what_only_the_rules_see_is_broken_too() -> None:
    contract = LabelContract(load("avap"))
    assert contract.is_broken_by("when does my subscription renew?", "RETRIEVAL")


def test_the_word_of_a_person_counts_where_the_auditor_is_not_certain() -> None:
    contract = LabelContract(load("avap"))
    asked = "write an endpoint that warns when a customer has used 90% of the quota"
    assert contract.is_broken_by(asked, "RETRIEVAL")
    assert not contract.is_broken_by(asked, "CODE_GENERATION", given_by_person=True)
