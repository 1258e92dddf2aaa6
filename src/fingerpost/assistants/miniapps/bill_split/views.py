"""What a bill shows: who owes whom, the total, one person, and the list of expenses."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

from fingerpost.assistants.miniapps.bill_split.refusals import NOT_YOU
from fingerpost.assistants.miniapps.bill_split.shares import borne
from fingerpost.assistants.miniapps.bill_split.showing import LINES, Wording, capital, card
from fingerpost.assistants.miniapps.bill_split.state import currencies, ids_of, name_of
from fingerpost.assistants.miniapps.framework.parts import Language, Said, State, View, Words, said, words
from fingerpost.language.text import fold
from fingerpost.language.tokens import folded_words
from fingerpost.types import Part

_NOTHING = said("There are no expenses yet.", "Todavía no hay gastos.", "Ainda não há despesas.")
_SETTLED = said("Nobody owes anything.", "Nadie debe nada.", "Ninguém deve nada.")
_TOTAL = said("The total is {sum} ({heading}).", "El total es {sum} ({heading}).", "O total é {sum} ({heading}).")
_PEOPLE = said(
    "No expenses yet; on the bill: {who}.",
    "Todavía sin gastos; participan: {who}.",
    "Ainda sem despesas; participam: {who}.",
)
_EVEN = said("{a} and {b} owe each other nothing.", "{a} y {b} no se deben nada.", "{a} e {b} não se devem nada.")
_YOUR_PART = said(
    "You paid {paid}, and your share is {part}: {owed}.",
    "Pagaste {paid} y tu parte es {part}: {owed}.",
    "Você pagou {paid} e a sua parte é {part}: {owed}.",
)
_PART = said(
    "{who} paid {paid}, with a share of {part}: {owed}.",
    "{who} pagó {paid} y su parte es {part}: {owed}.",
    "{who} pagou {paid} e a sua parte é {part}: {owed}.",
)
_NOTHING_OWED = said("all settled", "todo saldado", "tudo acertado")
_MINE = re.compile(r"\b(?:debo|pague|he pagado|te debo|mi|me|devo|paguei|minha|meu|my|i|eu|yo|mine)\b")
_SHOW_ME = re.compile(r"\b(?:show|tell|give|let|remind) me\b|\bme (?:mostr|diz|diga|muestr|dices|da)\w*")
_EACH = re.compile(
    r"\b(?:each|every|per person|by person|everyone|everybody|por persona|cada|por pessoa|todos|todo mundo)\b"
)

_OWED_WORDS = words(
    """who owes, who owes whom, who owes who, owes, balance, balances, settle, settlement, settle up, show, summary,
    status, recap, how do we stand, where do we stand, see,
    who should pay, who has to pay, debts""",
    """quién le debe, quién debe, quien debe a quien, deben, saldo, saldos, balance, muestra, muéstrame, resumen,
    deudas, cómo vamos, cómo estamos""",
    """quem deve, quem deve a quem, quem deve pra quem, devem, devendo, saldo, saldos, balanço, mostra, mostrar, resumo,
    dívidas, como estamos, como tá, como está""",
)
_TOTAL_WORDS = words(
    """total, totals, how much in total, how much have we spent, how much did we spend, have we spent, did we spend,
    we spent, spent so far, sum, altogether, how much is it all, overall,
    grand total, all together, how much so far""",
    """total, totales, cuánto llevamos, cuánto gastamos, cuánto hemos gastado, hemos gastado, llevamos gastado,
    en total, cuánto es todo, suma, cuánto va""",
    """total, totais, quanto gastamos, quanto já gastamos, gastamos, a gente gastou, quanto deu, no total,
    quanto é tudo, soma, ao todo, quanto já foi""",
)
_PERSON_WORDS = words(
    """do i owe, i owe, am i owed, owe me, owes me, did i pay, have i paid, what i paid, my share, my balance,
    my part, what's my, does * owe, did * pay, has * paid, 's share, 's balance, is * owed,
    how much for me, each person, by person, per person, everyone's, each one""",
    """debo, le debo, me debe, me deben, cuánto pagué, qué pagué, he pagado, mi parte, mi saldo,
    tengo que poner, tengo que pagar,
    debe, qué pagó,
    cuánto pagó, qué * pagó, cuánto * pagó, ha pagado, parte de, saldo de, por persona, cada uno, cada quien,
    cada una""",
    """eu devo, devo, me deve, me devem, quanto * paguei, que * paguei, minha parte, meu saldo,
    tenho que pagar, tenho que pôr,
    deve, quanto * pagou,
    que * pagou, quanto pagou, parte do, parte da, saldo do, saldo da, por pessoa, cada um, cada uma""",
)
_LIST_WORDS = words(
    """list, expenses, list of expenses, show expenses, all expenses, what have we got, what do we have, what's on,
    whats on, what is on, what did we, entries, everything so far, who is in,
    who's in, what's in""",
    """lista, gastos, listar, lista de gastos, qué gastos, qué tenemos, qué llevamos, qué hay, quiénes somos,
    quiénes están, apuntado, anotado""",
    """lista, despesas, gastos, listar, lista de despesas, quais despesas, o que temos, o que tem, quem tá,
    quem está, anotado, o que já""",
)


