"""How a bill is shown: one line for each expense, the card, and what is said of changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from fingerpost.assistants.miniapps.bill_split import refusals
from fingerpost.assistants.miniapps.bill_split.joining import SPEAKER
from fingerpost.assistants.miniapps.bill_split.shares import EVERYBODY, borne
from fingerpost.assistants.miniapps.bill_split.state import Expense, debts, ids_of, name_of, same
from fingerpost.assistants.miniapps.framework.amounts import amount
from fingerpost.assistants.miniapps.framework.parts import Language, Said, State, Values, said
from fingerpost.assistants.miniapps.framework.sentences import counted, joined, more
from fingerpost.routebook.apps import AppEvent
from fingerpost.types import Part

LINES = 30
"""Expenses that a card's text lists; its values hold all of them."""

_YOU = said("you", "tú", "você")
_AFTER_WITHOUT = {"tú": "ti"}
_EMPTY = said("no expenses yet", "todavía sin gastos", "ainda sem despesas")
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
_ONLY = said("only {who}", "solo {who}", "só {who}")
_BETWEEN = said("between {who}", "entre {who}", "entre {who}")
_WITHOUT = said("without {who}", "sin {who}", "sem {who}")

_ADDED = said("Added {told}", "Añadí {told}", "Adicionei {told}")
_CHANGED = said("Changed: {told}", "Cambiado: {told}", "Mudei: {told}")
_NOTED = said("Noted: {told}", "Anotado: {told}", "Anotado: {told}")
_REMOVED = said("Removed {told}", "Quité {told}", "Removi {told}")
_LEFT = said("Removed {told} from the bill", "Quité a {told} de la cuenta", "Removi {told} da conta")
_EQUALLY = said(", split equally", ", a partes iguales", ", dividido por igual")
_NEW = said("new on the bill: {who}", "se suma {who}", "entra {who}")
_YOU_ARE_IN = said("You are in", "Tú estás en la cuenta", "Você está na conta")
_IS_IN = said("{who} is in", "{who} está en la cuenta", "{who} está na conta")
_ARE_IN = said("{who} are in", "{who} están en la cuenta", "{who} estão na conta")
_HELLO = said("Hi {new}, now I know who you are.", "Hola {new}, ya sé quién eres.", "Oi {new}, agora sei quem você é.")
_RENAMED = said("{old} is now {new}.", "{old} ahora es {new}.", "{old} agora é {new}.")
_EMPTIED = said("The bill is empty now.", "La cuenta está vacía ahora.", "A conta está vazia agora.")
_EARLIER_TOO = said(
    "I take the earlier amounts to be in {code} too; if not, say each with its currency",
    "tomo también los montos anteriores en {code}; si no, di cada uno con su moneda",
    "considero os valores anteriores em {code} também; se não, diga cada um com a sua moeda",
)
_ALL_IN = said(
    "All amounts are in {code} now.",
    "Todos los montos están ahora en {code}.",
    "Todos os valores estão agora em {code}.",
)


