"""A message to an app as a language model reads it: what it is asked, and what of its answer may be carried out.

The model is given the same declaration as the reader. Nothing that it says is taken on its word: actions, parameters
and values must be declared, and every value must stand in the message or be held by the app.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from fingerpost.language.function_words import ARTICLES, FUNCTION_WORDS
from fingerpost.language.money import Money
from fingerpost.language.number_reader import figure_at
from fingerpost.language.same_day import moved, same_days
from fingerpost.language.text import clean, fold
from fingerpost.language.tokens import Word, folded_words, listed, phrases, words_of
from fingerpost.reading.declaration import AnnotatedExample, Declaration, DeclaredAction, Parameter
from fingerpost.reading.denial import DENIED, most_sure
from fingerpost.reading.filling import is_denied
from fingerpost.reading.marks import MARKS, OTHERS, MarkedText, mark
from fingerpost.reading.mentions import Mention
from fingerpost.reading.reader import Command, Reading
from fingerpost.reading.references import resolve
from fingerpost.reading.values import ME, Held, Unclear, value_of

LONGEST = 1000
"""Characters of a message that a model is asked about."""
CHECKED = 0.8
"""How sure a checked answer of a model is: enough to be carried out, and not to end an app without a question."""
DOUBTED = 0.5
"""How sure an answer is that may be right, but leaves a number out or names what the message does not."""
MOST_LISTED = 60
"""Items up to which a model chooses among the names that are held."""
_MOST_COMMANDS = 20
_SHOWN = 2
"""Earlier messages that a model is shown."""
_WIDEST = 6
"""Words of a figure or a date."""
_FREE = frozenset(("name", "text"))
_POINTS = frozenset(MARKS.index(one) for one in ("pron", "point", "B:ord", "self"))
_FIGURES = frozenset(
    n
    for n, one in enumerate(MARKS)
    if one.partition(":")[2] in ("money", "date", "daynum", "num", "ord") or one == "star"
)
_GROUP = OTHERS | listed("everyone everybody us we gente nosotros nosotras nos demas")
_BEFORE = listed("and so but ok okay hey hi oh well now btw y pero oye che bueno ya e mas entao oi agora ai")
_ASKING = phrases("""what|whats|which|who|whos|whose|whom|when|where|wheres|why|how|hows|is|are|was|were|am|do|does|did
    has|will|should|shall|any idea|quien|quienes|cual|cuales|cuando|donde|como|cuanto|cuanta|cuantos|cuantas|hay
    se puede|vale la pena|sabes si|sabe si|quem|qual|quais|quando|onde|quanto|quanta|quantos|quantas|sera|oq|o que
    da pra|vale a pena|sabe se|sabes se""")
"""What a question begins with; with its accent, a word of these asks wherever it stands."""
_ACCENTED = re.compile(
    r"\b(?:qu[ée]|qui[ée]n(?:es)?|c[óo]mo|d[óo]nde|cu[áa]l(?:es)?|cu[áa]nt[oa]s?|cu[áa]ndo)\b", re.IGNORECASE
)
_QUE = listed("que q")
_DESCRIBED = phrases("los que|las que|os que|as que|the ones|those that|those with|los de|las de|os de|as de")
"""Items may be told by what they have."""


def schema_of(declaration: Declaration, held: Held) -> dict[str, Any]:
    """Return the JSON schema of a model's answer: `{"commands": [{"action": …, "values": {…}}]}`."""
    commands = [
        _object({
            "action": {"type": "string", "enum": [action.name]},
            "values": _object({one.name: _value_schema(one, held) for one in action.parameters.values()}, ()),
        })
        for action in declaration.actions.values()
    ]  # fmt: skip
    return _object({"commands": {"type": "array", "maxItems": _MOST_COMMANDS, "items": {"anyOf": commands}}})


def _object(properties: Mapping[str, Any], required: Sequence[str] | None = None) -> dict[str, Any]:
    needed = list(properties) if required is None else list(required)
    return {"type": "object", "properties": dict(properties), "required": needed, "additionalProperties": False}


def _value_schema(parameter: Parameter, held: Held) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    if parameter.choices:
        schema["enum"] = list(parameter.choices)
    elif parameter.types == ("item",) and 0 < len(held.items) <= MOST_LISTED:
        schema["enum"] = list(dict.fromkeys(held.items))
    return {"type": "array", "items": schema} if parameter.many else schema


