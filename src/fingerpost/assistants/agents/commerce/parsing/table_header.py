"""Recognizes the header row of a goods table and the role of each column, in three languages."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.language.labels import non_overlapping
from fingerpost.assistants.agents.commerce.parsing.layout import LayoutRow

_WORDS = {
    "description": r"""descricao(?: (?:do|dos|da|de))?(?: ?/?(?:produtos?|servicos?|itens|item|
        mercadoria|material))*(?: ?/ ?servicos?)?|descripcion(?: (?:del?|
        de la))?(?: (?:producto|articulo|servicio|bien))?|description(?: of (?:goods|
        services|work))?(?: ?/ ?\w+)?
        |produtos?(?: ?/ ?servicos?)?|products?(?: name)?|productos?|articulos?|conceptos?|detalles?|
        servicos?|servicios?|services?|mercadorias?|discriminacao(?: dos servicos)?|especificacao|
        materia(?:l|is|les)|texto breve|designacao(?: dos trabalhos)?|artigo|details|particulars|detalhamento|
        denominacao|task|activity|work|
        procedure|procedimento|procedimiento|treatment|tratamiento|
        nome do produto|item description|item name|name""",
    "item": r"""ite(?:m|ns)|items?""",
    "index": r"""\#|no\.?|n\.o|n|pos\.?|ln|line(?: ?(?:no\.?|\#))?|seq\.?|linha|linea|it\.?|item ?(?:no\.?|\#)""",
    "code": r"""cod(?:igo|\.)?(?: (?:do |de |del |da )?(?:produto|prod\.?|item|producto|articulo|
        art\.?|mercadoria|interno))?|ref(?:erencia|erence|\.)?|sku|part ?(?:no\.?|number|\#)|
        no\.? ?ident(?:ificacion|\.)?|(?:product|item|material|article) (?:id|code|number)|ean|upc|code|clave|modelo?|
        art\.? ?no\.?""",
    "quantity": r"""q(?:td|tde|tdade|nt|uant|uantidade|ty|uantity)\.?(?: (?:ordered|pedida|ord\.?|
        com\.?))?|qt|cant(?:idad|id|\.)?|unidades|uds?\.?|units|(?:no\. ?of )?hours|hrs\.?|
        horas|nos\.?|pcs|pieces|nights|medicion|ordered|noites|noches|dias""",
    "unit": r"""un(?:d|id|idade|idad|\.)?\.?(?: (?:de )?med(?:ida|\.)?)?|u\.?m\.?|uom|u/m|unit|
        medida|udm|ud\. ?med\.?|unid\.? ?med\.?|emb\.?|measure""",
    "unit_price": r"""(?:v(?:a?lo?r|l|lr)?\.?|preco|precio|p(?:r|rc)?\.?|importe|custo|costo|
        coste) ?/?(?:unit(?:ario)?|unid(?:ade|ad)?|un|u|uni)\.?|(?:preco|precio|
        valor)(?: (?:de |da |de la |por |p/ ?))?(?: ?/ ?| )?(?:venda|venta|unidade|unidad|
        hora|kg|un)|unit(?:ario)? ?(?:price|cost|value|rate|amount)|price ?(?:each|
        / ?(?:unit|ea|each)|per unit|ea\.?|/hr)|(?:hourly )?rate(?: ?/ ?hr| per hour)?|
        each|unitario|p\.? ?u\.?|p\.?v\.?p\.?|tarifa|cost|vl un|vr\.? unit(?:ario)?\.?|
        list(?: price)?|mrp|vlr un\.?|(?:preco|precio|pr?\.?) ?(?:liq(?:uido|\.)?|neto|net)""",
    "price": r"""precos?|precios?|prices?|prc""",
    "value": r"""valor(?:es)?|vlr\.?|vl\.?|value|monto""",
    "total": r"""(?:v(?:a?lo?r|l|lr|r)?\.?|preco|precio|importe|p\.?|monto|line|net|item) ?(?:total|
        tot\.?|net)|total(?: ?(?:price|amount|item|linea|linha|do item|net|neto|liquido|bruto|
        cost|ex\.? vat|\(?r\$\)?|\(?eur\)?|\(?usd\)?|\(?€\)?|\(?\$\)?))?|importes?|(?:line |
        net |total )?amount|(?:ext(?:ended)?\.?)(?: ?(?:price|cost|amount|total))?|montante|
        sub\s?-?total|neto|net|liquido|charge|charges|taxable (?:value|amount)""",
    "discount": r"""(?:% ?)?(?:desc(?:onto|uento|to|\.)?|dto\.?|dscto\.?|disc(?:ount|\.)?|
        bonif\.?)(?: ?\(?%\)?)?(?: unit\.?)?""",
    "skip": r"""ncm(?: ?/ ?sh)?|cst(?: ?/ ?csosn)?|csosn|o/cst|cfop|ci?est|(?:b\.? ?c\.?|
        base)(?: (?:de |do )?(?:calc\.? )?(?:do )?icms)?(?: st)?|(?:% ?|v(?:a?lo?r|l|
        lr)?\.? ?(?:do )?|aliq\.?(?: |uota )?(?:do )?|tipo (?:de )?|cuota (?:de )?)?(?:icms|ipi|
        iva|vat|gst|igv|iss|st|imposto|impuesto|sales tax|tax)(?: ?(?:rate|amount|amt|
        code))?(?: ?\(?%\)?)?(?: ?\(?(?:st|n|y|r\$)\)?)?|aliq(?:uota|\.)?(?: ?%)?|taxed\??|
        hsn(?: ?/ ?sac)?|per|batch|exp\.?|doc(?:ument)? type|(?:supplier |recipient |buyer |seller )?gstin|peso|
        weight|lote|serial|status|marca|brand|category|categoria|notes|
        obs\.?|%|tax code|validade|delivery|entrega|%iva|size|color|colour|cor|tamanho|talla""",
    "date": r"""date|data|fecha""",
}  # fmt: skip
_DOCUMENT_WORDS = {
    "number": r"""(?:invoice|po|p\.o\.|purchase order|order|quote|document|receipt|voucher|bill) ?(?:no\.?|
        num(?:ber)?|\#|id)|n(?:umero|o\.?|\.o)? ?(?:da |do |de |de la |
        del )?(?:nota(?: fiscal)?|nf|pedido|orcamento|factura|fatura|presupuesto|orden|
        documento|cotizacion)|(?:nota(?: fiscal)?|nf|pedido|orcamento|factura|fatura|
        presupuesto)""",
    "issued": r"""(?:invoice|order|po|issue|quote)? ?date|(?:data|fecha|dt) ?(?:de |da |
        do )?(?:emissao|emision|pedido|factura|compra)?|emissao|emision""",
    "due": r"""due ?date|(?:data |fecha )?(?:de )?(?:vencimento|vencimiento)""",
    "seller": r"""supplier(?: name)?|vendor(?: name)?|seller(?: name)?|bill from|fornecedor|proveedor|emitente|
        emisor""",
    "buyer": r"""customer(?: name)?|client(?: name)?|buyer(?: name)?|cliente|destinatario|comprador|bill to|
        recipient""",
    "whole": r"""valor (?:da )?(?:nota|nf)|valor total (?:da )?(?:nota|nf)|(?:invoice|order) total""",
    "currency": r"""currency|moeda|moneda|divisa""",
}  # fmt: skip
ABOUT = frozenset(_DOCUMENT_WORDS)
"""Roles of document-level columns, which repeat one value in every row."""


