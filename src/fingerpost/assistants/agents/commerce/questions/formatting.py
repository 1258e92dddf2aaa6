"""Formats amounts, dates and document names in three languages."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal

from fingerpost.assistants.agents.commerce.document import KINDS, CommercialDocument
from fingerpost.assistants.agents.commerce.language.labels import normalize
from fingerpost.language.calendar_words import MONTHS
from fingerpost.language.currencies import DECIMAL_POINT
from fingerpost.language.detect import language_of

# Francs are written in the manner of the language.
_POINT = DECIMAL_POINT - {"CHF"}
_SIGNS = {"BRL": "R$ ", "USD": "US$ ", "GBP": "£", "PEN": "S/ ", "INR": "₹"}
_KINDS = {
    "en": dict(zip(KINDS, ("invoice", "order", "quote", "receipt", "boleto", "credit note", "document"), strict=True)),
    "es": dict(
        zip(
            KINDS, ("factura", "pedido", "presupuesto", "recibo", "boleto", "nota de crédito", "documento"), strict=True
        )
    ),
    "pt": dict(
        zip(
            KINDS,
            ("nota fiscal", "pedido", "orçamento", "recibo", "boleto", "nota de crédito", "documento"),
            strict=True,
        )
    ),
}
_FEMALE = frozenset({"factura", "nota fiscal", "fatura", "nota de crédito"})
_OWN = {
    "en": """the is are was who what when how much many which where does did show list give this that it right wrong
        correct check due items tax taxes seller buyer summary summarize compare difference price most expensive
        cheapest dearest pay owe and please there bill invoice discount shipping number date payment terms
        issued add up with without before after""",
    "es": """cuanto cuantos cuantas cual cuales quien cuando vence factura emisor proveedor impuestos impuesto
        descuento envio resumen resume compara diferencia lineas articulos productos precio fecha suma cuadra
        cuadran correcto bien mas barato cuentas esta pago direccion hay dime muestra los las el y del""",
    "pt": """quanto quantos quantas qual quais quem quando vence nota fornecedor emitente destinatario impostos
        imposto desconto frete resumo resuma compara diferenca itens produtos preco data soma confere certo
        certa caro boleto contas batem bate duas dois emitiu pagamento endereco tem foi mais os as do da dos das
        no na e mostra me""",
}  # fmt: skip
_SHARED = re.compile(r"(?<![^\W_])total(?![^\W_])", re.IGNORECASE)
"""What is one word in all three languages."""
_WORDS = {language: frozenset(words.split()) for language, words in _OWN.items()}
_ENDINGS = {"es": re.compile(r"\w(?:miento|cion|ciones|dad)$"), "pt": re.compile(r"\w(?:mento|cao|coes|dade)$")}


def answer_language(question: str, document: CommercialDocument) -> str:
    """Return the language of a question, or that of the document where the question gives no evidence."""
    words = re.findall(r"[^\W\d_]+", normalize(question))
    scores = {language: float(sum(word in known for word in words)) for language, known in _WORDS.items()}
    for language, ending in _ENDINGS.items():
        scores[language] += sum(bool(ending.search(word)) for word in words)
    found = language_of(_SHARED.sub("", question))
    # English is the default of language_of, so it counts as no evidence.
    scores[found] += 0.6 if found != "en" else 0.0
    scores[document.language] += 0.5
    return max(scores, key=lambda language: scores[language])


def format_amount(value: Decimal, document: CommercialDocument, language: str) -> str:
    """Return an amount with its currency sign in the conventions of a language."""
    currency = document.currency
    number = format_number(value, document, language, cents=True)
    if currency == "EUR":
        return f"€{number}" if language == "en" else f"{number} €"
    if currency == "USD" and language == "en":
        return f"-${number[1:]}" if number.startswith("-") else f"${number}"
    sign = _SIGNS.get(currency, f"{currency} " if currency else "")
    return f"-{sign}{number[1:]}" if number.startswith("-") else f"{sign}{number}"


def format_number(value: Decimal, document: CommercialDocument, language: str, *, cents: bool = False) -> str:
    """Return a number with the separators of a language; `cents` asks for at least two decimals."""
    value = value.normalize() if value else Decimal(0)
    places = max(0, -int(value.as_tuple().exponent))
    currency = document.currency
    whole = currency in ("CLP", "COP") and not places
    text = f"{value:,.{max(places, 2) if cents and not whole else places}f}"
    if currency == "INR":
        text = _by_lakhs(text)
    # These currencies use a decimal point unless the document itself uses a comma.
    if language == "en" or (currency in _POINT and not document.comma):
        return text
    return text.translate(str.maketrans(",.", ".,"))


def _by_lakhs(text: str) -> str:
    """Return a number with Indian digit grouping: three digits, then groups of two."""
    whole, point, rest = text.replace(",", "").partition(".")
    head, tail = whole[:-3], whole[-3:]
    return re.sub(r"(?<=\d)(?=(?:\d\d)+$)", ",", head) + ("," if head.strip("-") else "") + tail + point + rest


def format_date(value: date, language: str) -> str:
    """Return a date in the format of a language."""
    return (
        f"{value.day} {MONTHS['en'][value.month - 1].capitalize()} {value.year}"
        if language == "en"
        else f"{value:%d/%m/%Y}"
    )


def kind_name(document: CommercialDocument, language: str) -> str:
    """Return the name of the kind of a document in a language."""
    name = _KINDS[language][document.kind]
    # What Brazil calls a nota fiscal is a fatura in Portugal.
    return "fatura" if name == "nota fiscal" and document.currency not in ("BRL", "") else name


def this_document(document: CommercialDocument, language: str) -> str:
    """Return "This invoice" in a language."""
    name = kind_name(document, language)
    word = {"en": "this", "es": "esta" if name in _FEMALE else "este", "pt": "esta" if name in _FEMALE else "este"}[
        language
    ]
    return f"{word.capitalize()} {name}"
