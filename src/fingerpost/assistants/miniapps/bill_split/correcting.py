"""Corrections as people tell them: of the amount, the payer, the currency, the name, or who shares an expense."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from fingerpost.assistants.miniapps.bill_split import patterns
from fingerpost.assistants.miniapps.bill_split.meaning import EDGES, Told, is_known, meant, named_in, newest
from fingerpost.assistants.miniapps.bill_split.pairs import read_pairs
from fingerpost.assistants.miniapps.bill_split.paying import take_payer
from fingerpost.assistants.miniapps.bill_split.sharing import read_others, read_shares, read_weights
from fingerpost.assistants.miniapps.bill_split.signs import currency_of, written
from fingerpost.assistants.miniapps.bill_split.spending import read_amounts, read_expense
from fingerpost.assistants.miniapps.bill_split.who import ME, at_end, at_start, mentioned, plain
from fingerpost.assistants.miniapps.framework.parts import Reading
from fingerpost.language.money import Money, read_money


def read_edit(text: str, low: str, reading: Reading) -> Told | None:
    """Read a correction: of the amount, the payer, the currency, what it was, or who shares it."""
    if not reading.items:
        return None
    for read in (_for_others, _no_amount, _other_payer, _by_amounts):
        told = read(text, low, reading)
        if told is not None:
            return told
    if patterns.ANOTHER.search(low) and read_money(text)[0]:
        return None
    strong = bool(patterns.STRONG.search(low))
    weak = bool(patterns.WEAK.match(low) or patterns.OOPS.match(low))
    text, old = _without_old(text, reading)
    moneys, left = read_money(text)
    if moneys and not (strong or weak or old):
        return _known_was(text, moneys, left, reading)
    if len(moneys) > 1 and not read_amounts(text, reading.state):
        if len(moneys) > 2 or not patterns.FROM_TO.search(low):
            return {"do": "several"} if strong else None
        # "change the taxi from 23 to 32"
        moneys = moneys[-1:]
    return _corrected(text, old, moneys, reading, strong or bool(patterns.OOPS.match(low)))


def _for_others(text: str, low: str, reading: Reading) -> Told | None:
    """Read "Mel wasn't in the car so gas is only for the other three"."""
    del low
    others = read_others(text, reading.state)
    if others is None or read_money(others.left)[0]:
        return None
    named = named_in(text, reading)
    return {"do": "edit", "ids": named if len(named) == 1 else newest(reading), "set": {}, "shares": others.told}


def _no_amount(text: str, low: str, reading: Reading) -> Told | None:
    """Read "no, 35"."""
    moneys, left = read_money(text)
    slip = patterns.SLIPS.match(low)
    if slip is None or len(moneys) != 1 or _edited(patterns.SLIPS.sub("", plain(left))):
        return None
    return {"do": "edit", "ids": newest(reading), "set": amount_of(moneys[0], text)}


def _by_amounts(text: str, low: str, reading: Reading) -> Told | None:
    """Read "Kelly 85, Marcus 120, Yuki 80", "the beers by weight: Ana 4, Tom 1"."""
    del low
    pairs = read_pairs(text, reading.state)
    head = text[: pairs[0].start] if pairs else ""
    named = named_in(head, reading)
    weights = read_weights(text, reading.state)
    if weights is not None:
        told = {"do": "edit", "ids": named, "set": {}, "shares": weights.told}
        return told if len(named) == 1 and not read_money(head)[0] else None
    amounts = read_amounts(text[len(head) :] if len(named) == 1 and not read_money(head)[0] else text, reading.state)
    known = {ME} | {one["name"] for one in reading.state.get("people", ())}
    if len(amounts) < 2 or not (named or all(name in known for name, _ in amounts)):
        return None
    return {"do": "edit", "ids": named or newest(reading), "set": {}, "shares": {"amounts": amounts}}


def _other_payer(text: str, low: str, reading: Reading) -> Told | None:
    """Read "Pablo didn't pay for the gas, it was Irene", "la luz no la pagó Pablo, fue Irene"."""
    found = patterns.NOT_PAID.search(low)
    payer = at_start(text[found.end() :], reading.state) if found else None
    if found is None or payer is None or not payer.sure or text[found.end() + payer.end :].strip(EDGES):
        return None
    wrong = mentioned(text[: found.end()], reading.state)
    what = "".join(
        " " if any(who.start <= place < who.end for who in wrong) else letter
        for place, letter in enumerate(text[: found.end()])
    )
    ids = meant(_edited(what), reading)
    change = {"do": "edit", "set": {"payers": [payer.name]}}
    if isinstance(ids, Mapping):
        return {**ids, "then": change}
    return {**change, "ids": ids} if ids else None


def _is_other(text: str, reading: Reading) -> bool:
    """Whether a text is what may be wrong of an expense: an amount, a person, a currency."""
    who = at_start(text, reading.state)
    return (
        bool(read_money(text)[0]) or (who is not None and who.there) or bool(currency_of(text.rsplit(maxsplit=1)[-1]))
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
        before, after = text[: found.start()], text[found.end() :].strip(EDGES)
        if not before.strip(EDGES) or not after or len(after.split()) > 3:
            # Looked at first: a message full of "not" is not read once for each of them.
            continue
        if bool(read_money(after)[0]) == bool(read_money(before)[0]) and _is_other(after, reading):
            return before.strip(), after
    return text, ""


def _known_was(text: str, moneys: Sequence[Money], left: str, reading: Reading) -> Told | None:
    """Read "the taxi was 32", where the taxi is on the list."""
    if len(moneys) != 1 or not re.search(
        r"\b(?:was|were|is|deu|deram|salio|salieron|costaron|custaram|fue|fueron|era|eran|foi|foram|eram|costo|custou|cost|sao|son)\b",
        plain(left),
    ):
        return None
    spent = read_expense(text, reading.state)
    ids = meant(spent.what, reading) if spent.what else []
    paid = bool(spent.payers) and _may_pay(spent.payers, reading)
    # "The gift was 120 and Jeet paid it" tells all of an expense that is there; "another gift" is read before.
    whole = paid and any(plain(item.name) == plain(spent.what) for item in reading.items)
    if not isinstance(ids, list) or len(ids) != 1 or (paid and not whole) or spent.shares:
        return None
    payers = {"payers": list(spent.payers)} if whole else {}
    told = {**amount_of(moneys[0], text), **payers}
    return {"do": "edit", "ids": ids, "set": told, **({"each": True} if spent.each else {})}


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
    named = named_in(text, reading) if shared and not moneys else []
    if shared:
        left = shared.left
    payers, left = take_payer(left, reading.state, weak=bool(moneys))
    if payers and not _may_pay(payers, reading):
        return None
    if not payers:
        payers, left = _named_payer(left, old, reading, bool(moneys))
    details |= {"payers": list(payers)} if payers else {}
    if not moneys:
        code, word, left = _currency(left, reading)
        if code:
            details |= {"currency": code, "written": written(f"1 {word}", code)}
    what = _edited(left)
    ids = named if len(named) == 1 else meant(what, reading)
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
    if payers and not moneys and not shared:
        return _paid_by(text, payers[0], bool(strong or old or what), {**change, "ids": ids})
    return {**change, "ids": ids}


def _may_pay(payers: Sequence[str], reading: Reading) -> bool:
    """Whether a correction may name these as payers: a small word that is new is rather some other word."""
    return all(name == ME or name[:1].isupper() or is_known(reading, name) for name in payers)


def _paid_by(text: str, payer: str, certain: bool, change: Told) -> Told | None:
    """Return a change of the payer alone; "Fer paid all that was his" tells of a debt and not of an expense."""
    low = patterns.SLIPS.sub("", plain(text))
    if patterns.DEBTS.search(low) or patterns.NEGATED.search(low) or not (certain or _pointed(text)):
        return None
    return {"do": "part", "name": payer, "ids": change["ids"]} if patterns.PART.search(low) else change


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
    if not found and wrong and wrong.there:
        new = at_end(text, reading.state)
        found = [new] if new is not None and new.sure else []
    if found and not priced and (asked or (wrong and wrong.there)):
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
    kept = [word for word in text.split() if plain(word.strip(EDGES)) not in patterns.EDIT_WORDS | {""}]
    return " ".join(kept).strip(EDGES)
