"""What a bill shows: who owes whom, the total, one person, and the list of expenses."""

from __future__ import annotations

import re

from fingerpost.assistants.miniapps.bill_split import words
from fingerpost.assistants.miniapps.bill_split.shares import borne
from fingerpost.assistants.miniapps.bill_split.showing import (
    LINES,
    between,
    capital,
    card,
    heading,
    is_you,
    joined,
    line,
    money,
    totals,
)
from fingerpost.assistants.miniapps.bill_split.state import balances, currencies, debts, ids_of, name_of, person
from fingerpost.assistants.miniapps.bill_split.who import ME, mentioned, plain
from fingerpost.assistants.miniapps.framework.parts import Language, Reading, State, View, said
from fingerpost.types import Part

Shown = tuple[str, tuple[Part, ...]]

_NOTHING = said("There are no expenses yet.", "Todavía no hay gastos.", "Ainda não há despesas.")
_SETTLED = said("Nobody owes anything.", "Nadie debe nada.", "Ninguém deve nada.")
_MINE = re.compile(r"\b(?:debo|pague|he pagado|te debo|mi|me|devo|paguei|minha|meu|my|i|eu|yo|mine)\b")

_EACH = re.compile(
    r"\b(?:each|every|per person|by person|everyone|everybody|por persona|cada|por pessoa|todos|todo mundo)\b"
)


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


def _owed(reading: Reading) -> Shown:
    state = reading.state
    others = [
        who for who in mentioned(reading.whole, state) if who.known and person(state, who.name) != state["speaker"]
    ]
    if others:
        # "show me …" does not ask for the speaker.
        return _person(reading)
    return owed_text(reading.state, reading.language), (card(reading.state, reading.language),)


def _total(reading: Reading) -> Shown:
    state, language = reading.state, reading.language
    if not state["expenses"]:
        return str(_NOTHING[language]), (card(state, language),)
    words_said = re.findall(r"[^\W_]+", plain(reading.whole))
    low = f" {' '.join(words_said)} "
    asked = [one for one in state["expenses"] if f" {plain(one['what'])} " in low]
    if asked:
        return "; ".join(line(state, one, language) for one in asked[-LINES:]) + ".", (card(state, language),)
    told = said("The total is {sum} ({heading}).", "El total es {sum} ({heading}).", "O total é {sum} ({heading}).")
    return told[language].format(sum=totals(state, language), heading=heading(state, language)), (
        card(state, language),
    )


def _listed(reading: Reading) -> Shown:
    state, language = reading.state, reading.language
    if not state["expenses"] and state["people"]:
        names = joined([one["name"] for one in state["people"]], language)
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


def _person(reading: Reading) -> Shown:
    """Show what the people who were named paid, bear and owe; each person where nobody was."""
    state, language = reading.state, reading.language
    numbers = []
    for who in mentioned(reading.whole, state):
        number = state["speaker"] if who.name == ME else person(state, who.name)
        if number is not None and number not in numbers:
            numbers.append(number)
    mine = _MINE.search(plain(reading.whole))
    named = [number for number in numbers if number != state["speaker"]]
    if mine and state["speaker"] is not None and state["speaker"] not in numbers:
        numbers.append(state["speaker"])
    if not numbers and mine:
        told = said(
            "I do not know who you are on this bill: say for example “I'm Ana”.",
            "No sé quién eres en esta cuenta: di por ejemplo «soy Ana».",
            "Não sei quem você é nesta conta: diga por exemplo “sou a Ana”.",
        )
        return str(told[language]), (card(state, language),)
    if len(numbers) == 2 and len(named) == 1 and state["speaker"] in numbers:
        return _pair(state, state["speaker"], named[0], language), (card(state, language),)
    if not state["expenses"]:
        return str(_NOTHING[language]), (card(state, language),)
    if not numbers and not _EACH.search(plain(reading.whole)):
        return _owed(reading)
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
    View("who owes whom", words.OWED, _owed, default=True, example=words.EXAMPLE_OWED),
    View("total", words.TOTAL, _total, example=words.EXAMPLE_TOTAL),
    View("person", words.PERSON, _person, example=words.EXAMPLE_PERSON),
    View("list", words.LIST, _listed, example=words.EXAMPLE_LIST),
)
