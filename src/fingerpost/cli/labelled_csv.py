"""Reads a CSV of messages and labels into routes and examples, for `fingerpost new --from`."""

from __future__ import annotations

import codecs
import csv
import io
import json
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from fingerpost.errors import RowsError
from fingerpost.language.text import fold, unpunctuated

TEXT_NAMES = (
    "text", "message", "utterance", "query", "question", "sentence", "mensaje", "texto", "pregunta", "frase",
    "consulta", "mensagem", "pergunta",
)  # fmt: skip
LABEL_NAMES = (
    "label", "intent", "route", "category", "class", "intencion", "etiqueta", "ruta", "categoria", "clase", "intencao",
    "rotulo", "rota", "classe",
)  # fmt: skip
OUT_OF_SCOPE = ("oos", "none", "outofscope", "fallback", "fueradealcance", "ninguno", "ninguna", "nenhum", "nenhuma")

MAX_ROWS = 100_000
"""Rows that are read; a routebook learns little from more."""

MAX_LABELS = 300
"""Labels from which on a column is not one of labels."""


MAX_NAME = 60
"""Most characters of a route's name that is made of a label."""

SHOWN = 5
"""Most lines that an error names."""

_SEPARATOR_LINE = re.compile(r'"?sep=([^\w\s"]|\t)"?[ \t,;|]*(?:[\r\n]|\Z)', re.IGNORECASE)
"""The first line by which Excel is told the separator; it is no row."""

_FIRST_LINE = "the first line must name the columns, such as text,label"

_SEPARATOR_NAMES = {",": "comma", ";": "semicolon", "\t": "tab"}

# The mark of UTF-32 begins with that of UTF-16.
_BYTE_ORDER_MARKS = {
    "UTF-32": (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE),
    "UTF-16": (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE),
}


class LabelledMessages(NamedTuple):
    """The examples as (text, route), the out-of-scope route if there is one, and what people should know."""

    examples: list[tuple[str, str]]
    out_of_scope: str | None
    notes: list[str]


def read_labelled_csv(file: Path, text_column: str | None = None, label_column: str | None = None) -> LabelledMessages:
    """Return the messages of a file; raise RowsError with the file and what to do."""
    content, encoding = _decoded(file)
    _check_form(file, content)
    lines = io.StringIO(content, newline="")
    declared = _SEPARATOR_LINE.match(content)
    skipped = 1 if declared else 0
    delimiter = declared[1] if declared else _delimiter(re.split(r"[\r\n]", content, maxsplit=1)[0])
    if declared:
        lines.readline()
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=True)
    rows: list[_Row] = []
    longer: list[int] = []
    more, line = False, 1 + skipped
    try:
        header = [name.strip() for name in next(reader, [])]
        text_at = _column(file, header, text_column, TEXT_NAMES, "--text-column")
        label_at = _column(file, header, label_column, LABEL_NAMES, "--label-column")
        line = reader.line_num + 1 + skipped
        for row in reader:
            if any(cell.strip() for cell in row):
                if more := len(rows) == MAX_ROWS:
                    break
                if len(row) > len(header):
                    longer.append(line)
                rows.append(_Row(line, _cell(row, text_at), _cell(row, label_at)))
            line = reader.line_num + 1 + skipped
    except csv.Error as error:
        raise RowsError(f"{file}: {_fault(error, line, reader.line_num + skipped)} ({error})") from error
    if longer:
        raise RowsError(f"{file}: {_too_long(longer, len(header), delimiter)}")
    notes = [] if encoding == "UTF-8" else [f"read as {encoding}"]
    notes += [f"only the first {MAX_ROWS:,} rows were read: the file has more"] if more else []
    return _examples(file, rows, notes)


class _Row(NamedTuple):
    """A message and its label, with the line where they begin."""

    line: int
    text: str
    label: str


def _check_form(file: Path, content: str) -> None:
    """Raise RowsError for a file that is empty, or whose first line is a JSON object."""
    first = next((line for line in content.splitlines() if line.strip()), None)
    if first is None:
        raise RowsError(f"{file}: is empty: {_FIRST_LINE}, and the others have a message each")
    try:
        is_json = first.lstrip().startswith("{") and isinstance(json.loads(first), dict)
    except (ValueError, RecursionError):
        is_json = False
    if is_json:
        raise RowsError(
            f'{file}: is JSONL, not CSV: write it as CSV, or, where its lines are {{"text": …, "route": …}}, make a '
            "routebook with `fingerpost new` and put it in the place of its examples.jsonl"
        )


def _fault(error: csv.Error, line: int, end: int) -> str:
    """Return what is wrong with a row, from the line where it begins to where reading failed.

    A cell of many lines that is too long has a quotation mark that is not closed.
    """
    if line == end and "field limit" in str(error):
        return (
            f"line {line}: a cell is longer than {csv.field_size_limit():,} characters: shorten it, or delete the row"
        )
    if line == end:
        return (
            f"line {line}: a quotation mark is not closed, or text follows where one closes: put the whole message in "
            'quotation marks, and write those inside it twice ("")'
        )
    return (
        f"line {line}: a quotation mark opens in this row and is not closed before line {end}: close it where the "
        'message ends; quotation marks inside a message are written twice ("")'
    )


