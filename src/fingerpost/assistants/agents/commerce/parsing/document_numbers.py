"""Finds the number of a document that no known label announces, by its form, its place and the words before it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from fingerpost.assistants.agents.commerce.language.labels import normalize
from fingerpost.assistants.agents.commerce.language.semantic_similarity import closeness
from fingerpost.assistants.agents.commerce.parsing.layout import Cell, LayoutRow
from fingerpost.assistants.agents.commerce.parsing.party_names import ADDRESS, find_tax_id

MOST_ROWS, MOST_WORDS = 14, 4
"""Maximum number of rows from the top, and of words that may name a number."""
NAMES = (
    "document number",
    "our reference",
    "invoice number",
    "ticket number",
    "número de documento",
    "nossa referência",
)
LIKE = 0.5
"""Minimum cosine of a label with a name of the number of a document."""

_CODE = re.compile(
    r"(?<![\w./-])(?=[\w./ -]*\d{2})(?:[A-ZÀ-ÖØ-Þ]{1,6} (?=\d{1,10}/\d))?"
    r"[A-Z]{0,6}\d*(?:\s?[-/.]\s?[A-Z\d]{1,10}){1,4}(?![\w/-])|"
    r"(?<![\w./-])[A-Z]{1,5}-?\d{3,}(?![\w/-])"
)
_OF_SERIES = re.compile(r"[A-ZÀ-ÖØ-Þ]{1,6} (?:[A-Z\d]{1,10}/)?\d+/\d+")
_PHONE = re.compile(r"\(\d*\)?\s*$|\+\d+\s*$")
_WORD = re.compile(r"[^\W\d_]{2,}")
_NAMES_OTHER = re.compile(
    r"(?<![^\W_])(?:your|su|vuestr[oa]|seu|sua|voss[oa]|v|account|acc?t|customer|client\w*|vat|tax|tel\w*|fone|phone|fax|reg|"
    r"r\.?u\.?[ct]|cnpj|cpf|n\.?i\.?[ft]|c\.?i\.?f|rfc|ie|iban|pag\w*|page|hoja|folha|sheet|carrier|placa|guia|"
    r"sort|bank\w*|serie|series|cep|zip|km|unit|apt|ag[eê]ncia|rev|lote|lot|atcud)(?![^\W_])"
)


def find_unlabelled_number(rows: Sequence[LayoutRow], used: set[int]) -> str:
    """Return the code at the top of a document that its words name, or the only one; empty where none stands out."""
    goods = min(used, default=len(rows))
    top = [number for number, row in enumerate(rows[:goods]) if row.cells][:MOST_ROWS]
    found = [one for number in top for one in _codes(rows, number)]
    near = [(max(closeness(label, NAMES)), code) for code, label in found]
    best = max(near, key=lambda one: one[0], default=(0.0, ""))
    if best[0] >= LIKE:
        return best[1]
    alone = [match for number in top for match in _codes_alone(rows[number])]
    if len(set(alone)) == 1:
        return alone[0]
    return found[0][0] if len({code for code, _ in found}) == 1 else ""


def _codes_alone(row: LayoutRow) -> Iterator[str]:
    """Yield the numbers of a series that are all of a cell: nothing names them but the letters of the series."""
    for cell in row.filled:
        if _OF_SERIES.fullmatch(cell.text) and not _is_other(row, cell.start, cell.end):
            yield cell.text


def _codes(rows: Sequence[LayoutRow], number: int) -> Iterator[tuple[str, str]]:
    """Yield the codes of a row with the words before or above each, where these name nothing else."""
    row = rows[number]
    for match in _CODE.finditer(row.text):
        if _is_other(row, *match.span()):
            continue
        label = _label(rows, number, row.cell_at(match.start()), match.start())
        if ADDRESS.search(normalize(label)):
            continue
        if label and len(_WORD.findall(label)) <= MOST_WORDS and not _NAMES_OTHER.search(normalize(label)):
            yield match[0], label


def _is_other(row: LayoutRow, start: int, end: int) -> bool:
    """Return whether a code is a day, an amount, a tax number, a telephone number or has hardly a digit."""
    code = row.text[start:end]
    dated = any(day.start < end and start < day.end for day in row.dates)
    priced = any(one.is_money and one.start < end and start < one.end for one in row.amounts)
    few = sum(char.isdigit() for char in code) < 2
    return few or dated or priced or code in find_tax_id(row.text) or bool(_PHONE.search(row.text[:start]))


def _label(rows: Sequence[LayoutRow], number: int, cell: Cell, start: int) -> str:
    row = rows[number]
    before = row.text[cell.start : start]
    if not _WORD.search(before) and number:
        before = next((one.text for one in rows[number - 1].filled if abs(one.start - cell.start) < 6), "")
    if not _WORD.search(before):
        before = next((one.text for one in reversed(row.filled) if one.end <= cell.start), "")
    return before.strip(" :.#-") if _WORD.search(before) else ""
