"""The values of an action out of the words of a request, checked against what the app holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from fingerpost.language.function_words import AND, ARTICLES
from fingerpost.language.number_reader import MOST_DIGITS
from fingerpost.language.same_day import moved, same_days
from fingerpost.language.tokens import Word, glued, listed, words_of
from fingerpost.reading.annotation import ValueSpan
from fingerpost.reading.declaration import DeclaredAction, Parameter
from fingerpost.reading.marks import OTHERS, MarkedText, only_points, speaker_places
from fingerpost.reading.references import EXCEPT, resolve
from fingerpost.reading.values import ME, Held, Unclear, value_of

_WIDENED: Mapping[str, str] = {"date": "days", "number": "days", "amount": "money", "item": "items", "person": "people"}
"""Where the whole of a value stands of which the network found a part."""

_FIGURES = frozenset(("amount", "number", "rating", "date", "share"))
_AS_TYPED = frozenset(("name", "text", "choice"))
_DENIABLE = frozenset(("amount", "number", "rating", "date", "person"))
_NOT = listed("not no nao wasn isn didn wasnt isnt didnt instead vez rather nunca never")
_AS = listed("as que do de del da than of")
_LINKS = _AS | ARTICLES
_TOO_LARGE = listed("""billion billions trillion trillions quadrillion quadrillions quintillion zillion gazillion billón
    billones trillón trillones cuatrillón cuatrillones bilhão bilhões bilião biliões trilhão trilhões""")
"""Words for numbers beyond those that are read."""
_REACH = 4
"""Words before a value in which a negation denies it."""


@dataclass(slots=True)
class Filled:
    """The values of an action as far as the words tell, and what is wrong with them.

    `words`: the words that each value was read from. `missing`: required parameters without a value. `unclear`: names
    among which the words do not decide, by parameter. `unread`: parameters where words stand that are no value of
    theirs. `assumed`: parameters that got what was touched last, since the words name nothing.
    """

    values: dict[str, Any] = field(default_factory=dict)
    words: dict[str, list[str]] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    unclear: dict[str, tuple[str, ...]] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)
    assumed: list[str] = field(default_factory=list)
    twice: int = 0
    """Further values of parameters that take one."""
    garbled: bool = False
    """Whether figures or a day stand there that nobody can read, so that something that was said would be lost."""


def fill(
    action: DeclaredAction,
    spans: Sequence[ValueSpan],
    marked: MarkedText,
    start: int,
    end: int,
    held: Held,
    today: date,
    spoken: Sequence[str] = (),
) -> Filled:
    """Return the values of an action; what is required and no span names is sought in the rest of the request.

    `spoken`: people whom earlier requests of the message name.
    """
    filled = Filled()
    found = _telling(_joined(_widened(sorted(spans), action, marked, start, end), marked.text), action, marked.text)
    found = _undenied(found, action, marked, start, end)
    whole = len(found)
    found = _without_compared(found, action, marked.text, start, end)
    for span in found:
        said = _antecedent(span, action, marked, spoken)
        if not _take(filled, action.parameters[span.parameter], said, held, today):
            _take_elsewhere(filled, action, span.parameter, said, held, today)
    taken = [(span.start, span.end) for span in found]
    for parameter in action.parameters.values():
        if parameter.required and not _is_told(filled, parameter):
            _seek(filled, parameter, marked, taken, start, end, held, today)
    for parameter in action.parameters.values():
        if "date" in parameter.types and not _is_told(filled, parameter):
            _same_day(filled, parameter, marked, start, end, held)
        if parameter.required and not _is_told(filled, parameter):
            _assume(filled, parameter, held)
    told_by_day = len(found) == whole or any(_is_told(filled, one) for one in _dates(action))
    filled.garbled = not told_by_day or _is_garbled(filled, found, action, marked, start, end)
    filled.missing = [one.name for one in action.parameters.values() if one.required and not _is_told(filled, one)]
    return filled


def _is_told(filled: Filled, parameter: Parameter) -> bool:
    return parameter.name in filled.values or parameter.name in filled.unclear


def _dates(action: DeclaredAction) -> list[Parameter]:
    return [one for one in action.parameters.values() if "date" in one.types]


def _without_compared(
    spans: Sequence[ValueSpan], action: DeclaredAction, text: str, start: int, end: int
) -> list[ValueSpan]:
    """Return spans without items that only tell a day: "the fern" in "the rose, the same day as the fern"."""
    compared = []
    for said in (one for one in same_days(text) if start <= one.start < end):
        for span in spans:
            between = [word.folded for word in words_of(text[said.end : max(said.end, span.start)])]
            beside = any(one.parameter == span.parameter and one.start < said.start for one in spans)
            is_item = "item" in action.parameters[span.parameter].types and span.start >= said.end
            if is_item and beside and between[:1] and between[0] in _AS and all(word in _LINKS for word in between):
                compared.append(span)
    return [span for span in spans if span not in compared]


def _is_garbled(
    filled: Filled, spans: Sequence[ValueSpan], action: DeclaredAction, marked: MarkedText, start: int, end: int
) -> bool:
    """Whether a number stands in a request that no reader reads: of too many digits, "½", "five trillion", "NaN €"."""
    typed = [span for span in spans if not _AS_TYPED.isdisjoint(action.parameters[span.parameter].types)]
    named = [place for one in (*marked.items, *marked.people) for place in range(one.start, one.end)]
    for n, word in enumerate(marked.words):
        if not start <= word.start < end or n in named or any(one.start <= word.start < one.end for one in typed):
            continue
        if word.is_digits:
            if len(word.text) > MOST_DIGITS:
                return True
        elif word.folded in _TOO_LARGE or (any(map(_is_fraction, word.text)) and not _after_digits(marked.words, n)):
            return True
    # What is required and unread is asked for.
    lost = {one.name for one in action.parameters.values() if not one.required and not _is_told(filled, one)}
    unread = [one for one in spans if one.parameter in lost.intersection(filled.unread) and one not in typed]
    return any(
        "amount" in action.parameters[span.parameter].types
        or any(map(str.isnumeric, marked.text[span.start : span.end]))
        for span in unread
    )


def _is_fraction(char: str) -> bool:
    return char.isnumeric() and not char.isdecimal() and not char.isalpha()


def _after_digits(words: Sequence[Word], place: int) -> bool:
    return glued(words, place) and words[place - 1].is_digits


def _places(marked: MarkedText, parameter: Parameter) -> list[tuple[int, int]]:
    """Return where values of a parameter's types stand, by the marks."""
    places = []
    for kind in parameter.types:
        for one in getattr(marked, _WIDENED[kind]) if kind in _WIDENED else ():
            if kind in ("item", "person"):
                places.append((marked.words[one.start].start, marked.words[one.end - 1].end))
            else:
                places.append((one[1], one[2]))
    return sorted(set(places))


