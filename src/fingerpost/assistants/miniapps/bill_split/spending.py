"""Expenses as people say them: what, how much, who paid, and how it is shared."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from fingerpost.assistants.miniapps.bill_split.naming import AMOUNT, EDGES, tidied, tidy
from fingerpost.assistants.miniapps.bill_split.pairs import read_pairs
from fingerpost.assistants.miniapps.bill_split.paying import take_payer
from fingerpost.assistants.miniapps.bill_split.sharing import Told, read_shares, read_weights
from fingerpost.assistants.miniapps.bill_split.signs import written
from fingerpost.assistants.miniapps.bill_split.who import ME, Who, at_end, at_start, cut, mentioned, plain
from fingerpost.assistants.miniapps.framework.parts import State
from fingerpost.language.edit_distance import first_difference
from fingerpost.language.money import Money, read_money
from fingerpost.language.number_reader import whole_number
from fingerpost.language.numbers import number_words

MOST_PIECES, MOST_ANDS, LONGEST_EXPENSE = 1_500, 50, 600
"""Parts of a message, its parts that "and" joins, and letters of what tells one expense."""

_PARTS = re.compile(r"\n|;|,(?!\d)|(?<!\d),|\.(?=\s|$)|!|:(?=\s)|(?<=\s)/(?=\s)")
_SPLIT_AT_END = re.compile(
    r"(?:[\s,;:.]|\b(?:split|shared?|divided?|dividido|dividida|dividimos|repartido|repartida|rachado|as|so|it|into"
    r"|asi"
    r"|assim|por montos|by amounts?|por valores|en|em)\b)+$",
    re.IGNORECASE,
)
_AND = re.compile(
    r"(?:,\s*)?\b(?:and|y|e|plus|mas|mais|tambien|tambem|also|then|luego|depois)\b\s*|\s\+\s", re.IGNORECASE
)
_AND_AHEAD = re.compile(r"^\W*(?:and|y|e)\s+", re.IGNORECASE)
_EACH = re.compile(
    rf"(?:{AMOUNT}\s*,?\s*(?P<word>(?:each|apiece|per person|per head|a head|por persona|por pessoa|por cabe[zç]a|c/u"
    r"|cada(?:\s+(?:un[oa]?|uma?))?)(?!\w)))",
    re.IGNORECASE,
)
_COUNTS = "|".join([*number_words(range(2, 9)), *number_words((9, 10), languages=("en",))])
_TIMES = re.compile(
    rf"(?<![\w.,])(?P<count>\d{{1,3}}|{_COUNTS})\s+[^\W\d_][^\d,;.\n]{{1,60}}?(?:,\s*|\s+)"
    r"(?P<at>(?:at|for|a|de|por|x|@)\s+)?(?=[€$£¥]?\s?\d[\d.,]*\s?(?:[€$£¥]|[a-z]{2,7}\s)?\s*"
    r"(?:each|apiece|a piece|c/u|cada)(?!\w))"
)
_PRODUCT = re.compile(r"(?<![\w.,])(?P<count>[2-9]|[1-9]\d{1,2})\s?[x×*]\s?(?P<price>[€$£¥]?\s?\d)")
_BACK = re.compile(r"\b(?:refund|reembolso|devolucion|devolucao)\b")
_GIVEN = re.compile(
    r"\b(?i:gave|sent|handed|lent)\b.*\bto\s+[A-ZÀ-Þ]|\b(?i:dio|dado|presto|prestó)\b.*\b(?:al?)\s+(?:la\s+)?[A-ZÀ-Þ]"
    r"|\b(?i:deu|dado|emprestou)\b.*\b(?:aos?|à|pro|pra|para)\s+(?:[oa]\s+)?[A-ZÀ-Þ]"
)
"""What was given to somebody was not bought."""
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
_WHO_LEADS = re.compile(
    r"\b(?:paid|payed|covered|bought|got|put|pago|puso|compro|pague|puse|pagou|comprou|paguei|botou)\b"
)
_BEFORE_THE = re.compile(r"[^\W\d_]+ (?:the|some|el|la|los|las|o|a|os|as) \S")
_TOGETHER = re.compile(r"\b(?:los|las|os|as|both|all|ambos|ambas|todo|tudo|them)\b")
_OF = re.compile(r"\b(?:for|of|para|pra|pro|de|del|do|da)\s+(?:el\s+|la\s+|o\s+|a\s+)?$")
_MEANS = re.compile(
    r"\b(?:by|on|with|in|en|con|no|em|com|a|na|to)\s+(?:(?:the|his|her|their|la|su|o|a|seu|sua)\s+)?(?:card|cash|tarjeta|efectivo|cartao"
    r"|dinheiro"
    r"|cuenta|conta|bill|list|lista)(?!\w)"
)
_FOR_IT = re.compile(r"\b(?:for|para|pra|por|del|do|da|de)\s+(?:the\s+|el\s+|la\s+|o\s+|a\s+)?")
MOST_TIMES = 999
"""Things of one price in an expense."""


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
    return _carried(found, groups, text, state)


def _carried(found: list[Spent], groups: Sequence[str], text: str, state: State) -> list[Spent]:
    """Return expenses with who paid for all of them: "Ana paid 20 for gas and 15 for tolls", "gas 20, tolls 15 Ana"."""
    if len(found) < 2 or len(found) != len(groups):
        return found
    told = [bool(one.payers) for one in found]
    first = at_start(groups[0], state)
    leads = first is not None and first.name in found[0].payers and told == [True] + [False] * (len(found) - 1)
    if leads and _WHO_LEADS.search(plain(groups[0])):
        # "Ana paid the meat 20, caro the drinks 9": a word before "the" may be who paid that.
        other = next((one.what for one in found[1:] if _BEFORE_THE.match(plain(one.what))), "")
        if other:
            return [one._replace(doubt=other) for one in found]
        return [one._replace(payers=found[0].payers) for one in found]
    joined = _TOGETHER.search(plain(groups[-1])) or not any(sign in text for sign in ",;\n")
    together = joined and told == [False] * (len(found) - 1) + [True]
    return [one._replace(payers=found[-1].payers) for one in found] if together else found


def read_expense(text: str, state: State) -> Spent:
    """Return the expense that a text tells."""
    text = re.sub(r"[^\S\n]+", " ", text).strip()
    for idle in (_UNKNOWN_PAYER, _MEANS):
        for found in reversed(list(idle.finditer(plain(text)))):
            text = cut(text, found.start(), found.end())
    shared = read_shares(text, state, alone=False)
    shares, text = (shared.told, shared.left) if shared else (None, text)
    wrong = at_end(text, state)
    contrast = re.search(r",?\s*\b(?:and not|not|y no|no|e nao|nao)\s+$", plain(text[: wrong.start])) if wrong else None
    if wrong is not None and wrong.there and contrast:
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
    if what and more and any(plain(what) == plain(name) for name in _people_of(payers, shares)):
        # "Add Elif too, she only joined for the museum": who shares it is not what it was.
        thing = _FOR_IT.search(plain(more))
        what, more = (tidied(more[thing.end() :])[0] if thing else "", "")
    explicit = shares is not None and bool({"ratio", "amounts", "only"} & set(shares))
    doubt = marked.replace(AMOUNT, "…") if _GIVEN.search(marked) else ""
    doubt = doubt or ("" if explicit and payers else _doubt(what, more, state))
    return Spent(what, money, payers, shares, sign, bool(each) and times == 1, times, doubt)


def _is_part(who: Who, what: str) -> bool:
    """Whether a person is part of the name of an expense: "Ana's cake", "cake for Ana", "regalo de Ana"."""
    if who.name == ME:
        return False
    after, before = what[who.end :], plain(what[: who.start])
    return bool(re.match(r"['’]s\b", after)) or (not after.strip(EDGES) and bool(_OF.search(before)))


def _people_of(payers: Sequence[str], shares: Told | None) -> list[str]:
    told = shares or {}
    return [*payers, *told.get("only", ()), *told.get("names", ()), *told.get("along", ())]


def _priced(text: str) -> tuple[int, str]:
    """Return how many "3 beers at 6 each" are, and the text with the price of one as its only amount."""
    product = _PRODUCT.search(plain(text))
    if product is not None:
        return int(product["count"]), f"{text[: product.start()]}{text[product.start('price') :]}"
    found = _TIMES.search(plain(text))
    if found is None:
        return 1, text
    count = whole_number(found["count"])
    if count is None or not 1 < count <= MOST_TIMES:
        return 1, text
    at = found.start("at") if found["at"] else found.end()
    price = f"{text[: found.start('count')]}{text[found.end('count') : at]}{text[found.end() :]}"
    return count, " ".join(price.split())


def _doubt(what: str, more: str, state: State) -> str:
    """Return words beside the name of an expense that speak of people or of sharing: not to be passed over."""
    low = plain(more)
    if _SHARING.search(low) or mentioned(more, state):
        return more
    if (
        _GIVEN.match(what)
        or _BACK.search(plain(what))
        or any(not _is_part(who, what) for who in mentioned(what, state))
    ):
        return what
    # "Half the rent 400 Ana" is what Ana paid; "the rent half Ana" is not clear.
    inside = _SHARING.search(plain(what))
    return what if inside and inside.start() > 0 else ""


def _marked(text: str, left: str) -> str:
    """Return a text with a mark where its only amount was; `left` is what it is without the amount."""
    same = first_difference(text, left)
    # The amount begins with a word of its own: back to where that begins.
    while 0 < same < len(left) and text[same : same + 1].isalnum() and text[same - 1].isalnum():
        same -= 1
    return f"{left[:same]} {AMOUNT} {left[same:]}"


def _grouped(text: str, state: State) -> tuple[list[str], list[list[Any]]]:
    """Return the text of each expense, and the shares by amount that follow the only one."""
    if read_weights(text, state):
        return [text], []
    head, shares = _shared_out(text, state)
    if shares:
        return [head], shares
    pieces = _pieces(text, state)
    priced = [place for place, (start, end) in enumerate(pieces) if read_money(text[start:end])[0]]
    if len(priced) <= 1:
        return [_told_alone(text, state)], []
    alone = {place for place in priced if not read_money(text[slice(*pieces[place])])[1].strip(EDGES)}
    groups: list[list[int]] = []
    for place, (start, end) in enumerate(pieces):
        full = bool(groups) and any(one in priced for one in groups[-1][2:])
        # "Ana paid the cabin for 320. Tom bought food, 87": what stands before an amount alone goes with it.
        ahead = place not in priced and place + 1 in alone
        if not groups or (full and (place in priced or ahead)):
            groups.append([start, end, place])
        else:
            groups[-1][1] = end
            groups[-1].append(place)
    return [_AND_AHEAD.sub("", text[group[0] : group[1]]) for group in groups], []


def _told_alone(text: str, state: State) -> str:
    """Return the only sentence that tells an expense, where the others say nothing: "it was Kim lol. Pool 12 Kim"."""
    sentences = [one for one in re.split(r"(?<=[^\d\s])[.!]+\s+|\n", text) if one.strip(EDGES)]
    if len(sentences) < 2 or len(sentences) > MOST_ANDS:
        return text
    whole = next((one for one in sentences if read_money(one)[0]), None)
    spent = read_expense(whole, state) if whole is not None else None
    if spent is None or not (spent.what and spent.payers):
        return text
    beside = [
        who for one in sentences if one is not whole for who in mentioned(one, state) if who.name != spent.payers[0]
    ]
    others = " ".join(one for one in sentences if one is not whole)
    return text if beside or whole is None or _SHARING.search(plain(others)) else whole


def _shared_out(text: str, state: State) -> tuple[str, list[list[Any]]]:
    """Return an expense without the amounts that people bear of it, and these: by their sum, or all of them known."""
    found = read_pairs(text, state)
    last = re.search(r",\s*(?=[^,]*$)", text)
    if not found and last:
        # "Dinner 80: me 30, Ana 50, paid by Ana"
        payers, left = take_payer(text[last.end() :], state)
        inner = read_pairs(text[: last.start()], state) if payers and not tidy(left) else []
        if inner:
            return _shared_out(
                f"{text[: inner[0].start].rstrip(' :,;')}, {text[last.end() :]}: {text[inner[0].start : last.start()]}",
                state,
            )
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
    if len(pairs) < 2 or not alone or _SPLIT_AT_END.sub("", text[: pairs[0].start]).strip(EDGES):
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
        if text[begin:start].strip(EDGES):
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