class Wording(NamedTuple):
    """The words for a bill in one language."""

    state: State
    language: Language

    def money(self, cents: int, currency: str) -> str:
        """Return an amount as people write it."""
        return amount(cents, currency, self.state["written"], self.language)

    def joined(self, names: Sequence[str]) -> str:
        """Return names as a sentence has them."""
        return joined(names, self.language)

    def is_you(self, number: int) -> bool:
        """Whether somebody is the speaker without a name."""
        return number == self.state["speaker"] and same(name_of(self.state, number)) in SPEAKER.values()

    def called(self, number: int) -> str:
        """Return how a person is called in a sentence to the speaker."""
        return _YOU[self.language] if self.is_you(number) else name_of(self.state, number)

    def sentence(self, text: str) -> str:
        """Return a sentence with a capital, unless a person begins it who writes the name without."""
        return text if any(text.startswith(one["name"]) for one in self.state["people"]) else capital(text)

    def debts(self) -> list[tuple[set[int], str]]:
        """Return who owes whom how much: the two, and a clause for it."""
        return [
            (
                {one.giver, one.taker},
                self.between(one.giver, one.taker, self.money(one.cents, currency), _OWES),
            )
            for currency, one in debts(self.state)
        ]

    def between(self, giver: int, taker: int, shown: str, clauses: Mapping[tuple[bool, bool], Said]) -> str:
        """Return who owes or paid whom how much, as a clause."""
        clause = clauses[self.is_you(giver), self.is_you(taker)][self.language]
        return clause.format(giver=name_of(self.state, giver), taker=name_of(self.state, taker), sum=shown)

    def totals(self) -> str:
        """Return what was spent, currency by currency."""
        sums: dict[str, int] = {}
        for one in self.state["expenses"]:
            sums[one["currency"]] = sums.get(one["currency"], 0) + one["cents"]
        return " + ".join(self.money(cents, currency) for currency, cents in sums.items())

    def heading(self) -> str:
        """Return the bill in a line: "3 expenses, 128.50 · 4 people"."""
        count, people = len(self.state["expenses"]), len(self.state["people"])
        spent = counted(count, refusals.EXPENSE, refusals.EXPENSES)[self.language]
        told = f"{spent}, {self.totals()}" if count else _EMPTY[self.language]
        return f"{told} · {counted(people, refusals.PERSON, refusals.PEOPLE)[self.language]}" if people else told

    def shared(self, one: Expense) -> str:
        """Return how an expense is shared; nothing where all bear the same."""
        shares = one["shares"]
        if "amounts" in shares:
            return self._parts(shares["amounts"], one["currency"])
        listed = {who: weight for who, weight in shares["weights"] if weight != shares["others"]}
        if not listed:
            return ""
        names = {who: self.called(who) for who in listed}
        if shares["others"] == 0 and len(set(listed.values())) == 1:
            sentence = _ONLY if len(listed) == 1 else _BETWEEN
            return sentence[self.language].format(who=self.joined(list(names.values())))
        if shares["others"] == 0:
            # Nobody else bears 1 to compare with: the sums tell more than the weights.
            return self._parts(borne(one["cents"], shares, ids_of(self.state)).items(), one["currency"])
        out = [_AFTER_WITHOUT.get(names[who], names[who]) for who, weight in listed.items() if not weight]
        heavy = [f"{names[who]} ×{Fraction(weight, shares['others'])}" for who, weight in listed.items() if weight]
        return ", ".join([*heavy, *([_WITHOUT[self.language].format(who=self.joined(out))] if out else [])])

    def _parts(self, parts: Iterable[tuple[int, int]], currency: str) -> str:
        return ", ".join(f"{self.called(who)} {self.money(cents, currency)}" for who, cents in parts)

    def line(self, one: Expense) -> str:
        """Return an expense in a line: "taxi: €30 (Ana paid; between Tom and Bea)"."""
        paid = _PAID_IT[self.is_you(one["payer"])][self.language].format(who=name_of(self.state, one["payer"]))
        told = "; ".join(filter(None, (paid, self.shared(one))))
        return f"{one['what']}: {self.money(one['cents'], one['currency'])} ({told})"

    def told(self, sentence: Said, what: Sequence[str], *notes: str) -> str:
        """Return a sentence about things, with notes behind it."""
        return "; ".join(filter(None, (sentence[self.language].format(told=self.joined(what)), *notes))) + "."

    def earlier_too(self, values: Values) -> str:
        """Return that the currency of an event was taken for that of earlier amounts, where it was."""
        code = values.get("names")
        shown = values.get("written", {}).get(code) or code
        return _EARLIER_TOO[self.language].format(code=shown) if code else ""


