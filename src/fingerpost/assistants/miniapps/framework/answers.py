"""Whether a message answers what an app has asked, and what the answer comes to."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from fingerpost.assistants.miniapps.framework.commands import as_json, declared, held_by, read_message
from fingerpost.assistants.miniapps.framework.controls import control_of, unnamed
from fingerpost.assistants.miniapps.framework.matching import words_of
from fingerpost.assistants.miniapps.framework.parts import Question, Values
from fingerpost.assistants.miniapps.framework.replay import Point
from fingerpost.reading.declaration import Parameter
from fingerpost.reading.marks import mark
from fingerpost.reading.values import Held, Unclear, value_of

if TYPE_CHECKING:
    from fingerpost.assistants.miniapps.framework.app import MiniApp

SHORT = 12
"""Words up to which a message may be an answer."""
_FREE = frozenset(("name", "text", "person"))
"""Types of which any words may be a value."""


class QuestionAnswer(NamedTuple):
    """What an answer comes to: yes or no, or the values of the action with the one that was asked for."""

    said: Literal["yes", "no"] | None
    values: Values | None = None


def answer_to(app: MiniApp, now: Point, question: Question, text: str, today: date) -> QuestionAnswer | None:
    """Return what an answer to the app's question comes to; None where the message is none."""
    plain = unnamed(text, app.title)
    if not question.missing:
        agreed = control_of(plain, ("yes", "no", "cancel", "undo"))
        return None if agreed is None else QuestionAnswer("yes" if agreed.who == "yes" else "no")
    if control_of(plain, ("no", "cancel")) is not None:
        return QuestionAnswer("no")
    action = declared(app, question.action)
    parameter = action.parameters.get(question.missing) if action else None
    if parameter is None or "?" in text or control_of(plain, ("help", "undo", "done")) is not None:
        return None
    if len(words_of(text)) > SHORT or _asks_for_another(app, now, question, text, today):
        return None
    held = held_by(app, now, question.among)
    value = _counted(parameter, value_of(text, parameter, held, today))
    if value is None or isinstance(value, Unclear) or _names_another(parameter, held, text, today):
        return None
    given = as_json(app, now, parameter, value, question.among)
    return QuestionAnswer(None, {**question.values, question.missing: given})


def _counted(parameter: Parameter, value: Any) -> Any:
    """Return a value as a list where the parameter takes many; several where it takes one are unclear."""
    if value is None or isinstance(value, Unclear):
        return value
    found = value if isinstance(value, list) else [value]
    if parameter.many:
        return found
    return found[0] if len(found) == 1 else Unclear(tuple(found))


def _asks_for_another(app: MiniApp, now: Point, question: Question, text: str, today: date) -> bool:
    """Whether a message is a request of its own."""
    read = read_message(app, now, text, today)
    return any(one.action != question.action and not one.assumed for one in read.commands)


def _names_another(parameter: Parameter, held: Held, text: str, today: date) -> bool:
    """Whether a figure comes with the name of an item: "the zoo on day 2" is no answer to "which day?"."""
    if "item" in parameter.types or not _FREE.isdisjoint(parameter.types):
        return False
    return any(one.is_sure for one in mark(text, held.items, (), today).items)
