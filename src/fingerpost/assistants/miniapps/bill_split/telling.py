"""What a message tells the bill to do, read from all of its words.

The verb alone does not tell: "Ana paid 30" is an expense, "Ana paid me 30" a payment, "Ana paid, not Tom" a correction.
So each reader here looks at the whole message, from the most certain to the least.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping

from fingerpost.assistants.miniapps.bill_split import patterns, payments
from fingerpost.assistants.miniapps.bill_split.composing import LONGEST as LONGEST_COMPOSED
from fingerpost.assistants.miniapps.bill_split.composing import compose
from fingerpost.assistants.miniapps.bill_split.correcting import read_edit
from fingerpost.assistants.miniapps.bill_split.gist import T
from fingerpost.assistants.miniapps.bill_split.meaning import EDGES, Told, is_known, meant, newest, on
from fingerpost.assistants.miniapps.bill_split.naming import is_chatter, tidy
from fingerpost.assistants.miniapps.bill_split.opening import people_of
from fingerpost.assistants.miniapps.bill_split.signing import gist
from fingerpost.assistants.miniapps.bill_split.signs import currency_of, written
from fingerpost.assistants.miniapps.bill_split.spending import Spent, as_json, read_expenses
from fingerpost.assistants.miniapps.bill_split.who import (
    ME,
    NO_NAME,
    Who,
    at_end,
    at_start,
    listed_at_start,
    mentioned,
    plain,
)
from fingerpost.assistants.miniapps.framework.parts import Reading
from fingerpost.assistants.miniapps.reading.names import read_names
from fingerpost.language.lexicon import SMALL
from fingerpost.language.money import read_money
from fingerpost.language.text import words

LONGEST, SENTENCE, LONGEST_UNPRICED = 20_000, 1_000, 6
"""Letters of a message that are read (what is longer than a sentence or two can only be a list), and words of what is
added without an amount."""

ME_SAID = "me"
"""What somebody says who is meant."""


def read_told(reading: Reading) -> Told | None:
    """Return what a message tells the bill to do; None where that is not clear."""
    text = unicodedata.normalize("NFC", reading.whole[:LONGEST]).strip()
    told = (
        _read_first(text, reading) or compose(text, reading, _read_free) or _read_whole(_named(text, reading), reading)
    )
    if told is None:
        return None
    reading.text = reading.before = ""
    return {**told, "language": reading.language}


def _named(text: str, reading: Reading) -> str:
    """Return a message with names in the place of pronouns, where it is clear who is meant."""
    signs = gist(text, reading, new=False) if len(text) <= LONGEST_COMPOSED else None
    return signs.said(0, len(text)) if signs is not None and signs.meant else text


def _read_first(text: str, reading: Reading) -> Told | None:
    """Return what is told by words that leave no doubt: to forget everything, who speaks, another name."""
    low = plain(text)
    return next(
        filter(None, (read(text, low, reading) for read in (_clear, _speaker, _currency, _called, _rename))), None
    )


def _read_free(text: str, reading: Reading) -> Told | None:
    """Return the expense, or the correction of one, that a piece of a message tells."""
    low = plain(text)
    return read_edit(text, low, reading) or _expenses(text, low, reading)


def _read_whole(text: str, reading: Reading) -> Told | None:
    """Return what a message tells as a whole, from the most certain to the least."""
    low = plain(text)
    readers = _READERS if len(text) <= SENTENCE else _READERS[-2:]
    return next(filter(None, (read(text, low, reading) for read in readers)), None)


def _clear(text: str, low: str, reading: Reading) -> Told | None:
    del text, reading
    return {"do": "clear"} if patterns.CLEAR.match(low) else None


def _speaker(text: str, low: str, reading: Reading) -> Told | None:
    """Read "I'm Ana", "soy Ana", "eu sou a Ana"."""
    found = patterns.I_AM.match(low)
    if found is None or read_money(text)[0]:
        return None
    who = at_start(text[found.start("name") : found.end("name")], reading.state)
    whole = who is not None and who.end == found.end("name") - found.start("name")
    if who is None or not whole or who.name == ME or not (who.sure or found.end("name") == len(low.rstrip(EDGES))):
        return None
    return {"do": "speaker", "name": who.name}


def _rename(text: str, low: str, reading: Reading) -> Told | None:
    if len(low) > LONGEST_RENAME:
        return None
    for pattern in patterns.RENAMES:
        found = pattern.search(low)
        if found is None:
            continue
        who = text[found.start("who") : found.end("who")].strip(EDGES)
        name = _REMARK.sub("", text[found.start("name") : found.end("name")]).strip(EDGES)
        person = at_start(who, reading.state)
        if person is not None and (person.known or person.name == ME) and person.end == len(who):
            return {"do": "rename", "who": person.name, "name": name}
        new = at_start(name, reading.state)
        if pattern is patterns.RENAMES[-1] and new is not None and (new.known or new.name == ME):
            # "change the taxi to Ana" may be who paid.
            continue
        ids = meant(who, reading)
        if ids and not read_money(name)[0]:
            change = {"do": "edit", "set": {"what": name}}
            return {**ids, "then": change} if isinstance(ids, Mapping) else {**change, "ids": ids[:1]}
        if pattern in patterns.RENAMES[:2]:
            return {"do": "unknown", "name": who}
    return None


LONGEST_RENAME = 300
"""Characters of a message that gives something another name; what is longer tells something else."""

_REMARK = re.compile(
    r"(?:[\s,]+(?:lol|haha\w*|jaja\w*|kk+|rs+|please|pls|por favor|porfa|thanks|gracias|valeu)\b)?"
    r"(?:[,;.!]+\s+(?:that|it|this|because|cause|since|eso|esto|fue|era|es|porque|que|isso|isto|foi|pois|i|we|yo|eu)\b.*"
    r"|\W*)$",
    re.IGNORECASE | re.DOTALL,
)
"""What is said behind another name, and is no part of it."""


def _currency(text: str, low: str, reading: Reading) -> Told | None:
    """Read "it's all in euros", "usa pesos": the currency of the whole bill."""
    told = re.findall(r"[^\W\d_]+|[€£¥₹]|[a-z]{0,3}\$", low)
    codes = {word: code for word in told if word not in SMALL and (code := currency_of(word))}
    others = set(told) - set(codes)
    known = patterns.CURRENCY_OF_ALL | patterns.OTHERS | _AROUND
    if len(set(codes.values())) != 1 or read_money(text)[0] or not others <= known:
        return None
    word, code = next(iter(codes.items()))
    change = {"currency": code, "written": written(f"1 {word}", code)}
    if others & patterns.OTHERS and len(reading.items) > 1:
        last = set(newest(reading))
        return {"do": "edit", "ids": [item.id for item in reading.items if item.id not in last], "set": change}
    return {"do": "currency", **change} if others & patterns.CURRENCY_OF_ALL else None


_AROUND = SMALL | words(
    "it its it's lets let's switch change set btw way should cambia pon muda vamos sao estan estao tao s re porfa"
)


def _called(text: str, low: str, reading: Reading) -> Told | None:
    """Read "call the taxi “airport ride” instead", "las galletas llámalas merienda", "ponle Uber al taxi"."""
    del low
    signs = gist(text, reading, new=False) if len(text) <= SENTENCE // 2 else None
    if signs is None:
        return None
    for pattern in _CALLED:
        found = pattern.fullmatch(signs.text)
        if found is None:
            continue
        ids = signs.ids(found["t"]) or newest(reading)
        start, end = signs.span(found.start("n"), found.end("n"))
        name = _REMARK.sub("", _INSTEAD.sub("", text[start:end])).strip(f"{EDGES}'‘’")
        if len(ids) == 1 and name and not read_money(name)[0]:
            return {"do": "edit", "ids": ids, "set": {"what": name}}
    return None


_INSTEAD = re.compile(r"\s+(?:instead|please|pls|mejor|por favor|porfa|em vez disso|en su lugar)\W*$", re.IGNORECASE)
_CALLED = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?:CHANGE |AND |BUT |, )*RENAME (?P<t>{T}|IT)(?: TO| OF| BY| BUT| ,)* (?P<n>(?!TO |OF |BUT )\S.*)",
        rf"(?P<t>{T})(?: ,| BUT)* RENAME(?: IT)?(?: TO| OF| BY| BUT| ,)* (?P<n>(?!TO |OF |IT )\S.*)",
        rf"(?P<t>{T})(?: ,)+ > (?P<n>\S.*)",
        rf'(?:ADD|CHANGE|MARK) (?P<n>" .* ")(?: TO| OF)* (?P<t>{T})',
    )
)


def _payment(text: str, low: str, reading: Reading) -> Told | None:
    del low
    return payments.read_payment(text, reading.state)


def _paid_too(text: str, low: str, reading: Reading) -> Told | None:
    """Read "Quinn too now" behind a payment: somebody who is there can only have paid as well."""
    found = patterns.TOO.search(low)
    names, end = listed_at_start(text[: found.start()], reading.state, new=False) if found else ([], 0)
    if found is None or not names or text[end : found.start()].strip(EDGES) or not reading.state["payments"]:
        return None
    if not all(is_known(reading, name) for name in names):
        return None
    taker = reading.state["payments"][-1]["taker"]
    taken = next((one["name"] for one in reading.state["people"] if one["id"] == taker), "")
    return {"do": "settle", "giver": names[0], "more": names[1:], "taker": taken, "money": None, "among": ""}


def _leave(text: str, low: str, reading: Reading) -> Told | None:
    """Read "Leo isn't coming"."""
    gone = patterns.GONE.search(low)
    if gone is None:
        return None
    names, end = listed_at_start(text[: gone.start()], reading.state, new=False)
    return {"do": "leave", "names": names} if names and not text[end : gone.start()].strip(EDGES) else None


def _remove(text: str, low: str, reading: Reading) -> Told | None:
    """Read "remove the taxi", "remove Leo", "remove Leo from the taxi"."""
    found = patterns.REMOVE.search(low)
    if found is None or found.start() > 40 or read_money(text[: found.start()])[0]:
        # "Taxi 10 paid by Cancel"
        return None
    if patterns.ADDS.search(plain(text[: found.start()])):
        # "Add Dora and Cancel" names people.
        return None
    target = text[found.end() :].strip(EDGES)
    if found[0].endswith("me") and re.match(r"(?:de|del|da|do|from)\b", plain(target)):
        target = f"{ME_SAID} {target}"
    if patterns.THEM_FROM.match(plain(target)):
        before = mentioned(text[: found.start()], reading.state)
        if not before:
            return None
        # "Dani doesn't eat meat, take her off the ribs"
        target = f"{before[-1].name} {target.split(maxsplit=1)[1]}"
    names, _ = listed_at_start(re.sub(r"^(?:a|al|o|os)\s+", "", target, flags=re.IGNORECASE), reading.state, new=False)
    if names and all(name == ME or is_known(reading, name) for name in names) and not patterns.OWNED.search(target):
        where = patterns.FROM.split(plain(target), maxsplit=1)
        inside = len(where) > 1 and not set(where[1].split()) <= patterns.GROUP
        out = {"do": "edit", "set": {}, "shares": {"but": names}}
        return on(where[1].strip(EDGES), out, reading) if inside else {"do": "leave", "names": names}
    target = patterns.REMOVED.sub(" ", target).strip(EDGES)
    told = on(target, {"do": "remove"}, reading)
    # "Take-out 30, Ana" is food.
    return None if told["do"] == "unknown" and (not target or read_money(text)[0]) else told


def _people(text: str, low: str, reading: Reading) -> Told | None:
    """Read "add Niamh and Roisin, they're coming", "me, Oskar, Lin and Petra are in", "somos Ana, Beto y yo"."""
    if read_money(text)[0]:
        return None
    added = patterns.ADD.match(low)
    said = patterns.AND_THEY.search(low) if added else None
    if said:
        # "Add Sky to the list, she's joining late"
        text, low = text[: said.start()], low[: said.start()]
    coming = patterns.COMING.search(low)
    begins = patterns.WE_ARE.match(low) if not added else None
    if begins and begins[0].strip() == "e" and not text.lstrip().startswith(("é", "É")):
        # "É o Caio" is somebody, "e os pães" one thing more.
        begins = None
    inner = text[added.end() if added else begins.end() if begins else 0 : coming.start() if coming else len(text)]
    if added and not coming:
        told = _into(inner, reading)
        if told is not None:
            return told
    inner = re.sub(
        r"^\s*(?:(?:people|person|personas?|pessoas?|friends?|amigos|amigas)\s*:?\s+)", "", inner, flags=re.IGNORECASE
    )
    together, end = listed_at_start(inner, reading.state) if added or begins else ([], 0)
    whole = len(together) > 1 and not inner[end:].strip(EDGES)
    split_names = [ME_SAID] if patterns.ADD_ME.match(low) else [] if whole else read_names(inner)
    added = added or patterns.ADD_ME.match(low)
    names = list(together) if whole and not split_names else []
    sure = all(_is_sure(name, reading) for name in names)
    for piece in split_names:
        listed, end = listed_at_start(piece, reading.state)
        if not listed or piece[end:].strip(EDGES):
            return None
        sure = sure and all(_is_sure(name, reading) for name in listed)
        names += listed
    asked = bool(added or coming or begins)
    here = bool(coming and not re.search(r"too|as well|tambien|tambem", coming[0])) or bool(begins)
    certain = sure or here or len(names) > 1 or bool(patterns.PERSONAL.match(low))
    join = bool(names) and ((asked and certain) or (sure and len(names) > 1))
    return {"do": "join", "names": names} if join else None


def _is_sure(name: str, reading: Reading) -> bool:
    return name == ME or name[:1].isupper() or is_known(reading, name)


def _listed(text: str, low: str, reading: Reading) -> Told | None:
    """Read "there's four of us: Marcus, Lena and me", "estávamos eu, a Inês e o Rui" where nobody is known yet."""
    if read_money(text)[0] or "?" in low or reading.items:
        return None
    names = people_of(f", {text}")
    return {"do": "join", "names": names} if names else None


def _into(inner: str, reading: Reading) -> Told | None:
    """Read "add Tom to the dinner": somebody who shares an expense after all."""
    found = re.search(r"\s+(?:to|into|in|on|a|al|en|ao|no|na|pra|em)\s+(?=\S)", plain(inner))
    if found is None or not reading.items:
        return None
    names, end = listed_at_start(inner[: found.start()], reading.state, new=False)
    where = inner[found.end() :]
    if not names or inner[end : found.start()].strip(EDGES) or set(plain(where).split()) <= patterns.GROUP:
        return None
    ids = meant(where, reading)
    if isinstance(ids, list) and ids:
        return {"do": "edit", "ids": ids, "set": {}, "shares": {"with": names}}
    return None


def _owed(text: str, low: str, reading: Reading) -> Told | None:
    """Read "Dana owes me 20 for the concert": the one paid it, and the other bears it."""
    moneys, left = read_money(text)
    found = patterns.OWES.search(plain(left)) if len(moneys) == 1 and "?" not in low else None
    if found is None:
        return None
    me = Who(ME, 0, 0, True)
    debtor = at_end(left[: found.start()], reading.state)
    after = creditor = at_start(left[found.end() :], reading.state)
    verb, rest = found[0].split(), left[found.end() + (after.end if after else 0) :]
    if verb[0] == "me" or "te" in verb:
        creditor, rest = me, left[found.end() :]
    elif "debo" in verb or "devo" in verb:
        debtor = me
    if debtor is None or creditor is None or not (debtor.sure and creditor.sure) or debtor.name == creditor.name:
        return None
    spent = Spent(tidy(rest), moneys[0], (creditor.name,), {"only": [debtor.name]}, written(text, moneys[0].currency))
    return {"do": "spend", "expenses": [as_json(spent)]}


def _expenses(text: str, low: str, reading: Reading) -> Told | None:
    """Read expenses; one without an amount is one only where something else tells that it is one."""
    spent = read_expenses(text, reading.state)
    if len(spent) == 1 and spent[0].money is None:
        one = spent[0]
        if len(read_money(text)[0]) > 1:
            return {"do": "several"}
        if patterns.PART.match(plain(one.what)) and one.payers:
            return {"do": "part", "name": one.payers[0], "ids": [], "what": patterns.PART.sub("", one.what)}
        return _unpriced(one, low, reading)
    if len(spent) > 1 and not all(one.what and one.money and not is_chatter(one.what) for one in spent):
        # Amounts that belong to nothing may be shares, or a correction.
        return {"do": "several"}
    if not any(one.what or one.payers or one.shares for one in spent):
        return None
    return {"do": "spend", "expenses": [as_json(one) for one in spent]}


def _of(one: Spent, payer: Who) -> Spent:
    return one._replace(what=tidy(one.what[: payer.start]), payers=(payer.name,), doubt="")


def _unpriced(one: Spent, low: str, reading: Reading) -> Told | None:
    """Return an expense whose amount is to be asked for: it was told to be added, or somebody got it, or "and …"."""
    words = [word for word in re.findall(r"[^\W\d_]+", plain(one.what)) if word not in patterns.EMPTY]
    if not words or len(one.what.split()) > LONGEST_UNPRICED or re.match(r"\d", one.what):
        # "20 of that just now" has an amount that was not understood.
        return None
    added = patterns.ADD.match(low)
    if not one.payers:
        listed = listed_at_start(one.what, reading.state, new=False)[0]
        last = at_end(one.what, reading.state)
        if last is not None and last.known and tidy(one.what[: last.start]):
            # "popcorn juanpi"
            return {"do": "spend", "expenses": [as_json(_of(one, last))]}
        if listed or one.doubt or not (added or patterns.AND_THE.match(low)):
            return None
    elif one.doubt or not (added or patterns.BOUGHT.search(low)):
        return None
    small = one.what == one.what.lower() and len(words) == 1 and words[0] not in NO_NAME
    told = {"do": "spend", "expenses": [as_json(one)]}
    return (
        {**told, "may_be_person": True} if added and small and not one.payers and not patterns.THE.search(low) else told
    )


_READERS: tuple[Callable[[str, str, Reading], Told | None], ...] = (
    _payment,
    _paid_too,
    _leave,
    _remove,
    _owed,
    read_edit,
    _people,
    _listed,
    _expenses,
)
