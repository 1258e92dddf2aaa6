"""The words for days, months and what stands around them, in three languages."""

from __future__ import annotations

from fingerpost.language import calendar_words
from fingerpost.language.calendar_words import month_numbers, usual, weekday_numbers
from fingerpost.language.function_words import OF
from fingerpost.language.text import fold
from fingerpost.language.tokens import listed, phrases

WEEKDAYS = {fold(name): day for names in ("en", "es") for day, name in enumerate(usual(calendar_words.WEEKDAYS[names]))}
FEIRAS = {fold(name.partition("-")[0]): day for day, name in enumerate(calendar_words.WEEKDAYS["pt"][:5])}
"""Weekdays of Portuguese that are ordinals too."""
# "Mar" is the sea and March, and "ter" is to have.
SHORT = {
    name: day for name, day in weekday_numbers(calendar_words.SHORT_WEEKDAYS).items() if name not in ("mar", "ter")
}
SHORT_AFTER = {
    word: listed(before)
    for names, before in (
        ("mon tue tues wed weds thu thur thurs fri sat sun", "on for to this next until by from"),
        ("lun mie jue vie", "el al del este próximo"),
        ("seg qua qui sex", "na da nesta nessa próxima"),
        ("sab dom", "el al del este próximo no ao do neste"),
    )
    for word in names.split()
}
RELATIVE = (
    (-2, phrases("day before yesterday|the day before yesterday|anteayer|antes de ayer|anteontem")),
    (-1, phrases("yesterday|ayer|ontem|last night|anoche")),
    (
        0,
        phrases("""today|tonight|hoy|esta noche|esta tarde|esta mañana
        hoje|hoje à noite|esta noite|essa noite"""),
    ),
    (1, phrases("tomorrow|tomorow|tommorow|tomorrow night|tmrw|tmr|tmw|mañana|amanhã|amanhã à noite")),
    (2, phrases("day after tomorrow|the day after tomorrow|pasado mañana|depois de amanhã")),
)
MORNING_AFTER = listed("la una cada toda buena da")
"""Before "mañana" these make it the morning."""
MONTHS = month_numbers()
MONTHS_AFTER_DE = listed("out set ago mar")
"""Short months that are words of their own: "4 out of 5"."""
DAY = listed("day día dia")
DAYS = listed("days day días día dias dia")
RANKED = listed("second third fourth fifth segundo tercero cuarto quinto terceiro quarto")
TOWARDS = listed("the al no pro ao")
LEAVING = listed("from desde")
BEFORE = listed("""on em for to in by the this next coming of from el al del para en la de este próximo proximo a desde
    no na ao à pro pra o do da neste nesta nesse nessa próxima que""")
NOT_BEFORE = listed("good black ash shrove santo santa san são sao súper placido")
NAMING = OF - {"of"}
PARTS_OF_DAY = listed("manhã tarde noite mañana noche madrugada semana")
NEXT = listed("next próximo próxima proximo proxima")
LAST = listed("last pasado passado pasada passada")
COMING = phrases("que viene|que vem|próximo|próxima|next")
FOR_DATE = listed("on for by until to")
