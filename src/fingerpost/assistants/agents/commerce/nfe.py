"""Parses the XML of a Brazilian NF-e; document types and entities are refused, so none is ever expanded."""

from __future__ import annotations

from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from fingerpost.assistants.agents.commerce.document import CommercialDocument, DocumentError, LineItem, Party, Tax
from fingerpost.assistants.agents.commerce.language.labels import to_halfwidth

MOST_ELEMENTS, DEEPEST = 200_000, 60
MOST_ATTRIBUTES = 20_000
"""Maximum number of equal signs, of which every attribute has one; an NF-e has an attribute or two for each item."""
MOST_LINES = 990
"""Maximum number of items of one NF-e, set by the tax office."""
LONGEST = 300
"""Maximum number of characters kept per element; the longest valid name has 120."""
_TOTALS = (
    ("vICMS", "ICMS", True),
    ("vST", "ICMS ST", False),
    ("vIPI", "IPI", False),
    ("vPIS", "PIS", True),
    ("vCOFINS", "COFINS", True),
)


def parse_nfe(text: str, name: str) -> CommercialDocument:
    """Parse an NF-e into a document; raise DocumentError where the XML is not an NF-e or is unsafe."""
    root = _parse_xml(text, name)
    invoice = next((node for node in root.iter() if _tag(node) == "infNFe"), None)
    if invoice is None:
        raise DocumentError(name, "xml_other")
    head, totals = _child(invoice, "ide"), _child(invoice, "total", "ICMSTot")
    details = [node for node in invoice if _tag(node) == "det"]
    if len(details) > MOST_LINES:
        raise DocumentError(name, "xml_lines", len(details), MOST_LINES)
    due = sorted(filter(None, (_date(_text(node, "dVenc")) for node in invoice.iter() if _tag(node) == "dup")))
    taxes = tuple(
        Tax(label, None, amount, included=included)
        for tag, label, included in _TOTALS
        if (amount := _decimal(_text(totals, tag))) is not None and amount != 0
    )
    others = [amount for tag in ("vSeg", "vOutro") if (amount := _decimal(_text(totals, tag)))]
    return CommercialDocument(
        kind="invoice",
        number=_text(head, "nNF"),
        issued=_date(_text(head, "dhEmi") or _text(head, "dEmi")),
        due=due[0] if due else None,
        currency="BRL",
        seller=_party(_child(invoice, "emit"), "enderEmit"),
        buyer=_party(_child(invoice, "dest"), "enderDest"),
        lines=tuple(line for node in details if (line := _line(_child(node, "prod")))),
        subtotal=_decimal(_text(totals, "vProd")),
        discount=_decimal(_text(totals, "vDesc")),
        shipping=_decimal(_text(totals, "vFrete")),
        taxes=taxes,
        total=_decimal(_text(totals, "vNF")),
        language="pt",
        source=name,
        other=sum(others, Decimal(0)) if others else None,
    )


def _parse_xml(text: str, name: str) -> Element:
    if text.count("=") > MOST_ATTRIBUTES:
        # expat reads all attributes of an element before it reports the first.
        raise DocumentError(name, "xml_elements")
    builder = TreeBuilder()
    parser = expat.ParserCreate("utf-8")
    # Without buffering, expat makes one call per line end.
    parser.buffer_text = True
    depth = count = size = 0

    def refuse(*_: Any) -> int:
        raise DocumentError(name, "xml_declares")

    def start(tag: str, _: dict[str, str]) -> None:
        nonlocal depth, count, size
        depth, count, size = depth + 1, count + 1, 0
        if depth > DEEPEST or count > MOST_ELEMENTS:
            raise DocumentError(name, "xml_elements")
        builder.start(tag, {})

    def data(text: str) -> None:
        nonlocal size
        builder.data(text[: LONGEST - size])
        size = min(LONGEST, size + len(text))

    def end(tag: str) -> None:
        nonlocal depth, size
        depth, size = depth - 1, 0
        builder.end(tag)

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = data
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = parser.ExternalEntityRefHandler = refuse
    try:
        # The text is already decoded, so its XML declaration of an encoding no longer applies.
        parser.Parse(text.encode(), True)
        return builder.close()
    except (expat.ExpatError, AssertionError, ValueError) as error:
        raise DocumentError(name, "xml_broken", error) from error


def _tag(node: Element) -> str:
    return node.tag.rpartition("}")[2].rpartition(":")[2]


def _child(node: Element | None, *tags: str) -> Element | None:
    for tag in tags:
        node = next((child for child in node if _tag(child) == tag), None) if node is not None else None
    return node


def _text(node: Element | None, tag: str) -> str:
    child = _child(node, tag)
    return to_halfwidth(child.text or "").strip() if child is not None else ""


def _decimal(text: str) -> Decimal | None:
    try:
        value = Decimal(text)
    except InvalidOperation:
        return None
    return value if value.is_finite() and abs(value) < Decimal(10) ** 15 else None


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None


def _party(node: Element | None, address: str) -> Party:
    place = _child(node, address)
    where = ", ".join(filter(None, (_text(place, tag) for tag in ("xLgr", "nro", "xMun", "UF"))))
    return Party(_text(node, "xNome"), _text(node, "CNPJ") or _text(node, "CPF"), where)


def _line(node: Element | None) -> LineItem | None:
    if node is None or not _text(node, "xProd"):
        return None
    return LineItem(
        _text(node, "xProd"),
        _text(node, "cProd"),
        _decimal(_text(node, "qCom")),
        _text(node, "uCom"),
        _decimal(_text(node, "vUnCom")),
        # Line discounts are part of the document discount; applied here, they would count twice.
        total=_decimal(_text(node, "vProd")),
    )
