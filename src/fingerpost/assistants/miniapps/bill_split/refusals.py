"""Why something was not done, and what is asked: in three languages, short and plain."""

from __future__ import annotations

from fingerpost.assistants.miniapps.framework.parts import Refusal, Said, said
from fingerpost.assistants.miniapps.framework.sentences import refused

SHOWN, LISTED = 80, 5
"""Letters of a name, and names, that a sentence repeats."""


EXPENSE, EXPENSES = said("expense", "gasto", "despesa"), said("expenses", "gastos", "despesas")
PERSON, PEOPLE = said("person", "persona", "pessoa"), said("people", "personas", "pessoas")


class RefusedError(Exception):
    """Something cannot be done; carries why."""

    def __init__(self, sentence: Said, **values: object) -> None:
        """Keep what is said to the person."""
        super().__init__()
        self.refusal: Refusal = refused(sentence, **values)


ONLY_EXPENSE = said("the only expense", "el único gasto", "a única despesa")
ALL_EXPENSES = said("all {n} expenses", "los {n} gastos", "as {n} despesas")
SURE_TO_REMOVE = said(
    "This removes {told}. Are you sure? (yes/no)",
    "Esto borra {told}. ¿Seguro? (sí/no)",
    "Isto apaga {told}. Tem certeza? (sim/não)",
)
TOO_MANY_PEOPLE = said(
    "A bill holds {most} people at most; nothing was added.",
    "Una cuenta admite {most} personas como máximo; no añadí nada.",
    "Uma conta comporta no máximo {most} pessoas; não adicionei nada.",
)
FULL = said(
    "A bill holds {most} expenses at most, and this one is full: remove some first.",
    "Una cuenta admite {most} gastos como máximo y esta está llena: quita alguno primero.",
    "Uma conta comporta no máximo {most} despesas e esta está cheia: remova alguma primeiro.",
)
NOT_ABOVE_ZERO = said(
    "An amount must be above zero; I left everything as it was. For money given back, say who paid whom.",
    "El monto debe ser mayor que cero; dejé todo como estaba. Si es dinero devuelto, di quién le pagó a quién.",
    "O valor deve ser maior que zero; deixei tudo como estava. Se for dinheiro devolvido, diga quem pagou a quem.",
)
ABSURD = said(
    "That amount is above 10,000,000,000, which I do not keep; please check it.",
    "Ese monto supera 10.000.000.000 y no lo guardo; revísalo, por favor.",
    "Esse valor passa de 10.000.000.000 e não guardo; confira, por favor.",
)
NOBODY_LEFT = said(
    "Then nobody would share {what}; say who does, such as “split between Ana and Tom”.",
    "Entonces nadie compartiría {what}; di quiénes, como «entre Ana y Tom».",
    "Assim ninguém dividiria {what}; diga quem divide, como “entre Ana e Tom”.",
)
TOO_LITTLE = said(
    "The shares add up to {told}, but it was {whole}: {gap} is missing.",
    "Las partes suman {told}, pero fue {whole}: faltan {gap}.",
    "As partes somam {told}, mas foi {whole}: faltam {gap}.",
)
TOO_MUCH = said(
    "The shares add up to {told}, but it was {whole}: {gap} too much.",
    "Las partes suman {told}, pero fue {whole}: sobran {gap}.",
    "As partes somam {told}, mas foi {whole}: sobram {gap}.",
)
NO_WHOLE = said(
    "The parts make {percent} % of it, not 100 %: say the part of each person, such as “Ana 60 %, Tom 40 %”.",
    "Las partes suman {percent} % y no 100 %: di la parte de cada persona, como «Ana 60 %, Tom 40 %».",
    "As partes somam {percent} % e não 100 %: diga a parte de cada pessoa, como “Ana 60 %, Tom 40 %”.",
)
NO_SHARE = said(
    "Say how much of it each one bears: “Tom pays double for the dinner”, “Tom pays 40 % of it” or “Tom pays 12”.",
    "Di cuánto le toca a cada uno: «Tom paga doble en la cena», «Tom paga el 40 %» o «a Tom le tocan 12».",
    "Diga quanto cabe a cada um: “o Tom paga o dobro no jantar”, “o Tom paga 40 %” ou “o Tom paga 12”.",
)
OTHER_CURRENCY = said(
    "{what} is in {currency}: say the part in {currency} too.",
    "{what} está en {currency}: di la parte también en {currency}.",
    "{what} está em {currency}: diga a parte também em {currency}.",
)
SHARES_FIRST = said(
    "{what} is shared by amounts, and with {whole} they are off by {gap}: say “split it equally” first, then the new "
    "amount.",
    "{what} se reparte por montos y con {whole} hay {gap} de diferencia: di antes «divídelo por igual» y luego el "
    "monto nuevo.",
    "{what} é dividido por valores e com {whole} há {gap} de diferença: diga antes “divide por igual” e depois o novo "
    "valor.",
)
BY_AMOUNT_ALREADY = said(
    "It is shared by amounts: say the new amount of each person, or “split it equally”.",
    "Se reparte por montos: di el nuevo monto de cada persona, o «divídelo por igual».",
    "É dividido por valores: diga o novo valor de cada pessoa, ou “divide por igual”.",
)
CHANGE_WHAT = said(
    "What shall I change? Say for example “{what} was 32” or “Tom paid {what}”.",
    "¿Qué cambio? Di por ejemplo «{what} fue 32» o «{what} lo pagó Tom».",
    "O que eu mudo? Diga por exemplo “{what} foi 32” ou “o Tom pagou {what}”.",
)
NOTHING_YET = said(
    "There is no expense yet: add one first, such as “taxi 30 Ana”.",
    "Todavía no hay gastos: añade uno primero, como «taxi 30 Ana».",
    "Ainda não há despesas: adicione uma primeiro, como “taxi 30 Ana”.",
)
NO_PAYMENT = said(
    "There is no such payment to change: say for example “Tom paid Ana back 20”.",
    "No hay tal pago que cambiar: di por ejemplo «Tom le devolvió 20 a Ana».",
    "Não há esse pagamento para mudar: diga por exemplo “o Tom devolveu 20 para a Ana”.",
)
EMPTY_ALREADY = said("The bill is empty already.", "La cuenta ya está vacía.", "A conta já está vazia.")
NOBODY_CALLED = said(
    "{name} is not on the bill ({listed}): add {name} first, or use a name that is on it.",
    "{name} no está en la cuenta ({listed}): agrega antes a {name}, o usa un nombre que esté.",
    "{name} não está na conta ({listed}): adicione {name} antes, ou use um nome que esteja.",
)
HAS_PART = said(
    "{name} has expenses or payments on the bill: remove them, or change who paid and who shares, and then remove "
    "{name}.",
    "{name} tiene gastos o pagos en la cuenta: quítalos, o cambia quién pagó y quién comparte, y luego quita a {name}.",
    "{name} tem despesas ou pagamentos na conta: remova-os, ou mude quem pagou e quem divide, e depois remova {name}.",
)
THERE_ALREADY = said(
    "Already on the bill: {names}. If that is somebody else, give another name, such as “{first} B”.",
    "Ya está en la cuenta: {names}. Si es otra persona, dale otro nombre, como «{first} B».",
    "Já está na conta: {names}. Se for outra pessoa, dê outro nome, como “{first} B”.",
)
NOT_YOU = said(
    "You are not on the bill: say for example “add me”.",
    "No estás en la cuenta: di por ejemplo «agrégame a mí».",
    "Você não está na conta: diga por exemplo “me adiciona”.",
)
YOU_ALREADY = said("You are on the bill already.", "Ya estás en la cuenta.", "Você já está na conta.")
NO_NAME = said("Write the name, please.", "Escribe el nombre, por favor.", "Escreva o nome, por favor.")
TO_ONESELF = said(
    "A payment goes from one person to another.",
    "Un pago va de una persona a otra.",
    "Um pagamento vai de uma pessoa para outra.",
)
WHICH_CURRENCY = said(
    "I do not know which currency “{told}” is: write its name with the country, such as “Mexican pesos”, or its code, "
    "such as MXN.",
    "No sé qué moneda es «{told}»: escribe su nombre con el país, como «pesos mexicanos», o su código, como MXN.",
    "Não sei que moeda é “{told}”: escreva o nome com o país, como “pesos mexicanos”, ou o código, como MXN.",
)
