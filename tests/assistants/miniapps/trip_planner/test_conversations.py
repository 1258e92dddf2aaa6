"""Whole conversations with the trip planner, in three languages."""

from __future__ import annotations

from datetime import date

import pytest

from fingerpost.assistants.miniapps.framework.parts import LANGUAGES, Language
from fingerpost.assistants.miniapps.framework.testing import Talk
from fingerpost.assistants.miniapps.framework.understand import Act, Look, understand
from fingerpost.assistants.miniapps.trip_planner.app import APP
from tests.assistants.miniapps.framework.talking import check

ENGLISH = [
    ("O", "Sage, help me plan a trip to Kyoto", "trip to Kyoto & no places yet"),
    ("T", "add Fushimi Inari", "Added Fushimi Inari. & Kyoto · 1 place"),
    ("T", "Nishiki Market as well", "Added Nishiki Market"),
    ("T", "could you put the bamboo grove on there?", "Added bamboo grove"),
    ("T", "any chance you add Kiyomizu-dera on day 2?", "Added Kiyomizu-dera (day 2)"),
    ("T", "please add Gion, Pontocho and Nijo Castle", "Added Gion, Pontocho and Nijo Castle & 7 places"),
    ("T", "throw in Ryoan-ji in the Ukyo district on the third day", "(day 3, Ukyo)"),
    ("T", "I want to visit Tenryu-ji", "Added Tenryu-ji"),
    ("T", "let's go to Bar Mood on Friday", "Added Bar Mood (Fri "),
    ("T", "add Ichiran as a restaurant", "Added Ichiran (restaurant)"),
    ("T", 'add "Cancel"', "Added Cancel."),
    ("T", "scrap that last one", "Removed Cancel"),
    ("T", "add fushimi inari", "Already on the list: Fushimi Inari"),
    ("T", "add GION and Arashiyama", "Added Arashiyama. Already there: Gion"),
    ("T", "give it four stars", "Arashiyama: ★★★★ & Arashiyama ★★★★"),
    ("T", "rate Fushimi Inari 5", "Fushimi Inari: ★★★★★"),
    ("T", "nijo castle gets 3 stars", "Nijo Castle: ★★★"),
    ("T", "give the bamboo grove 4 out of 5", "bamboo grove: ★★★★"),
    ("T", "rate Gion", "How many stars"),
    ("T", "3", "Gion: ★★★"),
    ("T", "rate Gion 9 stars", "from 1 to 5 stars"),
    ("T", "give Gion zero stars", "from 1 to 5 stars"),
    ("T", "mark the first two as visited", "Marked as visited: Fushimi Inari and Nishiki Market & 2 visited"),
    ("T", "we went to Gion", "Marked as visited: Gion"),
    ("T", "mark Gion as not visited", "Marked as not visited: Gion"),
    ("T", "we haven't been to Nishiki Market", "Marked as not visited: Nishiki Market"),
    ("T", "check off Nijo Castle", "Marked as visited: Nijo Castle"),
    ("T", "note for Gion: go at dusk", "Noted for Gion: go at dusk & — go at dusk"),
    ("T", "add a note to Nijo Castle that the floors squeak", "Noted for Nijo Castle: the floors squeak"),
    ("T", 'put a note on it: "closed on Tuesdays"', "Noted for Nijo Castle"),
    ("T", "add a note", "Which place?"),
    ("T", "Pontocho", "What shall I note?"),
    ("T", "bring cash", "Noted for Pontocho: bring cash"),
    ("T", "move Pontocho to day 2", "Pontocho & day 2"),
    ("T", "put Gion on day 1", "Gion → day 1 & !Added"),
    ("T", "Tenryu-ji is in Arashiyama", "Tenryu-ji (Arashiyama)"),
    ("T", "set the district of Gion to Higashiyama", "Gion → Higashiyama"),
    ("T", "set the category of Gion to nightlife", "Gion → nightlife"),
    ("T", "rename bamboo grove to Sagano Bamboo Forest", "now called Sagano Bamboo Forest"),
    ("T", "rename Gion to Pontocho", "another Pontocho"),
    ("T", "change the destination to Kansai", "now goes to Kansai & Kansai ·"),
    ("N", "show me the list", "1. Fushimi Inari ★★★★★ ✓"),
    ("N", "what's left to see?", "left to see & !Fushimi Inari ★"),
    ("N", "what have we visited so far?", "2 visited so far & Fushimi Inari & Nijo Castle & !Gion"),
    ("N", "show it day by day", "day 1: & day 2: & no day:"),
    ("N", "what's on day 2?", "day 2: 2 places & Kiyomizu-dera & Pontocho & !Gion"),
    ("N", "what do we have on day 9?", "Nothing is planned for day 9"),
    ("N", "group by district", "Higashiyama: & Ukyo: & no district:"),
    ("N", "give me a recap", "Average: & Best so far: Fushimi Inari ★★★★★"),
    ("N", "have we been to Gion?", "Gion (nightlife, Higashiyama) ★★★ day 1 — go at dusk"),
    ("T", "remove the Eiffel Tower", "“Eiffel Tower” is not on the list"),
    ("T", "remove Pontcho", "Removed Pontocho"),
    ("T", "undo that", "took the last change back & Pontocho"),
    ("T", "redo", "brought the last change back & !Pontocho"),
    ("T", "redo", "nothing to bring back"),
    ("T", "take Bar Mood off the list", "Removed Bar Mood"),
    ("T", "drop Ichiran and Ryoan-ji", "Removed Ryoan-ji and Ichiran"),
    ("T", "Nishiki Market, remove it", "Removed Nishiki Market"),
    ("T", "add Kinkaku-ji and mark it as visited", "Added Kinkaku-ji. & Marked as visited: Kinkaku-ji"),
    ("T", "undo", "took the last change back & !Kinkaku-ji"),
    ("T", "remvoe Tenryu-ji", "Removed Tenryu-ji"),
    ("T", "clear everything", "Are you sure?"),
    ("T", "nah", "left everything as it was"),
    ("T", "clear the list", "Are you sure?"),
    ("T", "yes please", "Removed all"),
    ("N", "what's left?", "no places yet"),
    ("T", "clear it", "nothing there to remove"),
    ("T", "undo", "Fushimi Inari"),
    ("T", "mark", "Which place?"),
    ("T", "never mind", "left everything as it was"),
    ("M", "help", "This is what you can say & add Fushimi Inari & undo · redo"),
    ("M", "ok we're done here, thanks!", "The trip is saved"),
]

