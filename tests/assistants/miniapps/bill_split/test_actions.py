"""What the actions do to a bill, and what they refuse."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.assistants.miniapps.bill_split import APP, actions
from fingerpost.assistants.miniapps.bill_split.state import MOST_CENTS, MOST_PEOPLE, PER_BILL
from fingerpost.assistants.miniapps.framework.parts import LANGUAGES, AppCommand, Language
from fingerpost.routebook.apps import AppEvent
from tests.assistants.miniapps.bill_split.bills import DOERS, Bill, money, share
from tests.conftest import examples


def dinner(*people: str, amount: float = 90, payer: str = "Ana") -> Bill:
    """Return a bill with one expense."""
    return Bill(*people or ("Ana", "Tom")).do("expense", what="dinner", amount=money(amount), payer=payer)


# What is declared.


def test_every_declared_action_but_the_view_is_carried_out_and_asks_in_three_languages() -> None:
    declared = tomllib.loads(APP.declaration.read_text(encoding="utf-8"))["actions"]
    assert set(declared) - {"view"} == set(DOERS)
    for action in declared.values():
        for parameter in action.get("parameters", {}).values():
            asks = parameter.get("ask", {})
            assert set(asks) == (set(LANGUAGES) if parameter.get("required") else set())
            assert all(asks.values())


def test_every_example_names_declared_actions() -> None:
    declared = tomllib.loads(APP.declaration.read_text(encoding="utf-8"))["actions"]
    rows = [json.loads(row) for row in APP.declaration.with_name("examples.jsonl").read_text("utf-8").splitlines()]
    assert len(rows) > 2_000
    assert {action for row in rows for action in row["actions"]} == {*declared, "none"}
    assert {row["lang"] for row in rows} == set(LANGUAGES)


@pytest.mark.parametrize(("language", "name"), [("en", "me"), ("es", "yo"), ("pt", "eu")])
def test_a_fresh_bill_is_shared_by_who_types(language: Language, name: str) -> None:
    bill = Bill(language=language)
    assert bill.names() == [name]
    assert bill.state["speaker"] == 1
    assert APP.opened(bill.state, language) == APP.opened(APP.start, language)
    assert "Ana" in APP.opened(bill.do("people", new=["Ana"]).state, language).rpartition(":")[2]


# People.


def test_people_join_once() -> None:
    bill = Bill("Ana", "Tom").do("people", new=["Bea", "ana", "la Bea", "  Léo   Sá "])
    assert bill.names() == ["me", "Ana", "Tom", "Bea", "Léo Sá"]
    assert "Already on the bill: Ana and Bea" in bill.said
    assert bill.do("people", new=["me", "Zoe"]).said == "Zoe is in."
    assert "Ana B" in bill.refuse("people", new=["ANA"])
    assert "already" in bill.refuse("people", new=["me"])
    assert "already" in bill.refuse("people", new=["mí"])
    assert bill.refuse("people", new=["Kim", " "]) == "Write the name, please."
    assert bill.refuse("rename_person", person="Ana", name=" ") == "Write the name, please."


def test_a_bill_holds_fifty_people() -> None:
    names = [f"Person {number}" for number in range(200)]
    bill = Bill("Ana")
    assert str(MOST_PEOPLE) in bill.refuse("people", new=names)
    assert str(MOST_PEOPLE) in bill.refuse("expense", what="x", amount=money(5), payer="Ana", among=names)
    bill.do("people", new=names[: MOST_PEOPLE - 2])
    assert str(MOST_PEOPLE) in bill.refuse("payment", **{"from": "Ana", "to": "Zoe", "sum": money(1)})


def test_who_only_shares_may_leave_and_the_others_bear_it() -> None:
    bill = dinner().do("expense", what="taxi", amount=money(30), payer="Ana", among=["Tom", "Ana"])
    bill.do("part", expense=bill.id("dinner"), people=["Tom"], share=share(2, parts=True)).do("leave", people=["Tom"])
    assert bill.names() == ["me", "Ana"]
    assert bill.bears("dinner") == {"me": 4500, "Ana": 4500}
    assert bill.bears("taxi") == {"Ana": 3000}


def test_who_paid_or_is_all_that_is_left_does_not_leave() -> None:
    bill = dinner()
    assert "change who paid" in bill.refuse("leave", people=["Ana"])
    assert "Zoe is not on the bill (me, Ana, Tom)" in bill.refuse("leave", people=["Zoe"])
    bill.do("payment", **{"from": "Tom", "to": "me", "sum": money(5)})
    assert "Tom has expenses or payments" in bill.refuse("leave", people=["Tom"])
    bill = Bill("Ana", "Tom").do("expense", what="taxi", amount=money(30), payer="Ana", among=["Tom"])
    assert "Tom has expenses" in bill.refuse("leave", people=["Tom"])
    bill = dinner().do("exclude", expense=[4], people=["Ana"])
    assert "nobody would share dinner" in bill.refuse("leave", people=["me", "Tom"])
    bill = dinner().do("part", expense=4, people=["Tom"], sum=money(30))
    assert "Tom has expenses" in bill.refuse("leave", people=["Tom"])


def test_who_types_may_leave_and_come_back() -> None:
    bill = dinner().do("leave", people=["me"])
    assert bill.names() == ["Ana", "Tom"]
    assert "add me" in bill.refuse("leave", people=["me"])
    bill.do("payment", **{"from": "me", "to": "Ana", "sum": money(5)})
    assert bill.names() == ["Ana", "Tom", "me"]


def test_names_are_corrected() -> None:
    bill = dinner().do("rename_person", person="Tom", name="Thomas")
    assert bill.said == "Tom is now Thomas."
    assert "Ana B" in bill.refuse("rename_person", person="Thomas", name="ana")
    assert "already" in bill.refuse("rename_person", person="Thomas", name="Thomas")
    assert "not on the bill" in bill.refuse("rename_person", person="Zoe", name="Zoé")
    bill.do("rename_person", person="me", name="Carla")
    assert bill.names() == ["Carla", "Ana", "Thomas"]
    assert bill.said == "Hi Carla, now I know who you are."
    bill.do("expense", what="taxi", amount=money(9), payer="me")
    assert "Carla paid" in bill.said


def test_who_types_may_turn_out_to_be_somebody_of_the_bill() -> None:
    bill = dinner().do("rename_person", person="me", name="Ana")
    assert bill.names() == ["Ana", "Tom"]
    assert bill.bears("dinner") == {"Ana": 4500, "Tom": 4500}
    bill = dinner().do("expense", what="taxi", amount=money(9), payer="me")
    assert "Ana B" in bill.refuse("rename_person", person="me", name="Ana")


# Expenses.


def test_an_expense_is_shared_by_all_or_by_some_and_brings_new_people() -> None:
    bill = dinner(amount=84.50)
    assert bill.bears("dinner") == {"me": 2817, "Ana": 2817, "Tom": 2816}
    bill.do("expense", what="taxi", amount=money(30), payer="Bea", among=["me", "Léo", "me", "tom"])
    assert bill.names() == ["me", "Ana", "Tom", "Bea", "Léo"]
    assert bill.bears("taxi") == {"me": 1000, "Tom": 1000, "Léo": 1000}
    assert "new on the bill: Bea and Léo" in bill.said


@pytest.mark.parametrize("cents", [0, -500, MOST_CENTS + 1, 10**40])
def test_amounts_that_cannot_be(cents: int) -> None:
    amount = {"cents": cents, "currency": ""}
    bill = dinner().do("payment", **{"from": "Tom", "to": "Ana", "sum": money(5)})
    why = "above zero" if cents <= 0 else "above 10,000,000,000"
    assert why in bill.refuse("expense", what="x", amount=amount, payer="Zoe")
    assert why in bill.refuse("change", expense=4, amount=amount)
    assert why in bill.refuse("payment", **{"from": "Ana", "to": "Tom", "sum": amount})
    assert why in bill.refuse("change_payment", sum=amount)
    if cents:
        assert why in bill.refuse("part", expense=4, people=["Tom"], sum=amount)


def test_a_full_bill_takes_no_more() -> None:
    bill = dinner()
    one = bill.state["expenses"][0]
    bill.state = {**bill.state, "expenses": [{**one, "id": 100 + place} for place in range(PER_BILL)]}
    assert str(PER_BILL) in bill.refuse("expense", what="x", amount=money(5), payer="Ana")


def test_an_expense_is_changed() -> None:
    bill = dinner()
    bill.do("change", expense=4, amount=money(99.99), payer="Bea", among=["Bea", "Tom"], what="supper")
    assert bill.bears("supper") == {"Tom": 5000, "Bea": 4999}
    assert bill.said == "Changed: supper: 99.99 (Bea paid; between Bea and Tom)."
    assert "already" in bill.refuse("change", expense=4, amount=money(99.99))
    assert "What shall I change?" in bill.refuse("change", expense=4)
    assert "no expense yet" in bill.refuse("change", expense=77, amount=money(5))


def test_a_new_amount_does_not_break_exact_parts() -> None:
    bill = dinner().do("part", expense=4, people=["Tom"], sum=money(12))
    assert "off by 10" in bill.refuse("change", expense=4, amount=money(100))
    bill.do("change", expense=4, amount=money(100), among=["Ana", "Tom"])
    assert bill.bears("dinner") == {"Ana": 5000, "Tom": 5000}


def test_people_are_left_out_of_several_expenses() -> None:
    bill = dinner().do("expense", what="taxi", amount=money(30), payer="Ana")
    bill.do("expense", what="wine", amount=money(20), payer="Tom", among=["Ana", "Tom"])
    bill.do("exclude", expense=[4, 5, 6, 4], people=["Tom"])
    assert bill.kinds == ["changed", "changed"]
    assert [bill.bears(what) for what in ("dinner", "taxi", "wine")] == [
        {"me": 4500, "Ana": 4500},
        {"me": 1500, "Ana": 1500},
        {"Ana": 2000},
    ]
    assert "already" in bill.refuse("exclude", expense=[4, 6], people=["Tom"])
    assert "nobody would share wine" in bill.refuse("exclude", expense=[4, 6], people=["Ana"])
    assert "Zoe is not on the bill" in bill.refuse("exclude", expense=[4], people=["Zoe"])
    bill.do("part", expense=4, people=["Ana"], sum=money(10))
    assert "shared by amounts" in bill.refuse("exclude", expense=[4], people=["Ana"])


def test_an_expense_is_shared_equally_again() -> None:
    bill = dinner().do("exclude", expense=[4], people=["Tom"]).do("equal", expense=4)
    assert bill.bears("dinner") == {"me": 3000, "Ana": 3000, "Tom": 3000}
    assert "split equally" in bill.said
    assert "already" in bill.refuse("equal", expense=4)


def test_expenses_are_dropped_and_all_of_them_only_after_a_yes() -> None:
    bill = dinner()
    for what in ("taxi", "wine"):
        bill.do("expense", what=what, amount=money(30), payer="Ana")
    confirm = next(one.confirm for one in APP.actions if one.name == "drop")
    assert confirm is not None
    assert confirm(bill.state, {"expense": [4, 5]}) is None
    question = confirm(bill.state, {"expense": [4, 5, 6]})
    assert question is not None
    assert "all 3 expenses. Are you sure" in question["en"]
    bill.do("drop", expense=[4, 6])
    assert [one["what"] for one in bill.state["expenses"]] == ["taxi"]


# Parts.


@pytest.mark.parametrize(
    ("people", "told", "bears"),
    [
        (["Tom"], share(2, parts=True), {"me": 2500, "Ana": 2500, "Tom": 5000}),
        (["Tom"], share(1, 2, parts=True), {"me": 4000, "Ana": 4000, "Tom": 2000}),
        (["Tom", "Ana"], share(3, 2, parts=True), {"me": 2500, "Ana": 3750, "Tom": 3750}),
        (["Tom"], share(1, 2), {"me": 2500, "Ana": 2500, "Tom": 5000}),
        (["Tom"], share(2, 5), {"me": 3000, "Ana": 3000, "Tom": 4000}),
        (["Tom"], share(1, 3), {"me": 3334, "Ana": 3333, "Tom": 3333}),
        (["Tom", "me"], share(7, 20), {"me": 3500, "Ana": 3000, "Tom": 3500}),
        (["Tom"], share(1, 1), {"Tom": 10000}),
        (["Tom"], share(0), {"me": 5000, "Ana": 5000}),
        (["Tom"], share(0, parts=True), {"me": 5000, "Ana": 5000}),
        (["Tom"], money(12), {"me": 4400, "Ana": 4400, "Tom": 1200}),
        (["Tom"], money(12.01), {"me": 4400, "Ana": 4399, "Tom": 1201}),
        (["Tom", "me"], money(40), {"me": 4000, "Ana": 2000, "Tom": 4000}),
        (["Tom"], money(100), {"Tom": 10000}),
        (["Tom"], money(0), {"me": 5000, "Ana": 5000}),
    ],
)
def test_a_part_of_an_expense(people: list[str], told: dict[str, Any], bears: dict[str, int]) -> None:
    bill = dinner(amount=100).do("part", expense=4, people=people, **{"sum" if "cents" in told else "share": told})
    assert bill.bears("dinner") == bears


def test_who_was_left_out_bears_nothing_of_the_rest() -> None:
    bill = dinner("Ana", "Tom", "Bea", amount=100).do("exclude", expense=[5], people=["Bea"])
    bill.do("part", expense=5, people=["Tom"], share=share(1, 2))
    assert bill.bears("dinner") == {"me": 2500, "Ana": 2500, "Tom": 5000}
    bill.do("part", expense=5, people=["Tom"], sum=money(10))
    assert bill.bears("dinner") == {"me": 4500, "Ana": 4500, "Tom": 1000}
    bill.do("part", expense=5, people=["Tom"], share=share(2, parts=True))
    assert bill.bears("dinner") == {"me": 2500, "Ana": 2500, "Tom": 5000}


def test_parts_are_shown_beside_those_of_others_and_fractions_as_sums() -> None:
    bill = dinner(amount=100).do("part", expense=4, people=["Tom"], share=share(1, 2, parts=True))
    assert bill.said == "Changed: dinner: 100 (Ana paid; Tom ×1/2)."
    bill.do("part", expense=4, people=["Tom"], share=share(2, 5))
    assert bill.said == "Changed: dinner: 100 (Ana paid; you 30, Ana 30, Tom 40)."


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"share": share(3, 2)}, "150 % of it"),
        ({"share": share(-1, 2)}, "how much of it each one bears"),
        ({"share": share(1, 0)}, "how much of it each one bears"),
        ({"share": share(10**30, parts=True)}, "how much of it each one bears"),
        ({"share": share(1, 10**30)}, "how much of it each one bears"),
        ({}, "how much of it each one bears"),
        ({"sum": money(90.01)}, "add up to 90.01, but it was 90: 0.01 too much"),
        ({"people": ["Zoe"], "share": share(1, 2)}, "Zoe is not on the bill"),
        ({"people": ["me", "Ana", "Tom"], "share": share(1, 4)}, "75 % of it"),
        ({"people": ["me", "Ana", "Tom"], "share": share(0)}, "nobody would share dinner"),
        ({"people": ["me", "Ana", "Tom"], "sum": money(20)}, "add up to 60, but it was 90: 30 is missing"),
        ({"share": share(1, parts=True)}, "already"),
        ({"expense": 77, "share": share(1, 2)}, "no expense yet"),
    ],
)
def test_parts_that_cannot_be(told: dict[str, Any], why: str) -> None:
    assert why in dinner().refuse("part", **{"expense": 4, "people": ["Tom"], **told})


def test_parts_are_in_the_currency_of_the_expense() -> None:
    bill = Bill("Ana").do("expense", what="dinner", amount=money(90, "EUR"), payer="Ana")
    assert "dinner is in EUR" in bill.refuse("part", expense=3, people=["Ana"], sum=money(12, "USD"))
    bill.do("part", expense=3, people=["Ana"], sum=money(12, "EUR"))
    assert bill.bears("dinner") == {"me": 7800, "Ana": 1200}


@settings(max_examples=examples(1_000), deadline=None)
@given(
    st.integers(1, 10**7),
    st.lists(
        st.tuples(
            st.sampled_from(["me", "Ana", "Tom", "Bea"]),
            st.one_of(
                st.builds(lambda cents: {"sum": money(cents / 100)}, st.integers(0, 10**6)),
                st.builds(
                    lambda above, below, parts: {"share": share(above, below, parts=parts)},
                    st.integers(0, 12),
                    st.integers(1, 12),
                    st.booleans(),
                ),
            ),
        ),
        min_size=1,
        max_size=5,
    ),
)
def test_whatever_parts_are_told_not_a_cent_is_lost(cents: int, told: list[tuple[str, dict[str, Any]]]) -> None:
    bill = dinner("Ana", "Tom", "Bea", amount=cents / 100)
    refused = bill.tell("part", {"expense": 5, "pairs": [{"people": [who], **one} for who, one in told]})
    assert refused or sum(bill.bears("dinner").values()) == cents
    if not refused and len(told) == 1 and "sum" in told[0][1] and told[0][1]["sum"]["cents"]:
        assert bill.bears("dinner")[told[0][0]] == told[0][1]["sum"]["cents"]


# Payments.


def test_a_payment_is_noted_and_its_sum_corrected() -> None:
    bill = dinner().do("payment", **{"from": "Tom", "to": "Ana", "sum": money(20)})
    bill.do("payment", **{"from": "me", "to": "Bea", "sum": money(5)})
    assert bill.paid() == [("Tom", "Ana", 2000, ""), ("me", "Bea", 500, "")]
    bill.do("change_payment", sum=money(6))
    assert bill.said == "Changed: you paid Bea 6."
    bill.do("change_payment", **{"from": "Tom", "sum": money(25)})
    bill.do("change_payment", **{"from": "Ana", "to": "Tom", "sum": money(26)})
    assert bill.kinds == ["repaid"]
    assert bill.paid() == [("Tom", "Ana", 2600, ""), ("me", "Bea", 600, "")]
    assert "no such payment" in bill.refuse("change_payment", **{"from": "Tom", "to": "Bea", "sum": money(5)})
    assert "not on the bill" in bill.refuse("change_payment", to="Zoe", sum=money(5))
    assert "already" in bill.refuse("change_payment", sum=money(6))
    assert "from one person to another" in bill.refuse("payment", **{"from": "Tom", "to": "tom", "sum": money(1)})


def test_the_payment_from_those_named_comes_before_one_the_other_way() -> None:
    bill = dinner().do("payment", **{"from": "Tom", "to": "Ana", "sum": money(20)})
    bill.do("payment", **{"from": "Ana", "to": "Tom", "sum": money(5)})
    bill.do("change_payment", **{"from": "Tom", "to": "Ana", "sum": money(21)})
    assert bill.paid() == [("Tom", "Ana", 2100, ""), ("Ana", "Tom", 500, "")]


def test_without_a_payment_there_is_none_to_correct() -> None:
    assert "no such payment" in dinner().refuse("change_payment", sum=money(5))


# Currencies.


def test_the_first_currency_is_that_of_the_amounts_before_and_of_those_to_come() -> None:
    bill = dinner().do("payment", **{"from": "Tom", "to": "Ana", "sum": money(20)})
    bill.do("expense", what="taxi", amount=money(30, "EUR"), payer="Tom")
    assert "earlier amounts to be in EUR too" in bill.said
    bill.do("expense", what="wine", amount=money(7), payer="Tom")
    bill.do("expense", what="museum", amount=money(8, "GBP"), payer="Tom")
    assert "£8" in bill.said
    assert [one["currency"] for one in bill.state["expenses"]] == ["EUR", "EUR", "EUR", "GBP"]
    assert bill.paid() == [("Tom", "Ana", 2000, "EUR")]
    bill.do("change_payment", sum=money(22, "GBP"))
    assert bill.paid() == [("Tom", "Ana", 2200, "GBP")]


def test_an_amount_that_only_gets_its_currency_is_changed() -> None:
    bill = dinner().do("payment", **{"from": "Tom", "to": "Ana", "sum": money(20)})
    bill.do("change", expense=bill.id("dinner"), amount=money(90, "EUR"))
    assert [one["currency"] for one in (*bill.state["expenses"], *bill.state["payments"])] == ["EUR", "EUR"]
    paid = Bill("Ana").do("payment", **{"from": "me", "to": "Ana", "sum": money(20)})
    assert paid.do("change_payment", sum=money(20, "EUR")).paid() == [("me", "Ana", 2000, "EUR")]


def test_mexican_pesos_stay_mexican_when_they_are_called_pesos() -> None:
    bill = Bill("Ana").do("expense", what="taxi", amount=money(30, "MXN"), payer="Ana")
    assert "already" in bill.refuse("currency", currency="pesos")
    bill.do("currency", currency="kr")
    assert "All amounts are in kr now" in bill.said


@pytest.mark.parametrize(
    ("told", "code", "shown"),
    [
        ("Indian rupees", "INR", "INR"),
        ("rupees only, Indian ones", "INR", "INR"),
        ("pesos mexicanos", "MXN", "MXN"),
        ("euros", "EUR", "euros"),
        ("reais", "BRL", "reais"),
        ("R$", "BRL", "R$"),
        ("quid", "GBP", "GBP"),
        ("cop", "COP", "COP"),
        ("dólares de Hong Kong", "HKD", "HKD"),
        ("coroas checas", "CZK", "CZK"),
        ("kwanzas", "AOA", "kwanzas"),
        ("pesos", "", "pesos"),
    ],
)
def test_the_currency_of_the_whole_bill(told: str, code: str, shown: str) -> None:
    bill = dinner().do("payment", **{"from": "Tom", "to": "Ana", "sum": money(20)}).do("currency", currency=told)
    assert bill.said == f"All amounts are in {shown} now."
    bill.do("expense", what="taxi", amount=money(30), payer="Tom")
    assert {one["currency"] for one in (*bill.state["expenses"], *bill.state["payments"])} == {code}
    assert "already" in bill.refuse("currency", currency=told)


@pytest.mark.parametrize("told", ["bitcoin", "Jamaican dollars", "pesos or euros", "EUR or USD", "", "🪙", "the"])
def test_a_currency_that_is_not_known_is_refused_with_what_to_write(told: str) -> None:
    assert "such as “Mexican pesos”, or its code, such as MXN" in dinner().refuse("currency", currency=told)


# The whole bill.


def test_everything_is_forgotten_but_who_types() -> None:
    confirm = next(one.confirm for one in APP.actions if one.name == "clear")
    assert confirm is not None
    bill = Bill()
    assert confirm(bill.state, {}) is None
    assert "empty already" in bill.refuse("clear")
    bill = dinner()
    question = confirm(bill.state, {})
    assert question is not None
    assert question["en"] == "This removes the only expense and 2 people. Are you sure? (yes/no)"
    number = bill.state["next"]
    bill.do("clear")
    assert (bill.names(), bill.state["expenses"], bill.state["next"]) == (["me"], [], number)
    bill = dinner().do("leave", people=["me"]).do("clear")
    assert (bill.names(), bill.state["speaker"]) == (["me"], 5)


def test_an_old_bill_that_was_cleared_is_still_empty() -> None:
    assert APP.apply(dinner().state, AppEvent("cleared"))["people"] == []


# Commands of one message.


def test_parts_of_one_expense_are_one_change() -> None:
    bill = dinner(amount=90)
    told = [{"expense": 4, "people": [name], "sum": money(30)} for name in ("Ana", "Tom", "me")]
    commands = APP.arrange(bill.state, [AppCommand("part", {**values, "language": "en"}) for values in told], "")
    assert [command.action for command in commands] == ["part"]
    bill.together(*(("part", values) for values in told))
    assert bill.bears("dinner") == {"me": 3000, "Ana": 3000, "Tom": 3000}
    wrong = {"expense": 4, "pairs": [{"people": [name], "sum": money(31)} for name in ("Ana", "Tom", "me")]}
    assert "add up to 93, but it was 90: 3 too much" in bill.refuse("part", **wrong)


def test_a_part_without_an_expense_goes_with_the_one_before() -> None:
    bill = dinner(amount=100).do("expense", what="rent", amount=money(500), payer="me")
    bill.together(
        ("part", {"expense": 4, "people": ["Ana"], "share": share(3, 5)}),
        ("part", {"expense": 5, "people": ["Tom"], "share": share(2, 5), "assumed": ["expense"]}),
    )
    assert bill.bears("dinner") == {"Ana": 6000, "Tom": 4000}
    assert bill.bears("rent") == {"me": 16667, "Ana": 16667, "Tom": 16666}


def test_parts_of_different_expenses_stay_apart() -> None:
    bill = dinner(amount=100).do("expense", what="rent", amount=money(500), payer="me")
    bill.together(
        ("part", {"expense": 4, "people": ["Ana"], "share": share(2, parts=True)}),
        ("part", {"expense": 5, "people": ["Tom"], "share": share(1, 2)}),
    )
    assert bill.bears("dinner")["Ana"] == 5000
    assert bill.bears("rent")["Tom"] == 25000


def test_what_is_told_beside_a_new_expense_is_told_of_it() -> None:
    bill = dinner().together(
        ("expense", {"what": "chalet", "amount": money(900), "payer": "me"}),
        ("part", {"expense": 4, "people": ["Tom"], "share": share(1, 2, parts=True), "assumed": ["expense"]}),
        ("exclude", {"expense": [4], "people": ["Ana"], "assumed": ["expense"]}),
    )
    assert bill.bears("chalet") == {"me": 60000, "Tom": 30000}
    assert bill.bears("dinner") == {"me": 3000, "Ana": 3000, "Tom": 3000}


@pytest.mark.parametrize("last", ["paid", "repaid"])
def test_an_amount_right_after_a_payment_is_the_payments(last: str) -> None:
    bill = dinner().do("payment", **{"from": "Tom", "to": "Ana", "sum": money(20)})
    bill.together(("change", {"expense": 4, "amount": money(25), "assumed": ["expense"]}), last=last)
    assert bill.paid() == [("Tom", "Ana", 2500, "")]
    assert bill.state["expenses"][0]["cents"] == 9000


@pytest.mark.parametrize(
    ("values", "last"),
    [
        ({"amount": money(25), "assumed": ["expense"]}, "added"),
        ({"amount": money(25), "assumed": ["expense"]}, ""),
        ({"amount": money(25), "assumed": ["payer"]}, "paid"),
        ({"amount": money(25)}, "paid"),
        ({"amount": money(25), "payer": "Tom", "assumed": ["expense"]}, "paid"),
    ],
)
def test_any_other_amount_is_that_of_an_expense(values: dict[str, Any], last: str) -> None:
    bill = dinner().do("payment", **{"from": "Tom", "to": "Ana", "sum": money(20)})
    bill.together(("change", {"expense": 4, **values}), last=last)
    assert bill.state["expenses"][0]["cents"] == 2500
    assert bill.paid() == [("Tom", "Ana", 2000, "")]


# Whatever comes.

_PEOPLE = st.sampled_from(["me", "Ana", "Tom", "la Ana", "Zoe", "  ", "x" * 500, "me 💥"])
_AMOUNT = st.builds(
    lambda cents, currency: {"cents": cents, "currency": currency},
    st.sampled_from([-5, 0, 1, 999, 10**9, 10**20]),
    st.sampled_from(["", "EUR", "USD"]),
)
_SHARE = st.builds(lambda a, b, parts: share(a, b, parts=parts), st.integers(-1, 9), st.integers(0, 9), st.booleans())
_ITEM = st.integers(0, 12)
_MANY = st.lists(_PEOPLE, min_size=1, max_size=3)
_TEXT = st.sampled_from(["taxi", "euros", "Bea", "", "x" * 900, "pesos", "{x}"])


def _values(**known: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(known)


_TOLD = st.one_of(
    st.tuples(st.just("people"), _values(new=_MANY)),
    st.tuples(st.just("leave"), _values(people=_MANY)),
    st.tuples(st.just("rename_person"), _values(person=_PEOPLE, name=_TEXT)),
    st.tuples(st.just("expense"), _values(what=_TEXT, amount=_AMOUNT, payer=_PEOPLE, among=_MANY)),
    st.tuples(st.just("expense"), _values(what=_TEXT, amount=_AMOUNT, payer=_PEOPLE)),
    st.tuples(st.just("change"), _values(expense=_ITEM, amount=_AMOUNT)),
    st.tuples(st.just("change"), _values(expense=_ITEM, payer=_PEOPLE, among=_MANY, what=_TEXT)),
    st.tuples(st.just("exclude"), _values(expense=st.lists(_ITEM, min_size=1, max_size=3), people=_MANY)),
    st.tuples(st.just("part"), _values(expense=_ITEM, people=_MANY, share=_SHARE)),
    st.tuples(st.just("part"), _values(expense=_ITEM, people=_MANY, sum=_AMOUNT)),
    st.tuples(st.just("equal"), _values(expense=_ITEM)),
    st.tuples(st.just("drop"), _values(expense=st.lists(_ITEM, min_size=1, max_size=3))),
    st.tuples(st.just("payment"), st.fixed_dictionaries({"from": _PEOPLE, "to": _PEOPLE, "sum": _AMOUNT})),
    st.tuples(st.just("change_payment"), st.fixed_dictionaries({"from": _PEOPLE, "sum": _AMOUNT})),
    st.tuples(st.just("change_payment"), st.fixed_dictionaries({"sum": _AMOUNT})),
    st.tuples(st.just("currency"), _values(currency=_TEXT)),
    st.tuples(st.just("clear"), st.just({})),
)


@settings(max_examples=examples(500), deadline=None)
@given(st.lists(_TOLD, max_size=8), st.sampled_from(LANGUAGES))
def test_whatever_is_told_every_event_takes_effect_and_the_money_adds_up(
    told: list[tuple[str, dict[str, Any]]], language: Language
) -> None:
    bill = Bill("Ana", "Tom", language=language)
    bill.do("expense", what="dinner", amount=money(90), payer="Ana")
    for action, values in told:
        bill.tell(action, {**values, "language": language})


def test_an_action_that_loses_a_cent_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Break the shares on purpose: the bills of these tests must see it."""
    monkeypatch.setattr(actions, "divided", lambda *_: {"amounts": [[1, 100]]})
    monkeypatch.setattr(actions, "is_sound", lambda *_: True)
    with pytest.raises(AssertionError, match="changed nothing"):
        dinner().do("part", expense=4, people=["Tom"], sum=money(12))
