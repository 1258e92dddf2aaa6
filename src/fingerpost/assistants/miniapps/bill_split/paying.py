"""Who paid, as people say it."""

from __future__ import annotations

import re

from fingerpost.assistants.miniapps.bill_split.naming import AMOUNT, EDGES, tidy
from fingerpost.assistants.miniapps.bill_split.who import ME, Who, at_end, at_start, cut, plain
from fingerpost.assistants.miniapps.framework.parts import State

_AUX = (
    r"(?:(?:has|had|have|['’]ve|already|just|then|also|ya|ja|lo|la|los|las|que|le|also|actually|who|quien|quem"
    r"|tambien|tambem|tb|tbm|tmb)\s+)*"
)
_PAID = (
    r"(?:paid(?: for)?|payed(?: for)?|pays(?: for)?|is paying(?: for)?|covered|bought|picked up|put in|put down|put"
    r"|spent|fronted|got|"
    r"chipped in|pitched in|dropped|laid out|pago|puso|compro|cubrio|invito|gasto|saco|pagou|comprou|botou|colocou"
    r"|bancou|cobriu|"
    r"gastou|deu|dio|trajo|trouxe|ha pagado|ha puesto|grabbed|handled|sorted out|sorted|took care of|treated us to"
    r"|fetched|brought|se encargo de|agarro|cogio|pegou|passou|booked|reservo|reservou|sprung for|shelled out"
    r"|forked out)"
)
_I_PAID = (
    r"(?:pague|puse|compre|cubri|gaste|invite|paguei|comprei|botei|coloquei|banquei|gastei|cobri|pus|dei|traje"
    r"|trouxe eu|he pagado|he puesto|he comprado|"
    r"i(?:['’]ve|['’]ll)?\s+(?:already\s+|just\s+)?(?:paid|payed|pay|covered|cover|bought|put in|spent|got|get)"
    r"(?:\s+for)?|on my card|my treat|con mi tarjeta|en mi tarjeta|no meu cartao|com meu cartao"
    r"|i['’]m\s+(?:covering|paying)(?:\s+for)?(?:\s+it)?)"
)
_WE_PAID = re.compile(r"\b(?:we paid|pagamos|a gente pagou|we all paid)\b")
_WHO_PAID = re.compile(rf"(?:^|(?<=\s)){_AUX}{_PAID}\b(?!\s+(?:for\s+)?(?:by|por)\b)")
_ME_PAID = re.compile(rf"(?<!\w)(?:fui\s+)?(?:yo\s+|eu\s+)?{_AUX}{_I_PAID}\b(?:\s+(?:yo|eu)\b)?")
_PAID_BY = re.compile(
    r"(?<!\w)(?:was\s+|is\s+|fue\s+|foi\s+)?(?:paid by|payed by|covered by|paid for by|bought by|pagad[oa]s? por"
    r"|pag[oa] por|quem pagou foi|"
    r"quien pago fue|fue quien pago|la invito|lo invito|a cargo de|por conta d[eoa]|por cuenta de|courtesy of"
    r"|thanks to|payer is|payer|"
    r"pagador|(?:(?:lo|la|los|las)\s+)?(?:ha|han)\s+(?:pagado|puesto|comprado)|pago|pagou|puso|compro|comprou|invito|bancou|paid)(?:\s*:)?\s+"
)
_OBJECT = re.compile(r"\W*$|\s+[^\W\d_]")
_AS_WELL = re.compile(r"\s+(?:as well|too|also|again|tambien|también|tambem|também)\W*$", re.IGNORECASE)
_TOWARDS = re.compile(r"\b(?:to|a|for|para|pra)\s+$")
_CARD = re.compile(r"['’]s\s+(?:card|treat|dime|cash|money)\b")
_WEAK_BY = re.compile(r"(?<!\w)(?:by|from|on|via|de|do|da|del|por|pelo|pela|com|con|invita|-|–|\()\s*")


