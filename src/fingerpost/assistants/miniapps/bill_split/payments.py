"""Payments from one person to another, as people tell of them: "Alex paid me back", "Tom le devolvió 20 a Ana"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from fingerpost.assistants.miniapps.bill_split.signs import written
from fingerpost.assistants.miniapps.bill_split.who import ME, Who, at_end, at_start, listed_at_start, mentioned, plain
from fingerpost.assistants.miniapps.framework.parts import State
from fingerpost.language.money import read_money

_ALL = re.compile(
    r"\b(?:we(?:['’]re| are) all (?:settled|square|even|paid up)|(?:everyone|everybody|all)(?: has|['’]s)? (?:paid"
    r"|settled)(?: up| back| me back)?"
    r"|(?:settle|mark) (?:everything|all(?: debts)?|all of it)(?: up)?(?: as (?:paid|settled))?"
    r"|all (?:the )?debts (?:are|were) (?:paid|settled)"
    r"|(?:ya )?(?:todos|todo) (?:ya )?(?:pagaron|pagado|saldado|estan a mano|esta saldado|esta pagado)"
    r"|estamos a mano|(?:salda|liquida) todo|todo saldado"
    r"|(?:ja )?todo mundo (?:ja )?(?:pagou|acertou)|todos (?:ja )?(?:pagaram|acertaram)|(?:quita|acerta) tudo"
    r"|tudo (?:pago|quitado|acertado))\b"
)
_EVEN = re.compile(
    r"\s(?:are|['’]re|estan|estamos|estao|ficamos|quedamos)\s+(?:all\s+|now\s+|ya\s+|ja\s+)?"
    r"(?:even|square|settled|quits|a mano|quites|en paz)\b"
)
_BACK = re.compile(
    r"\b(?:(?:paid|pays|pay|payed|gave|sent|gives)\b.{0,60}?\bback"
    r"|(?:paid|sent|gave|transferred|pago|pague|paguei|pagou|di|dio|dei|deu|mandei|mandou|pase|paso)\b.{0,40}?"
    r"\b(?:(?:everything|all|what) (?:that )?(?:i|he|she|they|we) owed?|(?:todo )?lo (?:suyo|mio|que (?:le "
    r"|me )?deb(?:o|ia|e))"
    r"|(?:tudo )?o que (?:lhe |me )?dev(?:o|ia|e))"
    r"|(?:hacer|hecho|hizo|hice|fazer|fez|fiz|mandar|mando|mandou|mandei|paso|pasar|sent|made|did"
    r"|passou)\b.{0,20}?\b(?:bizum"
    r"|pix|transferencia|transfer|venmo|yape|nequi|mbway|zelle|paypal)"
    r"|(?:paid|pago|pagou)\s+(?:everything|it all|in full|up|todo|tudo)(?=\W*$)"
    r"|(?:paid|gave|sent)\s+(?:him|her|them)|(?:paguei|dei|mandei)\b.{0,20}?\b(?:ele|ela|eles|elas)"
    r"|(?:ya |ja )?me (?:lo |la |los |las )(?:dio|pago|devolvio|paso|mando)"
    r"|repaid|reimbursed|refunded|settled?(?: up)?"
    r"|squared? up|square|transferred|venmoe?d|venmo['’]d|zelled|cashapped|paypaled|wired"
    r"|(?:has |already )?paid (?:off )?(?:(?:his|her|their|my|the)(?: part| share| debt| half| bit)|me)\b"
    r"|paid what (?:he"
    r"|she|they|i) owed"
    r"|(?:debt|part|share) (?:is |was |has been )?(?:paid|settled)|(?:mark|tick|set)\s+(?!paid|has|had|already|just"
    r"|also).{1,60}?\b(?:paid|settled)"
    r"|(?:are|is|['’]re) (?:even|square|settled|quits)"
    r"|devolv\w+|sald[aoe]\w{0,3}|liquid[aoe]\w{0,3}|reembols\w+|transferi\w*|hizo (?:una |un )?(?:transferencia"
    r"|bizum)|(?:ya )?(?:me|le|te) (?:pago|pague"
    r"|dio|di|paso|envio|mando)"
    r"|(?:ya )?pago (?:su|mi|lo suyo|lo que debia)(?: parte| deuda)?|pague (?:mi|lo mio|lo que debia)(?: parte"
    r"| deuda)?|marca\w*\b.{0,60}?\b(?:pagad[oa]|saldad[oa]|pag[oa])"
    r"|(?:esta|estan|estamos) a mano|quitou|quitei|quitad[oa]|acertou|acertei|acert[ae] (?:a|com)|fez (?:um )?pix"
    r"|mandou (?:um |o )?pix|fiz (?:um )?pix"
    r"|(?:ja )?(?:me|te) (?:pagou|devolveu|transferiu|mandou)|(?:pagou|paguei) (?:a|o) (?:parte|divida|que devia"
    r"|dela|dele|minha)|(?:estao|esta|estamos) quites)\b"
)
_MINE = re.compile(
    r"\b(?:i (?:have |just |already )*(?:paid|gave|sent|transferred|settled|squared)|hice|fiz|dei|devolvi"
    r"|le (?:pague|di|devolvi|pase|mande|envie)|pague|transferi|paguei|quitei|acertei|mandei"
    r"|fiz (?:um )?pix|salde|liquide|reembolse)\b"
)
_TO_ME = re.compile(
    r"\bme\s+(?:lo|la|los|las|acaba de|acabou de|ha|ya|ja)\s+\w+|-me\b|\b(?:paid|pays|gave|sent|repaid|reimbursed"
    r"|owes?)\s+me\b|\bme\s+(?:pago|devolvio|dio|paso|pagou|devolveu"
    r"|transferio|transferiu|mandou|envio|mando|reembols\w+|sald\w+|deu|fez|hizo)\b|\b(?:a mi|pra mim|para mim"
    r"|to me)\b"
)
_FILLING = re.compile(
    r"\s+(?:has|had|have|ha|han|he|already|just|ya|ja|le|me|te|se|(?:and|y|e)\s+(?:i|yo|eu)|finally|por fin|finalmente"
    r"|acaba de|acabou de"
    r"|acabo de)\s*$"
)
_TO = re.compile(r"\b(?:to|with|a|al|con|com|ao|pro|pra|para)\s+(?:o\s+|a\s+|la\s+|el\s+)?")
_DIRECT = re.compile(r"\b(?:paid|pays|pay|gave|sent|pago|pagou|dio|deu)\s+(?:a\s+|al\s+|ao\s+|o\s+|pro\s+|pra\s+)?")
_TOLD = re.compile(r"\b(?:for|por|del|pelo|pela|on|no|na)\s+(?:the|el|la|los|las|o|a|os|as)?\s*\w{3,}", re.IGNORECASE)


_EVEN_WITH = re.compile(
    r"\s+(?:ya\s+|ja\s+)?(?:is|am|esta|ta|estoy|estou)\s+(?:now\s+|ya\s+|ja\s+)?(?:even|square|quits|en paz|a mano"
    r"|quites?)\s+"
    r"(?:with\s+|con\s+|com\s+(?:[oa]\s+)?|(?=conmigo|comigo))"
)


def read_payment(text: str, state: State) -> Mapping[str, Any] | None:
    """Return who gave money to whom; the amount is None for the whole debt, an end that was not named is "".

    `among`: "pair" where either may owe the other, "all" where everybody paid.
    """
    low = plain(text)
    even = _EVEN.search(low)
    pair = listed_at_start(text[: even.start()], state, new=False)[0] if even else []
    if len(pair) == 2:
        return {"do": "settle", "giver": pair[0], "taker": pair[1], "money": None, "among": "pair"}
    level = _EVEN_WITH.search(low)
    ends_of = (at_end(text[: level.start()], state), at_start(text[level.end() :], state)) if level else (None, None)
    if ends_of[0] is not None and ends_of[1] is not None:
        return {"do": "settle", "giver": ends_of[0].name, "taker": ends_of[1].name, "money": None, "among": "pair"}
    if _ALL.search(low):
        return {"do": "settle", "giver": "", "taker": "", "money": None, "among": "all"}
    moneys, left = read_money(text)
    if len(moneys) > 1:
        return None
    ends = _back(left, state) if _BACK.search(plain(left)) else _direct(left, state)
    if ends is None:
        return None
    money = moneys[0] if moneys else None
    told = (
        {"cents": money.cents, "currency": money.currency, "written": written(text, money.currency)} if money else None
    )
    return {"do": "settle", "giver": ends[0][0], "more": ends[0][1:], "taker": ends[1], "money": told, "among": ""}


def _back(text: str, state: State) -> tuple[list[str], str] | None:
    """Return who gave, and who took; nobody where the words leave it to who owes whom."""
    low = plain(text)
    verb = _BACK.search(low)
    if verb is None:
        return None
    to_me = _TO_ME.search(low)
    before = _givers(text[: verb.start()], state)
    after = [who for who in _people(text[verb.start() :], state) if not (to_me and who.name == ME)]
    names = [who.name for who in after if who.name not in before]
    if before:
        return before, ME if to_me else names[0] if names and before[0] != names[0] else ""
    if _MINE.search(low):
        others = [name for name in names if name != ME]
        return [ME], others[0] if others else ""
    if to_me:
        return (names[:1], ME) if names else ([""], ME)
    if len(names) > 1:
        return names[:1], names[1]
    # "settle up Alex's part", "mark Alex as paid": all that Alex owes.
    return (names[:1], "") if names else None


def _givers(text: str, state: State) -> list[str]:
    """Return who stands before the verb, behind words such as "has already"."""
    while True:
        less = _FILLING.sub("", f" {plain(text)}")
        if len(less) > len(text):
            break
        text = text[: len(less) - 1] if less else ""
    if text.rstrip().endswith((",", ";", ":", ".")):
        # "… between Ana and Beto, paid by Ana": who stands before a comma does nothing.
        return []
    who = at_end(text, state) if text.strip() else None
    if who is None or not (who.sure or not text[: who.start].strip()):
        return []
    names, end = listed_at_start(text, state, new=False)
    if len(names) > 1 and end >= who.end and ME not in names:
        # "Omar and Pete already paid me"
        return names
    return [who.name]


def _giver(text: str, state: State) -> Who | None:
    """Return where the one stands who is before the verb."""
    names = _givers(text, state)
    found = [who for who in (at_end(_FILLING.sub("", f" {text}")[1:], state),) if who is not None] if names else []
    return found[0] if found else None


def _people(text: str, state: State) -> list[Who]:
    """Return the people behind a verb: those known, and a new one behind "to"."""
    found = mentioned(text, state)
    taken = [(who.start, who.end) for who in found]
    for match in _TO.finditer(plain(text)):
        who = at_start(text[match.end() :], state)
        if who is not None and who.sure and not any(start <= match.end() + who.start < end for start, end in taken):
            begin = match.end() + who.start
            if not any(start < begin + len(who.name) and begin < end for start, end in taken):
                found.append(Who(who.name, begin, match.end() + who.end, True))
    return sorted(found, key=lambda who: who.start)


def _direct(text: str, state: State) -> tuple[list[str], str] | None:
    """Read "Tom paid Ana 20" and "paguei 20 pro Tom": a known person, and nothing that was bought."""
    low = plain(text)
    for verb in _DIRECT.finditer(low):
        taker = at_start(text[verb.end() :], state)
        giver = _giver(text[: verb.start()], state)
        if taker is None or not (taker.known or taker.name == ME) or giver is None or giver.name == taker.name:
            continue
        spoken = verb[0].startswith(("paid", "pay", "gave", "sent"))
        if len(text[: giver.start].split()) > 2 or not (giver.known or giver.name == ME or (spoken and giver.sure)):
            # "Hielo 3500, pagó Ana" is what was bought, and who paid.
            continue
        rest = text[verb.end() + taker.end :]
        given = taker.name == ME or verb[0].startswith(("gave", "sent", "dio", "deu"))
        if given or (not _TOLD.search(rest) and len(rest.split()) <= 2):
            return _givers(text[: verb.start()], state) or [giver.name], taker.name
    mine = re.fullmatch(
        r"\W*(?:yo |eu |i )?(?:ya |ja |already )?(?:pague|paguei|paid|gave|le pague|le di)\s+(?:to |a |al |ao |pro "
        r"|pra |para (?:o |a )?"
        r"|o )?(?P<who>[^\W\d_][\w ]*?)\W*",
        low,
    )
    if mine:
        who = at_start(text[mine.start("who") : mine.end("who")], state)
        if who is not None and who.known and who.end == mine.end("who") - mine.start("who"):
            return [ME], who.name
    return None
