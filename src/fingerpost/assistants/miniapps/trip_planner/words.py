"""The words that ask for the trip planner's actions and views, in three languages."""

from __future__ import annotations

from fingerpost.assistants.miniapps.framework.parts import words


def _each(verbs: str, ends: str) -> str:
    """Return every verb with every end: "marca * visitado, marca * visitada, …"."""
    return ", ".join(f"{verb.strip()} {end.strip()}" for verb in verbs.split(",") for end in ends.split(","))


_EN_MARK, _ES_MARK, _PT_MARK = (
    "mark *, set *, tick *, put *",
    "marca *, marcar *, marque *, pon *",
    "marca *, marcar *, marque *, bota *, põe *, coloca *",
)
_ES_BEEN = "visitado, visitada, visitados, visitadas"
_ES_SEEN = _ES_BEEN + ", visto, vista, vistos, vistas"
_ES_UNSEEN = "no visitado, no visitada, no visitados, no visitadas, pendiente, pendientes, sin visitar, por visitar"
_PT_UNSEEN = "não visitado, não visitada, não visitados, não visitadas, pendente, pendentes, por visitar"
_NOTES_EN = "add a, add, put a, make a, leave a, write a, attach a, put, leave, add this, take a"
_NOTES_ES = """añade una, agrega una, pon una, deja una, escribe una, añade, agrega, pon, deja, agregar una, añadir una,
    poner una"""
_NOTES_PT = (
    "adiciona uma, coloca uma, bota uma, põe uma, deixa uma, escreve uma, adiciona, coloca, bota, deixa, adicionar uma,"
    "colocar uma"
)

_EN_WISH = _each(
    """gotta, got to, have to, need to, should, must, want to, wanna, would love to, would like to, i'd love to,
    i'd like to,
    we'd love to, we'd like to, let's, lets, could also, going to, gonna, can't miss, cant miss, can't skip""",
    "hit, see, do, visit, check out, go to, try, eat at, stop by, stop at, swing by, include, add, go up, stay at",
)
_EN_LIKE = _each(
    "would be, sounds, sounds like it'd be, looks, is supposed to be, could be",
    "nice, cool, great, fun, good, awesome, amazing, lovely",
)
_ES_WISH = _each(
    """quiero, queremos, quisiera, quisiéramos, me gustaría, nos gustaría, tenemos que, hay que, debemos, deberíamos,
    podemos, podríamos, podemos también, vamos a, habría que, tengo que, hace falta""",
    """ver, visitar, ir a, ir al, conocer, incluir, agregar, añadir, hacer, pasar por, comer en, cenar en, subir a,
    subir al""",
)
_PT_WISH = _each(
    """quero, queremos, queria, queríamos, gostaria de, gostava de, gostávamos de, temos que, tem que, precisamos,
    devíamos,
    podemos, podíamos, vamos, bora, dá pra""",
    """ver, visitar, ir ao, ir no, ir na, ir em, ir a, conhecer, incluir, adicionar, colocar, fazer, passar no,
    passar na,
    comer no, comer na, jantar no, jantar na, subir no, subir ao""",
)

