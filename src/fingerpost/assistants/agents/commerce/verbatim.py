"""Verbatim labelled dates and amounts of a document, for questions about values without a field of their own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fingerpost.assistants.agents.commerce.labels import normalize
from fingerpost.assistants.agents.commerce.layout import Cell, LayoutRow

MOST_PAIRS, MOST_WORDS, LONGEST_LABEL = 80, 5, 60
"""Maximum number of pairs per document, and of words and characters of a label: longer text is a sentence."""

_LETTERS = re.compile(r"[^\W\d_]{2,}")
_DAY = re.compile(r"\d\s?[/.-]\s?\d{1,2}\s?[/.-]\s?\d|[^\W\d_]{3,}")
_AMOUNT_QUESTION = re.compile(r"(?<![^\W_])(?:how much|quant[oa]s?|cuant[oa]s?|amount|valor|importe)(?![^\W_])")
_DATE_QUESTION = re.compile(r"(?<![^\W_])(?:when|quando|cuando|dates?|data|fecha)(?![^\W_])")
_EDGES = " \t:;,.-–—=|()[]*_…$€£₹"
_STOP_WORD_LIST = """
    the and for per was were has had are what which when who how much many date dates total amount value price due
    payment invoice order quote receipt bill document number line lines item items goods this that charged given paid
    data valor preco nota fiscal fatura pedido recibo boleto qual quais quando quanto quanta dia foi por para com dos
    das ate que fecha importe monto precio factura cotizacion presupuesto cuando cuanto cual los las del una por fue
    pago pagamento pagar venc vence vencimento vencimiento vto issued emissao emision numero until valid validade
    taxa sale vale compra
"""
_STOP_WORDS = frozenset(_STOP_WORD_LIST.split())
"""Stop words: words that identify no value."""


def verbatim_values(rows: Sequence[LayoutRow], used: set[int]) -> str:
    """Return the dates and amounts outside the goods, one per line as label, tab and value."""
    said: list[str] = []
    for number, row in enumerate(rows):
        if number in used or not row.cells:
            continue
        values = [(day.start, day.end) for day in row.dates]
        values += [(amount.start, amount.end) for amount in row.amounts if amount.is_money]
        begin = 0
        for start, end in sorted(values):
            words = _label_before(row, begin, start) or _label_above(rows, number, row.cell_at(start))
            if 0 < len(_LETTERS.findall(words)) <= MOST_WORDS:
                label = " ".join(words.split())[-LONGEST_LABEL:].strip(_EDGES)
                said.append(f"{label}\t{row.text[start:end].strip()}")
            begin = end
        if len(said) >= MOST_PAIRS:
            break
    return "\n".join(said[:MOST_PAIRS])


def _label_before(row: LayoutRow, begin: int, start: int) -> str:
    """Return the label before a value: in its cell, else in the nearest earlier cell with words."""
    for cell in reversed([cell for cell in row.filled if cell.start < start and cell.end > begin]):
        words = row.text[max(begin, cell.start) : min(start, cell.end)]
        if _LETTERS.search(words):
            return words
    return ""


def _label_above(rows: Sequence[LayoutRow], number: int, cell: Cell) -> str:
    """Return the label above a value, in the previous row."""
    above = next((row for row in reversed(rows[max(0, number - 2) : number]) if row.cells), None)
    if above is None or above.dates or any(amount.is_money for amount in above.amounts):
        return ""
    return rows[number].cell_below(cell, above).text


def find_verbatim(said: str, question: str) -> str:
    """Return the pair that a normalized question names, as "label: value"; empty where none or several match."""
    asked = {word for word in re.findall(r"[^\W\d_]{3,}", question) if word not in _STOP_WORDS}
    scored: list[tuple[int, str]] = []
    for line in said.split("\n"):
        label, _, value = line.partition("\t")
        words = {word for word in re.findall(r"[^\W\d_]{3,}", normalize(label)) if word not in _STOP_WORDS}
        score = sum(len(word) for word in words & asked)
        if score and value and _is_kind_asked(value, question):
            scored.append((score, f"{label}: {value}"))
    best = max((score for score, _ in scored), default=0)
    fitting = list(dict.fromkeys(pair for score, pair in scored if score == best))
    return fitting[0] if len(fitting) == 1 else ""


def _is_kind_asked(value: str, question: str) -> bool:
    """Return whether a value is of the kind asked for: a date or an amount."""
    is_day = bool(_DAY.search(value))
    return not (_AMOUNT_QUESTION.search(question) if is_day else _DATE_QUESTION.search(question))


def matching_form(said: str, forms: Sequence[str]) -> str:
    """Return which of several written forms of a date the document uses; empty for none."""
    values = {line.partition("\t")[2] for line in said.split("\n")}
    return next((form for form in forms if form in values), "")
