"""Parses questions about a document: the fields asked for and the line items named, in three languages."""

from __future__ import annotations

import re
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.document import CommercialDocument, LineItem
from fingerpost.assistants.agents.commerce.labels import normalize
from fingerpost.assistants.agents.commerce.verbatim import same_stem
from fingerpost.language.function_words import AND, ARTICLES, DO, SMALL
from fingerpost.language.text import words

_FIELD_PATTERNS = {
    "goods": (
        r"(?:soma|suma|sum) (?:d[aeo]s? |of (?:all )?(?:the )?|de l[oa]s )(?:linhas?|itens|items?|produtos|lines?|"
        r"lineas|articulos|productos|importes)|(?:quanto|cuanto) (?:soma|suma)\w* .{0,40}(?:linhas?|itens|produtos|"
        r"totais|importes|lineas|articulos|productos)|"
        r"what do (?:all )?the (?:lines|items|goods) (?:add up|come|amount|sum) to"
    ),
    "compare": (
        r"compar\w*|diferenc\w*|difference\w*|differ\w*|mudou|cambio entre|qual (?:e |o |"
        r"a )?(?:mais )?(?:barat|car)\w* d[oa]s? (?:dois|duas)|versus|vs"
    ),
    "sums": (
        r"confer\w*|bate[m]?|fecha[m]? (?:a|as) contas?|(?:soma|somas|contas?|calculos?|valores|totais|"
        r"sums?|math|totals|suma[s]?|cuentas?) (?:esta|estao|es|son|is|are|bate|fecha|cuadra|certa|right|"
        r"correct)\w*|add(?:s|ed)? up|corret\w*|correct\w*|cert[oa]s?|errad[oa]s?|erros?|errors?|mistakes?|"
        r"deveri\w*|deberia\w*|should|exceeds?|cuadra\w*|verifi\w*|check\w*|double.?check|audit\w*|revis\w*|right|wrong|comprueba\w*"
    ),
    "dearest": (
        r"(?:mais|mas) (?:car|expensiv)\w*|most expensive|dearest|priciest|highest price\w*|maior (?:preco|"
        r"valor)|mayor precio"
    ),
    "cheapest": r"(?:mais|mas) barat\w*|cheapest|least expensive|lowest price\w*|menor (?:preco|valor)|menor precio",
    "count": (
        r"(?:quant[oa]s|how many|cuant[oa]s|numero de|number of) (?:\w+ )?(?:itens|items?|produtos?|"
        r"products?|linhas?|lines?|articulos?|productos?|lineas?|coisas|cosas|servicos?|conceptos?)"
    ),
    "items": (
        r"itens|items?|produtos?|products?|articulos?|productos?|linhas|lineas|line items|"
        r"o que (?:foi comprado|comprei|comprou|tem|compramos|esta sendo cobrado)|what (?:did|was|were|"
        r"is being) \w* ?(?:buy|bought|charged|sold|ordered)|que (?:compr|incluye|contiene|lleva)\w*|"
        r"conceptos"
    ),
    "due": (
        r"venc\w*|due|deadline|prazo (?:de|para|do) pag\w*|until when|pagar ate|(?:ate quando|hasta cuando)|"
        r"when (?:do|should|must|is|does) .{0,20}(?:pay|paid|payable)\w*|"
        r"quando .{0,20}pag\w*|cuando .{0,20}pag\w*|fecha limite"
    ),
    "issued": (
        r"emiss\w*|emitid[oa]s? (?:em|quando)|issued|date[ds]?|emision|fecha|quando (?:foi|e|saiu)|"
        r"(?:de que|que|qual a) data|data"
    ),
    "withheld": r"ret(?:enc|id[oa]|enid|uv|ien|ev|em)\w*|withh\w+",
    "access_key": r"chave(?: d[eao] \w+)?|access (?:key|code)|clave(?: de acceso)?|uuid|cufe|folio fiscal",
    "order_number": (
        r"(?:numero|number|num|n[oº]|no\.|codigo|qual (?:e )?o|cual es el) "
        r".{0,12}(?:pedido|ordem de compra|orden|order|po|oc)|"
        r"(?:purchase )?order (?:number|no|ref\w*)|po (?:number|no)|purchase order|ordem de compra|orden de compra|po"
    ),
    "valid": (
        r"valid\w*|vigen\w*|vale ate|expir\w*|good (?:until|for|through)|"
        r"until when is .{0,30}good|(?:ate quando|hasta cuando|until when|how long) "
        r".{0,40}(?:val[ei]\w*|good|stand\w*|hold\w*)"
    ),
    "number": (
        r"(?:numero|number|num|no\.|n[oº]) (?:d[aeo]|of|this|the|del?|is)?|qual (?:e )?(?:o|a) numero|"
        r"what number|numero|number|folio"
    ),
    "seller": (
        r"emitente|fornecedor\w*|vendedor\w*|prestador\w*|emisor\w*|proveedor\w*|seller|vendor|supplier|"
        r"issuer|beneficiari\w*|quem (?:emitiu|vend\w*|mandou|enviou|cobra|fez|e o emit\w*)|who (?:issued|"
        r"sent|sold|is (?:it|this) from|made|billed|is charging)|quien (?:emit\w*|vend\w*|envi\w*|cobra)|"
        r"from whom|de quem|de quien|whose"
    ),
    "buyer": (
        r"destinatari[oa]|cliente|comprador\w*|tomador\w*|pagador\w*|buyer|customer|client|receptor|"
        r"de quem (?:foi )?recebid\w*|received from|"
        r"quem (?:compr\w*|paga|recebe\w*|deve)|who (?:bought|buys|pays|is (?:it|this) for|was billed|"
        r"ordered|owes)|quien (?:compr\w*|paga|recib\w*)|para quem|para quien|a quien|bill(?:ed)? to|"
        r"to whom"
    ),
    "parties": r"partes|parties|envolvid\w*|involved|entre quem|entre quienes|quem e quem",
    "tax_id": (
        r"cnpj|cpf|nif|cif|rfc|ruc|cuit|rut|nit|vat (?:id|number|no)|ein|tax (?:id|number)|numero fiscal|"
        r"contribuinte"
    ),
    "address": r"endereco|address|direccion|domicilio|morada|onde fica|where is",
    "taxes": (
        r"impost\w*|tax(?:es)?|iva|icms|ipi|iss|pis|cofins|vat|[csi]?gst|hst|impuestos?|tribut\w*|aliquota|igv|"
        r"irpf|irrf|sales tax"
    ),
    "subtotal": (
        r"sub ?-?total|base imponible|net amount|valor dos produtos|"
        r"(?:monto|importe|valor|total) neto"
    ),
    "discount": r"descont\w*|discount\w*|descuento\w*|rebate|abatimento",
    "shipping": r"frete|shipping|freight|envio|portes|delivery (?:cost|fee|charge)|flete|entrega|despacho|postage",
    "terms": (
        r"condic\w*|forma (?:de )?pag\w*|como (?:se |e |sera |devo |debo )?pag\w*|terms|how (?:do|should|"
        r"can|is) .{0,20}pa(?:y|id)\w*|metodo de pago|meio de pagamento|payment (?:method|terms)|parcel\w*|"
        r"instal+ments?"
    ),
    "balance": (
        r"falta pagar|quanto falta|left to pay|(?:is|what's|how much) left|left (?:after|over)|"
        r"still (?:owe|due)|saldo|pendiente|resta\w*|outstanding|"
        r"balance|cuanto (?:falta|queda)"
    ),
    "currency": r"moeda|currency|moneda|divisa",
    "summary": (
        r"resum\w*|summar\w*|sobre o que|what is (?:this|it|in)|o que e (?:isso|isto|esse|este|essa|esta)|"
        r"que es est[aeo]|descrev\w*|describe|extra\w*|le[ira]* (?:isso|essa|este|esta)|read (?:it|this)|"
        r"overview|dados (?:d[aeo]|principais)|detalhes|details|principais"
    ),
    "total": r"total\w*",
}
_PATTERNS = {name: re.compile(rf"(?<![^\W_])(?:{words})(?![^\W_])") for name, words in _FIELD_PATTERNS.items()}
_AMOUNT_QUESTION = re.compile(
    r"(?<![^\W_])(?:(?:quanto|cuanto)(?! (?:tempo|tiempo|tard|demor))|"
    r"how much|valor|amount|price|preco|precio|custa|custou|cost|cuesta|"
    r"costo|importe|pagar|pay|owe|devo|debo)(?![^\W_])"
)
_GOODS_QUESTION = re.compile(
    r"(?<![^\W_])(?:quanto|how much|how many|cuant[oa]s?|quant[oa]s?|preco|price|precio|valor|custa|"
    r"custou|cost|cuesta|costo|unitario|tem|there|hay|comprei|bought)(?![^\W_])"
)
_IN_TOTAL = re.compile(
    r"(?<![^\W_])(?:no|in|en|ao) total(?![^\W_])|(?<![^\W_])total(?= (?:(?:de|of|do|da|das|dos|del|the|los|las|em|en) "
    r"){0,2}(?:impost|impuesto|tax|tribut|retenc|descont|descuent|discount|frete|shipping|withh|iva|vat))"
)
"""The word "total" where it is not the amount to pay: in total, the total of the taxes."""
_QUESTION_START = (
    r"(?:quais|qual|quant|quando|quem|onde|ate quando|se |what|when|who|how|where|which|is |are |does|if |cual|cuando|"
    r"cuant|quien|donde|hasta|a que|em que|en que|a quem|a quien|by when|until|ha |hay |tem |tiene |y si )"
)
_NEXT_QUESTION = re.compile(
    rf"[?;\n]+|\.(?=\s)|(?:,\s*)?(?<![^\W_])(?:e|y|and|also|tambem|tambien)(?![^\W_])\s+(?={_QUESTION_START})|"
    rf",\s+(?={_QUESTION_START})"
)
_COORDINATED = re.compile(r"(?<![^\W_])(?:e|y|and|ou|or|o|que|than|com|con|with|mais|mas|plus|vs)(?![^\W_])|[,+&]")
_STOP_WORDS = (
    ARTICLES
    | AND
    | DO
    | words("""
    de da dos das em no na nos nas que qual quais quanto quantos quanta quantas custa custam custou preco valor
    foi pelo pela por para com esta este essa esse isso nota fiscal fatura pedido of in on is are was how much
    many what price cost costs it this that invoice order quote receipt bill for each per pay paid we i me en es
    son cuanto cuantos cuanta cuantas cuesta cuestan costo precio factura presupuesto hay tem there unitario
    unit cada se ao total unidade unidades units item itens items produto product vezes comprei compramos bought
    devo debo pagar pago owe deu deve tenho tengo need to preciso aqui here quero want saber know ficou fica sai
    saiu so tudo all everything todo altogether final mesmo afinal dessa desse deste desta nessa nesse nisso you
    your my meu minha mi importe amount documento document recibo boleto orcamento cobrado cobrada cobran
    charged foram were fueron been sao gastei gastamos spent gaste
    """)
)
"""Stop words: words that name no goods."""
_IMPLIED_FIELDS = {
    "due": {"issued", "terms"},
    "valid": {"issued", "due"},
    "withheld": {"taxes"},
    "access_key": {"number"},
    "order_number": {"number"},
    "subtotal": {"total"},
    "tax_id": {"number", "taxes", "seller", "buyer"},
    "address": {"seller", "buyer"},
    "count": {"items", "number"},
    "dearest": {"items"},
    "cheapest": {"items"},
    "sums": {"total", "subtotal", "taxes", "items", "issued", "discount", "shipping"},
    "goods": {"sums", "items", "count", "total", "subtotal"},
    "balance": {"total"},
    "summary": {"items"},
    "parties": {"seller", "buyer"},
}
"""Fields dropped where another field explains the same word: "valid until which date" is no date of issue."""
_DATE_QUESTION = re.compile(r"data|date|fecha|quando|when|cuando")
MOST_NAMED = 5


