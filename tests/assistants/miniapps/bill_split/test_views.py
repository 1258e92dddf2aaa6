"""What a bill shows, by what is asked."""

from __future__ import annotations

from datetime import date

import pytest

from fingerpost.assistants.miniapps.bill_split import APP
from fingerpost.assistants.miniapps.bill_split.views import named_in
from fingerpost.assistants.miniapps.framework.parts import LANGUAGES, Language
from tests.assistants.miniapps.bill_split.bills import Bill, money, share

SHOWN = {view.name: view.show for view in APP.views}


def bill(language: Language = "en") -> Bill:
    """Return a bill on which me owes Ana 30 and Tom owes Ana 10."""
    begun = Bill("Ana", "Tom", language=language)
    begun.do("expense", what="dinner", amount=money(90), payer="Ana")
    return begun.do("expense", what="taxi", amount=money(40), payer="Tom", among=["Ana", "Tom"])


def show(view: str, text: str, shown: Bill | None = None) -> str:
    """Return what a view says; its card is that of the bill."""
    shown = shown or bill()
    text, parts = SHOWN[view](shown.state, text, shown.language, date(2026, 11, 17))
    assert parts == (APP.card(shown.state, shown.language),)
    return text


def test_one_view_is_the_default_and_each_has_words_and_an_example_in_three_languages() -> None:
    assert [view.name for view in APP.views if view.default] == ["who owes whom"]
    for view in APP.views:
        assert all(view.words[language] and view.example[language] for language in LANGUAGES)


def test_who_owes_whom() -> None:
    assert show("who owes whom", "who owes whom?") == "You owe Ana 30 and Tom owes Ana 10."
    assert show("who owes whom", "quién debe?", bill("es")) == "Le debes 30 a Ana y Tom le debe 10 a Ana."
    assert show("who owes whom", "quem deve?", bill("pt")) == "Você deve 30 a Ana e Tom deve 10 a Ana."
    assert show("who owes whom", "who owes?", Bill("Ana")) == "There are no expenses yet."
    settled = bill().do("payment", **{"from": "me", "to": "Ana", "sum": money(30)})
    settled.do("payment", **{"from": "Tom", "to": "Ana", "sum": money(10)})
    assert show("who owes whom", "who owes?", settled) == "Nobody owes anything."


@pytest.mark.parametrize("text", ["what does tom owe", "and Tom's share?", "show me Tom", "quanto deve o TOM?"])
def test_a_question_about_somebody_is_about_that_person(text: str) -> None:
    wanted = "Tom paid 40, with a share of 50: Tom owes Ana 10."
    assert show("who owes whom", text) == wanted
    assert show("person", text) == wanted


def test_questions_about_who_types() -> None:
    assert show("person", "how much do I owe?") == "You paid 0, and your share is 30: you owe Ana 30."
    assert show("person", "cuánto debo", bill("es")) == "Pagaste 0 y tu parte es 30: le debes 30 a Ana."
    assert show("person", "quanto eu devo", bill("pt")) == "Você pagou 0 e a sua parte é 30: você deve 30 a Ana."
    assert show("person", "what do I owe Ana?") == "You owe Ana 30."
    assert show("person", "do I owe Tom?").startswith("You and Tom owe each other nothing. You paid 0")
    gone = bill().do("leave", people=["me"])
    assert "add me" in show("person", "what do I owe?", gone)


def test_each_person_and_nobody_in_particular() -> None:
    assert [line.split()[0] for line in show("person", "each person").splitlines()] == ["You", "Ana", "Tom"]
    assert show("person", "debts") == show("who owes whom", "debts")
    assert show("person", "each person", Bill("Ana")) == "There are no expenses yet."


def test_totals() -> None:
    assert show("total", "total?") == "The total is 130 (2 expenses, 130 · 3 people)."
    assert show("total", "how much was the Taxi?") == "taxi: 40 (Tom paid; between Ana and Tom)."
    assert show("total", "total?", Bill("Ana")) == "There are no expenses yet."
    mixed = bill().do("currency", currency="euros")
    mixed.do("expense", what="museum", amount=money(8, "GBP"), payer="me")
    assert "130 euros + £8" in show("total", "total", mixed)


def test_the_list() -> None:
    wanted = "2 expenses, 130 · 3 people: dinner: 90 (Ana paid); taxi: 40 (Tom paid; between Ana and Tom)."
    assert show("list", "list") == wanted
    assert show("list", "list", Bill("Ana")) == "No expenses yet; on the bill: you and Ana."
    assert show("list", "list", Bill()) == "There are no expenses yet."
    half = bill().do("part", expense=4, people=["Tom"], share=share(1, 2, parts=True))
    assert "dinner: 90 (Ana paid; Tom ×1/2)" in show("list", "list", half)


def test_people_are_found_by_their_names() -> None:
    people = Bill("Ana", "Andrés Felipe", "Ana María", "D'Arcy").state
    ana, andres, maria, darcy = (one["id"] for one in people["people"][1:])
    assert named_in("ana maria's share", people) == [ana, maria]
    assert named_in("what did ANDRES pay", people) == [andres]
    assert named_in("anabel, banana, me, felipe", people) == []
    assert named_in("D'Arcy", people) == [darcy]
