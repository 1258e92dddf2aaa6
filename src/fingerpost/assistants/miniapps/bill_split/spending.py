"""Expenses as people say them: what, how much, who paid, and how it is shared."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from fingerpost.assistants.miniapps.bill_split.sharing import Told, read_shares
from fingerpost.assistants.miniapps.bill_split.state import LONGEST_WHAT
from fingerpost.assistants.miniapps.bill_split.who import ME, NO_NAME, Who, at_end, at_start, cut, plain
from fingerpost.assistants.miniapps.framework.parts import State
from fingerpost.assistants.miniapps.reading.money import Money, read_money
from fingerpost.conversation.lexicon import words

AMOUNT = "\ue000"
"""Stands in a text where its amount was."""

MOST_PIECES, MOST_ANDS, LONGEST_EXPENSE = 1_500, 50, 600
"""Parts of a message, its parts that "and" joins, and letters of what tells one expense."""

_EDGES = " \t\n\r.,;:!?¡¿-–—()\"“”«»'`*•·+=&/"
_PARTS = re.compile(r"\n|;|,(?!\d)|(?<!\d),|\.(?=\s|$)|!|:(?=\s)")
_AND = re.compile(
    r"(?:,\s*)?\b(?:and|y|e|plus|mas|mais|tambien|tambem|also|then|luego|depois)\b\s*|\s\+\s", re.IGNORECASE
)

_AUX = r"(?:(?:has|had|have|['’]ve|already|just|then|also|ya|ja|lo|la|los|las|que|le|also|actually|who|quien|quem)\s+)*"
_PAID = (
    r"(?:paid(?: for)?|payed(?: for)?|pays(?: for)?|is paying(?: for)?|covered|bought|picked up|put in|put down|put"
    r"|spent|fronted|got|"
    r"chipped in|pitched in|dropped|laid out|pago|puso|compro|cubrio|invito|gasto|saco|pagou|comprou|botou|colocou"
    r"|bancou|cobriu|"
    r"gastou|deu|dio|trajo|trouxe)"
)
_I_PAID = (
    r"(?:pague|puse|compre|cubri|gaste|invite|paguei|comprei|botei|coloquei|banquei|gastei|cobri|pus|dei|traje"
    r"|trouxe eu|"
    r"i(?:['’]ve|['’]ll)?\s+(?:already\s+|just\s+)?(?:paid|payed|pay|covered|cover|bought|put in|spent|got|get)"
    r"(?:\s+for)?|i['’]m\s+(?:covering|paying)(?:\s+for)?(?:\s+it)?)"
)
_WE_PAID = re.compile(r"\b(?:we paid|pagamos|a gente pagou|we all paid)\b")
_WHO_PAID = re.compile(rf"(?:^|(?<=\s)){_AUX}{_PAID}\b(?!\s+(?:for\s+)?(?:by|por)\b)")
_ME_PAID = re.compile(rf"(?<!\w)(?:fui\s+)?(?:yo\s+|eu\s+)?{_AUX}{_I_PAID}\b(?:\s+(?:yo|eu)\b)?")
_PAID_BY = re.compile(
    r"(?<!\w)(?:was\s+|is\s+|fue\s+|foi\s+)?(?:paid by|payed by|covered by|paid for by|bought by|pagad[oa]s? por"
    r"|pag[oa] por|quem pagou foi|"
    r"quien pago fue|fue quien pago|la invito|lo invito|a cargo de|por conta d[eoa]|por cuenta de|courtesy of"
    r"|thanks to|payer is|payer|"
    r"pagador|pago|pagou|puso|compro|comprou|invito|bancou|paid)(?:\s*:)?\s+"
)
_CARD = re.compile(r"['’]s\s+(?:card|treat|dime|cash|money)\b")
_WEAK_BY = re.compile(r"(?<!\w)(?:by|from|on|via|de|do|da|del|por|pelo|pela|com|con|invita|-|–|\()\s*")
_EACH = re.compile(
    r"(?:^|\s)(?:each|apiece|per person|por persona|por pessoa|cada un[oa]?|cada uma?|por cabe[zç]a|c/u"
    r"|cada(?=\s*(?:[,.;]|$)))(?!\w)",
    re.IGNORECASE,
)

_HEAD = words("""
    actually wait oops sorry realidad verdade perdon perdao ops throw toss chuck stick sumale suma pone ponele agregale
    falta faltan faltaba ai ahi
    add put include log record track note also plus and then so ok okay oh hey please pls can you could the a an for
    on of at in to
    my our this that was were is it it's its new another one expense cost costs there's there is we had have got as
    well too
    just i spent paid total bill item us down in
    agrega agregar agregame anade anadir anademe anota anotame apunta apuntame pon ponme mete suma registra tambien y
    mas el la los
    las un una unos unas de del al por para en fue fueron era eran costo cuesta gasto otro otra esto eso lo se hay
    hubo ademas
    porfa nuevo nueva le me pagar pagamos que es son
    adiciona adicionar adicione coloca bota poe anote registra inclui soma tambem e mais o a os as um uma do da dos
    das no na nos
    nas pra pro com foi foram custou custa despesa outro outra isso teve ainda nova novo pfv
    """)
_TAIL = words("""
    too also please pls thanks was were is are cost costs costing came to for at of on in by from the a an total it
    and with as well
    which that who today yesterday
    actually realidad verdade tambien porfa gracias los las os as fue fueron era eran costo costaron cuesta salio
    salieron por de del en el la
    lo y que con
    ya a al
    tambem foi foram custou custaram deu saiu do da de no na em com o e pra por favor obrigado obrigada valeu pfv
    ontem hoje
    """)


class Spent(NamedTuple):
    """An expense as it was told; what was not said is None. `payers` has several only where several were named."""

    what: str
    money: Money | None
    payers: tuple[str, ...]
    shares: Told | None
    written: str = ""
    each: bool = False


def read_expenses(text: str, state: State) -> list[Spent]:
    """Return the expenses of a message, one for each amount that is none of a share."""
    groups, shares = _grouped(text, state)
    found = [read_expense(group[:LONGEST_EXPENSE], state) for group in groups]
    if shares and len(found) == 1:
        return [found[0]._replace(shares={"amounts": shares})]
    return found


def read_expense(text: str, state: State) -> Spent:
    """Return the expense that a text tells."""
    shared = read_shares(text, state, alone=False)
    shares, text = (shared.told, shared.left) if shared else (None, text)
    wrong = at_end(text, state)
    contrast = re.search(r",?\s*\b(?:and not|not|y no|no|e nao|nao)\s+$", plain(text[: wrong.start])) if wrong else None
    if wrong is not None and wrong.known and contrast:
        # "Tom paid 55 for dinner, not Ana"
        text = text[: contrast.start()]
    each = bool(_EACH.search(text))
    text = _EACH.sub(" ", text)
    moneys, left = read_money(text)
    money = moneys[0] if len(moneys) == 1 else None
    sign = written(text, money.currency) if money else ""
    marked = _marked(text, left) if money else text
    payers, rest = take_payer(marked, state)
    return Spent(tidy(rest), money, payers, shares, sign, each)


def take_payer(text: str, state: State) -> tuple[tuple[str, ...], str]:
    """Return who paid, and the text without the words that say so."""
    low = plain(text)
    if _WE_PAID.search(low):
        return (), _WE_PAID.sub(" ", low) if low == text else text
    mine = _ME_PAID.search(low)
    if mine:
        return (ME,), cut(text, mine.start(), mine.end())
    for found in _WHO_PAID.finditer(low):
        who = at_end(text[: found.start()], state)
        after = at_start(text[found.end() :], state)
        if who is None or text[who.end : found.start()].strip() or (not who.sure and after is not None and after.sure):
            # "… de carne, pagó Sofi"
            continue
        first = _before(text[: who.start], state)
        start = first.start if first is not None else who.start
        payers = (first.name, who.name) if first is not None else (who.name,)
        return payers, cut(text, _article_before(text, start), found.end())
    for found in _PAID_BY.finditer(low):
        who = at_start(text[found.end() :], state)
        if who is not None:
            return (who.name,), cut(text, found.start(), found.end() + who.end)
    return _hinted(text, low, state) or _bare(text, state)


def _hinted(text: str, low: str, state: State) -> tuple[tuple[str, ...], str] | None:
    """Read "Jon's card", "from Ana", "do Thiago": words that may mean something else."""
    card = _CARD.search(low)
    owner = at_end(text[: card.start()], state) if card else None
    if card and owner is not None and owner.sure:
        return (owner.name,), cut(text, owner.start, card.end())
    for found in _WEAK_BY.finditer(low):
        who = at_start(text[found.end() :], state)
        if who is not None and who.sure and _ends(text, found.end() + who.end):
            return (who.name,), cut(text, found.start(), found.end() + who.end)
    return None


def _ends(text: str, place: int) -> bool:
    """Whether a name is the last thing said, or stands before the amount: "do Thiago 15"."""
    return not text[place:].strip(_EDGES) or text[place:].lstrip().startswith((AMOUNT, ",", ")"))


def _before(text: str, state: State) -> Who | None:
    """Return the other one of "Ana and Tom paid"."""
    joined = re.search(r"\s(?:and|y|e|&)\s+(?:(?:o|a|el|la)\s+)?$", text, re.IGNORECASE)
    who = at_end(text[: joined.start()], state) if joined else None
    return who if who is not None and who.sure else None


def _article_before(text: str, start: int) -> int:
    found = re.search(r"(?:(?<=\s)|^)(?:o|a|el|la)\s+$", text[:start], re.IGNORECASE)
    return found.start() if found else start


def _bare(text: str, state: State) -> tuple[tuple[str, ...], str]:
    """Read a name beside the amount: "toilet paper 6.40 me", "hielo 3500 sofi", "Ana 30 taxi"."""
    head, mark, tail = text.partition(AMOUNT)
    if not mark:
        return (), text
    last, first, closing = at_end(tail, state), at_start(head, state), at_end(head, state)
    bought = tidy(head)
    if last is not None and (last.known or last.name == ME):
        who, left = last, f"{head} {mark} {tail[: last.start]}"
    elif first is not None and _is_there(first) and (tidy(tail) or not head[first.end :].strip(_EDGES)):
        who, left = first, f"{head[first.end :]} {mark} {tail}"
    elif closing is not None and _is_there(closing) and tidy(head[: closing.start]):
        who, left = closing, f"{head[: closing.start]} {mark} {tail}"
    elif last is not None and _is_new(last, bought, tail[: last.start]):
        who, left = last, f"{head} {mark} {tail[: last.start]}"
    elif first is not None and first.sure and not head[first.end :].strip(_EDGES) and tidy(tail):
        who, left = first, f"{mark} {tail}"
    else:
        return (), text
    return (who.name,), left


def _is_there(who: Who) -> bool:
    return who.known or who.name == ME


def _is_new(who: Who, bought: str, between: str) -> bool:
    """Whether somebody new is named last: alone behind the amount, or with a capital."""
    if not between.strip(_EDGES):
        return bool(bought)
    return who.sure and bool(bought or tidy(between))


def tidy(text: str) -> str:
    """Return what was bought: without the words and signs around it."""
    kept = text.replace(AMOUNT, " ").strip(_EDGES).split()
    while kept and plain(kept[0].strip(_EDGES)) in _HEAD | {""}:
        kept.pop(0)
    while kept and plain(kept[-1].strip(_EDGES)) in _TAIL | {""}:
        kept.pop()
    return " ".join(kept).strip(_EDGES)[:LONGEST_WHAT]


def _marked(text: str, left: str) -> str:
    """Return a text with a mark where its only amount was; `left` is what it is without the amount."""
    same = next(
        (place for place, (a, b) in enumerate(zip(text, left, strict=False)) if a != b), min(len(text), len(left))
    )
    # The amount begins with a word of its own: back to where a word ends.
    while same > 0 and same < len(left) and not text[same - 1].isspace() and text[same - 1].isalnum():
        same -= 1
    return f"{left[:same]} {AMOUNT} {left[same:]}"


def _grouped(text: str, state: State) -> tuple[list[str], list[list[Any]]]:
    """Return the text of each expense, and the shares by amount that follow the only one."""
    pieces = _pieces(text)
    priced = [place for place, (start, end) in enumerate(pieces) if read_money(text[start:end])[0]]
    if len(priced) <= 1:
        return [text], []
    shares = _amounts([text[pieces[place][0] : pieces[place][1]] for place in priced[1:]], state)
    if shares and _are_shares(text[: pieces[priced[1]][0]], shares, state):
        others = [text[start:end] for place, (start, end) in enumerate(pieces) if place not in priced[1:]]
        return [", ".join(others)], shares
    groups: list[list[int]] = []
    for place, (start, end) in enumerate(pieces):
        if not groups or (place in set(priced) and any(one in priced for one in groups[-1][2:])):
            groups.append([start, end, place])
        else:
            groups[-1][1] = end
            groups[-1].append(place)
    return [text[group[0] : group[1]] for group in groups], []


def _are_shares(first: str, shares: Sequence[Sequence[Any]], state: State) -> bool:
    """Whether names with amounts are parts of the amount before them: by their sum, or since all of them are known."""
    whole = read_expense(first, state)
    if whole.money is None or not whole.what:
        return False
    known = {one["name"] for one in state.get("people", ())} | {ME}
    told = sum(cents for _, cents in shares)
    return told == whole.money.cents or (len(shares) > 1 and all(name in known for name, _ in shares))


def read_amounts(text: str, state: State) -> list[list[Any]]:
    """Return the shares of "Kelly 80, Marcus 120, Yuki 85", where a text is nothing else."""
    pieces = [text[start:end] for start, end in _pieces(text)]
    return _amounts(pieces, state) if len(pieces) > 1 else []


def _amounts(pieces: Sequence[str], state: State) -> list[list[Any]]:
    found: list[list[Any]] = []
    for piece in pieces:
        moneys, left = read_money(piece)
        left = re.sub(
            r"\b(?:pays?|owes?|had|debe|paga|deve|and|y|e|for|para|pra)\b|['’]s\b", " ", left, flags=re.IGNORECASE
        )
        who = at_start(left.strip(_EDGES), state)
        if len(moneys) != 1 or who is None or not who.sure or left.strip(_EDGES)[who.end :].strip(_EDGES):
            return []
        found.append([who.name, moneys[0].cents])
    return found


def _pieces(text: str) -> list[tuple[int, int]]:
    """Return where the parts of a text begin and end: at commas and lines, and at an "and" between two amounts."""
    ends = [found.span() for found in _PARTS.finditer(text)][:MOST_PIECES]
    spans = []
    begin = 0
    for start, end in [*ends, (len(text), len(text))]:
        if text[begin:start].strip(_EDGES):
            spans += _at_and(text, begin, start)
        begin = end
    return spans


def _at_and(text: str, begin: int, end: int) -> list[tuple[int, int]]:
    cuts = [found.span() for found in _AND.finditer(text, begin, end)]
    if not cuts or len(cuts) > MOST_ANDS or len(read_money(text[begin:end])[0]) < 2:
        return [(begin, end)]
    spans: list[tuple[int, int]] = []
    start = begin
    for before, after in cuts:
        if read_money(text[start:before])[0] and read_money(text[after:end])[0]:
            spans.append((start, before))
            start = after
    return [*spans, (start, end)]


_SIGN = re.compile(
    r"(?<![a-z])(?:us|u|mx|ar|cl|ca|c|au|a|nz|hk|sg|r|mxn|usd|cad|aud|clp|col)?\$s?|[€£¥₹₩₽₺₪฿₫₴₱₡円]|s/\.?(?=\s?\d)",
    re.IGNORECASE,
)
_AFTER = re.compile(r"\d(?:[.,]\d+)*\s*(?:k|mil|thousand)?\s*([^\W\d_]{2,12})\b")
_BEFORE = re.compile(r"\b([a-z]{3})\s?\d", re.IGNORECASE)
_PESOS = words("peso pesos luca lucas plata mango mangos kr corona coronas coroa coroas crowns")


def written(text: str, currency: str) -> str:
    """Return how a person wrote a currency in a text: "€", "euros", "CAD", "pesos"; "" where none is there."""
    sign = _SIGN.search(text)
    if sign and currency:
        return sign[0].upper() if sign[0][-1:] == "$" else sign[0]
    for found in (*_AFTER.finditer(text), *_BEFORE.finditer(text)):
        word = found[1]
        if currency and currency_of(word) == currency:
            return currency if plain(word).upper() == currency else word.lower()
        if not currency and plain(word) in _PESOS:
            return "pesos" if plain(word)[:4] in ("luca", "plat", "mang") else word.lower()
    return currency


def currency_of(word: str) -> str:
    """Return the currency that a word or a sign means; "" for none."""
    if plain(word) in NO_NAME and len(word) < 3:
        return ""
    found = read_money(f"1 {word}")[0] or read_money(f"{word} 1")[0]
    return found[0].currency if found else ""


def as_json(spent: Spent) -> Mapping[str, Any]:
    """Return an expense as values of a question or an event."""
    money = spent.money
    return {
        "what": spent.what,
        "cents": money.cents if money else None,
        "currency": money.currency if money else "",
        "written": spent.written,
        "payers": list(spent.payers),
        "shares": spent.shares,
        "each": spent.each,
    }