def prompt_of(
    declaration: Declaration, held: Held, message: str, said_last: Sequence[str] = ()
) -> list[dict[str, str]]:
    """Return the chat messages for a model; what never changes comes first, because servers cache beginnings."""
    shown = {example.actions[0]: example for example in reversed(declaration.examples) if len(example.actions) == 1}
    actions = "\n".join(_told(one, shown.get(one.name)) for one in declaration.actions.values())
    system = (
        "You turn a message to an app into commands, as JSON. The actions, with their values (* is required) and an"
        f" example:\n{actions}\n\nCopy values from the message, word for word and in its language, items by the names"
        f' that the app holds, "{ME}" for who writes. Leave out what the message does not say. A message that asks for'
        ' nothing to be done, such as a question or a remark, is {"commands": []}. Answer on one line.'
    )
    lines = [f"The app holds: {_listing(held.items)}.", *([f"People: {_listing(held.people)}."] if held.people else [])]
    touched = [held.items[place] for place in held.recent[: max(1, held.last or 1)]]
    lines += [f"Touched last: {_listing(touched)}."] if touched else []
    lines += [f"Said before: {' '.join(text.split())[:200]}" for text in said_last[-_SHOWN:]]
    user = "\n".join([*lines, f"Message: {message}"])
    return [{"role": "system", "content": system}, {"role": "user", "content": user}]


def _told(action: DeclaredAction, example: AnnotatedExample | None) -> str:
    """Return a line about an action; one without parameters needs no example."""
    parameters = ", ".join(f"{one.name}{'*' if one.required else ''}" for one in action.parameters.values())
    if example is None or not parameters:
        return f"- {action.name}: {action.does}"
    values: dict[str, list[str]] = {name: [choice] for name, choice in example.requests[0][1].choices}
    for span in example.requests[0][1].spans:
        values.setdefault(span.parameter, []).append(example.annotated.text[span.start : span.end])
    shown = {name: said if action.parameters[name].many else said[0] for name, said in values.items()}
    told = json.dumps(shown, ensure_ascii=False)
    return f"- {action.name}({parameters}): {action.does}. {example.annotated.text} -> {told}"


def _listing(names: Sequence[str]) -> str:
    return ", ".join(names[-MOST_LISTED:]) or "nothing"


def is_question(message: str, people: Sequence[str] = ()) -> bool:
    """Whether a message asks something, in three languages; `people`: Will is no verb where one is called so."""
    if "?" in message or "¿" in message or any(one.group() != fold(one.group()) for one in _ACCENTED.finditer(message)):
        return True
    words = [word for word in words_of(message) if word.is_letters]
    while words and words[0].folded in _BEFORE:
        words = words[1:]
    if not words or words[0].folded in {fold(one) for one in people}:
        return False
    if words[0].folded in _QUE:
        # "Que Luis haga el pan" asks for something to be done.
        return len(words) > 1 and words[1].folded not in ARTICLES and not words[1].is_capital
    return bool(_ASKING.at(words, 0))


def checked(declaration: Declaration, held: Held, message: str, answer: str, today: date) -> Reading | None:
    """Return what a model's answer asks for, as the reader would; None for an answer that cannot be used.

    That is any answer to a question, one that is no JSON of the schema, one with an action, a parameter or a value that
    there is not, and one that does what the message denies.
    """
    found = None if is_question(message, held.people) else _commands_in(answer, declaration)
    if found is None:
        return None
    marked = mark(clean(message), held.items, held.people, today)
    grounds = _Grounds(held, marked, today)
    commands: list[Command] = []
    for name, values in found:
        if most_sure(declaration, name, (), marked, 0, len(marked.text)) == DENIED:
            return None
        command = grounds.command(declaration.actions[name], values)
        if command is None:
            return None
        commands.append(command)
    if not commands:
        return Reading()
    missing = tuple(name for one in commands for name in one.missing)
    unclear = tuple(name for one in commands for names in one.unclear.values() for name in names)
    confidence = CHECKED if grounds.is_sure() else DOUBTED
    if confidence == DOUBTED or missing or unclear:
        return Reading((), tuple(commands), confidence, missing, unclear)
    return Reading(tuple(commands), (), confidence)


