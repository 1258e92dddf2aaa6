"""Figures about an account: found by structure in three languages, and doubted where code is the subject."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fingerpost.audit.account_figures import HEAD, TAIL, find_account_figure

CERTAIN = [
    "You have consumed 90% of your API calls on endpoint /orders.",
    "Has consumido el 90% de tus llamadas en el endpoint /pedidos.",
    "Você consumiu 90% das suas chamadas no endpoint /pedidos.",
    "usage: 97% quota: 10000 used: 9700 -> generate warning text",
    "me queda un 15% hasta fin de mes",
    "67% used. is that bad?",
    "our account is at ninety percent of the monthly quota",
    "El cliente lleva 7.800 de 10.000 peticiones",
    "Fatura 2231: R$ 49,00 vence amanhã na minha conta",
    "ＹＯＵ ＨＡＶＥ ＵＳＥＤ ９０％ of your plan",
    "we have gone through nine tenths of the quota",
    "I already used half my calls this month",
    "ya llevo gastada la mitad de las llamadas de mi plan",
    "hemos consumido tres cuartos de la cuota",
    "já usei metade do meu plano",
    "gastamos dois terços da nossa cota",
    "you have used 9\u200b0% of your pl\u00adan",
]
DOUBTED = [
    "write an endpoint that warns when a customer has used 90% of their quota",
    "escribe un script que avise cuando el uso llegue al 80% de la cuota",
    "corrige meu código: diz que você usou 110% do plano",
    "In my endpoint the usage is 80% wrong, why?",
    "we were billed 120 euros instead of 89",
    "my endpoint has made 5,000 calls this month",
    "a script that warns when half of the quota is used",
    "me cobraron 30 euros por un endpoint de mi plan",
]
NOTHING = [
    "what does addVar do?",
    "what does % do, is 20 % 3 a percentage?",
    "loop from 1 to 5",
    "give me the 3 differences between the two commands",
    "100% agree, thanks!",
    "the other half of the function",
    "read half of the list in the quarter page",
    "explica la mitad del script",
    "metade do laço já roda",
    "add an if that blocks requests once usage reaches 100%",
    "genera una función que sume 21 a una factura de 49 euros",
    "my loop over 500 invoices stops at 412, what's wrong",
    'faz o endpoint /cota devolver {"uso": 85, "limite": 100}',
    "",
]


@pytest.mark.parametrize("text", CERTAIN)
def test_a_figure_about_an_account_is_certain(text: str) -> None:
    found = find_account_figure(text)
    assert found is not None
    assert found.certain


@pytest.mark.parametrize("text", DOUBTED)
def test_a_figure_that_may_be_the_subject_of_code_is_doubted(text: str) -> None:
    found = find_account_figure(text)
    assert found is not None
    assert not found.certain


@pytest.mark.parametrize("text", NOTHING)
def test_other_figures_are_none_of_an_account(text: str) -> None:
    assert find_account_figure(text) is None


def test_accents_make_no_difference() -> None:
    for text in ("mi suscripción está al 90% del límite", "mi suscripcion esta al 90% del limite"):
        assert find_account_figure(text) == (True, "a share near words of an account")


def test_what_was_seen_has_none_of_the_persons_words() -> None:
    found = find_account_figure("Ana Gil has used 90% of her quota, says ana@example.org, so tell me about my plan")
    assert found is not None
    assert "ana" not in found.seen.lower()


def test_both_ends_of_a_long_text_are_read() -> None:
    filler = "x " * (HEAD + TAIL)
    for text in (f"you have used 90% of your plan {filler}", f"{filler} you have used 90% of your plan"):
        found = find_account_figure(text)
        assert found is not None
        assert found.certain


def test_the_messages_written_for_the_rules_raise_no_false_alarm() -> None:
    file = Path(__file__).parents[1] / "data" / "account-messages.jsonl"
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    certain = [row for row in rows if (found := find_account_figure(row["text"])) and found.certain]
    assert {row["expected"] for row in certain} == {"PLATFORM"}
    assert len(certain) >= 25


def test_few_traps_are_for_a_person() -> None:
    file = Path(__file__).parents[1] / "data" / "account-messages.jsonl"
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    traps = [row["text"] for row in rows if row["expected"] != "PLATFORM"]
    assert len(traps) == 41
    assert sum(find_account_figure(text) is not None for text in traps) <= 10
