"""The values of an action out of the words of a request, checked against what the app holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from fingerpost.reading.annotation import ValueSpan
from fingerpost.reading.declaration import DeclaredAction, Parameter
from fingerpost.reading.marks import MarkedText
from fingerpost.reading.mentions import Mention
from fingerpost.reading.values import Held, Unclear, value_of

_NAMED = {"item": "items", "person": "people"}


@dataclass(slots=True)
class Filled:
    """The values of an action as far as the words tell, and what is wrong with them.

    `words`: the words that each value was read from. `missing`: required parameters without a value. `unclear`: names
    among which the words do not decide, by parameter. `unread`: words that stand where a value should and are none.
    """

    values: dict[str, Any] = field(default_factory=dict)
    words: dict[str, list[str]] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    unclear: dict[str, tuple[str, ...]] = field(default_factory=dict)
    unread: int = 0
    twice: int = 0
    """Further values of parameters that take one."""


def fill(
    action: DeclaredAction,
    spans: Sequence[ValueSpan],
    marked: MarkedText,
    start: int,
    end: int,
    held: Held,
    today: date,
) -> Filled:
    """Return the values of an action; a required item or person that no span names is sought among the mentions."""
    filled = Filled()
    for span in sorted(spans):
        _take(filled, action.parameters[span.parameter], marked.text[span.start : span.end], held, today)
    taken = [(span.start, span.end) for span in spans]
    for parameter in action.parameters.values():
        if parameter.required and parameter.name not in filled.values and parameter.name not in filled.unclear:
            for mention in _unused(parameter, marked, taken, start, end):
                said = marked.text[marked.words[mention.start].start : marked.words[mention.end - 1].end]
                _take(filled, parameter, said, held, today)
                if not parameter.many:
                    break
    filled.missing = [
        one.name
        for one in action.parameters.values()
        if one.required and one.name not in filled.values and one.name not in filled.unclear
    ]
    return filled


def _take(filled: Filled, parameter: Parameter, said: str, held: Held, today: date) -> None:
    value = value_of(said, parameter, held, today)
    if value is None:
        filled.unread += 1
        return
    if isinstance(value, Unclear):
        filled.unclear[parameter.name] = value.names
        return
    filled.words.setdefault(parameter.name, []).append(said)
    known = filled.values.get(parameter.name)
    if parameter.many:
        more = value if isinstance(value, list) else [value]
        filled.values[parameter.name] = [*(known or ()), *(one for one in more if one not in (known or ()))]
        return
    single = value[0] if isinstance(value, list) and len(value) == 1 else value
    if isinstance(single, list):
        filled.unclear[parameter.name] = tuple(single)
    elif known is None:
        filled.values[parameter.name] = single
    elif known != single:
        filled.twice += 1


def _unused(
    parameter: Parameter, marked: MarkedText, taken: Sequence[tuple[int, int]], start: int, end: int
) -> list[Mention]:
    """Return the mentions of a request that no span has taken, in their order."""
    kind = next((_NAMED[one] for one in parameter.types if one in _NAMED), "")
    found: Sequence[Mention] = getattr(marked, kind) if kind else ()
    return sorted(
        one
        for one in found
        if start <= marked.words[one.start].start < end
        and not any(a <= marked.words[one.start].start < b for a, b in taken)
    )


def implied_choices(
    action: DeclaredAction, filled: Filled, likeness: Sequence[float], choices: Sequence[Mapping[str, str]]
) -> None:
    """Set the choices that no words name: as in the example that the request is most like."""
    for parameter in action.parameters.values():
        if not parameter.choices or parameter.name in filled.values:
            continue
        taught = [
            (like, of[parameter.name]) for like, of in zip(likeness, choices, strict=True) if parameter.name in of
        ]
        if taught and (parameter.required or len(taught) > len(choices) / 2):
            filled.values[parameter.name] = max(taught)[1]
            if parameter.name in filled.missing:
                filled.missing.remove(parameter.name)
