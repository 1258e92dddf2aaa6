"""How a bill is shown: one line for each expense, the card, and what is said of changes."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from fingerpost.assistants.miniapps.bill_split.joining import SPEAKER
from fingerpost.assistants.miniapps.bill_split.shares import borne
from fingerpost.assistants.miniapps.bill_split.state import Expense, debts, expense, ids_of, items, name_of, same
from fingerpost.assistants.miniapps.framework.amounts import amount
from fingerpost.assistants.miniapps.framework.parts import Language, Said, State, said
from fingerpost.assistants.miniapps.framework.telling import LINES, counted, joined, more, telling
from fingerpost.types import Part

_EXPENSES = said("1 expense", "1 gasto", "1 despesa"), said("{n} expenses", "{n} gastos", "{n} despesas")
_PEOPLE = said("1 person", "1 persona", "1 pessoa"), said("{n} people", "{n} personas", "{n} pessoas")
_YOU = said("you", "tú", "você")
_AFTER_WITHOUT = {"tú": "ti"}
_EMPTY = said("no expenses yet", "todavía sin gastos", "ainda sem despesas")


def money(state: State, cents: int, currency: str, language: Language) -> str:
    """Return an amount of a bill as people write it."""
    return amount(cents, currency, state["written"], language)


def is_you(state: State, number: int) -> bool:
    """Whether somebody is the speaker without a name."""
    return bool(number == state["speaker"]) and same(name_of(state, number)) in SPEAKER.values()


def called(state: State, number: int, language: Language) -> str:
    """Return how a person is called in a sentence to the speaker."""
    return str(_YOU[language]) if is_you(state, number) else name_of(state, number)


_OWES: Mapping[tuple[bool, bool], Said] = {
    (False, False): said(
        "{giver} owes {taker} {sum}", "{giver} le debe {sum} a {taker}", "{giver} deve {sum} a {taker}"
    ),
    (True, False): said("you owe {taker} {sum}", "le debes {sum} a {taker}", "você deve {sum} a {taker}"),
    (False, True): said("{giver} owes you {sum}", "{giver} te debe {sum}", "{giver} te deve {sum}"),
}
_PAID: Mapping[tuple[bool, bool], Said] = {
    (False, False): said(
        "{giver} paid {taker} {sum}", "{giver} le pagó {sum} a {taker}", "{giver} pagou {sum} a {taker}"
    ),
    (True, False): said("you paid {taker} {sum}", "le pagaste {sum} a {taker}", "você pagou {sum} a {taker}"),
    (False, True): said("{giver} paid you {sum}", "{giver} te pagó {sum}", "{giver} te pagou {sum}"),
}


_PAID_IT: Mapping[bool, Said] = {
    False: said("{who} paid", "pagó {who}", "{who} pagou"),
    True: said("you paid", "pagaste tú", "você pagou"),
}


def between(state: State, giver: int, taker: int, shown: str, language: Language, paid: bool = False) -> str:
    """Return who owes (or paid) whom how much, as a clause."""
    clause = (_PAID if paid else _OWES)[is_you(state, giver), is_you(state, taker)][language]
    return clause.format(giver=name_of(state, giver), taker=name_of(state, taker), sum=shown)


def capital(text: str) -> str:
    """Return a sentence with a capital at its beginning; names of people begin as they were written."""
    return text[:1].upper() + text[1:]


def totals(state: State, language: Language) -> str:
    """Return what was spent, currency by currency."""
    sums: dict[str, int] = {}
    for one in state["expenses"]:
        sums[one["currency"]] = sums.get(one["currency"], 0) + one["cents"]
    return " + ".join(money(state, cents, currency, language) for currency, cents in sums.items())


def heading(state: State, language: Language) -> str:
    """Return the bill in a line: "3 expenses, 128.50 · 4 people"."""
    spent, people = len(state["expenses"]), len(state["people"])
    told = f"{counted(spent, _EXPENSES, language)}, {totals(state, language)}" if spent else str(_EMPTY[language])
    return f"{told} · {counted(people, _PEOPLE, language)}" if people else told


def shared(state: State, one: Expense, language: Language) -> str:
    """Return how an expense is shared; nothing where all bear the same."""
    shares = one["shares"]
    if "amounts" in shares:
        parts = [
            f"{called(state, who, language)} {money(state, cents, one['currency'], language)}"
            for who, cents in shares["amounts"]
        ]
        return ", ".join(parts)
    listed = {who: weight for who, weight in shares["weights"] if weight != shares["others"]}
    if not listed:
        return ""
    names = {who: called(state, who, language) for who in listed}
    if shares["others"] == 0 and len(listed) == 1:
        return said("only {who}", "solo {who}", "só {who}")[language].format(who=next(iter(names.values())))
    if shares["others"] == 0 and len(set(listed.values())) == 1:
        return said("between {who}", "entre {who}", "entre {who}")[language].format(
            who=joined(list(names.values()), language)
        )
    if shares["others"] == 0:
        # Nobody else bears 1 to compare with: the sums tell more than the weights.
        bears = borne(one["cents"], shares, ids_of(state))
        return ", ".join(f"{names[who]} {money(state, bears[who], one['currency'], language)}" for who in bears)
    out = [_AFTER_WITHOUT.get(names[who], names[who]) for who, weight in listed.items() if not weight]
    heavy = [f"{names[who]} ×{Fraction(weight, shares['others'])}" for who, weight in listed.items() if weight]
    told = [said("without {who}", "sin {who}", "sem {who}")[language].format(who=joined(out, language))] if out else []
    return ", ".join([*heavy, *told])


def line(state: State, one: Expense, language: Language) -> str:
    """Return an expense in a line: "taxi: €30 (Ana paid; between Tom and Bea)"."""
    paid = _PAID_IT[is_you(state, one["payer"])][language].format(who=name_of(state, one["payer"]))
    told = "; ".join(filter(None, (paid, shared(state, one, language))))
    return f"{one['what']}: {money(state, one['cents'], one['currency'], language)} ({told})"


def debt_lines(state: State, language: Language) -> list[str]:
    """Return the transfers that settle a bill, one a line."""
    return [
        f"{called(state, one.giver, language)} → {called(state, one.taker, language)}: "
        f"{money(state, one.cents, currency, language)}"
        for currency, one in debts(state)
    ]


def card(state: State, language: Language) -> Part:
    """Return the bill as a card."""
    title = heading(state, language)
    numbered = [f"{place}. {line(state, one, language)}" for place, one in enumerate(state["expenses"], 1)]
    if len(numbered) > LINES:
        numbered = [f"… {more(len(numbered) - LINES, language)}", *numbered[-LINES:]]
    return Part("card", "\n".join([title, *numbered, *debt_lines(state, language)]), values(state, title, language))


def values(state: State, title: str, language: Language) -> Mapping[str, Any]:
    """Return what a card holds for programs."""
    return {
        "app": "bill_split",
        "title": title,
        "people": [one["name"] for one in state["people"]],
        "items": [
            {**one, "payer": name_of(state, one["payer"]), "text": line(state, one, language)}
            for one in state["expenses"]
        ],
        "transfers": [
            {
                "giver": name_of(state, one.giver),
                "taker": name_of(state, one.taker),
                "cents": one.cents,
                "currency": currency,
                "text": money(state, one.cents, currency, language),
            }
            for currency, one in debts(state)
        ],
    }


def _added(before: State, after: State, values: Mapping[str, Any], language: Language) -> str:
    expenses = values["expenses"]
    if len(expenses) == 1:
        # From the state: a currency may have been given to it.
        one = expense(after, expenses[0]["id"]) or expenses[0]
        told = said("Added {line}", "Añadí {line}", "Adicionei {line}")[language].format(
            line=line(after, one, language)
        )
    else:
        names = joined([one["what"] for one in expenses], language)
        told = said("Added {n} expenses: {names}", "Añadí {n} gastos: {names}", "Adicionei {n} despesas: {names}")[
            language
        ].format(n=len(expenses), names=names)
    notes = [_new(before, after, language), _named_now(values, language)]
    return "; ".join(filter(None, [told, *notes])) + "."


def _new(before: State, after: State, language: Language) -> str:
    known = set(ids_of(before))
    fresh = [name_of(after, number) for number in ids_of(after) if number not in known and not is_you(after, number)]
    if not fresh or not known:
        return ""
    return said("new on the bill: {who}", "se suma {who}", "entra {who}")[language].format(who=joined(fresh, language))


def _named_now(values: Mapping[str, Any], language: Language) -> str:
    if not values.get("names"):
        return ""
    told = said(
        "I take the earlier amounts to be in {code} too; if not, say each with its currency",
        "tomo también los montos anteriores en {code}; si no, di cada uno con su moneda",
        "considero os valores anteriores em {code} também; se não, diga cada um com a sua moeda",
    )
    return told[language].format(code=values.get("written", {}).get(values["names"]) or values["names"])


def _joined(before: State, after: State, values: Mapping[str, Any], language: Language) -> str:
    known = set(ids_of(before))
    fresh = [called(after, number, language) for number in ids_of(after) if number not in known]
    if not fresh:
        return said(
            "Hi {who}, now I know who you are.", "Hola {who}, ya sé quién eres.", "Oi {who}, agora sei quem você é."
        )[language].format(who=name_of(after, after["speaker"]))
    told = said("{who} {verb} in", "{who} {verb} en la cuenta", "{who} {verb} na conta")[language]
    verb = said(
        "are" if len(fresh) > 1 or fresh == ["you"] else "is",
        "están" if len(fresh) > 1 else "está",
        "estão" if len(fresh) > 1 else "está",
    )
    if language == "es" and fresh == [_YOU["es"]]:
        verb = said("are", "estás", "está")
    told = told.format(
        who=capital(joined(fresh, language)) if fresh[0] in _YOU.values() else joined(fresh, language),
        verb=verb[language],
    )
    already = values.get("already")
    if not already:
        return told + "."
    several = len(already) > 1
    more = said(
        "{who} "
        + ("were" if several else "was")
        + " there already; if it is somebody else, say for example “{first} B”",
        "{who} ya " + ("estaban" if several else "estaba") + "; si es otra persona, dale otro nombre como «{first} B»",
        "{who} já " + ("estavam" if several else "estava") + "; se for outra pessoa, dê outro nome como “{first} B”",
    )
    return f"{told}; {more[language].format(who=joined(already, language), first=already[0])}."


def _left(before: State, after: State, values: Mapping[str, Any], language: Language) -> str:
    del after
    gone = joined([name_of(before, number) for number in values["gone"]], language)
    return said("Removed {who} from the bill.", "Quité a {who} de la cuenta.", "Removi {who} da conta.")[
        language
    ].format(who=gone)


def _changed(before: State, after: State, values: Mapping[str, Any], language: Language) -> str:
    del before
    lines = [line(after, one, language) for one in after["expenses"] if one["id"] in values["ids"]]
    told = "; ".join(filter(None, [joined(lines, language), _named_now(values, language)]))
    equal = (
        "shares" in values["set"]
        and values["set"]["shares"].get("others") == 1
        and not values["set"]["shares"]["weights"]
    )
    more = said(", split equally", ", a partes iguales", ", dividido por igual")[language] if equal else ""
    return said("Changed: {told}.", "Cambiado: {told}.", "Mudei: {told}.")[language].format(told=told + more)


def _paid(before: State, after: State, values: Mapping[str, Any], language: Language) -> str:
    del before
    told = said("Noted: {told}.", "Anotado: {told}.", "Anotado: {told}.")[language]
    return told.format(told=_payments(after, {one["id"] for one in values["payments"]}, values, language))


def _repaid(before: State, after: State, values: Mapping[str, Any], language: Language) -> str:
    del before
    told = said("Changed: {told}.", "Cambiado: {told}.", "Mudei: {told}.")[language]
    return told.format(told=_payments(after, {values["id"]}, values, language))


def _payments(state: State, ids: set[int], values: Mapping[str, Any], language: Language) -> str:
    clauses = [
        between(
            state,
            one["giver"],
            one["taker"],
            money(state, one["cents"], one["currency"], language),
            language,
            paid=True,
        )
        for one in state["payments"]
        if one["id"] in ids
    ]
    return "; ".join(filter(None, [joined(clauses, language), _named_now(values, language)]))


def _renamed(before: State, after: State, values: Mapping[str, Any], language: Language) -> str:
    number = values["person"]
    told = said("{old} is now {new}.", "{old} ahora es {new}.", "{old} agora é {new}.")
    if "speaker" in values:
        told = said(
            "Hi {new}, now I know who you are.", "Hola {new}, ya sé quién eres.", "Oi {new}, agora sei quem você é."
        )
    return told[language].format(old=name_of(before, number), new=name_of(after, number))


def _currency(before: State, after: State, values: Mapping[str, Any], language: Language) -> str:
    del before
    told = said(
        "All amounts are in {code} now.",
        "Todos los montos están ahora en {code}.",
        "Todos os valores estão agora em {code}.",
    )
    return told[language].format(code=after["written"].get(values["currency"]) or values["currency"])


say = telling(
    {
        "joined": _joined,
        "added": _added,
        "removed": said("Removed {names}.", "Quité {names}.", "Removi {names}."),
        "left": _left,
        "changed": _changed,
        "paid": _paid,
        "repaid": _repaid,
        "renamed": _renamed,
        "cleared": said("The bill is empty now.", "La cuenta está vacía ahora.", "A conta está vazia agora."),
        "currency": _currency,
    },
    items,
)