NONE = words("", "", "")
"""For what is said without a verb."""
ADD = words(
    """add, put, include, throw in, throw, stick, save, pop, pencil in, write down, jot down, i want to visit, i want
    to see, i want to go to, i'd like to visit, i'd like to see, we want to visit, we want to see, we want to go
    to, we'd like to visit, let's visit, let's see, let's go to, let's do, lets visit, lets see, lets go to, lets
    do, we should visit, we should see, we should go to, i wanna see, i wanna visit, wants to see, wants to visit,
    wants to go to, want to see, want to visit, wanna see, wanna visit, don't
    forget, dont forget, toss in, toss, squeeze in, chuck in, chuck, slot in, slot, get * on the list, adding, add
    in, can we
    fit in, schedule, can we do, can we also do, could we do, hit up, check out, squeeze, could we get,
    can we get, fit in, what about adding, tack on, bung in, bookmark, note down, let's hit, lets hit, add on,
    we forgot, i forgot, you forgot, we're missing,
    can't miss, cant miss, can not miss, recommended, recommends, suggested, is another one, is a must, how about,
    how about adding, what about, start with, let's start with, lets start with, """
    + _EN_WISH
    + ", "
    + _EN_LIKE,
    """añade, añadir, añada, añademe, añadime, agrega, agregar, agregue, agregame, agrégame, pon, poné, poneme,
    poner, ponga,
    ponme, mete, meter, méteme, incluye, incluir, incluya, suma, sumar, sume, súmame, apunta, apuntar, apunte,
    apúntame, anota, anotar, anote, anótame, quiero visitar, quiero ver, quiero ir a, quiere ver, quiere visitar,
    quiere ir a, quieren ver, queremos visitar, queremos
    ver, queremos ir a, vamos a visitar, vamos a ver, vamos a ir a, habría que ver, hay que ver, hay que visitar,
    me gustaría visitar, me gustaría ver, nos gustaría visitar, no olvides, no te olvides de, guarda, échale,
    programa, agenda, quiero conocer, queremos conocer, pones, ponés, me pones, agregas, añades, metes, incluyes,
    apuntas, anotas, recomendó, recomendaron, me recomendaron, nos recomendaron, recomienda, recomiendan, es otro,
    es otra, qué
    tal, estaría bien, estaría bueno, estaría genial, sería lindo, sería genial, empecemos con, empecemos por,
    arranquemos con,
    falta el, falta la, faltan los, faltan las, nos faltó el, nos faltó la, faltó el, faltó la, se nos olvidó,
    no podemos perdernos, no nos podemos perder, no puede faltar, """
    + _ES_WISH,
    """adiciona, adicionar, adicione, adicionem, coloca, colocar, coloque, bota, botar, bote, põe, ponha, por o, por
    a, por os, por as, inclui, incluir, inclua, acrescenta, acrescentar, acrescente, insere, inserir, mete, meter,
    anota, anotar, anote, salva, quer ver, quer visitar, quer conhecer, quero visitar, quero ver, quero ir em, quero
    ir no, quero ir na, queremos
    visitar, queremos ver, vamos visitar, vamos ver, vamos no, vamos na, bora visitar, bora no, bora na, queria
    visitar, queria ver, gostaria de visitar, não esquece, não esqueça, joga, soma, quero incluir, programa,
    agenda, junta, juntar, junte, encaixa, encaixar, encaixe, taca, quero conhecer, queremos conhecer, recomendou,
    recomendaram, me indicaram,
    indicaram, que tal, seria legal, seria bom, seria massa, vamos começar com, começa com, começamos com, não pode
    faltar,
    falta o, falta a, faltam os, faltam as, faltou o, faltou a, esquecemos o, esquecemos a,
    a gente vai no, a gente vai na, não dá pra perder, é outro, é outra, """
    + _PT_WISH
    + ", "
    + _each("adiciona, coloca, bota, põe, anota, inclui", "aí, lá, aqui"),
)
REMOVE = words(
    """remove, removing, delete, drop, take * off the list, take * off, take off, take * out, take out, scrap, get
    rid of, cross * off, cross off, strike, ditch, erase, skip, forget, forget about, kick * off, kick, nix, axe, throw
    out, swap * out, bin, lose, cut, don't want, don't want * anymore, don't want * any more, dont want,
    we're not going to, not going to, no longer want, we can skip, cancel""",
    """quita, quitar, quite, quítame, elimina, eliminar, elimine, borra, borrar, borre, bórrame, saca, sacar, saque,
    sácame, tacha, tachar, retira, retirar, descarta, descartar, suprime, ya no quiero, ya no vamos a, no quiero
    ir a, ya no queremos, olvida, cancela, cancelar, cancélame""",
    """remove, remover, remova, tira, tirar, tire, apaga, apagar, apague, exclui, excluir, exclua, deleta, deletar,
    delete, elimina, eliminar, risca, riscar, retira, retirar, retire, descarta, descartar, corta, cortar, não
    quero mais, não vamos mais, não quero ir, esquece, some com, cancela, cancelar, cancele""",
)
RATE = words(
    """rate, rating, give * stars, give, stars, score, grade, out of 5, out of five, i'd give, gets, deserves,
    ranks""",
    """califica, calificar, califique, puntúa, puntuar, puntúe, valora, valorar, valore, ^da, ^dar, dale, dales, da *
    estrellas, dale * estrellas, doy, le doy, le damos, le ponemos, le pondría, merece, estrellas, pon * estrellas,
    pon *
    estrella, nota, puntos, ponle un, ponle una de, le pongo""",
    """avalia, avaliar, avalie, pontua, pontuar, pontue, classifica * com, ^dá, ^dar, ^dê, dá * estrelas, dê *
    estrelas, dou, damos, merece, estrelas, coloca * estrelas, bota * estrelas, põe * estrelas, nota, dá
    nota, dar nota, dê nota""",
)
VISITED = words(
    _each(_EN_MARK, "as visited, visited, as seen, seen, as done, done, down as visited")
    + """, mark, visited, been to, been there, went to, we did, i did, we've seen, we saw, i saw, check * off, check
    off, tick * off, tick off, already saw, we've done, we've been to, checked out, already visited""",
    _each(_ES_MARK, _each("como", _ES_SEEN))
    + ", "
    + _each(_ES_MARK, _ES_SEEN + ", como hecho, hecho")
    + f""", {_ES_BEEN}, marca, marcar, ya fuimos a, ya fuimos al, fuimos a, fuimos al, ya fui a, fui a, fui al, ya
    visitamos, visitamos, ya visité, visité, estuvimos en, ya vimos, vimos, ya vi, ya estuvimos en, ya hicimos,
    ya fue, ya fueron""",
    _each(_PT_MARK, _each("como", _ES_SEEN))
    + ", "
    + _each(_PT_MARK, _ES_SEEN + ", como feito, feito")
    + """, visitado, visitada, visitados, visitadas, marca, marcar, já fomos, fomos no, fomos na, fomos ao, fomos em,
    já fui, fui no, fui na, já visitamos, visitamos, já visitei, visitei, estivemos, já vimos, vimos, já vi,
    já foi, já foram, fomos no, fomos ver""",
)
NOT_VISITED = words(
    _each(_EN_MARK, "as not visited, not visited, as unvisited, unvisited, as to do, as not done")
    + """, not visited, unvisited, haven't been, haven't visited, didn't go, did not go, didn't visit, unmark, uncheck,
    untick, didn't make it to, have not visited, never went, never made it, not yet, we skipped, skipped""",
    _each(_ES_MARK, _each("como", _ES_UNSEEN))
    + ", "
    + _each(_ES_MARK, _ES_UNSEEN)
    + """, no visitado, no visitada, desmarca, desmarcar, desmarque, no fuimos a, no fuimos al, no fuimos, no hemos ido
    a, no hemos visitado, no visitamos, todavía no fuimos, aún no fuimos, al final no fuimos, todavía no,
    aún no, al final no""",
    _each(_PT_MARK, _each("como", _PT_UNSEEN))
    + ", "
    + _each(_PT_MARK, _PT_UNSEEN)
    + """, não visitado, não visitada, desmarca, desmarcar, desmarque, não fomos, não visitamos, ainda não fomos, não
    fui, no fim não fomos, acabamos não indo, ainda não, no fim não""",
)
NOTE = words(
    _each(_NOTES_EN, "note, comment, reminder, remark")
    + """, jot down for, jot down that, write down for, write down that, note down that, note down for, remind us,
    reminder for, reminder that, keep in mind, don't forget that, note, note that, note for, note on, comment,
    remind me, jot, note:, remember that, remember,
    put that, write that""",
    _each(_NOTES_ES, "nota, comentario, recordatorio")
    + """, apunta q, anota q, recuerda q, pon * una nota, deja * una nota, agrega * una nota, pon * un
    recordatorio, un recordatorio, nota para,
    nota en, nota sobre, nota a, anota que, anota en, anota * que, apunta que, apunta en, apunta *
    que, comentario, comenta, recuérdame, recuerda que, nota que, pon que, nota:, apuntar que, anotar que, apuntar *
    que, anotar * que, apuntar en, anotar en, recuerda""",
    _each(_NOTES_PT, "nota, observação, obs, anotação, comentário")
    + """, anota q, lembra q, anota aí q, um comentário, um lembrete, bota um lembrete, põe um lembrete, coloca um
    lembrete, deixa um lembrete,
    adiciona um lembrete, nota para, nota pra, nota no, nota na, nota sobre, anota que, anota em, anota
    no, anota na, anota * que, comentário, comenta, me lembra, lembra que, observação, obs, nota:, anotar que,
    anota aí no, anota aí na, anota aí em, anota aí que, põe que, bota que,
    coloca que, lembra""",
)
MOVE = words(
    "move, shift, reschedule, push, bring * forward, change, switch, swap, bump, postpone, set",
    """mueve, mové, mover, mueva, pasa, pasar, pase, reprograma, traslada, adelanta, pospón, cambia, cambiar, deja *
    para""",
    """move, mover, mova, passa, passar, passe, muda, mudar, mude, remarca, remarcar, reagenda, troca, trocar,
    joga * pro,
    joga * para, adia, adianta, deixa * pra, deixa * para""",
)
DISTRICT = words(
    """set * district, change * district, move * district, set * neighborhood, set * neighbourhood, set * area,
    change * neighborhood, change * neighbourhood, district of * is, is in, is located in, are in, is over in""",
    """cambia * barrio, cambia * distrito, cambia * zona, fija * barrio, barrio de * es, está en, queda en, están en,
    quedan en""",
    """muda * bairro, muda * distrito, troca * bairro, define * bairro, bairro de * é, bairro do * é, bairro da * é,
    fica em, fica no, fica na, está em, está no, está na, ficam em, ficam no, ficam na""",
)
CATEGORY = words(
    "set * category, change * category, category, tag, label, categorize, categorise, classify",
    "cambia * categoría, fija * categoría, categoría, etiqueta, etiquetar, clasifica, clasificar, cataloga",
    "muda * categoria, define * categoria, categoria, etiqueta, classifica, classificar, categoriza",
)
DESTINATION = words(
    """destination, change * destination, set * destination, trip to, trip in, plan a trip to, trip is to,
    the trip is to, heading to, traveling to, travelling to, make it a trip to, we're off to, change the trip to,
    plan the trip to,
    weekend in, week in, itinerary for""",
    """destino, cambia * destino, pon * destino, viaje a, viaje por, viaje es a, viajamos a, planear un viaje a,
    organiza un viaje a, cambia el viaje a, el destino es, finde en, fin de semana en, itinerario para""",
    """destino, muda * destino, coloca * destino, viagem para, viagem pra, viagem pro, viagem é pra, viagem a,
    viagem por, planejar a viagem pra, planejar uma viagem para, muda a viagem pra, muda a viagem para,
    o destino é, roteiro em,
    roteiro pra, roteiro para, roteiro pro, fim de semana em""",
)
RENAME = words(
    """rename, change the name of, change * name, the name of * is, correct the name of, fix the name of, should be
    called, is actually called, is called, is now called, now called, swap * for, replace * with, replace * by,
    switch * for, trade * for""",
    """renombra, renombrar, renombre, cambia el nombre de, cambia el nombre, cambia * nombre, corrige, corregir,
    corrige el nombre de, se llama, ahora se llama, pasa a llamarse, """
    + _each("cambia *, cambie *, cambiar *, reemplaza *, reemplaza, sustituye *, sustituye, cambia", "por, con"),
    """renomeia, renomear, renomeie, muda o nome de, muda o nome do, muda o nome da, muda o nome, troca o nome,
    corrige, corrigir, se chama, chama-se, altera o nome, passa a chamar-se, passa a se chamar, agora se chama,
    passa a chamar, """
    + _each("troca *, troque *, trocar *, troca, substitui *, substitua *", "por, pelo, pela, pelos, pelas"),
)
CLEAR = words(
    """clear, clear all, clear everything, clear the list, clear out, remove everything, delete everything, wipe,
    empty, start over, start again, reset, start from scratch, scrap everything, scrap it all, take everything
    off, remove all of it, delete it all, remove all the places, delete all the places, erase everything, get rid
    of everything, drop everything""",
    """borra todo, borra toda, borrar todo, bórralo todo, vacía, vaciar, vacíe, limpia, limpiar, limpie, elimina
    todo, eliminar todo, quita todo, quítalo todo, empezar de cero, empieza de cero, empecemos de cero, reinicia,
    reiniciar, resetea, saca todo, borra la lista, borra el viaje, borrón y cuenta nueva""",
    """apaga tudo, apagar tudo, apague tudo, limpa, limpar, limpe, esvazia, esvaziar, remove tudo, remover tudo,
    exclui tudo, excluir tudo, tira tudo, zera, zerar, recomeçar, recomeça, começa do zero, começar do zero,
    deleta tudo, apaga a lista, apaga toda, vamos recomeçar""",
)

