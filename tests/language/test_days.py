"""Days out of people's words."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.language.days import Day, find_days

TODAY = date(2026, 4, 15)
"""A Wednesday."""


def read(text: str, today: date = TODAY) -> tuple[Day | None, str]:
    """Return the last day that a text names, and what is left of it without its days."""
    spans = find_days(text, today, left_too=True)
    for _, start, end in reversed(spans):
        text = text[:start] + text[end:]
    return (spans[-1][0] if spans else None), " ".join(text.split())


@pytest.mark.parametrize(
    ("text", "number", "left"),
    [
        ("day 2", 2, ""),
        ("Day 2", 2, ""),
        ("day two", 2, ""),
        ("on day 2", 2, ""),
        ("on the second day", 2, ""),
        ("the 2nd day", 2, ""),
        ("for the first day", 1, ""),
        ("día 3", 3, ""),
        ("dia 3", 3, ""),
        ("el día tres", 3, ""),
        ("el primer día", 1, ""),
        ("para el segundo día", 2, ""),
        ("no dia 1", 1, ""),
        ("no primeiro dia", 1, ""),
        ("para o dia 2", 2, ""),
        ("pro dia dois", 2, ""),
        ("terceiro dia", 3, ""),
        ("move Prado to day 2", 2, "move Prado"),
        ("pasa el Retiro al día 3", 3, "pasa el Retiro"),
        ("põe a Torre de Belém no dia 1", 1, "põe a Torre de Belém"),
        ("move it from day 1 to day 2", 2, "move it"),
        ("pásalo del día 1 al día 4", 4, "pásalo"),
        ("day 2: Prado and Retiro", 2, ": Prado and Retiro"),
        ("what do we have on day 12?", 12, "what do we have ?"),
        ("day 0", 0, ""),
    ],
)
def test_days_of_a_trip_are_read_by_number(text: str, number: int, left: str) -> None:
    assert read(text) == (Day(number, None), left)


@pytest.mark.parametrize(
    ("text", "iso", "left"),
    [
        ("Friday", "2026-04-17", ""),
        ("on friday", "2026-04-17", ""),
        ("this Friday", "2026-04-17", ""),
        ("next friday", "2026-04-17", ""),
        ("wednesday", "2026-04-15", ""),
        ("next wednesday", "2026-04-22", ""),
        ("last friday", "2026-04-10", ""),
        ("on Sat", "2026-04-18", ""),
        ("el viernes", "2026-04-17", ""),
        ("el viernes que viene", "2026-04-17", ""),
        ("el próximo lunes", "2026-04-20", ""),
        ("el viernes pasado", "2026-04-10", ""),
        ("miercoles", "2026-04-15", ""),
        ("sexta", "2026-04-17", ""),
        ("sexta-feira", "2026-04-17", ""),
        ("na sexta", "2026-04-17", ""),
        ("na próxima segunda", "2026-04-20", ""),
        ("na quinta feira", "2026-04-16", ""),
        ("para sábado", "2026-04-18", ""),
        ("domingo que vem", "2026-04-19", ""),
        ("na quinta de manhã", "2026-04-16", "de manhã"),
        ("Quinta da Regaleira na quinta", "2026-04-16", "Quinta da Regaleira"),
        ("move a segunda para sexta", "2026-04-17", "move a segunda"),
        ("put the Prado on Friday", "2026-04-17", "put the Prado"),
        ("move Prado from Friday to Saturday", "2026-04-18", "move Prado"),
        ("de sexta para sábado", "2026-04-18", ""),
        ("today", "2026-04-15", ""),
        ("tonight", "2026-04-15", ""),
        ("hoy", "2026-04-15", ""),
        ("hoje", "2026-04-15", ""),
        ("esta mañana", "2026-04-15", ""),
        ("tomorrow", "2026-04-16", ""),
        ("tmrw", "2026-04-16", ""),
        ("mañana", "2026-04-16", ""),
        ("manana", "2026-04-16", ""),
        ("man\u0303ana", "2026-04-16", ""),
        ("mañana por la mañana", "2026-04-16", "por la mañana"),
        ("el museo para mañana", "2026-04-16", "el museo"),
        ("amanhã", "2026-04-16", ""),
        ("amanha de manha", "2026-04-16", "de manha"),
        ("the day after tomorrow", "2026-04-17", ""),
        ("pasado mañana", "2026-04-17", ""),
        ("depois de amanhã", "2026-04-17", ""),
        ("yesterday", "2026-04-14", ""),
        ("ayer", "2026-04-14", ""),
        ("ontem", "2026-04-14", ""),
        ("in 3 days", "2026-04-18", ""),
        ("en dos días", "2026-04-17", ""),
        ("daqui a 2 dias", "2026-04-17", ""),
        ("3 May", "2026-05-03", ""),
        ("May 3", "2026-05-03", ""),
        ("May 3rd", "2026-05-03", ""),
        ("on the 3rd of May", "2026-05-03", ""),
        ("3 May 2027", "2027-05-03", ""),
        ("May 3, 2027", "2027-05-03", ""),
        ("3 de mayo", "2026-05-03", ""),
        ("el 3 de mayo de 2027", "2027-05-03", ""),
        ("primero de mayo", "2026-05-01", ""),
        ("día 3 de mayo", "2026-05-03", ""),
        ("dia 3 de maio", "2026-05-03", ""),
        ("1º de maio", "2026-05-01", ""),
        ("3 de março", "2027-03-03", ""),
        ("Friday, 1 May", "2026-05-01", ""),
        ("sexta, 1 de maio", "2026-05-01", ""),
        ("5/3", "2027-03-05", ""),
        ("15/4", "2026-04-15", ""),
        ("5/13", "2026-05-13", ""),
        ("13/5", "2026-05-13", ""),
        ("03/05/2026", "2026-05-03", ""),
        ("3.5.2026", "2026-05-03", ""),
        ("2026-05-03", "2026-05-03", ""),
        ("29 February", "2028-02-29", ""),
        ("on the 14th", "2026-05-14", ""),
        ("dinner on 2026-05-03 at Bar Mood", "2026-05-03", "dinner at Bar Mood"),
    ],
)
def test_days_of_the_calendar_are_read(text: str, iso: str, left: str) -> None:
    assert read(text) == (Day(None, iso), left)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "por la mañana",
        "de la mañana",
        "todas las mañanas",
        "de manhã",
        "Bar Mañana",
        "Santo Domingo",
        "Good Friday Market",
        "Quinta da Regaleira",
        "la segunda",
        "a segunda",
        "the second one",
        "3 days",
        "all day",
        "4 out of 5",
        "24/7",
        "31 February",
        "31/2",
        "99/99",
        "may 3 people join?",
        "the sun temple",
        "no mar",
        "two nights",
        "Prado",
        "en el 5/13 no, para mi",
    ],
)
def test_what_is_no_day_is_left_alone(text: str) -> None:
    assert read(text) == (None, text)


@given(st.dates(date(2000, 1, 1), date(2099, 12, 31)), st.dates(date(2000, 1, 1), date(2099, 12, 31)))
def test_a_written_date_comes_back(day: date, today: date) -> None:
    for text in (
        day.isoformat(),
        day.strftime("%d/%m/%Y"),
        f"{day.day} {day:%B} {day.year}",
        f"{day:%B} {day.day}, {day.year}",
    ):
        assert read(text, today) == (Day(None, day.isoformat()), "")


@given(st.dates())
def test_any_today_will_do(today: date) -> None:
    for text in ("tomorrow", "yesterday", "friday", "3 May", "29/2", "in 900 days", "on the 31st"):
        day, _ = read(text, today)
        assert day is None or date.fromisoformat(str(day.date)).isoformat() == day.date


def test_all_days_are_found_where_they_stand_but_for_those_left_behind() -> None:
    text = "the bar from day 2 to day 4, the zoo el viernes"
    found = find_days(text, TODAY)
    assert [(day, text[start:end]) for day, start, end in found] == [
        (Day(4, None), "to day 4"),
        (Day(None, "2026-04-17"), "el viernes"),
    ]


@pytest.mark.parametrize("text", ["Mercado 20 de Noviembre", "Avenida 9 de Julho"])
def test_a_date_within_a_name_is_part_of_it(text: str) -> None:
    assert read(text) == (None, text)


@pytest.mark.parametrize("text", ["El 20 de Noviembre", "Viernes 20 de Noviembre", "el mercado el 20 de noviembre"])
def test_a_date_beside_a_name_is_a_day(text: str) -> None:
    assert read(text)[0] == Day(None, "2026-11-20")


@pytest.mark.parametrize("text", ["the zoo for the second", "el zoo al segundo", "o zoo no segundo"])
def test_a_rank_alone_may_be_a_day(text: str) -> None:
    assert read(text)[0] == Day(2, None)
