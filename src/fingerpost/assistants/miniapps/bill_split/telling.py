"""What a message tells the bill to do, read from all of its words.

The verb alone does not tell: "Ana paid 30" is an expense, "Ana paid me 30" a payment, "Ana paid, not Tom" a correction.
So each reader here looks at the whole message, from the most certain to the least.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fingerpost.assistants.miniapps.bill_split import patterns, payments
from fingerpost.assistants.miniapps.bill_split.sharing import read_shares
from fingerpost.assistants.miniapps.bill_split.spending import (
    Spent,
    as_json,
    currency_of,
    read_amounts,
    read_expense,
    read_expenses,
    take_payer,
    tidy,
    written,
)
from fingerpost.assistants.miniapps.bill_split.who import ME, Who, at_end, at_start, listed_at_start, mentioned, plain
from fingerpost.assistants.miniapps.framework.parts import Reading
from fingerpost.assistants.miniapps.reading.money import Money, read_money
from fingerpost.assistants.miniapps.reading.names import read_names
from fingerpost.assistants.miniapps.reading.references import find

Told = Mapping[str, Any]
"""What is to be done, under "do", with its values; people are names as they were said."""

LONGEST, SENTENCE = 20_000, 1_000
"""Letters of a message that are read; what is longer than a sentence or two can only be a list."""

ME_SAID = "me"
"""What somebody says who is meant."""

_EDGES = ' \t\n\r.,;:!?¡¿-–—()"“”«»'


def read_told(reading: Reading) -> Told | None:
    """Return what a message tells the bill to do; None where that is not clear."""
    text = unicodedata.normalize("NFC", reading.whole[:LONGEST]).strip()
    low = plain(text)
    for read in _READERS if len(text) <= SENTENCE else _READERS[-2:]:
        told = read(text, low, reading)
        if told is not None:
            reading.text = reading.before = ""
            return {**told, "language": reading.language}
    return None


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
    if who is None or not whole or who.name == ME or not (who.sure or found.end("name") == len(low.rstrip(_EDGES))):
        return None
    return {"do": "speaker", "name": who.name}


def _rename(text: str, low: str, reading: Reading) -> Told | None:
    for pattern in patterns.RENAMES:
        found = pattern.search(low)
        if found is None:
            continue
        who = text[found.start("who") : found.end("who")].strip(_EDGES)
        name = text[found.start("name") : found.end("name")].strip(_EDGES)
        person = at_start(who, reading.state)
        if person is not None and (person.known or person.name == ME) and person.end == len(who):
            return {"do": "rename", "who": person.name, "name": name}
        if pattern is patterns.RENAMES[-1]:
            continue
        ids = meant(who, reading)
        if isinstance(ids, list) and ids and not read_money(name)[0]:
            return {"do": "edit", "ids": ids[:1], "set": {"what": name}}
        if pattern in patterns.RENAMES[:2]:
            return {"do": "unknown", "name": who}
    return None


def _payment(text: str, low: str, reading: Reading) -> Told | None:
    del low
    return payments.read_payment(text, reading.state)


def _leave(text: str, low: str, reading: Reading) -> Told | None:
    """Read "Leo isn't coming"."""
    gone = patterns.GONE.search(low)
    if gone is None:
        return None
    names, end = listed_at_start(text[: gone.start()], reading.state, new=False)
    return {"do": "leave", "names": names} if names and not text[end : gone.start()].strip(_EDGES) else None


def _remove(text: str, low: str, reading: Reading) -> Told | None:
    """Read "remove the taxi", "remove Leo", "remove Leo from the taxi"."""
    found = patterns.REMOVE.search(low)
    if found is None or found.start() > 40:
        return None
    target = text[found.end() :].strip(_EDGES)
    if found[0].endswith("me") and re.match(r"(?:de|del|da|do|from)\b", plain(target)):
        target = f"{ME_SAID} {target}"
    if patterns.THEM_FROM.match(plain(target)):
        before = mentioned(text[: found.start()], reading.state)
        if not before:
            return None
        # "Dani doesn't eat meat, take her off the ribs"
        target = f"{before[-1].name} {target.split(maxsplit=1)[1]}"
    names, _ = listed_at_start(re.sub(r"^(?:a|al|o|os)\s+", "", target, flags=re.IGNORECASE), reading.state, new=False)
    if names and all(name == ME or _is_known(reading, name) for name in names):
        where = patterns.FROM.split(plain(target), maxsplit=1)
        inside = len(where) > 1 and not set(where[1].split()) <= patterns.GROUP
        out = {"do": "edit", "set": {}, "shares": {"but": names}}
        return _on(where[1].strip(_EDGES), out, reading) if inside else {"do": "leave", "names": names}
    target = patterns.REMOVED.sub(" ", target).strip(_EDGES)
    told = _on(target, {"do": "remove"}, reading)
    # "Take-out 30, Ana" is food.
    return None if told["do"] == "unknown" and (not target or read_money(text)[0]) else told


def _on(where: str, change: Told, reading: Reading) -> Told:
    """Return a change of the expenses that a text means."""
    ids = meant(where, reading)
    if isinstance(ids, Mapping):
        return {**ids, "then": change}
    return {**change, "ids": ids} if ids else {"do": "unknown", "name": where}


def _is_known(reading: Reading, name: str) -> bool:
    return any(one["name"] == name for one in reading.state.get("people", ()))


def meant(text: str, reading: Reading) -> list[int] | Told:
    """Return the ids of the expenses that a text means: none where it names nothing; or why that is unclear."""
    wanted = plain(text).strip(_EDGES)
    items = reading.items
    told = set(re.findall(r"\w+", wanted))
    if not told or told <= patterns.PRONOUNS:
        return _newest(reading)
    number = re.fullmatch(r"(?:the |el |la |o |a )?#?(\d{1,4})", wanted)
    if number and 1 <= int(number[1]) <= len(items):
        return [items[int(number[1]) - 1].id]
    places = {item.id: place for place, item in enumerate(items)}
    recent = [places[one] for one in reading.recent if one in places]
    found = find([item.name for item in items], text, recent)
    if found.places:
        return [items[place].id for place in found.places]
    if found.close:
        return {"do": "unclear", "name": text[:80], "ids": [items[place].id for place in found.close[:5]]}
    return []


def _edit(text: str, low: str, reading: Reading) -> Told | None:
    """Read a correction: of the amount, the payer, the currency, what it was, or who shares it."""
    if not reading.items:
        return None
    amounts = read_amounts(text, reading.state)
    known = {ME} | {one["name"] for one in reading.state.get("people", ())}
    if len(amounts) > 1 and all(name in known for name, _ in amounts):
        return {"do": "edit", "ids": _newest(reading), "set": {}, "shares": {"amounts": amounts}}
    strong = bool(patterns.STRONG.search(low))
    weak = bool(patterns.WEAK.match(low) or patterns.OOPS.match(low))
    text, old = _without_old(text, reading)
    moneys, left = read_money(text)
    if moneys and not (strong or weak or old):
        return _known_was(text, moneys, left, reading)
    if len(moneys) > 1 and not read_amounts(text, reading.state):
        # "change the taxi from 23 to 32"
        moneys = moneys[-1:]
    return _corrected(text, old, moneys, reading, strong or bool(patterns.OOPS.match(low)))


def _is_other(text: str, reading: Reading) -> bool:
    """Whether a text is what may be wrong of an expense: an amount, a person, a currency."""
    who = at_start(text, reading.state)
    return (
        bool(read_money(text)[0]) or (who is not None and who.known) or bool(currency_of(text.rsplit(maxsplit=1)[-1]))
    )


def _without_old(text: str, reading: Reading) -> tuple[str, str]:
    """Return a text without what it says is wrong, and that: "it was 32 not 23"."""
    low = plain(text)
    first = patterns.FIRST_NOT.search(low)
    if first:
        return f"{text[: first.start()]} {text[first.start('new') :]}".strip(), text[
            first.start("old") : first.end("old")
        ]
    for found in patterns.NOT.finditer(low):
        before, after = text[: found.start()], text[found.end() :].strip(_EDGES)
        alike = bool(read_money(after)[0]) == bool(read_money(before)[0])
        if before.strip(_EDGES) and after and len(after.split()) <= 3 and alike and _is_other(after, reading):
            return before.strip(), after
    return text, ""


def _known_was(text: str, moneys: Sequence[Money], left: str, reading: Reading) -> Told | None:
    """Read "the taxi was 32", where the taxi is on the list."""
    if len(moneys) != 1 or not re.search(
        r"\b(?:was|were|is|fue|fueron|era|eran|foi|foram|eram|costo|custou|cost|sao|son)\b", plain(left)
    ):
        return None
    spent = read_expense(text, reading.state)
    ids = meant(spent.what, reading) if spent.what else []
    if (
        not isinstance(ids, list)
        or len(ids) != 1
        or spent.payers
        or re.search(r"\b(?:another|otr[oa]|outr[oa]|also|tambien|tambem)\b", plain(text))
    ):
        return None
    return {"do": "edit", "ids": ids, "set": amount_of(moneys[0], text)}


def amount_of(money: Money, text: str) -> dict[str, Any]:
    """Return an amount as values of a change."""
    told: dict[str, Any] = {"cents": money.cents}
    if money.currency:
        told |= {"currency": money.currency, "written": written(text, money.currency)}
    return told


def _corrected(text: str, old: str, moneys: Sequence[Money], reading: Reading, strong: bool) -> Told | None:
    """Return what is to be changed, and on which expense."""
    details: dict[str, Any] = amount_of(moneys[0], text) if moneys else {}
    left = read_money(text)[1]
    everything = bool(patterns.ALL_OF_THEM.search(plain(left)))
    left = patterns.ALL_OF_THEM.sub(" ", plain(left)) if everything else left
    shared = read_shares(left, reading.state, alone=not moneys)
    if shared:
        left = shared.left
    payers, left = take_payer(left, reading.state)
    if not payers:
        payers, left = _named_payer(left, old, reading, bool(moneys))
    if payers:
        details["payers"] = list(payers)
    if not moneys:
        code, word, left = _currency(left, reading)
        if code:
            details |= {"currency": code, "written": written(f"1 {word}", code)}
    what = _edited(left)
    ids = meant(what, reading)
    change = {"do": "edit", "set": details, **({"shares": shared.told} if shared else {})}
    if isinstance(ids, Mapping):
        return {**ids, "then": change} if strong or shared or payers else None
    if old and not what and moneys:
        was = read_money(old)[0]
        ids = [one["id"] for one in reading.state["expenses"] if was and one["cents"] == was[0].cents][-1:] or ids
    if everything and shared:
        ids = [item.id for item in reading.items]
    if not ids:
        # Nothing of this name is there: a correction of nothing, or an expense that is told as one.
        return {"do": "unknown", "name": what} if strong and not (moneys and payers) else None
    if not details and not shared:
        return None
    if payers and not moneys and not shared and not (strong or old or what or _pointed(text)):
        return None
    return {**change, "ids": ids}


def _pointed(text: str) -> bool:
    return bool(
        re.search(
            r"\b(?:it|that|this|lo|la|eso|ese|esa|isso|esse|essa|actually|en realidad|na verdade|fue|foi|was)\b",
            plain(text),
        )
    )


def _named_payer(text: str, old: str, reading: Reading, priced: bool) -> tuple[tuple[str, ...], str]:
    """Read "it was Tom, not Ana", "change the payer of dinner to Tom"."""
    low = plain(text)
    asked = re.search(r"\b(?:payer|pagador|who paid|quien pago|quem pagou)\b", low)
    found = mentioned(text, reading.state)
    wrong = old and at_start(old, reading.state)
    if not found and wrong and wrong.known:
        new = at_end(text, reading.state)
        found = [new] if new is not None and new.sure else []
    if found and not priced and (asked or (wrong and wrong.known)):
        who = found[-1]
        return (who.name,), f"{text[: who.start]} {text[who.end :]}"
    return (), text


def _currency(text: str, reading: Reading) -> tuple[str, str, str]:
    """Return the currency that is named without an amount ("that was CAD"), its word, and the text without it."""
    for found in re.finditer(r"[€£¥₹]|[A-Za-z]{0,3}\$|[^\W\d_]{3,}", text):
        if plain(found[0]) in patterns.EDIT_WORDS or at_known(found[0], reading):
            continue
        code = currency_of(found[0])
        if code:
            return code, found[0], f"{text[: found.start()]} {text[found.end() :]}"
    return "", "", text


def at_known(word: str, reading: Reading) -> bool:
    """Whether a word is an expense or a person of the bill."""
    names = [item.name for item in reading.items] + [one["name"] for one in reading.state.get("people", ())]
    return any(plain(word) == plain(name) for name in names)


def _edited(text: str) -> str:
    """Return the words of a correction that name the expense."""
    kept = [word for word in text.split() if plain(word.strip(_EDGES)) not in patterns.EDIT_WORDS | {""}]
    return " ".join(kept).strip(_EDGES)


def _newest(reading: Reading) -> list[int]:
    return list(reading.recent[:1]) or [item.id for item in reading.items[-1:]]


def _people(text: str, low: str, reading: Reading) -> Told | None:
    """Read "add Niamh and Roisin, they're coming", "me, Oskar, Lin and Petra are in", "somos Ana, Beto y yo"."""
    if read_money(text)[0]:
        return None
    added = patterns.ADD.match(low)
    coming = patterns.COMING.search(low)
    begins = patterns.WE_ARE.match(low) if not added else None
    inner = text[added.end() if added else begins.end() if begins else 0 : coming.start() if coming else len(text)]
    if added and not coming:
        told = _into(inner, reading)
        if told is not None:
            return told
    inner = re.sub(
        r"^\s*(?:(?:people|person|personas?|pessoas?|friends?|amigos|amigas)\s*:?\s+)", "", inner, flags=re.IGNORECASE
    )
    split_names = [ME_SAID] if patterns.ADD_ME.match(low) else read_names(inner)
    added = added or patterns.ADD_ME.match(low)
    names: list[str] = []
    sure = True
    for piece in split_names:
        listed, end = listed_at_start(piece, reading.state)
        if not listed or piece[end:].strip(_EDGES):
            return None
        sure = sure and all(name == ME or name[:1].isupper() or _is_known(reading, name) for name in listed)
        names += listed
    if not names:
        return None
    certain = bool(coming and not re.search(r"too|as well|tambien|tambem", coming[0])) or bool(begins) or len(names) > 1
    if sure and (added or coming or begins or len(names) > 1):
        return {"do": "join", "names": names}
    return {"do": "join", "names": names} if certain and (added or coming or begins) else None


def _into(inner: str, reading: Reading) -> Told | None:
    """Read "add Tom to the dinner": somebody who shares an expense after all."""
    found = re.search(r"\s+(?:to|into|in|on|a|al|en|ao|no|na|pra|em)\s+(?=\S)", plain(inner))
    if found is None or not reading.items:
        return None
    names, end = listed_at_start(inner[: found.start()], reading.state, new=False)
    where = inner[found.end() :]
    if not names or inner[end : found.start()].strip(_EDGES) or set(plain(where).split()) <= patterns.GROUP:
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
    """Read expenses; one without an amount is one only where it was told to be added, or somebody paid for it."""
    spent = read_expenses(text, reading.state)
    if len(spent) == 1 and spent[0].money is None:
        if len(read_money(text)[0]) > 1:
            return {"do": "several"}
        if not spent[0].what or not (
            patterns.ADD.match(low) or (spent[0].payers and re.search(r"\bpa(?:id|yed|go|gou|gue|guei)\b", low))
        ):
            return None
        if len(spent[0].what.split()) > 6:
            return None
    return {"do": "spend", "expenses": [as_json(one) for one in spent]}


_READERS: tuple[Callable[[str, str, Reading], Told | None], ...] = (
    _clear,
    _speaker,
    _rename,
    _payment,
    _leave,
    _remove,
    _owed,
    _edit,
    _people,
    _expenses,
)
