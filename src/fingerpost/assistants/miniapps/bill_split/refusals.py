"""Why something was not done, and what is asked: in three languages, short and plain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fingerpost.assistants.miniapps.bill_split.amounts import amount
from fingerpost.assistants.miniapps.bill_split.state import MOST_PEOPLE, PER_BILL
from fingerpost.assistants.miniapps.framework.parts import LANGUAGES, Refusal, Said, said

SHOWN = 80
"""Letters of a name that a sentence repeats."""

SOMETHING = said("expense", "gasto", "despesa")
"""What an expense is called that was not named."""


def _no(en: str, es: str, pt: str) -> Refusal:
    return Refusal(said(en, es, pt))


def how_much(what: str) -> Said:
    """Ask for the amount."""
    shown = what[:SHOWN]
    if not shown:
        return said("How much was it?", "¿Cuánto fue?", "Quanto foi?")
    return said(f"How much was it ({shown})?", f"¿Cuánto fue ({shown})?", f"Quanto foi ({shown})?")


def who_paid(what: str) -> Said:
    """Ask for the payer."""
    shown = what[:SHOWN]
    if not shown:
        return said("Who paid?", "¿Quién pagó?", "Quem pagou?")
    return said(f"Who paid ({shown})?", f"¿Quién pagó ({shown})?", f"Quem pagou ({shown})?")


def sure_to_clear(expenses: int, people: int) -> Said:
    """Ask before everything is forgotten."""
    spent = said(
        "the only expense" if expenses == 1 else f"all {expenses} expenses",
        "el único gasto" if expenses == 1 else f"los {expenses} gastos",
        "a única despesa" if expenses == 1 else f"as {expenses} despesas",
    )
    of_people = (
        f" and {people} {'person' if people == 1 else 'people'}" if people else "",
        f" y {people} {'persona' if people == 1 else 'personas'}" if people else "",
        f" e {people} {'pessoa' if people == 1 else 'pessoas'}" if people else "",
    )
    return said(
        f"This removes {spent['en']}{of_people[0]}. Are you sure? (yes/no)",
        f"Esto borra {spent['es']}{of_people[1]}. ¿Seguro? (sí/no)",
        f"Isto apaga {spent['pt']}{of_people[2]}. Tem certeza? (sim/não)",
    )


def sure_to_settle(count: int) -> Said:
    """Ask before all debts are taken for paid."""
    return said(
        f"This marks all open debts ({count}) as paid. Are you sure? (yes/no)",
        f"Esto marca como pagadas todas las deudas ({count}). ¿Seguro? (sí/no)",
        f"Isto marca como pagas todas as dívidas ({count}). Tem certeza? (sim/não)",
    )


def too_many_people() -> Refusal:
    """Refuse one person more than a bill holds."""
    return _no(
        f"A bill holds {MOST_PEOPLE} people at most; nothing was added.",
        f"Una cuenta admite {MOST_PEOPLE} personas como máximo; no añadí nada.",
        f"Uma conta comporta no máximo {MOST_PEOPLE} pessoas; não adicionei nada.",
    )


def full() -> Refusal:
    """Refuse one expense more than a bill holds."""
    return _no(
        f"A bill holds {PER_BILL} expenses at most, and this one is full: remove some first.",
        f"Una cuenta admite {PER_BILL} gastos como máximo y esta está llena: quita alguno primero.",
        f"Uma conta comporta no máximo {PER_BILL} despesas e esta está cheia: remova alguma primeiro.",
    )


def not_above_zero() -> Refusal:
    """Refuse an amount of nothing or less."""
    return _no(
        "An amount must be above zero; I left everything as it was. For money given back, say who paid whom.",
        "El monto debe ser mayor que cero; dejé todo como estaba. Si es dinero devuelto, di quién le pagó a quién.",
        "O valor deve ser maior que zero; deixei tudo como estava. Se for dinheiro devolvido, diga quem pagou a quem.",
    )


def absurd() -> Refusal:
    """Refuse an amount that nobody means."""
    return _no(
        "That amount is above 10,000,000,000, which I do not keep; please check it.",
        "Ese monto supera 10.000.000.000 y no lo guardo; revísalo, por favor.",
        "Esse valor passa de 10.000.000.000 e não guardo; confira, por favor.",
    )


def one_payer(what: str, payers: int) -> Refusal:
    """Refuse an expense with several payers, or one of many with none."""
    shown = what[:SHOWN]
    if not payers:
        return _no(
            f"I need to know who paid for each one ({shown}); nothing was added. For example: “{shown or 'taxi'} 30 "
            f"Ana”.",
            f"Necesito saber quién pagó cada cosa ({shown}); no añadí nada. Por ejemplo: «{shown or 'taxi'} 30 Ana».",
            f"Preciso saber quem pagou cada coisa ({shown}); não adicionei nada. Por exemplo: “{shown or 'taxi'} 30 "
            f"Ana”.",
        )
    return _no(
        "An expense has one payer: add what each of them paid on its own.",
        "Un gasto tiene un solo pagador: añade por separado lo que pagó cada uno.",
        "Uma despesa tem um só pagador: adicione separado o que cada um pagou.",
    )


def one_amount() -> Refusal:
    """Refuse a message whose amounts cannot be told apart."""
    return _no(
        "I see several amounts and cannot tell them apart: write one expense per line, such as “taxi 30 Ana”.",
        "Veo varios montos y no los distingo: escribe un gasto por línea, como «taxi 30 Ana».",
        "Vejo vários valores e não consigo separá-los: escreva uma despesa por linha, como “taxi 30 Ana”.",
    )


def nobody_left(what: str) -> Refusal:
    """Refuse shares that nobody bears."""
    shown = what[:SHOWN]
    return _no(
        f"Then nobody would share {shown}; say who does, such as “split between Ana and Tom”.",
        f"Entonces nadie compartiría {shown}; di quiénes, como «entre Ana y Tom».",
        f"Assim ninguém dividiria {shown}; diga quem divide, como “entre Ana e Tom”.",
    )


def wrong_ratio(parts: int, people: int) -> Refusal:
    """Refuse a ratio that does not fit the people."""
    return _no(
        f"That ratio has {parts} parts, but there are {people} people: name them, such as “60/40 between Ana and Tom”.",
        f"Esa proporción tiene {parts} partes, pero hay {people} personas: nómbralas, como «60/40 entre Ana y Tom».",
        f"Essa proporção tem {parts} partes, mas há {people} pessoas: diga quais, como “60/40 entre Ana e Tom”.",
    )


def does_not_add_up(cents: int, told: int) -> Refusal:
    """Refuse shares by amount that are not the whole, with the difference."""
    sums, wholes, gaps = (
        {one: amount(value, "", {}, one) for one in LANGUAGES} for value in (told, cents, abs(cents - told))
    )
    less = told < cents
    return _no(
        f"The shares add up to {sums['en']}, but it was {wholes['en']}: {gaps['en']} "
        f"{'is missing' if less else 'too much'}.",
        f"Las partes suman {sums['es']}, pero fue {wholes['es']}: {'faltan' if less else 'sobran'} {gaps['es']}.",
        f"As partes somam {sums['pt']}, mas foi {wholes['pt']}: {'faltam' if less else 'sobram'} {gaps['pt']}.",
    )


def other_rest(told: int, are: int) -> Refusal:
    """Refuse shares among "the other three" who are not three."""
    return _no(
        f"You say {told} people share it, but there would be {are}: name them, such as “between Tom and Bea”.",
        f"Dices que lo comparten {told} personas, pero serían {are}: nómbralas, como «entre Tom y Bea».",
        f"Você diz que {told} pessoas dividem, mas seriam {are}: diga os nomes, como “entre Tom e Bea”.",
    )


def between_whom(what: str) -> Refusal:
    """Refuse "split it with Tom" where somebody else paid."""
    shown = what[:SHOWN]
    return _no(
        f"Who shares {shown}? Name all of them, such as “{shown} between me and Tom”.",
        f"¿Quiénes comparten {shown}? Nómbralos a todos, como «{shown} entre Tom y yo».",
        f"Quem divide {shown}? Diga todos os nomes, como “{shown} entre eu e o Tom”.",
    )


def not_clear(words: str) -> Refusal:
    """Refuse an expense with words about people or sharing that were not understood."""
    shown = " ".join(words.split())[:SHOWN].strip(" ,.;:")
    return _no(
        f"I added nothing yet, because I did not understand “{shown}”. Say who shares it like this: “dinner 84.50, Ana "
        f"paid, between Tom and Bea”.",
        f"Todavía no añadí nada, porque no entendí «{shown}». Di quién lo comparte así: «cena 84,50, pagó Ana, entre "
        f"Tom y Bea».",
        f"Ainda não adicionei nada, porque não entendi “{shown}”. Diga quem divide assim: “jantar 84,50, a Ana pagou, "
        f"entre Tom e Bea”.",
    )


def part_paid(name: str, what: str) -> Refusal:
    """Refuse a part of an expense that somebody paid, without its amount."""
    shown, thing = name[:SHOWN], what[:SHOWN]
    return _no(
        f"An expense has one payer. Say how much {shown} paid, as an expense of its own: “{thing} 30 {shown}”.",
        f"Un gasto tiene un solo pagador. Di cuánto pagó {shown}, como otro gasto: «{thing} 30 {shown}».",
        f"Uma despesa tem um só pagador. Diga quanto {shown} pagou, como outra despesa: “{thing} 30 {shown}”.",
    )


def person_or_expense(name: str) -> Said:
    """Ask what a word without a capital is."""
    shown = name[:SHOWN]
    return said(
        f"Is “{shown}” a person or an expense? Say “person”, or how much it was.",
        f"¿«{shown}» es una persona o un gasto? Di «persona», o cuánto fue.",
        f"“{shown}” é uma pessoa ou uma despesa? Diga “pessoa”, ou quanto foi.",
    )


def shares_first(cents: int, one: Mapping[str, Any]) -> Refusal:
    """Refuse a new amount whose shares were told one by one."""
    wholes, gaps = (
        {lang: amount(value, "", {}, lang) for lang in LANGUAGES} for value in (cents, abs(cents - one["cents"]))
    )
    shown = one["what"][:SHOWN]
    return _no(
        f"{shown} is shared by amounts, and with {wholes['en']} they are off by {gaps['en']}: say the new shares "
        f"first, or “split it equally”.",
        f"{shown} se reparte por montos y con {wholes['es']} hay {gaps['es']} de diferencia: di antes las partes "
        f"nuevas, o «divídelo por igual».",
        f"{shown} é dividido por valores e com {wholes['pt']} há {gaps['pt']} de diferença: diga antes as novas "
        f"partes, ou “divide por igual”.",
    )


def by_amount_already() -> Refusal:
    """Refuse to add somebody to shares by amount."""
    return _no(
        "It is shared by amounts: say the new amount of each person, or “split it equally”.",
        "Se reparte por montos: di el nuevo monto de cada persona, o «divídelo por igual».",
        "É dividido por valores: diga o novo valor de cada pessoa, ou “divide por igual”.",
    )


def nothing_yet() -> Refusal:
    """Refuse what needs an expense."""
    return _no(
        "There is no expense yet: add one first, such as “taxi 30 Ana”.",
        "Todavía no hay gastos: añade uno primero, como «taxi 30 Ana».",
        "Ainda não há despesas: adicione uma primeiro, como “taxi 30 Ana”.",
    )


def same_already() -> Refusal:
    """Refuse what changes nothing."""
    return _no("That is how it is already.", "Ya está así.", "Já está assim.")


def empty_already() -> Refusal:
    """Refuse to empty what is empty."""
    return _no("The bill is empty already.", "La cuenta ya está vacía.", "A conta já está vazia.")


def nobody_called(name: str) -> Refusal:
    """Refuse a person who is not there."""
    shown = name[:SHOWN]
    return _no(f"{shown} is not on the bill.", f"{shown} no está en la cuenta.", f"{shown} não está na conta.")


def has_part(name: str) -> Refusal:
    """Refuse to remove somebody whose money is on the bill."""
    return _no(
        f"{name} has expenses or payments on the bill: remove them, or change who paid and who shares, and then "
        f"remove {name}.",
        f"{name} tiene gastos o pagos en la cuenta: quítalos, o cambia quién pagó y quién comparte, y luego quita a "
        f"{name}.",
        f"{name} tem despesas ou pagamentos na conta: remova-os, ou mude quem pagou e quem divide, e depois remova "
        f"{name}.",
    )


def there_already(names: Sequence[str]) -> Refusal:
    """Refuse a second person of one name."""
    shown = ", ".join(names[:5])
    other = names[0][:SHOWN] if names else "Ana"
    return _no(
        f"Already on the bill: {shown}. If that is somebody else, give another name, such as “{other} B”.",
        f"Ya está en la cuenta: {shown}. Si es otra persona, dale otro nombre, como «{other} B».",
        f"Já está na conta: {shown}. Se for outra pessoa, dê outro nome, como “{other} B”.",
    )


def both_there(speaker: str, name: str) -> Refusal:
    """Refuse to make two people of the bill one."""
    return _no(
        f"“{speaker}” and {name} are both on the bill already: remove one of them first.",
        f"«{speaker}» y {name} ya están los dos en la cuenta: quita antes a uno de ellos.",
        f"“{speaker}” e {name} já estão os dois na conta: remova um deles antes.",
    )


def nothing_owed(giver: str, taker: str) -> Refusal:
    """Refuse to settle what is not owed."""
    if not giver:
        return _no("Nobody owes anything.", "Nadie debe nada.", "Ninguém deve nada.")
    ends = f"{giver} → {taker}" if taker else f"{giver} → …"
    return _no(
        f"There is no open debt ({ends}); if money changed hands, say how much and to whom.",
        f"No hay ninguna deuda abierta ({ends}); si hubo un pago, di cuánto y a quién.",
        f"Não há nenhuma dívida aberta ({ends}); se houve um pagamento, diga quanto e a quem.",
    )


def not_you() -> Refusal:
    """Refuse what needs the speaker, who is not on the bill."""
    return _no(
        "You are not on the bill yet: say for example “I'm Ana” or “add me”.",
        "Todavía no estás en la cuenta: di por ejemplo «soy Ana» o «agrégame a mí».",
        "Você ainda não está na conta: diga por exemplo “sou a Ana” ou “me adiciona”.",
    )


def whom() -> Refusal:
    """Refuse an amount with one end."""
    return _no(
        "To whom did the money go? Say for example “Tom paid Ana back 20”.",
        "¿A quién fue el dinero? Di por ejemplo «Tom le devolvió 20 a Ana».",
        "Para quem foi o dinheiro? Diga por exemplo “Tom devolveu 20 para a Ana”.",
    )


def each_alone() -> Refusal:
    """Refuse an amount that several people gave."""
    return _no(
        "Say what each of them paid on its own, such as “Tom paid Ana back 20”.",
        "Di lo que pagó cada uno por separado, como «Tom le devolvió 20 a Ana».",
        "Diga o que cada um pagou separadamente, como “Tom devolveu 20 para a Ana”.",
    )


def to_oneself() -> Refusal:
    """Refuse a payment to oneself."""
    return _no(
        "A payment goes from one person to another.",
        "Un pago va de una persona a otra.",
        "Um pagamento vai de uma pessoa para outra.",
    )


def not_there(name: str, listed: Sequence[str]) -> Refusal:
    """Refuse an expense that is not there, with those that are."""
    shown, here = name[:SHOWN], ", ".join(what[:SHOWN] for what in listed)
    if not here:
        return nothing_yet()
    return _no(
        f"“{shown}” is not on the bill. There is: {here}.",
        f"«{shown}» no está en la cuenta. Hay: {here}.",
        f"“{shown}” não está na conta. Há: {here}.",
    )


def you_already() -> Refusal:
    """Refuse to add the speaker twice."""
    return _no("You are on the bill already.", "Ya estás en la cuenta.", "Você já está na conta.")


def which(name: str, among: Sequence[tuple[int, Mapping[str, Any]]]) -> Said:
    """Ask which of several expenses is meant, with their numbers."""
    listed = {
        one: ", ".join(f"{place}. {what['what']} ({amount(what['cents'], '', {}, one)})" for place, what in among)
        for one in LANGUAGES
    }
    shown = name[:SHOWN]
    return said(
        f"Which one is “{shown}”: {listed['en']}? Say its number.",
        f"¿Cuál es «{shown}»: {listed['es']}? Di su número.",
        f"Qual é “{shown}”: {listed['pt']}? Diga o número.",
    )