SPANISH = [
    ("O", "quiero planear un viaje a Sevilla", "viaje a Sevilla & todavía sin lugares"),
    ("T", "añade el Alcázar", "Añadí Alcázar & 1 lugar"),
    (
        "T",
        "agrega la Giralda, la Torre del Oro y el Parque de María Luisa",
        "Giralda, Torre del Oro y Parque de María Luisa",
    ),
    ("T", "también la Plaza de España", "Añadí Plaza de España"),
    ("T", "pon el Museo de Bellas Artes para el viernes", "Museo de Bellas Artes (vie "),
    ("T", "puedes añadir Casa Pilatos el día 2?", "Casa Pilatos (día 2)"),
    ("T", "mete Bodega Santa Cruz en el barrio de Santa Cruz", "Bodega Santa Cruz (Santa Cruz)"),
    ("T", "apunta Eslava como restaurante", "Eslava (restaurante)"),
    ("T", "quiero ver el Metropol Parasol", "Añadí Metropol Parasol"),
    ("T", "anade la giralda", "Ya está en la lista: Giralda"),
    ("T", "agrega", "¿Qué lugar?"),
    ("T", "Triana", "Añadí Triana"),
    ("T", "dale cuatro estrellas", "Triana: ★★★★"),
    ("T", "ponle 5 estrellas a la Giralda", "Giralda: ★★★★★"),
    ("T", "califica el Alcázar con un 5", "Alcázar: ★★★★★"),
    ("T", "Eslava 3 estrellas", "Eslava: ★★★"),
    ("T", "califica Triana", "¿Cuántas estrellas"),
    ("T", "dos", "Triana: ★★"),
    ("T", "dale 8 estrellas a Triana", "de 1 a 5 estrellas"),
    ("T", "marca el Alcázar como visitado", "Marcado como visitado: Alcázar"),
    ("T", "ya fuimos a la Giralda", "Marcado como visitado: Giralda"),
    ("T", "márcala como no visitada", "Marcado como no visitado: Giralda"),
    ("T", "marca los dos primeros como visitados", "Marcado como visitado: Alcázar y Giralda"),
    ("T", "al final no fuimos a la Giralda", "Marcado como no visitado: Giralda"),
    ("T", "nota para Eslava: reservar mesa", "Anotado en Eslava: reservar mesa"),
    ("T", "pon una nota en el Alcázar: comprar entradas", "Anotado en Alcázar: comprar entradas"),
    ("T", "anota que Triana es mejor de noche", "Anotado en Triana: es mejor de noche"),
    ("T", "anota en la Giralda que hay rampas", "Anotado en Giralda: hay rampas"),
    ("T", "pasa Triana al día 3", "Triana → día 3"),
    ("T", "mueve Eslava al sábado", "Eslava → sáb "),
    ("T", "mueve la Giralda", "¿A qué día?"),
    ("T", "al día 1", "Giralda → día 1"),
    ("T", "Triana está en Triana Norte", "Triana → Triana Norte"),
    ("T", "clasifica el Alcázar como palacio", "Alcázar → palacio"),
    ("T", "renombra Metropol Parasol a Las Setas", "ahora se llama Las Setas"),
    ("T", "cambia el destino a Andalucía", "ahora es a Andalucía & Andalucía ·"),
    ("N", "muéstrame la lista", "1. Alcázar (palacio) ★★★★★ ✓"),
    ("N", "¿qué nos falta por ver?", "Por ver: & !Alcázar (palacio)"),
    ("N", "qué hemos visitado hasta ahora", "Visitados hasta ahora: 1. & Alcázar & !Eslava"),
    ("N", "enséñamelo por día", "día 1: & día 2: & sin día:"),
    ("N", "¿qué hay el día 3?", "día 3: 1 lugar & Triana"),
    ("N", "por barrio", "Santa Cruz: & sin barrio:"),
    ("N", "hazme un resumen", "Media: & Lo mejor hasta ahora"),
    ("N", "¿está Triana en la lista?", "Triana (Triana Norte) ★★ día 3 — es mejor de noche"),
    ("T", "quita la Torre Eiffel", "«Torre Eiffel» no está en la lista"),
    ("T", "quita la Torre del Oro", "Quité Torre del Oro"),
    ("T", "deshaz", "deshice el último cambio & Torre del Oro"),
    ("T", "rehaz", "rehice el último cambio & !Torre del Oro"),
    ("T", "borra el último", "Quité Triana"),
    ("T", "podrías quitar Eslava por favor", "Quité Eslava"),
    ("T", "agrega Itálica y márcala como visitada", "Añadí Itálica. & Marcado como visitado: Itálica"),
    ("T", "quítala", "Quité Itálica"),
    ("T", "saca el Parque de Maria Luisa y la Plaza de España", "Quité Parque de María Luisa y Plaza de España"),
    ("T", "borra todo", "¿Seguro?"),
    ("T", "mejor no", "lo dejé todo como estaba"),
    ("T", "vacía la lista", "¿Seguro?"),
    ("T", "sí, claro", "Quité todo"),
    ("T", "deshaz eso", "Alcázar"),
    ("T", "agrga el Archivo de Indias", "Añadí Archivo de Indias"),
    ("T", "rehaz", "No hay nada que rehacer"),
    ("M", "ayuda", "Esto puedes decir & deshaz · rehaz"),
    ("M", "listo, eso es todo", "El viaje queda guardado"),
]

