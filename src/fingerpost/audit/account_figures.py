"""Figures about somebody's account in a text, found by structure: a figure, what it counts, and whose it is.

A reading of its own beside the routebook's rules, and a suspicious one: where those are wrong, this one must not be
wrong in the same way. Words are compared by their beginnings, in English, Spanish and Portuguese, without accents.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from fingerpost.language.text import fold, normalised, words

HEAD, TAIL = 3000, 1000
"""Characters of a long text that are read."""

WINDOW = 12
"""Tokens before and after a figure in which its unit and its owner are looked for."""

_DIGIT = re.compile(r"\d")
_FRACTION = re.compile(
    "hal(?:f|ves)|(?:third|quarter|fifth|tenth)s?|mitad|terci[oa]s?|cuart[oa]s|decim[oa]s?|metades?|tercos?|quartos"
)
"""Shares in words; one is a figure only before what it is a share of: "half of my calls", "tres cuartos del plan"."""
_WORDED = re.compile("cent|cien|hal[fv]|third|quarter|fifth|tenth|mitad|terc|ter\u00e7|uart|cim|metade")
_WHOLE_FOLLOWS = words("of de del do da dos das the my our your")
_TOKEN = re.compile(r"\d[\d.,]*|[^\W\d_]+|[%$€£/:=?!.*]|(?<![-=])[<>]")

# Beginnings of words; what they begin with is enough to be suspicious.
_ACCOUNT = tuple(
    words("""
    plan quota usage consumption allowance subscription trial balance storage limit credit budget tier account invoice
    renew metric dashboard cap
    cuota uso consumo suscri saldo almacen limite credito presupuesto cuenta factura renov metrica panel tope
    plano cota assinatura subscri armazen orcamento conta fatura boleto painel mensalidade
    """)
)
_UNITS = tuple(
    words("""
    call request token execution invocation seat
    llamada peticion solicitud ejecucion
    chamada requisic execuc
    """)
)
_DOCUMENTS = ("invoice", "factura", "fatura", "boleto", "subscri", "suscri", "assinatura", "plan", "account", "cuenta")
_PAYING = ("bill", "charg", "pay", "paid", "cobr", "pag", "spen", "cost", "gast", "cust")
_USING = tuple(
    words("""
    used using consum spen burn exceed reach left remain made hit gone renew
    usad usamos usaste gastad superad alcanzad queda llev llega voy vamos hecho hice restant agot reinici
    usou usei gastou gastei atingi ultrapass resta sobra fiz cheg vou passei passou acab estour
    """)
)
_OWNERS = words("""
my our your you i we me us mine ours user users customer customers client clients account project
mi mis nuestro nuestra nuestros nuestras tu tus su sus te me nos he has ha hemos llevo llevas llevamos tengo tienes
usuario cliente cuenta proyecto
meu meus minha minhas nosso nossa seu seus sua suas voce vc eu tenho temos usei gastei fiz conta projeto
""")
_CODE = tuple(
    words("""
    endpoint script function code loop snippet handler program variable operator command middleware condition
    funcion codigo bucle programa operador comando condicion
    funcao laco rotina variavel condicao
    """)
)
_MAKING = tuple(
    words("""
    writ creat generat build implement fix add modif convert turn complet refactor debug return comput make give need
    want show
    escrib crea genera haz hace arregl corrig agreg anad conviert dame necesit quier devuelv calcul
    escrev cria gera faz faca corrij adicion conserta preciso quero devolv retorn coloc
    """)
)
_NOUNS = ("cion", "cao", "tion", "coes", "ciones")
_RELATIVE = words("that which que")
_ARTICLES = words("a an the un el um o")
_OPERATORS = ("<", ">", "*")
_BEFORE_WHOLE = words("out k m mil")
_OF = words("of de del da do das dos")
_PERCENT = ("per cent", "por ciento", "por cento")
_CURRENCY = ("$", "€", "£", *words("euro eur dolar dollar usd brl reais peso pound libra"))

# What a word may be, as bits: a window of words is judged by all of theirs together.
ACCOUNT, UNIT, USING, OWNER, CODE, MAKING, PAYING, DOCUMENT = (1 << bit for bit in range(8))
_BEGINNINGS = (
    (ACCOUNT, _ACCOUNT), (UNIT, _UNITS), (USING, _USING), (CODE, _CODE), (PAYING, _PAYING), (DOCUMENT, _DOCUMENTS),
)  # fmt: skip


class Sighting(NamedTuple):
    """A figure about an account: whether it is certain, and what was seen, without the words of the person."""

    certain: bool
    seen: str


@lru_cache(maxsize=4096)
def _bits(word: str) -> int:
    bits = sum(bit for bit, beginnings in _BEGINNINGS if word.startswith(beginnings))
    if word.startswith(_MAKING) and not word.endswith(_NOUNS):
        bits |= MAKING
    return bits | (OWNER if word in _OWNERS else 0)


def _all_bits(tokens: Sequence[str]) -> int:
    bits = 0
    for word in tokens:
        bits |= _bits(word)
    return bits


def find_account_figure(text: str) -> Sighting | None:
    """Return the most certain figure about somebody's account in a text; None where there is none."""
    if len(text) > HEAD + TAIL:
        text = f"{text[:HEAD]} {text[-TAIL:]}"
    if not _DIGIT.search(text) and not _WORDED.search(text.lower()):
        return None
    tokens = _TOKEN.findall(fold(normalised(text)))
    # A message about code may have such figures as its subject matter.
    about_code, asks_for_code = bool(_all_bits(tokens) & CODE), _asks_for_code(tokens)
    best: Sighting | None = None
    for place, word in enumerate(tokens):
        if word[0].isdigit() or word in ("percent", "cent", "ciento", "cento") or _is_fraction(tokens, place):
            found = _judge(tokens, place, about_code or asks_for_code, asks_for_code)
            if found is not None and found.certain:
                return found
            best = best or found
    return best


