"""The words for days, months and what stands around them, in three languages."""

from __future__ import annotations

from fingerpost.assistants.miniapps.reading.words import listed, phrases, table

WEEKDAYS = {
    word: int(value)
    for word, value in table("""
        0: monday lunes
        1: tuesday martes
        2: wednesday miércoles
        3: thursday jueves
        4: friday viernes
        5: saturday sábado
        6: sunday domingo
    """).items()
}
FEIRAS = {word: int(value) for word, value in table("0: segunda\n1: terça\n2: quarta\n3: quinta\n4: sexta").items()}
"""Weekdays of Portuguese that are ordinals too."""
SHORT = {
    word: int(value)
    for word, value in table("""
        0: mon lun seg
        1: tue tues
        2: wed weds mié mie qua
        3: thu thur thurs jue qui
        4: fri vie sex
        5: sat sáb sab
        6: sun dom
    """).items()
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
MONTHS = {
    word: int(value)
    for word, value in table("""
        1: january janeiro enero jan ene
        2: february febrero fevereiro feb fev
        3: march marzo março mar
        4: april abril apr abr
        5: may mayo maio mai
        6: june junio junho jun
        7: july julio julho jul
        8: august agosto aug ago
        9: september sept sep septiembre setiembre setembro set
        10: october octubre outubro oct out
        11: november noviembre novembro nov
        12: december diciembre dezembro dec dic dez
    """).items()
}
MONTHS_AFTER_DE = listed("out set ago mar")
"""Short months that are words of their own: "4 out of 5"."""
DAY = listed("day día dia")
DAYS = listed("days day días día dias dia")
FROM = listed("from de del desde do da")
RANKED = listed("second third fourth fifth segundo tercero cuarto quinto terceiro quarto")
TOWARDS = listed("the al no pro ao")
LEAVING = listed("from desde")
BEFORE = listed("""on em for to in by the this next coming of from el al del para en la de este próximo proximo a desde
    no na ao à pro pra o do da neste nesta nesse nessa próxima que""")
NOT_BEFORE = listed("good black ash shrove santo santa san são sao súper placido")
NAMING = listed("da do de das dos del")
PARTS_OF_DAY = listed("manhã tarde noite mañana noche madrugada semana")
NEXT = listed("next próximo próxima proximo proxima")
LAST = listed("last pasado passado pasada passada")
COMING = phrases("que viene|que vem|próximo|próxima|next")
FOR_DATE = listed("on for by until to")
