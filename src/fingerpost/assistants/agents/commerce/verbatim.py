"""Dates and amounts of a document in its own words, for questions about what no field of it holds."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fingerpost.assistants.agents.commerce.labels import normalize
from fingerpost.assistants.agents.commerce.layout import Cell, LayoutRow

MOST_SAID, MOST_WORDS, LONGEST_LABEL = 80, 5, 60
"""Pairs that are kept of a document, and words and characters before a value: more are a sentence, not a label."""

_LETTERS = re.compile(r"[^\W\d_]{2,}")
_DAY = re.compile(r"\d\s?[/.-]\s?\d{1,2}\s?[/.-]\s?\d|[^\W\d_]{3,}")
_MUCH = re.compile(r"(?<![^\W_])(?:how much|quant[oa]s?|cuant[oa]s?|amount|valor|importe)(?![^\W_])")
_WHEN = re.compile(r"(?<![^\W_])(?:when|quando|cuando|dates?|data|fecha)(?![^\W_])")
_EDGES = " \t:;,.-–—=|()[]*_…$€£₹"
_COMMON_WORDS = """
    the and for per was were has had are what which when who how much many date dates total amount value price due
    payment invoice order quote receipt bill document number line lines item items goods this that charged given paid
    data valor preco nota fiscal fatura pedido recibo boleto qual quais quando quanto quanta dia foi por para com dos
    das ate que fecha importe monto precio factura cotizacion presupuesto cuando cuanto cual los las del una por fue
    pago pagamento pagar venc vence vencimento vencimiento vto issued emissao emision numero until valid validade
    taxa sale vale compra
"""
_COMMON = frozenset(_COMMON_WORDS.split())
"""Words that say of no value which one it is."""


def verbatim_values(rows: Sequence[LayoutRow], used: set[int]) -> str:
    """Return the dates and amounts outside the goods, each in a line after the words that announce it and a tab."""
    said: list[str] = []
    for number, row in enumerate(rows):
        if number in used or not row.cells:
            continue
        values = [(day.start, day.end) for day in row.dates]
        values += [(amount.start, amount.end) for amount in row.amounts if amount.is_money]
        begin = 0
        for start, end in sorted(values):
            words = _before(row, begin, start) or _above(rows, number, row.cell_at(start))
            if 0 < len(_LETTERS.findall(words)) <= MOST_WORDS:
                label = " ".join(words.split())[-LONGEST_LABEL:].strip(_EDGES)
                said.append(f"{label}\t{row.text[start:end].strip()}")
            begin = end
        if len(said) >= MOST_SAID:
            break
    return "\n".join(said[:MOST_SAID])


def _before(row: LayoutRow, begin: int, start: int) -> str:
    """Return the words before a value: in its cell, else in the last one before it that has any."""
    for cell in reversed([cell for cell in row.filled if cell.start < start and cell.end > begin]):
        words = row.text[max(begin, cell.start) : min(start, cell.end)]
        if _LETTERS.search(words):
            return words
    return ""


def _above(rows: Sequence[LayoutRow], number: int, cell: Cell) -> str:
    """Return the words that stand over a value, in the row above it."""
    above = next((row for row in reversed(rows[max(0, number - 2) : number]) if row.cells), None)
    if above is None or above.dates or any(amount.is_money for amount in above.amounts):
        return ""
    return rows[number].under(cell, above).text


def find_verbatim(said: str, question: str) -> str:
    """Return the pair that a question in plain letters names, as "words: value"; empty where none or several fit."""
    asked = {word for word in re.findall(r"[^\W\d_]{3,}", question) if word not in _COMMON}
    scored: list[tuple[int, str]] = []
    for line in said.split("\n"):
        label, _, value = line.partition("\t")
        words = {word for word in re.findall(r"[^\W\d_]{3,}", normalize(label)) if word not in _COMMON}
        score = sum(len(word) for word in words & asked)
        if score and value and _fits(value, question):
            scored.append((score, f"{label}: {value}"))
    best = max((score for score, _ in scored), default=0)
    fitting = list(dict.fromkeys(pair for score, pair in scored if score == best))
    return fitting[0] if len(fitting) == 1 else ""


def _fits(value: str, question: str) -> bool:
    """Tell whether a value is of the kind that is asked for: a day, or an amount."""
    is_day = bool(_DAY.search(value))
    return not (_MUCH.search(question) if is_day else _WHEN.search(question))


def matching_form(said: str, forms: Sequence[str]) -> str:
    """Return which of some forms of a date the document uses."""
    values = {line.partition("\t")[2] for line in said.split("\n")}
    return next((form for form in forms if form in values), "")