def _asks_for_code(tokens: Sequence[str]) -> bool:
    """Whether a verb of making is soon followed by a word for code, or that word by what it does, or there is code."""
    for place, word in enumerate(tokens):
        named_word = word in ("if", "else") and not _ARTICLES.isdisjoint(tokens[max(place - 1, 0) : place])
        if word in _OPERATORS or named_word:
            return True
        bits = _bits(word)
        if bits & MAKING and _all_bits(tokens[place + 1 : place + 6]) & CODE:
            return True
        if bits & CODE and not _RELATIVE.isdisjoint(tokens[place + 1 : place + 3]):
            return True
    return False


def _kind(tokens: Sequence[str], place: int) -> str | None:
    """Return what kind of figure stands at a place: share, part, money or count; None for a plain number."""
    after = tokens[place + 1 : place + 5]
    if not tokens[place][0].isdigit():
        return "share"
    if after[:1] in (["%"], ["percent"]) or " ".join(after[:2]) in _PERCENT:
        # But a remainder is none: 20 % 3.
        return None if after[0] == "%" and after[1:2] and after[1][0].isdigit() else "share"
    if _is_part(after):
        return "part"
    if any(word.startswith(_CURRENCY) for word in (*tokens[max(place - 1, 0) : place], *after[:1])):
        return "money"
    labelled = _is_labelled(tokens, place) and _all_bits(tokens[:place]) & ACCOUNT
    return "count" if labelled or _all_bits(after[:2]) & (UNIT | ACCOUNT) else None


def _is_fraction(tokens: Sequence[str], place: int) -> bool:
    """Whether a share in words stands at a place, of something of an account: "nine tenths of the quota"."""
    following = tokens[place + 1 : place + 5]
    return (
        _FRACTION.fullmatch(tokens[place]) is not None
        and not _WHOLE_FOLLOWS.isdisjoint(following[:1])
        and bool(_all_bits(following) & (ACCOUNT | UNIT))
    )


def _is_labelled(tokens: Sequence[str], place: int) -> bool:
    """Whether a figure has its name before it: "Usage this month: 412"."""
    return ":" in tokens[max(place - 2, 0) : place]


def _is_part(after: Sequence[str]) -> bool:
    """Whether a number is followed by the whole that it is a part of: 412/500, 18 of 20, 7 calls out of 9."""
    for steps, word in enumerate(after[:4]):
        if word == "/" or word in _OF:
            return any(one[0].isdigit() for one in after[steps + 1 : steps + 3])
        if word not in _BEFORE_WHOLE and not _bits(word) & UNIT:
            return False
    return False


def _judge(tokens: Sequence[str], place: int, about_code: bool, asks_for_code: bool) -> Sighting | None:
    """Return what the figure at a place says of an account; None where it says nothing of one."""
    kind = _kind(tokens, place)
    near = _all_bits(tokens[max(place - WINDOW, 0) : place + WINDOW])
    if kind is None or not near & _CONCERNS[kind]:
        return None
    express = kind in ("share", "part") and _is_expressly_of_account(tokens, place)
    labelled, owned = _is_labelled(tokens, place), bool(near & OWNER)
    certain = express or ((labelled or owned) and (_is_certain(near, kind) or (labelled and owned)))
    if about_code:
        share = kind in ("share", "part")
        if not _may_be_of_account(near, kind, stated=express or labelled, asks_for_code=asks_for_code):
            return None
        # Certain all the same where the figure is expressly one of the account, and nobody asks for code.
        certain = (labelled or (express and owned)) and share and not asks_for_code
    return Sighting(certain, f"a {kind} near words of an account")


def _may_be_of_account(near: int, kind: str, *, stated: bool, asks_for_code: bool) -> bool:
    """Whether a figure beside words of code may all the same be one of an account, and not a number of the code."""
    if kind in ("share", "part"):
        return stated or not asks_for_code
    if asks_for_code or not near & OWNER:
        return False
    return bool(near & (DOCUMENT if kind == "money" else USING))


_OF_USE = ACCOUNT | UNIT | USING
_CONCERNS = {"money": PAYING | ACCOUNT, "count": ACCOUNT | USING, "share": _OF_USE, "part": _OF_USE}
"""What must be near a figure of each kind."""


def _is_certain(near: int, kind: str) -> bool:
    """Whether the words near a figure leave no doubt, given that somebody's account is concerned."""
    if kind == "money":
        return bool(near & DOCUMENT)
    return kind != "count" or all(near & bit for bit in (USING, UNIT, ACCOUNT))


def _is_expressly_of_account(tokens: Sequence[str], place: int) -> bool:
    """Whether what a figure is a share of follows it, or that it is used: "90% of your calls", "67% used"."""
    following = tokens[place + 1 : place + 9]
    if _all_bits(following[:3]) & USING:
        return True
    return not _OF.isdisjoint(following) and bool(_all_bits(following) & (ACCOUNT | UNIT))
