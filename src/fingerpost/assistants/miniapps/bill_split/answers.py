"""Answers to what the bill asks: who paid, how much it was, which one is meant."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from fingerpost.assistants.miniapps.bill_split.correcting import amount_of
from fingerpost.assistants.miniapps.bill_split.meaning import meant
from fingerpost.assistants.miniapps.bill_split.naming import tidy
from fingerpost.assistants.miniapps.bill_split.paying import take_payer
from fingerpost.assistants.miniapps.bill_split.sharing import read_shares
from fingerpost.assistants.miniapps.bill_split.spending import read_expense
from fingerpost.assistants.miniapps.bill_split.who import ME, at_start, plain
from fingerpost.assistants.miniapps.framework.parts import Reading
from fingerpost.language.money import read_money

_BEFORE = re.compile(
    r"^\W*(?:(?:ok|okay|ah|oh|hmm|yeah|yes|si|sim|bueno|bom|entao|pues)\W+)*"
    r"(?:(?:it was|it['’]?s|that was|fue|era|foi|fui|creo que|acho que|i think|by|pago|pagou)\b\W*)+",
    re.IGNORECASE,
)
_MINE = re.compile(
    r"\W*(?:(?:ok|ah|oh|yeah|yes|si|sim)\W+)*(?:fui eu|yo|eu|me|i did|i|mine|yo fui|pague yo|paguei|pague|eu mesmo"
    r"|yo mismo|yo mero|fui yo|it was me|that was me|foi eu|fue mio)\W*"
)
_PERSON = re.compile(
    r"\W*(?:(?:a|an|una|uma|es|e|it['’]?s|is|la|o|as)\s+)*(?:person|persona|pessoa|friend|amig[oa])\W*"
)


def _is_answer(reading: Reading) -> bool:
    """Whether a message is all there is to read; of a request, what is left over is no answer."""
    return reading.text == reading.whole


def read_payer(reading: Reading) -> Mapping[str, Any] | None:
    """Return who paid, as the answer to that question, and who shares it if that is said too.

    "Ana", "me", "Ana paid", "fue Ana", "foi o Thiago, dividido igual".
    """
    if not _is_answer(reading) or read_money(reading.text)[0]:
        return None
    if _MINE.fullmatch(plain(reading.text)):
        return {"payers": [ME]}
    shared = read_shares(reading.text, reading.state, alone=False)
    told = {"shares": shared.told} if shared else {}
    whole = shared.left if shared else reading.text
    begins = _BEFORE.match(plain(whole))
    text = whole[begins.end() :] if begins else whole
    payers, left = take_payer(text, reading.state)
    if payers:
        return {"payers": list(payers[:1]), **told} if not tidy(left) else None
    if _MINE.fullmatch(plain(text)):
        return {"payers": [ME], **told}
    who = at_start(text, reading.state)
    rest = tidy(text[who.end :]) if who else ""
    return {"payers": [who.name], **told} if who is not None and len(rest.split()) <= int(who.sure) else None


def read_which(reading: Reading) -> list[int] | None:
    """Return the expenses that are meant, as the answer to which one."""
    ids = meant(reading.text, reading) if _is_answer(reading) and reading.text.strip() else None
    return ids if isinstance(ids, list) and ids else None


def read_cents(reading: Reading) -> Mapping[str, Any] | None:
    """Return how much it was, as the answer to that question, and who paid if that is said too."""
    if not _is_answer(reading):
        return None
    spent = read_expense(reading.text, reading.state)
    if spent.money is None or spent.doubt or spent.times > 1 or len(spent.what.split()) > 1:
        return None
    told: dict[str, Any] = {**amount_of(spent.money, reading.text), "each": spent.each}
    told |= {"payers": list(spent.payers)} if spent.payers else {}
    return told | ({"shares": spent.shares} if spent.shares else {})


def read_thing(reading: Reading) -> Mapping[str, Any] | None:
    """Return whether a person was meant, or how much it was, as the answer to what a word is."""
    if _is_answer(reading) and _PERSON.fullmatch(plain(reading.text)):
        return {"person": True}
    told = read_cents(reading)
    return {"amount": told} if told else None
