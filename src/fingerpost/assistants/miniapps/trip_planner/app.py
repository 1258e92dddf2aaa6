"""The trip planner, put together."""

from __future__ import annotations

from pathlib import Path

from fingerpost.assistants.miniapps.framework.app import MiniApp
from fingerpost.assistants.miniapps.framework.opening_examples import opening_examples
from fingerpost.assistants.miniapps.framework.parts import Language, State, said
from fingerpost.assistants.miniapps.trip_planner.actions import ACTIONS
from fingerpost.assistants.miniapps.trip_planner.showing import LIST, heading, say
from fingerpost.assistants.miniapps.trip_planner.state import START, VENUES, apply
from fingerpost.assistants.miniapps.trip_planner.views import VIEWS, recap
from fingerpost.routebook.apps import Trigger

_OPENED = said(
    "Let's plan your trip to {to}! Tell me the places, and I keep them.",
    "¡Planeemos tu viaje a {to}! Dime los lugares y los guardo.",
    "Vamos planejar a sua viagem para {to}! Diga os lugares e eu guardo.",
)
_OPENED_ANYWHERE = said(
    "Let's plan your trip! Tell me where it goes and which places you want to see.",
    "¡Planeemos tu viaje! Dime a dónde vas y qué lugares quieres ver.",
    "Vamos planejar a sua viagem! Diga para onde vai e que lugares quer ver.",
)
_DONE = said("The trip is saved. {recap}", "El viaje queda guardado. {recap}", "A viagem está guardada. {recap}")
_CANCELLED = said(
    "I closed the trip planner ({trip}).",
    "Cerré el planificador de viaje ({trip}).",
    "Fechei o planejador de viagem ({trip}).",
)


def _opened(state: State, language: Language) -> str:
    to = state["destination"]
    return _OPENED[language].format(to=to) if to else _OPENED_ANYWHERE[language]


def _closed(state: State, how: str, language: Language) -> str:
    if how == "cancelled":
        return _CANCELLED[language].format(trip=heading(state, language))
    return _DONE[language].format(recap=recap(state, language))


_DECLARATION = Path(__file__).with_name("actions.toml")

APP = MiniApp(
    id="trip_planner",
    name="Trip planner",
    title=said("Trip planner", "Planificador de viaje", "Planejador de viagem"),
    description="Keeps a trip: its destination and venues with category, district, day, rating, notes and visits.",
    triggers=(
        Trigger(
            phrases=(
                "plan a trip", "plan my trip", "plan our trip", "plan the trip", "start planning a trip", "new trip",
                "start a trip", "open the trip planner", "start the trip planner", "help me plan a trip",
                "planear un viaje", "planea un viaje", "planifica un viaje", "planificar un viaje", "armar un viaje",
                "organizar un viaje", "organiza un viaje", "planear el viaje", "planificar el viaje",
                "abre el planificador",
                "planejar uma viagem", "planeja uma viagem", "planejar a viagem", "planejar minha viagem",
                "planejar nossa viagem", "organizar uma viagem", "organizar a viagem", "montar um roteiro",
                "abre o planejador",
            ),
        ),
        Trigger(
            keywords=(
                "trip", "trips", "trp", "travel", "traveling", "travelling", "vacation", "vacations", "vacay",
                "holiday", "holidays", "honeymoon", "weekend", "getaway", "itinerary", "journey", "roadtrip",
                "road trip", "tour", "planner", "plan", "planning", "visit", "visiting", "cruise", "safari",
                "backpacking", "city break", "staycation", "flying", "flight", "flights", "viaje", "viajes", "viajar",
                "escapada", "vacaciones", "luna de miel", "finde", "fin de semana", "paseo", "recorrido", "itinerario",
                "planear", "planeemos", "planificar", "planifiquemos", "visitar", "ruta", "crucero", "mochilear",
                "excursion", "viagem", "viagens", "férias", "feriado", "feriadão", "lua de mel", "passeio", "roteiro",
                "mochilão", "trilha", "planejar", "planejamento", "planeamento", "fim de semana", "cruzeiro",
                "excursão", "bate e volta", "rolê",
            ),
        ),
        Trigger(examples=opening_examples(_DECLARATION)),
    ),
    declaration=_DECLARATION,
    actions=ACTIONS,
    views=VIEWS,
    start=START,
    apply=apply,
    items=VENUES.items,
    known=VENUES.known("day", "category", "district"),
    say=say,
    card=LIST.card,
    opened=_opened,
    closed=_closed,
)  # fmt: skip
