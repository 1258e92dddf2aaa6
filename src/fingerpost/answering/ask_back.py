"""Asking back: an unsure decision without a model offers the two likeliest routes, and the person's choice decides.

The question is a part of the answer for front ends with buttons, and numbered lines in its text. Nothing else is kept:
the next message of the conversation is read as a choice if the last answer was such a question.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from fingerpost.answering.phrases import ASK_BACK, SOMETHING_ELSE
from fingerpost.answering.request import Request
from fingerpost.language.detect import language_of
from fingerpost.language.text import fold
from fingerpost.routebook.model import Routebook
from fingerpost.routebook.replies import title_of
from fingerpost.routebook.table_reader import LANGUAGES
from fingerpost.types import Decision, Message, Part

CHOICE = "choice"
"""The kind of the part with the question, and the layer of a decision by the person's choice."""

NEITHER = "something_else"
"""The signal of a decision where the person chose neither of the two routes."""

_OPTION = re.compile(r"(\d)\. (.+)")
_ONE = "1|one|first|uno|una|primer[oa]?|um|uma|primeir[oa]"
_TWO = "2|two|second|dos|segund[oa]|dois|duas"
_THREE = "3|three|third|last|tres|tercer[oa]?|terceir[oa]|ultim[oa]"
_PICKED = re.compile(
    r"(?:the |el |la |lo |o |a )?(?:option |number |opcion |opcao |numero )?"
    rf"(?:(?P<one>{_ONE})|(?P<two>{_TWO})|(?P<three>{_THREE}))(?: one| option| opcion| opcao)?"
    r"(?: please| por favor)?"
)
_NONE = re.compile(
    r"(?:none|neither|nothing|ninguna?|ninguno|nenhuma?|nenhum)"
    r"(?: of (?:these|them|those|the two)| de (?:estas|esas|las dos|los dos|ellas)| das duas| dessas| delas)?"
)


def question_for(decision: Decision, message: Message, book: Routebook) -> Part | None:
    """Return the question of an unsure decision; None where the decision is sure or its routes have no titles."""
    names = decision.route, decision.runner_up
    if decision.accepted or not book.ask_back or book.apps or (decision.scope is not None and decision.scope < 0):
        return None
    language = language_of(message.text)
    routes = [route for name in names for route in book.routes if route.name == name and route.title]
    titles = [title_of(route, language) for route in routes]
    if len(set(map(fold, titles))) < 2:
        return None
    options: list[dict[str, Any]] = [
        {"id": str(number), "title": title, "route": route.name}
        for number, (route, title) in enumerate(zip(routes, titles, strict=True), 1)
    ]
    options.append({"id": "3", "title": SOMETHING_ELSE[language], "route": None})
    return Part(CHOICE, ASK_BACK[language], {"options": options})


def question_text(part: Part) -> str:
    """Return a question with numbered lines, which `chosen` reads again."""
    return "\n".join([part.text, *(f"{option['id']}. {option['title']}" for option in part.values["options"])])


def chosen(message: Message, request: Request) -> tuple[Message, Decision] | None:
    """Return the message that was asked about and the decision on it, if this message chooses; None if it does not."""
    book = request.book
    offered = _offered(message, book)
    asked = next((i for i in reversed(range(len(message.turns))) if message.turns[i].role == "user"), None)
    number = _picked(message.text, offered) if offered and asked is not None and message.declared is None else None
    if number is None or asked is None:
        return None
    original = replace(message, text=message.turns[asked].text, turns=message.turns[:asked])
    title = [*offered, ""][number - 1]
    return original, Decision(
        route=offered[title] if title else book.out_of_scope or book.fallback,
        accepted=True,
        confidence=1.0,
        layer=CHOICE,
        reason=f'the person chose "{title}"' if title else "the person chose something else",
        signals=() if title else (NEITHER,),
        resolved=request.router.resolve(original),
    )


def is_label(decision: Decision, book: Routebook) -> bool:
    """Return whether a decision is a person's label for their message; a mere fallback is none."""
    return decision.layer == CHOICE and (NEITHER not in decision.signals or decision.route == book.out_of_scope)


def _offered(message: Message, book: Routebook) -> dict[str, str]:
    """Return the routes by title that the last answer offered; none if it was no question."""
    last = message.turns[-1] if message.turns else None
    if last is None or last.role != "assistant" or not last.text.startswith(tuple(ASK_BACK.values())):
        return {}
    by_title = {title_of(route, each): route.name for route in book.routes if route.title for each in LANGUAGES}
    found = [_OPTION.fullmatch(line.strip()) for line in last.text.splitlines()[1:]]
    titles = [option[2] for option in found if option is not None][:2]
    return {title: by_title[title] for title in titles} if all(title in by_title for title in titles) else {}


def _picked(text: str, offered: dict[str, str]) -> int | None:
    """Return the number of the option that a text names, by number, by its place or by its title."""
    said = " ".join(fold(text[:200]).split()).strip(" .,;:!?¿¡()\"'«»“”")
    for number, title in enumerate(offered, 1):
        if said in (fold(title).strip(" .,;:!?"), fold(offered[title])):
            return number
    if said in map(fold, SOMETHING_ELSE.values()) or _NONE.fullmatch(said):
        return 3
    found = _PICKED.fullmatch(said)
    return None if found is None else 1 if found["one"] else 2 if found["two"] else 3