def take_payer(text: str, state: State, weak: bool = True) -> tuple[tuple[str, ...], str]:
    """Return who paid, and the text without the words that say so; `weak`: a name beside the amount counts too."""
    low = plain(text)
    begins = at_start(text, state)
    if begins is not None and begins.sure and re.match(r"\s*:\s", text[begins.end :]):
        # "Henry: snacks 20"
        return (begins.name,), text[begins.end :].lstrip(" :")
    if _WE_PAID.search(low):
        return (), _WE_PAID.sub(" ", low) if low == text else text
    mine = _ME_PAID.search(low)
    if mine:
        return (ME,), cut(text, mine.start(), mine.end())
    named = _paid_by(text, low, state)
    for found in _WHO_PAID.finditer(low):
        who = at_end(text[: found.start()], state)
        if who is None or text[who.end : found.start()].strip() or (named is not None and named[0] and not who.sure):
            # "… de carne, pagó Sofi", "a carne quem pagou foi a Bia"
            continue
        first = _before(text[: who.start], state)
        start = first.start if first is not None else who.start
        payers = (first.name, who.name) if first is not None else (who.name,)
        return payers, cut(text, _article_before(text, start), found.end())
    if named is not None:
        return named[1:]
    return (_hinted(text, low, state) or _bare(text, state)) if weak else ((), text)


def _paid_by(text: str, low: str, state: State) -> tuple[bool, tuple[str, ...], str] | None:
    """Return who stands behind "paid by", whether that is sure, and the text without it."""
    for found in _PAID_BY.finditer(low):
        who = at_start(text[found.end() :], state)
        if who is not None:
            return who.sure, (who.name,), cut(text, found.start(), found.end() + who.end)
    return None


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
    return not text[place:].strip(EDGES) or text[place:].lstrip().startswith((AMOUNT, ",", ")"))


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
    tail = _AS_WELL.sub("", tail)
    last, first, closing = at_end(tail, state), at_start(head, state), at_end(head, state)
    bought = tidy(head)
    if last is not None and _is_there(last) and not _TOWARDS.search(plain(tail[: last.start])):
        who, left = last, f"{head} {mark} {tail[: last.start]}"
    elif first is not None and _is_there(first) and (tidy(tail) or _OBJECT.match(plain(head[first.end :]))):
        who, left = first, f"{head[first.end :]} {mark} {tail}"
    elif closing is not None and _is_there(closing) and tidy(head[: closing.start]):
        who, left = closing, f"{head[: closing.start]} {mark} {tail}"
    elif last is not None and _is_new(last, bought, tail[: last.start]):
        who, left = last, f"{head} {mark} {tail[: last.start]}"
    elif first is not None and first.sure and not head[first.end :].strip(EDGES) and tidy(tail):
        who, left = first, f"{mark} {tail}"
    else:
        return _alone(text, state)
    return (who.name,), left


def _alone(text: str, state: State) -> tuple[tuple[str, ...], str]:
    """Read the only person who stands between commas: "dinner 60, ana, evenly"."""
    parts = re.split(rf"([,;]\s|{AMOUNT})", text)
    found = [place for place, part in enumerate(parts) if not place % 2 and _is_only(part, state)]
    if len(found) != 1:
        return (), text
    who = at_start(parts[found[0]], state)
    return ((who.name,) if who else ()), "".join([*parts[: found[0]], " ", *parts[found[0] + 1 :]])


def _is_only(text: str, state: State) -> bool:
    who = at_start(text, state)
    return who is not None and _is_there(who) and not text[who.end :].strip(EDGES)


def _is_there(who: Who) -> bool:
    return who.known or who.name == ME


def _is_new(who: Who, bought: str, between: str) -> bool:
    """Whether somebody new is named last: alone behind the amount, or with a capital."""
    if not between.strip(EDGES):
        return bool(bought)
    return who.sure and bool(bought or tidy(between))
