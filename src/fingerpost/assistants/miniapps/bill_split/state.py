"""What a bill holds, and how events change it.

The state: `people` (id, name), `expenses` (id, what, payer, cents, currency, shares), `payments` (id, giver, taker,
cents, currency), `speaker` (the person who types, or None), `written` (currencies as people wrote them), `usual`
(the currency of the whole bill, where it was told), `next`.
An event that would leave money that does not add up changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fingerpost.assistants.miniapps.bill_split.settlement import Transfer, settle
from fingerpost.assistants.miniapps.bill_split.shares import are_sound, borne, cleaned, named, sparing
from fingerpost.assistants.miniapps.framework.parts import Item, State
from fingerpost.assistants.miniapps.framework.telling import reducing
from fingerpost.language.text import fold

PER_BILL, MOST_PEOPLE = 2_000, 50
"""Expenses of a bill, and its people."""

MOST_CENTS = 10**12
"""The largest amount, in hundredths."""

LONGEST_WHAT, LONGEST_NAME = 200, 60

Expense = Mapping[str, Any]

START: State = {"people": [], "expenses": [], "payments": [], "speaker": None, "written": {}, "next": 1, "usual": ""}
"""A bill before anything was said of it."""


def items(state: State) -> list[Item]:
    """Return the expenses, oldest first."""
    return [Item(one["id"], one["what"]) for one in state.get("expenses", ())]


def ids_of(state: State) -> list[int]:
    """Return the ids of the people, in their order."""
    return [one["id"] for one in state["people"]]


def person(state: State, name: str) -> int | None:
    """Return the id of the person of this name, accents and case aside."""
    wanted = same(name)
    return next((one["id"] for one in state.get("people", ()) if same(one["name"]) == wanted), None)


def name_of(state: State, number: int) -> str:
    """Return the name of a person."""
    return next((str(one["name"]) for one in state["people"] if one["id"] == number), "?")


def expense(state: State, number: int) -> Expense | None:
    """Return the expense of this id."""
    return next((one for one in state["expenses"] if one["id"] == number), None)


def same(name: str) -> str:
    """Return a name as it is compared: accents, case and spaces aside."""
    return " ".join(fold(name).split())


def currencies(state: State) -> list[str]:
    """Return the currencies of a bill in the order of their first use."""
    return list(dict.fromkeys(one["currency"] for one in (*state["expenses"], *state["payments"])))


def is_first(state: State, currency: str) -> bool:
    """Whether a currency is the first that is said on a bill whose amounts had none; "pesos" is one without a code."""
    earlier = {one["currency"] for one in (*state["expenses"], *state["payments"])}
    return bool(currency) and earlier == {""} and "" not in state["written"]


def usual(state: State) -> str:
    """Return the currency that is meant where none is said: the one that is used most, of equal ones the latest."""
    if state.get("usual"):
        return str(state["usual"])
    used = [str(one["currency"]) for one in reversed(state["expenses"])]
    return max(dict.fromkeys(used), key=used.count, default="")


def balances(state: State, currency: str) -> dict[int, int]:
    """Return what each person is owed (below zero: owes) in a currency; all together it is zero."""
    people = ids_of(state)
    found = dict.fromkeys(people, 0)
    for one in state["expenses"]:
        if one["currency"] == currency:
            found[one["payer"]] += one["cents"]
            for bearer, part in borne(one["cents"], one["shares"], people).items():
                found[bearer] -= part
    for one in state["payments"]:
        if one["currency"] == currency:
            found[one["giver"]] += one["cents"]
            found[one["taker"]] -= one["cents"]
    return found


def debts(state: State) -> list[tuple[str, Transfer]]:
    """Return who has to give what to whom, currency by currency."""
    return [(currency, one) for currency in currencies(state) for one in settle(balances(state, currency))]


def has_part(state: State, number: int) -> bool:
    """Whether somebody paid, is told to bear a part of something, or gave or took money."""
    spent = any(number == one["payer"] or number in named(one["shares"]) for one in state["expenses"])
    return spent or any(number in (one["giver"], one["taker"]) for one in state["payments"])


def is_sound(state: State, expenses: Iterable[Expense], payments: Iterable[Mapping[str, Any]] = ()) -> bool:
    """Whether the money of expenses and payments adds up among the people of a state."""
    people = ids_of(state)
    known = set(people)
    spent = all(
        one["payer"] in known and _is_amount(one["cents"]) and are_sound(one["shares"], one["cents"], people)
        for one in expenses
    )
    return spent and all(
        {one["giver"], one["taker"]} <= known and one["giver"] != one["taker"] and _is_amount(one["cents"])
        for one in payments
    )


def _is_amount(cents: int) -> bool:
    return 0 < cents <= MOST_CENTS


def _joined(state: State, values: Mapping[str, Any]) -> State:
    """Add the people and the currencies that an event brings."""
    ids, names = set(ids_of(state)), {same(one["name"]) for one in state["people"]}
    fresh = []
    for one in values.get("people", ()):
        if one["id"] not in ids and same(one["name"]) not in names:
            ids.add(one["id"])
            names.add(same(one["name"]))
            fresh.append(one)
    speaker = values.get("speaker", state["speaker"])
    speaker = speaker if speaker in ids else state["speaker"]
    written = {**values.get("written", {}), **state["written"]}
    if not fresh and speaker == state["speaker"] and written == state["written"]:
        return state
    after = {**state, "people": [*state["people"], *fresh], "speaker": speaker, "written": written}
    return _numbered(after, fresh)


def _came(state: State, values: Mapping[str, Any]) -> State:
    """Add people, who have no part in what an event spares them."""
    after = _joined(state, values)
    spared, people = set(values.get("spared", ())), set(values.get("spares", ())) & set(ids_of(after))
    if not spared or not people:
        return after
    expenses = [
        {**one, "shares": sparing(one["shares"], list(people))} if one["id"] in spared else one
        for one in after["expenses"]
    ]
    return {**after, "expenses": expenses} if is_sound(after, expenses) and expenses != after["expenses"] else after


def _numbered(state: State, fresh: Sequence[Mapping[str, Any]]) -> State:
    return {**state, "next": max([state["next"], *(one["id"] + 1 for one in fresh)])}


def _added(state: State, values: Mapping[str, Any]) -> State:
    known = {one["id"] for one in state["expenses"]}
    fresh = [one for one in values["expenses"] if one["id"] not in known]
    after = _in_currency(_joined(state, values), values.get("names", ""))
    if not fresh or len({one["id"] for one in fresh}) < len(fresh) or not is_sound(after, fresh):
        return state
    return _numbered({**after, "expenses": [*after["expenses"], *fresh]}, fresh)


def _in_currency(state: State, currency: str) -> State:
    """Give what was said without a currency the first one that is said."""
    if not currency:
        return state
    return {
        **state,
        **{
            kind: [one if one["currency"] else {**one, "currency": currency} for one in state[kind]]
            for kind in ("expenses", "payments")
        },
    }


def _told_currency(state: State, values: Mapping[str, Any]) -> State:
    """Give every amount a currency, also those to come."""
    code = values["currency"]
    after = {
        **state,
        **{kind: [{**one, "currency": code} for one in state[kind]] for kind in ("expenses", "payments")},
        "written": {**state["written"], **values.get("written", {})},
        "usual": code,
    }
    return state if after == state else after


def _removed(state: State, values: Mapping[str, Any]) -> State:
    gone = set(values["ids"])
    kept = [one for one in state["expenses"] if one["id"] not in gone]
    return state if len(kept) == len(state["expenses"]) else {**state, "expenses": kept}


def _left(state: State, values: Mapping[str, Any]) -> State:
    gone = set(values["gone"]) & set(ids_of(state))
    if not gone or any(has_part(state, one) for one in gone):
        return state
    kept = [one for one in state["people"] if one["id"] not in gone]
    expenses = [{**one, "shares": cleaned(one["shares"], gone)} for one in state["expenses"]]
    speaker = None if state["speaker"] in gone else state["speaker"]
    after = {**state, "people": kept, "expenses": expenses, "speaker": speaker}
    return after if is_sound(after, expenses) else state


def _changed(state: State, values: Mapping[str, Any]) -> State:
    """Set what an event names under "set" on the expenses of its ids."""
    wanted = set(values["ids"])
    after = _in_currency(_joined(state, values), values.get("names", ""))
    details = values["set"]
    changed = [{**one, **details} if one["id"] in wanted else one for one in after["expenses"]]
    if changed == state["expenses"] or not is_sound(after, [one for one in changed if one["id"] in wanted]):
        return state
    return {**after, "expenses": changed}


def _paid(state: State, values: Mapping[str, Any]) -> State:
    known = {one["id"] for one in state["payments"]}
    fresh = [one for one in values["payments"] if one["id"] not in known]
    after = _in_currency(_joined(state, values), values.get("names", ""))
    if not fresh or not is_sound(after, (), fresh):
        return state
    return _numbered({**after, "payments": [*after["payments"], *fresh]}, fresh)


def _repaid(state: State, values: Mapping[str, Any]) -> State:
    """Give a payment another sum, and a currency where one was told."""
    after = _in_currency(_joined(state, values), values.get("names", ""))
    details = {name: values[name] for name in ("cents", "currency") if name in values}
    payments = [{**one, **details} if one["id"] == values["id"] else one for one in after["payments"]]
    if payments == state["payments"] or not is_sound(after, (), payments):
        return state
    return {**after, "payments": payments}


def _renamed(state: State, values: Mapping[str, Any]) -> State:
    """Give a person another name; it may also be told to be the speaker's."""
    after = _joined(state, values)
    number, name = values["person"], values["name"]
    taken = person(after, name)
    if number not in ids_of(after) or taken not in (None, number):
        return state
    people = [{**one, "name": name} if one["id"] == number else one for one in after["people"]]
    return after if people == after["people"] else {**after, "people": people}


def _cleared(state: State, values: Mapping[str, Any]) -> State:
    """Forget everything but the numbers that were given, so that no id comes twice; who types may stay."""
    if not (state["people"] or state["expenses"]):
        return state
    return _joined({**START, "next": state["next"]}, values)


apply = reducing({
    "_opened": _joined,
    "joined": _came,
    "added": _added,
    "removed": _removed,
    "left": _left,
    "changed": _changed,
    "paid": _paid,
    "repaid": _repaid,
    "renamed": _renamed,
    "cleared": _cleared,
    "currency": _told_currency,
})  # fmt: skip
