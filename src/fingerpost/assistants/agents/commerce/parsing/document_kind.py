"""Detects the kind of a document by its title, and finds its number near the title."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fingerpost.assistants.agents.commerce.document import CommercialDocument
from fingerpost.assistants.agents.commerce.parsing.labelled_values import BANK_LINE
from fingerpost.assistants.agents.commerce.parsing.layout import LayoutRow

_KINDS = {
    "boleto": r"boleto(?: bancario)?|ficha de compensacao|linha digitavel|nosso numero|sacado",
    "credit_note": r"nota (?:de )?credito|credit (?:note|memo)",
    "order": (
        r"purchase order|pedido de compras?|ordem? de compra|orden de compra|sales order|"
        r"order confirmation|nota de encomenda|encomenda|pedido|order|p\.?o\.?(?!\s?box\b)"
    ),
    "quote": (
        r"quote|quotation|estimate|orcamento|cotacao|presupuesto|cotizacion|proposta(?: comercial)?|"
        r"pro ?-?forma|oferta(?: comercial)?"
    ),
    "receipt": (
        r"receipt|payslip|holerite|contracheque|nomina|recibo|"
        r"cupom (?:fiscal|eletronico)(?: eletronico)?|ticket|comprovante|nfc-?e|"
        r"fac?tura simplificada|tique|cash (?:bill|memo)|consumidor eletronica|"
        r"boleta(?: de venta)?(?: electronica)?|nota de (?:venta|consumo|remision)|"
        r"remision|extrato"
    ),
    "invoice": (
        r"(?:tax |commercial )?invoice|nota fiscal(?: (?:eletronica|de servicos?))*(?: eletronica)?|"
        r"notas? fiscal|danfe|nf-?e|nfs-?e|nf|fatura|factura|cuenta de cobro|"
        r"statement of (?:services|account)"
    ),
}
_TITLES = {kind: re.compile(rf"(?<![^\W_])(?:{words})(?![^\W_])") for kind, words in _KINDS.items()}
_IS_ORDER = re.compile(
    r"purchase order|pedido de compra|ordem? de compra|orden de compra|sales order|order confirmation|"
    r"nota de encomenda"
)
_OF_OTHERS = re.compile(r"(?<![^\W\d_])(?:your|su|vuestro|seu|sua|vosso|vossa|[vs][/.])\s*$")
TOP, SENTENCE = 4, 8
"""Number of rows at the top, where a title may be part of a sentence, and minimum number of words of a sentence."""
NEAR = 4
"""Minimum number of characters between columns."""
_REFERRED = 0.001
"""Weight of a title that only refers to another document."""
_KIND_CUES = (
    (
        "invoice",
        re.compile(r"\bfolio\b|\bcfdi\b|\b(?:emisor|emitente)\b[\s\S]*\b(?:receptor|destinatario)\b|\bbill to\b"),
    ),
    ("invoice", re.compile(r"\b(?:iva|vat|irpf|iss|gst)\b[\s\S]*\b(?:transfer\w*|iban|bank)\b")),
    (
        "receipt",
        re.compile(
            r"\b(?:troco|change|contactless|till|cambio|tip|gratuity|gorjeta|cashier|server|visa|cash|efectivo|dinheiro|"
            r"check \#)\b"
        ),
    ),
)
"""Cues for the kind of a document without a title."""
_NUMBER_SIGN = (
    r"(?:\s*(?:n(?=\s+\d)|number|num(?:ero|\.)?|no\.?|n\.?\s?[oº°]\.?|nr\.?|nro\.?|\#|id|code|ref\.?)(?![^\W\d_]))?"
)
_VALUE = (
    r"((?:(?!(?:folio|serie|page|box)\b)[a-z]{1,6}[ -]?(?=[\d])|[a-z]{2,3} (?=[a-z\d]{1,15}/\d))?"
    r"(?=[\w./-]*\d)[a-z0-9][\w./-]*(?<![./-])(?:\s?/\s?\d{1,6}[a-z]?|\s-\s\d{4,10}(?!\S))?)"
)
_NUMBERS = {
    "invoice": (
        r"nota de debito|debit note|"
        r"invoice|inv|nota fiscal(?: (?:eletronica|de servicos?|fatura))*(?:\s*\(?nf-?s?-?e\)?)?|nota|"
        r"nf-?e|nfs-?e|danfe|nf|fatura(?:[/-]recibo)?|factura(?: [abc])?(?: electronica)?|bill|"
        r"folio(?: fiscal)?|cuenta de cobro|statement(?: ?/ ?invoice)?|fra\.?"
    ),
    "order": (
        r"purchase order|p\.?o\.?(?!\s?box\b)|pedido(?: de compras?)?|ordem de compra|orden de compra|"
        r"order(?: confirmation)?|oc|encomenda|nota de encomenda"
    ),
    "quote": (
        r"quote|quotation|estimate|orcamento|cotacao|presupuesto|cotizacion|proposta(?: comercial)?|"
        r"pro ?-?forma(?: invoice)?|oferta|factura proforma"
    ),
    "receipt": (
        r"receipt|recibo|cupom fiscal(?: eletronico)?|ticket|tique|sale|bill|nfc-?e|comprovante|fac?tura simplificada|"
        r"boleta(?: de venta)?(?: electronica)?|check|booking|reserva|transaction|trans|extrato(?: de conta)?|coo|sat|"
        r"order"
    ),
    "credit_note": r"nota (?:de )?credito(?: electronica)?|credit (?:note|memo)",
    "boleto": r"(?:numero|n\.?[oº°]|no\.?) (?:do )?documento|documento|boleto",
    "bank": r"nosso numero",
    "document": r"document(?:o)?|folio|reference|ref(?:erencia|\.)?",
}
_AFTER = {
    kind: re.compile(
        rf"(?<![^\W_])(?:(?:numero|n\.?[oº°]\.?|no\.?|number|num\.?) (?:da |do |de |de la |del |"
        rf"of )?)?(?:{words}){_NUMBER_SIGN}"
        rf"(?:[\s.…]{{0,40}}[:.\#=]\s*|\s+(?:[-–]\s+|[a-z]\s+(?=[\d-]{{4}}))?|(?<=\#))(?:(?:no\.?|n\.?[oº°]|nr|\#|"
        rf":)\s*)*{_VALUE}(?![\w/])"
    )
    for kind, words in _NUMBERS.items()
}
_HEADS = {
    kind: re.compile(
        rf"(?<![^\W_])(?:(?:numero|n\.?[oº°]\.?|no\.?|number) (?:da |do |de |de la |del |of )?(?:{words})|"
        rf"(?:{words})(?:\s?(?:number|num(?:ero|\.)?|no\.?|n\.?\s?[oº°]\.?|nr\.?|nro\.?|\#|"
        rf"id)(?![^\W\d_])))"
    )
    for kind, words in _NUMBERS.items()
}
_TITLE_ALONE = {kind: re.compile(rf"\W*(?:{words})\W*") for kind, words in _NUMBERS.items()}
_PAGE = re.compile(r"(?:page|pagina|pag|hoja|folha|sheet)[ -]?\d")
_MARK_ALONE = re.compile(r"\s*(?:n\.?\s?[oº°]\.?|numero|number|num\.?|no\.?|nro\.?)\s*:?\s*")
_UNTITLED_NUMBER = re.compile(
    rf"(?<![^\W_])(?:numero|number|no\.?|n\.?\s?[oº°]\.?|nro\.?|nr\.?|num\.?|n\.(?=\s{{0,3}}\d{{3}})|"
    rf"\#)(?![^\W\d_]{{2}})\s*+(?:[:.]\s*+)?{_VALUE}(?![\w/])"
)
_VALUE_ONLY = re.compile(rf"\#?{_VALUE}(?![\w/])")
_SERIES = re.compile(r"(?<!\s)\s++(?:serie|ser\.?)\s*+(?::\s*+)?\w{1,4}\b")
_SIGN = re.compile(r"^(?:[Nn][oº°]|#)\.?\s*(?=\d)")
_FALLBACK_KINDS = {
    "receipt": ("invoice", "document"),
    "boleto": ("bank", "invoice"),
    "credit_note": ("document",),
    "invoice": ("document",),
    "quote": ("document",),
    "order": ("document",),
    "document": tuple(_NUMBERS),
}


def detect_kind(rows: Sequence[LayoutRow]) -> str:
    """Return the kind of a document; titles and early rows weigh most."""
    scores = dict.fromkeys(_TITLES, 0.0)
    if any(BANK_LINE.search(row.text) for row in rows):
        scores["boleto"] += 12.0
    filled = [row for row in rows if row.cells][:200]
    for number, row in enumerate(filled):
        text = row.normalized.strip()
        place = 3.0 if number < TOP else 1.5 if number < 12 else 0.4
        for kind, pattern in _TITLES.items():
            if match := pattern.search(text):
                inside = row.cell_at(len(row.normalized) - len(row.normalized.lstrip()) + match.start())
                share = 2.0 if len(match[0]) * 2 > len(inside.text.strip()) or match.start() == 0 else 1.0
                spoken = number >= TOP and len(inside.text.split()) >= SENTENCE and match.start() > 0
                if spoken or _OF_OTHERS.search(text[: match.start()]):
                    # "Your order" mostly refers to a document of the other side, and a sentence below to any.
                    scores[kind] += _REFERRED
                    continue
                # "Order" and "PO" also appear on invoices, as references.
                weak = kind == "order" and not _IS_ORDER.search(match[0])
                scores[kind] += place * share * (0.3 if weak else 1.0)
    best = max(scores, key=lambda kind: scores[kind])
    if scores[best] > _REFERRED * len(filled):
        return best
    text = "\n".join(row.normalized for row in filled)
    alone = best if sum(score > 0 for score in scores.values()) == 1 else "document"
    return next((kind for kind, cue in _KIND_CUES if cue.search(text)), alone)


def kind_by_fields(document: CommercialDocument) -> str:
    """Return the kind of a document without a title by what it states: an end of the offer, or taxes to be paid."""
    if document.kind != "document":
        return document.kind
    if document.valid is not None:
        return "quote"
    claims = document.due is not None or document.withheld or (document.buyer.name and document.taxes)
    return "invoice" if claims and document.seller.name and document.total is not None else document.kind


def find_number(rows: Sequence[LayoutRow], kind: str, used: set[int]) -> str:
    """Return the number of a document; empty where it has none."""
    free = [(number, row) for number, row in enumerate(rows) if row.cells and number not in used]
    for one in (kind, *_FALLBACK_KINDS.get(kind, ())):
        for number, row in free:
            # A row that only says "No." may separate a title from its number.
            after = (other for other in rows[number + 1 : number + 4] if other.cells)
            below = next((other for other in after if not _MARK_ALONE.fullmatch(other.normalized)), None)
            if found := _number_after_title(row, one) or _number_near_title(row, below, one):
                return found
    for _, row in free:
        match = _UNTITLED_NUMBER.search(row.normalized)
        if match and _is_document_number(row, match):
            return _as_written(row, match)
    return next(filter(None, (_number_under_mark(row, rows[number + 1 : number + 3]) for number, row in free)), "")


def _number_under_mark(row: LayoutRow, after: Sequence[LayoutRow]) -> str:
    """Return the number under a heading of a column that only says "No."."""
    below = next((other for other in after if other.cells), None)
    if below is None:
        return ""
    for cell in row.filled:
        if _MARK_ALONE.fullmatch(row.normalized, cell.start, cell.end):
            under = row.cell_below(cell, below)
            match = _VALUE_ONLY.fullmatch(below.normalized, under.start, under.end)
            if match and abs(under.start - cell.start) < NEAR and _is_document_number(below, match):
                return _as_written(below, match)
    return ""


def _number_after_title(row: LayoutRow, kind: str) -> str:
    text = _SERIES.sub(lambda match: " " * len(match[0]), row.normalized)
    return next(
        (
            _as_written(row, match)
            for match in _AFTER[kind].finditer(text)
            if _is_document_number(row, match) and not _OF_OTHERS.search(text[: match.start()])
        ),
        "",
    )


def _number_near_title(row: LayoutRow, below: LayoutRow | None, kind: str) -> str:
    """Return the number before a label at the end of the row, or below a label or title."""
    for head in _HEADS[kind].finditer(row.normalized):
        if found := _number_near_label(row, below, head):
            return found
    titled = [cell for cell in row.filled if _TITLE_ALONE[kind].fullmatch(row.normalized, cell.start, cell.end)]
    if not titled or below is None:
        return ""
    # The number must be aligned right below the title, on its left or on its right.
    under = row.cell_below(titled[0], below)
    match = _VALUE_ONLY.fullmatch(below.normalized, under.start, under.end)
    return (
        _as_written(below, match)
        if match
        and _is_document_number(below, match)
        and (abs(under.start - titled[0].start) < 3 or titled[0].start <= under.start < titled[0].end <= under.end)
        else ""
    )


def _number_near_label(row: LayoutRow, below: LayoutRow | None, head: re.Match[str]) -> str:
    begins = len(row.text) - len(row.text.lstrip())
    first = _VALUE_ONLY.match(row.normalized, begins)
    if first and head.start() > begins and not row.normalized[head.end() :].strip(" :.#"):
        return _as_written(row, first)
    if below is None:
        return ""
    match = _VALUE_ONLY.match(below.normalized, row.cell_below(row.cell_at(head.start()), below).start)
    return _as_written(below, match) if match and _is_document_number(below, match) else ""


def _is_document_number(row: LayoutRow, match: re.Match[str]) -> bool:
    """Return whether a match is neither a date nor an amount of money nor a percentage."""
    start, end = match.span(1)
    if _PAGE.match(row.normalized, start):
        return False
    if any(day.start <= start < day.end for day in row.dates):
        return False
    inside = [amount for amount in row.amounts if amount.start < end and start < amount.end]
    return not any((amount.is_money or amount.percent) and not amount.text.isdigit() for amount in inside)


def _as_written(row: LayoutRow, match: re.Match[str]) -> str:
    return _SIGN.sub("", row.text[match.start(1) : match.end(1)].strip())
