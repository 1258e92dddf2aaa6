"""Metadata of a document: its language, its dates and its payment terms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import zip_longest
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.language.labels import DATES, FieldLabel, normalize
from fingerpost.assistants.agents.commerce.parsing.deadlines import is_until
from fingerpost.assistants.agents.commerce.parsing.labelled_values import labelled
from fingerpost.assistants.agents.commerce.parsing.layout import LayoutRow
from fingerpost.language.calendar_words import MONTHS, usual
from fingerpost.language.detect import language_of
from fingerpost.language.text import fold

LONGEST_TERMS = 160
MOST_HEADING = 4
"""Maximum number of words of a heading above a date."""
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_BARE_TERMS = re.compile(r"(?<![^\W_])(?:net ?\d{1,3}(?: days)?|due (?:up)?on receipt)(?![^\W_])")
_SHORT_TERMS = re.compile(
    r"(?<![^\W_])(net ?\d{1,3}(?: days)?|due (?:up)?on receipt|(?:\d{1,3}/)+\d{1,3} dias|"
    r"\d{1,3} (?:dias|days)(?: (?:net|fecha factura|da emissao|ddl|corridos|uteis))?|a vista|"
    r"al contado|contado|cash on delivery|c\.?o\.?d\.?|\d/10,? net \d{2})(?![^\W_])"
)


_DAYS = re.compile(r"(?<![\d.,])(\d{1,3}) ?(?:\([^()]{1,30}\) ?)?(?:dias?|days?|d\b)")
_NET_DAYS = re.compile(r"(?<![^\W_])net ?(\d{1,3})(?![^\W_])")
_VALID = re.compile(
    r"valid|vigen|good (?:for|until)|expir|\bvale\b|"
    r"(?:stands?|held|holds?|firm|open) (?:good )?for|manten\w* .{0,20}por"
)
_FROM = re.compile(r"(?:days|dias) (?:from|after|of|de|da|desde|apos|tras)(?: the| la| a)? $")
"""What counts days from a date and does not name that date."""
_FORTY_FOUR_DIGITS = re.compile(r"(?<!\d)\d(?:[ .-]?\d){43}(?!\d)")
_UUID = re.compile(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
_KEY_LABEL = re.compile(r"chave|clave|\bkey\b|cufe|\bcae\b|cdc\b")
_KEY = re.compile(r"\w[\w .-]{7,}")
_ORDER_LABEL = re.compile(
    r"\bpedido\b|ordem de compra|orden\b|\border\b|\bp\.?o\.?(?![^\W_])|\bo/?c\b|encomenda|encargo|"
    r"(?:\b(?:your|su|seu|sua|vuestr[oa]|voss[oa])|\b[sv][/.]) ?ref|\brequisi[cs]"
)
_ORDER_NUMBER = re.compile(r"(?:[A-Z]{1,5} (?=\d))?[\w./-]*\d(?:[\w./-]*\w)?")
_AFTER_NAME = re.compile(
    rf"(?:[^\W\d_]*\.)?\s*(?:(?:[Nn][oº°.]{{1,2}}|[Nn]umber)\s*:?|[:#])\s*({_ORDER_NUMBER.pattern})"
    r"|[^\W\d_]{0,8}\s((?:[A-Z]{1,4}-?)?\d{5,}\b|[A-Z]{1,4}-\d{3,}\b|[A-Z]{2,4} \d{2,}/\d{2,4}\b)"
)
"""A number with a sign before it, or one of a form that no amount, day or count has."""
_DIGIT = re.compile(r"\d")
FEWEST_DIGITS = 4
"""Minimum number of characters of a number in a cell of its own."""
NEAR = 4
"""Minimum number of characters between columns."""


def stated_days(text: str) -> int | None:
    """Return the number of days that terms give: 30 of "Net 30", of "30 dias" and of "2/10, net 30"."""
    plain = normalize(text)
    found = _NET_DAYS.search(plain) or _DAYS.search(plain)
    return int(found[1]) if found else None


def days_valid(said: str) -> int | None:
    """Return for how many days a document is valid, by its labelled values."""
    found = (stated_days(line) for line in said.split("\n") if _VALID.search(normalize(line)))
    return next((days for days in found if days is not None), None)


def due_by_days(rows: Sequence[LayoutRow], used: set[int], issued: date | None) -> date | None:
    """Return the day that a row names with the number of days after the issue on which it falls."""
    for number, row in enumerate(rows):
        if issued is None or number in used or not row.dates or _VALID.search(row.normalized):
            continue
        counts = [int(found[1]) for days in (_NET_DAYS, _DAYS) for found in days.finditer(row.normalized)]
        for day in row.dates:
            if day.value > issued and (day.value - issued).days in counts:
                return day.value
    return None


def find_access_key(text: str, said: str) -> str:
    """Return the key of an electronic invoice as written: by its form, else by its label."""
    found = _FORTY_FOUR_DIGITS.search(text) or _UUID.search(text)
    return found[0] if found else labelled(said, _KEY_LABEL, _KEY)


def find_order_number(rows: Sequence[LayoutRow], used: set[int], said: str) -> str:
    """Return the number of the order that a document is for, from its labelled values, or beside or under its name."""
    filled = [row for number, row in enumerate(rows) if row.cells and number not in used]
    for row, below in zip_longest(filled, filled[1:]):
        if found := _order_after_name(row):
            return found
        for cell in row.filled:
            head = row.normalized[cell.start : cell.end]
            if not _ORDER_LABEL.search(head) or len(_LETTERS.findall(head)) > MOST_HEADING or _DIGIT.search(head):
                continue
            beside = next((one.text for one in row.filled if one.start >= cell.end), "")
            apart = beside.startswith(":") or (len(row.filled) == 2 and len(beside) >= FEWEST_DIGITS)
            if apart and not row.dates and (value := _ORDER_NUMBER.fullmatch(beside.lstrip(": "))):
                return value[0]
            if below is None:
                break
            under = row.cell_below(cell, below)
            dated = any(day.start <= under.start < day.end for day in below.dates)
            if abs(under.start - cell.start) < NEAR and not dated and (value := _ORDER_NUMBER.match(under.text)):
                return value[0]
    return labelled(said, _ORDER_LABEL, _ORDER_NUMBER)


def _order_after_name(row: LayoutRow) -> str:
    """Return the number behind the name of an order with a colon or a number sign."""
    for name in _ORDER_LABEL.finditer(row.normalized):
        value = _AFTER_NAME.match(row.text, name.end())
        if value is None:
            continue
        group = 1 if value[1] else 2
        if not any(day.start < value.end(group) and value.start(group) < day.end for day in row.dates):
            return value[group]
    return ""


class DocumentDates(NamedTuple):
    """The dates of issue, of payment and of expiry of a document."""

    issued: date | None = None
    due: date | None = None
    valid: date | None = None


def find_document_dates(rows: Sequence[LayoutRow], used: set[int]) -> DocumentDates:
    """Return the labelled dates of a document; the first date without a label counts as the date of issue."""
    found: dict[str, date] = {}
    loose: list[date] = []
    taken: set[int] = set()
    for number, row in enumerate(rows):
        if not row.cells or number in used:
            continue
        labels = [
            label for label in row.labels if label.role in DATES and not _FROM.search(row.normalized[: label.start])
        ]
        if row.dates and number not in taken:
            pairs = _label_dates(row, labels)
            limits = [one.value for one in row.dates if is_until(row.normalized[: one.start])]
            for (label, day), place in zip(pairs, row.dates, strict=True):
                if label is not None:
                    found.setdefault(label.role, day)
                elif not _is_of_payment(row, place.start) and day not in limits:
                    loose.append(day)
        elif labels and not row.dates:
            below = next((index for index in range(number + 1, min(number + 3, len(rows))) if rows[index].cells), None)
            if below is None or not rows[below].dates or any(label.role in DATES for label in rows[below].labels):
                continue
            for label, day in _dates_below(row, labels, rows[below]):
                found.setdefault(label.role, day)
            taken.add(below)
    if "issued" not in found and loose:
        # Nothing is to be paid, and no offer ends, before the day of issue.
        last = min((found[role] for role in ("due", "valid") if role in found), default=date.max)
        found["issued"] = next((day for day in loose if day <= last), loose[0])
    return DocumentDates(found.get("issued"), found.get("due"), found.get("valid"))


def _is_of_payment(row: LayoutRow, start: int) -> bool:
    """Return whether a day is that of a payment: its cell, or its row where that has an amount, speaks of one."""
    cell, priced = row.cell_at(start), any(amount.is_money for amount in row.amounts)
    return any(
        label.role in ("tender", "paid") and (priced or row.cell_at(label.start) is cell) for label in row.labels
    )


def _dates_below(row: LayoutRow, labels: Sequence[FieldLabel], below: LayoutRow) -> Iterator[tuple[FieldLabel, date]]:
    """Yield the labels of a row with the dates under them; a sentence announces none."""
    heads = [label for label in labels if len(_LETTERS.findall(row.cell_at(label.start).text)) <= MOST_HEADING]
    if len(heads) == len(below.dates):
        yield from ((label, day.value) for label, day in zip(heads, below.dates, strict=True))
        return
    for label in heads:
        cell = row.cell_below(row.cell_at(label.start), below)
        yield from ((label, day.value) for day in below.dates if cell.start <= day.start < cell.end)


def _label_dates(row: LayoutRow, labels: Sequence[FieldLabel]) -> list[tuple[FieldLabel | None, date]]:
    days = row.dates
    first = labels[0].start if labels else 0
    if labels and len(labels) == len(days) and all(label.end <= days[0].start for label in labels):
        return [(label, day.value) for label, day in zip(labels, days, strict=True)]
    if labels and days[0].end <= first and len(labels) == len(days):
        return [(label, day.value) for label, day in zip(labels, days, strict=True)]
    pairs: list[tuple[FieldLabel | None, date]] = []
    for index, day in enumerate(days):
        begin = days[index - 1].end if index else 0
        before = [label for label in labels if begin <= label.start and label.end <= day.start]
        pairs.append((before[-1] if before else None, day.value))
    return pairs


def find_payment_terms(rows: Sequence[LayoutRow], used: set[int]) -> str:
    """Return the payment terms of a document verbatim; empty where it states none."""
    free = [number for number in range(len(rows)) if number not in used]
    for number in free:
        for label in rows[number].labels:
            if label.role == "terms" and (value := _terms_after(rows, number, label)):
                return value
    for number in free:
        if match := _BARE_TERMS.search(rows[number].normalized):
            return rows[number].text[match.start() : match.end()]
    return ""


def _terms_after(rows: Sequence[LayoutRow], number: int, label: FieldLabel) -> str:
    """Return the text after a label, or the text below it where nothing follows."""
    row = rows[number]
    later = [
        one.start for one in row.labels if one.start >= label.end and row.normalized[one.end :].lstrip().startswith(":")
    ]
    rest = row.text[label.end : min(later, default=len(row.text))]
    colon = re.match(r"\s*[:\-–]\s*", rest)
    below = rows[number + 1] if number + 1 < len(rows) else None
    if not rest.strip(" :-–"):
        rest = row.cell_below(row.cell_at(label.start), below).text if below is not None and below.filled else ""
    elif not colon and not _SHORT_TERMS.search(row.normalized[label.end :]):
        return ""
    value = re.split(r"\s{3,}|\t|\s\|\s", rest[colon.end() if colon else 0 :].strip())[0].strip(" .;,-")
    return value[:LONGEST_TERMS] if re.search(r"\w", value) else ""


_OWN = {
    "pt": """fiscal fatura qtd qtde quantidade preco vencimento emissao desconto frete fornecedor destinatario
        emitente cnpj cpf icms ipi orcamento produto produtos servico servicos descricao pagamento boleto
        impostos endereco troco dinheiro cartao unid valor tomador prestador recebi recebemos reais validade
        compra itens loja cupom morada contribuinte encomenda pedido do da dos das em com nao os as""",
    "es": """factura cantidad cant precio importe vencimiento emision descuento envio proveedor emisor receptor cif
        nif rfc ruc presupuesto cotizacion concepto descripcion imponible impuestos direccion fecha pago
        efectivo gastos calle cuota senores domicilio unidades articulo validez subtotal flete orden compra
        ticket venta folio pza para los las
        del y el presupuestos tienda mano obra""",
    "en": """invoice quantity qty price amount due date discount shipping vendor bill ship tax quote receipt order
        purchase description unit payment terms balance thank item number rate hours vat street subtotal each
        customer supplier estimate tip cash""",
}
# Months tell Portuguese and Spanish apart, but for those that both spell alike; November is not counted.
_MONTHS = {
    language: frozenset(usual(map(fold, MONTHS[language]))) - {"abril", "agosto", "novembro", "noviembre"}
    for language in ("pt", "es")
}
_VOCABULARY = {
    language: frozenset(words.split()) | _MONTHS.get(language, frozenset()) for language, words in _OWN.items()
}


def document_language(text: str) -> str:
    """Return the language of a document by the vocabulary of commercial documents, then by general words."""
    words = re.findall(r"[^\W\d_]+", normalize(text[:6_000]))
    scores = {language: float(sum(word in known for word in words)) for language, known in _VOCABULARY.items()}
    scores[language_of(text[:600])] += 1.0
    lowered = text[:6_000].lower()
    scores["pt"] += 1.5 * bool(re.search("[ãõ]|ção|ções", lowered))
    scores["es"] += 1.5 * bool(re.search("[ñ¿¡]|ción\\b", lowered))
    return max(scores, key=lambda language: scores[language])