PORTUGUESE = [
    ("O", "bora planejar a viagem pra Bahia", "viagem para Bahia & ainda sem lugares"),
    ("T", "adiciona o Pelourinho", "Adicionei Pelourinho & 1 lugar"),
    ("T", "coloca o Elevador Lacerda e o Mercado Modelo no dia 1", "Elevador Lacerda e Mercado Modelo (dia 1)"),
    ("T", "Praia do Forte também", "Adicionei Praia do Forte"),
    ("T", "Farol da Barra", "Adicionei Farol da Barra"),
    ("T", "bota a Igreja do Bonfim no bairro do Bonfim", "Igreja do Bonfim (Bonfim)"),
    ("T", "anota aí o Dique do Tororó", "Adicionei Dique do Tororó"),
    ("T", "dá pra colocar o MAM na sexta?", "Adicionei MAM (sex "),
    ("T", "inclui o Paraíso Tropical como restaurante", "Paraíso Tropical (restaurante)"),
    ("T", "quero visitar Itapuã", "Adicionei Itapuã"),
    ("T", "vc pode adicionar Morro de São Paulo, Boipeba e Itacaré", "Morro de São Paulo, Boipeba e Itacaré"),
    ("T", "adiciona pelourinho", "Já está na lista: Pelourinho"),
    ("T", "adiciona", "Qual lugar?"),
    ("T", "Praia de Iracema", "Adicionei Praia de Iracema"),
    ("T", "tira esse último", "Removi Praia de Iracema"),
    ("T", "dá quatro estrelas pro Pelourinho", "Pelourinho: ★★★★"),
    ("T", "nota 5 pro Farol da Barra", "Farol da Barra: ★★★★★"),
    ("T", "avalia a Praia do Forte com 3", "Praia do Forte: ★★★"),
    ("T", "Itapuã 2 estrelas", "Itapuã: ★★"),
    ("T", "avalia o Pelourinho", "Quantas estrelas"),
    ("T", "cinco", "Pelourinho: ★★★★★"),
    ("T", "dá 6 estrelas pro Pelourinho", "de 1 a 5 estrelas"),
    ("T", "marca o Pelourinho como visitado", "Marcado como visitado: Pelourinho"),
    ("T", "já fomos no Farol da Barra", "Marcado como visitado: Farol da Barra"),
    ("T", "marca ele como não visitado", "Marcado como não visitado: Farol da Barra"),
    ("T", "marca os dois primeiros como visitados", "Marcado como visitado: Pelourinho e Elevador Lacerda"),
    ("T", "no fim não fomos no Elevador Lacerda", "Marcado como não visitado: Elevador Lacerda"),
    ("T", "nota para o Pelourinho: ir cedo", "Anotado em Pelourinho: ir cedo"),
    ("T", "adiciona uma nota na Praia do Forte: levar protetor", "Anotado em Praia do Forte: levar protetor"),
    ("T", "anota que o Farol da Barra fecha às 18", "Anotado em Farol da Barra: fecha às 18"),
    ("T", "obs no MAM: domingo é grátis", "Anotado em MAM: domingo é grátis"),
    ("T", "passa o Pelourinho pro dia 3", "Pelourinho → dia 3"),
    ("T", "muda Itapuã para sábado", "Itapuã → sáb "),
    ("T", "muda o Farol da Barra", "Para qual dia?"),
    ("T", "dia 2", "Farol da Barra → dia 2"),
    ("T", "o Pelourinho fica no Centro Histórico", "Pelourinho → Centro Histórico"),
    ("T", "classifica o Pelourinho como bairro", "Pelourinho → bairro"),
    ("T", "renomeia MAM para Museu de Arte Moderna", "agora se chama Museu de Arte Moderna"),
    ("T", "muda o destino para Salvador", "agora é para Salvador & Salvador ·"),
    ("N", "mostra a lista", "1. Pelourinho (bairro, Centro Histórico) ★★★★★ ✓ dia 3"),
    ("N", "o que falta ver?", "Falta ver: & !Pelourinho (bairro"),
    ("N", "o que a gente já visitou? o que já visitamos", "Visitados até agora: 1. & Pelourinho & !Itapuã"),
    ("N", "me mostra por dia", "dia 1: & dia 2: & sem dia:"),
    ("N", "o que tem no dia 2?", "dia 2: 1 lugar & Farol da Barra"),
    ("N", "separa por bairro", "Bonfim: & Centro Histórico: & sem bairro:"),
    ("N", "faz um resumo", "Média: & O melhor até agora"),
    ("N", "o Farol da Barra tá na lista?", "Farol da Barra ★★★★★ dia 2 — fecha às 18"),
    ("T", "remove o Cristo Redentor", "“Cristo Redentor” não está na lista"),
    ("T", "tira o Mercado Modelo", "Removi Mercado Modelo"),
    ("T", "desfaz", "desfiz a última mudança & Mercado Modelo"),
    ("T", "refaz", "refiz a última mudança & !Mercado Modelo"),
    ("T", "tira Boipeba e Itacaré", "Removi Boipeba e Itacaré"),
    ("T", "apaga o último", "Removi Morro de São Paulo"),
    (
        "T",
        "adiciona Praia de Jauá e marca como visitada",
        "Adicionei Praia de Jauá. & Marcado como visitado: Praia de Jauá",
    ),
    ("T", "remove-a", "Removi Praia de Jauá"),
    ("T", "dá pra tirar o Dique do Tororó?", "Removi Dique do Tororó"),
    ("T", "apaga tudo", "Tem certeza?"),
    ("T", "melhor não", "deixei tudo como estava"),
    ("T", "limpa a lista", "Tem certeza?"),
    ("T", "sim, pode", "Removi tudo"),
    ("T", "desfaz isso", "Pelourinho"),
    ("T", "refaz", "refiz a última mudança & !Pelourinho"),
    ("T", "desfazer", "Pelourinho"),
    ("M", "ajuda", "Isto você pode dizer & desfaz · refaz"),
    ("M", "pronto, por hoje é só", "A viagem está guardada"),
]


