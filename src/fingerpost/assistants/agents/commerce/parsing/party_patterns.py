"""Patterns that tell the names of firms from titles, greetings, fields and places."""

from __future__ import annotations

import re

NAME_FIELD = re.compile(
    r"^\s*(?:nome(?: ?/ ?razao social)?|name|nombre(?: ?(?:/|o|y) ?razon social)?|"
    r"razao social(?: ?/ ?nome)?|razon social|company(?: name)?|empresa|nome fantasia|attn\.?|"
    r"attention|a/c)\s*(?:[:\-–]\s*|$)"
)
_TITLE_WORDS = (
    r"(?:(?:tax|commercial|sales|original|proforma|pro forma|cash) )?(?:invoice|receipt)|"
    r"purchase order|quote|quotation|estimate|nota fiscal(?: (?:eletronica|de servicos?))*|danfe|"
    r"documento auxiliar.*|"
    r"nfs?-?e|nfc-?e|cupom(?: fiscal)?(?: eletronico)?|recibo|fatura(?:[ /-]recibo)?(?: simplificada)?|"
    r"factura(?: (?:electronica|simplificada))?|boleto|pedido(?: de compra)?|orcamento|"
    r"proposta(?: comercial)?|presupuesto|cotizacion|cotacao|"
    r"ticket|orden de compra|ordem de compra|order|bill|statement|comprovante|extrato"
)
TITLE = re.compile(
    rf"^\W*(?:{_TITLE_WORDS}|prefeitura|conhecimento|remito|original|ref|rcpt|devolu\w+|credit|nota|page|pagina|pag\.?|data|fecha|date|total|hora|no\.?|n[oº°]|"
    rf"numero|number|serie|via|copia|duplicado|copy|chave|folio|cuenta|thank|obrigad[oa]|gracias|"
    rf"bienvenido|welcome|from|de|to|para|subject|assunto|asunto)(?![^\W\d_])"
)
TITLE_ALONE = re.compile(rf"\W*(?:{_TITLE_WORDS})\W*")
TITLE_END = re.compile(rf"[\s\-–|]+(?:{_TITLE_WORDS})$")
TITLE_WITH_NAME = re.compile(
    r"^\W*(?:your )?(?:receipt|invoice|order|quote|quotation|recibo|fatura|factura|orcamento|"
    r"presupuesto|cotizacion) (?:from|de|da|do|by) (?=\w)"
)
CHAT = re.compile(
    r"[?!¿@]|(?<![^\W_])(?:oi|ola|hola|hi|hello|hey|bom dia|boa tarde|buenos dias|segue|confere|pode|"
    r"podes|puedes|can you|please|por favor|pls|here is|aqui|check|verifica|veja|mira|revisa|preciso|"
    r"need|obrigad[oa]|gracias|thanks|thank you|see|enviado|from my|forwarded|encaminhad[oa]|subject|"
    r"assunto|asunto|mensagem|este|esta|this|essa|esse|para manana|para amanha|recebemos)(?![^\W_])"
)
PURCHASE_ORDER = re.compile(r"purchase order|pedido de compra|orde[mn] de compra|^\W*p\.?o\.?\s*\#?\s*\d")
MAIL_HEADER = re.compile(r"\W{0,3}(?:from|to|cc|sent|date|subject|de|para|enviado|data|fecha|assunto|asunto)\s*:")
ADDRESSEE = re.compile(r"\s*(?:a|ao|aos|as|al|a la|to|para)\s*[:,]?\s*")
"""What stands alone above the name of whoever a letter is sent to."""
PLACE = re.compile(r"^\d+\s+[^\W\d_]|^[^:\d]+, [A-Z]{2}\b|/[A-Z]{2}$")
STREET = re.compile(r"\d+\s+[^\W\d_].*[, ][A-Z]{2}$")
NUMBERED_TITLE = re.compile(
    rf"^\W*(?:{_TITLE_WORDS}|nf|inv)\s*(?:no\.?|n[oº°.]*|\#)?\s*[:#]?\s*\d[\w./-]*\s*[-–:,]?\s*"
)
