"""Amounts as people write them: in the manner of the language, with the currency as it was written on the bill."""

from __future__ import annotations

from collections.abc import Mapping

from fingerpost.assistants.miniapps.framework.parts import LANGUAGES, Language, Said
from fingerpost.language.currencies import SIGNS

_SIGNS = {code: SIGNS[code].split()[0].upper() for code in ("EUR", "GBP", "USD", "BRL", "JPY", "INR")}


def amount(cents: int, currency: str, written: Mapping[str, str], language: Language) -> str:
    """Return an amount: "€1,234.50", "1.234,50 €", "R$ 90", "3.500 pesos", "84.50"."""
    units, rest = divmod(abs(cents), 100)
    digits = f"{units:,}" + (f".{rest:02}" if rest else "")
    if language != "en":
        digits = digits.translate({ord(","): ".", ord("."): ","})
    digits = f"-{digits}" if cents < 0 else digits
    sign = written.get(currency) or _SIGNS.get(currency, currency)
    if not sign:
        return digits
    if sign[-1].isalpha():
        return f"{digits} {sign}"
    if language == "en" or sign.endswith("$"):
        return f"{sign} {digits}" if sign[0].isalpha() else f"{sign}{digits}"
    return f"{digits} {sign}"


def in_each_language(cents: int) -> Said:
    """Return an amount without its currency, by language."""
    return {language: amount(cents, "", {}, language) for language in LANGUAGES}