def _widened(
    spans: Sequence[ValueSpan], action: DeclaredAction, marked: MarkedText, start: int, end: int
) -> list[ValueSpan]:
    """Return spans that cover the whole of the value of which they have a part: "14" of "14/08/2026"."""
    found: list[ValueSpan] = []
    for n, span in enumerate(spans):
        minus = span.start - _has_minus(marked.text, span.start)
        if found and minus < span.start:
            found[-1] = found[-1]._replace(end=min(found[-1].end, minus))
        before = found[-1].end if found else start
        after = spans[n + 1].start if n + 1 < len(spans) else end
        touched = [
            (first, last)
            for first, last in _places(marked, action.parameters[span.parameter])
            if first < span.end and span.start < last
        ]
        first = min([minus, *(one for one, _ in touched)])
        last = max([span.end, *(one for _, one in touched)])
        inside = [word for word in marked.words if first <= word.start < last]
        if first == start and len(inside) > 1 and inside[0].folded in AND:
            # "And Leith too": the request begins with it, not the name.
            first = inside[1].start
        found.append(span._replace(start=max(before, first), end=min(after, last)))
    return found


def _has_minus(text: str, start: int) -> bool:
    """Whether a minus stands right before a figure, and nothing right before it."""
    negative = text[start - 1 : start] in ("-", "−") and text[start : start + 1].isdecimal()
    return negative and not text[: start - 1][-1:].strip()


def _joined(spans: Sequence[ValueSpan], text: str) -> list[ValueSpan]:
    """Join what is named with what is left out of it: "everyone" and "Dave" in "everyone except Dave"."""
    found: list[ValueSpan] = []
    for span in spans:
        if found and found[-1].parameter == span.parameter:
            between = words_of(text[found[-1].end : span.start])
            first = words_of(text[found[-1].start : found[-1].end])
            article = not between and all(word.folded in ARTICLES for word in first)
            if article or EXCEPT.at(between, 0) or (not between and EXCEPT.before(first, len(first))):
                found[-1] = found[-1]._replace(end=span.end)
                continue
        found.append(span)
    return found


def _undenied(
    spans: Sequence[ValueSpan], action: DeclaredAction, marked: MarkedText, start: int, end: int
) -> list[ValueSpan]:
    """Return spans without values that are said not to be, where another is told: "it wasn't 30, 33"."""
    kept: list[ValueSpan] = []
    for span in spans:
        parameter = action.parameters[span.parameter]
        if not _DENIABLE.isdisjoint(parameter.types) and not parameter.many and is_denied(marked, span.start, start):
            if any(other.parameter == span.parameter and other is not span for other in spans):
                continue
            taken = [(one.start, one.end) for one in spans]
            free = [
                place
                for place in _places(marked, parameter)
                if start <= place[0] < end
                and not any(a < place[1] and place[0] < b for a, b in taken)
                and not is_denied(marked, place[0], start)
            ]
            if len(free) == 1:
                kept.append(span._replace(start=free[0][0], end=free[0][1]))
                continue
        kept.append(span)
    return kept


def is_denied(marked: MarkedText, place: int, start: int) -> bool:
    """Whether what begins at a place is said not to be: a negation stands before it, and no sign between."""
    before = [word for word in marked.words if start <= word.start < place][-_REACH:]
    for word in reversed(before):
        if not word.is_letters and word.text not in "'’":
            return False
        if word.folded in _NOT:
            return True
    return False