@pytest.mark.parametrize("lines", [ENGLISH, SPANISH, PORTUGUESE], ids=["en", "es", "pt"])
async def test_a_whole_trip(lines: list[tuple[str, str, str]]) -> None:
    assert len(lines) >= 60
    talk = Talk(APP)
    await check(talk, lines)
    assert talk.session is not None
    assert talk.session.ended == "done"


VENUES = "Gion, Prado, Pelourinho and Nara"
NOW = date(2026, 5, 1)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_help_shows_what_is_understood(language: Language) -> None:
    talk = Talk(APP)
    await talk.say("plan a trip", opens="trip_planner")
    await talk.say(f"add {VENUES}")
    assert talk.session is not None
    session = APP.session(talk.session.events)
    for action in APP.actions:
        if not action.example:
            # What is said without a verb has no words of its own.
            assert action.default
            continue
        understood = understand(APP, session, action.example[language], "transactional", NOW)
        assert isinstance(understood.wants, Act), action.example
        assert (understood.wants.action.name, understood.wants.missing) == (action.name, None), action.example
        assert understood.language == language
    for view in APP.views:
        for example in view.example[language].split(" · "):
            seen = understand(APP, session, example, "navigational", NOW)
            assert isinstance(seen.wants, Look), example
            assert seen.wants.view.name == view.name, example


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("chuck teamlab on the list", "added"), ("we should totally hit up tsukiji", "added"),
        ("can we also do akihabara?", "added"), ("gion 4/5", "rated"), ("I'd give gion a 5", "rated"),
        ("swap gion to day 3", "placed"), ("lose the gion one", "removed"), ("delete #2", "removed"),
        ("remember that gion is busy", "noted"), ("tick off gion and nara", "visited"), ("gion was great, 5 stars", "rated"),
        ("¿me pones el MNAC el domingo?", "added"), ("la Gion un 5", "rated"), ("ponle un 3 a Nara", "rated"),
        ("cámbialo al lunes", "placed"), ("cancela Nara", "removed"), ("pon que Gion cierra los lunes", "noted"),
        ("apúntame la Boqueria pa mañana", "added"), ("Gion ya está visitada", "visited"), ("mejor el lunes Gion", "placed"),
        ("dou 5 pro Gion", "rated"), ("o Gion merece 4", "rated"), ("Nara já foi", "visited"), ("esquece Nara", "removed"),
        ("joga Nara pro dia 2", "placed"), ("põe uma obs na Nara: fila", "noted"), ("fomos em Nara hoje", "visited"),
        ("drop it", "removed"), ("nota: llevar agua", "_asked"), ("mrak nara as visted pls", "visited"),
        ("métele Caminito y la Bombonera", "added"), ("remove nara, it is closed anyway they say", "removed"),
        ("nvm undo", "_undo"), ("me equivoqué, deshazlo", "_undo"), ("foi mal, desfaz", "_undo"),
    ],
)  # fmt: skip
async def test_as_people_say_it(text: str, kind: str) -> None:
    talk = Talk(APP)
    await talk.say("plan a trip", opens="trip_planner")
    await talk.say("add Gion, Nara and Uji")
    await talk.say(text)
    assert [one for one in talk.kinds if one != "_language"][-1] == kind


