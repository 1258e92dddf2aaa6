"""Tables in the data of an account: rows with names of their own, and figures and dates of the same kinds."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from fingerpost.answering.account.claims import read_sentence
from fingerpost.answering.account.dates import find_dates
from fingerpost.answering.account.figures import MONEY, PERCENT, find_figures
from fingerpost.answering.account.prose import listings
from fingerpost.answering.account.quantities import LARGEST
from fingerpost.answering.account.vocabulary import (
    LIMIT,
    MEASURES,
    PERIODS,
    THING_NAMES,
    is_label,
    is_money_key,
    name_of,
    role_of,
)
from fingerpost.language.calendar_words import SHORT_MONTHS, month_numbers
from fingerpost.language.currencies import NAMES, codes
from fingerpost.language.text import fold
from fingerpost.language.tokens import listed, words_of

MAX_ROWS, MAX_PROSE = 40, 4000
"""Rows of a table, and characters of prose that are read for rows."""
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|[_/]+|\s-\s")
_DASHES = re.compile(r"[\s|:\-+=]+")
_BULLET = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+")
_KEYED = re.compile(r"^\s*([^:=]{1,60}?)\s*[:=]\s+(\S.*)$|^\s*([^\s:=|]{1,60})=(\S.*)$")
_DOTTED = re.compile(r"([\w-]{2,40})\.(\w{2,40})")
_MONTH_CELL = re.compile(r"(?:19|20)\d\d-(0[1-9]|1[0-2])")
_PERCENT_WORD = re.compile(r"percent\w*|pct|porcentaje|porcentagem|percentual|rate|tasa|taxa")
_SPAN = re.compile(r"\d+[dhw]")
_SHORT_MONTHS = month_numbers(SHORT_MONTHS)
_CENTS = listed("cents centavos céntimos cêntimos cent")
_CODES = codes(NAMES)
_TIMES = ("current", "previous")
_YES = {"true": True, "yes": True, "si": True, "sim": True, "false": False, "no": False, "nao": False}


@dataclass(frozen=True, slots=True)
class Column:
    """A kind of figure: the words of its title as they compare, its unit and its currency."""

    names: frozenset[str]
    unit: str = ""
    currency: str = ""


@dataclass(slots=True)
class Row:
    """A row: what names it alone, what it shares with others, its figures and dates by column, yes and no by title."""

    names: set[str] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)
    cells: dict[Column, float] = field(default_factory=dict)
    days: dict[frozenset[str], tuple[int, int, int]] = field(default_factory=dict)
    flags: dict[frozenset[str], bool] = field(default_factory=dict)


@dataclass(slots=True)
class Table:
    """Rows of one kind, the words for what they are, and the kinds of their figures."""

    rows: list[Row]
    names: frozenset[str]
    columns: list[Column] = field(init=False)

    def __post_init__(self) -> None:
        """Gather the kinds of figures, in order."""
        self.columns = list(dict.fromkeys(column for row in self.rows for column in row.cells))


def read_tables(sources: Iterable[str | Mapping[str, Any]]) -> list[Table]:
    """Return the tables of sources: of JSON, of lines with cells, and of lines that are keyed alike."""
    found: list[Table] = []
    for source in sources:
        stored: Any = source
        if isinstance(source, str):
            try:
                stored = json.loads(source)
            except (ValueError, RecursionError):
                stored = None
        if isinstance(stored, Mapping | list):
            found += islice(_stored_tables(stored, "", 0), MAX_ROWS)
        elif isinstance(source, str):
            found += _text_tables(source.splitlines()[: MAX_ROWS * 4])
            found += [_table("", rows) for rows in listings(source[:MAX_PROSE])]
    return _merged([table for table in map(_settled, found) if table is not None])


def _merged(tables: Sequence[Table]) -> list[Table]:
    """Return tables of the same rows as one: orders by month, and revenue by month."""
    found: dict[tuple[frozenset[str], ...], Table] = {}
    for number, table in enumerate(tables):
        names = tuple(frozenset(row.names) for row in table.rows)
        key = names if all(names) else (frozenset({str(number)}),)
        if key in found:
            for row, other in zip(found[key].rows, table.rows, strict=True):
                row.cells |= other.cells
                row.days |= other.days
                row.kinds |= other.kinds
            found[key] = Table(found[key].rows, found[key].names | table.names)
        else:
            found[key] = table
    return list(found.values())


def _stored_tables(stored: Any, key: str, depth: int) -> Iterator[Table]:
    if depth > 6:
        return
    if isinstance(stored, Mapping):
        inner = [value for value in stored.values() if isinstance(value, Mapping)]
        by_month = all(name_of(fold(str(key))).startswith("month ") for value in inner for key in value)
        if len(inner) > 1 and len(inner) == len(stored) and not by_month:
            some = islice(stored.items(), MAX_ROWS)
            yield _table(key, [[("", name), *islice(_flat(value), MAX_ROWS)] for name, value in some])
        elif depth and len(stored) > 1 and all(map(_is_number, stored.values())) and not any(map(_tells, stored)):
            yield _table(key, [[("", name), (key, value)] for name, value in islice(stored.items(), MAX_ROWS)])
        for name, value in islice(stored.items(), MAX_ROWS):
            if isinstance(value, Mapping | list):
                yield from _stored_tables(value, str(name), depth + 1)
    elif isinstance(stored, list) and len(stored) > 1:
        if all(isinstance(one, Mapping) for one in stored):
            yield _table(key, [list(islice(_flat(one), MAX_ROWS)) for one in stored[:MAX_ROWS]])
        elif all(map(_is_number, stored)):
            yield _table(key, [[(key, one)] for one in stored[:MAX_ROWS]])


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < LARGEST


def _tells(key: str) -> bool:
    """Whether a key says what a figure is, rather than whose."""
    found = [word.folded for word in words_of(_CAMEL.sub(" ", str(key)))]
    return any(role_of(word) or is_money_key(word) or name_of(word) in THING_NAMES for word in found)


def _flat(stored: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in stored.items():
        if isinstance(value, Mapping) and not before:
            yield from _flat(value, f"{key} ")
        else:
            yield f"{before}{key}", value


def _text_tables(lines: Sequence[str]) -> Iterator[Table]:
    header: list[str] = []
    rows: list[list[tuple[str, Any]]] = []
    keyed: list[tuple[str, str]] = []
    for number, line in enumerate([*lines, ""]):
        if _DASHES.fullmatch(line):
            continue
        cells = cells_of(line)
        if header and len(cells) == len(header):
            rows += [list(zip(header, cells, strict=True))] if len(rows) < MAX_ROWS else []
            continue
        if rows:
            yield _table("", rows)
        header, rows = (cells, []) if cells and is_header(cells, lines[number + 1 :]) else ([], [])
        for part in _parts(_BULLET.sub("", line)) if not header else ():
            if match := _KEYED.match(part):
                key, value = (group for group in match.groups() if group)
                keyed.append((key, value))
    yield from _keyed_tables(keyed)


def _parts(line: str) -> list[str]:
    pairs = re.split(r"[,;]\s+", line)
    return pairs if len(pairs) > 1 and all(_KEYED.match(pair) for pair in pairs) else [line]


def cells_of(line: str) -> list[str]:
    """Return the cells of a line of a table, none where it is no such line."""
    if _DASHES.fullmatch(line):
        return []
    if "|" in line:
        return [cell.strip() for cell in line.strip().strip("|").split("|")]
    for sign in ("\t", ";", ","):
        if sign in line and ": " not in line and not re.search(rf"{sign} ", line):
            return [cell.strip() for cell in line.split(sign)]
    return []


def is_header(cells: Sequence[str], following: Sequence[str]) -> bool:
    """Whether a line names columns: no cell begins with a figure, and as many in the next line, one with a figure."""
    below = next((line for line in following if line.strip() and not _DASHES.fullmatch(line)), "")
    titles = all(cell and not cell[0].isdecimal() for cell in cells)
    return len(cells) > 1 and titles and len(cells_of(below)) == len(cells) and bool(re.search(r"\d", below))


def _keyed_tables(keyed: Sequence[tuple[str, str]]) -> Iterator[Table]:
    """Yield tables of lines: "auth.errors: 5" by what stands before the point, "April: 120" and its like by the key."""
    dotted: dict[str, list[tuple[str, Any]]] = {}
    headed: dict[str, list[tuple[str, Any]]] = {}
    alike: dict[tuple[frozenset[str], ...], list[list[tuple[str, Any]]]] = {}
    for key, value in keyed[: MAX_ROWS * 4]:
        if match := _DOTTED.fullmatch(key):
            dotted.setdefault(match[1], [("", match[1])]).append((match[2], value))
        elif found := _headed(key):
            headed.setdefault(found[0], [("", found[0])]).append((found[1], value))
        elif row := _keyed_row(key, value):
            alike.setdefault(tuple(frozenset(_title(title)) for title, _ in row[1:]), []).append(row)
    for rows_of in (dotted, headed):
        if len(rows_of) > 1:
            yield _table("", list(rows_of.values()))
    for rows in alike.values():
        if len(rows) > 1:
            yield _table("", rows)


def _headed(key: str) -> tuple[str, str] | None:
    """Return the name and the title of a key such as "student_licenses": a word that tells nothing, and a thing."""
    words = [word.text for word in words_of(_CAMEL.sub(" ", key))]
    if len(words) < 2 or "_" not in key or role_of(fold(words[0])) or not is_label(fold(words[0])):
        return None
    counted = name_of(fold(words[1])) in THING_NAMES - {*PERIODS} - MEASURES
    return (words[0], " ".join(words[1:])) if counted else None


def _keyed_row(key: str, value: str) -> list[tuple[str, Any]]:
    """Return the row of a line whose key is a name: a month, or a word that says nothing of what is counted."""
    words = words_of(_CAMEL.sub(" ", key))
    months = [word.text for word in words if name_of(word.folded).startswith("month ")]
    rest = " ".join(word.text for word in words if word.text not in months and word.is_letters)
    called = [word.text for word in words[1:] if word.is_capital and not _tells(word.text)]
    if not months and _tells(key) and not (called and _tells(words[0].text)):
        return []
    reading = read_sentence(value)
    if not reading.claims or reading.dates:
        return []
    row: list[tuple[str, Any]] = [("", " ".join(months or called) or key)]
    for claim in reading.claims:
        figure = claim.figure
        said = value[
            reading.words[max(figure.first - 1, 0)].start
            if figure.unit == MONEY
            else reading.words[figure.first].start :
        ]
        title = f"{rest if months else ''} {claim.thing}{' limit' if claim.role == LIMIT else ''}"
        row.append((title.strip() or figure.unit or "value", said))
    return row


def _title(title: str) -> set[str]:
    """Return the words of a title as they compare, also such as 5xx and p95; months also where they are short."""
    words = re.findall(r"[^\W_]+", fold(_CAMEL.sub(" ", title)))
    plain = (word for word in words if len(word) > 1 and not word.isdecimal() and not _SPAN.fullmatch(word))
    return {f"month {_SHORT_MONTHS[word]}" if word in _SHORT_MONTHS else name_of(word) for word in plain}


def _table(key: str, rows: Sequence[Sequence[tuple[str, Any]]]) -> Table:
    """Return a table of cells with their titles; a cell without a title names its row."""
    names = set(_title(key))
    firsts = [row[0][0] for row in rows if row]
    if firsts and firsts[0] and not _is_number(rows[0][0][1]):
        names |= _title(firsts[0])
    texts = Counter((title, fold(str(value))) for row in rows for title, value in row if isinstance(value, str))
    shared = {title for (title, _), count in texts.items() if count > 1}
    # The first title whose texts differ names the rows, and the others say of what kind they are.
    first = next((title for title, _ in texts if title not in shared and not _is_value(rows, title)), None)
    found = [_row(row, {title for title, _ in row if title != first}) for row in rows[:MAX_ROWS]]
    return Table(found, frozenset(names - {"name", "nombre", "nome", "id"}))


def _is_value(rows: Sequence[Sequence[tuple[str, Any]]], title: str) -> bool:
    """Whether what stands under a title are figures or dates rather than names."""
    texts = [str(value).strip() for row in rows for other, value in row if other == title]
    texts = [text for text in texts if not name_of(fold(text)).startswith("month ")]
    return any(text[:1].isdecimal() or text[:1] in "$€£-+" or find_dates(words_of(text)) for text in texts)


def _row(cells: Sequence[tuple[str, Any]], shared: AbstractSet[str]) -> Row:
    """Return a row; `shared`: titles whose texts do not name a row alone."""
    row = Row()
    for title, value in cells:
        names = frozenset(_title(title))
        if isinstance(value, bool) or fold(str(value)) in _YES:
            row.flags[names] = value if isinstance(value, bool) else _YES[fold(value)]
        elif _is_number(value):
            column = _column(title)
            row.cells[column] = float(value) / (100 if column.unit == MONEY and _CENTS & names else 1)
        elif isinstance(value, str) and value.strip():
            _read_cell(row, title, value.strip(), title in shared)
    return row


def _read_cell(row: Row, title: str, text: str, is_shared: bool) -> None:
    words = words_of(text)
    dates = find_dates(words)
    if (named := name_of(fold(text))).startswith("month "):
        row.names.add(named)
    elif match := _MONTH_CELL.fullmatch(text):
        row.names.add(f"month {int(match[1])}")
    elif dates and dates[0].first == 0 and dates[0].after == len(words):
        day = dates[0].readings[0]
        if day[2]:
            row.days[frozenset(_title(title))] = day
        else:
            row.names.add(f"month {day[1]}")
    elif title and (text[0].isdecimal() or text[0] in "$€£R-+") and (figures := find_figures(words)):
        if figures[0].first <= 2:
            column = _column(title, figures[0].unit, figures[0].currency)
            row.cells[column] = figures[0].value / (100 if not figures[0].unit and _CENTS & _title(title) else 1)
    elif is_shared:
        row.kinds.add(fold(text))
    else:
        row.names.add(fold(text))


def _column(title: str, unit: str = "", currency: str = "") -> Column:
    words = [word.folded for word in words_of(_CAMEL.sub(" ", title))]
    names = _title(title)
    currency = currency or next((_CODES[word] for word in words if len(word) == 3 and word in _CODES), "")
    if not unit and (
        currency or (any(map(is_money_key, words)) and not names & THING_NAMES - {"invoice", "payment", *PERIODS})
    ):
        unit = MONEY
    if not unit and any(_PERCENT_WORD.fullmatch(word) for word in words if word not in ("rate", "tasa", "taxa")):
        unit = PERCENT
    roles = {f"role {role}" for word in words if (role := role_of(word))}
    named = {name for name in names if is_label(name) or role_of(name) or name in THING_NAMES or name in _TIMES}
    return Column(frozenset(named | roles) - {name.lower() for name in _CODES}, unit, currency)


def _settled(table: Table) -> Table | None:
    """Return a table whose rows compare: at least two with figures or dates, and not each a thing with its limit."""
    rows = [row for row in table.rows if row.cells or row.days or row.flags]
    columns = Counter(column for row in rows for column in row.cells)
    if len(rows) < 2 or (columns and max(columns.values()) < 2):
        return None
    words = (re.findall(r"[^\W\d_]+", " ".join(row.names)) for row in rows)
    things = [frozenset(map(name_of, some)) & THING_NAMES for some in words]
    limited = any("role limit" in column.names for column in table.columns)
    if limited and sum(map(bool, things)) > 1 and len(set(things)) > 1:
        return None
    months = [next(iter(row.days.values()))[1] for row in rows if row.days]
    if len(set(months)) == len(months) == len(rows) and not any(map(_is_month, rows)):
        for row, month in zip(rows, months, strict=True):
            row.names.add(f"month {month}")
    if not any(row.names for row in rows) and all(row.days for row in rows):
        for row in rows:
            row.names.add(f"day {next(iter(row.days.values()))[1:]}")
    return Table(rows, table.names)


def _is_month(row: Row) -> bool:
    return any(name.startswith("month ") for name in row.names)
