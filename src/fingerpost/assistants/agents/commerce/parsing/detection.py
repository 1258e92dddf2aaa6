"""Detection of commercial documents in pasted text: cheap, and robust against questions about sales and SQL."""

from __future__ import annotations

import re

from fingerpost.assistants.agents.commerce.language.labels import normalize, to_halfwidth
from fingerpost.assistants.agents.commerce.parsing.pasted_text import repair_spacing

READ, SHORTEST = 20_000, 25
"""Characters inspected at most, and the minimum length of a document."""

# The number of thousands groups is bounded: unbounded, a page of digits would be rescanned from each position.
_NUMBER = r"[-−]?\d{1,3}(?:[., '\u202f]?\d{3}){0,4}(?:[.,]\d{1,4})?"
_SIGN = r"(?:r\$|us\$|s/\.?|[€$£]|usd|brl|eur|gbp|mxn|cop|clp|ars|pen|cad)"
_AMOUNT = re.compile(
    rf"{_SIGN}\s?{_NUMBER}|\b{_NUMBER}\s?(?:€|£|eur\b|euros?\b|reais\b|usd\b)|"
    rf"(?<![\w.,/-])\d{{1,3}}(?:[., ]?\d{{3}}){{0,4}}[.,]\d{{2}}(?![\w%/]|[.,-]\d)"
)
_TOTAL = re.compile(
    rf"\b(?:sub\s?-?total|total(?: (?:geral|general|due|amount|charges|a pagar|da nota|do pedido|factura|"
    rf"da fatura|com iva|con iva|presupuesto|iva incluido))?|grand total|valor total(?: da nota)?|"
    rf"importe total|amount (?:due|payable)|balance(?: due)?|valor (?:a pagar|do documento)|base imponible|"
    rf"net total|monto total)"
    rf"(?:\s*\([^)\n]{{0,20}}\))?(?:[\s:=|;*.…_-]|\t){{0,80}}(?:{_SIGN}\s{{0,40}})?\**{_NUMBER}(?![\w/])"
)
_TITLE = re.compile(
    r"\b(?:(?:tax )?invoice|purchase order|quot(?:e|ation)|estimate|receipt|nota fiscal|danfe|nfs?-?e|nf|"
    r"nfc-?e|fatura|factura|recibo|boleto|pedido(?: de compra)?|orcamento|presupuesto|cotizacion|"
    r"cupom fiscal|orden de compra|ordem de compra|proposta|po|order)"
    r"\s{0,3}(?:number|no\.?|n\.?\s?[oº°]\.?|nr\.?|numero|id|\#|:|-)?\s{0,3}[:#]?\s{0,3}(?:[a-z]{1,5}[-/ ]?)?\d"
)
_PARTY = re.compile(
    r"\b(?:emitente|fornecedor|destinatario|cliente|prestador|tomador|beneficiario|pagador|bill to|"
    r"ship to|sold to|vendor|customer|supplier|emisor|receptor|proveedor|senores)\b\s{0,2}(?::|$|\n)|"
    r"\b(?:cnpj|cpf|nif|cif|rfc|ruc|cuit|rut|nit|ein|vat (?:id|"
    r"reg(?:istration)? no))\b[\s:.#no]{0,6}[a-z]{0,3}[\s-]?\d"
)
_BLANK = r"[^\S\n]"
_LINE = re.compile(
    rf"(?m)^\W{{0,4}}(?:\d{{1,4}}[.,]?\d{{0,3}}\s?(?:x|un|und|pcs?|kg|ud)\b.{{2,80}}|.{{3,90}}?[\s|"
    rf";,\t]){_SIGN}?\s?{_NUMBER}(?:{_BLANK}|[|;\"])*+(?:€|(?:{_BLANK}|[|;,])*+(?:eur|usd|brl|gbp))?{_BLANK}*+$"
)
_TABLE_HEADER = re.compile(
    r"\b(?:qtde?|quantidade|quantity|qty|cant(?:idad)?|quant|unidades|uds)\b.{0,60}\b(?:valor|preco|"
    r"price|precio|total|amount|importe|unit\w*)\b|\b(?:descricao|description|descripcion|concepto|"
    r"item|produto|articulo)\b.{0,60}\b(?:qtd|qty|cant|quant\w*|amount|importe|valor|total)\b"
)
_SQL = re.compile(
    r"\bselect\b(?:(?!\bselect\b)[\s\S]){1,400}?\bfrom\b|\b(?:insert into|update \w+ set|create table|group by|"
    r"order by \w+ (?:asc|desc)|sum\(|count\()"
)
_QUANTITY = re.compile(
    r"\d\s?[x×]\s?(?:[^\W\d_]{3,}|[r$€£\d])|\d\s?(?:un|und|kg|pcs?|uds?|stk|sets|bx|caixas|cajas)\b|\d\s?@\s?[$€£\d]"
)


def looks_like_document(text: str) -> bool:
    """Return whether a pasted text is an invoice, an order, a quote or a receipt with amounts."""
    if len(text) < SHORTEST or not any(char.isdigit() for char in text[:READ]):
        return False
    plain = normalize(repair_spacing(to_halfwidth(text[:READ])))
    amounts, totals = len(_AMOUNT.findall(plain)), len(_TOTAL.findall(plain))
    if (amounts < 2 and not totals) or _SQL.search(plain):
        return False
    rows = sum(1 for _ in _LINE.finditer(plain)) - totals
    sold = len(_QUANTITY.findall(plain))
    if not (totals or rows > 1 or sold > 1):
        return False
    score = 2.0 * bool(totals) + (totals > 1) + (amounts > 2) + (rows > 1) + (sold > 1)
    score += bool(_TITLE.search(plain)) + bool(_PARTY.search(plain)) + 2.0 * bool(_TABLE_HEADER.search(plain))
    return score >= 3.0