@pytest.mark.parametrize("text", ["plan a trip", "quiero planear un viaje", "vamos planejar uma viagem"])
async def test_asking_for_the_planner_again_shows_the_trip(text: str) -> None:
    talk = Talk(APP)
    await talk.say("plan a trip to Kyoto", opens="trip_planner")
    await talk.say("add Gion, Nara and Uji")
    reply = await talk.say(text)
    assert (reply.change, len(reply.parts)) == (None, 1)


async def test_one_that_is_unknown_among_several_is_told() -> None:
    talk = Talk(APP)
    await talk.say("plan a trip to Kyoto", opens="trip_planner")
    await talk.say("add Gion, Nara and Uji")
    reply = await talk.say("remove Gion and Disneyland")
    assert "Disneyland" in reply.text
    assert len(talk.state["venues"]) == 3


async def test_one_day_is_cleared_alone() -> None:
    talk = Talk(APP)
    await talk.say("plan a trip to Kyoto", opens="trip_planner")
    await talk.say("add Gion and Nara on day 1")
    await talk.say("add Uji in Fushimi on day 2")
    await talk.say("clear everything from day 1")
    assert [one["name"] for one in talk.state["venues"]] == ["Uji"]
    assert "Fushimi: 1 place" in (await talk.say("what do we have in Fushimi?", "N")).text
    assert "nothing there" in (await talk.say("clear day 7")).text
