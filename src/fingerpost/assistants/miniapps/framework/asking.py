"""Values read from people's words, and whether a message answers a question."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from fingerpost.assistants.miniapps.framework.controls import FILLERS, control_of
from fingerpost.assistants.miniapps.framework.guarding import begins_denied
from fingerpost.assistants.miniapps.framework.matching import QUOTED, matches, words_of
from fingerpost.assistants.miniapps.framework.parts import (
    Action,
    Item,
    Param,
    Question,
    Reading,
    Refusal,
    View,
    said,
)
from fingerpost.assistants.miniapps.reading.corrections import corrected
from fingerpost.assistants.miniapps.reading.names import read_names
from fingerpost.assistants.miniapps.reading.references import NOTHING, find, only_names, only_points
from fingerpost.assistants.miniapps.reading.remarks import is_remark, without_remark
from fingerpost.language.calendar_words import WEEKDAYS, usual
from fingerpost.language.days import read_day
from fingerpost.language.money import read_money
from fingerpost.language.number_reader import read_number
from fingerpost.language.ratings import read_rating
from fingerpost.language.text import fold, words

FIGURES = ("number", "rating", "day", "money")

FIRST_MARK, MARKS = 0xE000, 500
"""Characters that nobody writes stand for what is in quotes, while a value is read."""

Value = TypeVar("Value")

LONGEST = 400
"""Characters of a text that are looked at for what is said of something."""

CHOICES = 5
"""Items that a question lists."""

SHORT_NAME = 3
"""Words before a phrase that are taken for a name, though it is an unknown one."""

SHORT = 12
"""Words up to which a message may be the name that was asked for."""

_ONE = words("it this that that's lo la le ese esa eso este esta esto isso isto esse essa ele ela lhe")
_SOME = words("them these those los las les esos esas estos estas eles elas esses essas lhes ellos ellas")
_HUNG = re.compile(r"^(?:it|them)\s+(?=\w)")
_ASKING = words("""
    what how why who when where which is are do does did can could should would que como por quien cuando donde cual
    es son puede debo qual quem quando onde sera devo
    """)
_SAYING = re.compile(
    r"(?:\s*[,;!.–—(-]+\s*|\s+)(?:(?:it|that|this|they|eso|ella|[ée]l|isso|ele|ela)\s+)?(?:was|were|is|are|looks|sounds|fue|fueron|estuvo|estuvieron|era|eran|es|est[áa]|son"
    r"|foi|foram|estava|tava|[ée]|s[ãa]o|t[áa])\b.*$",
    re.IGNORECASE | re.DOTALL,
)
"""What is said of something behind its name: "the deli was amazing"."""
_NAMES = [name.removesuffix("-feira") for names in WEEKDAYS.values() for name in usual(names)]
_WEEKDAYS = "|".join(dict.fromkeys([*_NAMES, *map(fold, _NAMES)]))
_HOUR = re.compile(
    rf"\b((?:{_WEEKDAYS}|tomorrow|today|day \d{{1,3}}|d[ií]a \d{{1,3}}|amanh[ãa]|hoje|hoy))"
    r"(?: (?:night|morning|afternoon|evening|lunch|dinner|breakfast|brunch)| (?:(?:por|a|en) la|[àa]|de"
    r"|pela) (?:ma[ñn]ana|tarde|noche|noite|manh[ãa]))\b",
    re.IGNORECASE,
)
"""A part of a day, behind the day: no part of any name."""
_JOINED = re.compile(r"\s+(?:and|y|e|&)\s+", re.IGNORECASE)
_EDGES = " \t\n\r.,;:!-–—"
_TOWARDS = re.compile(r"^(?:to|for|from|on|pro|pra|para|de|do|da|del|no|na|em|en|al?)\s+", re.IGNORECASE)
_LEADING = re.compile(r"^(?:(?:that|saying|que|dizendo|diciendo|to|with|con|com)\b[\s:,-]*)+", re.IGNORECASE)


def read_value(param: Param, reading: Reading) -> Any:
    """Return the value of a parameter and take its words from what is left; None where it was not said."""
    if not isinstance(param.kind, str):
        return param.kind(reading)
    return _READERS[param.kind](reading)


def fits(actions: Iterable[Action], views: Iterable[View], question: Question, reading: Reading) -> bool:
    """Whether a message answers a question, so that nobody has to judge what it means."""
    text, reading = reading.text, about(question, reading)
    if not question.missing:
        return control_of(text, ("yes", "no")) is not None
    message = words_of(text)
    if (
        "?" in text
        or (message and message[0].folded in _ASKING)
        or control_of(text, ("help", "undo", "done", "cancel"))
        or begins_denied(message, text)
    ):
        return False
    param = param_of(actions, question)
    if param is None or len(message) > SHORT:
        return False
    # A verb at its beginning makes it a request of its own; but "day 2" is a day, whatever view is called so.
    asks = [(action.name, action.words) for action in actions]
    asks += [(view.name, view.words) for view in views if param.kind not in FIGURES]
    figures = param.kind in FIGURES
    leading = next((n for n, word in enumerate(message) if figures or not _says_little(word.folded)), len(message))
    if any(match.first <= leading for match in matches(message, asks)):
        return False
    answer = replace(reading)
    value = read_value(param, answer)
    if figures and value is not None and _names_another(question, answer):
        return False
    return value is not None and not isinstance(value, Refusal)


def _names_another(question: Question, left: Reading) -> bool:
    """Whether what is left of an answer names an item that was not asked about: "the zoo on day 2"."""
    asked = next((value for value in question.values.values() if isinstance(value, list)), None)
    found = find([item.name for item in left.items], left.text).places if asked is not None else ()
    return any(left.items[place].id not in (asked or ()) for place in found) and not only_points(left.text)


def _says_little(word: str) -> bool:
    return word in FILLERS or word.isdecimal()


def about(question: Question, reading: Reading) -> Reading:
    """Return a reading in which only the items can be meant that a question is about."""
    if not question.among:
        return reading
    items = [item for item in reading.items if item.id in question.among]
    recent = [one for one in reading.recent if one in question.among]
    return replace(reading, items=items, recent=recent, last=min(reading.last, len(recent)))


def param_of(actions: Iterable[Action], question: Question) -> Param | None:
    """Return the parameter that a question asks for."""
    for action in actions:
        for param in action.params:
            if (action.name, param.name) == (question.action, question.missing):
                return param
    return None


def _names(reading: Reading) -> list[str] | None:
    """Return the names that follow the phrase, or else those before it."""
    quoted = " ".join(QUOTED.findall(f"{reading.text}\n{reading.before}"))
    after = _HUNG.sub("", reading.text)
    # "The castle would be nice, but only if we have time": what follows is said of the name.
    remarked = reading.before.strip() and is_remark(after.strip()) and not is_remark(reading.before)
    for text in (reading.before,) if remarked else (after, reading.before):
        names = [name for name in read_names(text) if any(map(str.isalnum, name))]
        names = [name for name in names if name in quoted or not only_points(name)]
        if text is reading.before and is_remark(text):
            # "Mum says the museum is a must, put it first" names no museum called so.
            names = []
        if names:
            break
    reading.text = reading.before = ""
    return names or None


def _items(reading: Reading) -> list[int] | Refusal | Question | None:
    """Return the ids of the items that are meant, by what follows the phrase or else by what stands before it."""
    after, before = _meant(reading, reading.text), _meant(reading, reading.before)
    if isinstance(after, Refusal) and before is not None and is_remark(reading.text):
        # "Las Setas visto, bonito pero caro": what follows is said of the name.
        after = before
    pointed = not (_ONE | _SOME).isdisjoint(word.folded for word in words_of(reading.text))
    if isinstance(after, Refusal) and isinstance(before, Refusal) and not any(map(str.isupper, reading.text)):
        after = before if any(map(str.isupper, reading.before[1:])) else after
    said_before = [word.folded for word in words_of(reading.before) if word.folded not in FILLERS]
    short = 0 < len(said_before) <= SHORT_NAME
    reading.text = reading.before = ""
    if isinstance(before, list) and (pointed or not isinstance(after, list)):
        # "The temple, remove it": the name tells more than the pronoun.
        return before
    if after is None and isinstance(before, Refusal) and short:
        return before
    return before if after is None and isinstance(before, list | Question) else after


def _meant(reading: Reading, text: str) -> list[int] | Refusal | Question | None:
    """Return the ids of the items that a text means; None where it names nothing."""
    meant = _pointed(reading, text)
    if isinstance(meant, list) or meant is None:
        return meant
    said_of = _SAYING.search(text[:LONGEST])
    named = _pointed(reading, text[: said_of.start()]) if said_of else None
    return named if isinstance(named, list) else meant


def _pointed(reading: Reading, text: str) -> list[int] | Refusal | Question | None:
    text = text.strip(_EDGES)
    told = [word.folded for word in words_of(text)]
    if not any(map(str.isalnum, text)):
        return None
    if told and _SOME.issuperset(told):
        return list(reversed(reading.recent[: max(reading.last, 2)])) or None
    if told and _ONE.issuperset(told):
        return list(reading.recent[:1]) or None
    return _named(reading, text)


def _named(reading: Reading, text: str) -> list[int] | Refusal | Question | None:
    """Return the ids of the items that are named or counted; a name that is none of them is refused."""
    names = [item.name for item in reading.items]
    places = {item.id: place for place, item in enumerate(reading.items)}
    recent = [places[one] for one in reading.recent]
    text = without_remark(text)
    found, wanted = find(names, text, recent, reading.last), read_names(text)
    # What follows a comma may be chatter: "remove the castle, it is closed anyway".
    wanted = [name for place, name in enumerate(wanted) if not place or not _is_chatter(name)]
    each = [find(names, name, recent, reading.last) for name in wanted]
    unknown = next((place for place, one in enumerate(each) if not one.places), None)
    if len(wanted) > 1 and unknown is None:
        meant = tuple(dict.fromkeys(place for one in each for place in one.places))
    elif unknown is None or len(found.places) >= len(wanted):
        meant = found.places
    else:
        # "Gion and Nara", of which one is unknown, does not mean the other alone.
        return _unknown(wanted[unknown], [reading.items[place] for place in found.close or each[unknown].close])
    apart = [part for part in _JOINED.split(text) if part.strip()]
    lost = [part for part in apart if find(names, part, recent, reading.last) == NOTHING and not is_remark(part)]
    if len(apart) > 1 and lost and not only_names([names[place] for place in meant], text):
        return _unknown(read_names(lost[0])[0] if read_names(lost[0]) else lost[0], ())
    if not meant and found.close:
        return _unknown(text, [reading.items[place] for place in found.close])
    return [reading.items[place].id for place in meant] or None


def _is_chatter(name: str) -> bool:
    told = fold(name).split()
    return (len(told) > 2 and name == name.lower()) or (len(told) > 1 and told[0] in _ONE | _SOME)


def _unknown(name: str, close: Sequence[Item]) -> Refusal | Question:
    """Return that a name is not there, or the question which of some it means."""
    shown, listed = _TOWARDS.sub("", name)[:80], ", ".join(item.name for item in close[:CHOICES])
    if close:
        return Question(
            said(
                f"I am not sure which one “{shown}” is. Did you mean: {listed}?",
                f"No sé bien cuál es «{shown}». ¿Quieres decir: {listed}?",
                f"Não sei bem qual é “{shown}”. Você quis dizer: {listed}?",
            ),
            among=[item.id for item in close[:CHOICES]],
        )
    return Refusal(
        said(
            f"“{shown}” is not on the list.",
            f"«{shown}» no está en la lista.",
            f"“{shown}” não está na lista.",
        )
    )


def _money(reading: Reading) -> list[Mapping[str, Any]] | None:
    return [money._asdict() for money in _first(reading, read_money) or ()] or None


def _number(reading: Reading) -> int | None:
    return _first(reading, read_number)


def _rating(reading: Reading) -> float | None:
    reading.text = corrected(reading.text, read_rating)
    return _first(reading, read_rating)


def _day(reading: Reading) -> int | str | None:
    reading.text = _HOUR.sub(r"\1", corrected(reading.text, lambda text: read_day(text, reading.today)))
    day = _first(reading, lambda text: read_day(text, reading.today))
    return None if day is None else day.number if day.number is not None else day.date


def _text(reading: Reading) -> str | None:
    text, reading.text = reading.text.strip(_EDGES), ""
    return _LEADING.sub("", text).strip(_EDGES) or None


def _first(reading: Reading, read: Callable[[str], tuple[Value, str]]) -> Value | None:
    """Read a value from what follows the phrase, or else from what stands before it, and take its words out."""
    value, left = _unquoted(reading.text, read)
    if value is not None and value != []:
        reading.text = left
        return value
    value, reading.before = _unquoted(reading.before, read)
    return value


def _unquoted(text: str, read: Callable[[str], tuple[Value, str]]) -> tuple[Value, str]:
    """Read a value from a text, but not from a name in quotes such as "Friday Market"."""
    quoted = QUOTED.findall(text)[:MARKS]
    if not quoted:
        return read(text)
    marks = [chr(FIRST_MARK + place) for place in range(len(quoted))]
    for mark, name in zip(marks, quoted, strict=True):
        text = text.replace(name, mark, 1)
    value, left = read(text)
    for mark, name in zip(marks, quoted, strict=True):
        left = left.replace(mark, name, 1)
    return value, left


_READERS: Mapping[str, Callable[[Reading], Any]] = {
    "names": _names,
    "items": _items,
    "money": _money,
    "number": _number,
    "rating": _rating,
    "day": _day,
    "text": _text,
}
