"""Currencies as people write them."""

from __future__ import annotations

import re

from fingerpost.assistants.miniapps.bill_split.who import NO_NAME, plain
from fingerpost.language.currencies import SHARED_NAMES, SLANG
from fingerpost.language.money import read_money

_SIGN = re.compile(
    r"(?<![a-z])(?:us|u|mx|ar|cl|ca|c|au|a|nz|hk|sg|r|mxn|usd|cad|aud|clp|col)?\$s?|[€£¥₹₩₽₺₪฿₫₴₱₡円]|s/\.?(?=\s?\d)",
    re.IGNORECASE,
)
_AFTER = re.compile(r"\d(?:[.,]\d+)*\s*(?:k|mil|thousand)?\s*([^\W\d_]{2,12})\b")
_BEFORE = re.compile(r"\b([a-z]{3})\s?\d", re.IGNORECASE)
_PESOS = SHARED_NAMES - {"crown"}


def written(text: str, currency: str) -> str:
    """Return how a person wrote a currency in a text: "€", "euros", "CAD", "pesos"; "" where none is there."""
    sign = _SIGN.search(text)
    if sign and currency:
        return sign[0].upper() if sign[0][-1:] == "$" else sign[0]
    for found in (*_AFTER.finditer(text), *_BEFORE.finditer(text)):
        word = found[1]
        if currency and plain(word) in SLANG:
            return ""
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