LIST = words(
    """list, show, see, view, display, what's on, whats on, what is on, what do we have, what have we got, what's in,
    what's planned, plan, itinerary, places, everything so far, pull up, read back, check, what have we, how many""",
    """lista, listar, muestra, mostrar, muéstrame, ver, veamos, enséñame, enseña, qué tenemos, qué hay, qué llevamos,
    itinerario, lugares, sitios, plan, dime, repasa, cuántos""",
    """lista, listar, mostra, mostrar, mostre, ver, vê, me mostra, o que temos, o que tem, o que já temos, roteiro,
    lugares, plano, quais, cadê, me passa, quantos""",
)
LEFT = words(
    """left, remaining, still to see, still to do, yet to see, yet to visit, not visited, haven't visited, haven't
    seen, haven't been, haven't we, still need, pending, unvisited, missing, to go, outstanding, left over, havent
    we, havent done, haven't done, havent
    been, havent seen, havent visited, not done, not seen, yet to do""",
    """queda, quedan, falta, faltan, pendiente, pendientes, por visitar, por ver, sin visitar, no hemos visitado, no
    hemos visto, nos falta, nos faltan, no visitados, nos queda, nos quedan, todavía no, no hemos hecho, por hacer,
    sin ver, no fuimos,
    no vimos, aún no""",
    """falta, faltam, resta, restam, sobrou, sobra, pendente, pendentes, por visitar, não visitamos, não visitados,
    ainda não, pra ver ainda, falta ver, falta visitar, faltando, não fomos, não vimos, não fizemos, por fazer, por
    ver""",
)
SEEN = words(
    """have we visited, we visited, visited so far, already visited, already seen, have we seen, have we been, did we
    visit, did we see, been so far, visited, crossed off, ticked off""",
    """hemos visitado, hemos visto, ya visitamos, ya vimos, visitados, visitadas, ya fuimos, hemos ido, hemos estado,
    visitamos ya, llevamos vistos""",
    """já visitamos, já vimos, visitados, visitadas, já fomos, visitamos até agora, a gente já viu, a gente já foi,
    já foi visitado""",
)
UNRATED = words(
    """unrated, not rated, without rating, without a rating, without stars, no rating, no stars, haven't rated,
    haven't we
    rated, still to rate, left to rate, yet to rate, not been rated, needs a rating, need rating""",
    """sin calificar, sin nota, sin puntuar, sin valorar, sin estrellas, sin calificación, no calificados, no hemos
    calificado, nos falta calificar, nos faltan calificar, falta por calificar, no calificamos, no hemos puntuado,
    falta calificar, faltan calificar, por calificar, falta puntuar""",
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
    """por barrio, por barrios, por distrito, por distritos, por zona, por zonas, barrio, barrios, distritos,
    distrito, zonas""",
    """por bairro, por bairros, por distrito, por distritos, por zona, bairro, bairros, distritos, distrito, zonas""",
)
RECAP = words(
    """recap, summary, summarize, summarise, sum up, overview, highlights, best rated, top rated, ratings, rundown,
    how's the trip, hows the trip, how is the trip, how are we doing, where are we at, progress, favourites,
    favorites""",
    """resumen, recapitula, recapitulación, resume, resúmeme, cómo va, cómo vamos, mejor valorados, mejor
    calificados, balance, favoritos, calificaciones, puntuaciones""",
    """resumo, recapitula, recapitulação, resume, resuma, como está, como anda, como vai, como estamos, melhor
    avaliados, balanço, favoritos, avaliações, notas, como tá, como ta""",
)
