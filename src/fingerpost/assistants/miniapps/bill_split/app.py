"""Bill split, put together."""

from __future__ import annotations

from pathlib import Path

from fingerpost.assistants.miniapps.bill_split.actions import ACTIONS
from fingerpost.assistants.miniapps.bill_split.arranging import arrange
from fingerpost.assistants.miniapps.bill_split.joining import SPEAKER
from fingerpost.assistants.miniapps.bill_split.showing import Wording, card, say
from fingerpost.assistants.miniapps.bill_split.state import START, apply, items
from fingerpost.assistants.miniapps.bill_split.views import VIEWS, owed_text
from fingerpost.assistants.miniapps.framework.app import MiniApp
from fingerpost.assistants.miniapps.framework.opening_examples import opening_examples
from fingerpost.assistants.miniapps.framework.parts import Language, State, Values, said
from fingerpost.routebook.apps import Trigger

_OPENED = said(
    "Let's split the bill! Tell me each expense with who paid, such as “dinner 84.50, Ana paid”.",
    "¡Dividamos la cuenta! Dime cada gasto y quién pagó, como «cena 84,50, pagó Ana».",
    "Vamos dividir a conta! Diga cada despesa e quem pagou, como “jantar 84,50, a Ana pagou”.",
)
_WITH = said("On the bill: {who}.", "En la cuenta: {who}.", "Na conta: {who}.")
_DONE = said("The bill is saved. {owed}", "La cuenta queda guardada. {owed}", "A conta está guardada. {owed}")
_CANCELLED = said("I closed the bill ({bill}).", "Cerré la cuenta ({bill}).", "Fechei a conta ({bill}).")


def _begin(language: Language) -> Values:
    """Return what a fresh bill holds: the person who types shares it."""
    return {"people": [{"id": 1, "name": SPEAKER[language]}], "speaker": 1}


def _people(state: State) -> list[str]:
    return [one["name"] for one in state["people"]]


def _opened(state: State, language: Language) -> str:
    bill = Wording(state, language)
    names = [bill.called(one["id"]) for one in state["people"]]
    told = _OPENED[language]
    return f"{told} {_WITH[language].format(who=bill.joined(names))}" if len(names) > 1 else told


def _closed(state: State, how: str, language: Language) -> str:
    if how == "cancelled":
        return _CANCELLED[language].format(bill=Wording(state, language).heading())
    return _DONE[language].format(owed=owed_text(state, language))


_DECLARATION = Path(__file__).with_name("actions.toml")

APP = MiniApp(
    id="bill_split",
    name="Bill split",
    title=said("Bill split", "División de cuenta", "Divisão da conta"),
    description="Keeps shared costs: people, expenses with who paid and the shares, payments, and who owes whom.",
    triggers=(
        Trigger(
            phrases=(
                "split the bill", "split a bill", "split the check", "split the tab", "start a bill split",
                "new bill split", "open the bill split", "start splitting", "split our expenses",
                "split the expenses", "split the costs", "split the rent", "bill splitter", "dividir la cuenta",
                "divide la cuenta", "dividamos la cuenta", "repartir la cuenta", "repartir los gastos",
                "dividir los gastos", "repartamos los gastos", "dividamos los gastos", "hacer cuentas",
                "saquemos cuentas", "dividir a conta", "divide a conta", "rachar a conta", "racha a conta",
                "dividir as despesas", "rachar as despesas", "dividir os gastos", "rachar os gastos",
                "fazer as contas", "rachar a pizza",
            ),
        ),
        Trigger(
            keywords=(
                "bill", "bills", "split", "splitting", "expense", "expenses", "cost", "costs", "check", "tab",
                "shared costs", "who owes", "bill split",
                "settle up", "go dutch", "cuenta", "cuentas", "gasto", "gastos", "dividir",
                "dividamos", "repartir", "repartamos", "costos", "costes", "escote",
                "a medias", "vaca", "conta", "contas", "despesa", "despesas", "custos", "rachar", "racha", "rateio",
                "vaquinha",
            ),
        ),
        Trigger(examples=opening_examples(_DECLARATION)),
    ),
    declaration=_DECLARATION,
    actions=ACTIONS,
    views=VIEWS,
    start=START,
    begin=_begin,
    apply=apply,
    items=items,
    say=say,
    card=card,
    opened=_opened,
    closed=_closed,
    people=_people,
    arrange=arrange,
)  # fmt: skip
