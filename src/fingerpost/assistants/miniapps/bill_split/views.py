"""What a bill shows: who owes whom, the total, one person, and the list of expenses."""

from __future__ import annotations

import re
from datetime import date

from fingerpost.assistants.miniapps.bill_split.shares import borne
from fingerpost.assistants.miniapps.bill_split.showing import (
    between,
    called,
    capital,
    card,
    heading,
    is_you,
    line,
    money,
    totals,
)
from fingerpost.assistants.miniapps.bill_split.state import balances, currencies, debts, ids_of, name_of
from fingerpost.assistants.miniapps.framework.parts import Language, State, View, said, words
from fingerpost.assistants.miniapps.framework.telling import LINES, joined
from fingerpost.language.text import fold
from fingerpost.language.tokens import folded_words
from fingerpost.types import Part

Shown = tuple[str, tuple[Part, ...]]

_NOTHING = said("There are no expenses yet.", "Todavía no hay gastos.", "Ainda não há despesas.")
_SETTLED = said("Nobody owes anything.", "Nadie debe nada.", "Ninguém deve nada.")
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
    told = f" {' '.join(folded_words(text))} "
    names = {one["id"]: folded_words(one["name"]) for one in state["people"] if not is_you(state, one["id"])}
    firsts = [name[0] for name in names.values() if name]
    return [
        number
        for number, name in names.items()
        if name and (f" {' '.join(name)} " in told or (firsts.count(name[0]) == 1 and f" {name[0]} " in told))
    ]


def owed_text(state: State, language: Language) -> str:
    """Return who owes whom, as a sentence."""
    if not state["expenses"]:
        return str(_NOTHING[language])
    clauses = [
        between(state, one.giver, one.taker, money(state, one.cents, currency, language), language)
        for currency, one in debts(state)
    ]
    return capital_first(state, joined(clauses, language)) + "." if clauses else str(_SETTLED[language])


def capital_first(state: State, text: str) -> str:
    """Return a sentence with a capital, unless a person begins it who writes the name without."""
    return text if any(text.startswith(one["name"]) for one in state["people"]) else capital(text)


def _owed(state: State, text: str, language: Language, today: date) -> Shown:
    if [who for who in named_in(text, state) if who != state["speaker"]]:
        return _person(state, text, language, today)
    return owed_text(state, language), (card(state, language),)


def _total(state: State, text: str, language: Language, today: date) -> Shown:
    del today
    if not state["expenses"]:
        return str(_NOTHING[language]), (card(state, language),)
    told = f" {' '.join(folded_words(text))} "
    asked = [one for one in state["expenses"] if f" {' '.join(folded_words(one['what']))} " in told]
    if asked:
        return "; ".join(line(state, one, language) for one in asked[-LINES:]) + ".", (card(state, language),)
    total = said("The total is {sum} ({heading}).", "El total es {sum} ({heading}).", "O total é {sum} ({heading}).")
    shown = total[language].format(sum=totals(state, language), heading=heading(state, language))
    return shown, (card(state, language),)


def _listed(state: State, text: str, language: Language, today: date) -> Shown:
    del text, today
    if not state["expenses"] and len(state["people"]) > 1:
        names = joined([called(state, one["id"], language) for one in state["people"]], language)
        told = said(
            "No expenses yet; on the bill: {who}.",
            "Todavía sin gastos; participan: {who}.",
            "Ainda sem despesas; participam: {who}.",
        )
        return told[language].format(who=names), (card(state, language),)
    if not state["expenses"]:
        return str(_NOTHING[language]), (card(state, language),)
    shown = "; ".join(line(state, one, language) for one in state["expenses"][-LINES:])
    return f"{capital_first(state, heading(state, language))}: {shown}.", (card(state, language),)