class DocumentQuestion(NamedTuple):
    """A parsed question.

    `plain` is the normalized text; `asked` the fields asked for; `lines` the line items named; `unknown` words that may
    name goods which the document does not have.
    """

    plain: str
    asked: tuple[str, ...]
    lines: tuple[LineItem, ...]
    unknown: str


def split_questions(question: str) -> list[str]:
    """Return the questions of a message, each as it is written."""
    plain, begin, found = normalize(question), 0, []
    for match in _NEXT_QUESTION.finditer(plain):
        found.append(question[begin : match.start()])
        begin = match.end()
    found.append(question[begin:])
    return [part.strip() for part in found if re.search(r"\w", part)] or [question]


def parse_question(question: str, document: CommercialDocument) -> DocumentQuestion:
    """Parse a question about a document."""
    plain = _IN_TOTAL.sub(" ", normalize(question))
    asked = _resolve_fields([name for name, pattern in _PATTERNS.items() if pattern.search(plain)], plain)
    lines, unknown = _named_lines(document, plain)
    if lines and not {"dearest", "cheapest"} & set(asked):
        asked = [name for name in asked if name not in ("items", "count", "total", "number")]
    elif len(lines) != 2:
        lines = ()
    return DocumentQuestion(plain, tuple(asked), lines, unknown)