def _commands_in(answer: str, declaration: Declaration) -> list[tuple[str, dict[str, list[str]]]] | None:
    """Return actions with the texts of their values; None where the answer does not keep to the schema."""
    try:
        content = json.loads(answer)
    except (ValueError, RecursionError):
        return None
    commands = content.get("commands") if isinstance(content, dict) else None
    if not isinstance(commands, list) or len(commands) > _MOST_COMMANDS:
        return None
    found = []
    for one in commands:
        action = declaration.actions.get(str(one.get("action"))) if isinstance(one, dict) else None
        values = one.get("values", {}) if isinstance(one, dict) else None
        if action is None or not isinstance(values, dict) or set(one) - {"action", "values"}:
            return None
        texts: dict[str, list[str]] = {}
        for name, value in values.items():
            listed_values = value if isinstance(value, list) else [value]
            parameter = action.parameters.get(name)
            plain = all(isinstance(each, str | int | float) and not isinstance(each, bool) for each in listed_values)
            if value is None or value == "":
                continue
            if parameter is None or not plain or (len(listed_values) > 1 and not parameter.many):
                return None
            texts |= {name: [str(each) for each in listed_values]} if listed_values else {}
        found.append((action.name, texts))
    return found


class _Grounds:
    """What the values of one message may come from, and what of it they have taken."""

    def __init__(self, held: Held, marked: MarkedText, today: date) -> None:
        self._held, self._marked, self._today = held, marked, today
        self._folded = [word.folded for word in marked.words]
        self._points = any(_POINTS.intersection(of) for of in marked.marks) or any(
            _DESCRIBED.at(marked.words, n) for n in range(len(marked.words))
        )
        # "The other one", of which there are two.
        self._open = bool(resolve(marked.words, held.items, held.recent, held.last).unclear)
        self._taken = [(one.start, one.end) for one in (*marked.items, *marked.people)]
        self._new: list[str] = []
        self._unnamed = False
        self._had: set[str] = set()

    def command(self, action: DeclaredAction, texts: Mapping[str, Sequence[str]]) -> Command | None:
        """Return a command with the values of its texts; None where one is grounded in nothing."""
        values: dict[str, Any] = {}
        words: dict[str, list[str]] = {}
        unclear: dict[str, Sequence[str]] = {}
        assumed: list[str] = []
        for name, said in texts.items():
            parameter = action.parameters[name]
            if parameter.types == ("item",) and all(fold(one) in self._new for one in said) and self._held.items:
                # What the same message adds: as the reader, it has the one touched last in its place.
                last = self._held.items[self._held.recent[0] if self._held.recent else -1]
                values[name] = [last] if parameter.many else last
                assumed.append(name)
                continue
            found: list[Any] = []
            for one in said:
                value = self._value(parameter, one)
                if isinstance(value, Unclear):
                    unclear[name] = value.names
                elif value is None:
                    return None
                else:
                    found += [each for each in (value if isinstance(value, list) else [value]) if each not in found]
            if name in unclear or (len(found) > 1 and not parameter.many):
                unclear.setdefault(name, found)
                continue
            values[name], words[name] = found if parameter.many else found[0], list(said)
            if "item" not in parameter.types and not _FREE.isdisjoint(parameter.types):
                self._new += [fold(str(one)) for one in found]
        missing = [
            one.name for one in action.parameters.values()
            if one.required and one.name not in values and one.name not in unclear
        ]  # fmt: skip
        return Command(action.name, values, words, assumed, missing, unclear)

    def is_sure(self) -> bool:
        """Whether the message names what the values name, and the values have all of its numbers."""
        place, left = 0, False
        while place < len(self._folded):
            figure = figure_at(self._marked.words, place)
            left = left or (figure is not None and self._is_left(place, *figure))
            place = figure[1] if figure else place + 1
        return not self._unnamed and not left

    def _is_left(self, place: int, digits: str, end: int) -> bool:
        """Whether a number is in no value, not denied, and nothing that an item of the values has."""
        if all(any(start <= n < until for start, until in self._taken) for n in range(place, end)):
            return False
        return digits not in self._had and not is_denied(self._marked, self._marked.words[place].start, 0)

    def _value(self, parameter: Parameter, said: str) -> Any:
        """Return the value of a model's text where something bears it out, else None."""
        if parameter.choices:
            return said if said in parameter.choices else None
        for kind in parameter.types:
            value: Any
            if kind == "item":
                value = self._items(parameter, said)
            elif kind == "person":
                value = self._person(said)
            elif kind in _FREE:
                value = self._written(said)
            else:
                value = self._figure(parameter, said)
            if value is not None:
                return value
        return None

    def _written(self, said: str) -> str | None:
        """Return words as the message has them, without regard to case, accents and signs."""
        parts = _told_words(words_of(said))
        told = [n for n, word in enumerate(self._marked.words) if _told_words([word])]
        for first in range(len(told) - len(parts) + 1 if parts else 0):
            places = told[first : first + len(parts)]
            if [self._folded[n] for n in places] == parts:
                self._taken.append((places[0], places[-1] + 1))
                return self._marked.text[self._marked.words[places[0]].start : self._marked.words[places[-1]].end]
        return None

    def _items(self, parameter: Parameter, said: str) -> list[str] | Unclear | None:
        exact = [name for name in self._held.items if fold(name) == fold(said)]
        value = exact[-1:] or value_of(said, parameter, self._held, self._today)
        if not isinstance(value, list):
            return value if isinstance(value, Unclear) else None
        places = [place for place, name in enumerate(self._held.items) if name in value]
        touched = self._held.recent[: max(1, self._held.last or 1)]
        for place in places:
            known = self._held.known[place] if place < len(self._held.known) else {}
            self._had |= {str(one) for one in known.values()}
            described = [one for one in known.values() if isinstance(one, str)]
            named = self._is_named(self._marked.items, place, [self._held.items[place], *described])
            told = named or (not self._open and (self._points or place in touched))
            self._unnamed = self._unnamed or not told
        return value

    def _person(self, said: str) -> list[str] | None:
        if fold(said) == ME:
            return [ME]
        held = [name for name in self._held.people if fold(name) == fold(said)]
        if not held:
            written = self._written(said)
            return [written] if written is not None else None
        named = self._is_named(self._marked.people, self._held.people.index(held[0]), held[:1])
        self._unnamed = self._unnamed or not (named or self._points or not _GROUP.isdisjoint(self._folded))
        return held[:1]

    def _is_named(self, mentioned: Sequence[Mention], place: int, called: Sequence[str]) -> bool:
        """Whether the message mentions a name, or has a word of it or of what it has."""
        telling = {word for one in called for word in folded_words(one)} - FUNCTION_WORDS
        return any(place in one.names for one in mentioned) or not telling.isdisjoint(self._folded)

    def _figure(self, parameter: Parameter, said: str) -> Any:
        """Return a figure or a day that some words of the message tell, or that is said to be that of an item."""
        meant = value_of(said, parameter, self._held, self._today)
        if meant is None:
            return None
        for money, start, end in self._marked.money if isinstance(meant, Money) else ():
            # "45 euros" tells more than "45".
            if _is_same(meant, money):
                self._taken.append(self._places(start, end))
                return money
        found, size = None, _WIDEST
        for start, end, text in self._windows(of_figures="share" not in parameter.types):
            value = value_of(text, parameter, self._held, self._today) if end - start <= size else None
            if value is not None and _is_same(meant, value):
                self._taken.append((start, end))
                found, size = value, end - start
        if found is None:
            days = [known.get(parameter.name) for known in self._held.known]
            told = {moved(day, one.later) for one in same_days(self._marked.text) for day in days if day is not None}
            found = meant if meant in told else None
        return found

    def _places(self, start: int, end: int) -> tuple[int, int]:
        places = [n for n, word in enumerate(self._marked.words) if start <= word.start < end]
        return places[0], places[-1] + 1

    def _windows(self, *, of_figures: bool) -> Iterator[tuple[int, int, str]]:
        """Yield runs of words, the shortest first; `of_figures`: with a number or a day: "that one" has none."""
        words: Sequence[Word] = self._marked.words
        telling = [not of_figures or not _FIGURES.isdisjoint(of) for of in self._marked.marks]
        for size in range(1, _WIDEST + 1):
            for start in range(len(words) - size + 1):
                if any(telling[start : start + size]):
                    yield start, start + size, self._marked.text[words[start].start : words[start + size - 1].end]


def _is_same(meant: Any, told: Any) -> bool:
    if isinstance(meant, Money) and isinstance(told, Money):
        return meant.cents == told.cents and (not meant.currency or meant.currency == told.currency)
    return bool(meant == told)


def _told_words(words: Sequence[Word]) -> list[str]:
    return [word.folded for word in words if word.is_letters or word.is_digits]