def _to_pattern(words: str) -> str:
    return re.sub(r"\s*\n\s*", "", words).replace(" ?", r"[\s_]{0,2}").replace(" ", r"[\s_]{1,2}")


_ROLES = {role: re.compile(rf"(?<![^\W_])(?:{_to_pattern(words)})(?![^\W_])") for role, words in _WORDS.items()}
_WHOLE = {role: re.compile(rf"(?:{_to_pattern(words)})") for role, words in (_DOCUMENT_WORDS | _WORDS).items()}
_LETTER = re.compile(r"[^\W\d_]")
_MARKS = re.compile(r"^[\s:.()\[\]*#-]+|[\s:.*]+$")
_CURRENCY_OR_UNIT = re.compile(
    r"\s*[(\[](?:r\$|us\$|u\$s|rs\.?|inr|₹|usd|eur|€|\$|£|gbp|brl|mxn|h|hrs?|un|kgs?|m2?|l)[)\]]|\s(?:r\$|us\$|u\$s|"
    r"rs\.?|€|\$|£|₹|usd|eur|brl|gbp|inr)$|^u\$s\s"
)

_CURRENCY = re.compile(r"\s\(?(?:r\$|us\$|u\$s|rs\.?|€|\$|£|₹|usd|eur|brl|gbp|inr|mxn)\)?$")


class GoodsColumn(NamedTuple):
    """One column: its role ("" for a column that is not read), and the span of its heading."""

    role: str
    start: int
    end: int