def _person(state: State, text: str, language: Language, today: date) -> Shown:
    """Show what the people who were named paid, bear and owe; each person where nobody was."""
    del today
    plain = fold(text)
    mine, speaker = _MINE.search(_SHOW_ME.sub(" ", plain)), state["speaker"]
    numbers = named_in(text, state)
    named = [number for number in numbers if number != speaker]
    if mine and speaker is not None and speaker not in numbers:
        numbers.append(speaker)
    if not numbers and mine:
        told = said(
            "You are not on this bill: say for example “add me”.",
            "No estás en esta cuenta: di por ejemplo «agrégame a mí».",
            "Você não está nesta conta: diga por exemplo “me adiciona”.",
        )
        return str(told[language]), (card(state, language),)
    if len(numbers) == 2 and len(named) == 1:
        return _pair(state, speaker, named[0], language), (card(state, language),)
    if not state["expenses"]:
        return str(_NOTHING[language]), (card(state, language),)
    if not numbers and not _EACH.search(plain):
        return owed_text(state, language), (card(state, language),)
    sentences = [person_text(state, number, language) for number in numbers or ids_of(state)]
    return "\n".join(sentences), (card(state, language),)


def _pair(state: State, one: int, other: int, language: Language) -> str:
    """Return what two owe each other."""
    clauses = [
        between(state, debt.giver, debt.taker, money(state, debt.cents, currency, language), language)
        for currency, debt in debts(state)
        if {debt.giver, debt.taker} == {one, other}
    ]
    if clauses:
        return capital_first(state, joined(clauses, language)) + "."
    told = said("{a} and {b} owe each other nothing.", "{a} y {b} no se deben nada.", "{a} e {b} não se devem nada.")[
        language
    ]
    names = [
        str(said("You", "Tú", "Você")[language]) if is_you(state, who) else name_of(state, who) for who in (one, other)
    ]
    return f"{told.format(a=names[0], b=names[1])} {person_text(state, one, language)}"


def person_text(state: State, number: int, language: Language) -> str:
    """Return what somebody paid, bears, and owes or is owed."""
    paid, parts, open_ones = [], [], []
    people = ids_of(state)
    for currency in currencies(state):
        spent = [one for one in state["expenses"] if one["currency"] == currency]
        mine = sum(one["cents"] for one in spent if one["payer"] == number)
        part = sum(borne(one["cents"], one["shares"], people).get(number, 0) for one in spent)
        paid += [money(state, mine, currency, language)] if mine else []
        parts += [money(state, part, currency, language)] if part else []
        if balances(state, currency)[number]:
            open_ones += [
                between(state, one.giver, one.taker, money(state, one.cents, currency, language), language)
                for where, one in debts(state)
                if where == currency and number in (one.giver, one.taker)
            ]
    zero = money(state, 0, "", language)
    you = is_you(state, number)
    told = said(
        "You paid {paid}, and your share is {part}" if you else "{who} paid {paid}, with a share of {part}",
        "Pagaste {paid} y tu parte es {part}" if you else "{who} pagó {paid} y su parte es {part}",
        "Você pagou {paid} e a sua parte é {part}" if you else "{who} pagou {paid} e a sua parte é {part}",
    )[language].format(who=name_of(state, number), paid=" + ".join(paid) or zero, part=" + ".join(parts) or zero)
    even = said("all settled", "todo saldado", "tudo acertado")[language]
    return f"{told}: {joined(open_ones, language) or even}."


VIEWS = (
    View(
        "who owes whom",
        _OWED_WORDS,
        _owed,
        default=True,
        example=said("who owes whom?", "¿quién le debe a quién?", "quem deve pra quem?"),
    ),
    View("total", _TOTAL_WORDS, _total, example=said("what's the total?", "¿cuánto llevamos?", "quanto deu no total?")),
    View("person", _PERSON_WORDS, _person, example=said("how much do I owe?", "¿cuánto debo?", "quanto eu devo?")),
    View("list", _LIST_WORDS, _listed, example=said("list the expenses", "lista de gastos", "lista de despesas")),
)