def capital(text: str) -> str:
    """Return a sentence with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def card(state: State, language: Language) -> Part:
    """Return the bill as a card."""
    words = Wording(state, language)
    title = words.heading()
    numbered = [f"{place}. {words.line(one)}" for place, one in enumerate(state["expenses"], 1)]
    if len(numbered) > LINES:
        numbered = [f"… {more(len(numbered) - LINES, language)}", *numbered[-LINES:]]
    owed = [
        f"{words.called(one.giver)} → {words.called(one.taker)}: {words.money(one.cents, currency)}"
        for currency, one in debts(state)
    ]
    return Part("card", "\n".join([title, *numbered, *owed]), _values(words, title))


def _values(words: Wording, title: str) -> Mapping[str, Any]:
    """Return what a card holds for programs."""
    state = words.state
    return {
        "app": "bill_split",
        "title": title,
        "people": [one["name"] for one in state["people"]],
        "items": [{**one, "payer": name_of(state, one["payer"]), "text": words.line(one)} for one in state["expenses"]],
        "transfers": [
            {
                "giver": name_of(state, one.giver),
                "taker": name_of(state, one.taker),
                "cents": one.cents,
                "currency": currency,
                "text": words.money(one.cents, currency),
            }
            for currency, one in debts(state)
        ],
    }


def say(before: State, after: State, event: AppEvent, language: Language) -> str:
    """Return what an event did."""
    return _SAID[event.kind](before, Wording(after, language), event.values)


def _fresh(before: State, after: Wording) -> list[int]:
    known = set(ids_of(before))
    return [number for number in ids_of(after.state) if number not in known]


def _added(before: State, after: Wording, values: Values) -> str:
    # From the state: a currency may have been given to it.
    ids = {one["id"] for one in values["expenses"]}
    lines = [after.line(one) for one in after.state["expenses"] if one["id"] in ids]
    fresh = [name_of(after.state, number) for number in _fresh(before, after) if not after.is_you(number)]
    new = _NEW[after.language].format(who=after.joined(fresh)) if fresh and before["people"] else ""
    return after.told(_ADDED, lines, new, after.earlier_too(values))


def _joined(before: State, after: Wording, values: Values) -> str:
    fresh = [after.called(number) for number in _fresh(before, after)]
    if not fresh:
        return _HELLO[after.language].format(new=name_of(after.state, after.state["speaker"]))
    who = after.joined(fresh)
    sentence = _ARE_IN if len(fresh) > 1 else _YOU_ARE_IN if who in _YOU.values() else _IS_IN
    told = sentence[after.language].format(who=capital(who) if fresh[0] in _YOU.values() else who) + "."
    already = values.get("already")
    if not already:
        return told
    return f"{told} {refusals.THERE_ALREADY[after.language].format(names=after.joined(already), first=already[0])}"


def _removed(before: State, after: Wording, values: Values) -> str:
    return after.told(_REMOVED, [one["what"] for one in before["expenses"] if one["id"] in values["ids"]])


def _left(before: State, after: Wording, values: Values) -> str:
    return after.told(_LEFT, [name_of(before, number) for number in values["gone"]])


def _changed(_: State, after: Wording, values: Values) -> str:
    lines = [after.line(one) for one in after.state["expenses"] if one["id"] in values["ids"]]
    equally = _EQUALLY[after.language] if values["set"].get("shares") == EVERYBODY else ""
    return after.told(_CHANGED, [after.joined(lines) + equally], after.earlier_too(values))


def _paid(_: State, after: Wording, values: Values) -> str:
    corrected = "payments" not in values
    ids = {values["id"]} if corrected else {one["id"] for one in values["payments"]}
    clauses = [
        after.between(one["giver"], one["taker"], after.money(one["cents"], one["currency"]), _PAID)
        for one in after.state["payments"]
        if one["id"] in ids
    ]
    return after.told(_CHANGED if corrected else _NOTED, clauses, after.earlier_too(values))


def _renamed(before: State, after: Wording, values: Values) -> str:
    old, new = (name_of(state, values["person"]) for state in (before, after.state))
    return (_HELLO if "speaker" in values else _RENAMED)[after.language].format(old=old, new=new)


def _in_currency(_: State, after: Wording, values: Values) -> str:
    code = after.state["written"].get(values["currency"]) or values["currency"]
    return _ALL_IN[after.language].format(code=code)


def _cleared(_: State, after: Wording, __: Values) -> str:
    return _EMPTIED[after.language]


_SAID: Mapping[str, Callable[[State, Wording, Values], str]] = {
    "joined": _joined,
    "added": _added,
    "removed": _removed,
    "left": _left,
    "changed": _changed,
    "paid": _paid,
    "repaid": _paid,
    "renamed": _renamed,
    "cleared": _cleared,
    "currency": _in_currency,
}