def named_in(text: str, state: State) -> list[int]:
    """Return the people of a bill whose names stand in a text: the whole name, or the first where only one has it."""
    told, you = _padded(text), Wording(state, "en").is_you
    names = {one["id"]: folded_words(one["name"]) for one in state["people"] if not you(one["id"])}
    firsts = [name[0] for name in names.values() if name]
    return [
        number
        for number, name in names.items()
        if name and (f" {' '.join(name)} " in told or (firsts.count(name[0]) == 1 and f" {name[0]} " in told))
    ]


def _padded(text: str) -> str:
    return f" {' '.join(folded_words(text))} "


def owed_text(state: State, language: Language) -> str:
    """Return who owes whom, as a sentence."""
    return _owed(Wording(state, language), "")


def _owed(bill: Wording, text: str) -> str:
    if [who for who in named_in(text, bill.state) if who != bill.state["speaker"]]:
        return _person(bill, text)
    if not bill.state["expenses"]:
        return _NOTHING[bill.language]
    clauses = [clause for _, clause in bill.debts()]
    return bill.sentence(bill.joined(clauses)) + "." if clauses else _SETTLED[bill.language]


def _total(bill: Wording, text: str) -> str:
    told, expenses = _padded(text), bill.state["expenses"]
    if not expenses:
        return _NOTHING[bill.language]
    asked = [one for one in expenses if _padded(one["what"]) in told]
    if asked:
        return "; ".join(map(bill.line, asked[-LINES:])) + "."
    return _TOTAL[bill.language].format(sum=bill.totals(), heading=bill.heading())


def _listed(bill: Wording, _: str) -> str:
    people, expenses = ids_of(bill.state), bill.state["expenses"]
    if expenses:
        return f"{bill.sentence(bill.heading())}: {'; '.join(map(bill.line, expenses[-LINES:]))}."
    if len(people) > 1:
        return _PEOPLE[bill.language].format(who=bill.joined([bill.called(number) for number in people]))
    return _NOTHING[bill.language]


def _person(bill: Wording, text: str) -> str:
    """Show what the people who were named paid, bear and owe; each person where nobody was."""
    state, plain = bill.state, fold(text)
    mine, speaker = _MINE.search(_SHOW_ME.sub(" ", plain)), state["speaker"]
    numbers = named_in(text, state)
    others = [number for number in numbers if number != speaker]
    if mine and speaker is not None and speaker not in numbers:
        numbers.append(speaker)
    if not numbers and mine:
        return NOT_YOU[bill.language]
    if len(numbers) == 2 and len(others) == 1:
        return _pair(bill, speaker, others[0])
    if not state["expenses"]:
        return _NOTHING[bill.language]
    if not numbers and not _EACH.search(plain):
        return _owed(bill, "")
    return "\n".join(_part_of(bill, number) for number in numbers or ids_of(state))


def _pair(bill: Wording, one: int, other: int) -> str:
    """Return what two owe each other."""
    clauses = [clause for two, clause in bill.debts() if two == {one, other}]
    if clauses:
        return bill.sentence(bill.joined(clauses)) + "."
    even = _EVEN[bill.language].format(a=capital(bill.called(one)), b=bill.called(other))
    return f"{even} {_part_of(bill, one)}"


def _part_of(bill: Wording, number: int) -> str:
    """Return what somebody paid, bears, and owes or is owed."""
    state, paid, parts = bill.state, [], []
    for currency in currencies(state):
        spent = [one for one in state["expenses"] if one["currency"] == currency]
        mine = sum(one["cents"] for one in spent if one["payer"] == number)
        part = sum(borne(one["cents"], one["shares"], ids_of(state)).get(number, 0) for one in spent)
        paid += [bill.money(mine, currency)] if mine else []
        parts += [bill.money(part, currency)] if part else []
    owed = [clause for two, clause in bill.debts() if number in two]
    return (_YOUR_PART if bill.is_you(number) else _PART)[bill.language].format(
        who=name_of(state, number),
        paid=" + ".join(paid) or "0",
        part=" + ".join(parts) or "0",
        owed=bill.joined(owed) or _NOTHING_OWED[bill.language],
    )


def _view(name: str, asked: Words, tell: Callable[[Wording, str], str], example: Said, default: bool = False) -> View:
    """Return a view that tells something, with the whole bill as a card."""

    def show(state: State, text: str, language: Language, _: date) -> tuple[str, tuple[Part, ...]]:
        return tell(Wording(state, language), text), (card(state, language),)

    return View(name, asked, show, default, example)


VIEWS = (
    _view(
        "who owes whom",
        _OWED_WORDS,
        _owed,
        said("who owes whom?", "¿quién le debe a quién?", "quem deve pra quem?"),
        default=True,
    ),
    _view("total", _TOTAL_WORDS, _total, said("what's the total?", "¿cuánto llevamos?", "quanto deu no total?")),
    _view("person", _PERSON_WORDS, _person, said("how much do I owe?", "¿cuánto debo?", "quanto eu devo?")),
    _view("list", _LIST_WORDS, _listed, said("list the expenses", "lista de gastos", "lista de despesas")),
)
