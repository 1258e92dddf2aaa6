"""Who is on the bill from the message that opens it."""

from __future__ import annotations

import pytest

from fingerpost.assistants.miniapps.bill_split import APP
from fingerpost.assistants.miniapps.bill_split.opening import begin
from fingerpost.assistants.miniapps.framework.parts import Language
from fingerpost.assistants.miniapps.framework.testing import Talk


@pytest.mark.parametrize(
    ("language", "text", "people"),
    [
        ("en", "let's split the bill for dinner - me, Ana and Tom", ["me", "Ana", "Tom"]),
        ("en", "lets split a bill, just me and Dave", ["me", "Dave"]),
        ("en", "Can we do a bill split for our flat? It's Nora, Sam and me.", ["Nora", "Sam", "me"]),
        ("en", "split the bill w/ kim and ola", ["kim", "ola", "me"]),
        ("en", "split the bill with Ana", ["Ana", "me"]),
        (
            "en",
            "Start a bill split: Grace, Henry, Ivy. I'm not on it, just keeping the books",
            ["Grace", "Henry", "Ivy"],
        ),
        ("en", "yo lets split the tab from last nite, me jay and rico", ["me", "jay", "rico"]),
        ("en", "start a bill split for the hen do!! me, Steph, Kelly n Jo", ["me", "Steph", "Kelly", "Jo"]),
        ("en", "split the bill, only Ada, Ben and Dan are on it, not me", ["Ada", "Ben", "Dan"]),
        ("es", "dividir la cuenta: Carmen, Hugo y yo, viaje a Granada", ["Carmen", "Hugo", "yo"]),
        ("es", "dividir la cuenta de la comida, éramos Carmen, Julián y yo", ["Carmen", "Julián", "yo"]),
        ("en", "let's split the bill", []),
        ("en", "split the bill with friends", []),
        ("en", "split the bill with the team, please", []),
        ("es", "Dividamos la cuenta del piso entre Irene, Pablo y yo", ["Irene", "Pablo", "yo"]),
        ("es", "dividir cuenta con juanpi", ["juanpi", "yo"]),
        ("es", "hay q dividir la cuenta del bar, yo lola y fer", ["yo", "lola", "fer"]),
        ("es", "¿repartimos los gastos? Vamos Sofía, Andrés, Vale y yo.", ["Sofía", "Andrés", "Vale", "yo"]),
        ("es", "dividir la cuenta con amigos", []),
        ("pt", "vamos dividir a conta do jantar: eu, Bia e Caio", ["eu", "Bia", "Caio"]),
        ("pt", "Abre uma divisão de conta para a casa. Moramos eu, Helena e Rui.", ["eu", "Helena", "Rui"]),
        ("pt", "dividir conta eu e o gui", ["eu", "gui"]),
        ("pt", "Vamos dividir os gastos? Sou eu, Marina, Otávio e Ju.", ["eu", "Marina", "Otávio", "Ju"]),
        ("pt", "dividir a conta, fora eu: só Tainá, Murilo e Breno dividem", ["Tainá", "Murilo", "Breno"]),
        ("pt", "dividir a conta com a galera", []),
    ],
)
def test_people_of_an_opening_message(language: Language, text: str, people: list[str]) -> None:
    assert [one["name"] for one in begin(text, language).get("people", [])] == people


async def test_the_answer_tells_who_is_in() -> None:
    reply = await Talk(APP).say("split the bill with Ana and Tom", opens="bill_split")
    assert "On the bill: Ana, Tom and you." in reply.text


def test_more_people_than_a_bill_holds_are_left_for_later() -> None:
    names = ", ".join(f"{first}{last}" for first in "BCDFGHJKLM" for last in ("alo", "obi", "imo", "ume", "eon", "iak"))
    assert begin(f"split the bill between {names}", "en") == {}