def _resolve_fields(asked: list[str], plain: str) -> list[str]:
    """Return the fields asked for without those that another field explains."""
    kept = [
        name for name in asked if not any(name in _IMPLIED_FIELDS.get(other, ()) for other in asked if other != name)
    ]
    if {"seller", "buyer"} & set(kept) and "issued" in kept and not _DATE_QUESTION.search(plain):
        kept.remove("issued")
    if not kept and _AMOUNT_QUESTION.search(plain):
        kept = ["total"]
    both = [side for side in ("seller", "buyer") if _PATTERNS[side].search(plain)] or ["seller", "buyer"]
    sided = [f"{side}_{name}" for name in kept if name in ("tax_id", "address") for side in both]
    return sided + [name for name in kept if name not in ("tax_id", "address")]


def _named_lines(document: CommercialDocument, plain: str) -> tuple[tuple[LineItem, ...], str]:
    """Return the line items that a question names, else the words that may name goods."""
    words = [word for word in re.findall(r"[^\W_]{2,}", plain) if word not in _STOP_WORDS and not _is_field_word(word)]
    matched = []
    for line in document.lines:
        inside = re.findall(r"[^\W_]{2,}", normalize(f"{line.description} {line.code}"))
        matched.append({word for word in words if any(same_stem(word, other) for other in inside)})
    named: list[int] = []
    left = set(words)
    # Goods are named by the words that fit them best; further ones only where the question lists several.
    while len(named) < MOST_NAMED:
        scores = [sum(map(len, found & left)) for found in matched]
        best = max(scores, default=0)
        if best < (4 if named else 3):
            break
        chosen = [index for index, score in enumerate(scores) if score == best and index not in named]
        named += chosen
        left -= {word for index in chosen for word in matched[index]}
        if not chosen or not _COORDINATED.search(plain):
            break
    if named:
        return tuple(document.lines[index] for index in sorted(named)[:MOST_NAMED]), ""
    return (), " ".join(words) if _GOODS_QUESTION.search(plain) else ""


def _is_field_word(word: str) -> bool:
    return any(pattern.fullmatch(word) for pattern in _PATTERNS.values())


_THING = re.compile(
    r"(?<![^\W_])(?:o|a|os|as|the|el|la|los|las|de|do|da|dos|das|del|of|sem|sin|without|com|con|with|um|uma|un|una|any|"
    r"ha|hay|tem|tiene|has|for|algum|alguma|alguna|algun)\s+([^\W\d_](?:-?[^\W\d_]){3,})(?![^\W_])"
)
"""A word after an article or a preposition, which names something."""


_RELATIONS = words("entre between desde hasta sobre until after before antes depois despues ate since against contra")


def things_named(plain: str) -> list[str]:
    """Return the words of a normalized question that name something which no field explains."""
    return [
        word
        for word in _THING.findall(plain)
        if word not in SMALL | _STOP_WORDS | _RELATIONS
        and not _is_field_word(word)
        and not any(word in found[0] for pattern in _PATTERNS.values() for found in pattern.finditer(plain))
    ]


def fields_in(plain: str) -> set[str]:
    """Return the fields whose words are in a normalized text."""
    return {name for name, pattern in _PATTERNS.items() if pattern.search(plain)}