def _too_long(lines: Sequence[int], columns: int, delimiter: str) -> str:
    """Return what is wrong with rows that have more cells than there are columns: which cell is which is unknown."""
    named = ", ".join(map(str, lines[:SHOWN])) + (f" and {len(lines) - SHOWN} more" if len(lines) > SHOWN else "")
    sign = _SEPARATOR_NAMES.get(delimiter, delimiter)
    return (
        f"line{'s' if len(lines) > 1 else ''} {named}: more cells than the {columns} columns of the header: put "
        f'messages with a {sign} in quotation marks ("one{delimiter} two"), and delete separators at the end of lines'
    )


def _decoded(file: Path) -> tuple[str, str]:
    try:
        content = file.read_bytes()
    except OSError as error:
        raise RowsError(f"{file}: cannot be read: {error.strerror or error}") from error
    for encoding, marks in _BYTE_ORDER_MARKS.items():
        if content.startswith(marks):
            try:
                return content.decode(encoding), encoding
            except UnicodeDecodeError as error:
                raise RowsError(f"{file}: is damaged {encoding}: save it as UTF-8") from error
    if b"\0" in content:
        raise RowsError(f"{file}: {_with_zero_bytes(content)}")
    try:
        return content.decode("utf-8-sig"), "UTF-8"
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace"), "Windows-1252"


def _with_zero_bytes(content: bytes) -> str:
    """Return what is wrong with a file that has bytes of zero: no encoding that it could be read in has them."""
    head = content[:4096]
    if any(half.count(0) > 0.8 * len(half) for half in (head[::2], head[1::2])) and head.count(0) < 0.6 * len(head):
        # Of letters and separators of western languages, every second byte is zero.
        return "is UTF-16 without the mark at its beginning that tells so: save it as UTF-8"
    line = content[: content.index(b"\0")].count(b"\n") + 1
    return f"line {line}: has a byte of zero, so it is no text, or is damaged: save it as CSV in UTF-8"


def _delimiter(header: str) -> str:
    """Return the separator that the header has most of; a comma if there is none."""
    return max(",;\t|", key=header.count)


def _column(file: Path, header: list[str], named: str | None, known: tuple[str, ...], option: str) -> int:
    if named is not None:
        if named in header:
            return header.index(named)
        raise RowsError(f"{file}: {option} {named}: no such column; columns: {', '.join(header)}")
    found = [i for i, name in enumerate(header) if re.sub(r"[\W_]+", "", fold(name)) in known]
    if len(found) == 1:
        return found[0]
    columns = ", ".join(header)
    if found:
        raise RowsError(f"{file}: several columns could be it: name one with {option}; columns: {columns}")
    raise RowsError(
        f"{file}: {_FIRST_LINE}. Here it reads: {columns}. None of these is known: name the column with {option}, or "
        f"call it {', '.join(known[:3])} or the like"
    )


def _cell(row: list[str], at: int) -> str:
    return " ".join(row[at].split()) if at < len(row) else ""


def _examples(file: Path, rows: Sequence[_Row], notes: list[str]) -> LabelledMessages:
    empty = sum(not row.text or not row.label for row in rows)
    names: dict[str, str] = {}
    spelled: dict[str, str] = {}
    labels_of: dict[str, dict[str, str]] = {}
    route_of: dict[str, tuple[str, str]] = {}
    conflicts: list[str] = []
    repeated = 0
    outside = None
    for line, text, label in rows:
        if not text or not label:
            continue
        # Two labels that differ in capitals or signs alone are one route.
        name = spelled.setdefault(_route_name(label).casefold(), _route_name(label))
        names[label] = name
        labels_of.setdefault(name, {}).setdefault(_plain_label(label).casefold() or label, label)
        if re.sub(r"[\W_]+", "", fold(label)) in OUT_OF_SCOPE:
            name = names[label] = outside = outside or name
        key = unpunctuated(text)
        if key not in route_of:
            route_of[key] = (text, name)
        elif route_of[key][1] == name:
            repeated += 1
        else:
            conflicts.append(f'line {line} "{text[:40]}" stays {route_of[key][1]}, not {name}')
    examples = list(route_of.values())
    counts = Counter(name for _, name in examples)
    if len(counts) < 2:
        raise RowsError(f"{file}: has {'one label' if counts else 'no labelled message'}: at least two are needed")
    if len(counts) > MAX_LABELS:
        raise RowsError(f"{file}: has {len(counts)} labels: is that the column of labels? Name it with --label-column")
    renamed = [f"{label} is {name}" for label, name in names.items() if label != name]
    notes += [f"{empty} rows without text or label were skipped"] if empty else []
    notes += [f"{repeated} repeated messages were skipped"] if repeated else []
    if conflicts:
        shown = "; ".join(conflicts[:SHOWN]) + (" …" if len(conflicts) > SHOWN else "")
        notes.append(f"{len(conflicts)} messages had a second label, and the first was kept: {shown}")
    notes += [
        f"several labels became the route {name}: {' and '.join(map(_quoted, labels.values()))}"
        for name, labels in labels_of.items()
        if len(labels) > 1
    ]
    notes += [f"renamed: {', '.join(renamed[:10])}{' …' if len(renamed) > 10 else ''}"] if renamed else []
    notes += [f"{outside} is the route of messages out of scope"] if outside else []
    return LabelledMessages(examples, outside, notes)


def _route_name(label: str) -> str:
    """Return a label as the name of a route: its letters, digits, - and _."""
    return _plain_label(label)[:MAX_NAME] or "route"


def _plain_label(label: str) -> str:
    return re.sub(r"[^\w-]+", "_", label).strip("_-")


def _quoted(label: str) -> str:
    return f'"{label}"' if len(label) <= 2 * MAX_NAME else f'"{label[:MAX_NAME]}…{label[-MAX_NAME:]}"'
