"""Field labels of commercial documents in Portuguese, English and Spanish, and the text normalization for them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple, Protocol, TypeVar

_WORDS = {
    # money
    "subtotal": r"""sub\s?-?\s?totale?s?(?: (?:dos |de )?(?:produtos|itens|items))?
        |(?:valor |vlr\.? |vl\.? )?total (?:dos |de |de los |em )?(?:produtos|mercadorias|itens|productos|articulos)
        |(?:valor|vlr\.?|vl\.?|v\.) (?:total )?(?:dos |de )?(?:produtos|mercadorias?|itens)|
        mercadorias? ?/ ?servicos|(?:valor|
        total) (?:total )?dos servicos|valor (?:do )?servico
        |iliquido|total devengado|
        gross (?:pay|wages|salary)|(?:total|valor|importe|monto) (?:bruto|neto|iliquido|gravado)|base imponible|
        base tributavel|total gravado|op\.? gravadas?
        |net (?:amount|total|price|value)|total net|neto(?: gravado)?|total (?:excl?(?:uding|\.)?|ex|
        before|sin|sem|s/) ?(?:vat|tax(?:es)?|iva|impuestos|impostos)
        |(?:merchandise|goods|items?|parts|labor and parts) (?:sub)?total|merchandise|
        soma(?: dos itens)?|suma|total parcial|total before discount|gross(?: (?:amount|total))?|basic value|
        (?:total )?taxable(?: value)?
        |taxable (?:amount|total|subtotal)|amount before tax|total mercancias?|net(?=\s*:)|
        goods(?=\s{2,}|\s*:|\s[\d€$£])""",
    "discount": r"""(?:total |valor |vlr\.? |vl\.? |less:? |menos )?(?:de |do |dos |
        de los )?(?:descontos?|desc\.|descuentos?|dto\.?|dscto\.?|(?:[a-z]{3,12} )?discounts?|disc\.?|rebate|
        (?:loyalty )?rewards?)
        (?: (?:total|comercial|aplicado|aplicada|incondicional|a vista|por pronto pago|pronto pago|
        especial|fidelidade|pontualidade|concedido))?
        |(?:cupom|cupon|coupon|voucher)(?: (?:de )?(?:desconto|descuento|discount))?|abatimentos?|
        bonificacao|bonificacion|promo(?:cao|cion|tion)?|pronto pago""",
    "shipping": r"""(?:valor |vlr\.? |vl\.? |custo |coste |costo |total )?(?:de |do |del |
        da )?(?:frete|flete|envio|portes|shipping|freight|postage|carriage|transporte)
        (?: ?(?:and|&|/|y|e|\+) ?(?:handling|manuseio|manejo|seguro|insurance|
        embalagem))?(?: (?:costs?|charges?|fees?))?
        |gastos de envio|taxa de entrega|delivery(?: ?& ?collection)?(?: (?:fee|charges?|costs?))?|
        entrega(?: motoboy)?|s ?& ?h|despacho|sedex|pac""",
    "other": r"""(?:valor |vlr\.? )?(?:do |de )?seguro|(?:outras )?desp(?:esas|
        \.)?(?: ?acess?(?:orias|\.)?)?|outras desp(?:esas|\.)?|outros acrescimos|
        handling(?: (?:fee|charges?))?
        |insurance|service (?:fee|charge)|(?:taxa de )?servico(?=\s*\(?\d{1,2}(?:[.,]\d+)? ?%)|taxa de servico|
        round(?:ing)? ?off|rounding|servicio de mesa|embalagem|packing|
        packaging|tip|gratuity|gorjeta|propina
        |otros (?:gastos|cargos)|surcharge|fuel surcharge|recargo financiero|acrescimos?|montagem e instalacao""",
    "total": r"""total""",
    "grand": r"""(?:valor |vlr\.? |vl\.? |v\. |importe |monto )?total (?:da |do |de la |del |de |
        of )?(?:nota fiscal|nota|nf-?e|nf|nfs-?e|fatura|factura|pedido|compra|orcamento|
        presupuesto|proposta|cotizacion|invoice|order|quote|recibo|ticket|estimate|boleta|orden|
        documento|servico)
        |(?:grand|overall|final) total|total (?:geral|general|final|due|amount|payable|price|cobrado|charges|
        credit|oc|nf|facturado|faturado|global)|total (?:a|por) (?:pagar|cobrar|creditar|receber|recibir)
        |(?:valor|importe|monto|amount|total) (?:total )?a pagar|(?:valor|importe|monto) total(?: (?:a pagar|geral))?
        |(?:invoice|order|quote|po|estimate|receipt) (?:total|amount)|total (?:com|con|c/|
        incl?(?:uding|\.)?|with|w/) ?(?:iva|vat|tax(?:es)?|impostos|impuestos|gst)
        |total iva incl(?:uido|\.)?|valor (?:do documento|cobrado|da fatura|do boleto|final)|
        amount payable|(?:total )?net (?:pay|wages|salary)|take-home pay|
        preco total|precio total|total ttc|net payable|your price|inversion total|
        (?:po|order|invoice|contract) value|total (?:a vista|a percibir)|
        (?:a|to|por) (?:pagar|pay)(?! (?:ate|by|antes|hasta|before|within))""",
    "balance": r"""(?:remaining |outstanding |patient |your )?balance(?: due)?|amount (?:now |still )?(?:due|owing)|
        saldo(?: (?:devedor|
        pendente|pendiente|a pagar|restante))?|(?:valor )?restante|(?:valor|
        total) liquido(?: (?:da nota|a pagar|a receber|da nfs-?e))?
        |(?:liquido|neto) a (?:pagar|receber|percibir|recibir|cobrar)|net (?:to pay|to receive|payment)|liquido|
        pendiente(?: de pago)?|outstanding(?: amount)?|
        total outstanding""",
    "paid": r"""(?:amount |total |valor |monto |ja |less |insurance )?(?:paid|pago|pagado|recebido|
        recebida|recibido)|importancia recebida|deposit(?: paid)?|sinal(?: pago)?|entrada paga|
        anticipo|adiantamento|payments?(?: received| made|/credits)?|down payment|credits?""",
    "amount": r"""valor|value|importe|monto|amount|(?:a )?quantia(?: de)?|(?:la )?suma de|the sum of""",
    "tender": r"""(?:valor )?total (?:(?:das |de |de las )?(?:retencoes|retenciones|deducoes|deducciones)|withheld|
        deductions)|(?:reserva|senal|sinal|anticipo|adelanto|deposit)(?: (?:del?|of))? \d{1,2} ?%|contactless|
        billetera virtual|upi|(?:carried|brought) forward|suma (?:y sigue|anterior)|a transportar|
        multibanco|mb ?way|bizum|troco|change(?: due)?|cash|dinheiro|efectivo|cambio|
        vuelto|(?:cartao|tarjeta)(?: (?:de )?(?:credito|debito))?|(?:credit|debit)(?: card)?|
        visa|mastercard|amex|pix|entregado|tendered
        |(?:valor |total )?aprox(?:imado|\.)? (?:dos |de )?tributos|
        tributos (?:totais )?(?:aproximados|incidentes)|trib\.? aprox\.?|val(?:or)? aprox\.? (?:dos )?trib(?:utos|\.)
        |(?:voce )?economizou|you saved|total savings|ahorro|multa|juros|mora|parcelas?|
        installments?|cuotas? (?:no?\.?|\d{1,3}(?![\d.,]))|peso (?:bruto|liquido|neto)|(?:gross |
        net )?weight
        |(?:total|qtde?\.?|quantidade|numero|no|n)\.? (?:total )?(?:de |of )?(?:itens|items|volumes|
        pecas|articulos|units|unidades|linhas)|items? (?:sold|count)""",
    "base": r"""(?:valor da |valor |vlr\.? )?(?:base|bc)(?: de)?(?: calc(?:ulo|\.)?)?(?: (?:do |de |
        da )?(?:icms|iss|issqn|ipi|st|icms st|iva|igv|subst\.?))*(?: subst(?:ituicao|\.)?)?""",
    "rate": r"""(?:(?<!\d)(?<!\d\s)% ?(?:de )?|tipo(?: de)? |aliq(?:uota|\.)?(?: (?:do|de|da))? ?|
        tax |vat )(?:iva|icms|ipi|iss|vat|r\.e\.|rate|%)|aliquota(?: ?%)?|aliq\.?|tipo impositivo|
        tax rate|rate""",
    "tax": r"""(?:(?:total|valor|vlr\.?|vl\.?|importe|cuota|monto|amount|imposto|impuesto|plus|
        retencao|retencion|ret\.|add|total of|traslado|percepcion|percep\.)(?: (?:do|de|da|of|total|del))? )?(?:sobre )?
        (?:[csi]gst|utgst|icms(?: ?-?/?(?:st|substituicao(?: tributaria)?))?|ipi|issqn|iss|pis ?/ ?cofins|pis|
        cofins|inss|irrf|irpf|csll|iva|vat|gst ?/ ?hst|gst|hst|pst|qst|igv|itbis|irs|irc|isr|ieps|
        irf|ir|cbs|ibs
        |iibb|ingresos brutos|recargo (?:de )?equivalencia|r\.e\.|(?:[a-z]{2} )?sales tax(?:es)?|(?:state|city|
        county|local|lodging|excise) (?:sales )?tax(?:es)?|tax(?:es)?(?: amount)?|cuota|impostos?|
        impuestos?|tributos?)
        (?: (?:retid[oa]|retenid[oa]|withheld|na fonte|a recolher|repercutido|trasladado|contenido|adicional))?
        |retenc(?:ao|ion)(?: (?:na fonte|en la fuente))?|withholding(?: tax)?|tax withheld""",
    # dates
    "issued": r"""(?:(?:data|fecha|date|dt\.?)(?: (?:e hora|/hora))?(?: (?:de|da|do|of|
        del))?(?: (?:la ))? ?(?:emissao|emision|issue|issued|expedicion|expedida|documento|
        factura(?:cion)?|fatura|nota|invoice|pedido|order|compra|orcamento|purchase|recibo|
        venda|venta|cotizacion|presupuesto|proposta|quote)?)
        |emissao|emision|emitid[oa](?: em| el)?|issued?(?: on| date)?|dated|(?:invoice|order|po|
        p\.o\.|quote|receipt|purchase|billing|estimate|transaction) date|expedida(?: el)?""",
    "due": r"""(?:(?:data|fecha|dt\.?) (?:de |do |da |del )?)?(?:vencimento|vencimiento|
        venc(?:to)?\.?|vcto\.?|vto\.?)|(?:(?:amount |payment |balance )?due(?: date| on| by))|
        (?:payment )?due|date due|(?:please )?(?:pay(?:able|ment)?|settle(?:ment)?|remit) (?:by|before|until)
        |pagar (?:ate|antes del?|hasta(?: el)?)|
        venc(?:e|en|er|era|endo)(?: em| el| no| dia| no dia| el dia)?|fecha limite(?: de pago)?|
        pagamento ate|a pagar ate|data limite(?: de pagamento)?|
        pague ate""",
    "valid": r"""(?:offer |quote |quotation |oferta |orcamento |proposta |
        presupuesto )?valid[oa]?(?: until| ate| hasta(?: el)?| through| till| to)?|
        validade(?: (?:da|do|de))?(?: (?:proposta|orcamento|oferta|cotacao))?(?: ate)?
        |expir(?:es|y|ation|ing)(?: date| on)?|good (?:until|through)|validez(?: de la oferta)?(?: hasta)?|vigencia""",
    "day": r"""(?:prazo|tiempo|plazo)(?: de)? entrega|(?:delivery|lead) time|
        (?:delivery|event|dispatch|ship|shipping|service|print(?:ed)?|required|expected|departure|start|end|
        check-?in|check-?out) date|(?:data|fecha)(?: e hora)?(?: (?:de|da|do|del))? (?:saida|
        entrega|envio|operacion|impressao|pagamento|pago|processamento|servico|
        entrada)(?:/saida)?
        |ship(?:ped)? (?:on|by)|deliver by|required by|(?:fecha de )?(?:vto\.?|vencimiento) (?:de |del )?cae|
        entrega(?: prevista)?(?: em| el)?|periodo|period|
        competencia|paid on|pago em|pagado el|recebido em|service period|previsao(?: de entrega)?|
        impresso em""",
    # words
    "terms": r"""(?:payment |pay )?terms(?: of payment)?|cond(?:icoes|icao|\.)? (?:de |
        do )?(?:pagamento|pagto\.?|pgto\.?)|formas? (?:de )?(?:pagamento|pago|pagto\.?|pgto\.?)|
        cond(?:iciones|icion|\.)? (?:de )?(?:pago|venta)|metodo (?:de )?pago
        |meio de pagamento|payment (?:method|type)|pagamento|pgto\.?|prazo (?:de |do )?pagamento|
        plazo de pago|medio de pago""",
    "seller": r"""(?:dados (?:do |da )?|datos (?:del |de la )?|nome do |nombre del )?(?:emitente|
        employer|empregador[a]?|empleador[a]?|
        fornecedor[a]?|prestador[a]?(?: (?:de |do )servicos?)?|
        (?:transmitente dos bens ou )?prestador do servico|vendedor[a]?|cedente|
        beneficiari[oa]|emisor[a]?|proveedor[a]?|seller|vendor|supplier|
        contratad[oa])(?: (?:de |do )servicos?)?
        |sold by|bill(?:ed)? from|invoice from|remit(?: payment)? to|from|expedidor|loja|merchant|
        issued by|emitid[oa] por|vendido por|payable to|issuer|pay to|(?:retail )?store|tienda|host|
        comercio|estabelecimento|debe a|de""",
    "buyer": r"""(?:dados (?:do |da )?|datos (?:del |de la )?|nome do |
        nombre del )?(?:destinatari[oa](?: ?/ ?remetente)?|client[ea]?|tomador[a]?(?: (?:de |
        do )servicos?)?|sacado|pagador[a]?|comprador[a]?|receptor[a]?|
        adquirente(?: dos? bens(?: ou servicos)?)?|funcionari[oa]|
        empregad[oa]|colaborador[a]?|emplead[oa]|trabajador[a]?|employee|inquilin[oa]|locatari[oa]|hospede|tenant|patient|paciente|
        guest|requisitante|solicitante|buyer|customer|client|contratante|consumidor)(?: (?:de |
        do )?servicos?)?(?: name)?
        |bill(?:ed)? to|billing address|sold to|invoice(?:d)? to|facturar a|faturar para|facturado a|
        senor(?:es)?(?:\(es\))?|sr\.?\(?es\)?|recebi(?:do|da)? de|recebemos de|recibi(?:do|mos)? de|
        received from|purchased by|requested by|quote for|prepared for|issued to|para|a/c|sres?\.?|
        (?:kind )?attn\.?|atencion|exmo\.?\(?s?\)? ?sr\.?\(?s?\)?|for|ordered by|quotation to|to|name""",
    "ship": r"""ship(?:ped)? to|shipping address|deliver(?:y)? to|delivery address|entregar (?:em|a)|
        local de entrega|endereco de entrega|direccion de (?:entrega|envio)|enviar a""",
    "name": r"""(?:nome|name|nombre)(?: ?/ ?(?:razao|razon) social)?|(?:razao|razon) social|
        nome fantasia|company(?: name)?|empresa""",
    "address": r"""(?:address|endereco|direccion|domicilio|morada|logradouro)""",
    "contact": r"""(?:tel(?:efone|efono|\.)?|phone|fone|fax|e-?mail|site|web(?:site)?|cep|zip|
        contact|contacto|contato|whatsapp|cel(?:ular)?\.?)""",
}  # fmt: skip

MONEY = (
    "subtotal",
    "discount",
    "shipping",
    "other",
    "total",
    "grand",
    "balance",
    "paid",
    "tender",
    "base",
    "rate",
    "tax",
    "amount",
)
DATES = ("issued", "due", "valid", "day")


_ABBREVIATED = re.compile(r"(?<=\|)(?:iva|igv|ipi|icms|inss|irpf|irrf|irs|vat|gst)(?=\|)")
"""Names of taxes that are written with dots too."""


def _to_pattern(words: str) -> re.Pattern[str]:
    # Line breaks in the tables separate alternatives, none of which begins with a space.
    body = _ABBREVIATED.sub(lambda tax: r"\.?".join(tax[0]) + r"\.?", re.sub(r"\s*\n\s*", "", words))
    body = body.replace(" ?", r"\s{0,3}").replace(" ", r"\s{1,3}")
    return re.compile(rf"(?<![^\W\d_])(?:{body})(?![^\W\d_])")


_LETTER = re.compile(r"[^\W\d_]")
"""What every label has: rows of a large table are mostly numbers."""
_LABELS = {role: _to_pattern(words) for role, words in _WORDS.items()}


class FieldLabel(NamedTuple):
    """A label in a row: the role of the value it announces, its span, and its text."""

    role: str
    start: int
    end: int
    text: str


@lru_cache(maxsize=4096)
def _plain(char: str) -> str:
    if char in "º°":
        return "o"
    return (unicodedata.normalize("NFD", char)[0].lower() or char)[0]


_NARROW = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}


def to_halfwidth(text: str) -> str:
    """Return a text with full-width letters, digits and signs replaced by ASCII ones."""
    return text if text.isascii() else text.translate(_NARROW)


def normalize(text: str) -> str:
    """Return a text in lower case without accents, of the same length, so that offsets stay valid."""
    if text.isascii():
        return text.lower()
    return "".join(map(_plain, text))


def find_labels(text: str) -> list[FieldLabel]:
    """Return the labels of a normalized text in order; of overlapping labels the longer one wins."""
    if not _LETTER.search(text):
        return []
    found = [
        FieldLabel(role, match.start(), match.end(), match[0])
        for role, pattern in _LABELS.items()
        for match in pattern.finditer(text)
        if match.end() > match.start()
    ]
    found.sort(key=lambda label: (label.start - label.end, label.start))
    return sorted(non_overlapping(found, len(text)), key=lambda label: label.start)


class Span(Protocol):
    """Anything with a start and an end offset in a text."""

    @property
    def start(self) -> int:
        """Return the start offset."""

    @property
    def end(self) -> int:
        """Return the end offset."""


S = TypeVar("S", bound=Span)


def non_overlapping(spans: Iterable[S], length: int) -> list[S]:
    """Return the spans that overlap no earlier span of the sequence."""
    taken = bytearray(length)
    kept = []
    for span in spans:
        if taken.find(1, span.start, span.end) < 0:
            taken[span.start : span.end] = b"\1" * (span.end - span.start)
            kept.append(span)
    return kept


_TAX_NAMES = (
    ("ICMS ST", r"icms ?-?/?(?:st|subst)"),
    ("ICMS", r"icms"),
    ("IPI", r"\bipi"),
    ("ISS", r"\biss(?:qn)?"),
    ("PIS/COFINS/CSLL", r"pis ?/ ?cofins ?/ ?csll"),
    ("PIS/COFINS", r"pis ?/ ?cofins"),
    ("PIS", r"\bpis\b"),
    ("COFINS", r"cofins"),
    ("INSS", r"inss"),
    ("IRRF", r"irrf|\birf?\b"),
    ("IRS", r"\birs\b"),
    ("IRC", r"\birc\b"),
    ("IRPF", r"irpf"),
    ("CSLL", r"csll"),
    ("IVA", r"\biva\b"),
    ("VAT", r"\bvat\b"),
    ("GST/HST", r"gst ?/ ?hst"),
    ("CGST", r"\bcgst"),
    ("SGST", r"\bsgst"),
    ("IGST", r"\bigst"),
    ("UTGST", r"\butgst"),
    ("GST", r"\bgst"),
    ("HST", r"\bhst"),
    ("PST", r"\bpst"),
    ("QST", r"\bqst"),
    ("IGV", r"igv"),
    ("ITBIS", r"itbis"),
    ("ISR", r"\bisr"),
    ("IEPS", r"ieps"),
    ("IIBB", r"iibb|ingresos brutos"),
    ("CBS", r"\bcbs"),
    ("IBS", r"\bibs"),
    ("Recargo de equivalencia", r"equivalencia|r\.e\."),
)
TAX_WORDS = "|".join(pattern for _, pattern in _TAX_NAMES)
_DOTTED = re.compile(r"(?<![^\W\d_])(?:[a-z]\.){2,6}")
_TAXES = tuple((name, re.compile(pattern)) for name, pattern in _TAX_NAMES)


def tax_name(text: str) -> str:
    """Return the usual name of the tax in a normalized label; the label itself where it has none."""
    text = _DOTTED.sub(lambda found: found[0].replace(".", ""), text)
    for name, pattern in _TAXES:
        if pattern.search(text):
            return name
    return re.sub(
        r"^(?:total|valor|amount|plus|add)(?: (?:de|do|of))? | amount$", "", " ".join(text.split())
    ).capitalize()


WITHHELD = re.compile(r"\birs\b|retid|retenid|retenc|\bret\.|withh|na fonte|irrf|irpf|\binss\b|\bcsll\b|\bisr\b")
EMBEDDED = frozenset({"ICMS", "PIS", "COFINS", "PIS/COFINS", "ISS"})
"""Taxes that Brazilian prices already include."""
