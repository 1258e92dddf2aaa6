"""The words that ask for the trip planner's views, in three languages."""

from __future__ import annotations

from fingerpost.assistants.miniapps.framework.parts import words

LIST = words(
    """list, show, see, view, display, what's on, whats on, what is on, what do we have, what have we got, what's in,
    what's planned, plan, itinerary, places, everything so far, pull up, read back, check, what have we, how many""",
    """lista, listar, muestra, mostrar, muéstrame, ver, veamos, enséñame, enseña, qué tenemos, qué hay, qué llevamos,
    itinerario, lugares, sitios, plan, dime, repasa, cuántos""",
    """lista, listar, mostra, mostrar, mostre, ver, vê, me mostra, o que temos, o que tem, o que já temos, roteiro,
    lugares, plano, quais, cadê, me passa, quantos""",
)
LEFT = words(
    """left, remaining, still to see, still to do, yet to see, yet to visit, not visited, haven't visited, haven't seen,
    haven't been, haven't we, still need, pending, unvisited, missing, to go, outstanding, left over, havent we, havent
    done, haven't done, havent been, havent seen, havent visited, not done, not seen, yet to do""",
    """queda, quedan, falta, faltan, pendiente, pendientes, por visitar, por ver, sin visitar, no hemos visitado, no
    hemos visto, nos falta, nos faltan, no visitados, nos queda, nos quedan, todavía no, no hemos hecho, por hacer, sin
    ver, no fuimos, no vimos, aún no""",
    """falta, faltam, resta, restam, sobrou, sobra, pendente, pendentes, por visitar, não visitamos, não visitados,
    ainda não, pra ver ainda, falta ver, falta visitar, faltando, não fomos, não vimos, não fizemos, por fazer, por
    ver""",
)
SEEN = words(
    """have we visited, we visited, visited so far, already visited, already seen, have we seen, have we been, did we
    visit, did we see, been so far, visited, crossed off, ticked off""",
    """hemos visitado, hemos visto, ya visitamos, ya vimos, visitados, visitadas, ya fuimos, hemos ido, hemos estado,
    visitamos ya, llevamos vistos""",
    """já visitamos, já vimos, visitados, visitadas, já fomos, visitamos até agora, a gente já viu, a gente já foi, já
    foi visitado""",
)
UNRATED = words(
    """unrated, not rated, without rating, without a rating, without stars, no rating, no stars, haven't rated, haven't
    we rated, still to rate, left to rate, yet to rate, not been rated, needs a rating, need rating""",
    """sin calificar, sin nota, sin puntuar, sin valorar, sin estrellas, sin calificación, no calificados, no hemos
    calificado, nos falta calificar, nos faltan calificar, falta por calificar, no calificamos, no hemos puntuado, falta
    calificar, faltan calificar, por calificar, falta puntuar""",
    """sem nota, sem avaliação, sem avaliar, sem estrelas, não avaliados, não avaliamos, falta avaliar, faltam avaliar,
    por avaliar, ainda não avaliamos, falta dar nota""",
)
CATEGORIES = words(
    "by category, by categories, by type, by kind, per category, categories, category, types",
    "por categoría, por categorías, por tipo, por tipos, categorías, categoría",
    "por categoria, por categorias, por tipo, por tipos, categorias, categoria",
)
DAYS = words(
    "by day, per day, each day, every day, day by day, days, schedule, calendar, agenda, day, daily, timetable",
    "por día, por dias, cada día, día a día, días, día, agenda, calendario, cronograma, horario",
    "por dia, por dias, cada dia, dia a dia, dias, dia, agenda, calendário, cronograma, programação",
)
DISTRICTS = words(
    """by district, by neighborhood, by neighbourhood, by area, per district, districts, district, neighborhood,
    neighbourhood, neighborhoods, neighbourhoods, by zone, areas""",
    """por barrio, por barrios, por distrito, por distritos, por zona, por zonas, barrio, barrios, distritos, distrito,
    zonas""",
    "por bairro, por bairros, por distrito, por distritos, por zona, bairro, bairros, distritos, distrito, zonas",
)
RECAP = words(
    """recap, summary, summarize, summarise, sum up, overview, highlights, best rated, top rated, ratings, rundown,
    how's the trip, hows the trip, how is the trip, how are we doing, where are we at, progress, favourites,
    favorites""",
    """resumen, recapitula, recapitulación, resume, resúmeme, cómo va, cómo vamos, mejor valorados, mejor calificados,
    balance, favoritos, calificaciones, puntuaciones""",
    """resumo, recapitula, recapitulação, resume, resuma, como está, como anda, como vai, como estamos, melhor
    avaliados, balanço, favoritos, avaliações, notas, como tá, como ta""",
)
