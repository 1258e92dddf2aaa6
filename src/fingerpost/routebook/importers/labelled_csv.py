"""Reads a CSV of messages and labels."""

from __future__ import annotations

import codecs
import csv
import io
import json
import re
from collections.abc import Sequence
from pathlib import Path

from fingerpost.errors import RowsError
from fingerpost.language.text import fold
from fingerpost.routebook.importers.data_file import read_bytes
from fingerpost.routebook.importers.imported import MAX_ROWS, SHOWN, ImportedRoutes, ImportedRow, collect_routes

TEXT_NAMES = (
    "text", "message", "utterance", "query", "question", "sentence", "mensaje", "texto", "pregunta", "frase",
    "consulta", "mensagem", "pergunta",
)  # fmt: skip
LABEL_NAMES = (
    "label", "intent", "route", "category", "class", "intencion", "etiqueta", "ruta", "categoria", "clase", "intencao",
    "rotulo", "rota", "classe",
)  # fmt: skip
_SEPARATOR_LINE = re.compile(r'"?sep=([^\w\s"]|\t)"?[ \t,;|]*(?:[\r\n]|\Z)', re.IGNORECASE)
"""The first line by which Excel is told the separator; it is no row."""

_FIRST_LINE = "the first line must name the columns, such as text,label"

_SEPARATOR_NAMES = {",": "comma", ";": "semicolon", "\t": "tab"}

# The mark of UTF-32 begins with that of UTF-16.
_BYTE_ORDER_MARKS = {
    "UTF-32": (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE),
    "UTF-16": (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE),
}


def read_labelled_csv(file: Path, text_column: str | None = None, label_column: str | None = None) -> ImportedRoutes:
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
    rows: list[ImportedRow] = []
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
                rows.append(ImportedRow(f"line {line}", _cell(row, text_at), _cell(row, label_at)))
            line = reader.line_num + 1 + skipped
    except csv.Error as error:
        raise RowsError(f"{file}: {_fault(error, line, reader.line_num + skipped)} ({error})") from error
    if longer:
        raise RowsError(f"{file}: {_too_long(longer, len(header), delimiter)}")
    notes = [] if encoding == "UTF-8" else [f"read as {encoding}"]
    notes += [f"only the first {MAX_ROWS:,} rows were read: the file has more"] if more else []
    return collect_routes(file, rows, notes, "is that the column of labels? Name it with --label-column")


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
    content = read_bytes(file)
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
