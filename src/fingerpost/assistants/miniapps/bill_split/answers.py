"""Answers to what the bill asks: who paid, how much it was, which one is meant."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from fingerpost.assistants.miniapps.bill_split.spending import take_payer, tidy
from fingerpost.assistants.miniapps.bill_split.telling import amount_of, meant
from fingerpost.assistants.miniapps.bill_split.who import ME, at_start, plain
from fingerpost.assistants.miniapps.framework.parts import Reading
from fingerpost.assistants.miniapps.reading.money import read_money


def read_payer(reading: Reading) -> str | None:
    """Return who paid, as the answer to that question: "Ana", "me", "Ana paid", "fue Ana", "foi o Thiago"."""
    if read_money(reading.text)[0]:
        return None
    text = re.sub(
        r"^\W*(?:it was|it's|that was|fue|era|foi|fui|era|creo que|acho que|i think|by|pago|pagou)\b\W*",
        "",
        reading.text,
        flags=re.IGNORECASE,
    )
    payers, left = take_payer(text, reading.state)
    if payers:
        return payers[0] if not tidy(left) else None
    who = at_start(text, reading.state)
    mine = re.fullmatch(
        r"\W*(?:fui eu|yo|eu|me|i did|i|mine|yo fui|pague yo|paguei|pague|eu mesmo|yo mismo|yo mero|fui yo)\W*",
        plain(reading.text),
    )
    if mine:
        return ME
    rest = tidy(text[who.end :]) if who else ""
    return who.name if who is not None and len(rest.split()) <= int(who.sure) else None


def read_which(reading: Reading) -> list[int] | None:
    """Return the expenses that are meant, as the answer to which one."""
    ids = meant(reading.text, reading) if reading.text.strip() else None
    return ids if isinstance(ids, list) and ids else None


def read_cents(reading: Reading) -> Mapping[str, Any] | None:
    """Return how much it was, as the answer to that question."""
    moneys, left = read_money(reading.text)
    alone = len(tidy(left).split()) <= 1
    return amount_of(moneys[0], reading.text) if len(moneys) == 1 and alone else None
