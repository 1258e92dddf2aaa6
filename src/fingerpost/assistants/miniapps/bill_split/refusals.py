"""Why something was not done, and what is asked: in three languages, short and plain."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.assistants.miniapps.bill_split.state import MOST_PEOPLE, PER_BILL, Expense
from fingerpost.assistants.miniapps.framework.amounts import amount
from fingerpost.assistants.miniapps.framework.parts import LANGUAGES, Language, Refusal, Said, said

SHOWN, LISTED = 80, 5
"""Letters of a name, and names, that a sentence repeats."""


SOMETHING = said("expense", "gasto", "despesa")
"""What an expense is called that was not named."""


def _no(en: str, es: str, pt: str) -> Refusal:
    return Refusal(said(en, es, pt))


def _sums(cents: int) -> dict[Language, str]:
    return {language: amount(cents, "", {}, language) for language in LANGUAGES}


def sure_to_clear(expenses: int, people: int) -> Said:
    """Ask before everything is forgotten."""
    spent = said(
        "the only expense" if expenses == 1 else f"all {expenses} expenses",
        "el único gasto" if expenses == 1 else f"los {expenses} gastos",
        "a única despesa" if expenses == 1 else f"as {expenses} despesas",
    )
    of_people = said(
        f"{people} {'person' if people == 1 else 'people'}",
        f"{people} {'persona' if people == 1 else 'personas'}",
        f"{people} {'pessoa' if people == 1 else 'pessoas'}",
    )
    join = said(" and ", " y ", " e ")
    told: dict[Language, str] = {
        language: join[language].join([*[spent[language]] * bool(expenses), *[of_people[language]] * bool(people)])
        for language in LANGUAGES
    }
    return said(
        f"This removes {told['en']}. Are you sure? (yes/no)",
        f"Esto borra {told['es']}. ¿Seguro? (sí/no)",
        f"Isto apaga {told['pt']}. Tem certeza? (sim/não)",
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


def nobody_left(what: str) -> Refusal:
    """Refuse shares that nobody bears."""
    shown = what[:SHOWN]
    return _no(
        f"Then nobody would share {shown}; say who does, such as “split between Ana and Tom”.",
        f"Entonces nadie compartiría {shown}; di quiénes, como «entre Ana y Tom».",
        f"Assim ninguém dividiria {shown}; diga quem divide, como “entre Ana e Tom”.",
    )


def does_not_add_up(cents: int, told: int) -> Refusal:
    """Refuse shares by amount that are not the whole, with the difference."""
    sums, wholes, gaps = _sums(told), _sums(cents), _sums(abs(cents - told))
    less = told < cents
    return _no(
        f"The shares add up to {sums['en']}, but it was {wholes['en']}: {gaps['en']} "
        f"{'is missing' if less else 'too much'}.",
        f"Las partes suman {sums['es']}, pero fue {wholes['es']}: {'faltan' if less else 'sobran'} {gaps['es']}.",
        f"As partes somam {sums['pt']}, mas foi {wholes['pt']}: {'faltam' if less else 'sobram'} {gaps['pt']}.",
    )


def no_whole(percent: str) -> Refusal:
    """Refuse fractions that are more than the whole, or less with nobody left for the rest."""
    return _no(
        f"The parts make {percent} % of it, not 100 %: say the part of each person, such as “Ana 60 %, Tom 40 %”.",
        f"Las partes suman {percent} % y no 100 %: di la parte de cada persona, como «Ana 60 %, Tom 40 %».",
        f"As partes somam {percent} % e não 100 %: diga a parte de cada pessoa, como “Ana 60 %, Tom 40 %”.",
    )


def no_share() -> Refusal:
    """Refuse a part that cannot be, or that was not told."""
    return _no(
        "Say how much of it each one bears: “Tom pays double for the dinner”, “Tom pays 40 % of it” or “Tom pays 12”.",
        "Di cuánto le toca a cada uno: «Tom paga doble en la cena», «Tom paga el 40 %» o «a Tom le tocan 12».",
        "Diga quanto cabe a cada um: “o Tom paga o dobro no jantar”, “o Tom paga 40 %” ou “o Tom paga 12”.",
    )


def other_currency(what: str, currency: str) -> Refusal:
    """Refuse a part in another currency than that of the expense."""
    shown = what[:SHOWN]
    return _no(
        f"{shown} is in {currency}: say the part in {currency} too.",
        f"{shown} está en {currency}: di la parte también en {currency}.",
        f"{shown} está em {currency}: diga a parte também em {currency}.",
    )


def shares_first(cents: int, one: Expense) -> Refusal:
    """Refuse a new amount whose shares were told one by one."""
    wholes, gaps = _sums(cents), _sums(abs(cents - one["cents"]))
    shown = one["what"][:SHOWN]
    return _no(
        f"{shown} is shared by amounts, and with {wholes['en']} they are off by {gaps['en']}: say “split it equally” "
        f"first, then the new amount.",
        f"{shown} se reparte por montos y con {wholes['es']} hay {gaps['es']} de diferencia: di antes «divídelo por "
        f"igual» y luego el monto nuevo.",
        f"{shown} é dividido por valores e com {wholes['pt']} há {gaps['pt']} de diferença: diga antes “divide por "
        f"igual” e depois o novo valor.",
    )


def by_amount_already() -> Refusal:
    """Refuse to leave somebody out of shares by amount."""
    return _no(
        "It is shared by amounts: say the new amount of each person, or “split it equally”.",
        "Se reparte por montos: di el nuevo monto de cada persona, o «divídelo por igual».",
        "É dividido por valores: diga o novo valor de cada pessoa, ou “divide por igual”.",
    )


def change_what(what: str) -> Refusal:
    """Refuse a change of which nothing was told."""
    shown = what[:SHOWN]
    return _no(
        f"What shall I change? Say for example “{shown} was 32” or “Tom paid {shown}”.",
        f"¿Qué cambio? Di por ejemplo «{shown} fue 32» o «{shown} lo pagó Tom».",
        f"O que eu mudo? Diga por exemplo “{shown} foi 32” ou “o Tom pagou {shown}”.",
    )


def nothing_yet() -> Refusal:
    """Refuse what needs an expense."""
    return _no(
        "There is no expense yet: add one first, such as “taxi 30 Ana”.",
        "Todavía no hay gastos: añade uno primero, como «taxi 30 Ana».",
        "Ainda não há despesas: adicione uma primeiro, como “taxi 30 Ana”.",
    )


def no_payment() -> Refusal:
    """Refuse to change a payment that was not told."""
    return _no(
        "There is no such payment to change: say for example “Tom paid Ana back 20”.",
        "No hay tal pago que cambiar: di por ejemplo «Tom le devolvió 20 a Ana».",
        "Não há esse pagamento para mudar: diga por exemplo “o Tom devolveu 20 para a Ana”.",
    )


def same_already() -> Refusal:
    """Refuse what changes nothing."""
    return _no("That is how it is already.", "Ya está así.", "Já está assim.")


def empty_already() -> Refusal:
    """Refuse to empty what is empty."""
    return _no("The bill is empty already.", "La cuenta ya está vacía.", "A conta já está vazia.")


def nobody_called(name: str, listed: Sequence[str]) -> Refusal:
    """Refuse a person who is not there, with those who are."""
    shown, here = name[:SHOWN], ", ".join(listed[:LISTED]) + (", …" if len(listed) > LISTED else "")
    return _no(
        f"{shown} is not on the bill ({here}): add {shown} first, or use a name that is on it.",
        f"{shown} no está en la cuenta ({here}): agrega antes a {shown}, o usa un nombre que esté.",
        f"{shown} não está na conta ({here}): adicione {shown} antes, ou use um nome que esteja.",
    )


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
    shown = ", ".join(names[:LISTED])
    other = names[0][:SHOWN] if names else "Ana"
    return _no(
        f"Already on the bill: {shown}. If that is somebody else, give another name, such as “{other} B”.",
        f"Ya está en la cuenta: {shown}. Si es otra persona, dale otro nombre, como «{other} B».",
        f"Já está na conta: {shown}. Se for outra pessoa, dê outro nome, como “{other} B”.",
    )


def not_you() -> Refusal:
    """Refuse what needs the person who types, who is not on the bill."""
    return _no(
        "You are not on the bill: say for example “add me”.",
        "No estás en la cuenta: di por ejemplo «agrégame a mí».",
        "Você não está na conta: diga por exemplo “me adiciona”.",
    )


def you_already() -> Refusal:
    """Refuse to add the person who types twice."""
    return _no("You are on the bill already.", "Ya estás en la cuenta.", "Você já está na conta.")


def no_name() -> Refusal:
    """Refuse somebody without a name."""
    return _no("Write the name, please.", "Escribe el nombre, por favor.", "Escreva o nome, por favor.")


def to_oneself() -> Refusal:
    """Refuse a payment to oneself."""
    return _no(
        "A payment goes from one person to another.",
        "Un pago va de una persona a otra.",
        "Um pagamento vai de uma pessoa para outra.",
    )


def which_currency(text: str) -> Refusal:
    """Refuse a currency that is not known."""
    shown = text[:SHOWN]
    return _no(
        f"I do not know which currency “{shown}” is: write its name with the country, such as “Mexican pesos”, or its "
        f"code, such as MXN.",
        f"No sé qué moneda es «{shown}»: escribe su nombre con el país, como «pesos mexicanos», o su código, como MXN.",
        f"Não sei que moeda é “{shown}”: escreva o nome com o país, como “pesos mexicanos”, ou o código, como MXN.",
    )
