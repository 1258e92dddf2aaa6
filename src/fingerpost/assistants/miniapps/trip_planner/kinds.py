"""Kinds of places: the words for each in three languages, and which kind a venue is of."""

from __future__ import annotations

from collections.abc import Iterable

from fingerpost.assistants.miniapps.trip_planner.state import Venue
from fingerpost.language.tokens import folded_words, table

_KINDS = table("""
    restaurant: restaurant restaurants restaurante restaurantes food comida eat eats comer
    bar: bar bars bares pub pubs boteco botecos nightlife
    cafe: cafe cafes coffee cafeteria cafeterias cafetería cafeterías
    temple: temple temples templo templos
    shrine: shrine shrines santuario santuarios santuário santuários
    museum: museum museums museo museos museu museus
    park: park parks parque parques
    garden: garden gardens jardin jardín jardines jardim jardins
    hotel: hotel hotels hoteles hoteis hotéis hostel hostels hostal hostales pousada pousadas stay alojamiento
    hospedagem
    shop: shop shops shopping tienda tiendas loja lojas
    market: market markets mercado mercados
    beach: beach beaches playa playas praia praias
    viewpoint: viewpoint viewpoints mirador miradores mirante mirantes miradouro miradouros
    sight: sight sights landmark landmarks
    church: church churches iglesia iglesias igreja igrejas cathedral cathedrals catedral catedrales catedrais
    castle: castle castles castillo castillos castelo castelos
    palace: palace palaces palacio palacios palácio palácios
    gallery: gallery galleries galeria galerias galería galerías
    theater: theater theatre theaters theatres teatro teatros
    activity: activity activities actividad actividades atividade atividades
    bridge: bridge bridges puente puentes ponte pontes
    square: square squares plaza plazas praça praças
    tower: tower towers torre torres
    bakery: bakery bakeries panadería panaderías padaria padarias
    winery: winery wineries vineyard vineyards bodega bodegas viñedo viñedos vinícola vinícolas
    zoo: zoo zoos zoologico zoológico aquarium aquariums acuario aquário
    lake: lake lakes lago lagos lagoa lagoas laguna lagunas
    club: club clubs discoteca discotecas balada baladas
    meal: almoco almoço jantar
""")


def is_kind(word: str) -> bool:
    """Whether a folded word names a kind of place."""
    return word in _KINDS


def kinds_in(words: Iterable[str]) -> frozenset[str]:
    """Return the kinds of places that words name."""
    return frozenset(_KINDS[word] for word in words if word in _KINDS)


def kinds_of(one: Venue) -> frozenset[str]:
    """Return the kinds that a venue is of: by its category, else by its name."""
    return kinds_in(folded_words(one["category"])) or kinds_in(folded_words(one["name"]))
