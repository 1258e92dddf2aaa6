"""The data of a request, read into named quantities with units: lines, JSON, tables, lists and prose."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, pairwise
from typing import Any

from fingerpost.answering.account.claims import Claim, SentenceReading, period_in, period_of, read_sentence
from fingerpost.answering.account.figures import MONEY, PERCENT
from fingerpost.answering.account.quantities import LARGEST, AccountData, DataDate, Quantity, settled
from fingerpost.answering.account.rows import cells_of, is_header
from fingerpost.answering.account.vocabulary import (
    COMMON_OPENINGS,
    LIMIT,
    PERIOD_WORDS,
    PLAN_CUES,
    THING_NAMES,
    USED,
    date_kind,
    is_label,
    is_money_key,
    name_of,
    role_of,
)
from fingerpost.language.currencies import NAMES, codes
from fingerpost.language.detect import language_of
from fingerpost.language.number_reader import figure
from fingerpost.language.text import fold
from fingerpost.language.tokens import listed, words_of

MAX_QUANTITIES, MAX_READ, MAX_SEGMENT = 400, 20_000, 300
"""Quantities and characters that are read with their names, and characters that are read as one statement."""

_KEYED = re.compile(r"^\s*((?:(?![:=|]|\b\d).){1,60}?)\s*[:=]\s+?(\S.*)$|^\s*([^\s:=|]{1,60})=(\S.*)$")
_BULLET = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+")
_SEGMENT = re.compile(r"(?<=[^\d\s])[.;!]\s+|(?<=\d)[.;!]\s+(?=[A-ZÁÉÍÓÚ¿¡\d])|(?<=\d);\s+|;\s+")
_PERCENT_KEY = re.compile(r"percent\w*|pct|porcentaje|porcentagem|percentual")
_LABEL_KEYS = listed(
    "name resource type metric label nombre nome recurso tipo metrica service servicio servico item month mes id"
)
_CURRENCIES = codes(NAMES)
_CURRENCY_CODES = frozenset(code.lower() for code in _CURRENCIES.values())
_FIGURE = re.compile(r"(?<![\w.,])\d{1,15}(?:[.,]\d{1,15}){0,4}(?![\w])")
_PLAN_NAME = re.compile(
    r"(?:\b[Pp]lano?|\b[Tt]ier)[\"']?(?: (?:actual|current|atual))?(?: (?:is|es|é))?[\s:=\"']+([A-ZÁÉÍÓÚ][\w+-]*)"
    r"|\b([A-ZÁÉÍÓÚ][\w+-]*) plan\b"
)
_NUMBERED = re.compile(r"\b[a-z]+\d+\b")
_UNDERSCORE = re.compile(r"(?<=\d)_(?=\d{3})")
_SHORT = re.compile(r"^\s*([a-z]\w*(?: \w+){0,2}) ([\d$€].*)$")
"""A statement without a sign between its name and its figure: "calls 3500"."""
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|[_\-/]+")
_CALENDAR = frozenset({"day", "week", "month", "year"})
_PER_WORDS = listed("per por each cada")
_MARK = "\u2063"
_OWN_NAME = re.compile(f"{_MARK}[^{_MARK}]*{_MARK}")
_CENTS = listed("cents centavos céntimos cêntimos cent")
_PARTS = " / "
"""Between the keys of a path."""
_FORMAT_RULE = re.compile(
    r"\b(?:sentences?|frases?|oracion(?:es)?|oracoes|rules?|reglas?|regras?|words?|palabras?|palavras?)\b"
)
_DAY_OF = re.compile(r"(?:\b|_)(?:day|dia):? (\d{1,3}) (?:of|de|/) (\d{1,3})\b")
_DASHES = re.compile(r"[\s|:\-+=]+")


def read_data(sources: Iterable[str | Mapping[str, Any]]) -> AccountData:
    """Return what sources hold: texts of any form, and mappings."""
    found = AccountData()
    records, read = count(1), 0
    for source in sources:
        text = source if isinstance(source, str) else str(dict(source))
        for path, value, own in _entries(source):
            read += len(path) + len(str(value))
            if len(found.quantities) >= MAX_QUANTITIES or read > MAX_READ:
                found.bare |= _bare_figures(text)
                break
            record = next(records)
            _read_entry(found, path, value, own or record)
        found.words |= {word.folded for word in words_of(text)}
        found.text += f"{fold(text)}\n"
        found.texts += [("plan", name) for name in _plan_names(text)]
        for match in _DAY_OF.finditer(fold(text)):
            for value, role in zip(match.groups(), (USED, LIMIT), strict=True):
                found.quantities.append(Quantity(float(value), "", role, frozenset({"day"}), shown=match[0]))
    found.quantities = settled(found)
    return found


def _entries(source: str | Mapping[str, Any]) -> Iterator[tuple[str, Any, int]]:
    """Yield key, value and record (0 for one of its own) of everything in a source; the key is empty in prose."""
    stored: Any = source
    if isinstance(source, str):
        try:
            stored = json.loads(source)
        except (ValueError, RecursionError):
            stored = _literal(source)
    if isinstance(stored, Mapping | list):
        yield from _leaves(stored)
    elif isinstance(source, str):
        yield from _text_entries(source.splitlines())


def _literal(source: str) -> Any:
    """Return what a text in the writing of Python holds, None for other texts."""
    if source.lstrip()[:1] not in ("{", "["):
        return None
    try:
        return ast.literal_eval(source.strip())
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None


def _leaves(value: Any, path: str = "", depth: int = 0) -> Iterator[tuple[str, Any, int]]:
    record = -id(value)
    if isinstance(value, Mapping) and depth < 8:
        named = " ".join(
            str(inner) for key, inner in value.items() if isinstance(inner, str) and fold(str(key)) in _LABEL_KEYS
        )
        for key, inner in value.items():
            where = f"{path}{_PARTS}{_own(named)} {_CAMEL.sub(' ', str(key))}" if depth else _CAMEL.sub(" ", str(key))
            for name, leaf, own in _leaves(inner, where, depth + 1):
                yield name, leaf, own or record
    elif isinstance(value, list | tuple) and depth < 8:
        for inner in value:
            yield from _leaves(inner, path, depth + 1)
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        yield path, value, 0


def _own(named: str) -> str:
    """Return the name of a row as it stands in a key: it says whose a figure is, and not what."""
    return f"{_MARK}{named}{_MARK}" if named else ""


def _title(key: str) -> str:
    """Return a key without the name of a row, unless that says what the figure counts."""
    bare = _OWN_NAME.sub(" ", key)
    words = [word.folded for word in words_of(bare.rpartition(_PARTS)[2]) if word.is_letters]
    return key if all(role_of(word) or not is_label(word) for word in words) else bare


def _text_entries(lines: Sequence[str]) -> Iterator[tuple[str, Any, int]]:
    header: list[str] = []
    for number, line in enumerate(lines):
        cells = cells_of(line)
        if cells and is_header(cells, lines[number + 1 :]):
            header = cells
        elif header and len(cells) == len(header):
            yield from _row(header, cells, -number - 1)
        elif not cells or not _DASHES.fullmatch(line):
            header = header if _DASHES.fullmatch(line) else []
            for segment in _segments(_BULLET.sub("", line)):
                keyed = _KEYED.match(segment) or _SHORT.match(segment)
                key, value = [group for group in keyed.groups() if group] if keyed else ("", "")
                if keyed and len(key.split()) <= 6:
                    yield _CAMEL.sub(" ", key), value, 0
                else:
                    yield "", segment, 0


def _row(header: Sequence[str], cells: Sequence[str], record: int) -> Iterator[tuple[str, Any, int]]:
    named = [cell for cell in cells if not any(char.isdecimal() for char in cell)]
    for title, cell in zip(header, cells, strict=True):
        if any(char.isdecimal() for char in cell):
            yield f"{_own(' '.join(named))} {_CAMEL.sub(' ', title)}", cell, record


def _segments(line: str) -> list[str]:
    """Return the statements of a line: sentences, or the pairs of "used: 9000, limit: 10000"."""
    pairs = re.split(r",\s+", line)
    if len(pairs) > 1 and all(_KEYED.match(pair) for pair in pairs):
        return pairs
    whole = [segment for segment in _SEGMENT.split(line) if segment.strip() and not _FORMAT_RULE.search(fold(segment))]
    return [part[at : at + MAX_SEGMENT] for part in whole for at in range(0, len(part), MAX_SEGMENT)]


def _read_entry(found: AccountData, whole_key: str, value: Any, record: int) -> None:
    """Add the quantities and dates of one entry."""
    key = whole_key.replace(_MARK, "")
    if isinstance(value, str):
        value = _UNDERSCORE.sub("", value)
        title = _title(whole_key).replace(_MARK, "").strip()
        reading = read_sentence(f"{title}: {value}" if title else value)
        text = fold(f"{key} {value}")
        day_first = language_of(f"{key} {value}") != "en"
        for number, dated in enumerate(reading.dates):
            kind = date_kind(_near(reading, dated.first)) or date_kind(fold(key))
            if not kind and PERIOD_WORDS & set(fold(key).split()):
                kind = ("starts", "ends", "")[min(number, 2)]
            shown = "" if reading.claims else key
            found.dates += [DataDate(day, kind, shown) for day in dated.readings[: 1 if day_first else 2]]
        shown = f"{key}: {value}" if key else value
        found.quantities += [_quantity(claim, reading, whole_key, record, shown) for claim in reading.claims]
        if key and not reading.claims and not reading.dates and 0 < len(value.strip()) <= 80:
            found.texts.append((key, value.strip(" .")))
        found.words |= {word.folded for word in words_of(text)}
    elif abs(value) < LARGEST:
        found.quantities.append(_keyed_number(whole_key, float(value), record))
        found.words |= {word.folded for word in words_of(key)}


def _bare_figures(text: str) -> set[float]:
    return {float(value) for raw in _FIGURE.findall(text) if (value := figure(raw)) is not None}


def _plan_names(text: str) -> list[str]:
    """Return the names that stand beside the word for a plan."""
    found = (match[1] or match[2] for match in _PLAN_NAME.finditer(text))
    return [name for name in found if fold(name) not in COMMON_OPENINGS]


def _near(reading: SentenceReading, place: int) -> str:
    """Return the words of the clause of a place up to it."""
    begin, _ = reading.clauses[reading.clause_at(place)]
    return " ".join(word.folded for word in reading.words[begin:place])


def _quantity(claim: Claim, reading: SentenceReading, key: str, record: int, text: str) -> Quantity:
    keyed, title = _key_names(key), _title(key)
    key, begun = key.replace(_MARK, ""), len(title.replace(_MARK, "").strip())
    things = frozenset({claim.thing}) if claim.thing else _key_things(title)
    begin, end = reading.clauses[claim.clause]
    own = [word for word in reading.words[begin:end] if word.is_letters]
    if not claim.thing and not key:
        things = (frozenset(name_of(word.folded) for word in own) & THING_NAMES) - _CALENDAR
    inside = frozenset(
        name_of(word.folded)
        for word in own
        if is_label(word.folded)
        and word.start > begun
        and word.folded not in _CURRENCY_CODES
        and (word.is_capital or name_of(word.folded) != word.folded or (bool(key) and len(reading.claims) > 1))
    ) - {"month", "current"}
    labels = (keyed | inside) - things
    said, key_words = claim.figure, {word.folded for word in words_of(title)}
    unit = said.unit or _key_unit(key_words, things)
    in_plan = bool(key_words & PLAN_CUES) and not unit
    role = claim.role or (LIMIT if key_words & PERIOD_WORDS or in_plan else "")
    if unit == PERCENT and not role:
        role = USED
    per = claim.per or _priced(title, unit) or period_in(title)
    # What may be used a month is the limit of the current one.
    per = "" if role == LIMIT or (per == "month" and unit != MONEY) else per
    labels = frozenset() if in_plan else labels
    currency = said.currency or _key_currency(key_words)
    value = said.value / 100 if key_words & _CENTS and not said.unit else said.value
    return Quantity(value, unit, role, things, labels, per, currency, record, text)


def _role_said(title: str) -> str:
    return next((role for word in reversed(words_of(title)) if (role := role_of(word.folded))), "")


def _keyed_number(key: str, value: float, record: int) -> Quantity:
    title = _title(key)
    key_words = [word.folded for word in words_of(title)]
    names = _key_names(key)
    things = _key_things(title)
    unit = _key_unit(key_words, things)
    things = things - _CALENDAR if unit == MONEY else things
    role = _role_said(title)
    if not role and PERIOD_WORDS & set(key_words):
        role = LIMIT
    if unit == PERCENT and role in ("", LIMIT):
        role = USED
    per = _priced(title, unit) or period_in(title)
    per = "" if role == LIMIT or (per == "month" and unit != MONEY) else per
    value = value / 100 if unit == MONEY and _CENTS & set(key_words) else value
    return Quantity(
        value, unit, role, things, names - things, per, _key_currency(key_words), record, f"{key.replace(_MARK, '')}: "
    )


def _key_names(key: str) -> frozenset[str]:
    words = words_of(key)
    found = (word.folded for word in words if word.is_letters)
    plain = {name_of(word) for word in found if is_label(word) and word not in PERIOD_WORDS and not period_of(word)}
    return frozenset(plain | set(_NUMBERED.findall(fold(key)))) - _CURRENCY_CODES


def _key_currency(key_words: Iterable[str]) -> str:
    return next((_CURRENCIES[word] for word in key_words if len(word) == 3 and word in _CURRENCIES), "")


def _key_things(key: str) -> frozenset[str]:
    """Return what a key counts: the things of the last part of its path that names any."""
    found = (_key_names(part) & THING_NAMES for part in reversed(key.split(_PARTS)))
    return next((things for things in found if things), frozenset())


def _key_unit(key_words: Iterable[str], things: frozenset[str]) -> str:
    found = list(key_words)
    if any(_PERCENT_KEY.fullmatch(word) for word in found):
        return PERCENT
    is_money = any(is_money_key(word) or word in _CURRENCY_CODES for word in found)
    return MONEY if is_money and (not things - {"invoice", "payment", *_CALENDAR} or _PER_WORDS & set(found)) else ""


def _priced(title: str, unit: str) -> str:
    """Return what a key gives the price of one of: "price_per_gb"."""
    words = [word.folded for word in words_of(title)]
    found = (name_of(word) for before, word in pairwise(words) if before in _PER_WORDS)
    return next((name for name in found if name in THING_NAMES - _CALENDAR), "") if unit == MONEY else ""