def header_columns(row: LayoutRow) -> tuple[GoodsColumn, ...]:
    """Return the columns of a header row; empty where the row is not a header."""
    if not row.cells or any(amount.is_money for amount in row.amounts) or row.dates:
        return ()
    found = _columns_by_cells(row) if len(row.filled) > 2 else _columns_by_words(row.normalized)
    # "Valor total dos produtos" labels an amount, not a column.
    sums = [label for label in row.labels if label.role in ("subtotal", "grand") and label.end - label.start > 10]
    if any(
        label.start <= column.start < label.end
        for label in sums
        for column in found
        if column.role in ("description", "item")
    ):
        return ()
    roles = [column.role for column in found]
    if not {"description", "item", "code"} & set(roles) or not {"unit_price", "price", "value", "total"} & set(roles):
        return ()
    known = sum(len(_LETTER.findall(row.normalized[column.start : column.end])) for column in found if column.role)
    # Unknown headings are accepted where cells are separated; otherwise they show that the row is a sentence.
    if known < (0.4 if len(row.filled) > 2 else 0.6) * len(_LETTER.findall(row.normalized)):
        return ()
    return _resolve_roles(found, row.normalized)


@lru_cache(maxsize=4096)
def role_of(text: str) -> str:
    """Return the role of a column from its normalized heading; empty where it is unknown."""
    bare = _CURRENCY_OR_UNIT.sub("", _MARKS.sub("", text)) or text.strip()
    found = next((role for role, pattern in _WHOLE.items() if pattern.fullmatch(bare)), "")
    if _CURRENCY.search(text):
        # "Unit GBP" is a price, and "Line GBP" a total.
        found = {"unit": "unit_price", "index": "total"}.get(found, found)
    if not found and bare.count("/") == 1:
        # A heading such as "Hours / units" names either role.
        found = next(filter(None, map(role_of, bare.split("/"))), "")
    return found


def _columns_by_cells(row: LayoutRow) -> list[GoodsColumn]:
    columns = []
    for cell in row.cells if row.explicit else row.filled:
        text = row.normalized[cell.start : cell.end]
        role = role_of(text)
        if not role and text and not row.explicit and (inner := _columns_by_words(text)):
            # Headings close to each other form one cell.
            columns += [GoodsColumn(one.role, one.start + cell.start, one.end + cell.start) for one in inner]
            continue
        columns.append(GoodsColumn("issued" if role == "date" else role, cell.start, cell.end))
    if not row.explicit:
        columns = [column._replace(role="skip" if column.role in ABOUT else column.role) for column in columns]
    return columns


def _columns_by_words(text: str) -> list[GoodsColumn]:
    found = [
        GoodsColumn(role, match.start(), match.end())
        for role, pattern in _ROLES.items()
        for match in pattern.finditer(text)
    ]
    found.sort(key=lambda column: (column.start - column.end, column.start))
    return sorted(non_overlapping(found, len(text)), key=lambda column: column.start)


def _resolve_roles(columns: list[GoodsColumn], text: str) -> tuple[GoodsColumn, ...]:
    """Resolve headings whose role depends on the other columns; each role is assigned once."""
    if not any(column.role in ("description", "item") for column in columns):
        # Without another description column, "desc." means description, not discount.
        columns = [
            column._replace(role="description") if text[column.start : column.end].strip(" .") == "desc" else column
            for column in columns
        ]
    named = [column for column in columns if column.role == "description"]
    if len(named) > 1 and text[named[0].start : named[0].end].strip(" .") in ("artigo", "articulo", "material"):
        # Beside a description column, the article column holds the code.
        columns = [column._replace(role="code") if column is named[0] else column for column in columns]
    roles = {column.role for column in columns}
    if "total" not in roles and "unit_price" in roles and columns[-1].role == "index":
        # "Line" over the last column means the line total.
        columns = [*columns[:-1], columns[-1]._replace(role="total")]
        roles = {column.role for column in columns}
    has_total, has_price = "total" in roles, "unit_price" in roles
    settled: list[GoodsColumn] = []
    taken: set[str] = set()
    for column in columns:
        role = column.role
        if role == "item":
            role = "item" if "description" in roles else "description"
        elif role == "price":
            role = "unit_price" if (has_total or "value" in roles or "quantity" in roles) and not has_price else "total"
        elif role == "value":
            role = (
                "unit_price" if (has_total or "price" in roles) and not has_price and "price" not in roles else "total"
            )
        elif (
            role == "unit"
            and _CURRENCY_OR_UNIT.sub("", text[column.start : column.end]).strip(" .") == "unit"
            and has_total
            and not roles & {"unit_price", "price", "value"}
        ):
            role = "unit_price"
        if role in taken and role not in ("", "skip"):
            role = "skip"
        taken.add(role)
        settled.append(column._replace(role="" if role == "skip" else role))
    return tuple(settled)
