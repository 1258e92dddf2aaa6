"""Each figure of a sentence gets its role, its thing and its period."""

from __future__ import annotations

import pytest

from fingerpost.answering.account.claims import names_in, period_in, read_sentence
from fingerpost.answering.account.vocabulary import CHANGE, LEFT, LIMIT, MEAN, OVER, TOTAL, USED
from fingerpost.language.tokens import words_of


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("You have used 9,000 of your 10,000 calls, so 1,000 are left.", [USED, LIMIT, LEFT]),
        ("Llevas 3.600 llamadas de 12.000, un 30 %, y te quedan 8.400.", [USED, LIMIT, USED, LEFT]),
        ("Restam 150 minutos de um total de 600.", [LEFT, LIMIT]),
        ("Te quedan 300, un 15 % de la cuota.", [LEFT, LEFT]),
        ("That is 90% of the limit.", [USED]),
        ("Te faltan tres proyectos para llegar al límite de cinco.", [LEFT, LIMIT]),
        ("You made 2,000 more calls than last month.", [CHANGE]),
        ("Usage grew by 25%.", [CHANGE]),
        ("Os projetos somam 1.000 execuções.", [TOTAL]),
        ("A média é de 75 mensagens por dia.", [MEAN]),
        ("Has superado el límite en 1.500 peticiones.", [OVER]),
        ("You have exceeded your limit of 10,000 calls.", [LIMIT]),
        ("Used: 9,000 Limit: 10,000 Left: 1,000", [USED, LIMIT, LEFT]),
        ("Four fifths are left on the Free plan.", [LEFT]),
        ("You have 4 users on the Free plan.", [""]),
    ],
)
def test_words_near_a_figure_tell_its_role(text: str, roles: list[str]) -> None:
    assert [claim.role for claim in read_sentence(text).claims] == roles


@pytest.mark.parametrize(
    ("text", "thing", "per"),
    [
        ("300 calls a day", "call", "day"),
        ("50 llamadas diarias", "call", "day"),
        ("49 € al mes", "", "month"),
        ("Over a year, the plan costs $948.", "", "year"),
        ("Cada ejecución cuesta 3 €", "", "execution"),
        ("3 of 8 users", "user", ""),
        ("R$ 40,50 em relação ao mês passado", "", ""),
        ("Days left: 10", "day", ""),
    ],
)
def test_things_and_periods(text: str, thing: str, per: str) -> None:
    claim = read_sentence(text).claims[0]
    assert (claim.thing, claim.per) == (thing, per)


def test_names_are_those_of_the_clause() -> None:
    reading = read_sentence("Vega made 200 calls, Atlas 300.", {"vega", "atla", "call"})
    assert [claim.names for claim in reading.claims] == [{"vega", "call"}, {"atla"}]
    assert reading.names_before(1) == {"atla"}
    assert names_in(words_of("calls in Q1"), {"q1", "call"}) == {"q1", "call"}


def test_the_future_is_told_and_periods_of_keys_are_read() -> None:
    assert read_sentence("A este ritmo llegarás a 300.").future
    assert not read_sentence("Llevas 300.").future
    assert (period_in("consumo por dia"), period_in("daily calls"), period_in("calls")) == ("day", "day", "")
