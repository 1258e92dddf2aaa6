"""What can be done to a bill: from typed values to events, or to why not. Every function here is pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fingerpost.assistants.miniapps.bill_split import refusals
from fingerpost.assistants.miniapps.bill_split.arranging import LATEST
from fingerpost.assistants.miniapps.bill_split.currency_names import currency_named, may_be
from fingerpost.assistants.miniapps.bill_split.joining import SPEAKER, Joining, clean, found, present
from fingerpost.assistants.miniapps.bill_split.portions import divided, told_parts
from fingerpost.assistants.miniapps.bill_split.refusals import LISTED, SHOWN, RefusedError
from fingerpost.assistants.miniapps.bill_split.shares import EVERYBODY, Shares, named, only, sparing, weights_of
from fingerpost.assistants.miniapps.bill_split.state import (
    LONGEST_WHAT,
    PER_BILL,
    Expense,
    apply,
    currencies,
    expense,
    has_part,
    ids_of,
    is_sound,
    name_of,
    same,
    usual,
)
from fingerpost.assistants.miniapps.bill_split.sums import money_of, told_of_currency
from fingerpost.assistants.miniapps.framework.amounts import in_each_language
from fingerpost.assistants.miniapps.framework.parts import (
    LANGUAGES,
    Action,
    Question,
    Refusal,
    Said,
    State,
    Values,
    said,
)
from fingerpost.assistants.miniapps.framework.phrases import SAME_ALREADY
from fingerpost.assistants.miniapps.framework.sentences import counted, filled, refused
from fingerpost.language.text import words
from fingerpost.reading.values import ME
from fingerpost.routebook.apps import AppEvent

_ME_TOO = words("me i myself yo mi eu mim")
"""What the person who types says instead of a name."""

_Done = AppEvent | Refusal | list[AppEvent | Question]


def _joining(state: State, values: Values) -> Joining:
    return Joining(state, SPEAKER[values["language"]])


def _expense(state: State, number: int) -> Expense:
    one = state["expenses"][-1] if number == LATEST and state["expenses"] else expense(state, number)
    if one is None:
        raise RefusedError(refusals.NOTHING_YET)
    return one


def _expenses(state: State, numbers: Sequence[int]) -> list[Expense]:
    return [_expense(state, number) for number in dict.fromkeys(numbers)]


def _what(values: Values) -> str:
    return " ".join(values["what"].split())[:LONGEST_WHAT].rstrip() or str(refusals.EXPENSE[values["language"]])


# People.


def people(state: State, values: Values) -> _Done:
    """Add people; those who are there already are told."""
    joining = _joining(state, values)
    already: list[str] = []
    for name in (ME if same(one) in _ME_TOO else one for one in values["new"]):
        count = len(joining.fresh)
        number = joining.id_of(name)
        if len(joining.fresh) == count and name != ME:
            already.append(name_of({"people": [*state["people"], *joining.fresh]}, number))
    if not joining.values():
        return _there_already(already) if already else refused(refusals.YOU_ALREADY)
    return AppEvent("joined", {**joining.values(), **({"already": already} if already else {})})


def _there_already(names: Sequence[str]) -> Refusal:
    return refused(refusals.THERE_ALREADY, names=", ".join(names[:LISTED]), first=names[0])


def leave(state: State, values: Values) -> _Done:
    """Let people go; what they only share is borne by the others, what they paid must be settled first."""
    gone = present(state, values["people"])
    sharing = [one for one in state["expenses"] if "weights" in one["shares"] and named(one["shares"]) & set(gone)]
    events = _spared(sharing, gone)
    after = state
    for event in events:
        after = apply(after, event)
    for number in gone:
        if has_part(after, number):
            return refused(refusals.HAS_PART, name=name_of(state, number))
    staying = [number for number in ids_of(state) if number not in gone]
    for one in after["expenses"]:
        if "weights" in one["shares"] and not any(weights_of(one["shares"], staying).values()):
            return refused(refusals.NOBODY_LEFT, what=one["what"])
    return [*events, AppEvent("left", {"gone": gone})]


def rename_person(state: State, values: Values) -> _Done:
    """Give a person another name; who types may turn out to be somebody of the bill."""
    (number,) = present(state, [values["person"]])
    name = clean(values["name"])
    if not name:
        return refused(refusals.NO_NAME)
    taken = found(state, name)
    nameless = number == state["speaker"] and same(name_of(state, number)) in SPEAKER.values()
    gone = AppEvent("left", {"gone": [number]})
    if taken not in (None, number) and nameless and apply(state, gone) is not state:
        return [AppEvent("joined", {"speaker": taken}), gone]
    if taken is not None and taken != number:
        return _there_already([name_of(state, taken)])
    if name_of(state, number) == name:
        return refused(SAME_ALREADY)
    return AppEvent("renamed", {"person": number, "name": name, **({"speaker": number} if nameless else {})})


# Expenses.


def add_expense(state: State, values: Values) -> _Done:
    """Add an expense; who paid or shares it and is new joins the bill."""
    if len(state["expenses"]) >= PER_BILL:
        return refused(refusals.FULL, most=PER_BILL)
    joining, amount = _joining(state, values), values["amount"]
    spent: dict[str, Any] = {
        "what": _what(values),
        **money_of(state, amount),
        "payer": joining.id_of(values["payer"]),
        "shares": only(joining.ids(values["among"])) if values.get("among") else EVERYBODY,
        "id": joining.number(),
    }
    told = joining.values() | told_of_currency(state, amount)
    return AppEvent("added", {"ids": [spent["id"]], "expenses": [spent], **told})


def change(state: State, values: Values) -> _Done:
    """Change the amount of an expense, who paid it, who shares it, or what it was for."""
    one, joining = _expense(state, values["expense"]), _joining(state, values)
    details: dict[str, Any] = {}
    more: dict[str, Any] = {}
    if "amount" in values:
        details = money_of(state, values["amount"], one["currency"])
        more = told_of_currency(state, values["amount"])
    if "payer" in values:
        details["payer"] = joining.id_of(values["payer"])
    if values.get("among"):
        details["shares"] = only(joining.ids(values["among"]))
    elif "amounts" in one["shares"] and details.get("cents", one["cents"]) != one["cents"]:
        sums = {"whole": details["cents"], "gap": abs(details["cents"] - one["cents"])}
        told = {name: in_each_language(cents) for name, cents in sums.items()}
        return refused(refusals.SHARES_FIRST, what=one["what"], **told)
    if "what" in values:
        details["what"] = _what(values)
    if not details:
        return refused(refusals.CHANGE_WHAT, what=one["what"])
    if {**one, **details} == one:
        return refused(SAME_ALREADY)
    return AppEvent("changed", {"ids": [one["id"]], "set": details, **joining.values(), **more})


def exclude(state: State, values: Values) -> _Done:
    """Let people bear nothing of expenses."""
    who = present(state, values["people"])
    listed = _expenses(state, values["expense"])
    for one in listed:
        if "amounts" in one["shares"] and named(one["shares"]) & set(who):
            return refused(refusals.BY_AMOUNT_ALREADY)
        if not is_sound(state, [{**one, "shares": sparing(one["shares"], who)}]):
            return refused(refusals.NOBODY_LEFT, what=one["what"])
    return [*_spared(listed, who)] or refused(SAME_ALREADY)


def _spared(listed: Sequence[Expense], who: Sequence[int]) -> list[AppEvent]:
    """Return the events that leave people out of expenses: those that are shared the same way then in one."""
    after: list[tuple[Shares, list[int]]] = []
    for one in listed:
        shares = sparing(one["shares"], who)
        if _as_weights(shares) == _as_weights(one["shares"]):
            continue
        alike = next((ids for known, ids in after if known == shares), None)
        if alike is None:
            after.append((shares, [one["id"]]))
        else:
            alike.append(one["id"])
    return [AppEvent("changed", {"ids": ids, "set": {"shares": shares}}) for shares, ids in after]


def _as_weights(shares: Shares) -> object:
    return shares if "amounts" in shares else (shares["others"], dict(shares["weights"]))


def part(state: State, values: Values) -> _Done:
    """Let people bear a certain part of an expense; `pairs`: several of them with a part each."""
    one = _expense(state, values["expense"])
    pairs = values.get("pairs") or [values]
    told = told_parts(state, one, pairs)
    shares = divided(state, one, told)
    if not is_sound(state, [{**one, "shares": shares}]):
        return refused(refusals.NOBODY_LEFT, what=one["what"])
    if _as_weights(shares) == _as_weights(one["shares"]):
        return refused(SAME_ALREADY)
    amount = next((pair["sum"] for pair in pairs if "sum" in pair), None)
    more = told_of_currency(state, amount) if amount else {}
    return AppEvent("changed", {"ids": [one["id"]], "set": {"shares": shares}, **more})


def equal(state: State, values: Values) -> _Done:
    """Let everybody bear the same of an expense."""
    one = _expense(state, values["expense"])
    if one["shares"] == EVERYBODY:
        return refused(SAME_ALREADY)
    return AppEvent("changed", {"ids": [one["id"]], "set": {"shares": EVERYBODY}})


def drop(state: State, values: Values) -> _Done:
    """Remove expenses."""
    return AppEvent("removed", {"ids": [one["id"] for one in _expenses(state, values["expense"])]})


def _sure_to_drop(state: State, values: Values) -> Said | None:
    count = len(set(values["expense"]))
    return _sure(count, 0) if 2 < count == len(state["expenses"]) else None


def _sure(expenses: int, people: int) -> Said:
    """Ask before much is forgotten."""
    spent = refusals.ONLY_EXPENSE if expenses == 1 else filled(refusals.ALL_EXPENSES, n=expenses)
    counts = [*([spent] if expenses else []), *([counted(people, refusals.PERSON, refusals.PEOPLE)] if people else [])]
    join = said(" and ", " y ", " e ")
    told = {one: join[one].join(count[one] for count in counts) for one in LANGUAGES}
    return filled(refusals.SURE_TO_REMOVE, told=told)


# Payments.


def payment(state: State, values: Values) -> _Done:
    """Note that one person gave another money."""
    joining, amount = _joining(state, values), values["sum"]
    giver, taker = joining.id_of(values["from"]), joining.id_of(values["to"])
    if giver == taker:
        return refused(refusals.TO_ONESELF)
    paid: dict[str, Any] = {
        "id": joining.number(),
        "giver": giver,
        "taker": taker,
        **money_of(state, amount),
    }
    return AppEvent("paid", {"payments": [paid], **joining.values(), **told_of_currency(state, amount)})


_ENDS = {"giver": "from", "taker": "to"}


def change_payment(state: State, values: Values) -> _Done:
    """Correct the sum of a payment: the latest one from and to those who were named, or else between them."""
    ends = {end: present(state, [values[name]])[0] for end, name in _ENDS.items() if name in values}
    latest = list(reversed(state["payments"]))
    exact = [one for one in latest if all(one[end] == who for end, who in ends.items())]
    between = [one for one in latest if set(ends.values()) <= {one["giver"], one["taker"]}]
    if not between:
        return refused(refusals.NO_PAYMENT)
    one = (exact or between)[0]
    details = money_of(state, values["sum"], one["currency"])
    if {**one, **details} == one:
        return refused(SAME_ALREADY)
    return AppEvent("repaid", {"id": one["id"], **details, **told_of_currency(state, values["sum"])})


# The whole bill.


def currency(state: State, values: Values) -> _Done:
    """Give all amounts a currency, and those to come."""
    known = currency_named(values["currency"])
    if known is None:
        return refused(refusals.WHICH_CURRENCY, told=values["currency"][:SHOWN])
    written = {"written": {known.code: known.written}} if known.written else {}
    event = AppEvent("currency", {"currency": known.code, **written})
    is_it = not known.code and may_be(known.written, usual(state)) and set(currencies(state)) <= {usual(state)}
    return refused(SAME_ALREADY) if is_it or apply(state, event) is state else event


def clear(state: State, values: Values) -> _Done:
    """Forget everything; the bill is that of the person who types again."""
    if _sure_to_clear(state, values) is None:
        return refused(refusals.EMPTY_ALREADY)
    stays = [one for one in state["people"] if one["id"] == state["speaker"]]
    stays = stays or [{"id": state["next"], "name": SPEAKER[values["language"]]}]
    return AppEvent("cleared", {"people": stays, "speaker": stays[0]["id"]})


def _sure_to_clear(state: State, _: Values) -> Said | None:
    others = [number for number in ids_of(state) if number != state["speaker"]]
    return _sure(len(state["expenses"]), len(others)) if others or state["expenses"] else None


def _action(
    name: str,
    do: Callable[[State, Values], _Done],
    example: Said,
    confirm: Callable[[State, Values], Said | None] | None = None,
) -> Action:
    """Return an action whose refusals come back as values."""

    def done(state: State, values: Values) -> _Done:
        try:
            return do(state, values)
        except RefusedError as error:
            return error.refusal

    return Action(name, done, example, confirm)


ACTIONS = (
    _action(
        "expense",
        add_expense,
        said(
            "dinner 84.50, Ana paid, split between Tom and Bea",
            "cena 84,50, pagó Ana, entre Tom y Bea",
            "jantar 84,50, a Ana pagou, entre Tom e Bea",
        ),
    ),
    _action("people", people, said("add Niamh and Roisin", "agrega a Niamh y Roisin", "adiciona a Niamh e a Roisin")),
    _action("leave", leave, said("Tom is not coming", "Tom ya no viene", "o Tom não vem mais")),
    _action("change", change, said("the taxi was 32", "cambia el taxi a 32", "muda o táxi pra 32")),
    _action(
        "exclude",
        exclude,
        said("Tom didn't drink the wine", "Tom no entra en el vino", "o Tom não entra no vinho"),
    ),
    _action(
        "part",
        part,
        said("Tom counts double for the dinner", "ponle doble a Tom en la cena", "o Tom conta em dobro no jantar"),
    ),
    _action("equal", equal, said("split the dinner equally", "divide la cena por igual", "divide o jantar por igual")),
    _action("drop", drop, said("remove the taxi", "quita el taxi", "tira o táxi"), _sure_to_drop),
    _action("payment", payment, said("Tom paid Ana back 20", "Tom le devolvió 20 a Ana", "o Tom devolveu 20 pra Ana")),
    _action(
        "change_payment",
        change_payment,
        said("Tom gave Ana 25, not 20", "Tom le dio 25 a Ana, no 20", "o Tom deu 25 pra Ana, não 20"),
    ),
    _action(
        "rename_person",
        rename_person,
        said(
            "rename Tom to Tomas · I'm Ana",
            "renombra a Tom como Tomás · soy Ana",
            "renomeia Tom para Tomás · sou a Ana",
        ),
    ),
    _action("currency", currency, said("everything is in euros", "todo es en euros", "está tudo em reais")),
    _action("clear", clear, said("clear everything", "borra todo", "apaga tudo"), _sure_to_clear),
)
