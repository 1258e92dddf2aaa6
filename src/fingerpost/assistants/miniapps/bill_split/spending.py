"""Expenses as people say them: what, how much, who paid, and how it is shared."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from fingerpost.assistants.miniapps.bill_split.pairs import read_pairs
from fingerpost.assistants.miniapps.bill_split.sharing import Told, read_shares
from fingerpost.assistants.miniapps.bill_split.state import LONGEST_WHAT
from fingerpost.assistants.miniapps.bill_split.who import ME, NO_NAME, Who, at_end, at_start, cut, mentioned, plain
from fingerpost.assistants.miniapps.framework.parts import State
from fingerpost.assistants.miniapps.reading.money import Money, read_money
from fingerpost.assistants.miniapps.reading.numbers import whole_number
from fingerpost.conversation.lexicon import words

AMOUNT = "\ue000"
"""Stands in a text where its amount was."""

MOST_PIECES, MOST_ANDS, LONGEST_EXPENSE, LONGEST_MORE = 1_500, 50, 600, 5
"""Parts of a message, its parts that "and" joins, letters of what tells one expense, words of what a comma adds."""

_EDGES = " \t\n\r.,;:!?¡¿-–—()\"“”«»'`*•·+=&/"
_PARTS = re.compile(r"\n|;|,(?!\d)|(?<!\d),|\.(?=\s|$)|!|:(?=\s)|(?<=\s)/(?=\s)")
_SPLIT_AT_END = re.compile(
    r"(?:[\s,;:.]|\b(?:split|shared?|divided?|dividido|dividida|dividimos|repartido|repartida|rachado|as|so|it|into|asi"
    r"|assim|por montos|by amounts?|por valores|en|em)\b)+$",
    re.IGNORECASE,
)
_AND = re.compile(
    r"(?:,\s*)?\b(?:and|y|e|plus|mas|mais|tambien|tambem|also|then|luego|depois)\b\s*|\s\+\s", re.IGNORECASE
)

_AUX = r"(?:(?:has|had|have|['’]ve|already|just|then|also|ya|ja|lo|la|los|las|que|le|also|actually|who|quien|quem)\s+)*"
_PAID = (
    r"(?:paid(?: for)?|payed(?: for)?|pays(?: for)?|is paying(?: for)?|covered|bought|picked up|put in|put down|put"
    r"|spent|fronted|got|"
    r"chipped in|pitched in|dropped|laid out|pago|puso|compro|cubrio|invito|gasto|saco|pagou|comprou|botou|colocou"
    r"|bancou|cobriu|"
    r"gastou|deu|dio|trajo|trouxe|ha pagado|ha puesto|sprung for|shelled out|forked out)"
)
_I_PAID = (
    r"(?:pague|puse|compre|cubri|gaste|invite|paguei|comprei|botei|coloquei|banquei|gastei|cobri|pus|dei|traje"
    r"|trouxe eu|he pagado|he puesto|he comprado|"
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
    rf"(?:{AMOUNT}\s*,?\s*(?P<word>(?:each|apiece|per person|per head|a head|por persona|por pessoa|por cabe[zç]a|c/u"
    r"|cada(?:\s+(?:un[oa]?|uma?))?)(?!\w)))",
    re.IGNORECASE,
)
_TIMES = re.compile(
    r"(?<![\w.,])(?P<count>\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|dos|tres|cuatro|cinco|seis|siete|ocho"
    r"|dois|duas|quatro|sete|oito)\s+[^\W\d_][^\d,;.\n]{1,60}?(?:,\s*|\s+)"
    r"(?P<at>(?:at|for|a|de|por|x|@)\s+)?(?=[€$£¥]?\s?\d[\d.,]*\s?(?:[€$£¥]|[a-z]{2,7}\s)?\s*"
    r"(?:each|apiece|a piece|c/u|cada)(?!\w))"
)
_UNKNOWN_PAYER = re.compile(
    r"\b(?:somebody|someone|alguien|alguem)\s+(?:paid|payed|bought|got|pago|puso|compro|pagou|comprou)\b(?:\s+for)?"
    r"|,?\s*(?:\b(?:but|pero|mas)\s+)?\b(?:i|we|no|nao|eu|yo)?\s*(?:can['’]?t remember|don['’]?t (?:know|remember)"
    r"|forgot|forget|not sure|no se|no me acuerdo|no recuerdo|nao sei|nao lembro|esqueci|olvide)"
    r"(?:\s+(?:who|quien|quem|de quem|de quien))?(?:\s+(?:paid|it was|pago|fue|pagou|foi))?\b",
    re.IGNORECASE,
)
_SHARING = re.compile(
    r"\b(?:split\w*|shar(?:e|es|ed|ing)|divid\w*|repart\w*|rach\w*|half|halves|mitad|mitades|metade|medias|each|cada"
    r"|double|twice|doble|dobro|triple|only|except|excepto|exceto|owes?|owed|without|nobody|everyone|everybody"
    r"|didn['’]?t|doesn['’]?t|wasn['’]?t|isn['’]?t|not|nao|solo|apenas|somente|weight|percent|equally|evenly)\b"
)
MOST_TIMES = 999
"""Things of one price in an expense."""
_CHATTER = re.compile(
    r"(?:but|pero|because|cause|since|porque|pq|pois|lol|haha\w*|kkk+|jaja\w*|thanks|thx|sorry|i|we|he|she|they|it|it['’]s"
    r"|yo|eu|ele|ela|ellos|nos|so|then|btw|and i|e eu|y yo|que|which|who)\b"
)
_AT = re.compile(r"(?:at|in|from|with|en|em|no|na|del|de|do|da|con|com)\s+\S")

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
    """An expense as it was told; what was not said is None. `payers` has several only where several were named.

    `each`: the amount is what one person bears; `times`: it is the price of one of so many. `doubt`: words about
    people or sharing that were not understood, so that nothing may be written down.
    """

    what: str
    money: Money | None
    payers: tuple[str, ...]
    shares: Told | None
    written: str = ""
    each: bool = False
    times: int = 1
    doubt: str = ""


def read_expenses(text: str, state: State) -> list[Spent]:
    """Return the expenses of a message, one for each amount that is none of a share."""
    groups, shares = _grouped(text, state)
    found = [read_expense(group[:LONGEST_EXPENSE], state) for group in groups]
    if shares and len(found) == 1:
        return [found[0]._replace(shares={"amounts": shares}, doubt="")]
    if len(found) > 1:
        # "They were 12. Popcorn 12 Jon": said twice, and meant once.
        told = [one.money for one in found if one.what]
        found = [one for one in found if one.what or one.payers or one.money not in told]
    return found


def read_expense(text: str, state: State) -> Spent:
    """Return the expense that a text tells."""
    text = _UNKNOWN_PAYER.sub(" ", text) if _UNKNOWN_PAYER.search(plain(text)) else text
    shared = read_shares(text, state, alone=False)
    shares, text = (shared.told, shared.left) if shared else (None, text)
    wrong = at_end(text, state)
    contrast = re.search(r",?\s*\b(?:and not|not|y no|no|e nao|nao)\s+$", plain(text[: wrong.start])) if wrong else None
    if wrong is not None and wrong.known and contrast:
        # "Tom paid 55 for dinner, not Ana"
        text = text[: contrast.start()]
    times, price = _priced(text)
    moneys, left = read_money(price)
    money = moneys[0] if len(moneys) == 1 else None
    sign = written(text, money.currency) if money else ""
    marked = _marked(price, left) if money else text
    each = _EACH.search(marked) if money else None
    marked = cut(marked, each.start("word"), each.end("word")) if each else marked
    payers, rest = take_payer(marked, state)
    what, more = tidied(rest)
    explicit = shares is not None and bool({"ratio", "amounts", "only"} & set(shares))
    doubt = "" if explicit and payers else _doubt(what, more, state)
    return Spent(what, money, payers, shares, sign, bool(each) and times == 1, times, doubt)


def _priced(text: str) -> tuple[int, str]:
    """Return how many "3 beers at 6 each" are, and the text with the price of one as its only amount."""
    found = _TIMES.search(plain(text))
    if found is None:
        return 1, text
    count = whole_number(found["count"])
    if count is None or not 1 < count <= MOST_TIMES:
        return 1, text
    return count, f"{text[: found.start('count')]} {text[found.end('count') : found.start('at')]} {text[found.end('at') :]}"


def _doubt(what: str, more: str, state: State) -> str:
    """Return words beside the name of an expense that speak of people or of sharing: not to be passed over."""
    low = plain(more)
    if _SHARING.search(low) or mentioned(more, state):
        return more
    # "Half the rent 400 Ana" is what Ana paid; "the rent half Ana" is not clear.
    inside = _SHARING.search(plain(what))
    return what if inside and inside.start() > 0 else ""


def take_payer(text: str, state: State) -> tuple[tuple[str, ...], str]:
    """Return who paid, and the text without the words that say so."""
    low = plain(text)
    named = at_start(text, state)
    if named is not None and named.sure and re.match(r"\s*:\s", text[named.end :]):
        # "Henry: snacks 20"
        return (named.name,), text[named.end :].lstrip(" :")
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
    return tidied(text)[0]


def tidied(text: str) -> tuple[str, str]:
    """Return what was bought, and what was said beside it."""
    kept: list[str] = []
    more: list[str] = []
    for place, part in enumerate(re.split(rf"({AMOUNT}|(?<!\d)[,;.]+(?=\s|$)|(?<=\d)[,;](?=\s|$)|\n)", text)):
        if place % 2:
            after = part
            continue
        bare = _bare_words(part)
        if not bare:
            continue
        if kept and (_CHATTER.match(plain(part).strip(_EDGES)) or len(bare.split()) > LONGEST_MORE):
            more.append(part)
        elif kept and after == AMOUNT and _AT.match(plain(part).strip()):
            # "dinner 84.50 at Luigi's"
            kept[-1] = f"{kept[-1]} {part.strip(_EDGES)}"
        else:
            kept.append(bare)
            more += [part] if len(kept) > 1 else []
    return ", ".join(kept)[:LONGEST_WHAT], ", ".join(more)


def _bare_words(text: str) -> str:
    kept = text.strip(_EDGES).split()
    while kept and plain(kept[0].strip(_EDGES)) in _HEAD | {""}:
        kept.pop(0)
    while kept and plain(kept[-1].strip(_EDGES)) in _TAIL | {""}:
        kept.pop()
    return " ".join(kept).strip(_EDGES)


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
    head, shares = _shared_out(text, state)
    if shares:
        return [head], shares
    pieces = _pieces(text, state)
    priced = [place for place, (start, end) in enumerate(pieces) if read_money(text[start:end])[0]]
    if len(priced) <= 1:
        return [_told_alone(text, state)], []
    groups: list[list[int]] = []
    for place, (start, end) in enumerate(pieces):
        if not groups or (place in set(priced) and any(one in priced for one in groups[-1][2:])):
            groups.append([start, end, place])
        else:
            groups[-1][1] = end
            groups[-1].append(place)
    return [text[group[0] : group[1]] for group in groups], []


def _told_alone(text: str, state: State) -> str:
    """Return the only sentence that tells an expense, where the others say nothing else: "it was Kim lol. Pool 12 Kim"."""
    sentences = [one for one in re.split(r"(?<=[^\d\s])[.!]+\s+|\n", text) if one.strip(_EDGES)]
    if len(sentences) < 2 or len(sentences) > MOST_ANDS:
        return text
    whole = next((one for one in sentences if read_money(one)[0]), None)
    spent = read_expense(whole, state) if whole is not None else None
    if spent is None or not (spent.what and spent.payers):
        return text
    beside = [who for one in sentences if one is not whole for who in mentioned(one, state) if who.name != spent.payers[0]]
    others = " ".join(one for one in sentences if one is not whole)
    return text if beside or whole is None or _SHARING.search(plain(others)) else whole


def _shared_out(text: str, state: State) -> tuple[str, list[list[Any]]]:
    """Return an expense without the amounts that people bear of it, and these: by their sum, or all of them known."""
    found = read_pairs(text, state)
    if any(pair.cents is None for pair in found):
        return text, []
    known = {one["name"] for one in state.get("people", ())} | {ME}
    # "Ana 285: Kelly 80, …": the first pair may be who paid, with the whole.
    for first in range(min(2, len(found))):
        pairs = found[first:]
        whole = read_expense(_SPLIT_AT_END.sub("", text[: pairs[0].start]), state)
        if whole.money is None or not whole.what:
            continue
        told = sum(pair.cents or 0 for pair in pairs)
        tight = all(pair.tight for pair in pairs)
        sure = tight and len(pairs) > 1 and all(pair.name in known for pair in pairs)
        if told == whole.money.cents or sure:
            return _SPLIT_AT_END.sub("", text[: pairs[0].start]), [[pair.name, pair.cents] for pair in pairs]
    return text, []


def read_amounts(text: str, state: State) -> list[list[Any]]:
    """Return the shares of "Kelly 80, Marcus 120, Yuki 85", where a text is nothing else."""
    pairs = read_pairs(text, state)
    alone = pairs and all(pair.tight and pair.cents is not None for pair in pairs)
    if len(pairs) < 2 or not alone or _SPLIT_AT_END.sub("", text[: pairs[0].start]).strip(_EDGES):
        return []
    return [[pair.name, pair.cents] for pair in pairs]


def _pieces(text: str, state: State) -> list[tuple[int, int]]:
    """Return where the parts of a text begin and end: at commas and lines, and at an "and" between two amounts."""
    ends = [found.span() for found in _PARTS.finditer(text)][:MOST_PIECES]
    spans = []
    begin = 0
    for start, end in [*ends, (len(text), len(text))]:
        who = at_start(text[begin:start], state) if text[start:end] == ":" else None
        if who is not None and who.sure and not text[begin + who.end : start].strip():
            # "Henry: snacks 20" belongs together.
            continue
        if text[begin:start].strip(_EDGES):
            spans += _at_and(text, begin, start, state)
        begin = end
    return spans


def _at_and(text: str, begin: int, end: int, state: State) -> list[tuple[int, int]]:
    cuts = [found.span() for found in _AND.finditer(text, begin, end)]
    if not cuts or len(cuts) > MOST_ANDS:
        return [(begin, end)]
    several = len(read_money(text[begin:end])[0]) > 1
    spans: list[tuple[int, int]] = []
    start = begin
    for before, after in cuts:
        halves = text[start:before], text[after:end]
        if all(read_money(half)[0] for half in halves) and (
            several or all(read_expense(half, state).payers for half in halves)
        ):
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
        "times": spent.times,
        "doubt": spent.doubt,
    }
