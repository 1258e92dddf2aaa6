"""A small app that the tests of the reader declare."""

from __future__ import annotations

import pytest

from fingerpost.models.encoder import EmbeddedEncoder
from fingerpost.reading import Declaration, Reader, declare

TASKS = {
    "name": "tasks",
    "actions": {
        "add": {
            "does": "puts new tasks on the list",
            "parameters": {"tasks": {"type": "name", "many": True, "required": True}, "due": {"type": "date"}},
            "examples": [
                "add [call the bank](tasks)", "put [buy stamps](tasks) on the list", "new task: [clean the car](tasks)",
                "I need to [water the plants](tasks) [tomorrow](due)", "agrega [llamar a mamá](tasks)",
                "apunta [comprar pan](tasks) para [mañana](due)", "adiciona [pagar a luz](tasks)",
                "coloca [lavar o carro](tasks) na lista para [amanhã](due)",
            ],
        },
        "remove": {
            "does": "takes tasks off the list",
            "parameters": {"tasks": {"type": "item", "many": True, "required": True}},
            "examples": [
                "remove [call the bank](tasks)", "delete [stamps](tasks)", "take [the car](tasks) off the list",
                "scrap [it](tasks)", "quita [llamar a mamá](tasks)", "borra [el pan](tasks)",
                "tira [a luz](tasks)", "apaga [lavar o carro](tasks)",
            ],
        },
        "assign": {
            "does": "says who does a task",
            "parameters": {
                "tasks": {"type": "item", "many": True, "required": True},
                "person": {"type": "person", "required": True},
            },
            "examples": [
                "[Ana](person) does [the stamps](tasks)", "give [call the bank](tasks) to [Tom](person)",
                "[the car](tasks) is for [Ben](person)", "que [Luis](person) haga [el pan](tasks)",
                "[mamá](tasks) es de [Eva](person)", "passa [a luz](tasks) pro [João](person)",
                "[Bia](person) faz [o carro](tasks)", "assign [it](tasks) to [Ana](person)",
            ],
        },
        "mark": {
            "does": "says whether tasks are open or done",
            "parameters": {
                "tasks": {"type": "item", "many": True, "required": True},
                "state": {
                    "type": "choice", "required": True,
                    "choices": {"open": ["abierto", "aberta"], "done": ["hecho", "feita"]},
                },
            },
            "examples": [
                "[the bank](tasks) is [done](state)", "I finished [the stamps](tasks) {state=done}",
                "reopen [the car](tasks) {state=open}", "ya hice [el pan](tasks) {state=done}",
                "[mamá](tasks) sigue pendiente {state=open}", "terminei [a luz](tasks) {state=done}",
                "mark [the car](tasks) as [open](state)", "já fiz [o carro](tasks) {state=done}",
            ],
        },
    },
}  # fmt: skip


@pytest.fixture(scope="session")
def tasks() -> Declaration:
    return declare(TASKS)


@pytest.fixture(scope="session")
def reader(tasks: Declaration) -> Reader:
    return Reader(tasks, EmbeddedEncoder().encode)