def _antecedent(span: ValueSpan, action: DeclaredAction, marked: MarkedText, spoken: Sequence[str]) -> str:
    """Return the words of a person with names for pronouns: the last one who was named before in the message."""
    text = marked.text[span.start : span.end]
    words = words_of(text)
    pronouns = [word for word in words if word.folded in OTHERS]
    if "person" not in action.parameters[span.parameter].types or not pronouns:
        return text
    before = [one for one in marked.people if marked.words[one.end - 1].end <= span.start]
    last = max(before, key=lambda one: one.end, default=None)
    if last is None and not spoken:
        return text
    named = marked.text[marked.words[last.start].start : marked.words[last.end - 1].end] if last else spoken[-1]
    for word in reversed(pronouns):
        text = text[: word.start] + named + text[word.end :]
    return text


def _telling(spans: Sequence[ValueSpan], action: DeclaredAction, text: str) -> list[ValueSpan]:
    """Return spans without those that only point, where others of the parameter name something."""
    naming = {span.parameter for span in spans if not only_points(text[span.start : span.end])}
    return [
        span
        for span in spans
        if span.parameter not in naming
        or "item" not in action.parameters[span.parameter].types
        or not only_points(text[span.start : span.end])
    ]


def _take_elsewhere(filled: Filled, action: DeclaredAction, parameter: str, said: str, held: Held, today: date) -> None:
    """Give words that are no value of their parameter to another one that they fit: "12" is no share, but a sum."""
    for other in action.parameters.values():
        if other.name != parameter and not _is_told(filled, other) and _FIGURES.issuperset(other.types):
            if _take(filled, other, said, held, today):
                filled.unread = [one for one in filled.unread if one not in (parameter, other.name)]
                return
            filled.unread.remove(other.name)


def _take(filled: Filled, parameter: Parameter, said: str, held: Held, today: date) -> bool:
    """Take the value of some words; False where they are none."""
    value = value_of(said, parameter, held, today)
    if value is None:
        filled.unread.append(parameter.name)
        return False
    if isinstance(value, Unclear):
        filled.unclear[parameter.name] = value.names
        return True
    filled.words.setdefault(parameter.name, []).append(said)
    known = filled.values.get(parameter.name)
    if parameter.many:
        more = value if isinstance(value, list) else [value]
        filled.values[parameter.name] = [*(known or ()), *(one for one in more if one not in (known or ()))]
        return True
    single = value[0] if isinstance(value, list) and len(value) == 1 else value
    if isinstance(single, list):
        filled.unclear[parameter.name] = tuple(single)
    elif known is None:
        filled.values[parameter.name] = single
    elif known != single:
        filled.twice += 1
    return True


def _seek(
    filled: Filled,
    parameter: Parameter,
    marked: MarkedText,
    taken: list[tuple[int, int]],
    start: int,
    end: int,
    held: Held,
    today: date,
) -> None:
    """Give a parameter what the marks know of and no span has taken."""
    for first, last in _places(marked, parameter):
        if start <= first < end and not any(a < last and first < b for a, b in taken):
            _take(filled, parameter, marked.text[first:last], held, today)
            taken.append((first, last))
            if not parameter.many:
                return
    if "person" in parameter.types and not _is_told(filled, parameter) and ME not in _people(filled):
        for place in speaker_places(marked.words):
            word = marked.words[place]
            free = not any(a <= word.start < b for a, b in taken)
            if start <= word.start < end and free:
                filled.values[parameter.name] = [ME] if parameter.many else ME
                filled.words[parameter.name] = [word.text]
                taken.append((word.start, word.end))
                return


def _same_day(filled: Filled, parameter: Parameter, marked: MarkedText, start: int, end: int, held: Held) -> None:
    """Give a day that is said to be the same, or the next one, as that of an item: "same day as the fort"."""
    for said in (one for one in same_days(marked.text) if start <= one.start < end):
        named = resolve([word for word in marked.words if said.end <= word.start < end], held.items, (), None)
        among = [*named.places, *held.recent]
        days = [held.known[place].get(parameter.name) for place in among if place < len(held.known)]
        day = next((moved(one, said.later) for one in days if one is not None), None)
        if day is not None:
            filled.values[parameter.name] = day
            filled.words[parameter.name] = [marked.text[said.start : said.end]]
            return


def _people(filled: Filled) -> list[Any]:
    """Return all single values that are told so far."""
    return [one for value in filled.values.values() for one in (value if isinstance(value, list) else [value])]


def _assume(filled: Filled, parameter: Parameter, held: Held) -> None:
    """Give an item that is not named what was touched last, or the only one that there is."""
    if "item" not in parameter.types or parameter.name in filled.unread:
        return
    last = 1 if held.last is None else max(1, held.last)
    places = list(held.recent[:last]) or ([0] if len(held.items) == 1 else [])
    if places and (parameter.many or len(places) == 1):
        names = [held.items[place] for place in places]
        filled.values[parameter.name] = names if parameter.many else names[0]
        filled.assumed.append(parameter.name)


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
