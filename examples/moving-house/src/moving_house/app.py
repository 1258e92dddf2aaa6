"""Moving house, put together."""

from __future__ import annotations

from pathlib import Path

from fingerpost.assistants.miniapps.framework.app import MiniApp
from fingerpost.assistants.miniapps.framework.parts import Language, State, said
from fingerpost.routebook.apps import Trigger
from moving_house.actions import ACTIONS
from moving_house.showing import LIST, heading, say
from moving_house.state import START, THINGS, apply, people
from moving_house.views import VIEWS, recap

_OPENED = said(
    "Let's plan your move! Tell me what has to come along, and when you move.",
    "¡Planeemos tu mudanza! Dime qué hay que llevar y cuándo te mudas.",
    "Vamos planejar a sua mudança! Diga o que vai junto e quando você se muda.",
)
_DONE = said("The move is saved. {recap}", "La mudanza queda guardada. {recap}", "A mudança está guardada. {recap}")
_CANCELLED = said("I closed the move ({move}).", "Cerré la mudanza ({move}).", "Fechei a mudança ({move}).")


def _closed(state: State, how: str, language: Language) -> str:
    if how == "cancelled":
        return _CANCELLED[language].format(move=heading(state, language))
    return _DONE[language].format(recap=recap(state, language))


APP = MiniApp(
    id="moving_house",
    name="Moving house",
    title=said("Moving house", "Mudanza", "Mudança"),
    description="Keeps what moves to a new home: rooms, boxes, people, what is packed, fragile, for sale or there.",
    triggers=(
        Trigger(
            phrases=(
                "plan my move", "plan our move", "plan the move", "start moving house", "start a move",
                "open moving house", "help me plan my move",
                "planear la mudanza", "planea la mudanza", "planifica la mudanza", "organizar la mudanza",
                "organiza la mudanza", "abre la mudanza", "empieza la mudanza",
                "planejar a mudança", "planeja a mudança", "organizar a mudança", "organiza a mudança",
                "abre a mudança", "começa a mudança",
            ),
        ),
        Trigger(
            keywords=("moving house", "house move", "move house", "moving", "relocation", "mudanza", "mudarnos",
                      "mudarme", "mudança", "mudar de casa", "cambio de casa"),
        ),
    ),
    declaration=Path(__file__).with_name("actions.toml"),
    actions=ACTIONS,
    views=VIEWS,
    start=START,
    apply=apply,
    items=THINGS.items,
    people=people,
    known=THINGS.known("room", "box", "who"),
    say=say,
    card=LIST.card,
    opened=lambda _, language: _OPENED[language],
    closed=_closed,
)  # fmt: skip
